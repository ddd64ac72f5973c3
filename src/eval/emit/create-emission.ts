import {
  type Block,
  type Bound,
  type Emission,
  type Emitted,
  type Get,
  type KnownInputs,
  type KnownMembers,
  type Known,
  type MemberLoop,
  type Shape,
  type Writer,
  assigned,
  blockIn,
  createWriter,
} from './emission.js';
import { type Code, js, lines, nameOf, perhaps, refuse, sourceOf, withAll } from './code.js';
import { type Frame, type Value, countVisits } from '../../ir/node.js';
import { type OpenLoops, createOpenLoops } from './open-loops.js';
import type { Model } from '../../model/model.js';
import { ofAllKinds } from '../../model/stamps.js';
import type { Term } from '../term.js';
import { isAbsent } from '../operation.js';
import { isMissing, isNotFound } from '../columns/rows.js';
import { varies } from '../columns/evaluator.js';
import { EdictError } from '../../kernel/errors.js';
import { operationOf } from '../make-node.js';
import { slotOf } from '../node-shape.js';

/** Limit of nodes in one function of a frame; shared ones count at each place. */
const mostNodes = 1000;

/** Code that knows its own writes: a value is computed once for several uses, until `forget` says that it is stale. */
export interface Sharing {
  /** Its own writes may change facts or columns with this stamp. */
  readonly changes: (stamp: number) => boolean;
  /** An aggregate without code is refused, not interpreted. */
  readonly isWhole?: boolean;
}

