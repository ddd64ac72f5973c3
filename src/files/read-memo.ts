import { type NoteRead, type ReadLog, createReadLog } from './read-log.js';

/** What reads files says so by `note`, and may keep results by `remember`. */
export interface Reading {
  readonly note?: NoteRead | undefined;
  readonly remember?: Remember | undefined;
}

/**
 * The result of an act: an earlier one of the same name, if it had the same input and nothing that it read has changed.
 * It must depend on nothing else.
 */
export type Remember = <Result>(
  name: string,
  input: readonly unknown[],
  act: (note: NoteRead | undefined) => Result,
) => Result;

/** One result for each name. Returns a function that gives a log the reads of all results that it returns. */
export function createReadMemo(): (log: ReadLog) => Remember {
  const kept = new Map<
    string,
    { readonly input: readonly unknown[]; readonly log: ReadLog; readonly result: unknown }
  >();
  return (log) =>
    <Result>(name: string, input: readonly unknown[], act: (note: NoteRead | undefined) => Result): Result => {
      const known = kept.get(name);
      if (known !== undefined && isSame(known.input, input) && known.log.changed().length === 0) {
        log.include(known.log);
        return known.result as Result;
      }
      const own = createReadLog();
      try {
        const result = act(own.note);
        kept.set(name, { input, log: own, result });
        return result;
      } finally {
        log.include(own);
      }
    };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, i) => each === other[i]);
}

/** Without a memory. */
export function remembering({ note, remember }: Reading): Remember {
  return remember ?? ((_name, _input, act) => act(note));
}
