import type { Model } from '../../components/model.js';
import { type Frame, countVisits } from '../../ir/frame.js';
import type { Value } from '../../ir/node.js';
import { varies } from '../columns/evaluator.js';
import { isMissing, isNotFound } from '../columns/vector.js';
import { operationOf } from '../make-node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { type Code, js, lines, nameOf, refuse, sourceOf } from './code.js';
import type { Bound, Emission, Emitted, Get, MemberLoop } from './emission.js';
import type { Shape } from './shape.js';

/** What has been computed in a block, and what of it by names that operations give. */
interface Block {
  readonly statements: Code[];
  readonly outer: Block | undefined;
  readonly known: Map<Term, Known>;
}

interface Known {
  emitted: Emitted | undefined;
  readonly derived: Map<string, Code>;
  /** The operation for which it was computed. */
  readonly consumer: object;
}

/** The loop over members that is being emitted over rows. */
interface Loop {
  readonly slot: number;
  /** Where the loop stands. */
  readonly around: Block;
}

/** What has been emitted. */
export interface Written {
  /** Statements that are run once a call. */
  readonly before: Code;
  /** Statements of each row, or of the frame. */
  readonly statements: Code;
  readonly givens: readonly { readonly name: Code; readonly get: Get }[];
  /** Functions and constants of these sources, by the names `thing0`, `thing1`, … */
  readonly things: readonly unknown[];
}

/** Nodes that one function of a frame may have: one that stands in several places counts in each. */
const mostNodes = 1000;

/**
 * Emits by `emit` and gives what was written; in rows of a shape, or, without one, in a frame. Throws where an
 * operation has no code or what it says is odd.
 */
