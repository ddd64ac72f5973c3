import { type Block, type Emitted, type Get, type MemberLoop, type Shape } from './emission.js';
import { type Code, js, nameOf, refuse } from './code.js';
import { type Value } from '../../ir/node.js';
import type { Term } from '../term.js';
import { isAbsent } from '../operation.js';
import { varies } from '../columns/evaluator.js';
import { operationOf } from '../make-node.js';
import { type Access, type Emitting, type Given, eitherWay } from './access.js';

interface Loop {
  readonly slot: number;
  readonly around: Block;
}

/** A term stands outside of the loops in which it has one value. */
export function rowAccess({ writer, before, bindings, emitOperation }: Emitting, shape: Shape): Access {
  const givens = new Map<string, Given>();
  const uniforms = new Map<Term, number>();
  let loop: Loop | undefined;

  const isUniform = (term: Term, member?: number) =>
    (term.free & (shape.varying | memberBit()) & ~(member === undefined ? 0 : 1 << member)) === 0 &&
    !(term.runs && shape.runs);
  const isOuter = (term: Term) => loop === undefined || (term.free & memberBit()) === 0;
  return {
    inFrame: false,
    get givens() {
      return [...givens.values()];
    },
    derivedNow: (code) => writer.once(code),
    isUniform,
    isOuter,
    given,
    kindIn: (slot) => shape.kinds[slot] ?? 0,
    varies: (slot) => ((shape.varying >>> slot) & 1) === 1,
    slot: (slot) => js`${given(`slot ${slot}`, ({ rows }) => rows.slots[slot])}[row]`,
    running: () => js`${given('running', ({ rows }) => rows.running)}[row]`,
    runningWhole: () => js`${given('running classes', ({ rows }) => rows.runningClasses)}[row]`,
    visit(count) {
      writer.add(js`visits += ${count};`);
      writer.add(js`if (visits > tally[0]) { tally[0] = visits; return; }`);
    },
    placeOf(term) {
      if (isUniform(term)) return before;
      return loop !== undefined && isOuter(term) ? loop.around : writer.here;
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
    emit: (term) => (isUniform(term) ? uniform(term) : emitOperation(term)),
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

  function overMembers({ slot, kind, from, to, memberAt, known }: MemberLoop, fill: (member: Code) => void): void {
    if (loop !== undefined || ((shape.varying >>> slot) & 1) === 1) return refuse('an aggregate inside another');
    const at = writer.variable(from);
    loop = { slot, around: writer.here };
    try {
      const inLoop = each(memberAt(at));
      const looped = js`for (; ${at} < ${to}; ${at}++) { ${inLoop} }`;
      if (known === undefined) writer.add(looped);
      else writer.add(eitherWay(known, looped, each, writer));
    } finally {
      loop = undefined;
      bindings.delete(slot);
    }

    function each(code: Code): Code {
      const member = writer.name();
      bindings.set(slot, { value: member, kinds: kind === 0 ? [] : [kind] });
      const statements = writer.inside(() => {
        fill(member);
      });
      return js`const ${member} = ${code}; ${statements}`;
    }
  }

  /** Values that all rows share are interpreted once a call; where one is absent, the primitives answer. */
  function uniform(term: Term): Emitted {
    if (term.args.length === 0 && operationOf(term).pure === true) return emitOperation(term);
    if (term.heavy) return refuse('an aggregate that is the same for all rows');
    const number = uniforms.get(term) ?? uniforms.size;
    uniforms.set(term, number);
    const value = given(`uniform ${number}`, ({ evaluator, rows }) => presentOnly(evaluator.uniform(term, rows)));
    if (term.type.name !== 'numeric') return { value };
    const whole = given(`uniform ${number} class`, ({ evaluator, rows }) => {
      evaluator.uniform(term, rows);
      return evaluator.frame.whole ? 1 : 0;
    });
    return { value, whole };
  }
}

function presentOnly(value: Value | typeof varies): number | undefined {
  return value === varies || isAbsent(value) ? undefined : value;
}
