import type { KindFact, Stamps, Trail } from './stamps.js';

/** Follows the trails of facts: tells of which objects they have changed since they were looked at. */
export interface Follower {
  /**
   * The objects of which a fact has changed since this was asked before, some of them several times; undefined where
   * that is not known, as at first, and where there are more than so many changes. Lent until it is asked again.
   */
  changed(most: number): readonly number[] | undefined;
}

export function createFollower(stamps: Stamps, facts: readonly KindFact[]): Follower {
  const seen = facts.map(() => -1);
  const found: number[] = [];
  return {
    changed(most) {
      found.length = 0;
      let isKnown = true;
      for (let i = 0; i < facts.length; i++) {
        const trail = trailOf(stamps, facts[i], most);
        const { ids, length, whole } = trail;
        isKnown &&= seen[i] >= whole && found.length + length - seen[i] <= most;
        if (isKnown) for (let at = seen[i]; at < length; at++) found.push(ids[at & (ids.length - 1)]);
        seen[i] = length;
      }
      return isKnown ? found : undefined;
    },
  };
}

/** The trail of a fact up to now, with as much room as whoever wants most of it. */
function trailOf(stamps: Stamps, index: KindFact, room: number): Trail {
  const stamp = stamps.values[index];
  const length = 2 ** (32 - Math.clz32(Math.max(fewest, room) - 1));
  const known = stamps.trails[index];
  if (known === undefined) return (stamps.trails[index] = { ids: new Int32Array(length), length: 0, whole: 0, stamp });
  const isLonger = known.ids.length < length;
  if (isLonger) known.ids = new Int32Array(length);
  // What lay elsewhere, and what someone changed who did not say of what, is not known.
  if (isLonger || known.stamp !== stamp) known.whole = ++known.length;
  known.stamp = stamp;
  return known;
}

const fewest = 16;
