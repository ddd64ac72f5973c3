import { type Code, js, lines } from '../eval/emit/code.js';
import { type Emission, type Emitted, isTrue as isTrueCode } from '../eval/emit/emission.js';
import { sharingFunction } from '../eval/emit/make-function.js';
import { kindColumn, resolved } from '../eval/emit/parts.js';
import { isNotFound } from '../eval/columns/rows.js';
import { handleOf, resolve } from '../kernel/identity.js';
import type { Test } from '../match/selection-plan.js';
import { fireAlone } from '../meaning/effects/fire-effects.js';
import { bearBeside, destroy, moveTo, putTo, putWithin } from '../meaning/effects/structure.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import { StrictTurnNeeded } from '../meaning/executor.js';
import type {
  BranchEffect,
  CreateEffect,
  Effect,
  ModifyEffect,
  Modification,
  MoveEffect,
  PutEffect,
  Rule,
} from '../ir/rule.js';
import { spaceOfKind } from '../model/space.js';
import type { PlainEffect } from '../ir/heard-effects.js';
import { type Frame, type Node, sourceSlot, targetSlot } from '../ir/node.js';
import { constantValue } from '../eval/node-shape.js';
import { type Column, type Model, classAt, kindAt } from '../model/model.js';
import { columnStamp, fact, touchOne } from '../model/stamps.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import type { Term } from '../eval/term.js';
import { type NamedTarget, type WholePlan, mayEnd } from './whole-plan.js';

/** The sources of a rule in order, and what the rule did. */
export interface WholeRun {
  readonly context: TurnContext;
  readonly sources: Int32Array;
  readonly length: number;
  /** Afterwards: active sources, and those with a target. */
  active: number;
  targets: number;
  /** Where sources are evaluated before the first write: those of which a value differs from its cell; and how many. */
  readonly ids: Int32Array;
  kept: number;
  /** By column: what is to be stored. */
  readonly values: readonly Float64Array[];
  /** By column: 1 where a value differs from its cell. */
  readonly changed: number[];
}

/** Fires a rule for its sources. Throws StrictTurnNeeded, in the middle, where strict order would throw an error. */
export type WholeFunction = (frame: Frame, run: WholeRun) => void;

export interface WholeCode {
  readonly fire: WholeFunction;
  /** Lists the sources that the gates let through as `ids`, where what they ask stays the same for the whole rule. */
  readonly active: WholeFunction | undefined;
}

/**
 * One loop over the sources of a rule, each with its gates, target, amounts and effects. Throws where a part has no
 * code, and an EvalError where the engine makes no functions.
 */
export function wholeCode(book: TermBook, model: Model, plan: WholePlan): WholeCode {
  const { rule, columns, changes, gatesHold } = plan;
  const isApart = rule.order === 'random' && gatesHold && plan.gates.length > 0;
  const made = (emit: (writing: Writing) => void, later: readonly number[]) =>
    sharingFunction(model, { changes }, (emission) => {
      const variables = later.map(
        (column) =>
          [column, { before: emission.name(), name: emission.name(), differs: emission.variable(0) }] as const,
      );
      emit({
        emission,
        book,
        model,
        rule,
        later: later.length === 0 ? undefined : new Map(variables),
        every: { fired: 0, wrote: 0 },
      });
      return undefined;
    }) as WholeFunction;
  return {
    fire: made((writing) => {
      emitLoop(writing, isApart ? { ...plan, gates: [] } : plan);
    }, columns),
    active: isApart
      ? made((writing) => {
          emitActive(writing, plan);
        }, [])
      : undefined,
  };
}

interface Writing {
  readonly emission: Emission;
  readonly book: TermBook;
  readonly model: Model;
  readonly rule: Rule;
  /** By column: what is stored later. Undefined where effects write at once. */
  readonly later: ReadonlyMap<number, Later> | undefined;
  /** What happens for every target, which the loop need not count. Undefined in conditions. */
  readonly every: Counts | undefined;
}

interface Counts {
  fired: number;
  wrote: number;
}

/** Variables: the cell of a source, the value for it, and whether it differs for any source. */
interface Later {
  readonly before: Code;
  readonly name: Code;
  readonly differs: Code;
}

/** The object in a slot. */
interface Bound {
  readonly slot: number;
  /** A variable that is 0 once the object has ended. */
  readonly name: Code;
  /** Undefined where nothing ends. */
  readonly handle: Code | undefined;
  readonly kinds: readonly number[];
}

interface Bounds {
  readonly source: Bound;
  readonly target: Bound;
}

