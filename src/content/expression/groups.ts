import { createTokenInstance, type IToken, type TokenType } from 'chevrotain';
import { readRun, type Content } from './grammar.js';
import { bare, type Group } from './chain.js';
import type { Expression, Span, SyntaxProblem } from './syntax.js';
import {
  Arguments,
  CloseParenthesis,
  ListItems,
  Name,
  OpenBracket,
  OpenParenthesis,
  Parentheses,
  Subscript,
  closes,
  endsValue,
  opens,
  spanOf,
} from './tokens.js';

/** The tree of a text, or the tokens at which its grammar stopped (undefined: the end of the text), in text order. */
export type GroupsResult =
  | { readonly fits: true; readonly expression: Expression }
  | {
      readonly fits: false;
      readonly stops: readonly (IToken | undefined)[];
      readonly problems: readonly SyntaxProblem[];
    };

/** The text itself (`open` is undefined) or a bracket pair that is still open. */
interface Frame {
  readonly open: IToken | undefined;
  readonly sort: GroupSort;
  readonly tokens: IToken[];
}

interface GroupSort {
  readonly content: Content;
  readonly placeholder: TokenType;
}

const sorts = {
  parentheses: { content: 'one', placeholder: Parentheses },
  call: { content: 'many', placeholder: Arguments },
  // `f(x)(y)` fits nowhere; read as a call it is one error and no more.
  misplaced: { content: 'many', placeholder: Parentheses },
  list: { content: 'many', placeholder: ListItems },
  subscript: { content: 'one', placeholder: Subscript },
} as const satisfies Record<string, GroupSort>;

/** Groups that do not fit before the rest is left unread: each costs an exception. */
const mostStops = 100;

/**
 * Reads tokens from the inside out: what stands in a bracket pair is read when it closes, and one token takes its
 * place. So brackets need no recursion. A pair that does not fit stands for null, so that independent mistakes are
 * all found.
 */
export function readGroups(text: string, tokens: readonly IToken[]): GroupsResult {
  const groups = new Map<IToken, Group>();
  const openings = new Map<IToken, IToken>();
  const stops: (IToken | undefined)[] = [];
  const problems: SyntaxProblem[] = [];
  const outer: Frame[] = [];
  let frame: Frame = { open: undefined, sort: sorts.parentheses, tokens: [] };
  let before: IToken | undefined;

  for (const token of tokens) {
    if (stops.length >= mostStops) return refuse();
    if (opens(token)) {
      outer.push(frame);
      frame = { open: token, sort: sortOf(token, before), tokens: [] };
    } else if (closes(token)) {
      const parent = outer.at(-1);
      if (parent === undefined || frame.open?.tokenType !== partnerOf(token)) return refuseAt(token);
      outer.pop();
      frame = close(frame, frame.open, parent, token);
    } else {
      frame.tokens.push(token);
    }
    before = token;
  }
  if (outer.length > 0) return refuseAt(undefined);
  const expression = read(frame, undefined, { start: 0, end: text.length }).parts[0]?.expression;
  if (stops.length > 0 || problems.length > 0 || expression === undefined) return refuse();
  return { fits: true, expression };

  function read({ sort, tokens: run }: Frame, end: IToken | undefined, extent: Span): Group {
    const result = readRun(sort.content, text, run, groups);
    if (result.fits) {
      for (const problem of result.problems) problems.push(problem);
      return { parts: result.parts, extent };
    }
    stops.push(result.found === undefined ? end : (openings.get(result.found) ?? result.found));
    return { parts: [bare({ kind: 'null', span: extent })], extent };
  }

  function close(inner: Frame, open: IToken, parent: Frame, end: IToken): Frame {
    const extent = { start: open.startOffset, end: spanOf(end).end };
    const [first, last] = [extent.start, extent.end - 1];
    const placeholder = createTokenInstance(inner.sort.placeholder, open.image, first, last, NaN, NaN, NaN, NaN);
    groups.set(placeholder, read(inner, end, extent));
    openings.set(placeholder, open);
    parent.tokens.push(placeholder);
    return parent;
  }

  /** At a bracket without its partner: what was read up to here may hold the mistake that led to it. */
  function refuseAt(token: IToken | undefined): GroupsResult {
    const frames = [...outer, frame];
    for (const { sort, tokens: run } of frames) {
      const result = readRun(sort.content, text, run, groups);
      // A frame that stops at its end is merely unfinished.
      if (!result.fits && result.found !== undefined) stops.push(openings.get(result.found) ?? result.found);
    }
    stops.push(token);
    return refuse();
  }

  function refuse(): GroupsResult {
    const place = (token: IToken | undefined): number => token?.startOffset ?? text.length;
    return { fits: false, stops: stops.toSorted((left, right) => place(left) - place(right)), problems };
  }
}

/** What a bracket opens follows from the token before it alone. */
function sortOf(open: IToken, before: IToken | undefined): GroupSort {
  if (open.tokenType === OpenBracket) return endsValue(before) ? sorts.subscript : sorts.list;
  if (before?.tokenType === Name) return sorts.call;
  return endsValue(before) ? sorts.misplaced : sorts.parentheses;
}

function partnerOf(closing: IToken): TokenType {
  return closing.tokenType === CloseParenthesis ? OpenParenthesis : OpenBracket;
}
