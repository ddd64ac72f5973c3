import { damaged } from '../../kernel/errors.js';
import { delayCount, delayRow } from '../../components/delays.js';
import { type FrameColumns, frameCount } from '../../components/frames.js';
import type { WorldState } from '../../components/state.js';
import { header } from '../../kernel/arena.js';
import { type TimingBook, noTiming } from '../../ir/occurrence.js';
import type { TriggerBook } from '../../ir/trigger.js';
import { frameSort, points } from './frame-sort.js';
import { occurred, occurrenceCount, status } from '../../components/occurrences.js';
import { idLimit } from '../../kernel/identity.js';
import { isGone } from '../../components/copies.js';
import type { Model, Type } from '../../model/model.js';
import { stepOf } from '../../components/clock.js';

/**
 * Throws when frames, delays or occurrences of a loaded state are none that its triggers and abilities could have left.
 */
export function checkFrames(state: WorldState, book: TriggerBook, timing: TimingBook = noTiming): void {
  const {
    arena: { header: words },
    frames,
    parked,
    delays,
  } = state;
  checkTimingState(state, timing);
  const last = timing.types.length > 0 ? frameSort.changes : frameSort.part;
  for (let row = 1; row <= frameCount(state); row++) {
    checkFrame(frames, row, book, last);
    checkTimingFrame(state, timing, row);
    if (frames.does[row] === frameSort.part && !isList(frames.does[row - 1]))
      throw damaged('a part of a list runs by itself');
  }
  if (words[header.delaysGone] > words[header.delays]) throw damaged('more delays have gone than there were');
  const taken = new Uint8Array(words[header.parked] + 1);
  for (let position = 0; position < delayCount(state); position++) {
    const row = delayRow(state, position);
    const [start, count] = [delays.start[row], delays.count[row]];
    if (!(start >= 1 && count >= 1 && start + count - 1 <= words[header.parked]) || delays.stuck[row] > 1)
      throw damaged(`delay ${position} parks no frames`);
    for (let at = start; at < start + count; at++) {
      if (taken[at] === 1) throw damaged(`two delays park frame ${at}`);
      taken[at] = 1;
      checkFrame(parked, at, book, frameSort.part);
      if ((parked.does[at] === frameSort.run) !== (at === start) || !isList(parked.does[at]))
        throw damaged(`delay ${position} parks what is no list`);
      // What waits outlives what it answered.
      if (parked.occurrence[at] !== 0 || parked.memo[at] < 0 || Math.abs(parked.mark[at]) > timing.abilities.length)
        throw damaged(`delay ${position} answers an occurrence`);
    }
  }
}

function isList(does: number): boolean {
  return does === frameSort.run || does === frameSort.part;
}

function checkFrame(columns: FrameColumns, row: number, { lists, triggers }: TriggerBook, last: number): void {
  const does = columns.does[row];
  const isKnown = does >= frameSort.clock && does <= last && columns.stage[row] >= 0 && columns.at[row] >= 0;
  if (!isKnown || (does === frameSort.clock && columns.list[row] < 0) || columns.depth[row] < 0)
    throw damaged(`frame ${row} does nothing that is known`);
  if (columns.trigger[row] < -1 || columns.trigger[row] >= triggers.length)
    throw damaged(`frame ${row} is of an unknown trigger`);
  if (isList(does) && !(columns.list[row] >= 0 && columns.list[row] < lists.length))
    throw damaged(`frame ${row} runs an unknown list`);
  if (isList(does) || does <= frameSort.rise)
    checkRoles(row, [columns.subject, columns.direct, columns.actSubject, columns.actDirect, columns.controller]);
  // Points keep a number of copies in `actDirect`, payments a sum in `direct`.
  else {
    checkRoles(row, [columns.subject, columns.controller]);
    // An answer from 1, or -1: waiting.
    if (!Number.isSafeInteger(columns.actSubject[row]) || columns.actSubject[row] < -1)
      throw damaged(`frame ${row} holds an answer that is none`);
  }
}

function checkRoles(row: number, roles: readonly Float64Array[]): void {
  for (const handles of roles)
    if (!Number.isSafeInteger(handles[row]) || handles[row] < 0)
      throw damaged(`frame ${row} has a role that is no object`);
}

/**
 * Throws when a loaded frame resolves occurrences in no way that its rules could have left, or is a list that answers a
 * missing occurrence.
 */
function checkTimingFrame(state: WorldState, book: TimingBook, row: number): void {
  const { does, stage, depth } = state.frames;
  const sort = does[row];
  const { last, check } = sorts.get(sort) ?? { last: 3, check: checkList };
  if (stage[row] > last) throw damaged(`frame ${row} is at no stage that is known`);
  if (sort >= frameSort.batch && depth[row] > book.policy.depth)
    throw damaged(`frame ${row} lies deeper than any batch can`);
  check(state, book, row);
}

interface Sort {
  /** The last stage: see batch.ts, point.ts; others: frame-sort.ts. */
  readonly last: number;
  readonly check: (state: WorldState, book: TimingBook, row: number) => void;
}

