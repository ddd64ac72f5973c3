import { idLimit, isLive } from '../kernel/identity.js';
import { checkBlocks } from './check-blocks.js';
import { damaged } from './damage.js';
import { holdingOffset, wordBlocks } from './holdings.js';
import { lastLinkRow } from './link-rows.js';
import { liveIds } from './objects.js';
import type { WorldState } from './world-state.js';

/** Throws when objects of a state that came from a file hold what are no words, or hold them nowhere. */
export function checkHoldings(state: WorldState): void {
  const { holdings, enumerations } = state.model;
  if (holdings.length === 0) return;
  checkBlocks(state, wordBlocks(state), 'words');
  const { words, wordBlock, identity } = state;
  for (const id of liveIds(state)) {
    for (const { index, name, words: enumeration } of holdings) {
      const offset = holdingOffset(state, index, identity.kind[id]);
      if (offset < 0) continue;
      const start = wordBlock[id] + offset;
      const last = enumerations[enumeration].members.length;
      // Bit 0 is none; bits behind the last word are none's.
      const isBeyond = (words[start + (last >>> 5)] & ~allUpTo(last & 31)) !== 0;
      if ((words[start] & 1) !== 0 || isBeyond) throw damaged(`${name} of object ${id} holds what is no word`);
    }
  }
}

/** The bits 0 to `last`. */
function allUpTo(last: number): number {
  return last === 31 ? -1 : (1 << (last + 1)) - 1;
}

/**
 * Throws when lists of a state that came from a file are of no link, or of objects that cannot keep such a list or be
 * in it.
 */
export function checkLinks(state: WorldState): void {
  const {
    model: { links },
    identity,
    linkOf,
    linkFrom,
    linkTo,
  } = state;
  if (links.length === 0) return;
  const isThere = (id: number): boolean => id > 0 && id < idLimit(identity) && isLive(identity, id);
  const last = lastLinkRow(state);
  for (let row = 1; row <= last; row++) {
    const [from, to] = [linkFrom[row], linkTo[row]];
    const isFree = linkOf[row] === 0 && from === 0 && to === 0;
    if (isFree && row < last) continue;
    if (!(linkOf[row] >= 0 && linkOf[row] < links.length)) throw damaged(`row ${row} of its lists is of no link`);
    const { name, kinds, to: listed } = links[linkOf[row]];
    if (!isThere(from) || !isThere(to))
      throw damaged(`${name} lists what does not exist, or what does not exist keeps it`);
    if (!kinds.includes(identity.kind[from]) || (listed !== 0 && identity.kind[to] !== listed))
      throw damaged(`object ${to} is in the list ${name} of object ${from}, where it cannot be`);
  }
}
