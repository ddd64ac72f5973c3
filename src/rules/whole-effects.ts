import { type Code, js } from '../eval/emit/code.js';
import { type Emission, type Emitted, isTrue as isTrueCode } from '../eval/emit/emission.js';
import { kindColumn, resolved } from '../eval/emit/parts.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { fireAlone } from '../meaning/effects/fire-effects.js';
import { rehang } from '../components/place.js';
import { bearBeside, destroy, moveTo, putTo, putWithin } from '../meaning/effects/structure.js';
import type {
  BranchEffect,
  CreateEffect,
  Effect,
  ModifyEffect,
  Modification,
  MoveEffect,
  PutEffect,
} from '../ir/rule.js';
import { spaceOfKind } from '../model/space.js';
import type { PlainEffect } from '../ir/heard-effects.js';
import { type Node, targetSlot } from '../ir/node.js';
import { asAggregate, constantValue } from '../eval/node-shape.js';
import { type Column, type Model, classAt, kindAt } from '../model/model.js';
import { columnStamp, fact, touchOne } from '../model/stamps.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import type { Term } from '../eval/term.js';
import { mayEnd } from './whole-plan.js';

export interface Writing {
  readonly emission: Emission;
  readonly book: TermBook;
  readonly model: Model;
  /** A name of the rule. */
  readonly rule: Code;
  /** By column: what is stored later. Undefined where effects write at once. */
  readonly later: ReadonlyMap<number, Later> | undefined;
  /** What happens for every target, which the loop need not count. Undefined in conditions. */
  readonly every: Counts | undefined;
  /** Code that throws the error of an effect, before it has written. */
  readonly refuse: (effect: PlainEffect) => Code;
}

export interface Counts {
  fired: number;
  wrote: number;
}

/** Variables: the cell of a source, the value for it, and whether it differs for any source. */
export interface Later {
  readonly before: Code;
  readonly name: Code;
  readonly differs: Code;
}

/** The object in a slot. */
export interface Bound {
  readonly slot: number;
  /** A variable that is 0 once the object has ended. */
  readonly name: Code;
  /** Undefined where nothing ends. */
  readonly handle: Code | undefined;
  readonly kinds: readonly number[];
}

export interface Bounds {
  readonly source: Bound;
  readonly target: Bound;
}

export function cellOf(emission: Emission, column: number, id: Code): Code {
  return js`${emission.once(js`frame.state.cells[${column}]`)}[${id}]`;
}

/** `ended`: source or target may have ended before. Returns the same for afterwards. */
export function emitList(writing: Writing, effects: readonly Effect[], bounds: Bounds, ended: boolean): boolean {
  let after = ended;
  for (const effect of effects) {
    const { emission } = writing;
    const recipient = effect.recipient === 'source' ? bounds.source : bounds.target;
    const emit = (into: Writing) => {
      if (effect.kind === 'branch') emitBranch(into, effect, bounds, after);
      else if (recipient === bounds.target || bounds.target.name === bounds.source.name)
        emitEffect(into, effect, bounds, recipient);
      else {
        emitOnSource(into, effect, bounds, after);
        retarget(into, bounds.target, after || mayEnd(effect));
      }
    };
    if (after) emission.add(js`if (${recipient.name} !== 0) { ${sometimes(writing, emit)} }`);
    else emit(writing);
    after ||= mayEnd(effect);
  }
  return after;
}

/** For an effect on the source, the source is the target, too. */
export function emitOnSource(writing: Writing, effect: PlainEffect, bounds: Bounds, ended: boolean): void {
  retarget(writing, bounds.source, ended);
  emitEffect(writing, effect, bounds, bounds.source);
}

/** The code of what happens for some targets. */
export function sometimes(writing: Writing, emit: (writing: Writing) => void): Code {
  return writing.emission.inside(() => {
    emit({ ...writing, every: undefined });
  });
}

/** Code that counts, where the loop must. */
function count({ every }: Writing, what: keyof Counts): Code {
  if (every === undefined) return what === 'fired' ? js`fired++;` : js`wrote++;`;
  every[what]++;
  return js``;
}

/** Puts another object into the slot of the target. */
function retarget({ emission }: Writing, { name, kinds }: Bound, ended: boolean): void {
  emission.bind(targetSlot, { value: name, kinds: ended ? [] : kinds });
  emission.hold(targetSlot, name);
  emission.forget(({ free }) => ((free >>> targetSlot) & 1) === 1);
}

