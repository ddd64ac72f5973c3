import { keepingShape } from '../kernel/one-shape.js';
import type { DeclaredReads, StateGuard, WorldState } from '../components/state.js';
import { nextOfStream } from '../kernel/streams.js';
import { type Frame, type Node, type Value, slotCount } from '../ir/node.js';
import { meaningOf, operationOf } from './make-node.js';
import { undeclared } from '../state/state-guard.js';
import { type Fact, fact } from '../model/stamps.js';

/**
 * The reference interpreter: one object at a time, no caches. It is the meaning of the IR, which all other code matches
 * bit for bit.
 */
export function createFrame(state: WorldState, turn: number, by: Evaluate = interpret): Frame {
  const frame = frameOf(state, turn, by);
  return by === interpret && state.guard !== undefined
    ? Object.assign(frame, { evaluate: checkedEvaluator(frame, state.guard) })
    : frame;
}

const frameOf = keepingShape((state: WorldState, turn: number, by: Evaluate): Frame => {
  const frame: Frame = {
    state,
    turn,
    slots: new Array<number>(slotCount).fill(0),
    value: 0,
    valueWhole: false,
    whole: false,
    rule: 0,
    occurrence: 0,
    controller: 0,
    tests: 0,
    visits: 0,
    sorted: 0,
    isQuestion: false,
    suppositions: undefined,
    mishaps: { overflows: 0, zeroDivisions: 0 },
    next: () => nextWhole(state),
    evaluate: (node) => by(node, frame),
  };
  return frame;
});

export type Evaluate = (node: Node, frame: Frame) => Value;

function interpret(node: Node, frame: Frame): Value {
  return meaningOf(node)(node, frame);
}

/** Of sequential draws from the world's own stream. */
const streamRange = 2 ** 31;

function nextWhole({ sequence, streams, strings }: WorldState): number {
  return sequence === undefined ? Math.floor(nextOfStream(streams, strings, 'expressions') * streamRange) : sequence();
}

interface Declared extends DeclaredReads {
  readonly slots: number;
  readonly draws: boolean;
  readonly runs: boolean;
  readonly sequential: boolean;
}

/** Operations read only what they declare; otherwise `undeclared-read`. */
function checkedEvaluator(frame: Frame, guard: StateGuard): (node: Node) => Value {
  const known = guard.known as WeakMap<Node, Declared>;
  let current: Declared | undefined;
  const shown = shownFrame(frame, guard, () => current, evaluate);
  return evaluate;

  function evaluate(node: Node): Value {
    const [before, beforeInState] = [current, guard.declared];
    let declared = known.get(node);
    if (declared === undefined) known.set(node, (declared = declaredBy(node)));
    current = guard.declared = declared;
    try {
      return meaningOf(node)(node, shown);
    } finally {
      current = before;
      guard.declared = beforeInState;
    }
  }
}

function declaredBy(node: Node): Declared {
  const operation = operationOf(node);
  const { data } = node;
  const { runs = false, sequential = false } = operation;
  const bits = (operation.slots?.(data) ?? 0) | (operation.binds?.(data) ?? 0);
  return {
    operation: node.op,
    columns: new Set(operation.reads?.(data)),
    facts: new Set((operation.facts?.(data) ?? []).map((each) => fact[each])),
    slots: bits,
    draws: operation.draws?.(data) === true,
    runs,
    sequential,
  };
}

/** A frame as operations see it. Writes go to the frame itself. */
function shownFrame(
  frame: Frame,
  guard: StateGuard,
  current: () => Declared | undefined,
  evaluate: Frame['evaluate'],
): Frame {
  const demand = (is: (declared: Declared) => boolean, what: string, needed: string) => {
    const declared = current();
    if (declared !== undefined && !is(declared)) throw undeclared(declared, what, needed);
  };
  const slots = new Proxy(frame.slots, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name))
        demand((declared) => ((declared.slots >>> Number(name)) & 1) === 1, `slot ${name}`, 'that slot');
      return Reflect.get(target, name) as unknown;
    },
  });
  const guarded = (
    name: 'turn' | 'rule' | 'value' | 'valueWhole' | 'occurrence' | 'controller' | 'suppositions' | 'next',
    is: (declared: Declared) => boolean,
    what: string,
    needed: string,
  ): PropertyDescriptor => ({
    get: () => {
      demand(is, what, needed);
      return frame[name];
    },
  });
  const byFact = (name: 'turn' | 'occurrence' | 'controller' | 'suppositions', needed: Fact, what: string) =>
    guarded(name, ({ facts }) => facts.has(fact[needed]), what, needed);
  const passed = (name: 'whole' | 'visits' | 'tests'): PropertyDescriptor => ({
    get: () => frame[name],
    set: (value: unknown) => void Reflect.set(frame, name, value),
  });
  return Object.create(frame, {
    state: { value: guard.view },
    slots: { value: slots },
    evaluate: { value: evaluate },
    turn: byFact('turn', 'clock', 'the turn'),
    rule: guarded('rule', ({ draws }) => draws, 'the rule', 'that it draws'),
    value: guarded('value', ({ runs }) => runs, 'the running value', 'that it runs'),
    valueWhole: guarded('valueWhole', ({ runs }) => runs, 'the running value', 'that it runs'),
    occurrence: byFact('occurrence', 'occurrence', 'the occurrence'),
    controller: byFact('controller', 'occurrence', 'the controller'),
    suppositions: byFact('suppositions', 'supposition', 'what is supposed'),
    next: guarded('next', ({ sequential }) => sequential, 'the sequence', 'that it is sequential'),
    whole: passed('whole'),
    visits: passed('visits'),
    tests: passed('tests'),
  }) as Frame;
}
