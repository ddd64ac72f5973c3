import {
  problemAt,
  asWarning,
  type Problem,
  createTextBuilder,
  trace,
  type MacroCall,
  type Origin,
  type TextBuilder,
  type TracedText,
} from './traced-text.js';
import { quoteText } from '../../../text/quote.js';
import { didYouMean, type NameBudget } from '../../../text/nearest-name.js';
import type { TextLimits } from './text-limits.js';
import { createCallReader, type CallReader, type CallText, type Macro } from './macros.js';

type Lookup = (key: string) => Body | undefined;

interface Body {
  readonly text: TracedText;
  /** It may have calls, or parts of them. */
  readonly open: boolean;
  /** Depth of nested calls in it. */
  readonly depth: number;
}

export interface Macros {
  readonly macros: ReadonlyMap<string, Macro>;
  readonly cyclic: ReadonlySet<string>;
  readonly limits: TextLimits;
  readonly problems: Problem[];
  readonly names: NameBudget;
}

interface Expansion extends Macros {
  readonly expanded: Map<string, Body>;
  readonly unresolved: Set<string>;
  readonly crowded: Set<string>;
  /** Characters left to write or scan. */
  left: number;
  stopped: boolean;
  level: number;
}

/** The text is undefined where a limit was reached. */
export interface Expanded {
  readonly text: TracedText | undefined;
  readonly unresolved: ReadonlySet<string>;
}

/** Characters are written and scanned a few times. */
const workPerCharacter = 4;

/** A reachable macro's text is expanded first: calls of earlier keys are expanded, others stay. */
export function expandMacros(source: TracedText, by: Macros): Expanded {
  const expansion: Expansion = {
    ...by,
    expanded: new Map(),
    unresolved: new Set(),
    crowded: new Set(),
    left: by.limits.expanded * workPerCharacter,
    stopped: false,
    level: 0,
  };
  const { text } = expand(source, (key) => expandedBody(key, expansion), expansion);
  return { text: expansion.stopped ? undefined : text, unresolved: expansion.unresolved };
}

function expandedBody(key: string, expansion: Expansion): Body | undefined {
  const known = expansion.expanded.get(key);
  if (known !== undefined) return known;
  let body = rawBody(key, expansion);
  if (body?.open === true) {
    const { text } = body;
    expansion.level += 1;
    if (expansion.level > expansion.limits.calls) stopAtDepth(key, text, 0, expansion);
    else body = expand(text, (called) => (called < key ? expandedBody : rawBody)(called, expansion), expansion);
    expansion.level -= 1;
  }
  if (body !== undefined) expansion.expanded.set(key, body);
  return body;
}

function rawBody(key: string, { macros }: Expansion): Body | undefined {
  const text = macros.get(key)?.body;
  return text && { text, open: isOpen(text.text), depth: 0 };
}

function isOpen(text: string): boolean {
  return text.includes('[[') || text.endsWith('[');
}

interface Frame {
  readonly source: TracedText;
  readonly call: MacroCall | undefined;
  readonly callAt: CallReader;
  at: number;
}

function createFrame(source: TracedText, call?: MacroCall): Frame {
  return { source, call, callAt: createCallReader(source.text), at: 0 };
}

function expand(source: TracedText, lookup: Lookup, expansion: Expansion): Body {
  const builder = createTextBuilder();
  const frames = [createFrame(source)];
  let deepest = 0;
  for (let frame = frames.at(-1); frame !== undefined && !expansion.stopped; frame = frames.at(-1)) {
    const { text } = frame.source;
    const below = frames.at(-2);
    let open = text.indexOf('[[', frame.at);
    if (open < 0 && below !== undefined && text.endsWith('[') && frame.at < text.length) open = text.length - 1;
    if (open < 0) {
      write(builder, frame, text.length, expansion);
      frames.pop();
      continue;
    }
    write(builder, frame, open, expansion);
    const call = frame.callAt(open);
    if (call === 'unfinished' && below !== undefined) {
      frames.splice(-2, 2, joined(frame, below));
      spend(below.source.text.length - below.at, { inside: frame.source, at: open }, expansion);
    } else if (typeof call !== 'object') {
      write(builder, frame, open + 1, expansion);
    } else {
      const body = resolve(call, frame, lookup, expansion);
      if (body === undefined) write(builder, frame, call.end, expansion);
      else deepest = Math.max(deepest, enter(call, body, frame, frames, builder, expansion));
    }
  }
  const text = builder.build();
  return { text, open: isOpen(text.text), depth: deepest };
}

/** Undefined, and reported, if the call stays. */
function resolve(call: CallText, frame: Frame, lookup: Lookup, expansion: Expansion): Body | undefined {
  const { key } = call;
  const body = expansion.cyclic.has(key) ? undefined : lookup(key);
  if (body !== undefined) return body;
  expansion.unresolved.add(key);
  if (!expansion.cyclic.has(key)) expansion.problems.push(unknownMacro(key, frame.source, frame.at, expansion));
  return undefined;
}

export function unknownMacro(key: string, inside: TracedText, at: number, { macros, names }: Macros): Problem {
  const suggestion = didYouMean(key, macros.keys(), names);
  return problemAt('unknown-macro', `there is no macro ${quoteText(key)}`, inside, at, { suggestion });
}