export function written<Result>(
  model: Model,
  shape: Shape | undefined,
  emit: (emission: Emission) => Result,
): Written & { readonly result: Result } {
  const inFrame = shape === undefined;
  const before = block(undefined);
  const body = block(before);
  const onces = new Map<string, { readonly name: Code; readonly code: Code }>();
  const givens = new Map<string, { readonly name: Code; readonly get: Get }>();
  const things = new Map<unknown, { readonly name: Code; readonly thing: unknown }>();
  const bindings = new Map<number, Bound>();
  const uniforms = new Map<Term, number>();
  let here = body;
  let consumer = {};
  let loop: Loop | undefined;
  let names = 0;
  let nodes = 0;

  const emission: Emission = {
    model,
    inFrame,
    add,
    keep,
    of(wanted) {
      const known = find(wanted, ({ emitted }) => emitted);
      if (known !== undefined) return known;
      return within(placeOf(wanted), () => {
        const made = emission.isUniform(wanted) ? uniform(wanted) : emitOperation(wanted);
        entryOf(wanted).emitted = made;
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
      const known = find(of, ({ derived }) => derived.get(name));
      if (known !== undefined) return known;
      return within(placeOf(of), () => {
        const made = keep(make());
        entryOf(of).derived.set(name, made);
        return made;
      });
    },
    kindsOf({ node }) {
      if (node.op !== 'slot') return [];
      const { slot } = node.data as { readonly slot: number };
      const bound = bindings.get(slot);
      if (bound !== undefined) return bound.kinds;
      const kind = shape?.kinds[slot] ?? 0;
      return kind === 0 ? [] : [kind];
    },
    isUniform: (wanted, member) =>
      shape !== undefined &&
      (wanted.free & (shape.varying | memberBit()) & ~(member === undefined ? 0 : 1 << member)) === 0 &&
      !(wanted.runs && shape.runs),
    isOuter: (wanted) => loop === undefined || (wanted.free & memberBit()) === 0,
    once(code) {
      const known = onces.get(sourceOf(code));
      if (known !== undefined) return known.name;
      const name = newName();
      onces.set(sourceOf(code), { name, code });
      return name;
    },
    thing(name, thing) {
      const key = name === '' ? thing : name;
      if (!things.has(key)) things.set(key, { name: nameOf('thing', things.size), thing });
      return things.get(key)?.name ?? refuse('a thing without a name');
    },
    given,
    slot(slot) {
      const bound = bindings.get(slot);
      if (bound !== undefined) return bound.value;
      return keep(
        inFrame
          ? js`${emission.once(js`frame.slots`)}[${slot}]`
          : js`${given(`slot ${slot}`, ({ rows }) => rows.slots[slot])}[row]`,
      );
    },
    bind: (slot, object) => void bindings.set(slot, object),
    running: () => (inFrame ? js`frame.value` : js`${given('running', ({ rows }) => rows.running)}[row]`),
    runningWhole: () =>
      inFrame
        ? js`(frame.valueWhole ? 1 : 0)`
        : js`${given('running classes', ({ rows }) => rows.runningClasses)}[row]`,
    variable(initial) {
      const name = newName();
      add(js`let ${name} = ${initial};`);
      return name;
    },
    name: newName,
    inside: (fill) => collect(block(here), fill),
    label: () => nameOf('block', names++),
    overMembers: inFrame ? overMembersOfFrame : overMembersOfRow,
    visit(count) {
      const inRow = js`visits += ${count};`;
      add(inFrame ? js`${emission.thing('countVisits', countVisits)}(frame, ${count});` : inRow);
      if (!inFrame) add(js`if (visits > tally[0]) { tally[0] = visits; return; }`);
    },
    interpreted(wanted) {
      const operation = operationOf(wanted.node);
      const evaluate = (frame: Frame): Value => operation.evaluate(wanted.node, frame);
      return outOfBand(js`${emission.thing('', evaluate)}(frame)`, wanted);
    },
  };

  const result = emit(emission);
  const first = [...onces.values()].map(({ name, code }) => js`const ${name} = ${code};`);
  return {
    result,
    before: lines([...first, ...before.statements]),
    statements: lines(body.statements),
    givens: [...givens.values()],
    things: [...things.values()].map(({ thing }) => thing),
  };

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
   * What is known of a term here. In a frame, and where it is heavy, each operation that uses it evaluates it again,
   * because each time counts what it looks at.
   */
  function find<T>(wanted: Term, partOf: (known: Known) => T | undefined): T | undefined {
    for (let at: Block | undefined = here; at !== undefined; at = at.outer) {
      const known = at.known.get(wanted);
      const part = known !== undefined && isShared(wanted, known) ? partOf(known) : undefined;
      if (part !== undefined) return part;
    }
    return undefined;
  }

  function isShared(term: Term, { consumer: by }: Known): boolean {
    return by === consumer || !(inFrame || term.heavy);
  }

  function entryOf(term: Term): Known {
    const known = here.known.get(term);
    if (known !== undefined && isShared(term, known)) return known;
    const made = { emitted: undefined, derived: new Map<string, Code>(), consumer };
    here.known.set(term, made);
    return made;
  }

  function emitOperation(wanted: Term): Emitted {
    if (inFrame && ++nodes > mostNodes) return refuse(`more than ${mostNodes} nodes`);
    const { args } = wanted;
    if (args.some((arg, i) => arg.heavy && args.indexOf(arg) !== i))
      return refuse('one aggregate twice in one operation');
    const saved = consumer;
    consumer = {};
    try {
      return codeOf(wanted);
    } finally {
      consumer = saved;
    }
  }

  function codeOf(wanted: Term): Emitted {
    const { emit, emitRows, apply } = operationOf(wanted.node);
    if (!inFrame) return (emitRows ?? emit ?? refuse('an operation that is not emitted'))(wanted, emission);
    if (emit !== undefined) return emit(wanted, emission);
    return apply === undefined || wanted.node.type.name === 'numeric' ? emission.interpreted(wanted) : applied(wanted);
  }

  /** A call of what an operation means, with the values of its arguments. */
  function applied({ node, args }: Term): Emitted {
    const values = args.map((arg) => inBand(emission.of(arg)));
    const call = emission.thing('', operationOf(node).apply);
    const data = emission.thing('', node.data);
    return outOfBand(js`${call}(${[js`frame`, data, ...values].reduce((all, each) => js`${all}, ${each}`)})`, { node });
  }

  /** The value of an evaluation. */
  function outOfBand(code: Code, { node }: Pick<Term, 'node'>): Emitted {
    const found = keep(code);
    const absence = keep(js`${found} === undefined ? ${isMissing} : ${found} === null ? ${isNotFound} : 0`);
    const value = keep(js`${absence} === 0 ? ${found} : 0`);
    return node.type.name === 'numeric' ? { value, absence, whole: keep(js`frame.whole ? 1 : 0`) } : { value, absence };
  }

  /** Before the loops in which a term has one value. In a frame nothing changes its place. */
  function placeOf(wanted: Term): Block {
    if (inFrame) return here;
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
    if (inFrame) return refuse('what only functions over rows are given');
    const known = givens.get(name);
    if (known !== undefined) return known.name;
    const made = nameOf('given', givens.size);
    givens.set(name, { name: made, get });
    return made;
  }

  function overMembersOfRow({ slot, kind, ids, from, to }: MemberLoop, fill: (member: Code) => void): void {
    if (loop !== undefined || (((shape?.varying ?? 0) >>> slot) & 1) === 1)
      return refuse('an aggregate inside another');
    const at = emission.variable(from);
    const member = newName();
    loop = { slot, around: here };
    bindings.set(slot, { value: member, kinds: kind === 0 ? [] : [kind] });
    try {
      const inLoop = collect(block(here), () => {
        fill(member);
      });
      add(js`for (; ${at} < ${to}; ${at}++) { const ${member} = ${ids}[${at}]; ${inLoop} }`);
    } finally {
      loop = undefined;
      bindings.delete(slot);
    }
  }

  /** The member is in its slot of the frame too, for what is interpreted. */
  function overMembersOfFrame({ slot, kind, ids, from, to, isOther }: MemberLoop, fill: (member: Code) => void): void {
    const slots = emission.once(js`frame.slots`);
    const saved = keep(js`${slots}[${slot}]`);
    const at = emission.variable(from);
    const outer = bindings.get(slot);
    const inLoop = collect(block(here), () => {
      const member = keep(js`${ids}[${at}]`);
      if (isOther !== undefined) add(js`if (${isOther(member)}) continue;`);
      add(js`${slots}[${slot}] = ${member};`);
      bindings.set(slot, { value: member, kinds: kind === 0 ? [] : [kind] });
      fill(member);
    });
    if (outer === undefined) bindings.delete(slot);
    else bindings.set(slot, outer);
    add(js`try { for (; ${at} < ${to}; ${at}++) { ${inLoop} } } finally { ${slots}[${slot}] = ${saved}; }`);
  }

  /**
   * What is the same in all rows is asked of the interpreter once a call; where it is absent, the primitives answer.
   */
  function uniform(wanted: Term): Emitted {
    // A constant is written down.
    if (wanted.args.length === 0 && operationOf(wanted.node).pure === true) return emitOperation(wanted);
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

function block(outer: Block | undefined): Block {
  return { statements: [], outer, known: new Map() };
}

function presentOnly(value: Value | typeof varies): number | undefined {
  return value === varies || isAbsent(value) ? undefined : value;
}

/** A value that is undefined where it is missing, and null where it is not found. */
export function inBand({ value, absence }: Emitted): Code {
  return absence === undefined
    ? value
    : js`(${absence} === 0 ? ${value} : ${absence} === ${isMissing} ? undefined : null)`;
}