const sorts: ReadonlyMap<number, Sort> = new Map<number, Sort>([
  [frameSort.batch, { last: 6 + points.length, check: checkBatch }],
  [frameSort.point, { last: 4, check: checkPoint }],
  [frameSort.choice, { last: 0, check: checkChoice }],
  [frameSort.payment, { last: 0, check: checkPayment }],
  [frameSort.changes, { last: 0, check: checkChanges }],
]);

function checkBatch(state: WorldState, _book: TimingBook, row: number): void {
  const { list, at, memo, direct } = state.frames;
  if (!(isOccurrence(state, list[row]) && at[row] >= 1 && isOccurrence(state, list[row] + at[row] - 1)))
    throw damaged(`frame ${row} resolves no occurrences`);
  if (!Number.isInteger(direct[row]) || !isWithin(direct[row], 0, at[row]))
    throw damaged(`frame ${row} goes on with none of its occurrences`);
  if (!beganWithin(state, row) || !isWithin(memo[row], 0, state.arena.header[header.memories]))
    throw damaged(`frame ${row} began with more than there is`);
}

/** It stands on its batch. */
function checkPoint(state: WorldState, _book: TimingBook, row: number): void {
  const { does, list, at, memo, direct, actDirect, occurrence } = state.frames;
  const isOfBatch =
    does[row - 1] === frameSort.batch &&
    list[row - 1] === list[row] &&
    at[row - 1] === at[row] &&
    beganWithin(state, row);
  const isPoint =
    Number.isInteger(direct[row]) &&
    isWithin(direct[row], 0, points.length - 1) &&
    memo[row] >= 0 &&
    actDirect[row] >= 0;
  const isAbout = occurrence[row] === 0 || isWithin(occurrence[row], list[row], list[row] + at[row] - 1);
  if (!isOfBatch || !isPoint || !isAbout) throw damaged(`frame ${row} is at a point of time of no batch`);
}

/** It stands on its point. */
function checkChoice(state: WorldState, { abilities }: TimingBook, row: number): void {
  const { does, list, memo, direct, occurrence } = state.frames;
  const isKnown =
    isWithin(list[row], 0, abilities.length - 1) &&
    isOccurrence(state, occurrence[row]) &&
    isWithin(memo[row], 0, 1) &&
    Number.isSafeInteger(direct[row]) &&
    direct[row] >= 0;
  if (!isKnown || does[row - 1] !== frameSort.point) throw damaged(`frame ${row} asks about no ability`);
}

function checkPayment(state: WorldState, { types }: TimingBook, row: number): void {
  const { at, memo, direct, occurrence } = state.frames;
  const isKnown =
    isOccurrence(state, occurrence[row]) &&
    isWithin(at[row], 0, types.length) &&
    (memo[row] === 0 || isOccurrence(state, memo[row]));
  if (!isKnown || !(direct[row] >= 0) || !beganWithin(state, row)) throw damaged(`frame ${row} pays for nothing`);
}

function checkChanges(state: WorldState, { continuous }: TimingBook, row: number): void {
  const { at, occurrence } = state.frames;
  if (!isWithin(at[row], 0, continuous.length) || !isWithin(occurrence[row], 0, idLimit(state.identity) - 1))
    throw damaged(`frame ${row} changes nothing that lasts`);
}

/** What all other frames know of the occurrence and ability that they answer. */
function checkList(state: WorldState, { abilities }: TimingBook, row: number): void {
  const { occurrence, memo, mark } = state.frames;
  if (
    !(occurrence[row] === 0 || isOccurrence(state, occurrence[row])) ||
    memo[row] < 0 ||
    Math.abs(mark[row]) > abilities.length
  )
    throw damaged(`frame ${row} answers no occurrence`);
}

function isOccurrence(state: WorldState, row: number): boolean {
  return isWithin(row, 1, occurrenceCount(state));
}

