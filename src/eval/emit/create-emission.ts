import type { Model } from '../../components/model.js';
import { varies } from '../columns/evaluator.js';
import { operationOf } from '../make-node.js';
import type { Value } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { type Code, js, lines, literal, nameOf, refuse } from './code.js';
import type { Emission, Emitted, Get } from './emission.js';
import type { Shape } from './shape.js';

/** What has been computed, and what of it by names that operations give. */
interface Noted {
  readonly known: Map<Term, Emitted>;
  readonly derived: Map<Term, Map<string, Code>>;
}

interface Block extends Noted {
  readonly statements: Code[];
  readonly outer: Block | undefined;
}

/** The loop over members that is being emitted. */
interface Loop {
  readonly slot: number;
  readonly kind: number;
  readonly member: Code;
  /** Where the loop stands. */
  readonly around: Block;
}

export interface Parts {
  readonly before: Code;
  readonly inLoop: Code;
  readonly value: Emitted;
  readonly givens: readonly { readonly name: Code; readonly get: Get }[];
}

/** The code of a term in rows of a shape. Throws where an operation has none or what it says is odd. */
export function emitTerm(term: Term, shape: Shape, model: Model): Parts {
  const before = block(undefined);
  const inRow = block(before);
  const givens = new Map<string, { readonly name: Code; readonly get: Get }>();
  let here = inRow;
  let consumer = noted();
  let loop: Loop | undefined;
  let names = 0;
  const uniforms = new Map<Term, number>();

  const emission: Emission = {
    model,
    add,
    keep,
    of(wanted) {
      if (wanted.node.op === 'constant') return { value: constantOf(wanted), absence: undefined };
      if (wanted.node.op === 'numeral') return emitOperation(wanted);
      const known = find(wanted);
      if (known !== undefined) return known;
      return within(placeOf(wanted), () => {
        const made = emission.isUniform(wanted) ? uniform(wanted) : emitOperation(wanted);
        (wanted.heavy ? consumer : here).known.set(wanted, made);
        return made;
      });
    },
    idOf(wanted) {
      const { value, absence } = emission.of(wanted);
      return absence === undefined
        ? value
        : emission.derived(wanted, 'id', () => js`(${absence} === 0 ? ${value} : 0)`);
    },
    derived(of, name, make) {
      const known = findDerived(of, name);
      if (known !== undefined) return known;
      return within(placeOf(of), () => {
        const made = keep(make());
        const into = of.heavy ? consumer.derived : here.derived;
        into.set(of, (into.get(of) ?? new Map<string, Code>()).set(name, made));
        return made;
      });
    },
    kindOf({ node }) {
      if (node.op !== 'slot') return 0;
      const { slot } = node.data as { readonly slot: number };
      return slot === loop?.slot ? loop.kind : (shape.kinds[slot] ?? 0);
    },
    isUniform: (wanted, member) =>
      (wanted.free & (shape.varying | memberBit()) & ~(member === undefined ? 0 : 1 << member)) === 0 &&
      !(wanted.runs && shape.runs),
    isOuter: (wanted) => loop === undefined || (wanted.free & memberBit()) === 0,
    given,
    slot: (slot) =>
      slot === loop?.slot ? loop.member : keep(js`${given(`slot ${slot}`, ({ rows }) => rows.slots[slot])}[row]`),
    running: () => given('running', ({ rows }) => rows.running),
    runningClasses: () => given('running classes', ({ rows }) => rows.runningClasses),
    variable(initial) {
      const name = newName();
      add(js`let ${name} = ${initial};`);
      return name;
    },
    name: newName,
    inside: (fill) => collect(block(here), fill),
    label: () => nameOf('block', names++),
    overMembers(slot, kind, member, fill) {
      if (loop !== undefined || ((shape.varying >>> slot) & 1) === 1) return refuse('an aggregate inside another');
      loop = { slot, kind, member, around: here };
      try {
        return collect(block(here), fill);
      } finally {
        loop = undefined;
      }
    },
    visit(count) {
      add(js`visits += ${count};`);
      add(js`if (visits > tally[0]) { tally[0] = visits; return; }`);
    },
  };
  const value = emission.of(term);
  return { before: lines(before.statements), inLoop: lines(inRow.statements), value, givens: [...givens.values()] };

  function memberBit(): number {
    return loop === undefined ? 0 : 1 << loop.slot;
  }

  function add(statement: Code): void {
    here.statements.push(statement);
  }

  function keep(value: Code): Code {
    const name = newName();
    add(js`const ${name} = ${value};`);
    return name;
  }

  function newName(): Code {
    return nameOf('value', names++);
  }

  /**
   * What is known of a term here. Each operation that uses what is heavy evaluates it anew, because each time counts
   * what it looks at.
   */
  function find(wanted: Term): Emitted | undefined {
    if (wanted.heavy) return consumer.known.get(wanted);
    for (let at: Block | undefined = here; at !== undefined; at = at.outer) {
      const known = at.known.get(wanted);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  function findDerived(of: Term, name: string): Code | undefined {
    if (of.heavy) return consumer.derived.get(of)?.get(name);
    for (let at: Block | undefined = here; at !== undefined; at = at.outer) {
      const known = at.derived.get(of)?.get(name);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  function emitOperation(wanted: Term): Emitted {
    const { args } = wanted;
    if (args.some((arg, i) => arg.heavy && args.indexOf(arg) !== i))
      return refuse('one aggregate twice in one operation');
    const saved = consumer;
    consumer = noted();
    try {
      return operationOf(wanted.node).emit?.(wanted, emission) ?? refuse('an operation that is not emitted');
    } finally {
      consumer = saved;
    }
  }

  /** Before the loops in which a term has one value. */
  function placeOf(wanted: Term): Block {
    if (emission.isUniform(wanted)) return before;
    return loop !== undefined && emission.isOuter(wanted) ? loop.around : here;
  }

  function within<T>(place: Block, act: () => T): T {
    if (place === here) return act();
    const [saved, savedLoop] = [here, loop];
    here = place;
    loop = undefined;
    try {
      return act();
    } finally {
      here = saved;
      loop = savedLoop;
    }
  }

  function collect(into: Block, fill: () => void): Code {
    const saved = here;
    here = into;
    try {
      fill();
    } finally {
      here = saved;
    }
    return lines(into.statements);
  }

  function given(name: string, get: Get): Code {
    const known = givens.get(name);
    if (known !== undefined) return known.name;
    const made = nameOf('given', givens.size);
    givens.set(name, { name: made, get });
    return made;
  }

  /**
   * What is the same in all rows is asked of the interpreter once a call; where it is absent, the primitives answer.
   */
  function uniform(wanted: Term): Emitted {
    if (wanted.heavy) return refuse('an aggregate that is the same for all rows');
    const number = uniforms.get(wanted) ?? uniforms.size;
    uniforms.set(wanted, number);
    const value = given(`uniform ${number}`, ({ evaluator, rows }) => presentOnly(evaluator.uniform(wanted, rows)));
    if (wanted.node.type.name !== 'numeric') return { value, absence: undefined };
    const whole = given(`uniform ${number} class`, ({ evaluator, rows }) => {
      evaluator.uniform(wanted, rows);
      return evaluator.frame.whole ? 1 : 0;
    });
    return { value, whole, absence: undefined };
  }
}

function noted(): Noted {
  return { known: new Map(), derived: new Map() };
}

function block(outer: Block | undefined): Block {
  return { ...noted(), statements: [], outer };
}

function presentOnly(value: Value | typeof varies): number | undefined {
  return value === varies || isAbsent(value) ? undefined : value;
}

function constantOf({ node }: Term): Code {
  const { value } = node.data as { readonly value: number };
  if (node.type.name !== 'number' && (value | 0) !== value) return refuse('a code that is no whole number');
  return literal(value);
}
