import { isGone } from '../../components/copies.js';
import { damaged } from '../../kernel/errors.js';
import type { Model, Type } from '../../model/model.js';
import { occurred, occurrenceCount, status } from '../../components/occurrences.js';
import { stepOf } from '../../components/clock.js';
import type { WorldState } from '../../components/state.js';
import { header } from '../../kernel/arena.js';
import type { TimingBook } from '../../ir/occurrence.js';

/**
 * Throws when a state that came from a file has occurrences, or abilities that came and went, that no run of its rules
 * could have left.
 */
export function checkTimingState(state: WorldState, book: TimingBook): void {
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

/** Places that a type does not use are absent. */
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

/** Only what is created has copies; their numbers rise. */
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

/** NaN is absent. Of objects any handle may be stored: they may be gone. */
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
