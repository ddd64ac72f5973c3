/** `[[KEY]]` or `[[KEY(a,b)]]` in a text. */
export interface CallText {
  readonly key: string;
  /** Offsets of the characters between the parentheses; both 0 without parentheses. */
  readonly argumentsFrom: number;
  readonly argumentsTo: number;
  /** Offset behind the last bracket. */
  readonly end: number;
}

/** Reads the calls of one text, from left to right. */
export interface CallReader {
  /**
   * The call that begins exactly at an offset; undefined when none does, and `'unfinished'` when the text ends before
   * that can be told.
   */
  read(at: number): CallText | 'unfinished' | undefined;
}

export function createCallReader(text: string): CallReader {
  const keyAt = /\[\[\s*(\w+)\s*/y;
  const openAt = /\[(?:\[\s*)?$/y;
  // The last end of arguments that was found holds for all that begin before it, so that a line full of open calls is
  // read once.
  let from = 0;
  let stop = -1;
  const argumentsEnd = (at: number): number => {
    if (stop >= at && from <= at) return stop;
    from = at;
    stop = at;
    while (stop < text.length && text[stop] !== ')' && text[stop] !== '\n') stop += 1;
    return stop;
  };
  const read: CallReader['read'] = (at) => {
    keyAt.lastIndex = at;
    const match = keyAt.exec(text);
    if (match === null) {
      openAt.lastIndex = at;
      return openAt.test(text) ? 'unfinished' : undefined;
    }
    let end = keyAt.lastIndex;
    let argumentsFrom = 0;
    let argumentsTo = 0;
    if (text[end] === '(') {
      argumentsFrom = end + 1;
      argumentsTo = argumentsEnd(argumentsFrom);
      if (argumentsTo === text.length) return 'unfinished';
      if (text[argumentsTo] === '\n' || argumentsTo === argumentsFrom) return undefined;
      end = argumentsTo + 1;
    }
    if (text.startsWith(']]', end)) return { key: match[1], argumentsFrom, argumentsTo, end: end + 2 };
    return end === text.length || (end === text.length - 1 && text[end] === ']') ? 'unfinished' : undefined;
  };
  return { read };
}

/** The macros that a text calls as it stands, each once, and where it first does. */
export function callsIn(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const reader = createCallReader(text);
  for (let at = text.indexOf('[['); at >= 0; ) {
    const call = reader.read(at);
    const isCall = typeof call === 'object';
    if (isCall && !found.has(call.key)) found.set(call.key, at);
    at = text.indexOf('[[', isCall ? call.end : at + 1);
  }
  return found;
}
