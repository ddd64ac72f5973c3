import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProgram } from '../../src/compiled/read-program.js';
import { writeProgram } from '../../src/compiled/write-program.js';
import { type Program, type World, defineContent } from '../../src/index.js';
import { readScenario } from '../../src/scenarios/native/read-native-scenario.js';
import { setUpStage } from '../../src/scenarios/native/set-up-world.js';
import { scenarios } from '../golden/examples.js';
import { root } from '../golden/golden.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { examplePrograms } from '../support/compiled-file.js';
import { withBecoming } from '../support/random-becoming.js';
import { randomContent } from '../support/random-content.js';
import { withHolds } from '../support/random-holds.js';
import { playGame, randomGames, tightLimits } from '../support/random-timing.js';
import { randomWorld } from '../support/random-world.js';
import { timingProgram, timingStage } from '../support/timing-world.js';
import { said } from '../support/twin-worlds.js';

function compiled(program: Program): Program {
  return readProgram(writeProgram(program));
}

/** What explain says of some values in the last turn: each time it runs that turn again. */
function explained(world: World): readonly unknown[] {
  const { columns } = world.program.model;
  return world
    .query()
    .slice(0, 5)
    .flatMap((object) => columns.slice(0, 3).map(({ name }) => said(world, () => world.explain(object, name))));
}

const examples = examplePrograms();

describe('compiled content', () => {
  it('is checked for all examples', () => {
    expect(new Set(examples.map(([path]) => path)).size).toBeGreaterThan(10);
  });

  it.each(examples)('of %s is the same program, with the same fingerprint', (_, program) => {
    const text = writeProgram(program);
    const back = readProgram(text);
    // Accepted warnings and the functions that hosts may call need the source, and are not compiled.
    const { meant: _meant, callable: _callable, ...compiled } = program;
    expect(back).toStrictEqual(compiled);
    expect(writeProgram(back)).toBe(text);
    expect(readProgram(new TextEncoder().encode(text)).fingerprint).toBe(program.fingerprint);
  });

  it('may say by an aggregate when play is over', () => {
    const program = defineContent({
      meters: { gold: {} },
      kinds: { side: { faction: true, meters: ['gold'] } },
      timing: { players: 'side', over: 'objects(side).filter(s, s.gold > 3).count() > 0' },
      occurrences: { dawn: { fields: { player: 'side' }, change: { turnBegins: 'player' } } },
    });
    expect(compiled(program)).toStrictEqual(program);
  });

  it.each(scenarios)('of %s gives worlds with the same hashes and explanations', (name) => {
    const path = `examples/${name}.yaml`;
    const read = readScenario(path, readFileSync(`${root}${path}`, 'utf8'));
    if (!read.ok) throw new Error('the example is sound');
    const program = examples.find(([of]) => of === path)?.[1];
    if (program === undefined) throw new Error('the example has content');
    const run = (of: Program): unknown => {
      const { world } = setUpStage(of, read.scenario, read.scenario.cases[0]);
      const outcome = said(world, () => {
        world.events.answerWith(({ options }) => options.length - 1);
        world.run(12);
      });
      return [outcome, world.hash(), explained(world), world.save()];
    };
    expect(run(compiled(program))).toEqual(run(program));
  });

  it('of random rules gives worlds with the same hashes and explanations', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e6 }), fc.constantFrom('compiled', 'reference'), (seed, executor) => {
        const choices = choicesOf(seed);
        const random = randomContent(choices, [1, 2, 3, 4, 5, 6], choices.pick(['wild', 'planned', 'mixed']));
        const source = withBecoming({ ...random, source: withHolds(random, choices, 2) }, choices, 1);
        const program = defineContent(source);
        const run = (of: Program): unknown => {
          const world = randomWorld(choicesOf(seed), of, 25, { executor });
          const outcome = said(world, () => {
            world.run(4);
          });
          return [outcome, world.hash(), explained(world)];
        };
        const back = compiled(program);
        expect(back).toStrictEqual(program);
        expect(run(back)).toEqual(run(program));
      }),
      propertyRuns(25, 4),
    );
  });

  it('of random abilities gives worlds in which the same things occur', () => {
    fc.assert(
      fc.property(randomGames, (game) => {
        const program = timingProgram(game.given);
        const run = (of: Program): unknown =>
          playGame(timingStage(of, { limits: tightLimits }).world, game).map(({ act: _, ...entry }) => entry);
        expect(run(compiled(program))).toEqual(run(program));
      }),
      propertyRuns(15, 6),
    );
  });

  it('keeps shared parts of expressions shared', () => {
    const deep = Array.from({ length: 6 }).reduce<string>((text) => `approach(${text}, 3, 1)`, 'self.size');
    const program = defineContent({
      meters: { size: { growth: deep } },
      kinds: { thing: { meters: ['size'] } },
    });
    expect(compiled(program)).toStrictEqual(program);
    expect(writeProgram(program).length).toBeLessThan(6_000);
  });

  it('has sets of more words than a property could tell', () => {
    const program = defineContent({
      enumerations: { wonder: Array.from({ length: 300 }, (_, i) => `wonder${i}`) },
      properties: { wonders: { type: 'set', of: 'wonder' } },
      kinds: { thing: { properties: ['wonders'] } },
    });
    expect(compiled(program)).toStrictEqual(program);
  });

  it('keeps numbers that JSON lacks', () => {
    const program = defineContent({
      meters: { size: { bounds: [null, null], default: -0 } },
      kinds: { thing: { meters: ['size'] } },
    });
    const [column] = compiled(program).model.columns;
    expect([column.minimum, column.maximum]).toEqual([-Infinity, Infinity]);
  });
});
