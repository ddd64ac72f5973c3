import { stepOf } from '../../components/clock.js';
import { isGone } from '../../components/copies.js';
import { delayCount, delayRow } from '../../components/delays.js';
import { type FrameColumns, frameCount } from '../../components/frames.js';
import { occurred, occurrenceCount, status } from '../../components/occurrence-stack.js';
import type { WorldState } from '../../components/state.js';
import { type TimingBook, noTiming } from '../../ir/occurrence.js';
import type { TriggerBook } from '../../ir/trigger.js';
import { header } from '../../kernel/arena.js';
import { damaged } from '../../kernel/errors.js';
import type { Model, Type } from '../../model/model.js';
import { type FrameKind, frameKind, isList, isOccurrence, isWithin } from './stack.js';
import { actionList } from './action-list.js';
import { changes } from './apply.js';
import { occurrenceBatch, payment } from './occurrence-batch.js';
import { choice, pointOfTime } from './point.js';
import { clock, queue, rises, triggerSweep } from './ticks.js';

const byName: Readonly<Record<keyof typeof frameKind, FrameKind>> = {
  clock,
  queue,
  sweep: triggerSweep,
  rise: rises,
  run: actionList,
  part: actionList,
  batch: occurrenceBatch,
  point: pointOfTime,
  choice,
  payment,
  changes,
};

export const frameKinds: readonly (FrameKind | undefined)[] = [undefined, ...Object.values(byName)];

/** Throws for frames, delays or occurrences that the triggers and abilities of a loaded state could not have left. */
export function checkFrames(state: WorldState, book: TriggerBook, timing: TimingBook = noTiming): void {
  checkOccurrences(state, timing);
  const { frames } = state;
  const last = timing.types.length > 0 ? frameKind.changes : frameKind.part;
  for (let row = 1; row <= frameCount(state); row++) {
    const { lastStage, damage } = checkFrame(frames, row, book, last);
    const kind = frames.does[row];
    if (frames.stage[row] > lastStage) throw damaged(`frame ${row} is at an unknown stage`);
    if (kind >= frameKind.batch && frames.depth[row] > timing.policy.depth)
      throw damaged(`frame ${row} lies deeper than any batch can`);
    const found = damage(state, timing, row);
    if (found !== undefined) throw damaged(`frame ${row} ${found}`);
    if (kind === frameKind.part && !isList(frames.does[row - 1])) throw damaged('a part of a list runs by itself');
  }
  checkDelays(state, book, timing);
}

/** Columns that all kinds share; returns the kind. */
function checkFrame(columns: FrameColumns, row: number, { lists, triggers }: TriggerBook, last: number): FrameKind {
  const { does, list, stage, at, depth, trigger, subject, direct, actSubject, actDirect, controller } = columns;
  const kind = does[row];
  const known = kind <= last ? frameKinds[kind] : undefined;
  if (known === undefined || stage[row] < 0 || at[row] < 0 || depth[row] < 0)
    throw damaged(`frame ${row} is of an unknown kind`);
  if (kind === frameKind.clock && list[row] < 0) throw damaged(`frame ${row} is of an unknown kind`);
  if (!isWithin(trigger[row], -1, triggers.length - 1)) throw damaged(`frame ${row} is of an unknown trigger`);
  if (isList(kind) && !isBelow(list[row], lists.length)) throw damaged(`frame ${row} runs an unknown list`);
  // Points keep a number of copies in `actDirect`, payments a sum in `direct`.
  const roles = kind < frameKind.batch ? [subject, direct, actSubject, actDirect, controller] : [subject, controller];
  if (!roles.every((handles) => isCount(handles[row]))) throw damaged(`frame ${row} has a role that is not an object`);
  // An answer from 1, or -1: waiting.
  if (kind >= frameKind.batch && !isCount(actSubject[row] + 1)) throw damaged(`frame ${row} holds an invalid answer`);
  return known;
}

function checkDelays(state: WorldState, book: TriggerBook, timing: TimingBook): void {
  const { parked, delays } = state;
  const words = state.arena.header;
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
      checkFrame(parked, at, book, frameKind.part);
      if ((parked.does[at] === frameKind.run) !== (at === start) || !isList(parked.does[at]))
        throw damaged(`delay ${position} parks a frame that is not of a list`);
      // A list that waits outlives the occurrence that it answered.
      if (parked.occurrence[at] !== 0 || parked.memo[at] < 0 || Math.abs(parked.mark[at]) > timing.abilities.length)
        throw damaged(`delay ${position} answers an occurrence`);
    }
  }
}