function emitBranch(
  writing: Writing,
  { condition, then, otherwise }: BranchEffect,
  bounds: Bounds,
  ended: boolean,
): void {
  const { emission } = writing;
  const chosen = isTrueCode(emission.of(termIn(writing, condition)));
  const list = (effects: readonly Effect[]) =>
    sometimes(writing, (into) => void emitList(into, effects, bounds, ended));
  const first = list(then);
  emission.add(
    otherwise.length === 0
      ? js`if (${chosen}) { ${first} }`
      : js`if (${chosen}) { ${first} } else { ${list(otherwise)} }`,
  );
}

export function emitEffect(writing: Writing, effect: PlainEffect, bounds: Bounds, recipient: Bound): void {
  const { emission } = writing;
  if (effect.kind === 'modify') return emitModify(writing, effect, recipient);
  if (effect.kind === 'move') return emitMove(writing, effect, recipient);
  if (effect.kind === 'put' && effect.keepsLane !== true) return emitPut(writing, effect, recipient);
  if (effect.kind === 'create' && isSimple(writing, effect)) return emitCreate(writing, effect, recipient);
  if (effect.kind === 'destroy') {
    const id = holderCode(writing, effect, recipient);
    const end = js`${emission.thing('destroy', destroy)}(from.context, ${id});`;
    emission.add(js`${count(writing, 'fired')} if (${id} !== 0) ${end}`);
  } else {
    const handles = [bounds.source, recipient].map(({ handle, name }) => handle ?? handleCode(emission, name));
    emission.add(
      js`${emission.thing('fireAlone', fireAlone)}(from.context, ${writing.rule}, ${emission.thing('', effect)}, ${handles[0]}, ${handles[1]});`,
    );
  }
  emission.forget(() => true);
  if (mayEnd(effect)) for (const bound of [bounds.source, bounds.target]) emitResolve(writing, bound);
}

/** One object of a known class, at the place and for the owner of the recipient. */
function isSimple(
  { book }: Writing,
  { class: of, count, bare, into, owner, inside, then, holder }: CreateEffect,
): boolean {
  const [made, wanted] = [of, count].map((node) => constantValue(termOf(book, node)));
  return (
    [bare, into, owner, inside, then, holder].every((part) => part === undefined) && (made ?? 0) > 0 && wanted === 1
  );
}

function emitCreate(writing: Writing, effect: CreateEffect, recipient: Bound): void {
  const { emission, model, rule } = writing;
  const of = constantValue(termIn(writing, effect.class)) ?? 0;
  const kind = kindAt(model, classAt(model, of).kind);
  emission.add(js`${count(writing, 'fired')} frame.value = 0;`);
  emission.forget(({ runs }) => runs);
  const values = effect.initial.flatMap(({ column, value }) => {
    const term = termIn(writing, value);
    return model.columns[column].kinds[kind.index] === 1
      ? [{ column: model.columns[column], found: emission.of(term) }]
      : [];
  });
  const born = emission.keep(
    js`${emission.thing('bearBeside', bearBeside)}(from.context, ${rule}, ${emission.thing('', kind)}, ${of}, ${recipient.name})`,
  );
  const writes = emission.inside(() => {
    for (const { column, found } of values) emitFirst(writing, effect, column, born, found);
  });
  emission.add(js`if (${born} !== 0) { ${writes} }`);
  emission.forget(() => true);
}

/** The birth has touched all columns of the object. */
function emitFirst(
  { emission, refuse }: Writing,
  effect: CreateEffect,
  column: Column,
  born: Code,
  { value, absence }: Emitted,
): void {
  const write = emission.inside(() => {
    const stored = emission.keep(storedCode(column, value, emission));
    const cells = emission.once(js`frame.state.cells[${column.index}]`);
    emission.add(js`if (${stored} - ${stored} !== 0) ${refuse(effect)};`);
    emission.add(js`${cells}[${born}] = ${stored};`);
  });
  emission.add(absence === undefined ? write : js`if (${absence} === 0) { ${write} }`);
}

