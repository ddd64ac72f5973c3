import fc from 'fast-check';
import { makeNode, makeNodeOf } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { aggregate, countTrue } from '../../src/eval/ops/member-folds.js';
import { compare } from '../../src/eval/ops/compare-values.js';
import { type Comparison } from '../../src/kernel/comparison.js';
import { coordinate } from '../../src/eval/ops/space.js';
import { draw } from '../../src/eval/ops/draws.js';
import { follow, role, slot } from '../../src/eval/ops/object-links.js';
import { and, applies, not, or, present, provided } from '../../src/eval/ops/logic.js';
import { read } from '../../src/eval/ops/read.js';
import { time } from '../../src/eval/ops/time.js';
import { type Effect, type Program, noRules } from '../../src/ir/rule.js';
import {
  type Action,
  type ActionList,
  type Task,
  type Trigger,
  type TriggerBook,
  type TriggerPolicy,
  plainPolicy,
} from '../../src/ir/trigger.js';
import { modelOf } from './hand-model.js';
import { number, source, target } from './nodes.js';

/** Random triggers over a small world: bodies with numbers, mates and owners, roles that are bound to some of them. */

export const roleNames = ['red', 'blue', 'r0', 'r1', 'r2', 'r3', 'r4', 'r5'] as const;
const bodyRoles = [2, 3, 4, 5, 6, 7];

const plain = modelOf({
  kinds: { side: { faction: true, ownership: 'none' }, body: {} },
  columns: {
    cash: { kinds: ['side'], integer: true },
    health: { kinds: ['body'], initial: 5 },
    shield: { kinds: ['body'], integer: true },
    mate: { kinds: ['body'], role: 'property', type: { name: 'entity' }, storage: 'f64' },
  },
  roles: roleNames,
});
const columnOf = (name: string): number => plain.columnByName.get(name)?.index ?? -1;

const roleOf = (index: number): Node => makeNode(role, { role: index });
const readOf = (name: string, of: Node): Node =>
  makeNode(
    read,
    { column: columnOf(name), type: plain.columns[columnOf(name)].type, climb: false, absent: 'missing' as const },
    of,
  );

const body = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...bodyRoles).map(roleOf) },
  { weight: 1, arbitrary: fc.constantFrom(...bodyRoles).map((index) => readOf('mate', roleOf(index))) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...bodyRoles)
      .map((index) =>
        makeNode(
          provided,
          {},
          roleOf(index),
          makeNode(compare, { comparison: '>' as const }, readOf('health', roleOf(index)), number(2)),
        ),
      ),
  },
);
const side = fc.constantFrom(0, 1).map(roleOf);
const comparison = fc.constantFrom<Comparison>('==', '!=', '<', '<=', '>', '>=');
const equality = fc.constantFrom<Comparison>('==', '!=');
const small = fc.integer({ min: -1, max: 8 });

const compared = (left: fc.Arbitrary<Node>): fc.Arbitrary<Node> =>
  fc.tuple(comparison, left, small).map(([how, of, to]) => makeNode(compare, { comparison: how }, of, number(to)));
const everybody = { over: 'objects', kind: 2, class: 0 } as const;
const member = makeNode(slot, { slot: 2 });

const leaf: fc.Arbitrary<Node> = fc.oneof(
  {
    weight: 5,
    arbitrary: compared(fc.tuple(fc.constantFrom('health', 'shield'), body).map(([name, of]) => readOf(name, of))),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(equality, body, side)
      .map(([how, of, by]) =>
        makeNode(compare, { comparison: how }, makeNode(follow, { relation: 'owner' as const, kind: 0 }, of), by),
      ),
  },
  { weight: 2, arbitrary: compared(side.map((of) => readOf('cash', of))) },
  { weight: 2, arbitrary: compared(fc.constant(makeNode(time, {}))) },
  { weight: 2, arbitrary: body.map((of) => makeNode(present, {}, of)) },
  { weight: 2, arbitrary: body.map((of) => makeNode(not, {}, makeNode(present, {}, of))) },
  {
    weight: 2,
    arbitrary: fc.tuple(equality, body, body).map(([how, a, b]) => makeNode(compare, { comparison: how }, a, b)),
  },
  {
    weight: 2,
    arbitrary: compared(
      fc.tuple(fc.constantFrom<'x' | 'y'>('x', 'y'), body).map(([axis, of]) => makeNode(coordinate, { axis }, of)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(comparison, body, body)
      .map(([how, a, b]) => makeNode(compare, { comparison: how }, readOf('health', a), readOf('shield', b))),
  },
  {
    weight: 1,
    arbitrary: compared(
      fc.constant(
        makeNode(
          aggregate,
          { fold: 'count' as const, range: everybody, slot: 2 },
          makeNode(compare, { comparison: '>' as const }, readOf('health', member), number(4)),
        ),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 5 })
      .map((site) => makeNode(compare, { comparison: '<' as const }, makeNode(draw, { site, slots: 0 }), number(0.4))),
  },
);

const condition: fc.Arbitrary<Node> = fc.letrec<{ readonly any: Node }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    { weight: 4, arbitrary: leaf },
    {
      weight: 1,
      arbitrary: fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((parts) => makeNodeOf(and, {}, parts)),
    },
    {
      weight: 1,
      arbitrary: fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((parts) => makeNodeOf(or, {}, parts)),
    },
    { weight: 1, arbitrary: tie('any').map((part) => makeNode(not, {}, part)) },
    { weight: 1, arbitrary: tie('any').map((part) => makeNode(applies, {}, part)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(comparison, fc.array(tie('any'), { maxLength: 3 }), small)
        .map(([how, parts, to]) =>
          makeNode(compare, { comparison: how }, makeNodeOf(countTrue, {}, parts), number(to)),
        ),
    },
  ),
})).any;

