import { quoteText } from '../../diagnostics/quote.js';
import { callsIn } from './macro-call.js';
import type { Problem } from './problem.js';
import { createTextBuilder, cut, type Origin, type TracedText } from './traced-text.js';

/** A macro as it is defined. */
export interface Macro {
  readonly key: string;
  readonly body: TracedText;
  /** Where its key stands. */
  readonly inside: Origin;
  readonly at: number;
  /** The macros that its text calls as it is written, and where it first does. */
  readonly calls: ReadonlyMap<string, number>;
}

export interface MacroDefinitions {
  readonly macros: ReadonlyMap<string, Macro>;
  /** The text without the definitions. */
  readonly rest: TracedText;
}

/** What a stretch of a text holds, in its order: macros, and what stands between them. */
export interface DefinitionParts {
  readonly parts: readonly (Macro | { readonly from: number; readonly to: number })[];
  /** Where the key stands of a macro whose text has no end within the stretch; nothing behind it is among the parts. */
  readonly open: number | undefined;
}

const quotes = "'''";

/**
 * Finds the macro definitions in a stretch of a text: a line that ends with a word, and from the next line on the
 * macro's text between `'''`, the last of which end a line.
 */
export function findDefinitions(source: Origin, from: number, to: number): DefinitionParts {
  const { text } = source;
  const parts: (Macro | { readonly from: number; readonly to: number })[] = [];
  let done = from;
  for (
    let open = text.indexOf(quotes, from);
    open >= 0 && open < to;
    open = text.indexOf(quotes, Math.max(open + 1, done))
  ) {
    const at = keyBefore(text, open, done);
    if (at === undefined) continue;
    if (at > done) parts.push({ from: done, to: at });
    const close = closingQuotes(text, open + quotes.length, to);
    if (close === undefined) return { parts, open: at };
    parts.push(
      createMacro(text.slice(at, lineEndBefore(text, open)), cut(source, open + quotes.length, close), source, at),
    );
    done = close + quotes.length;
  }
  if (done < to) parts.push({ from: done, to });
  return { parts, open: undefined };
}

function createMacro(key: string, body: TracedText, inside: Origin, at: number): Macro {
  let calls: ReadonlyMap<string, number> | undefined;
  return {
    key,
    body,
    inside,
    at,
    get calls() {
      return (calls ??= body.text.includes('[[') ? callsIn(body.text) : noCalls);
    },
  };
}

const noCalls: ReadonlyMap<string, number> = new Map();

/** Puts together what stretches hold. The first definition of a key counts. */
export interface DefinitionBuilder {
  add(source: Origin, found: DefinitionParts): void;
  build(): MacroDefinitions;
}

export function createDefinitionBuilder(problems: Problem[]): DefinitionBuilder {
  const macros = new Map<string, Macro>();
  const rest = createTextBuilder();
  return {
    add(source, { parts, open }) {
      for (const part of parts) {
        if (!('key' in part)) rest.add(source, part.from, part.to);
        else if (!macros.has(part.key)) macros.set(part.key, part);
        else {
          const message = `macro ${quoteText(part.key)} is defined already; the first definition counts`;
          problems.push({ severity: 'warning', code: 'duplicate-macro', message, inside: source, at: part.at });
        }
      }
      if (open === undefined) return;
      // What follows would be taken for what it is not.
      const message = `the text of this macro has no end, expected ${quotes} at the end of a line`;
      problems.push({ severity: 'error', code: 'open-macro', message, inside: source, at: open });
    },
    build: () => ({ macros, rest: rest.build() }),
  };
}

/**
 * Where the word begins that ends the line before an offset, not looking before `from`; undefined when there is none.
 */
function keyBefore(text: string, offset: number, from: number): number | undefined {
  const end = lineEndBefore(text, offset);
  if (end === undefined) return undefined;
  let at = end;
  while (at > from && isWordCharacter(text.charCodeAt(at - 1))) at -= 1;
  return at === end ? undefined : at;
}

/** The offset of the line end right before an offset. */
function lineEndBefore(text: string, offset: number): number | undefined {
  if (text[offset - 1] !== '\n') return undefined;
  return text[offset - 2] === '\r' ? offset - 2 : offset - 1;
}

/** Where the next `'''` stands that ends a line. */
function closingQuotes(text: string, from: number, to: number): number | undefined {
  for (let at = text.indexOf(quotes, from); at >= 0 && at < to; at = text.indexOf(quotes, at + 1)) {
    if (text[at + 3] === '\n' || (text[at + 3] === '\r' && text[at + 4] === '\n')) return at;
  }
  return undefined;
}

function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}