function emitResolve({ emission }: Writing, { slot, name, handle }: Bound): void {
  if (handle === undefined) return;
  const identity = emission.once(js`frame.state.identity`);
  emission.add(js`${name} = ${emission.thing('resolve', resolve)}(${identity}, ${handle});`);
  emission.hold(slot, name);
  emission.bind(slot, { value: name, kinds: [] });
}

function emitMove(writing: Writing, effect: MoveEffect, recipient: Bound): void {
  const { emission, model } = writing;
  const id = holderCode(writing, effect, recipient);
  emission.add(count(writing, 'fired'));
  const to = termIn(writing, effect.to);
  const known = effect.holder === undefined ? emission.kindsIn(recipient.slot) : [];
  const move = emission.inside(() => {
    const { value, absence } = emission.of(to);
    let call = js`${emission.thing('moveTo', moveTo)}(frame.state, ${id}, ${value});`;
    if (known.length === 1 && hangsOn(model, known[0], emission.kindNamed(to)))
      call = js`if (!${emission.thing('rehang', rehang)}(frame.state, ${id}, ${known[0]}, ${value})) ${call}`;
    emission.add(absence === undefined ? call : js`if (${absence} === 0) ${call}`);
  });
  emission.add(js`if (${id} !== 0) { ${move} }`);
  emission.forget(({ stamps }) => stamps.includes(fact.place) || stamps.includes(fact.spot));
}

/** Objects of the one kind are attached to those of the other, wherever they are moved; 0: unknown. */
function hangsOn(model: Model, kind: number, other: number): boolean {
  const { node, faction, attachesTo } = kindAt(model, kind);
  return !node && !faction && attachesTo.includes(other);
}

function emitPut(writing: Writing, effect: PutEffect, recipient: Bound): void {
  const { emission, model } = writing;
  const id = holderCode(writing, effect, recipient);
  emission.add(count(writing, 'fired'));
  const put = emission.inside(() => {
    const [x, y] = [effect.x, effect.y].map((node) => emission.of(termIn(writing, node)));
    const known = effect.holder === undefined ? emission.kindsIn(recipient.slot) : [];
    const at = js`frame.state, ${id}`;
    let call = js`${emission.thing('putTo', putTo)}(${at}, ${x.value}, ${y.value});`;
    if (known.length === 1) {
      const kind = emission.thing('', kindAt(model, known[0]));
      const space = emission.thing(`space ${known[0]}`, spaceOfKind(model.spaces, known[0]));
      call = js`${emission.thing('putWithin', putWithin)}(${at}, ${kind}, ${space}, ${x.value}, ${y.value});`;
    }
    const absences = [x, y].flatMap(({ absence }) => (absence === undefined ? [] : [js`${absence} === 0`]));
    emission.add(
      absences.length === 0 ? call : js`if (${absences.reduce((all, each) => js`${all} && ${each}`)}) ${call}`,
    );
  });
  emission.add(js`if (${id} !== 0) { ${put} }`);
  emission.forget(({ stamps }) => stamps.includes(fact.place) || stamps.includes(fact.spot));
}

/** The object that an effect fires on; 0: nobody. */
function holderCode(writing: Writing, { holder }: PlainEffect, recipient: Bound): Code {
  const { emission } = writing;
  return holder === undefined ? recipient.name : emission.keep(emission.idOf(termIn(writing, holder)));
}

function emitModify(writing: Writing, effect: ModifyEffect, recipient: Bound): void {
  const { emission, model } = writing;
  const column = model.columns[effect.column];
  const { index, kinds } = column;
  emission.add(count(writing, 'fired'));
  const id = holderCode(writing, effect, recipient);
  const known = effect.holder === undefined ? emission.kindsIn(recipient.slot) : [];
  const write = (into: Writing) => {
    emitWrite(into, effect, column, id);
  };
  const named = effect.holder === undefined ? 0 : emission.kindNamed(termIn(writing, effect.holder));
  if (known.length > 0 && known.every((kind) => kinds[kind] === 1)) write(writing);
  else if (kinds[named] === 1) emission.add(js`if (${id} !== 0) { ${sometimes(writing, write)} }`);
  else {
    const has = emission.thing(`has ${index}`, kinds);
    emission.add(js`if (${has}[${kindColumn(emission)}[${id}]] === 1) { ${sometimes(writing, write)} }`);
  }
  const stamp = columnStamp(index);
  if (writing.later === undefined) emission.forget(({ runs, stamps }) => runs || stamps.includes(stamp));
  else if (termIn(writing, effect.amount).runs) emission.forget(({ runs }) => runs);
}

