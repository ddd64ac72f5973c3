import { inspect } from '../../src/world/inspect.js';
import { describe, expect, test } from 'vitest';
import { beginTurn } from '../../src/meaning/effects/turn-context.js';
import { compiledExecutor } from '../support/compiled-executor.js';
import { noFlows } from '../../src/ir/rule.js';
import { makeNode } from '../../src/eval/make-node.js';
import { aggregate } from '../../src/eval/ops/member-folds.js';
import { referenceExecutor } from '../../src/reference/reference-executor.js';
import { writeCell } from '../../src/components/cells.js';
import { columnStamp } from '../../src/model/stamps.js';
import { createWorld } from '../../src/world.js';
import type { Step } from '../../src/model/connection.js';
import type { ExecutorName } from '../../src/world/api.js';
import {
  type GivenFlow,
  after,
  bookOf,
  carriedBy,
  column,
  kind,
  land,
  near,
  programOf,
  rowOf,
  toward,
  valueOf,
} from '../flow/flow-worlds.js';
import { refusal } from '../support/errors.js';
import { at, make, modelOf, stateOf } from '../support/hand-model.js';
import { boolean, number } from '../support/nodes.js';

const executors = { compiled: compiledExecutor, reference: referenceExecutor } as const;
const crime = column('crime');
const plus = (amount: number) => ({ form: { does: 'constant', column: crime, amount: number(amount) } }) as const;
const diffusion = {
  name: 'talk',
  form: { does: 'diffuse', column: crime, percent: 10, targets: toward(near(1)) },
} as const;

