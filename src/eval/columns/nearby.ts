import type { NearbyData } from '../ops/search.js';
import type { Term } from '../term.js';
import { idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import { holdersOf } from './holders.js';
import { markWithinDistance, markWithinSquares } from './nearby-distance.js';
import { markWithinJumps } from './nearby-jumps.js';
import { markInNetwork } from './nearby-network.js';
import { rowByRow } from './row-by-row.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector } from './vector.js';

/**
 * The members are found once for all rows that ask for the same ones; what is near them is marked, and rows look up
 * where they are.
 */
export function nearbyColumns(term: Term<NearbyData>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const { by, range, slot, network, alone } = term.node.data;
  const [object, bound, filter] = term.args;
  if (filter.runs && rows.running !== undefined) return rowByRow(term, rows, evaluator);
  const into = scratch.codes(length);
  into.fill(0, 0, length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(object, rows), length, scratch);
  const holders = holdersOf(ids, length, evaluator);
  const bounds = evaluator.evaluate(bound, rows);
  const factions = by === 'network' ? idsOrNone(bounds, length, scratch) : bounds.codes;
  const limits = by === 'network' ? bounds.numbers : orNaN(bounds, length, evaluator);
  evaluator.searchMembers({ term, range, slot, filter, beside: [], told: 0 }, rows, (members, numbers, count) => {
    if (members.length === 0) return;
    const asked = { numbers, count, holders, into };
    switch (by) {
      case 'jumps':
        return markWithinJumps({ ...asked, bounds: limits }, members, evaluator);
      case 'distance':
        return markWithinDistance({ ...asked, bounds: limits }, members, evaluator);
      case 'squares':
        return markWithinSquares({ ...asked, bounds: limits }, members, evaluator);
      case 'network':
        return markInNetwork({ ...asked, ids, factions, network, alone }, members, evaluator);
    }
  });
  scratch.release(mark);
  return codeVector(into);
}

/** Numbers, of which those that are absent compare with nothing. */
function orNaN({ numbers, absence }: Vector, length: number, { scratch }: Evaluator): Float64Array {
  if (absence === undefined) return numbers;
  const into = scratch.numbers(length);
  for (let row = 0; row < length; row++) into[row] = absence[row] === 0 ? numbers[row] : NaN;
  return into;
}
