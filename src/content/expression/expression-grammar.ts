import { type Group, type Part, type Report, bare, foldChain } from './operator-chain.js';
import { readNumber, readString } from './mistakes.js';
import type { Expression, Span, SyntaxProblem } from './syntax.js';
import { type Token, TokenType, closes, endsValue, isBinarySign, isPrefixSign, opens, spanOf } from './tokens.js';

/** What was read between brackets, by the token that stands for the pair. */
type Groups = ReadonlyMap<Token, Group>;

/** `one` expression, or `many`, none included, with commas between them. */
type Content = 'one' | 'many';

/** `found`: the first token that does not fit; undefined: the end. */
type GrammarResult =
  | { readonly fits: true; readonly parts: readonly Part[]; readonly problems: readonly SyntaxProblem[] }
  | { readonly fits: false; readonly found: Token | undefined };

/** Tokens without brackets that are read from the first to the last. */
interface Reading {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly groups: Groups;
  readonly report: Report;
  next: number;
}

/**
 * Reads tokens without brackets: `readGroups` puts one token in place of each pair. Chains are loops that are folded
 * afterwards, so that the stack does not depend on the text. A function that does not fit returns undefined, and leaves
 * `next` at the token that does not.
 */
function readTokens(content: Content, text: string, tokens: readonly Token[], groups: Groups): GrammarResult {
  const problems: SyntaxProblem[] = [];
  const reading: Reading = { text, tokens, groups, report: (problem) => problems.push(problem), next: 0 };
  const parts = content === 'many' && tokens.length === 0 ? [] : items(reading, content);
  return parts !== undefined && reading.next === tokens.length
    ? { fits: true, parts, problems }
    : { fits: false, found: tokens[reading.next] };
}

function items(reading: Reading, content: Content): readonly Part[] | undefined {
  const parts: Part[] = [];
  do {
    const part = expression(reading);
    if (part === undefined) return undefined;
    parts.push(part);
  } while (content === 'many' && take(reading, TokenType.comma) !== undefined);
  return parts;
}

function expression(reading: Reading): Part | undefined {
  const first = chain(reading);
  if (first === undefined) return undefined;
  const parts = [first];
  while (take(reading, TokenType.question) !== undefined) {
    const then = chain(reading);
    if (then === undefined || take(reading, TokenType.colon) === undefined) return undefined;
    const otherwise = chain(reading);
    if (otherwise === undefined) return undefined;
    parts.push(then, otherwise);
  }
  return foldConditionals(parts);
}

function chain(reading: Reading): Part | undefined {
  const parts: Part[] = [];
  const signs: Token[] = [];
  for (;;) {
    const part = operand(reading);
    if (part === undefined) return undefined;
    parts.push(part);
    const sign = takeIf(reading, isBinarySign);
    if (sign === undefined) return foldChain(parts, signs, reading.text, reading.report);
    signs.push(sign);
  }
}

function operand(reading: Reading): Part | undefined {
  const prefixes: Token[] = [];
  for (let sign = takeIf(reading, isPrefixSign); sign !== undefined; sign = takeIf(reading, isPrefixSign))
    prefixes.push(sign);
  let part = primary(reading);
  while (part !== undefined) {
    const subscript = take(reading, TokenType.subscript);
    if (subscript !== undefined) part = indexPart(part, groupOf(reading, subscript));
    else if (take(reading, TokenType.dot) === undefined) return applyPrefixes(prefixes, part);
    else part = member(reading, part);
  }
  return undefined;
}

function member(reading: Reading, object: Part): Part | undefined {
  const name = take(reading, TokenType.name);
  if (name === undefined) return undefined;
  const call = take(reading, TokenType.arguments);
  return call === undefined ? memberPart(object, name) : callPart(object, name, groupOf(reading, call));
}

