import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { makeNode } from '../../src/eval/make-node.js';
import { numericFloor } from '../../src/eval/ops/numeric-arithmetic.js';
import type { World } from '../../src/world/api.js';
import type { TypedValue } from '../../src/world/variables-api.js';
import { createWorld } from '../../src/world.js';
import { type Choices, choicesOf } from '../support/choices.js';
import { int } from '../support/hand-sheet.js';
import { amountOf, randomSheet } from '../support/random-sheet.js';
import { heavy } from '../support/heavy.js';

const runs = Number(process.env.EDICT_PROPERTY_RUNS ?? heavy(13, 52));

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Two worlds of one content, in lockstep: what is done to one is done to the other. */
class Pair {
  objects: number[] = [];
  constructor(
    readonly fast: World,
    readonly slow: World,
  ) {}

  both(act: (world: World) => void): void {
    const failed = [this.fast, this.slow].map((world) => {
      try {
        act(world);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(failed[0]).toBe(failed[1]);
  }

  agree(): void {
    for (const object of this.objects) {
      expect(this.fast.isLive(object)).toBe(this.slow.isLive(object));
      if (!this.fast.isLive(object)) continue;
      for (const variable of this.fast.program.model.variables) {
        if (this.fast.program.model.kinds[variable.kind - 1].name !== this.fast.kindOf(object)) continue;
        expect(this.fast.variables.typed(object, variable), `${variable.name} of ${String(object)}`).toEqual(
          this.slow.variables.typed(object, variable),
        );
      }
    }
    expect(this.fast.hash()).toBe(this.slow.hash());
  }
}

function spawn(pair: Pair, choices: Choices): void {
  const { model } = pair.fast.program;
  const definition = choices.oneIn(4) ? undefined : choices.pick(model.classes);
  const kind = definition === undefined ? choices.pick(model.kinds) : model.kinds[definition.kind - 1];
  const parents = pair.objects.filter(
    (object) =>
      pair.fast.isLive(object) &&
      kind.attachesTo.includes(pair.fast.program.model.kindByName.get(pair.fast.kindOf(object))?.index ?? 0),
  );
  const place = parents.length > 0 && !choices.oneIn(5) ? { in: choices.pick(parents) } : null;
  const granted = !choices.oneIn(3);
  let made = 0;
  pair.both((world) => {
    made = world.spawn({
      ...(definition === undefined ? { kind: kind.name } : { class: definition.name }),
      place,
      granted,
    });
  });
  pair.objects.push(made);
}

function inputFor(choices: Choices, type: string): TypedValue {
  if (type === 'boolean') return { type: 'boolean', value: choices.oneIn(2) };
  if (type === 'array')
    return {
      type: 'array',
      of: 'numeric',
      elements: Array.from({ length: choices.below(3) }, () => ({
        type: 'numeric',
        value: choices.below(4),
        whole: choices.oneIn(2),
      })),
    };
  return choices.oneIn(3)
    ? { type: 'numeric', value: choices.pick([0.5, -0, NaN, 3, 1e9]), whole: false }
    : { type: 'numeric', value: choices.between(-3, 20), whole: true };
}

function change(pair: Pair, choices: Choices): void {
  const live = pair.objects.filter((object) => pair.fast.isLive(object));
  if (live.length === 0 || choices.oneIn(4)) {
    spawn(pair, choices);
    return;
  }
  const object = choices.pick(live);
  switch (choices.below(8)) {
    case 0:
    case 1:
      pair.both((world) => {
        world.variables.grant(object);
      });
      break;
    case 2:
      pair.both((world) => {
        world.variables.revoke(object);
      });
      break;
    case 3:
    case 4: {
      const inputs = pair.fast.program.model.variables.filter(
        ({ input, kind }) => input && pair.fast.program.model.kinds[kind - 1].name === pair.fast.kindOf(object),
      );
      if (inputs.length === 0) return;
      const variable = choices.pick(inputs);
      const value = inputFor(choices, variable.type.name);
      pair.both((world) => {
        world.set(object, variable, value);
      });
      break;
    }
    case 5:
      if (choices.oneIn(3))
        pair.both((world) => {
          world.destroy(object);
        });
      break;
    case 6: {
      const place = choices.oneIn(4) ? null : { in: choices.pick(live) };
      pair.both((world) => {
        world.move(object, place);
      });
      break;
    }
    default: {
      const seed = choices.below(1e9);
      const before = pair.objects.length;
      pair.both((world) => {
        world.variables.change(() => {
          const single = new Pair(world, world);
          single.objects = pair.objects.slice(0, before);
          const inner = choicesOf(seed);
          for (let i = inner.between(1, 5); i > 0; i--) {
            const at = inner.pick(single.objects.filter((each) => world.isLive(each)));
            if (inner.oneIn(2)) world.variables.grant(at);
            else world.variables.revoke(at);
          }
        });
      });
    }
  }
}

// By the machine alone, by functions wherever one can be made, and as it is outside of tests.
test.each(['never', 'always', 'hot'])(
  'what is solved of a change is what solving everything from nothing comes to: functions %s',
  (mode) => {
    vi.stubEnv('EDICT_GENERATE', mode);
    let solves = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const choices = choicesOf(seed);
        const program = randomSheet(choices);
        const pair = new Pair(
          createWorld(program, { executor: 'compiled' }),
          createWorld(program, { executor: 'reference' }),
        );
        for (let i = 0; i < 3; i++) spawn(pair, choices);
        pair.agree();
        for (let step = choices.between(4, 14); step > 0; step--) {
          const snapshots = choices.oneIn(8) ? [pair.fast.snapshot(), pair.slow.snapshot()] : undefined;
          // What a change does is told until the next; some of these do nothing.
          pair.both((world) => {
            world.variables.change(() => undefined);
          });
          change(pair, choices);
          const { solves: solved, changed } = pair.fast.variables.lastChange;
          solves += solved;
          const meant = pair.slow.variables.lastChange;
          const told = (cells: typeof changed): readonly string[] =>
            cells.map(({ object, variable }) => `${String(object)} ${variable}`).sort();
          expect(told(changed)).toEqual(told(meant.changed));
          expect(solved).toBe(meant.solves);
          // Each changed cell is told once.
          expect(new Set(changed.map(({ object, variable }) => `${String(object)} ${variable}`)).size).toBe(
            changed.length,
          );
          pair.agree();
          if (snapshots === undefined) continue;
          pair.fast.restore(snapshots[0]);
          pair.slow.restore(snapshots[1]);
          pair.agree();
        }
      }),
      { numRuns: runs },
    );
    expect(solves).toBeGreaterThan(heavy(3, runs));
  },
  120_000,
);