function emitLoop(writing: Writing, plan: WholePlan): void {
  const { emission, model, rule, later, every = { fired: 0, wrote: 0 } } = writing;
  const isOpen = plan.gates.length === 0 && !plan.changes(fact.population);
  const created = emission.once(js`frame.state.created`);
  const classes = emission.once(js`frame.state.class`);
  const body = emission.inside(() => {
    const id = emission.keep(js`${emission.once(js`from.sources`)}[at]`);
    // Another object may have taken the row of one that has ended.
    if (plan.changes(fact.population))
      emission.add(js`if (${created}[${id}] >= frame.turn || ${classes}[${id}] !== ${plan.class}) continue;`);
    const source = bind(writing, sourceSlot, id, [classAt(model, plan.class).kind], plan.ends);
    for (const test of plan.gates) emitTest(writing, test);
    if (!isOpen) emission.add(js`active++;`);
    for (const [column, { before, name }] of later ?? [])
      emission.add(js`const ${before} = ${cellOf(emission, column, id)}; let ${name} = ${before};`);
    const target = plan.target === undefined ? itself(writing, source) : emitTarget(writing, plan.target, plan.ends);
    if (plan.target !== undefined) emission.add(js`targets++;`);
    emitList(writing, rule.effects, { source, target }, false);
    if (later !== undefined) emitLater(writing, later, id);
  });
  const changed = [...(later ?? [])].map(([, { differs }], place) => js`from.changed[${place}] = ${differs};`);
  emission.add(js`const length = from.length;
let fired = 0, wrote = 0, active = 0, targets = 0, kept = 0;
for (let at = 0; at < length; at++) {
${body}
}
${isOpen ? js`active = length;` : js``}
${plan.target === undefined ? js`targets = active;` : js``}
from.context.fired += fired + targets * ${every.fired};
from.context.wrote += wrote + targets * ${every.wrote};
from.active = active;
from.kept = kept;
from.targets = targets;
${lines(changed)}`);
}

/** Keeps what is to be stored of a source for which it differs, without a branch that a processor would have to guess. */
function emitLater({ emission }: Writing, later: ReadonlyMap<number, Later>, id: Code): void {
  const differs = [...later.values()].map(({ before, name, differs: all }, place) => {
    const here = emission.keep(js`+(${name} !== ${before})`);
    emission.add(js`${all} |= ${here}; ${emission.once(js`from.values[${place}]`)}[kept] = ${name};`);
    return here;
  });
  const any = differs.reduce((all, each) => js`${all} | ${each}`);
  emission.add(js`${emission.once(js`from.ids`)}[kept] = ${id}; kept += ${any};`);
}

function cellOf(emission: Emission, column: number, id: Code): Code {
  return js`${emission.once(js`frame.state.cells[${column}]`)}[${id}]`;
}

function emitActive(writing: Writing, plan: WholePlan): void {
  const { emission, model } = writing;
  const ids = emission.once(js`from.ids`);
  const body = emission.inside(() => {
    const id = emission.keep(js`${emission.once(js`from.sources`)}[at]`);
    bind(writing, sourceSlot, id, [classAt(model, plan.class).kind], false);
    for (const test of plan.gates) emitTest(writing, test);
    emission.add(js`${ids}[kept++] = ${id};`);
  });
  emission.add(js`const length = from.length;
let kept = 0;
for (let at = 0; at < length; at++) {
${body}
}
from.kept = kept;`);
}

function bind({ emission }: Writing, slot: number, id: Code, kinds: readonly number[], mayEnd: boolean): Bound {
  const name = mayEnd ? emission.variable(id) : id;
  const handle = mayEnd ? emission.keep(handleCode(emission, id)) : undefined;
  emission.bind(slot, { value: name, kinds });
  emission.hold(slot, name);
  return { slot, name, handle, kinds };
}

function itself({ emission }: Writing, source: Bound): Bound {
  emission.bind(targetSlot, { value: source.name, kinds: source.kinds });
  emission.hold(targetSlot, source.name);
  return { ...source, slot: targetSlot };
}

function emitTarget(writing: Writing, { named, kind, kinds, class: of, tests }: NamedTarget, ends: boolean): Bound {
  const { emission, model } = writing;
  const id = emission.keep(emission.idOf(named));
  emission.add(js`if (${id} === 0) continue;`);
  if (kind !== 0) emission.add(js`if (${kindColumn(emission)}[${id}] !== ${kind}) continue;`);
  if (of !== 0) emission.add(js`if (${emission.once(js`frame.state.class`)}[${id}] !== ${of}) continue;`);
  const known = kind !== 0 ? [kind] : of !== 0 ? [classAt(model, of).kind] : kinds;
  if (kind === 0 && of === 0 && kinds.length > 0) {
    const some = Uint8Array.from({ length: model.kinds.length + 1 }, (_, each) => Number(kinds.includes(each)));
    emission.add(
      js`if (${emission.thing(`kinds ${kinds.join(' ')}`, some)}[${kindColumn(emission)}[${id}]] !== 1) continue;`,
    );
  }
  const target = bind(writing, targetSlot, id, known, ends);
  for (const test of tests) emitTest(writing, test);
  return target;
}

