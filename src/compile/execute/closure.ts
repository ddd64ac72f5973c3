import { ancestorOfKind } from '../../components/attachment.js';
import { hasCell, readCell } from '../../components/cells.js';
import { timeOf } from '../../components/clock.js';
import { ownerOf } from '../../components/ownership.js';
import { resolve } from '../../kernel/identity.js';
import type { Frame } from '../frame.js';
import { operationOf } from '../make-node.js';
import type { Node, Value } from '../node.js';
import { graver, isAbsent } from '../operation.js';
import type { Comparison } from '../operations/compare.js';
import type { FollowData } from '../operations/follow.js';
import type { OccurringData } from '../operations/occurring.js';
import { type ReadData, whenAbsent } from '../operations/read.js';

/** Evaluates a node in a frame. */
export type Closure = (frame: Frame) => Value;

/**
 * A node as nested functions, for conditions that are asked of one object at a time, again and again: what the interpreter finds out about each node each time is settled once. Operations that are not
 * worth it go on as the interpreter has them.
 */
export function closureOf(node: Node): Closure {
  switch (node.op) {
    case 'constant': {
      const { value } = node.data as { readonly value: number };
      return () => value;
    }
    case 'slot': {
      const { slot } = node.data as { readonly slot: number };
      return ({ slots }) => slots[slot];
    }
    case 'occurring': return occurring(node);
    case 'read': return read(node as Node<ReadData>);
    case 'compare': return compare(closureOf(node.args[0]), closureOf(node.args[1]), (node.data as { readonly comparison: Comparison }).comparison);
    case 'and': return decide(node.args.map(closureOf), 0);
    case 'or': return decide(node.args.map(closureOf), 1);
    case 'not': {
      const arg = closureOf(node.args[0]);
      return (frame) => {
        const value = arg(frame);
        return isAbsent(value) ? value : 1 - value;
      };
    }
    case 'applies': {
      const arg = closureOf(node.args[0]);
      return (frame) => (arg(frame) === 1 ? 1 : 0);
    }
    case 'present': {
      const arg = closureOf(node.args[0]);
      return (frame) => (isAbsent(arg(frame)) ? 0 : 1);
    }
    case 'otherwise': {
      const [arg, instead] = [closureOf(node.args[0]), closureOf(node.args[1])];
      return (frame) => arg(frame) ?? instead(frame);
    }
    case 'supposed': {
      const answer = closureOf(node.args[1]);
      const operation = operationOf(node);
      return (frame) => (frame.suppositions === undefined ? answer(frame) : operation.evaluate(node, frame));
    }
    case 'follow': return follow(node as Node<FollowData>);
    case 'role': {
      const { role } = node.data as { readonly role: number };
      return ({ state: { identity, role: bindings } }) => resolve(identity, bindings[role + 1]) || undefined;
    }
    case 'time': return ({ state }) => timeOf(state);
    case 'controller': return ({ controller }) => controller || undefined;
    case 'add':
    case 'subtract':
    case 'multiply': return calculate(closureOf(node.args[0]), closureOf(node.args[1]), node.op);
    default: {
      const operation = operationOf(node);
      return (frame) => operation.evaluate(node, frame);
    }
  }
}

function occurring(node: Node): Closure {
  const { field, type } = node.data as OccurringData;
  const operation = operationOf(node);
  if (type.name === 'entity') {
    return (frame) => {
      const { occurrence, state } = frame;
      return occurrence <= 0 ? operation.evaluate(node, frame) : resolve(state.identity, state.occurrences.values[occurrence * state.fieldCount + field]) || undefined;
    };
  }
  return (frame) => {
    const { occurrence, state } = frame;
    if (occurrence <= 0) return operation.evaluate(node, frame);
    const stored = state.occurrences.values[occurrence * state.fieldCount + field];
    return Number.isNaN(stored) ? undefined : stored;
  };
}

function follow(node: Node<FollowData>): Closure {
  const { relation, kind } = node.data;
  const of = closureOf(node.args[0]);
  return (frame) => {
    const id = of(frame);
    if (isAbsent(id) || id === 0) return id;
    const { state } = frame;
    if (relation === 'parent') return state.parent[id];
    return relation === 'owner' ? ownerOf(state, id) : ancestorOfKind(state, id, kind);
  };
}

function calculate(left: Closure, right: Closure, how: 'add' | 'subtract' | 'multiply'): Closure {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (isAbsent(a) || isAbsent(b)) return graver(a, b);
    return how === 'add' ? a + b : how === 'subtract' ? a - b : a * b;
  };
}

function read(node: Node<ReadData>): Closure {
  const { column: index, climb } = node.data;
  const of = closureOf(node.args[0]);
  if (climb) {
    return (frame) => {
      const { state } = frame;
      const column = state.model.columns[index];
      const from = of(frame);
      if (isAbsent(from)) return whenAbsent(node.data, column.initial);
      let id = from;
      while (id !== 0 && !hasCell(state, column, id)) id = state.parent[id];
      return id === 0 ? whenAbsent(node.data, column.initial) : readCell(state, column, id);
    };
  }
  return (frame) => {
    const { state } = frame;
    const column = state.model.columns[index];
    const id = of(frame);
    return isAbsent(id) || id === 0 || !hasCell(state, column, id) ? whenAbsent(node.data, column.initial) : readCell(state, column, id);
  };
}

function compare(left: Closure, right: Closure, comparison: Comparison): Closure {
  const test = tests[comparison];
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (isAbsent(a) || isAbsent(b)) return graver(a, b);
    return test(a, b) ? 1 : 0;
  };
}

const tests: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

function decide(args: readonly Closure[], deciding: 0 | 1): Closure {
  return (frame) => {
    let absence: Value = 0;
    for (let i = 0; i < args.length; i++) {
      const value = args[i](frame);
      if (value === deciding) return deciding;
      if (isAbsent(value)) absence = absence === 0 ? value : graver(absence, value);
    }
    return absence === 0 ? 1 - deciding : absence;
  };
}

const closures = new WeakMap<Node, Closure>();

/** Evaluates a node by its nested functions, which are made when it first is. */
export function evaluateByClosure(node: Node, frame: Frame): Value {
  let closure = closures.get(node);
  if (closure === undefined) closures.set(node, closure = closureOf(node));
  return closure(frame);
}
