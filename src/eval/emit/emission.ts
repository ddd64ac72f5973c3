import type { Model } from '../../model/model.js';
import type { Evaluator } from '../columns/evaluator.js';
import { type Rows, isMissing } from '../columns/rows.js';
import type { Form, Operand } from '../form.js';
import type { Term } from '../term.js';
import { type Code, js, lines, nameOf, sourceOf } from './code.js';

export interface Block {
  readonly statements: Code[];
  readonly outer: Block | undefined;
  readonly known: Map<Term, Known>;
  /** What follows from facts and columns, by its code (see `derivedNow`). */
  readonly derived: Map<string, Derived>;
}

export interface Derived {
  readonly name: Code;
  readonly stamps: readonly number[];
}

/** With values derived from it by names that operations give. */
export interface Known {
  emitted: Emitted | undefined;
  readonly derived: Map<string, Code>;
  readonly consumer: object;
}

export interface Writer extends Pick<Emission, 'add' | 'keep' | 'variable' | 'name' | 'label' | 'inside'> {
  here: Block;
  at<T>(place: Block, act: () => T): T;
  /** Values that are the same for all of a call: name by code. */
  readonly onces: ReadonlyMap<Code, Code>;
  readonly once: (code: Code) => Code;
}

export function blockIn(outer: Block | undefined): Block {
  return { statements: [], outer, known: new Map(), derived: new Map() };
}

export function createWriter(first: Block): Writer {
  let names = 0;
  const bySource = new Map<string, Code>();
  const onces = new Map<Code, Code>();
  const writer: Writer = {
    here: first,
    onces,
    add(statement) {
      writer.here.statements.push(statement);
    },
    keep(value) {
      const name = writer.name();
      writer.add(js`const ${name} = ${value};`);
      return name;
    },
    variable(initial) {
      const name = writer.name();
      writer.add(js`let ${name} = ${initial};`);
      return name;
    },
    name: () => nameOf('value', names++),
    label: () => nameOf('block', names++),
    inside(fill) {
      const into = blockIn(writer.here);
      writer.at(into, fill);
      return lines(into.statements);
    },
    at(place, act) {
      const saved = writer.here;
      writer.here = place;
      try {
        return act();
      } finally {
        writer.here = saved;
      }
    },
    once(code) {
      const source = sourceOf(code);
      const known = bySource.get(source);
      if (known !== undefined) return known;
      const name = writer.name();
      bySource.set(source, name);
      onces.set(name, code);
      return name;
    },
  };
  return writer;
}

export interface Shape {
  readonly varying: number;
  readonly kinds: readonly number[];
  /** The term reads the running value, and each row has one. */
  readonly runs: boolean;
}

export function shapeOf(term: Term, rows: Rows): Shape {
  const varying = term.free & rows.varying;
  const kinds: number[] = [];
  for (let slot = 0; varying >>> slot !== 0; slot++)
    kinds.push(((varying >>> slot) & 1) === 1 ? (rows.kinds[slot] ?? 0) : 0);
  return { varying, kinds, runs: term.runs && rows.running !== undefined };
}

export function hasShape(term: Term, rows: Rows, { varying, kinds, runs }: Shape): boolean {
  if ((term.free & rows.varying) !== varying || (term.runs && rows.running !== undefined) !== runs) return false;
  for (let slot = 0; slot < kinds.length; slot++)
    if (((varying >>> slot) & 1) === 1 && (rows.kinds[slot] ?? 0) !== kinds[slot]) return false;
  return true;
}

/** The value of a term in one row or frame: names or literals, so that it may be used twice. */
export interface Emitted extends Operand {
  /** A name that holds present, missing or not found (see rows.ts); undefined where the value is always present. */
  readonly absence?: Code | undefined;
}

/** A loop over members that several aggregates of one function share. */
export interface SharedLoop {
  /** The same for all over the same members. */
  readonly name: string;
  readonly slot: number;
  /** Of all members; 0: several. */
  readonly kind: number;
  /** Adds what comes before the loop. */
  readonly begin: () => Begun;
}