// Sums, products, bounds of ints do not depend on the order of equals; only values that are set and quotients do.
test('the order of grants makes no difference where the modifiers of one rank commute', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const choices = choicesOf(seed);
      const random = randomSheet(choices);
      const commuting = random.rules.modifiers
        .filter(
          ({ variable, carrier }) => random.model.variables[variable].type.name === 'numeric' && carrier.by === 'class',
        )
        .map((modifier) => ({
          ...modifier,
          modification: choices.pick(['add', 'multiply', 'maximum', 'minimum'] as const),
          whenAbsent: 'skip' as const,
          amount: choices.oneIn(2)
            ? int(choices.between(-5, 9))
            : makeNode(
                numericFloor,
                undefined,
                amountOf(
                  choices,
                  { variables: random.model.variables.slice(0, modifier.variable), running: false },
                  { name: 'numeric' },
                  2,
                ),
              ),
        }));
      const model = {
        ...random.model,
        variables: random.model.variables.map((variable) =>
          variable.type.name === 'numeric' ? { ...variable, initial: { value: 4, whole: true } } : variable,
        ),
      };
      const program = { ...random, model, rules: { ...random.rules, modifiers: commuting } };
      const states = [0, 1].map((order) => {
        const world = createWorld(program);
        const sheet = world.spawn({ kind: 'sheet' });
        const item = world.spawn({ kind: 'item', place: { in: sheet } });
        const objects = model.classes.flatMap(({ name, kind }) =>
          kind === 1 ? [] : [world.spawn({ class: name, place: { in: kind === 2 ? sheet : item }, granted: false })],
        );
        for (const object of order === 0 ? objects : [...objects].reverse()) world.variables.grant(object);
        return model.variables.map((variable) =>
          [sheet, item, ...objects]
            .filter((object) => world.kindOf(object) === model.kinds[variable.kind - 1].name)
            .map((object) => world.variables.typed(object, variable)),
        );
      });
      compared += commuting.length;
      expect(states[0]).toEqual(states[1]);
    }),
    { numRuns: runs },
  );
  expect(compared).toBeGreaterThan(heavy(3, runs));
});
