/** Where a text stops being JSON, and what was expected there. */
interface JsonFault {
  readonly offset: number;
  readonly expected: string;
}

const blank = /[ \t\n\r]*/y;
/** Taken run by run: one pattern for a whole text would overflow its stack where the text is long. */
const plainRun = /[^"\\\u0000-\u001f]+/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;

/**
 * The first fault of a text that JSON.parse refuses; undefined where it is JSON. JSON.parse itself says it in words
 * that differ by version, often without a place. Containers are kept in a list, so that nesting costs no stack; time is
 * linear in the length.
 */
export function jsonFault(source: string): JsonFault | undefined {
  let at = 0;
  /** The ends of the containers around it. */
  const open: ('}' | ']')[] = [];
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    if (!pattern.test(source)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const skip = () => {
    take(blank);
    return source.charAt(at);
  };
  const fault = (expected: string): JsonFault => ({ offset: at, expected });
  /** A text with its end; otherwise `at` is where it goes wrong. */
  const takeText = () => {
    if (source[at] !== '"') return false;
    at++;
    while (take(plainRun) || take(escape));
    if (source[at] !== '"') return false;
    at++;
    return true;
  };
  const textFault = () =>
    fault(
      source[at] === '\\'
        ? 'an escape such as `\\n` or `\\u00e9`'
        : at < source.length
          ? 'no line end or other control character in a text'
          : '`"` at the end of the text',
    );
  /** A key with its colon. */
  const keyFault = () => {
    if (skip() !== '"') return fault('a key in quotation marks');
    if (!takeText()) return textFault();
    if (skip() !== ':') return fault('`:` behind the key');
    at++;
    return undefined;
  };

  for (;;) {
    const first = skip();
    if (first === '{' || first === '[') {
      at++;
      const end = first === '{' ? '}' : ']';
      if (skip() !== end) {
        open.push(end);
        const wrong = end === '}' ? keyFault() : undefined;
        if (wrong !== undefined) return wrong;
        continue;
      }
      at++;
    } else if (first === '"') {
      if (!takeText()) return textFault();
    } else if (!take(number) && !take(word)) {
      return fault('a value: a text in quotation marks, a number, `true`, `false`, `null`, `{` or `[`');
    }
    for (;;) {
      const next = skip();
      const end = open.at(-1);
      if (end === undefined) return at < source.length ? fault('the end of the file behind its value') : undefined;
      at += next === end || next === ',' ? 1 : 0;
      if (next === end) {
        open.pop();
        continue;
      }
      if (next !== ',') return fault(`\`,\` or \`${end}\``);
      const wrong = end === '}' ? keyFault() : undefined;
      if (wrong !== undefined) return wrong;
      break;
    }
  }
}

/** What stands at an offset, for a message. */
export function foundAt(source: string, offset: number): string {
  const [found = ''] = /^(?:[\w.+-]{1,20}|[^])?/u.exec(source.slice(offset, offset + 24)) ?? [];
  return found === '' ? 'the end of the file' : found === '\n' || found === '\r' ? 'a line end' : `\`${found}\``;
}
