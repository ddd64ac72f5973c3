import type { Value } from '../../ir/node.js';
import { varies } from '../columns/evaluator.js';
import { operationOf } from '../make-node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { type Code, js, nameOf, refuse } from './code.js';
import type { Access, Emitting, Given } from './access.js';
import type { Emitted, Get, MemberLoop } from './emission.js';
import type { Shape } from './shape.js';
import type { Block } from './writer.js';

/** The loop over members that is being emitted. */
interface Loop {
  readonly slot: number;
  /** Where the loop stands. */
  readonly around: Block;
}

/** How a function over rows of a shape does it: a term stands outside of the loops in which it has one value. */
export function rowAccess({ writer, before, bindings, emitOperation }: Emitting, shape: Shape): Access {
  const givens = new Map<string, Given>();
  const uniforms = new Map<Term, number>();
  let loop: Loop | undefined;

  const isUniform = (wanted: Term, member?: number): boolean =>
    (wanted.free & (shape.varying | memberBit()) & ~(member === undefined ? 0 : 1 << member)) === 0 &&
    !(wanted.runs && shape.runs);
  const isOuter = (wanted: Term): boolean => loop === undefined || (wanted.free & memberBit()) === 0;
  return {
    inFrame: false,
    get givens() {
      return [...givens.values()];
    },
    isUniform,
    isOuter,
    given,
    kindIn: (slot) => shape.kinds[slot] ?? 0,
    slot: (slot) => js`${given(`slot ${slot}`, ({ rows }) => rows.slots[slot])}[row]`,
    running: () => js`${given('running', ({ rows }) => rows.running)}[row]`,
    runningWhole: () => js`${given('running classes', ({ rows }) => rows.runningClasses)}[row]`,
    visit(count) {
      writer.add(js`visits += ${count};`);
      writer.add(js`if (visits > tally[0]) { tally[0] = visits; return; }`);
    },
    placeOf(wanted) {
      if (isUniform(wanted)) return before;
      return loop !== undefined && isOuter(wanted) ? loop.around : writer.here;
    },
    within(place, act) {
      if (place === writer.here) return act();
      const saved = loop;
      loop = undefined;
      try {
        return writer.at(place, act);
      } finally {
        loop = saved;
      }
    },
    emit: (wanted) => (isUniform(wanted) ? uniform(wanted) : emitOperation(wanted)),
    overMembers,
  };

  function memberBit(): number {
    return loop === undefined ? 0 : 1 << loop.slot;
  }

  function given(name: string, get: Get): Code {
    const known = givens.get(name) ?? { name: nameOf('given', givens.size), get };
    givens.set(name, known);
    return known.name;
  }

  function overMembers({ slot, kind, ids, from, to }: MemberLoop, fill: (member: Code) => void): void {
    if (loop !== undefined || ((shape.varying >>> slot) & 1) === 1) return refuse('an aggregate inside another');
    const at = writer.variable(from);
    const member = writer.name();
    loop = { slot, around: writer.here };
    bindings.set(slot, { value: member, kinds: kind === 0 ? [] : [kind] });
    try {
      const inLoop = writer.inside(() => {
        fill(member);
      });
      writer.add(js`for (; ${at} < ${to}; ${at}++) { const ${member} = ${ids}[${at}]; ${inLoop} }`);
    } finally {
      loop = undefined;
      bindings.delete(slot);
    }
  }

  /**
   * What is the same in all rows is asked of the interpreter once a call; where it is absent, the primitives answer.
   */
  function uniform(wanted: Term): Emitted {
    // A constant is written down.
    if (wanted.args.length === 0 && operationOf(wanted).pure === true) return emitOperation(wanted);
    if (wanted.heavy) return refuse('an aggregate that is the same for all rows');
    const number = uniforms.get(wanted) ?? uniforms.size;
    uniforms.set(wanted, number);
    const value = given(`uniform ${number}`, ({ evaluator, rows }) => presentOnly(evaluator.uniform(wanted, rows)));
    if (wanted.type.name !== 'numeric') return { value, absence: undefined };
    const whole = given(`uniform ${number} class`, ({ evaluator, rows }) => {
      evaluator.uniform(wanted, rows);
      return evaluator.frame.whole ? 1 : 0;
    });
    return { value, whole, absence: undefined };
  }
}

function presentOnly(value: Value | typeof varies): number | undefined {
  return value === varies || isAbsent(value) ? undefined : value;
}