/** Throws for occurrences, or created and removed abilities, that the rules could not have left. */
function checkOccurrences(state: WorldState, book: TimingBook): void {
  const { steps, types } = book;
  const words = steps < 0 ? 0 : state.model.enumerations[steps].members.length;
  if (stepOf(state) > words) throw damaged('its current step is unknown');
  if (types.length === 0) return;
  for (let row = 1; row <= occurrenceCount(state); row++) checkOccurrence(state, book, row);
  checkPast(state, book);
  checkUses(state);
  checkCopies(state, book);
  for (const { index, carrier } of book.abilities) {
    if (state.gone[index + 1] > 1 || (isGone(state, index) && carrier.by !== 'world'))
      throw damaged(`ability ${index} is gone, which cannot be`);
  }
}

function checkOccurrence(state: WorldState, book: TimingBook, row: number): void {
  const { model, occurrences } = state;
  const { type, id, parent, effect, maker, kind, class: classes } = occurrences;
  const what = `occurrence ${row}`;
  if (!isBelow(type[row], book.types.length)) throw damaged(`${what} is of an unknown type`);
  if (!isWithin(occurrences.status[row], status.live, status.point)) throw damaged(`${what} has an unknown status`);
  const last = occurred(state);
  if (!(isBelow(id[row], last + 1) && id[row] > 0 && isBelow(parent[row], last + 1)))
    throw damaged(`${what} has a number that was never given`);
  const { answered, controller } = occurrences;
  if (effect[row] < 0 || !isCount(maker[row]) || !isCount(controller[row]) || !isBelow(answered[row], row))
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
        `${what} has ${field === undefined ? `a field ${place} that its type lacks` : `a field ${field.name} that is not a value of its type`}`,
      );
  }
}

function checkMemories(state: WorldState, { types }: TimingBook, row: number): void {
  const { arena, model, memories, occurrences } = state;
  const first = occurrences.memo[row];
  if (first === 0) return;
  const count = first > 0 ? memories[first] : NaN;
  if (!isCount(count) || first + 2 * count > arena.header[header.memories])
    throw damaged(`occurrence ${row} has more memories than there are`);
  const { remembers } = types[occurrences.type[row]];
  for (let at = first + 1; at < first + 2 * count; at += 2) {
    const node = remembers.find(({ number }) => number === memories[at])?.node;
    if (node === undefined || !isValue(node.type, memories[at + 1], model))
      throw damaged(`a memory of occurrence ${row} is not one that its type remembers`);
  }
}

function checkPast(state: WorldState, book: TimingBook): void {
  const { arena, past } = state;
  for (let row = 1; row <= arena.header[header.past]; row++) {
    if (!isBelow(past.type[row], book.types.length)) throw damaged(`past occurrence ${row} is of an unknown type`);
    if (!isBelow(past.id[row], occurred(state) + 1))
      throw damaged(`past occurrence ${row} has a number that was never given`);
    checkFields(past.values, row, past.type[row], state, book, `past occurrence ${row}`);
  }
}

function checkUses(state: WorldState): void {
  const { arena, uses } = state;
  for (let row = 1; row <= arena.header[header.uses]; row++) {
    if (!isOccurrence(state, uses.occurrence[row]) || !isCount(uses.source[row]) || !isCount(uses.number[row]))
      throw damaged(`use ${row} is for no occurrence`);
  }
}

/** Only created abilities have copies; numbers rise. */
function checkCopies({ arena: { header: words }, copies }: WorldState, { abilities }: TimingBook): void {
  let before = 0;
  for (let row = 1; row <= words[header.copies]; row++) {
    const { ability, source, controller, number } = copies;
    if (!isBelow(ability[row], abilities.length) || abilities[ability[row]].carrier.by !== 'creation')
      throw damaged(`copy ${row} is of an ability that is not created`);
    if (!isCount(source[row]) || !isCount(controller[row])) throw damaged(`copy ${row} is of an unknown object`);
    if (!isBelow(number[row], words[header.copyNumber] + 1) || number[row] <= before)
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
