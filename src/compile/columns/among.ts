import { header } from '../../kernel/arena.js';
import { beginDraw, endDraw, foldDraw } from '../../kernel/random.js';
import type { IdList } from '../indexes/indexes.js';
import type { AmongData } from '../operations/search.js';
import type { Term } from '../plan/term.js';
import { idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import { chooseFirst } from './first-by-key.js';
import { rowByRow } from './row-by-row.js';
import { type Rows, rowsOver } from './rows.js';
import { type Vector, codeVector } from './vector.js';

/** The members are found and ranked once for all rows that ask for the same ones; rows look up theirs among so many of the first. */
export function amongColumns(term: Term<AmongData>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch, state } = evaluator;
  const { length } = rows;
  const { range, slot, choose, slots } = term.node.data;
  const [object, many, filter, ...keys] = term.args;
  if (rows.running !== undefined && [filter, ...keys].some(({ runs }) => runs)) return rowByRow(term, rows, evaluator);
  const into = scratch.codes(length);
  into.fill(0, 0, length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(object, rows), length, scratch);
  const counts = countsOf(evaluator.evaluate(many, rows), length, evaluator);
  // By id: how many must be chosen for it to be among them; 0 for who is no member.
  const ranks = scratch.codes(state.identity.kind.length);
  ranks.fill(0, 0, state.identity.kind.length);
  const told = choose === 'random' ? 2 ** slots - 1 | 0 : 0;
  evaluator.searchMembers({ term, range, slot, filter, beside: keys, told }, rows, (members, numbers, count) => {
    let most = 0;
    for (let i = 0; i < count; i++) most = Math.max(most, counts[numbers[i]]);
    most = Math.min(most, members.length);
    if (most === 0) return;
    const chosen = scratch.codes(members.length);
    chooseFirst(members, keysFor(term.node.data, keys, members, evaluator), most, choose === 'greatest', chosen);
    for (let i = 0; i < most; i++) ranks[chosen[i]] = i + 1;
    for (let i = 0; i < count; i++) {
      const row = numbers[i];
      const rank = ranks[ids[row]];
      into[row] = rank > 0 && rank <= counts[row] ? 1 : 0;
    }
    for (let i = 0; i < most; i++) ranks[chosen[i]] = 0;
  });
  scratch.release(mark);
  return codeVector(into);
}

/** How many each row asks for: whole, none where that is absent, and no more than there can be. */
function countsOf({ numbers, absence }: Vector, length: number, { scratch, state }: Evaluator): Int32Array {
  const into = scratch.codes(length);
  const limit = state.identity.kind.length;
  for (let row = 0; row < length; row++) {
    const asked = absence !== undefined && absence[row] !== 0 ? 0 : numbers[row];
    into[row] = asked > 0 ? Math.min(asked, limit) : 0;
  }
  return into;
}

function keysFor(data: AmongData, keys: readonly Term[], members: IdList, evaluator: Evaluator): Float64Array {
  const { scratch } = evaluator;
  const { length } = members;
  const into = scratch.numbers(length);
  if (keys.length === 0) {
    drawEach(data, members, evaluator, into);
    return into;
  }
  const mark = scratch.mark();
  const { numbers, absence } = evaluator.evaluate(keys[0], rowsOver(data.slot, members.ids, length, data.range.kind));
  for (let i = 0; i < length; i++) {
    const key = Math.fround(numbers[i]);
    into[i] = Number.isNaN(key) || (absence !== undefined && absence[i] !== 0) ? 0 : key;
  }
  scratch.release(mark);
  return into;
}

/** A draw for each member beside those in the first slots of the frame. */
function drawEach({ site, slots }: AmongData, { ids, length }: IdList, { state, frame }: Evaluator, into: Float64Array): void {
  const { generation } = state.identity;
  const key = beginDraw(state.arena.header[header.seedLow], state.arena.header[header.seedHigh]);
  for (const word of [frame.turn, frame.rule, site]) foldDraw(key, word);
  for (let slot = 0; slot < slots; slot++) {
    foldDraw(key, frame.slots[slot]);
    foldDraw(key, generation[frame.slots[slot]]);
  }
  const { low, high } = key;
  for (let i = 0; i < length; i++) {
    key.low = low;
    key.high = high;
    foldDraw(key, ids[i]);
    foldDraw(key, generation[ids[i]]);
    into[i] = endDraw(key);
  }
}