/** Goes on to the next source where the test fails. */
function emitTest({ emission }: Writing, { term, wanted }: Test): void {
  const { value, absence } = emission.of(term);
  switch (wanted) {
    case 'true':
      return emission.add(js`if (!(${isTrueCode({ value, absence })})) continue;`);
    case 'false':
      return emission.add(js`if (!(${present(absence)} && ${value} === 0)) continue;`);
    case 'clear':
      return emission.add(js`if (${isTrueCode({ value, absence })} || ${notFound(absence)}) continue;`);
    case 'found':
      return emission.add(js`if (${notFound(absence)}) continue;`);
  }
}

function present(absence: Code | undefined): Code {
  return js`${absence ?? 0} === 0`;
}

function notFound(absence: Code | undefined): Code {
  return js`${absence ?? 0} === ${isNotFound}`;
}

/** `ended`: source or target may have ended before. Returns the same for afterwards. */
function emitList(writing: Writing, effects: readonly Effect[], bounds: Bounds, ended: boolean): boolean {
  let after = ended;
  for (const effect of effects) {
    const { emission } = writing;
    const recipient = effect.recipient === 'source' ? bounds.source : bounds.target;
    const emit = (into: Writing) => {
      if (effect.kind === 'branch') emitBranch(into, effect, bounds, after);
      else if (recipient === bounds.target || bounds.target.name === bounds.source.name)
        emitEffect(into, effect, bounds, recipient);
      else {
        // For an effect on the source, the source is the target, too.
        retarget(into, recipient, after);
        emitEffect(into, effect, bounds, recipient);
        retarget(into, bounds.target, after || mayEnd(effect));
      }
    };
    if (after) emission.add(js`if (${recipient.name} !== 0) { ${sometimes(writing, emit)} }`);
    else emit(writing);
    after ||= mayEnd(effect);
  }
  return after;
}

/** The code of what happens for some targets. */
function sometimes(writing: Writing, emit: (writing: Writing) => void): Code {
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

function emitEffect(writing: Writing, effect: PlainEffect, bounds: Bounds, recipient: Bound): void {
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
    const things = [writing.rule, effect].map((thing) => emission.thing('', thing));
    const handles = [bounds.source, recipient].map(({ handle, name }) => handle ?? handleCode(emission, name));
    emission.add(
      js`${emission.thing('fireAlone', fireAlone)}(from.context, ${things[0]}, ${things[1]}, ${handles[0]}, ${handles[1]});`,
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
  const things = [rule, kind].map((thing) => emission.thing('', thing));
  const born = emission.keep(
    js`${emission.thing('bearBeside', bearBeside)}(from.context, ${things[0]}, ${things[1]}, ${of}, ${recipient.name})`,
  );
  const writes = emission.inside(() => {
    for (const { column, found } of values) emitFirst(writing, column, born, found);
  });
  emission.add(js`if (${born} !== 0) { ${writes} }`);
  emission.forget(() => true);
}

/** The birth has touched all columns of the object. */
function emitFirst({ emission }: Writing, column: Column, born: Code, { value, absence }: Emitted): void {
  const write = emission.inside(() => {
    const stored = emission.keep(storedCode(column, value, emission));
    const cells = emission.once(js`frame.state.cells[${column.index}]`);
    emission.add(js`if (${stored} - ${stored} !== 0) ${emission.thing('refuse', refuse)}();`);
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
  const { emission } = writing;
  const id = holderCode(writing, effect, recipient);
  emission.add(count(writing, 'fired'));
  const move = emission.inside(() => {
    const { value, absence } = emission.of(termIn(writing, effect.to));
    const call = js`${emission.thing('moveTo', moveTo)}(frame.state, ${id}, ${value});`;
    emission.add(absence === undefined ? call : js`if (${absence} === 0) ${call}`);
  });
  emission.add(js`if (${id} !== 0) { ${move} }`);
  emission.forget(({ stamps }) => stamps.includes(fact.place) || stamps.includes(fact.spot));
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
  if (known.length > 0 && known.every((kind) => kinds[kind] === 1)) write(writing);
  else {
    const has = emission.thing(`has ${index}`, kinds);
    emission.add(js`if (${has}[${kindColumn(emission)}[${id}]] === 1) { ${sometimes(writing, write)} }`);
  }
  const stamp = columnStamp(index);
  if (writing.later === undefined) emission.forget(({ runs, stamps }) => runs || stamps.includes(stamp));
  else if (termIn(writing, effect.amount).runs) emission.forget(({ runs }) => runs);
}

function emitWrite(writing: Writing, { amount, modification }: ModifyEffect, column: Column, id: Code): void {
  const { emission, later } = writing;
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
    const fail = js`${emission.thing('refuse', refuse)}()`;
    const isNumber = column.type.name === 'number';
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

function handleCode(emission: Emission, id: Code): Code {
  return js`${emission.thing('handleOf', handleOf)}(${emission.once(js`frame.state.identity`)}, ${id})`;
}

function termIn({ book }: Writing, node: Node): Term {
  return termOf(book, node);
}

/** Strict order names the culprit. */
function refuse(): never {
  throw new StrictTurnNeeded();
}