/** Returns the depth of nested calls. */
function enter(
  text: CallText,
  body: Body,
  frame: Frame,
  frames: Frame[],
  builder: TextBuilder,
  expansion: Expansion,
): number {
  const outer = frame.call;
  const depth = 1 + (outer?.depth ?? 0) + trace(frame.source, frame.at).calls.length;
  const call: MacroCall = { macro: text.key, inside: frame.source, at: frame.at, outer, depth };
  if (depth + body.depth > expansion.limits.calls) {
    stopAtDepth(text.key, frame.source, frame.at, expansion);
    return depth;
  }
  const filled = text.argumentsTo > 0 ? substitute(body.text, text, call, frame.source, expansion) : body.text;
  // Calls of missing macros may hold places.
  if (text.argumentsTo > 0 && !body.open) checkArguments(body.text, text, frame, expansion);
  frame.at = text.end;
  const next = createFrame(filled, call);
  if (filled === body.text ? body.open : isOpen(filled.text)) {
    frames.push(next);
    spend(filled.text.length, call, expansion);
  } else write(builder, next, filled.text.length, expansion);
  return depth + body.depth;
}

function write(builder: TextBuilder, frame: Frame, to: number, expansion: Expansion): void {
  const by = frame.call ?? { inside: frame.source, at: frame.at };
  builder.add(frame.source, frame.at, to, frame.call);
  spend(to - frame.at, by, expansion);
  if (builder.length > expansion.limits.expanded) stopAtSize(by, expansion);
  frame.at = to;
}

type Spender = Pick<MacroCall, 'inside' | 'at'> & Partial<MacroCall>;

function spend(characters: number, by: Spender, expansion: Expansion): void {
  expansion.left -= characters;
  if (expansion.left < 0) stopAtSize(by, expansion);
}

function stopAtSize({ macro, inside, at }: Spender, expansion: Expansion): void {
  const through = macro === undefined ? '' : `; macro ${quoteText(macro)} goes beyond it`;
  const message = `what macros make of this file is longer than ${expansion.limits.expanded} characters, or takes as much work${through}`;
  stop('macro-size', message, inside, at, expansion);
}

function stopAtDepth(key: string, inside: Origin, at: number, expansion: Expansion): void {
  const message = `more than ${expansion.limits.calls} nested calls of macros, the last is of ${quoteText(key)}`;
  stop('macro-depth', message, inside, at, expansion);
}

function stop(code: string, message: string, inside: Origin, at: number, expansion: Expansion): void {
  if (expansion.stopped) return;
  expansion.stopped = true;
  expansion.problems.push(problemAt(code, message, inside, at));
}

/** A call may begin in a macro's text and end after it. */
function joined(top: Frame, below: Frame): Frame {
  const builder = createTextBuilder();
  builder.add(top.source, top.at, top.source.text.length, top.call);
  builder.add(below.source, below.at, below.source.text.length, below.call);
  return createFrame(builder.build());
}

/** Once for each macro. */
function checkArguments(
  { text: body }: TracedText,
  { key, argumentsFrom, argumentsTo }: CallText,
  { source, at }: Frame,
  expansion: Expansion,
): void {
  const { problems, macros, crowded } = expansion;
  if (crowded.has(key)) return;
  const given = source.text.slice(argumentsFrom, argumentsTo).split(',').length;
  if (body.includes(`@${String(given)}@`)) return;
  const written = macros.get(key)?.body.text ?? '';
  spend(body.length + written.length, { inside: source, at }, expansion);
  // A place that was passed to another macro may be lost.
  const taken = Math.max(placesIn(body), placesIn(written));
  if (given <= taken) return;
  crowded.add(key);
  const message = `macro ${quoteText(key)} takes ${taken === 0 ? 'no arguments' : taken === 1 ? 'one argument' : `${String(taken)} arguments`}, and ${given === 1 ? 'one is' : `${String(given)} are`} given`;
  problems.push(problemAt('macro-argument', message, source, at, asWarning));
}

function placesIn(text: string): number {
  let most = 0;
  for (const [, number] of text.matchAll(/@(\d{1,9})@/g)) most = Math.max(most, Number(number));
  return most;
}

/** Replaces one number after the other, also within the replacements of earlier ones. */
function substitute(
  body: TracedText,
  text: CallText,
  call: MacroCall,
  caller: TracedText,
  expansion: Expansion,
): TracedText {
  let filled = body;
  let from = text.argumentsFrom;
  let number = 1;
  for (const argument of caller.text.slice(from, text.argumentsTo).split(',')) {
    if (expansion.stopped || !filled.text.includes('@')) break;
    spend(filled.text.length, call, expansion);
    filled = replaceAll(filled, `@${number}@`, caller, from, from + argument.length, expansion.limits.expanded);
    if (filled.text.length > expansion.limits.expanded) stopAtSize(call, expansion);
    from += argument.length + 1;
    number += 1;
  }
  return filled;
}

/** Stops beyond `longest` characters. */
function replaceAll(
  body: TracedText,
  mark: string,
  caller: TracedText,
  from: number,
  to: number,
  longest: number,
): TracedText {
  const { text } = body;
  let at = text.indexOf(mark);
  if (at < 0) return body;
  const builder = createTextBuilder();
  let done = 0;
  for (; at >= 0 && builder.length <= longest; at = text.indexOf(mark, done)) {
    builder.add(body, done, at);
    builder.add(caller, from, to);
    done = at + mark.length;
  }
  builder.add(body, done, text.length);
  return builder.build();
}