export interface Begun {
  /** A name that the loop declares. */
  readonly member: Code;
  readonly around: (body: Code) => Code;
  /** Objects looked at, once the loop has ended. */
  readonly looked: Code;
  readonly offset?: Offset;
}

/** Adds to the body; `declare`: a variable of before the loop. */
export type FillLoop = (member: Code, declare: (initial: number) => Code) => void;

export interface Call {
  readonly evaluator: Evaluator;
  readonly rows: Rows;
  /** Even for few rows; for tests. */
  readonly eager: boolean;
}

/** Undefined sends the call to the primitives. */
export type Get = (call: Call) => unknown;

/** The object in a slot: its name, and its possible kinds; none: unknown. */
export interface Bound {
  readonly value: Code;
  readonly kinds: readonly number[];
  readonly offset?: Offset | undefined;
}

/** The shortest way in a space from the object of a term to another. */
export interface Offset {
  readonly space: number;
  readonly from: Term;
  readonly x: Code;
  readonly y: Code;
}

/** What a value follows from. */
export type KnownInputs = Pick<Term, 'free' | 'runs' | 'stamps'>;

/** Over rows, statements move out of loops in which they stay the same; in a frame they run in the order of adding. */
export interface Emission {
  readonly model: Model;
  readonly inFrame: boolean;
  of(term: Term): Emitted;
  /** It has been computed, and can be used again. */
  isKnown(term: Term): boolean;
  /** 0 also where absent. */
  idOf(term: Term): Code;
  /** A value that follows from one term, computed where the term is, once for each `name`. */
  derived(term: Term, name: string, make: () => Code): Code;
  /** The kinds of the objects that a term names, all present; empty where unknown. */
  kindsOf(term: Term): readonly number[];
  kindsIn(slot: number): readonly number[];
  /** The kind of the object that a term names, if it names one; 0: unknown. */
  kindNamed(term: Term): number;
  /** The same value in all rows of a call, except for the slot `member`. */
  isUniform(term: Term, member?: number): boolean;
  /** For all members of the aggregate that is being emitted. */
  isOuter(term: Term): boolean;
  /** Computed once a call, by its code, which names only `frame`, other such names and things. */
  readonly once: (code: Code) => Code;
  /** A function or a constant of these sources, by a name that is the same for the same thing; '': by itself. */
  readonly thing: (name: string, thing: unknown) => Code;
  /** A thing of the world, by a name that is the same for the same thing. Refused in a frame. */
  given(name: string, get: Get): Code;
  slot(slot: number): Code;
  /** The object in a slot, where it is the same for all of a call; undefined: it varies. */
  fixedSlot(slot: number): Code | undefined;
  /** Sets the object in a slot for the following code. The frame holds it too (see `hold`). */
  bind(slot: number, object: Bound): void;
  /** Puts an object into a slot of the frame, left out where all code knows where its objects are. */
  hold(slot: number, id: Code): void;
  /** Computes stale terms again when they are next used. */
  readonly forget: (isStale: (term: KnownInputs) => boolean) => void;
  /** The running value, and whether it is an int (1). */
  running(): Code;
  runningWhole(): Code;
  readonly add: (statement: Code) => void;
  /** A new constant; a new variable. */
  readonly keep: (value: Code) => Code;
  variable(initial: Code | number): Code;
  /** Not yet declared. */
  name(): Code;
  inside(fill: () => void): Code;
  label(): Code;
  /**
   * A loop over members, each bound to a slot, all of one kind (0: any). In rows it throws within another such loop.
   */
  overMembers(members: MemberLoop, fill: (member: Code) => void): void;
  /** A value that follows from facts and columns with these stamps, found again after code has changed them. */
  readonly derivedNow: (code: Code, stamps: readonly number[]) => Code;
  /** Code that ends the function when too many objects have been visited. */
  visit(count: Code): void;
  /** In frames alone. */
  interpreted(term: Term): Emitted;
  /** The way to the object in a slot, where a loop has found it. */
  offsetIn(slot: number): Offset | undefined;
  /** Adds to a loop over members that others may share; returns the number of objects looked at. In frames alone. */
  join(loop: SharedLoop, term: Term, fill: FillLoop): Code;
  /** The value of a term that does not read a slot itself, with none in that slot. In frames alone. */
  without(slot: number, term: Term): Emitted;
}