function primary(reading: Reading): Part | undefined {
  const token = reading.tokens[reading.next];
  if (token === undefined) return undefined;
  reading.next++;
  switch (token.tokenType) {
    case TokenType.number:
      return numberPart(token);
    case TokenType.text:
      return stringPart(token);
    case TokenType.true:
    case TokenType.false:
      return bare({ kind: 'boolean', value: token.tokenType === TokenType.true, span: spanOf(token) });
    case TokenType.null:
      return bare({ kind: 'null', span: spanOf(token) });
    case TokenType.name: {
      const call = take(reading, TokenType.arguments);
      return call === undefined
        ? bare({ kind: 'name', name: token.image, span: spanOf(token) })
        : callPart(undefined, token, groupOf(reading, call));
    }
    case TokenType.parentheses:
      return parenthesized(groupOf(reading, token));
    case TokenType.listItems:
      return listPart(groupOf(reading, token));
    default:
      reading.next--;
      return undefined;
  }
}

function take(reading: Reading, type: TokenType): Token | undefined {
  const token = reading.tokens[reading.next];
  if (token?.tokenType !== type) return undefined;
  reading.next++;
  return token;
}

function takeIf(reading: Reading, fits: (token: Token | undefined) => boolean): Token | undefined {
  const token = reading.tokens[reading.next];
  if (!fits(token)) return undefined;
  reading.next++;
  return token;
}

function groupOf({ groups }: Reading, token: Token): Group {
  const group = groups.get(token);
  if (group === undefined) throw new Error(`edict: no content was read for the token ${token.image}`);
  return group;
}

function numberPart(literal: Token): Part {
  const { value, integer } = readNumber(literal.image, literal.startOffset);
  return bare({ kind: 'number', value, integer, span: spanOf(literal) });
}

function stringPart(literal: Token): Part {
  const { value } = readString(literal.image, literal.startOffset);
  return bare({ kind: 'string', value, span: spanOf(literal) });
}

function parenthesized({ parts, extent }: Group): Part {
  return { ...firstOf(parts), extent };
}

function listPart({ parts, extent }: Group): Part {
  return bare({ kind: 'list', elements: parts.map((part) => part.expression), span: extent });
}

function memberPart(object: Part, name: Token): Part {
  const memberSpan = spanOf(name);
  const span = { start: object.extent.start, end: memberSpan.end };
  return bare({ kind: 'member', object: object.expression, member: name.image, memberSpan, span });
}

function indexPart(object: Part, { parts, extent }: Group): Part {
  const span = { start: object.extent.start, end: extent.end };
  return bare({ kind: 'index', object: object.expression, index: firstOf(parts).expression, span });
}

function callPart(receiver: Part | undefined, name: Token, { parts, extent }: Group): Part {
  const functionSpan = spanOf(name);
  return bare({
    kind: 'call',
    function: name.image,
    functionSpan,
    ...(receiver === undefined ? {} : { receiver: receiver.expression }),
    arguments: parts.map((part) => part.expression),
    span: { start: receiver?.extent.start ?? functionSpan.start, end: extent.end },
  });
}

function firstOf(parts: readonly Part[]): Part {
  const first = parts[0];
  if (first === undefined) throw new Error('edict: expected one expression between brackets, found none');
  return first;
}

function applyPrefixes(prefixes: readonly Token[], part: Part): Part {
  return prefixes.reduceRight<Part>(
    (operand, prefix) =>
      bare({
        kind: 'unary',
        operator: prefix.tokenType === TokenType.not ? '!' : '-',
        operand: operand.expression,
        span: { start: prefix.startOffset, end: operand.extent.end },
      }),
    part,
  );
}

/** `[a, b, c, d, e]` stands for `a ? b : c ? d : e`, which groups from the right. */
function foldConditionals(parts: readonly Part[]): Part {
  return parts.reduceRight((otherwise, condition, position) => {
    const then = parts[position + 1];
    if (position % 2 === 1 || then === undefined) return otherwise;
    return bare({
      kind: 'conditional',
      condition: condition.expression,
      then: then.expression,
      otherwise: otherwise.expression,
      span: { start: condition.extent.start, end: otherwise.extent.end },
    });
  });
}

