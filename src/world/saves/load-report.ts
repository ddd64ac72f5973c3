/** What became of a saved world in changed content. */
export interface LoadReport {
  /** In the order of the parts of a world; empty where all that it has goes on under its name. */
  readonly changes: readonly LoadChange[];
}

/**
 * - `dropped`: content no longer has it, and what the world had of it is gone.
 * - `added`: new in the content, and it begins as in a new world.
 * - `converted`: values of another type, changed as a write of them would be.
 * - `defaulted`: values that mean nothing now, in place of which stands the default.
 * - `released`: objects that are attached to nothing now, at the place where they were.
 */
export type LoadEvent = 'dropped' | 'added' | 'converted' | 'defaulted' | 'released';

export interface LoadChange {
  readonly event: LoadEvent;
  /** The part of content, such as `kind`, `class`, `property`, `word`, `set`, `list`, `trigger`, `delay`. */
  readonly part: string;
  /** As content declares it; of a word, after its enumeration and a dot. */
  readonly name: string;
  /** Objects, or entries of other lists, that have changed. */
  readonly count: number;
  /** One sentence for people. */
  readonly text: string;
}

export type Notes = ReturnType<typeof createNotes>;

export function createNotes() {
  const changes: LoadChange[] = [];
  return {
    changes: changes as readonly LoadChange[],
    /** `what`: of the changed things, such as `3 objects are dropped`. */
    note(event: LoadEvent, part: string, name: string, count: number, what: string): void {
      changes.push({ event, part, name, count, text: `${part} ${name}: ${what}` });
    },
  };
}

/** `1 object`, `2 objects`. */
export function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