/** Emits in rows of a shape, or in a frame. Throws where an operation has no code or odd data. */
export function written<Result>(model: Model, shape: Shape | Sharing | 'frame', emit: (emission: Emission) => Result) {
  const before = blockIn(undefined);
  const body = blockIn(before);
  const writer = createWriter(body);
  const things = createThings();
  const bindings = new Map<number, Bound>();
  let nodes = 0;
  const loops = createOpenLoops(writer, bindings);
  const emitting: Emitting = { writer, before, bindings, thing: things.thing, emitOperation, outside: loops.outside };
  const sharing = shape !== 'frame' && 'changes' in shape ? shape : undefined;
  const access = shape === 'frame' || 'changes' in shape ? frameAccess(emitting, sharing) : rowAccess(emitting, shape);
  const knowledge = createKnowledge(writer, access, sharing !== undefined);
  const emission: Emission = {
    ...writer,
    ...access,
    model,
    thing: things.thing,
    of(term) {
      const known = knowledge.find(term, ({ emitted }) => emitted);
      if (known !== undefined) return known;
      return access.within(access.placeOf(term), () => {
        const made = access.emit(term);
        knowledge.entryOf(term).emitted = made;
        return made;
      });
    },
    isKnown: (term) => knowledge.find(term, ({ emitted }) => emitted) !== undefined,
    idOf(term) {
      const { value, absence } = emission.of(term);
      return absence === undefined ? value : emission.derived(term, 'id', () => js`(${absence} === 0 ? ${value} : 0)`);
    },
    derived(of, name, make) {
      const known = knowledge.find(of, ({ derived }) => derived.get(name));
      if (known !== undefined) return known;
      return access.within(access.placeOf(of), () => {
        const made = writer.keep(make());
        knowledge.entryOf(of).derived.set(name, made);
        return made;
      });
    },
    kindsOf(term) {
      const slot = slotOf(term);
      return slot === undefined ? [] : emission.kindsIn(slot);
    },
    kindsIn(slot) {
      const kind = access.kindIn(slot);
      return bindings.get(slot)?.kinds ?? (kind === 0 ? [] : [kind]);
    },
    slot: (slot) => bindings.get(slot)?.value ?? writer.keep(access.slot(slot)),
    fixedSlot: (slot) =>
      bindings.has(slot) || access.varies(slot) ? undefined : writer.once(js`frame.slots[${slot}]`),
    bind: (slot, object) => void bindings.set(slot, object),
    hold(slot, id) {
      writer.add(perhaps(js`${writer.once(js`frame.slots`)}[${slot}] = ${id};`));
    },
    offsetIn: (slot) => bindings.get(slot)?.offset,
    join: (loop, term, fill) =>
      access.inFrame ? loops.join(loop, term, fill) : refuse('a loop that several aggregates share'),
    forget(isStale) {
      loops.noteForgotten(isStale);
      knowledge.forget(isStale);
    },
    interpreted(term) {
      if (term.heavy && sharing?.isWhole === true) return refuse('an aggregate that would be interpreted');
      const operation = operationOf(term);
      const evaluate = (frame: Frame): Value => operation.evaluate(term, frame);
      return outOfBand(writer, js`${things.thing('', evaluate)}(frame)`, term.type.name === 'numeric');
    },
    without: (slot, term) => withoutObject(slot, term),
  };

  const result = emit(emission);
  const onces = [...writer.onces].map(([name, code]) => js`const ${name} = ${code};`);
  const statements = lines(body.statements);
  return {
    result,
    before: lines([...onces, ...before.statements]),
    statements: readsSlots(statements, writer.once(js`frame.slots`)) ? withAll(statements) : statements,
    givens: access.givens,
    things: things.all(),
  };

  function withoutObject(slot: number, term: Term): Emitted {
    const held = js`${writer.once(js`frame.slots`)}[${slot}]`;
    const [value, absence] = [writer.variable(0), writer.variable(0)];
    const saved = writer.keep(held);
    const outer = bindings.get(slot);
    const inside = writer.inside(() => {
      writer.add(js`${held} = 0;`);
      bindings.set(slot, { value: js`0`, kinds: [] });
      writer.add(assigned(value, absence, emission.of(term)));
    });
    if (outer === undefined) bindings.delete(slot);
    else bindings.set(slot, outer);
    writer.add(js`try { ${inside} } finally { ${held} = ${saved}; }`);
    return { value, absence: term.absence === 0 ? undefined : absence };
  }

  function emitOperation(term: Term): Emitted {
    if (access.inFrame && ++nodes > mostNodes) return refuse(`more than ${mostNodes} nodes`);
    const { args } = term;
    if (args.some((arg, i) => arg.heavy && args.indexOf(arg) !== i))
      return refuse('one aggregate twice in one operation');
    return knowledge.asConsumer(() => codeOf(term));
  }

  function codeOf(term: Term): Emitted {
    const { emit: code, emitRows, apply } = operationOf(term);
    if (!access.inFrame) return (emitRows ?? code ?? refuse('an operation that is not emitted'))(term, emission);
    if (code !== undefined) return code(term, emission);
    return apply === undefined || term.type.name === 'numeric' ? emission.interpreted(term) : applied(term);
  }

  function applied(term: Term): Emitted {
    const values = [js`frame`, things.thing('', term.data), ...term.args.map((arg) => inBand(emission.of(arg)))];
    const call = things.thing('', operationOf(term).apply);
    return outOfBand(writer, js`${call}(${values.reduce((all, each) => js`${all}, ${each}`)})`, false);
  }
}

function createKnowledge(writer: Writer, access: Access, shares: boolean) {
  let consumer = {};
  return { find, entryOf, asConsumer, forget };

  function forget(isStale: (term: KnownInputs) => boolean): void {
    for (let at: Block | undefined = writer.here; at !== undefined; at = at.outer) {
      for (const [term, known] of at.known)
        if (isStale(term)) at.known.delete(term);
        else known.derived.clear();
      for (const [source, { stamps }] of at.derived)
        if (isStale({ free: 0, runs: false, stamps })) at.derived.delete(source);
    }
  }

  /** A known value of a term. In a frame, a heavy term is evaluated at each use, because each counts visits. */
  function find<T>(term: Term, partOf: (known: Known) => T | undefined): T | undefined {
    for (let at: Block | undefined = writer.here; at !== undefined; at = at.outer) {
      const known = at.known.get(term);
      const part = known !== undefined && isShared(term, known) ? partOf(known) : undefined;
      if (part !== undefined) return part;
    }
    return undefined;
  }

  function isShared(term: Term, { consumer: by }: Known): boolean {
    return shares || by === consumer || !(access.inFrame || term.heavy);
  }

  function entryOf(term: Term): Known {
    const known = writer.here.known.get(term);
    if (known !== undefined && isShared(term, known)) return known;
    const made = { emitted: undefined, derived: new Map<string, Code>(), consumer };
    writer.here.known.set(term, made);
    return made;
  }

  function asConsumer<Result>(act: () => Result): Result {
    const saved = consumer;
    consumer = {};
    try {
      return act();
    } finally {
      consumer = saved;
    }
  }
}

