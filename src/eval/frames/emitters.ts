import type { Comparison } from '../../kernel/comparison.js';
import { ownerOf } from '../../state/ownership.js';
import { timeOf } from '../../state/clock.js';
import { memoryRow, shownValue } from '../../state/memories.js';
import { resolve } from '../../kernel/identity.js';
import { type Code, comparisonOf, js, literal } from '../emit/code.js';
import type { Node } from '../../ir/node.js';
import type { FollowData } from '../ops/follow.js';
import type { OccurringData } from '../ops/occurring.js';
import type { ReadData } from '../ops/read.js';
import type { RememberedData } from '../ops/remembered.js';
import { emitAggregate } from './emit-aggregate.js';
import { kindsOf, slotsOf, stateOf } from './parts.js';
import type { Bound, Found, Scalar } from './scalar.js';

type Emit = (node: Node, scalar: Scalar) => Found;

/**
 * The code of operations in a frame, for those that are asked most often: the expressions of the reference
 * interpretation, in its order. What is not among them is interpreted.
 */
export const emitters: Readonly<Record<string, Emit>> = {
  constant: ({ data }, scalar) => ({
    value: numberOf((data as { readonly value: number }).value, scalar),
    absent: false,
  }),
  slot: (node, scalar) => ({
    value: boundIn(node, scalar)?.value ?? scalar.keep(js`${slotsOf(scalar)}[${slotOf(node)}]`),
    absent: false,
  }),
  occurring: (node, scalar) => emitOccurring(node as Node<OccurringData>, scalar),
  remembered: (node, scalar) => emitRemembered(node as Node<RememberedData>, scalar),
  read: (node, scalar) => emitRead(node as Node<ReadData>, scalar),
  follow: (node, scalar) => emitFollow(node as Node<FollowData>, scalar),
  kindOf: (node, scalar) => emitSort(node, kindsOf(scalar), scalar),
  classOf: (node, scalar) => emitSort(node, scalar.once(js`frame.state.class`), scalar),
  role: ({ data }, scalar) => ({
    value: scalar.keep(
      js`${scalar.given(resolve)}(${identityOf(scalar)}, ${stateOf(scalar)}.role[${(data as { readonly role: number }).role + 1}]) || undefined`,
    ),
    absent: true,
  }),
  time: (_node, scalar) => ({ value: scalar.keep(js`${scalar.given(timeOf)}(${stateOf(scalar)})`), absent: false }),
  controller: (_node, scalar) => ({ value: scalar.keep(js`frame.controller || undefined`), absent: true }),
  compare: (node, scalar) =>
    emitBoth(
      node,
      scalar,
      (a, b) => js`${a} ${comparisonOf((node.data as { readonly comparison: Comparison }).comparison)} ${b} ? 1 : 0`,
    ),
  add: (node, scalar) => emitBoth(node, scalar, (a, b) => js`${a} + ${b}`),
  subtract: (node, scalar) => emitBoth(node, scalar, (a, b) => js`${a} - ${b}`),
  multiply: (node, scalar) => emitBoth(node, scalar, (a, b) => js`${a} * ${b}`),
  minimum: (node, scalar) => emitBoth(node, scalar, (a, b) => js`${a} < ${b} ? ${a} : ${b}`),
  maximum: (node, scalar) => emitBoth(node, scalar, (a, b) => js`${a} > ${b} ? ${a} : ${b}`),
  negate: (node, scalar) => emitOne(node, scalar, (a) => js`-${a}`),
  floor: (node, scalar) => emitOne(node, scalar, (a) => js`Math.floor(${a})`),
  not: (node, scalar) => emitOne(node, scalar, (a) => js`1 - ${a}`),
  and: (node, scalar) => emitDecide(node, scalar, 0),
  or: (node, scalar) => emitDecide(node, scalar, 1),
  applies: (node, scalar) => ({
    value: scalar.keep(js`${scalar.of(node.args[0]).value} === 1 ? 1 : 0`),
    absent: false,
  }),
  present(node, scalar) {
    const { value, absent } = scalar.of(node.args[0]);
    return { value: absent ? scalar.keep(js`${value} == null ? 0 : 1`) : js`1`, absent: false };
  },
  otherwise: emitOtherwise,
  choose: emitChoose,
  supposed: emitSupposed,
  aggregate: emitAggregate,
};

/** A number; what is not finite cannot be written down. */
function numberOf(value: number, scalar: Scalar): Code {
  return Number.isFinite(value) ? literal(value) : scalar.given(value);
}