/** `stops`: where the grammar stopped, in text order; undefined: the end of the text. */
type GroupsResult =
  | { readonly fits: true; readonly expression: Expression }
  | {
      readonly fits: false;
      readonly stops: readonly (Token | undefined)[];
      readonly problems: readonly SyntaxProblem[];
    };

/** The text itself (`open` is undefined) or a bracket pair that is still open. */
interface Frame {
  readonly open: Token | undefined;
  readonly kind: GroupKind;
  readonly tokens: Token[];
}

interface GroupKind {
  readonly content: Content;
  readonly placeholder: TokenType;
}

const groupKinds = {
  parentheses: { content: 'one', placeholder: TokenType.parentheses },
  call: { content: 'many', placeholder: TokenType.arguments },
  // `f(x)(y)` fits nowhere; read as a call it is one error.
  misplaced: { content: 'many', placeholder: TokenType.parentheses },
  list: { content: 'many', placeholder: TokenType.listItems },
  subscript: { content: 'one', placeholder: TokenType.subscript },
} as const satisfies Record<string, GroupKind>;

/** Groups that do not fit before the rest is left unread: each costs an exception. */
const mostStops = 100;

/**
 * Reads tokens from the inside out: one token replaces each bracket pair when it closes, so brackets need no recursion.
 * A pair that does not fit stands for null, so that independent mistakes are all found.
 */
export function readGroups(text: string, tokens: readonly Token[]): GroupsResult {
  const groups = new Map<Token, Group>();
  const openings = new Map<Token, Token>();
  const stops: (Token | undefined)[] = [];
  const problems: SyntaxProblem[] = [];
  const outer: Frame[] = [];
  let frame: Frame = { open: undefined, kind: groupKinds.parentheses, tokens: [] };
  let before: Token | undefined;

  for (const token of tokens) {
    if (stops.length >= mostStops) return refuse();
    if (opens(token)) {
      outer.push(frame);
      frame = { open: token, kind: groupKindOf(token, before), tokens: [] };
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

  function read({ kind, tokens: run }: Frame, end: Token | undefined, extent: Span): Group {
    const result = readTokens(kind.content, text, run, groups);
    if (result.fits) {
      for (const problem of result.problems) problems.push(problem);
      return { parts: result.parts, extent };
    }
    stops.push(result.found === undefined ? end : (openings.get(result.found) ?? result.found));
    return { parts: [bare({ kind: 'null', span: extent })], extent };
  }

  function close(inner: Frame, open: Token, parent: Frame, end: Token): Frame {
    const extent = { start: open.startOffset, end: spanOf(end).end };
    const placeholder: Token = { tokenType: inner.kind.placeholder, image: open.image, startOffset: extent.start };
    groups.set(placeholder, read(inner, end, extent));
    openings.set(placeholder, open);
    parent.tokens.push(placeholder);
    return parent;
  }

  /** At a bracket without its partner: what was read up to here may hold the mistake that led to it. */
  function refuseAt(token: Token | undefined): GroupsResult {
    const frames = [...outer, frame];
    for (const { kind, tokens: run } of frames) {
      const result = readTokens(kind.content, text, run, groups);
      // A frame that stops at its end is merely unfinished.
      if (!result.fits && result.found !== undefined) stops.push(openings.get(result.found) ?? result.found);
    }
    stops.push(token);
    return refuse();
  }

  function refuse(): GroupsResult {
    const place = (token: Token | undefined): number => token?.startOffset ?? text.length;
    return { fits: false, stops: stops.toSorted((left, right) => place(left) - place(right)), problems };
  }
}

/** What a bracket opens follows from the token before it alone. */
function groupKindOf(open: Token, before: Token | undefined): GroupKind {
  if (open.tokenType === TokenType.openBracket) return endsValue(before) ? groupKinds.subscript : groupKinds.list;
  if (before?.tokenType === TokenType.name) return groupKinds.call;
  return endsValue(before) ? groupKinds.misplaced : groupKinds.parentheses;
}

function partnerOf(closing: Token): TokenType {
  return closing.tokenType === TokenType.closeParenthesis ? TokenType.openParenthesis : TokenType.openBracket;
}