function emitWrite(writing: Writing, effect: ModifyEffect, column: Column, id: Code): void {
  const { emission, later } = writing;
  const { amount, modification } = effect;
  const term = termIn(writing, amount);
  const cells = emission.once(js`frame.state.cells[${column.index}]`);
  const cell = js`${cells}[${id}]`;
  const held = later?.get(column.index)?.before ?? cell;
  const before =
    column.type.name === 'entity' ? emission.keep(resolved(held, emission)) : keptOnce(held, cell, emission);
  if (term.runs) emission.add(js`frame.value = ${before};`);
  const { value, absence } = emission.of(term);
  const write = emission.inside(() => {
    const counted = count(absence === undefined ? writing : { ...writing, every: undefined }, 'wrote');
    const fail = writing.refuse(effect);
    const isNumber = column.type.name === 'number' && !(modification === 'set' && isPlainNumber(term, column));
    if (isNumber) emission.add(js`if (${value} !== ${value}) ${fail};`);
    const after = isNumber ? emission.keep(modifiedCode(modification, before, value)) : value;
    const stored =
      isNumber || column.type.name === 'entity' ? emission.keep(storedCode(column, after, emission)) : after;
    if (isNumber) emission.add(js`if (${stored} - ${stored} !== 0) ${fail};`);
    const name = later?.get(column.index)?.name;
    emission.add(
      name === undefined
        ? js`${counted} if (${cell} !== ${stored}) { ${cell} = ${stored}; ${touchCode(column, id, emission)} }`
        : js`${counted} ${name} = ${stored};`,
    );
  });
  emission.add(absence === undefined ? write : js`if (${absence} === 0) { ${write} }`);
}

/** It is stored as it is. */
function isPlainNumber(term: Term, { integer, storage }: Column): boolean {
  if (storage === 'f32') return false;
  if (asAggregate(term)?.fold === 'count') return true;
  const value = constantValue(term);
  return value !== undefined && !Object.is(value, -0) && (integer ? value === (value | 0) : Number.isFinite(value));
}

/** A name of what is held; the code of a cell becomes one. */
function keptOnce(held: Code, cell: Code, { keep }: Emission): Code {
  return held === cell ? keep(cell) : held;
}

/** See `modified`. */
function modifiedCode(modification: Modification, value: Code, amount: Code): Code {
  switch (modification) {
    case 'set':
      return amount;
    case 'add':
      return js`${value} + ${amount}`;
    case 'multiply':
      return js`${value} * ${amount}`;
    case 'divide':
      return js`${amount} === 0 ? 0 : ${value} / ${amount}`;
    case 'minimum':
      return js`${amount} < ${value} ? ${amount} : ${value}`;
    case 'maximum':
      return js`${amount} > ${value} ? ${amount} : ${value}`;
  }
}

/** See `storedIn`. */
function storedCode({ type, integer, storage }: Column, value: Code, emission: Emission): Code {
  if (type.name === 'entity') return handleCode(emission, value);
  if (integer) return js`Math.max(-2147483648, Math.min(2147483647, Math.trunc(${value}))) + 0`;
  return storage === 'f32' ? js`Math.fround(${value}) + 0` : js`${value} + 0`;
}

/** See `touchOne`: a column that nobody follows needs no call. */
function touchCode({ index }: Column, id: Code, emission: Emission): Code {
  const stamp = columnStamp(index);
  const stamps = emission.once(js`frame.state.stamps`);
  const values = emission.once(js`frame.state.stamps.values`);
  const isFollowed = emission.once(js`frame.state.stamps.journal?.watched[${stamp}] === 1`);
  const call = js`${emission.thing('touchOne', touchOne)}(${stamps}, ${stamp}, ${id})`;
  return js`if (${isFollowed}) ${call}; else ${values}[${stamp}] = ++${stamps}.last;`;
}

export function handleCode(emission: Emission, id: Code): Code {
  return js`${emission.thing('handleOf', handleOf)}(${emission.once(js`frame.state.identity`)}, ${id})`;
}

export function termIn({ book }: Pick<Writing, 'book'>, node: Node): Term {
  return termOf(book, node);
}
