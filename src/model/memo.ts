import { type Stamps, fact } from './stamps.js';

/**
 * Tells whether what was made of some stamps still holds. `version`: a number for whatever else it was made of that has
 * no stamp, such as the version of a set or a turn.
 */
export interface Freshness {
  /** Whether nothing has changed since `note`. */
  readonly isFresh: (version?: number) => boolean;
  /** Remembers the stamps as they are. */
  readonly note: (version?: number) => void;
  /** Forgets them: nothing is fresh until the next `note`. */
  readonly drop: () => void;
}

/** For what is made with more than a memo can hand on, or only partly put back. */
export function freshness(stamps: Stamps, indices: readonly number[]): Freshness {
  const seen = new Float64Array(indices.length);
  // What follows from that holds for one question.
  const isFleeting = indices.includes(fact.occurrence);
  let known = NaN;
  let checked = -1;
  return {
    isFresh(version = 0) {
      if (known !== version) return false;
      if (checked === stamps.last) return true;
      for (let i = 0; i < indices.length; i++) if (stamps.values[indices[i]] !== seen[i]) return false;
      checked = stamps.last;
      return true;
    },
    note(version = 0) {
      for (let i = 0; i < indices.length; i++) seen[i] = stamps.values[indices[i]];
      checked = stamps.last;
      known = isFleeting ? NaN : version;
    },
    drop() {
      known = NaN;
    },
  };
}

/** A value that follows from some stamps: made when it is asked for, and again when one of them has changed. */
export interface Memo<Value> {
  readonly get: (version?: number) => Value;
  /** Whether `get` would give what is there already. */
  readonly isFresh: (version?: number) => boolean;
}

/**
 * `make` is given the value before, whose memory it may use again or which it may bring up to date; undefined at first,
 * and after it has thrown.
 */
export function memo<Value>(
  stamps: Stamps,
  indices: readonly number[],
  make: (before: Value | undefined, version: number) => Value,
): Memo<Value> {
  const { isFresh, note, drop } = freshness(stamps, indices);
  let value: Value | undefined;
  return {
    get(version = 0) {
      if (isFresh(version)) return value as Value;
      const before = value;
      // What is made half way must not be found fresh, even if all is as it was by then.
      drop();
      value = undefined;
      value = make(before, version);
      note(version);
      return value;
    },
    isFresh,
  };
}

/** One memo, or row of memos, for each number (of a kind, a class or a link), made as they are asked for. */
export function byNumber<Kept>(make: (number: number) => Kept): (number: number) => Kept {
  const made: (Kept | undefined)[] = [];
  return (number) => (made[number] ??= make(number));
}