function outOfBand({ keep }: Writer, code: Code, isNumeric: boolean): Emitted {
  const found = keep(code);
  const absence = keep(js`${found} === undefined ? ${isMissing} : ${found} === null ? ${isNotFound} : 0`);
  const value = keep(js`${absence} === 0 ? ${found} : 0`);
  return isNumeric ? { value, absence, whole: keep(js`frame.whole ? 1 : 0`) } : { value, absence };
}

/** A value that is undefined where missing, null where not found. */
export function inBand({ value, absence }: Emitted): Code {
  return absence === undefined
    ? value
    : js`(${absence} === 0 ? ${value} : ${absence} === ${isMissing} ? undefined : null)`;
}

function createThings() {
  const known = new Map<unknown, { readonly name: Code; readonly what: unknown }>();
  return {
    thing: (name: string, what: unknown): Code => {
      const key = name === '' ? what : name;
      const entry = known.get(key) ?? { name: nameOf('thing', known.size), what };
      known.set(key, entry);
      return entry.name;
    },
    all: () => [...known.values()].map(({ what }) => what),
  };
}

/** Step by step, as the interpreter would. */
function frameAccess(
  { writer, bindings, thing, emitOperation, outside }: Emitting,
  sharing: Sharing | undefined,
): Access {
  const slots = () => writer.once(js`frame.slots`);
  /** The block in which the outermost loop over members stands: nothing changes while that runs. */
  let loopsIn: Block | undefined;
  return {
    inFrame: true,
    givens: [],
    isUniform: () => false,
    isOuter: () => true,
    given: () => refuse('what only functions over rows are given'),
    kindIn: () => 0,
    varies: () => false,
    slot: (slot) => js`${slots()}[${slot}]`,
    running: () => js`frame.value`,
    runningWhole: () => js`(frame.valueWhole ? 1 : 0)`,
    derivedNow(code, stamps) {
      if (sharing !== undefined && !stamps.some(sharing.changes)) return writer.once(code);
      const source = sourceOf(code);
      let place = writer.here;
      for (let at: Block | undefined = writer.here; at !== undefined; at = at.outer) {
        const known = at.derived.get(source);
        if (known !== undefined) return known.name;
        if (at === loopsIn) place = at;
      }
      const name = writer.at(place, () => writer.keep(code));
      place.derived.set(source, { name, stamps: ofAllKinds(stamps) });
      return name;
    },
    visit(count) {
      writer.add(
        sharing === undefined || sharing.isWhole === true
          ? js`${thing('countVisits', countVisits)}(frame, ${count});`
          : js`if ((visits += ${count}) > most) ${thing('refuseVisits', refuseVisits)}();`,
      );
    },
    placeOf: (term) => outside(term) ?? writer.here,
    within: (place, act) => (place === writer.here ? act() : writer.at(place, act)),
    emit: emitOperation,
    overMembers,
  };

  function overMembers(members: MemberLoop, fill: (member: Code) => void): void {
    const { slot, kind, from, to, memberAt, after, isOther, known } = members;
    const at = writer.variable(from);
    const outer = bindings.get(slot);
    const outerLoop = loopsIn;
    loopsIn ??= writer.here;
    const looped = each(() => memberAt(at));
    const steps = after === undefined ? js`${at} < ${to}; ${at}++` : js`${at} !== ${to}; ${at} = ${after(at)}`;
    if (namesFrame(looped)) inFrame();
    else if (known === undefined) writer.add(js`for (; ${steps}) { ${looped} }`);
    else writer.add(eitherWay(known, js`for (; ${steps}) { ${looped} }`, (code) => each(() => code), writer));
    loopsIn = outerLoop;
    if (outer === undefined) bindings.delete(slot);
    else bindings.set(slot, outer);

    /** The member is in its slot of the frame too, for what is interpreted. */
    function inFrame(): void {
      const saved = writer.keep(js`${slots()}[${slot}]`);
      const inLoop = each(
        () => memberAt(at),
        (member) => js`${slots()}[${slot}] = ${member};`,
      );
      const loop = js`for (; ${steps}) { ${inLoop} }`;
      known?.search();
      writer.add(
        sharing === undefined
          ? js`try { ${loop} } finally { ${slots()}[${slot}] = ${saved}; }`
          : js`${loop} ${slots()}[${slot}] = ${saved};`,
      );
    }

    function each(code: () => Code, begin: (member: Code) => Code = () => js``): Code {
      return writer.inside(() => {
        const member = writer.keep(code());
        if (isOther !== undefined) writer.add(js`if (${isOther(member)}) continue;`);
        writer.add(begin(member));
        bindings.set(slot, { value: member, kinds: kind === 0 ? [] : [kind] });
        fill(member);
      });
    }
  }
}

