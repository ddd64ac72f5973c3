import { nearJumps } from '../rules.js';
import type { StarField } from '../star-field.js';
import type { Groups } from './groups.js';
import { wordsFor } from './bitsets.js';

/** The planets within some jumps of a system. Lanes and planets stay, so each is found once. */
export interface BallBits {
  readonly words: number;
  readonly bits: Int32Array;
  /** Where the bits of a system's ball begin. */
  offset(system: number): number;
}

export interface BallLists {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Grows while balls are found: read it again after each `find`. */
  readonly members: () => Int32Array;
  /** Makes sure that the ball of a system is there. */
  find(system: number): void;
}

export function createBallBits(stars: StarField, planetsIn: Groups): BallBits {
  const words = wordsFor(planetsIn.rows.length);
  const bits = new Int32Array(stars.count * words);
  const found = new Uint8Array(stars.count);
  const systemsAround = createSearch(stars);
  return {
    words,
    bits,
    offset(system) {
      if (found[system] === 0) {
        found[system] = 1;
        for (const star of systemsAround(system)) {
          for (let k = planetsIn.starts[star]; k < planetsIn.starts[star + 1]; k++)
            bits[system * words + (planetsIn.rows[k] >> 5)] |= 1 << (planetsIn.rows[k] & 31);
        }
      }
      return system * words;
    },
  };
}

export function createBallLists(stars: StarField, planetsIn: Groups): BallLists {
  const starts = new Int32Array(stars.count);
  const ends = new Int32Array(stars.count);
  const found = new Uint8Array(stars.count);
  const systemsAround = createSearch(stars);
  let members = new Int32Array(1_024);
  let length = 0;
  return {
    starts,
    ends,
    members: () => members,
    find(system) {
      if (found[system] === 1) return;
      found[system] = 1;
      starts[system] = length;
      for (const star of systemsAround(system)) {
        const planets = planetsIn.rows.subarray(planetsIn.starts[star], planetsIn.starts[star + 1]);
        if (length + planets.length > members.length) {
          const larger = new Int32Array(2 * (length + planets.length));
          larger.set(members);
          members = larger;
        }
        members.set(planets, length);
        length += planets.length;
      }
      ends[system] = length;
    },
  };
}

/** A search over lanes as far as a ball reaches; it uses its memory again, so its answer holds until the next. */
function createSearch({ count, laneStarts, laneEnds }: StarField): (system: number) => Int32Array {
  const queue = new Int32Array(count);
  const seenIn = new Int32Array(count);
  let search = 0;
  return (system) => {
    search++;
    queue[0] = system;
    seenIn[system] = search;
    let length = 1;
    for (let jump = 0, at = 0; jump < nearJumps; jump++) {
      for (const ring = length; at < ring; at++) {
        for (let k = laneStarts[queue[at]]; k < laneStarts[queue[at] + 1]; k++) {
          if (seenIn[laneEnds[k]] === search) continue;
          seenIn[laneEnds[k]] = search;
          queue[length++] = laneEnds[k];
        }
      }
    }
    return queue.subarray(0, length);
  };
}