/** Members at the places `from` to before `to`, or up to it where one follows `after` another; `isOther`: skipped. */
export interface MemberLoop {
  readonly slot: number;
  readonly kind: number;
  readonly from: Code;
  readonly to: Code;
  readonly memberAt: (place: Code) => Code;
  readonly after?: (place: Code) => Code;
  readonly known?: KnownMembers | undefined;
  readonly isOther?: ((id: Code) => Code) | undefined;
}

/** Of a list. */
export function memberIn(ids: Code): MemberLoop['memberAt'] {
  return (place) => js`${ids}[${place}]`;
}

/** All members, where a condition holds, as differences from a number: code without a loop takes half as long. */
export interface KnownMembers {
  readonly when: Code;
  readonly plus: Code;
  readonly offsets: readonly number[];
  /** Adds what comes before them; what finds the members of the loop where the condition does not hold. */
  readonly begin: () => void;
  readonly search: () => void;
}

/** 0 where unknown. */
export function kindOf(term: Term, emission: Emission): number {
  const kinds = emission.kindsOf(term);
  return kinds.length === 1 ? kinds[0] : 0;
}

/** Not found is the larger number. */
export function strongerCode(
  a: Code | undefined,
  b: Code | undefined,
  emission: Pick<Emission, 'keep'>,
): Code | undefined {
  return a === undefined || b === undefined ? (a ?? b) : emission.keep(js`${a} > ${b} ? ${a} : ${b}`);
}

/** Where a condition is present and true. */
export function isTrue({ value, absence }: Emitted): Code {
  return absence === undefined ? js`${value} === 1` : js`${value} === 1 && ${absence} === 0`;
}

/** A value that is undefined where missing, null where not found. */
export function inBand({ value, absence }: Emitted): Code {
  return absence === undefined
    ? value
    : js`(${absence} === 0 ? ${value} : ${absence} === ${isMissing} ? undefined : null)`;
}

export function assigned(value: Code, absence: Code, found: Emitted): Code {
  return js`${value} = ${found.value}; ${absence} = ${found.absence ?? 0};`;
}

export type FormEmission = Pick<Emission, 'keep' | 'thing' | 'inFrame'>;

/** Absent where an argument is. */
export function emitForm(form: Form, args: readonly Term[], emission: Emission): Emitted {
  const a = emission.of(args[0]);
  if (args.length > 1) return formOfTwo(form, a, emission.of(args[1]), emission);
  return form.counts === true && emission.inFrame
    ? formOfTwo(form, a, a, emission)
    : { ...form.template(emission, a, a), absence: a.absence };
}

export function formOfTwo(
  { meaning, template, counts }: Form,
  a: Emitted,
  b: Emitted,
  emission: FormEmission,
): Emitted {
  const absence = a === b ? a.absence : strongerCode(a.absence, b.absence, emission);
  if (counts !== true || !emission.inFrame) return { ...template(emission, a, b), absence };
  const call = js`${emission.thing('', meaning)}(${a.value}, ${b.value}, frame.mishaps)`;
  return { value: emission.keep(absence === undefined ? call : js`${absence} === 0 ? ${call} : 0`), absence };
}

/** As nested operations of two. */
export function emitLeftFold({ args: [first, ...rest] }: Term, emission: Emission, form: Form): Emitted {
  return rest.reduce<Emitted>((folded, arg) => formOfTwo(form, folded, emission.of(arg), emission), emission.of(first));
}