function eitherWay(
  { when, plus, offsets, begin, search }: KnownMembers,
  loop: Code,
  each: (member: Code) => Code,
  { inside, add }: Writer,
): Code {
  const all = inside(() => {
    begin();
    for (const offset of offsets) add(js`{ ${each(js`${plus} + ${offset}`)} }`);
  });
  const searched = inside(() => {
    search();
    add(loop);
  });
  return js`if (${when}) { ${all} } else { ${searched} }`;
}

/** What comes after `perhaps` is a comment. */
function readsSlots(code: Code, slots: Code): boolean {
  const rest = sourceOf(code).replace(/\/\*.*?\*\//g, '');
  return /\bframe\b(?!\.)/.test(rest) || new RegExp(`\\b${sourceOf(slots)}\\b`).test(rest);
}

/** What hands on the frame, with its slots. */
function namesFrame(code: Code): boolean {
  return /\b(?:frame\b(?!\.)|from\b)/.test(sourceOf(code));
}

/** Strict order finds it again, and names the culprit. */
function refuseVisits(): never {
  throw new EdictError('limit-visits', 'aggregates looked at too many objects');
}

interface Loop {
  readonly slot: number;
  readonly around: Block;
}

/** A term stands outside of the loops in which it has one value. */
function rowAccess({ writer, before, bindings, emitOperation }: Emitting, shape: Shape): Access {
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

/** Parts in which functions over rows and of frames differ. */
interface Emitting {
  readonly writer: Writer;
  readonly before: Block;
  readonly bindings: Map<number, Bound>;
  readonly thing: Emission['thing'];
  readonly emitOperation: (term: Term) => Emitted;
  /** See `OpenLoops`. */
  readonly outside: OpenLoops['outside'];
}

interface Access
  extends Pick<
    Emission,
    | 'inFrame'
    | 'isUniform'
    | 'isOuter'
    | 'given'
    | 'slot'
    | 'running'
    | 'runningWhole'
    | 'overMembers'
    | 'visit'
    | 'derivedNow'
  > {
  /** The one kind of the objects in an unbound slot; 0 where unknown. */
  kindIn(slot: number): number;
  /** The object in an unbound slot is not the same for all of a call. */
  varies(slot: number): boolean;
  placeOf(term: Term): Block;
  within<T>(place: Block, act: () => T): T;
  emit(term: Term): Emitted;
  readonly givens: readonly Given[];
}

interface Given {
  readonly name: Code;
  readonly get: Get;
}