function identityOf(scalar: Scalar): Code {
  return scalar.once(js`frame.state.identity`);
}

function slotOf(node: Node): number {
  return (node.data as { readonly slot: number }).slot;
}

/** What is known of the object that a node names. */
function boundIn(node: Node, scalar: Scalar): Bound | undefined {
  return node.op === 'slot' ? scalar.bound(slotOf(node)) : undefined;
}

function emitOne(node: Node, scalar: Scalar, apply: (value: Code) => Code): Found {
  const { value, absent } = scalar.of(node.args[0]);
  return { value: scalar.keep(absent ? js`${value} == null ? ${value} : ${apply(value)}` : apply(value)), absent };
}

/** Two values, or the graver absence where one is absent. */
function emitBoth(node: Node, scalar: Scalar, apply: (a: Code, b: Code) => Code): Found {
  const [a, b] = [scalar.of(node.args[0]), scalar.of(node.args[1])];
  const absence = [a, b].filter(({ absent }) => absent).map(({ value }) => value);
  if (absence.length === 0) return { value: scalar.keep(apply(a.value, b.value)), absent: false };
  const isAbsent =
    absence.length === 1 ? js`${absence[0]} == null` : js`${absence[0]} == null || ${absence[1]} == null`;
  const graver =
    absence.length === 1 ? absence[0] : js`(${absence[0]} === null || ${absence[1]} === null ? null : undefined)`;
  return { value: scalar.keep(js`${isAbsent} ? ${graver} : ${apply(a.value, b.value)}`), absent: true };
}

/** A decisive operand ends it; otherwise the graver absence is the answer. */
function emitDecide(node: Node, scalar: Scalar, deciding: 0 | 1): Found {
  const value = scalar.variable(1 - deciding);
  const label = scalar.label();
  let someAbsent = false;
  const body = scalar.inside(() => {
    for (const arg of node.args) {
      const found = scalar.of(arg);
      scalar.add(js`if (${found.value} === ${deciding}) { ${value} = ${deciding}; break ${label}; }`);
      if (!found.absent) continue;
      someAbsent = true;
      // What is absent so far stands in the value.
      scalar.add(
        js`if (${found.value} == null) ${value} = ${value} === null || ${found.value} === null ? null : undefined;`,
      );
    }
  });
  scalar.add(js`${label}: { ${body} }`);
  return { value, absent: someAbsent };
}

function emitOtherwise(node: Node, scalar: Scalar): Found {
  const first = scalar.of(node.args[0]);
  if (!first.absent) return first;
  const value = scalar.variable(first.value);
  let absent = false;
  const body = scalar.inside(() => {
    const second = scalar.of(node.args[1]);
    absent = second.absent;
    scalar.add(js`${value} = ${second.value};`);
  });
  scalar.add(js`if (${value} == null) { ${body} }`);
  return { value, absent };
}

function emitChoose(node: Node, scalar: Scalar): Found {
  const condition = scalar.of(node.args[0]);
  const value = scalar.variable(condition.value);
  let { absent } = condition;
  const branches = [node.args[1], node.args[2]].map((arg) =>
    scalar.inside(() => {
      const chosen = scalar.of(arg);
      absent ||= chosen.absent;
      scalar.add(js`${value} = ${chosen.value};`);
    }),
  );
  const choice = js`if (${condition.value} === 1) { ${branches[0]} } else { ${branches[1]} }`;
  scalar.add(condition.absent ? js`if (${condition.value} != null) { ${choice} }` : choice);
  return { value, absent };
}

/** Where anything is supposed, the interpreter says what. */
function emitSupposed(node: Node, scalar: Scalar): Found {
  const value = scalar.variable(0);
  const answer = scalar.inside(() => {
    scalar.add(js`${value} = ${scalar.of(node.args[1]).value};`);
  });
  const supposed = scalar.inside(() => {
    scalar.add(js`${value} = ${scalar.interpreted(node).value};`);
  });
  scalar.add(js`if (frame.suppositions === undefined) { ${answer} } else { ${supposed} }`);
  return { value, absent: true };
}

