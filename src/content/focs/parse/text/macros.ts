import {
  problemAt,
  asWarning,
  type Problem,
  createTextBuilder,
  cut,
  type Origin,
  type TracedText,
} from './traced-text.js';
import { quoteText } from '../../../text/quote.js';

export interface CallText {
  readonly key: string;
  /** Offsets between the parentheses; 0 without them. */
  readonly argumentsFrom: number;
  readonly argumentsTo: number;
  readonly end: number;
}

/** Reads the call at an offset; `'unfinished'`: the text ends too early to know. */
export type CallReader = (at: number) => CallText | 'unfinished' | undefined;

export function createCallReader(text: string): CallReader {
  const keyAt = /\[\[\s*(\w+)\s*/y;
  const openAt = /\[(?:\[\s*)?$/y;
  // The end holds for all that begin before it: a line of open calls is read once.
  let from = 0;
  let stop = -1;
  const argumentsEnd = (at: number) => {
    if (stop >= at && from <= at) return stop;
    from = at;
    stop = at;
    while (stop < text.length && text[stop] !== ')' && text[stop] !== '\n') stop += 1;
    return stop;
  };
  return (at) => {
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
}

/** The first place of each call. */
function callsIn(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const read = createCallReader(text);
  for (let at = text.indexOf('[['); at >= 0; ) {
    const call = read(at);
    const isCall = typeof call === 'object';
    if (isCall && !found.has(call.key)) found.set(call.key, at);
    at = text.indexOf('[[', isCall ? call.end : at + 1);
  }
  return found;
}

export interface Macro {
  readonly key: string;
  readonly body: TracedText;
  readonly inside: Origin;
  readonly at: number;
  readonly calls: ReadonlyMap<string, number>;
}

export interface MacroDefinitions {
  readonly macros: ReadonlyMap<string, Macro>;
  readonly rest: TracedText;
}

type DefinitionPart = Macro | { readonly from: number; readonly to: number };

export interface DefinitionParts {
  readonly parts: readonly DefinitionPart[];
  /** The key of a macro without an end; nothing after it is among the parts. */
  readonly open: number | undefined;
}

const quotes = "'''";

/** A definition is a line that ends with a word, then a text between `'''`, the last at a line's end. */
export function findDefinitions(source: Origin, from: number, to: number): DefinitionParts {
  const { text } = source;
  const parts: DefinitionPart[] = [];
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
    const key = text.slice(at, lineEndBefore(text, open));
    parts.push(createMacro(key, cut(source, open + quotes.length, close), source, at));
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

/** The first of each key counts. */
export function createDefinitionBuilder(problems: Problem[]) {
  const macros = new Map<string, Macro>();
  const rest = createTextBuilder();
  return {
    add(source: Origin, { parts, open }: DefinitionParts): void {
      for (const part of parts) {
        if (!('key' in part)) rest.add(source, part.from, part.to);
        else if (!macros.has(part.key)) macros.set(part.key, part);
        else {
          const message = `macro ${quoteText(part.key)} is defined already; the first definition counts`;
          problems.push(problemAt('duplicate-macro', message, source, part.at, asWarning));
        }
      }
      if (open === undefined) return;
      const message = `the text of this macro has no end, expected ${quotes} at the end of a line`;
      problems.push(problemAt('open-macro', message, source, open));
    },
    build: (): MacroDefinitions => ({ macros, rest: rest.build() }),
  };
}

/** Not before `from`. */
function keyBefore(text: string, offset: number, from: number): number | undefined {
  const end = lineEndBefore(text, offset);
  if (end === undefined) return undefined;
  let at = end;
  while (at > from && isWordCharacter(text.charCodeAt(at - 1))) at -= 1;
  return at === end ? undefined : at;
}

function lineEndBefore(text: string, offset: number): number | undefined {
  if (text[offset - 1] !== '\n') return undefined;
  return text[offset - 2] === '\r' ? offset - 2 : offset - 1;
}

function closingQuotes(text: string, from: number, to: number): number | undefined {
  for (let at = text.indexOf(quotes, from); at >= 0 && at < to; at = text.indexOf(quotes, at + 1)) {
    if (text[at + 3] === '\n' || (text[at + 3] === '\r' && text[at + 4] === '\n')) return at;
  }
  return undefined;
}

function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

type MacroCalls = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Each macro calls the next, and the last the first. */
export type Cycle = readonly string[];

/** One cycle of each group of mutual callers. Without recursion: chains may be long. */
export function findCycles(calls: MacroCalls): {
  readonly cyclic: ReadonlySet<string>;
  readonly cycles: readonly Cycle[];
} {
  const cyclic = new Set<string>();
  const cycles: Cycle[] = [];
  for (const group of stronglyConnected(calls)) {
    const [first] = group;
    if (group.length === 1 && calls.get(first)?.has(first) !== true) continue;
    for (const key of group) cyclic.add(key);
    cycles.push(circleOf(group, calls));
  }
  return { cyclic, cycles };
}

/** Tarjan's algorithm with a stack of its own. */
function stronglyConnected(calls: MacroCalls): string[][] {
  const groups: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const visits: { readonly key: string; readonly next: Iterator<string> }[] = [];
  const lower = (key: string, to: number) => lowest.set(key, Math.min(lowest.get(key) ?? to, to));
  const enter = (key: string) => {
    lower(key, order.size);
    order.set(key, order.size);
    open.push(key);
    isOpen.add(key);
    visits.push({ key, next: (calls.get(key) ?? noCalls).keys() });
  };
  const leave = (key: string) => {
    visits.pop();
    const parent = visits.at(-1);
    const least = lowest.get(key) ?? 0;
    if (parent !== undefined) lower(parent.key, least);
    if (least !== order.get(key)) return;
    const group = open.splice(open.lastIndexOf(key));
    for (const member of group) isOpen.delete(member);
    groups.push(group);
  };
  for (const start of calls.keys()) {
    if (order.has(start)) continue;
    enter(start);
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const step = visit.next.next();
      if (step.done === true) leave(visit.key);
      else if (!order.has(step.value)) {
        if (calls.has(step.value)) enter(step.value);
      } else if (isOpen.has(step.value)) lower(visit.key, order.get(step.value) ?? 0);
    }
  }
  return groups;
}

function circleOf(group: readonly string[], calls: MacroCalls): Cycle {
  const start = group.toSorted((a, b) => (a < b ? -1 : 1))[0];
  const members = new Set(group);
  const before = new Map<string, string>();
  const reached = [start];
  for (const key of reached) {
    for (const called of (calls.get(key) ?? noCalls).keys()) {
      if (called === start) return pathTo(key, start, before);
      if (!members.has(called) || before.has(called)) continue;
      before.set(called, key);
      reached.push(called);
    }
  }
  return [start];
}

function pathTo(key: string, start: string, before: ReadonlyMap<string, string>): string[] {
  const path = [key];
  for (let at: string | undefined = key; at !== undefined && at !== start; ) {
    at = before.get(at);
    if (at !== undefined) path.unshift(at);
  }
  return path;
}
