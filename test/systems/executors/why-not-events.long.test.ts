import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Handle, World, WorldOptions } from '../../../src/world/api.js';
import type { TriggerEvent } from '../../../src/world/events-api.js';
import type { WhyNot } from '../../../src/world/why-not-api.js';
import { createWorld } from '../../../src/world.js';
import { choicesOf, propertyRuns } from '../../support/choices.js';
import { heavy } from '../../support/heavy.js';
import { randomGiven, tightLimits } from '../../support/random-timing.js';
import { roleNames, triggerPrograms } from '../../support/random-triggers.js';
import { timingProgram, timingStage } from '../../support/timing-world.js';
import { type Twins, both, said, twins } from '../../support/twin-worlds.js';

const met = new Map<string, number>();

function note({ of, outcome }: WhyNot): void {
  const key = `${of} ${outcome}`;
  met.set(key, (met.get(key) ?? 0) + 1);
}

function demandMet(...keys: readonly string[]): void {
  for (const key of keys) expect([key, (met.get(key) ?? 0) >= heavy(0, 2)]).toEqual([key, true]);
}

/** The events of a turn, or undefined if it could not run. */
function eventsOfTurn(worlds: Twins): readonly TriggerEvent[] | undefined {
  const told: TriggerEvent[] = [];
  worlds.compiled.triggers.hear((event) => {
    told.push(event);
  });
  const [a, b] = [worlds.compiled, worlds.reference].map((world) =>
    said(world, () => {
      world.step();
    }),
  );
  return a === 'done' && b === 'done' && !worlds.compiled.triggers.isPaused ? told : undefined;
}

/** Both give the same answer, which changes nothing. */
function asked(worlds: Twins, ...given: Parameters<World['questions']['whyNot']>): WhyNot {
  const before = worlds.compiled.hash();
  const verdict = both(worlds, (world) => world.questions.whyNot(...given)) as WhyNot;
  expect(worlds.compiled.hash()).toBe(before);
  note(verdict);
  return verdict;
}

function troop(options: WorldOptions, program: Parameters<typeof createWorld>[0]): World {
  const world = createWorld(program, { seed: 'triggers', ...options });
  const sides = ['red', 'blue'].map((name) => world.spawn({ kind: 'side', name }));
  const bodies = Array.from({ length: 6 }, (_, i) =>
    world.spawn({ kind: 'body', owner: sides[i % 2], place: { x: i, y: 2 }, values: { health: i, shield: 6 - i } }),
  );
  [...sides, ...bodies].slice(0, roleNames.length).forEach((object, i) => {
    world.relations.setRole(roleNames[i], object);
  });
  return world;
}

test('why-not tells the same of triggers, changes nothing, and counts what fired', () => {
  fc.assert(
    fc.property(triggerPrograms, fc.integer(), (program, seed) => {
      const worlds = twins((options) => troop(options, program), { limits: { actionsPerTick: 500 } });
      const choices = choicesOf(seed);
      for (let turn = 0; turn < 3; turn++) {
        const events = eventsOfTurn(worlds);
        if (events === undefined) return;
        for (let i = 0; i < 4; i++) {
          const { name, index } = choices.pick(program.rules.triggers.triggers);
          const verdict = asked(worlds, `trigger ${name}`);
          const fired = events.filter((event) => event.kind === 'fire' && event.trigger === index).length;
          expect(verdict).toMatchObject({ of: 'trigger', fired });
          if (fired > 0) expect(verdict.outcome).toBe('fired');
        }
      }
    }),
    propertyRuns(5, 4),
  );
  demandMet('trigger fired', 'trigger not true', 'trigger not armed', 'trigger no rise');
});

test('why-not tells the same of abilities and the rules that they answer, and counts their answers', () => {
  fc.assert(
    fc.property(randomGiven, fc.integer(), (given, seed) => {
      const program = timingProgram({ ...given, continuous: [], turns: false });
      const choices = choicesOf(seed);
      const worlds = twins(
        (options) => {
          const { world } = timingStage(program, options);
          world.events.answerWith(({ options: offered }) => Math.abs(seed) % offered.length);
          return world;
        },
        { limits: tightLimits },
      );
      for (let turn = 0; turn < 3; turn++) {
        const events = eventsOfTurn(worlds);
        if (events === undefined) return;
        const objects = worlds.compiled.query();
        for (let i = 0; i < 4; i++) {
          const { name, index, yields } = choices.pick(program.rules.timing.abilities);
          const source: Handle | undefined = choices.oneIn(2) ? undefined : choices.pick(objects);
          const verdict = asked(worlds, `ability ${name}`, source);
          const isIt = (event: TriggerEvent) =>
            event.kind === 'start' && event.ability === index && (source === undefined || event.source === source);
          if (yields === undefined)
            expect(verdict).toMatchObject({ of: 'ability', answered: events.filter(isIt).length });
        }
        const rule = choices.pick(program.rules.rules);
        asked(worlds, rule.name, choices.pick(objects), choices.oneIn(2) ? undefined : choices.pick(objects));
      }
    }),
    propertyRuns(8, 4),
  );
  demandMet('ability answered', 'ability not met', 'ability not carried', 'ability no occurrence', 'rule fired');
});