const base = { recipient: 'target' as const, stacking: 0, label: '' };
const effect: fc.Arbitrary<Effect> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('health', 'shield'), fc.constantFrom<'set' | 'add'>('set', 'add'), small).map(
      ([name, modification, to]): Effect => ({
        ...base,
        kind: 'modify',
        column: columnOf(name),
        modification,
        amount: number(to),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(side, small).map(
      ([holder, by]): Effect => ({
        ...base,
        kind: 'modify',
        column: columnOf('cash'),
        holder,
        modification: 'add',
        amount: number(by),
      }),
    ),
  },
  { weight: 1, arbitrary: side.map((owner): Effect => ({ ...base, kind: 'give', owner })) },
  { weight: 1, arbitrary: fc.constant<Effect>({ ...base, kind: 'destroy' }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...bodyRoles), body)
      .map(([index, object]): Effect => ({ ...base, kind: 'bind', role: number(index), object })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(small, small).map(([x, y]): Effect => ({ ...base, kind: 'put', x: number(x), y: number(y) })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...bodyRoles).map(
      (index): Effect => ({
        ...base,
        kind: 'create',
        bare: 2,
        class: makeNode(read, { column: 0, type: { name: 'number' }, climb: false, absent: 'zero' as const }, source),
        count: number(1),
        initial: [],
        into: roleOf(0),
        then: [
          { ...base, kind: 'put', x: number(index), y: number(1) },
          { ...base, kind: 'bind', role: number(index), object: target },
        ],
      }),
    ),
  },
);

/** Lists that a task may name: all of a book. */
function taskOf(lists: number, triggers: number): fc.Arbitrary<Task> {
  const indices = fc.array(fc.integer({ min: 0, max: triggers - 1 }), { maxLength: 2 });
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(effect, { minLength: 1, maxLength: 2 }).map((effects): Task => ({ by: 'effects', effects })),
    },
    { weight: 2, arbitrary: fc.constant<Task>({ by: 'poll' }) },
    { weight: 2, arbitrary: fc.tuple(indices, indices).map(([arm, disarm]): Task => ({ by: 'arm', arm, disarm })) },
    { weight: 3, arbitrary: fc.integer({ min: -1, max: 7 }).map((ticks): Task => ({ by: 'delay', ticks })) },
    {
      weight: 2,
      arbitrary: fc.integer({ min: triggers, max: lists - 1 }).map((list): Task => ({ by: 'group', list })),
    },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: triggers, max: lists - 1 })
        .map((list): Task => ({ by: 'start', list, subject: target })),
    },
    { weight: 1, arbitrary: fc.constant<Task>({ by: 'tell' }) },
  );
}

function actionOf(lists: number, triggers: number): fc.Arbitrary<Action> {
  return fc
    .record({
      subject: fc.option(body, { nil: undefined, freq: 4 }),
      direct: fc.option(body, { nil: undefined, freq: 3 }),
      filter: fc.option(
        fc
          .tuple(comparison, fc.constantFrom(source, target), small)
          .map(([how, of, to]) => makeNode(compare, { comparison: how }, readOf('health', of), number(to))),
        { nil: undefined, freq: 3 },
      ),
      swaps: fc.boolean(),
      silent: fc.boolean(),
      needsDirect: fc.boolean(),
      task: taskOf(lists, triggers),
    })
    .map((given) => ({ name: given.task.by, ...given }));
}