/** What is past is interpreted. */
function emitOccurring(node: Node<OccurringData>, scalar: Scalar): Found {
  const { field, type } = node.data;
  const [occurrence, state] = [scalar.once(js`frame.occurrence`), stateOf(scalar)];
  const value = scalar.variable(0);
  const stored = js`${state}.occurrences.values[${occurrence} * ${state}.fieldCount + ${field}]`;
  const shown =
    type.name === 'entity'
      ? js`${value} = ${scalar.given(resolve)}(${identityOf(scalar)}, ${stored}) || undefined;`
      : js`${value} = ${stored}; if (${value} !== ${value}) ${value} = undefined;`;
  const past = scalar.inside(() => {
    scalar.add(js`${value} = ${scalar.interpreted(node).value};`);
  });
  scalar.add(js`if (${occurrence} > 0) { ${shown} } else { ${past} }`);
  return { value, absent: true };
}

function emitRemembered(node: Node<RememberedData>, scalar: Scalar): Found {
  const state = stateOf(scalar);
  const row = scalar.keep(js`${scalar.given(memoryRow)}(${state}, frame.occurrence, ${node.data.number})`);
  const value = scalar.variable(0);
  const now = scalar.inside(() => {
    scalar.add(js`${value} = ${scalar.of(node.args[0]).value};`);
  });
  scalar.add(
    js`if (${row} === 0) { ${now} } else ${value} = ${scalar.given(shownValue)}(${state}, ${scalar.given(node.type)}, ${state}.memories[${row}]);`,
  );
  return { value, absent: true };
}

function emitRead({ data: { column: index, climb, absent }, args }: Node<ReadData>, scalar: Scalar): Found {
  const column = scalar.model.columns[index];
  const of = scalar.of(args[0]);
  const cells = scalar.once(js`frame.state.cells[${index}]`);
  const cellOf = (id: Code): Code =>
    column.type.name === 'entity'
      ? js`${scalar.given(resolve)}(${identityOf(scalar)}, ${cells}[${id}])`
      : js`${cells}[${id}]`;
  if (isOfKinds(boundIn(args[0], scalar), column.kinds)) return { value: scalar.keep(cellOf(of.value)), absent: false };
  const [has, kinds] = [scalar.given(column.kinds), kindsOf(scalar)];
  const lacks = (id: Code): Code => js`${has}[${kinds}[${id}]] !== 1`;
  const id = climb ? scalar.variable(of.value) : of.value;
  const isNone = of.absent ? js`${id} == null || ${id} === 0` : js`${id} === 0`;
  if (climb)
    scalar.add(js`while (!(${isNone}) && ${lacks(id)}) ${id} = ${scalar.once(js`frame.state.parent`)}[${id}];`);
  return {
    value: scalar.keep(
      js`${climb ? isNone : js`${isNone} || ${lacks(id)}`} ? ${whenAbsent(absent, numberOf(column.initial, scalar))} : ${cellOf(id)}`,
    ),
    absent: absent === 'missing' || absent === 'notFound',
  };
}

/** Whether it is surely of a kind that has a column. */
function isOfKinds(object: Bound | undefined, has: Uint8Array): boolean {
  return object !== undefined && object.kinds.length > 0 && object.kinds.every((kind) => has[kind] === 1);
}

function whenAbsent(absent: ReadData['absent'], initial: Code): Code {
  switch (absent) {
    case 'missing':
      return js`undefined`;
    case 'notFound':
      return js`null`;
    case 'zero':
      return js`0`;
    case 'initial':
      return initial;
  }
}

/** Absent where the object is; none where it leads nowhere. */
function emitFollow({ data: { relation, kind }, args }: Node<FollowData>, scalar: Scalar): Found {
  const of = scalar.of(args[0]);
  const parents = scalar.once(js`frame.state.parent`);
  const isNone = (id: Code): Code => (of.absent ? js`${id} == null || ${id} === 0` : js`${id} === 0`);
  if (relation === 'ancestor') {
    const at = scalar.variable(of.value);
    scalar.add(js`while (!(${isNone(at)}) && ${kindsOf(scalar)}[${at}] !== ${kind}) ${at} = ${parents}[${at}];`);
    return { value: at, absent: of.absent };
  }
  const to =
    relation === 'parent' ? js`${parents}[${of.value}]` : js`${scalar.given(ownerOf)}(${stateOf(scalar)}, ${of.value})`;
  return { value: scalar.keep(js`${isNone(of.value)} ? ${of.value} : ${to}`), absent: of.absent };
}

/** What sort of object it is; missing for none. */
function emitSort(node: Node, sorts: Code, scalar: Scalar): Found {
  const { value } = scalar.of(node.args[0]);
  return { value: scalar.keep(js`${value} == null || ${value} === 0 ? undefined : ${sorts}[${value}]`), absent: true };
}
