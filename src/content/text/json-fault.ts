const blank = /[ \t\n\r]*/y;
/** Run by run: one pattern for a whole text would overflow its stack. */
const plainRun = /[^"\\\u0000-\u001f]+/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;

/**
 * The first fault of a text; undefined where it is JSON. JSON.parse words it by version, often without a place. Nesting
 * costs no stack; time is linear in the length.
 */
export function jsonFault(source: string) {
  let at = 0;
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
  const fault = (expected: string) => ({ offset: at, expected });
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
  const keyFault = () => {
    if (skip() !== '"') return fault('a key in quotation marks');
    if (!takeText()) return textFault();
    if (skip() !== ':') return fault('`:` after the key');
    at++;
    return undefined;
  };

  const valueFault = () => {
    for (;;) {
      const first = skip();
      if (first === '"') return takeText() ? undefined : textFault();
      if (first !== '{' && first !== '[')
        return take(number) || take(word)
          ? undefined
          : fault('a value: a text in quotation marks, a number, `true`, `false`, `null`, `{` or `[`');
      at++;
      const end = first === '{' ? '}' : ']';
      if (skip() === end) {
        at++;
        return undefined;
      }
      open.push(end);
      const wrong = end === '}' ? keyFault() : undefined;
      if (wrong !== undefined) return wrong;
    }
  };

  for (;;) {
    const wrong = valueFault();
    if (wrong !== undefined) return wrong;
    let end = open.at(-1);
    for (; end !== undefined && skip() === end; end = open.at(-1)) {
      at++;
      open.pop();
    }
    const next = skip();
    if (end === undefined) return at < source.length ? fault('the end of the file after its value') : undefined;
    if (next !== ',') return fault(`\`,\` or \`${end}\``);
    at++;
    const wrongKey = end === '}' ? keyFault() : undefined;
    if (wrongKey !== undefined) return wrongKey;
  }
}

export function foundAt(source: string, offset: number): string {
  const [found = ''] = /^(?:[\w.+-]{1,20}|[^])?/u.exec(source.slice(offset, offset + 24)) ?? [];
  return found === '' ? 'the end of the file' : found === '\n' || found === '\r' ? 'a line end' : `\`${found}\``;
}