const extraLists = 3;

const policy: fc.Arbitrary<TriggerPolicy> = fc.constantFrom<TriggerPolicy>(
  { ...plainPolicy, depth: 6 },
  {
    ties: 'last',
    trailing: 'lost',
    capacity: 5,
    zero: 'same-step',
    missingDirect: 'error',
    depth: 9,
    tellsDropped: false,
  },
);

/**
 * A program of random triggers: the first lists are those of the triggers, the last of groups and of runs of their own,
 * which name none that come before them, so that not all recurse.
 */
export const triggerPrograms: fc.Arbitrary<Program> = fc.integer({ min: 1, max: 40 }).chain((count) => {
  const lists = count + extraLists;
  const action = actionOf(lists, count);
  return fc
    .record({
      triggers: fc.array(
        fc.record({
          when: condition,
          looks: fc.constantFrom<Trigger['looks']>('sweep', 'sweep', 'sweep', 'rise'),
          armed: fc.constantFrom(true, true, true, false),
          persistent: fc.constantFrom(true, false, false),
          subject: fc.option(body, { nil: undefined }),
          direct: fc.option(body, { nil: undefined }),
        }),
        { minLength: count, maxLength: count },
      ),
      lists: fc.array(fc.array(action, { maxLength: 4 }), { minLength: count, maxLength: count }),
      // Lists of groups do not begin further lists, so that frames stay few.
      extra: fc.array(
        fc.array(
          action.filter(({ task }) => task.by !== 'group' && task.by !== 'start'),
          { maxLength: 3 },
        ),
        { minLength: extraLists, maxLength: extraLists },
      ),
      policy,
      granularity: fc.constantFrom(1, 3),
      period: fc.constantFrom(0, 1, 2),
    })
    .map(({ triggers, lists: own, extra, policy: its, granularity, period }): Program => {
      const book: TriggerBook = {
        triggers: triggers.map(
          (given, index): Trigger => ({
            ...given,
            index,
            name: `trigger ${index}`,
            list: index,
            origin: { file: '', line: 0, column: 0 },
          }),
        ),
        lists: [...own, ...extra].map((actions, index): ActionList => ({ index, name: `list ${index}`, actions })),
        policy: its,
        timing: { granularity, period },
      };
      return {
        model: { ...plain, triggers: book.triggers.map(({ name }) => name) },
        rules: { ...noRules, triggers: book },
        fingerprint: 'random',
      };
    });
});

/** What a host does between looks: to bodies by their place in a list, to roles. */
export type HostAction =
  | { readonly does: 'set'; readonly body: number; readonly column: 'health' | 'shield'; readonly to: number }
  | { readonly does: 'mate'; readonly body: number; readonly to: number }
  | { readonly does: 'own'; readonly body: number; readonly side: number }
  | { readonly does: 'move'; readonly body: number; readonly x: number; readonly y: number }
  | { readonly does: 'bind'; readonly role: number; readonly body: number }
  | { readonly does: 'spawn' }
  | { readonly does: 'destroy'; readonly body: number }
  | { readonly does: 'arm'; readonly trigger: number; readonly armed: boolean }
  | { readonly does: 'poll' }
  | { readonly does: 'advance'; readonly ticks: number }
  | { readonly does: 'turn' };

const which = fc.nat({ max: 30 });
export const hostActions: fc.Arbitrary<readonly HostAction[]> = fc.array(
  fc.oneof(
    fc.record({
      does: fc.constant('set' as const),
      body: which,
      column: fc.constantFrom<'health' | 'shield'>('health', 'shield'),
      to: small,
    }),
    fc.record({ does: fc.constant('mate' as const), body: which, to: which }),
    fc.record({ does: fc.constant('own' as const), body: which, side: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ does: fc.constant('move' as const), body: which, x: small, y: small }),
    fc.record({ does: fc.constant('bind' as const), role: fc.constantFrom(...bodyRoles), body: which }),
    fc.record({ does: fc.constant('spawn' as const) }),
    fc.record({ does: fc.constant('destroy' as const), body: which }),
    fc.record({ does: fc.constant('arm' as const), trigger: which, armed: fc.boolean() }),
    fc.record({ does: fc.constant('poll' as const) }),
    fc.record({ does: fc.constant('advance' as const), ticks: fc.nat({ max: 9 }) }),
    fc.record({ does: fc.constant('turn' as const) }),
  ),
  { minLength: 5, maxLength: 30 },
);