describe.each<ExecutorName>(['reference', 'compiled'])('the phase of flows, executor %s', (executor) => {
  test('comes after the clamp, and sees what the phases before have made', () => {
    const { world, fields } = rowOf([plus(1)], { crime: [0] }, executor);
    const seen: unknown[] = [];
    for (const phase of ['clamp', 'flows', 'actions'])
      world.addSystem({
        name: `look after ${phase}`,
        phase,
        run: () => {
          seen.push([phase, world.get(fields[0], 'crime')]);
        },
      });
    world.addSystem({
      name: 'early',
      phase: 'reset',
      run: (now) => {
        now.set(fields[0], 'crime', 40);
      },
    });
    world.step();
    expect(seen).toEqual([
      ['clamp', 40],
      ['flows', 41],
      ['actions', 41],
    ]);
  });

  test('is empty where content has no flows', () => {
    const world = createWorld(programOf(noFlows), { executor });
    const flows = { name: 'flows', phase: 'flows', run: () => {} };
    // The name is free, as there is no such system.
    world.addSystem(flows);
    world.step();
    expect(inspect(world).executor.paths.flows).toBe(0);
  });

  test('explain names each flow, whence it came, and what it changed', () => {
    const { world, fields } = rowOf(
      [
        { name: 'gossip', carrier: carriedBy('guild'), receivers: [{ by: 'owned', kind: kind.field }], ...plus(7) },
        diffusion,
      ],
      { crime: [100, 0, 40] },
      executor,
    );
    const guild = world.spawn({ kind: 'guild' });
    world.setOwner(fields[1], guild);
    world.step();
    expect(world.explain(fields[1], 'crime')).toMatchObject({
      initial: 0,
      current: 19,
      steps: [
        { rule: 'talk', source: fields[0], label: 'diffuse', before: 0, after: 9 },
        { rule: 'talk', source: fields[2], label: 'diffuse', before: 9, after: 12 },
        { rule: 'gossip', source: guild, label: 'constant', before: 12, after: 19 },
      ],
    });
    expect(world.explain(fields[0], 'crime').steps).toMatchObject([
      { rule: 'talk', source: fields[0], label: 'diffuse', before: 100, after: 91 },
    ]);
  });

  test('a flow that looks at too much is named, and nothing has happened', () => {
    const given = { crime: Array.from({ length: 12 }, (_, i) => i) };
    const flows = [
      { ...plus(1), name: 'first' },
      { ...diffusion, name: 'second' },
      { ...plus(1), name: 'third' },
    ];
    // Twelve for themselves, three times; ten with two neighbours and two with one.
    expect(after(rowOf(flows, given, executor, 'own', { limits: { visitsPerTurn: 36 + 22 } }), 'crime')).toHaveLength(
      12,
    );
    const { world } = rowOf(flows, given, executor, 'own', { limits: { visitsPerTurn: 36 + 21 } });
    const before = world.hash();
    const error = refusal(() => {
      world.step();
    });
    expect([error.code, error.culprit, world.hash()]).toEqual(['limit-visits', 'third', before]);
    expect(error.message).toContain(
      'flow third (flows:3) brings the objects that aggregates and flows looked at in turn 1 to more than 57',
    );
  });

  test('so is one whose conditions do', () => {
    const crowd = makeNode(
      aggregate,
      { fold: 'sum', range: { over: 'objects', kind: kind.field, class: 0 }, slot: 2 },
      boolean(true),
      number(1),
    );
    const { world } = rowOf(
      [plus(1), { name: 'dear', form: { does: 'constant', column: crime, amount: crowd } }],
      { crime: [1, 2, 3] },
      executor,
      'own',
      { limits: { visitsPerTurn: 8 } },
    );
    const error = refusal(() => {
      world.step();
    });
    expect([error.code, error.culprit, world.turn]).toEqual(['limit-visits', 'dear', 0]);
  });

  test('lists that would be too long are refused before they are made, and the turn is undone', () => {
    const all: readonly Step[] = [{ by: 'objects', kind: kind.field }];
    const targets = { steps: new Map([[kind.field, [all]]]), itself: false };
    const everyone: readonly GivenFlow[] = [
      { name: 'first', receivers: all, form: { does: 'diffuse', column: crime, percent: 50, targets } },
      { name: 'second', receivers: all, form: { does: 'spread', column: crime, percent: 5, targets } },
      { name: 'third', receivers: all, form: { does: 'constant', column: crime, amount: number(1) } },
    ];
    const given = { crime: [9, 8, 7, 6] };
    // Sixteen carriers with receivers and sixteen receivers with targets, for both propagators together; sixteen
    // carriers with receivers for the amounts.
    const { world: within } = rowOf(everyone, given, executor, 'own', { limits: { flowPairs: 48 } });
    within.step();
    const { world } = rowOf(everyone, given, executor, 'own', { limits: { flowPairs: 47 } });
    const before = world.hash();
    const error = refusal(() => {
      world.step();
    });
    expect([error.code, error.culprit, world.hash()]).toEqual(['limit-pairs', 'third', before]);
    expect(error.message).toContain('flow third (flows:3) brings the pairs that flows list in turn 1 to more than 47');
  });

  test('a clique takes memory as its objects do, not as their pairs', () => {
    const all: readonly Step[] = [{ by: 'objects', kind: kind.field }];
    const clique: GivenFlow = {
      receivers: all,
      form: {
        does: 'diffuse',
        column: crime,
        percent: 50,
        targets: { steps: new Map([[kind.field, [all]]]), itself: false },
      },
    };
    const bytesOf = (length: number): number => {
      const { world } = rowOf([clique], { crime: Array.from({ length }, (_, i) => i) }, 'compiled', 'own', {
        reserve: { objects: 512 },
      });
      const before = process.memoryUsage().arrayBuffers;
      world.step();
      return process.memoryUsage().arrayBuffers - before;
    };
    bytesOf(300);
    // 300 x 300 pairs of 4 bytes would be 360,000.
    expect(bytesOf(300) - bytesOf(30)).toBeLessThan(150_000);
  });

  test('touches only what it changes', () => {
    const flows = [
      plus(0),
      diffusion,
      { form: { does: 'decay', column: column('filth'), percent: 50, floor: 10, negative: 'mirrored' } },
    ] as const;
    const program = programOf(bookOf(flows));
    const state = stateOf(land);
    for (const x of [0, 1]) {
      const field = make(state, 'field', { place: at(x) });
      writeCell(state, land.columns[crime], field, 5);
      writeCell(state, land.columns[column('filth')], field, 14 * x);
    }
    const run = executors[executor](program, state);
    const changed = (turn: number): readonly string[] => {
      const before = state.stamps.values.slice();
      run.flow(beginTurn(state, turn));
      return land.columns
        .filter(({ index }) => state.stamps.values[columnStamp(index)] !== before[columnStamp(index)])
        .map(({ name }) => name);
    };
    // 14, 12, 11, and from there half of 1 is nothing.
    expect([1, 2, 3, 4].map(changed)).toEqual([['filth'], ['filth'], [], []]);
  });

  test('goes on in a world that grows, is restored and copied', () => {
    const { world, fields } = rowOf([diffusion], { crime: [100, 0] }, executor, 'own', { reserve: { objects: 2 } });
    world.run(2);
    const kept = world.snapshot();
    const third = world.spawn({ kind: 'field', place: { x: 2, y: 0 }, values: { crime: 50 } });
    const crimes = (): unknown =>
      [...fields, ...(world.isLive(third) ? [third] : [])].map((field) => world.get(field, 'crime'));
    world.run(2);
    const grown = [world.hash(), crimes()];
    world.restore(kept);
    world.spawn({ kind: 'field', place: { x: 2, y: 0 }, values: { crime: 50 } });
    world.run(2);
    expect([world.hash(), crimes()]).toEqual(grown);
    world.restore(kept);
    const fork = world.fork();
    fork.run(3);
    world.run(3);
    expect(fork.hash()).toBe(world.hash());
    expect(fields.map((field) => Number(world.get(field, 'crime'))).reduce((a, b) => a + b)).toBe(100);
  });
});

test('flows move whole numbers of 32 bits, and nothing else', () => {
  const model = modelOf({
    kinds: { field: { node: true } },
    columns: { heat: { kinds: ['field'] }, count: { kinds: ['field'], integer: true, storage: 'f64' } },
  });
  for (const index of [0, 1]) {
    const error = refusal(() =>
      createWorld(
        programOf(bookOf([{ name: 'warmth', form: { does: 'constant', column: index, amount: number(1) } }]), model),
      ),
    );
    expect([error.code, error.culprit]).toEqual(['flow-column', 'warmth']);
    expect(error.message).toContain(`moves ${model.columns[index].name}, which does not hold 32-bit integers`);
  }
  expect(
    createWorld(
      programOf(bookOf([plus(1), { form: { does: 'constant', column: crime, amount: valueOf('heads') } }]), land),
    ).turn,
  ).toBe(0);
});
