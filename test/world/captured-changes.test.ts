import { inspect } from '../../src/world/inspect.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instancesInOneWorld } from '../../src/batch/instances-in-one-world.js';
import type { Environment } from '../../src/ir/environment.js';
import { makeNode } from '../../src/eval/make-node.js';
import { numberType } from '../../src/eval/operation.js';
import { constant } from '../../src/eval/ops/constants.js';
import type { Program } from '../../src/ir/rule.js';
import { put } from '../../src/components/place.js';
import { placeKind } from '../../src/components/place-kind.js';
import { captureChanges, captureState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { defineContent } from '../../src/content/native/define.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { Snapshot } from '../../src/kernel/snapshot.js';
import type { World } from '../../src/world/api.js';
import { insideOf, noteWrites } from '../../src/world/core.js';
import { createWorld } from '../../src/world.js';
import { choicesOf, propertyRuns, randomCases } from '../support/choices.js';
import { randomChange } from '../support/random-change.js';
import { type Manner, randomContent } from '../support/random-content.js';
import { randomWorld } from '../support/random-world.js';
import { said } from '../support/twin-worlds.js';
import { heavy, longTest } from '../support/heavy.js';

function textOf({ parts = [] }: Snapshot): string {
  return parts.map(({ bytes }) => Buffer.from(bytes).toString('base64')).join();
}

/** Column by column. */
function expectSame(copy: Snapshot, whole: Snapshot, state: WorldState): void {
  const { layout } = state.arena;
  let at = 0;
  copy.parts?.forEach(({ bytes }, i) => {
    const rows = copy.taken?.rows[layout.dimensionOf[i]] ?? 0;
    const expected = whole.bytes.subarray(at, (at += rows * layout.rowBytes[i]));
    const found = bytes.length === 0 ? new Uint8Array(expected.length) : bytes.subarray(0, expected.length);
    expect(Buffer.compare(found, expected), layout.columns[i].name).toBe(0);
  });
  expect(at).toBe(whole.used);
}

/** Takes copies by turns in two snapshots, as worlds do before turns, each of which must be what a whole copy is. */
function copying(): { readonly check: (state: WorldState) => void; readonly left: () => number } {
  const kept: (Snapshot | undefined)[] = [undefined, undefined];
  const texts = ['', ''];
  let next = 0;
  let left = 0;
  return {
    check(state) {
      const whole = captureState(state);
      const before = kept[next];
      // What is not copied keeps what it holds: were it another's, it would show.
      const marks = before?.taken?.marks;
      const copy = captureChanges(state, kept[1 - next], before);
      if (copy === before && marks !== undefined)
        left += copy.taken?.marks.filter((mark, i) => mark === marks[i]).length ?? 0;
      expect(copy.used).toBe(whole.used);
      expectSame(copy, whole, state);
      // The other one is still what it was.
      const other = kept[1 - next];
      if (other !== undefined) expect(textOf(other)).toBe(texts[1 - next]);
      texts[next] = textOf(copy);
      expect([...copy.header]).toEqual([...whole.header]);
      kept[next] = copy;
      next = 1 - next;
    },
    left: () => left,
  };
}

const acts = fc.array(
  fc.constantFrom('turn', 'turn', 'turn', 'turns', 'change', 'change', 'change', 'snapshot', 'restore'),
  { minLength: 6, maxLength: 24 },
);

test.each(['compiled', 'reference'] as const)(
  'copies of what has changed are whole ones, whatever turns, hosts and restored states do (%s)',
  (executor) => {
    let [left, turns, grown] = [0, 0, 0];
    fc.assert(
      fc.property(
        randomCases(),
        fc.constantFrom<Manner>('calm', 'planned', 'mixed', 'wild'),
        acts,
        (given, manner, list) => {
          const program = defineContent(randomContent(choicesOf(given.seed), given.groups, manner).source);
          const world = randomWorld(choicesOf(given.seed), program, given.objects, { executor });
          const { core } = insideOf(world);
          const choices = choicesOf(given.seed).split('acts');
          const { capacity } = inspect(world);
          const copies = copying();
          let kept: Snapshot | undefined;
          const act = (what: string, i: number): void => {
            switch (what) {
              case 'turn':
                said(world, () => {
                  world.step();
                });
                turns++;
                break;
              case 'turns':
                said(world, () => {
                  world.run(3);
                });
                break;
              case 'snapshot':
                kept = world.snapshot(kept);
                break;
              case 'restore':
                if (kept !== undefined) world.restore(kept);
                break;
              default:
                randomChange(world, choices.split(i));
            }
          };
          list.forEach((what, i) => {
            act(what, i);
            noteWrites(core);
            copies.check(core.state);
          });
          left += copies.left();
          grown += inspect(world).capacity > capacity ? 1 : 0;
        },
      ),
      propertyRuns(30, 6),
    );
    expect(left).toBeGreaterThan(5 * turns);
    // Few of them grow.
    expect(grown).toBeGreaterThanOrEqual(heavy(0, 1));
  },
);

const instances = 3;

/** The world with the most factions is the measure of room. */
function roomiest(worlds: readonly World[]): World {
  const factions = (world: World): number =>
    insideOf(world).core.state.factionEntity.findLastIndex((entity) => entity !== 0);
  return worlds.reduce((most, world) => (factions(world) > factions(most) ? world : most));
}

/** An environment in which nobody acts. */
const idle: Environment = {
  name: 'idle',
  agents: { kind: 1, where: undefined, count: 1 },
  turns: 0,
  capacity: 300,
  maps: 1,
  blocks: [],
  orders: [],
  reward: { node: makeNode(constant, { value: 0, type: numberType }), change: false },
  lives: undefined,
  terminated: undefined,
  origin: { file: '', line: 1, column: 1 },
};

longTest('the same of instances that begin again, end and become copies of others', () => {
  let [left, runs] = [0, 0];
  fc.assert(
    fc.property(randomCases({ turns: 8 }), fc.constantFrom<Manner>('planned', 'mixed'), (given, manner) => {
      const program: Program = {
        ...defineContent(randomContent(choicesOf(given.seed), given.groups, manner, true).source),
        environment: idle,
      };
      const start = (number: number): World =>
        randomWorld(choicesOf(given.seed).split(`world ${number}`), program, given.objects, {
          reserve: { objects: 300 },
          // Instances share their parameters.
          ...(program.model.parameterByName.has('yield') ? { parameters: { yield: 2 } } : {}),
        });
      const merged = instancesInOneWorld(program, instances, roomiest([0, 1, 2].map(start)));
      const copies = copying();
      for (let turn = 0; turn < given.turns; turn++) {
        const choices = choicesOf(given.seed).split(turn);
        for (const target of [0, 1, 2]) {
          if (turn === 0 || choices.oneIn(6)) merged.put(target, start(choices.below(3)), `${turn}`);
          if (choices.oneIn(6)) merged.copy(choices.below(instances), [target]);
          if (choices.oneIn(8)) merged.clear(target);
        }
        copies.check(merged.state);
        said(start(0), () => {
          merged.run();
        });
        runs++;
        copies.check(merged.state);
      }
      left += copies.left();
    }),
    propertyRuns(15),
  );
  expect(left).toBeGreaterThan(2 * runs);
});

/** A node, a ship on its lane beside the straight line, and copies of their world. */
function lane() {
  const program = defineContent({ kinds: { system: { node: true }, ship: { attachesTo: ['system'] } } });
  const world = createWorld(program);
  const [a, b] = [0, 10].map((x) => world.spawn({ kind: 'system', place: { x, y: 0 } }));
  world.relations.connect(a, b);
  const ship = world.spawn({ kind: 'ship', place: { in: a } });
  const { state } = insideOf(world).core;
  put(state, ship, { at: 'lane', from: a, to: b, x: 3, y: 1 });
  const copies = copying();
  for (let i = 0; i < 2; i++) copies.check(state);
  return {
    world,
    a,
    ship,
    state,
    check: () => {
      copies.check(state);
    },
  };
}

test('a node that is put where it is already straightens what is on its lanes, which copies see', () => {
  const { world, a, ship, state, check } = lane();
  expect(state.place[ship]).toBe(placeKind.lane);
  world.move(a, { x: 0, y: 0 });
  expect(state.y[ship]).toBe(0);
  check();
  check();
});

test('a zero that becomes a negative one is another place', () => {
  const { world, a, state, check } = lane();
  world.move(a, { x: -0, y: 0 });
  expect(state.x[a]).toBe(-0);
  check();
  check();
});

test('what a host wrote into a column is there again after a turn that fails', () => {
  const program = defineContent({ meters: { wealth: { default: 1 } }, kinds: { town: { meters: ['wealth'] } } });
  const world = createWorld(program);
  const town = world.spawn({ kind: 'town' });
  const cells = world.ecs().columns.get('wealth');
  let fails = false;
  world.addSystem({
    name: 'storm',
    phase: 'host',
    run() {
      if (fails) throw new EdictError('storm', 'a storm');
    },
  });
  for (let i = 0; i < 4; i++) world.step();
  if (cells !== undefined) cells.value[town] = 7;
  world.ecs().changed('wealth');
  fails = true;
  expect(() => {
    world.step();
  }).toThrow('a storm');
  expect(world.get(town, 'wealth')).toBe(7);
});