/** It began with at most the present uses. */
function beganWithin({ frames, arena }: WorldState, row: number): boolean {
  return isWithin(frames.mark[row], 0, arena.header[header.uses]);
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

/** Throws when a loaded state has occurrences, or created and removed abilities, that its rules could not have left. */
function checkTimingState(state: WorldState, book: TimingBook): void {
  const { steps, types } = book;
  const words = steps < 0 ? 0 : state.model.enumerations[steps].members.length;
  if (stepOf(state) > words) throw damaged('the step that is under way is none of its steps');
  if (types.length === 0) return;
  for (let row = 1; row <= occurrenceCount(state); row++) checkOccurrence(state, book, row);
  checkPast(state, book);
  checkUses(state);
  checkCopies(state, book);
  for (const { index, carrier } of book.abilities) {
    if (state.gone[index + 1] > 1 || (isGone(state, index) && carrier.by !== 'world'))
      throw damaged(`ability ${index} is gone, and cannot be`);
  }
}

function checkOccurrence(state: WorldState, book: TimingBook, row: number): void {
  const { model, occurrences } = state;
  const { type, id, parent, effect, maker, kind, class: classes } = occurrences;
  const what = `occurrence ${row}`;
  if (!isBelow(type[row], book.types.length)) throw damaged(`${what} is of an unknown type`);
  if (!(occurrences.status[row] >= status.live && occurrences.status[row] <= status.point))
    throw damaged(`${what} stands as none can`);
  const last = occurred(state);
  if (!(isCount(id[row]) && id[row] >= 1 && id[row] <= last && isCount(parent[row]) && parent[row] <= last))
    throw damaged(`${what} has a number that was never given`);
  const { rule, answered, controller } = occurrences;
  if (
    effect[row] < 0 ||
    !isCount(maker[row]) ||
    !Number.isInteger(rule[row]) ||
    !isCount(controller[row]) ||
    !(answered[row] >= 0 && answered[row] < row)
  )
    throw damaged(`${what} is of no effect`);
  if (!isBelow(kind[row], model.kinds.length + 1) || !isBelow(classes[row], model.classes.length + 1))
    throw damaged(`${what} has a subject of an unknown kind`);
  checkFields(occurrences.values, row, type[row], state, book, what);
  checkMemories(state, book, row);
}

/** Unused places are absent. */
function checkFields(
  values: Float64Array,
  row: number,
  type: number,
  { model, fieldCount }: WorldState,
  { types }: TimingBook,
  what: string,
): void {
  const { fields } = types[type];
  for (let place = 0; place < fieldCount; place++) {
    const field = fields.at(place);
    const value = values[row * fieldCount + place];
    if (field === undefined ? !Number.isNaN(value) : !isValue(field.type, value, model))
      throw damaged(
        `${what} has ${field === undefined ? `a field ${place} that its type has not` : `a field ${field.name} that is no value of its type`}`,
      );
  }
}

function checkMemories(state: WorldState, { types }: TimingBook, row: number): void {
  const { arena, model, memories, occurrences } = state;
  const first = occurrences.memo[row];
  if (first === 0) return;
  const count = first > 0 ? memories[first] : NaN;
  if (!isCount(count) || first + 2 * count > arena.header[header.memories])
    throw damaged(`of occurrence ${row} more is remembered than there is`);
  const { remembers } = types[occurrences.type[row]];
  for (let at = first + 1; at < first + 2 * count; at += 2) {
    const node = remembers.find(({ number }) => number === memories[at])?.node;
    if (node === undefined || !isValue(node.type, memories[at + 1], model))
      throw damaged(`what is remembered of occurrence ${row} is nothing that its type remembers`);
  }
}

function checkPast(state: WorldState, book: TimingBook): void {
  const { arena, past } = state;
  for (let row = 1; row <= arena.header[header.past]; row++) {
    if (!isBelow(past.type[row], book.types.length)) throw damaged(`past occurrence ${row} is of an unknown type`);
    if (!isCount(past.id[row]) || past.id[row] > occurred(state))
      throw damaged(`past occurrence ${row} has a number that was never given`);
    checkFields(past.values, row, past.type[row], state, book, `past occurrence ${row}`);
  }
}

function checkUses(state: WorldState): void {
  const { arena, uses } = state;
  for (let row = 1; row <= arena.header[header.uses]; row++) {
    const isKnown =
      uses.occurrence[row] >= 1 &&
      uses.occurrence[row] <= occurrenceCount(state) &&
      isCount(uses.source[row]) &&
      isCount(uses.number[row]);
    if (!isKnown) throw damaged(`use ${row} is for no occurrence`);
  }
}

/** Only created abilities have copies; numbers rise. */
function checkCopies({ arena: { header: words }, copies }: WorldState, { abilities }: TimingBook): void {
  let before = 0;
  for (let row = 1; row <= words[header.copies]; row++) {
    const { ability, source, controller, number } = copies;
    if (!isBelow(ability[row], abilities.length) || abilities[ability[row]].carrier.by !== 'creation')
      throw damaged(`copy ${row} is of an ability that is not created`);
    if (!isCount(source[row]) || !isCount(controller[row])) throw damaged(`copy ${row} is of what is no object`);
    if (!isCount(number[row]) || number[row] <= before || number[row] > words[header.copyNumber])
      throw damaged(`copy ${row} has a number that is not its own`);
    before = number[row];
  }
}

/** NaN is absent. Handles of objects that are gone may be stored. */
function isValue(type: Type, value: number, { kinds, classes, enumerations }: Model): boolean {
  if (Number.isNaN(value)) return true;
  switch (type.name) {
    case 'number':
      return true;
    case 'boolean':
      return value === 0 || value === 1;
    case 'entity':
      return isCount(value);
    case 'kind':
      return isBelow(value, kinds.length + 1);
    case 'class':
      return isBelow(value, classes.length + 1);
    case 'enumeration':
      return isBelow(value, enumerations[type.index].members.length + 1);
    default:
      return false;
  }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isBelow(value: number, limit: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < limit;
}
