import { EmbeddedActionsParser, type IToken, type ParserMethod, type TokenType, createTokenInstance } from 'chevrotain';
import { type Group, type Part, type Report, bare, foldChain } from './operator-chain.js';
import { readNumber, readString } from './mistakes.js';
import { once, placeOnly } from './once.js';
import type { Expression, Span, SyntaxProblem } from './syntax.js';
import {
  Arguments,
  BinarySign,
  CloseParenthesis,
  Colon,
  Comma,
  Dot,
  False,
  ListItems,
  Name,
  Not,
  Null,
  NumberToken,
  OpenBracket,
  OpenParenthesis,
  Parentheses,
  PrefixSign,
  Question,
  Subscript,
  Text,
  True,
  closes,
  endsValue,
  opens,
  spanOf,
  vocabulary,
} from './tokens.js';

/** What was read between brackets, by the token that stands for the pair. */
type Groups = ReadonlyMap<IToken, Group>;

/** `one` expression, or `many`, none included, with commas between them. */
type Content = 'one' | 'many';

/** `found`: the first token that does not fit; undefined: the end. */
type GrammarResult =
  | { readonly fits: true; readonly parts: readonly Part[]; readonly problems: readonly SyntaxProblem[] }
  | { readonly fits: false; readonly found: IToken | undefined };

/**
 * The grammar of tokens without brackets: `readGroups` puts one token in place of each pair. Chains are loops that are
 * folded afterwards, so that the stack does not depend on the text.
 */
class ExpressionGrammar extends EmbeddedActionsParser {
  #text = '';
  #groups: Groups = new Map();
  #problems: SyntaxProblem[] = [];
  readonly #report: Report = (problem) => this.#problems.push(problem);

  constructor() {
    super(vocabulary, placeOnly);
    this.performSelfAnalysis();
  }

  /** Not re-entrant. */
  read(content: Content, text: string, tokens: IToken[], groups: Groups): GrammarResult {
    this.#text = text;
    this.#groups = groups;
    this.#problems = [];
    this.input = tokens;
    try {
      const parts: readonly Part[] | undefined = content === 'one' ? this.single() : this.items();
      const failure = this.errors[0];
      if (failure === undefined && parts !== undefined) return { fits: true, parts, problems: this.#problems };
      const found = failure?.token;
      return { fits: false, found: found !== undefined && tokens.includes(found) ? found : undefined };
    } finally {
      // The grammar lives as long as the program; the text need not.
      this.input = [];
      this.#text = '';
      this.#groups = new Map();
    }
  }

  readonly single: ParserMethod<[], readonly Part[]> = this.RULE('single', () => [this.SUBRULE(this.expression)]);

  readonly items: ParserMethod<[], readonly Part[]> = this.RULE('items', () => {
    const items: Part[] = [];
    this.MANY_SEP({
      SEP: Comma,
      DEF: () => {
        items.push(this.SUBRULE(this.expression));
      },
    });
    return items;
  });

  readonly expression: ParserMethod<[], Part> = this.RULE('expression', () => {
    const parts = [this.SUBRULE(this.chain)];
    this.MANY(() => {
      this.CONSUME(Question);
      parts.push(this.SUBRULE2(this.chain));
      this.CONSUME(Colon);
      parts.push(this.SUBRULE3(this.chain));
    });
    return this.ACTION(() => foldConditionals(parts));
  });

  readonly chain: ParserMethod<[], Part> = this.RULE('chain', () => {
    const parts = [this.SUBRULE(this.operand)];
    const signs: IToken[] = [];
    this.MANY(() => {
      signs.push(this.CONSUME(BinarySign));
      parts.push(this.SUBRULE2(this.operand));
    });
    return this.ACTION(() => foldChain(parts, signs, this.#text, this.#report));
  });

  readonly operand: ParserMethod<[], Part> = this.RULE('operand', () => {
    const prefixes: IToken[] = [];
    this.MANY(() => {
      prefixes.push(this.CONSUME(PrefixSign));
    });
    let part = this.SUBRULE(this.primary);
    this.MANY2(() => {
      const object = part;
      this.OR([
        {
          ALT: () => {
            this.CONSUME(Dot);
            const name = this.CONSUME(Name);
            const call = this.OPTION(() => this.#group(Arguments));
            part = this.ACTION(() => (call === undefined ? memberPart(object, name) : callPart(object, name, call)));
          },
        },
        {
          ALT: () => {
            const subscript = this.#group(Subscript);
            part = this.ACTION(() => indexPart(object, subscript));
          },
        },
      ]);
    });
    return this.ACTION(() => applyPrefixes(prefixes, part));
  });

  readonly primary: ParserMethod<[], Part> = this.RULE('primary', () =>
    this.OR([
      { ALT: () => numberPart(this.CONSUME(NumberToken)) },
      { ALT: () => stringPart(this.CONSUME(Text)) },
      { ALT: () => bare({ kind: 'boolean', value: true, span: spanOf(this.CONSUME(True)) }) },
      { ALT: () => bare({ kind: 'boolean', value: false, span: spanOf(this.CONSUME(False)) }) },
      { ALT: () => bare({ kind: 'null', span: spanOf(this.CONSUME(Null)) }) },
      {
        ALT: () => {
          const name = this.CONSUME(Name);
          const call = this.OPTION(() => this.#group(Arguments));
          return this.ACTION(() =>
            call === undefined
              ? bare({ kind: 'name', name: name.image, span: spanOf(name) })
              : callPart(undefined, name, call),
          );
        },
      },
      { ALT: () => parenthesized(this.#group(Parentheses)) },
      { ALT: () => listPart(this.#group(ListItems)) },
    ]),
  );

  #group(placeholder: TokenType): Group {
    const token = this.CONSUME(placeholder);
    const group = this.RECORDING_PHASE ? recorded : this.#groups.get(token);
    if (group === undefined) throw new Error(`edict: no content was read for the token ${token.image}`);
    return group;
  }
}

/** Stands for any group while chevrotain records the grammar. */
const nowhere = { start: 0, end: 0 };
const recorded: Group = { parts: [bare({ kind: 'null', span: nowhere })], extent: nowhere };

const expressionGrammar = once(() => new ExpressionGrammar());

function numberPart(literal: IToken): Part {
  const { value, integer } = readNumber(literal.image, literal.startOffset);
  return bare({ kind: 'number', value, integer, span: spanOf(literal) });
}

function stringPart(literal: IToken): Part {
  const { value } = readString(literal.image, literal.startOffset);
  return bare({ kind: 'string', value, span: spanOf(literal) });
}

function parenthesized({ parts, extent }: Group): Part {
  return { ...firstOf(parts), extent };
}

function listPart({ parts, extent }: Group): Part {
  return bare({ kind: 'list', elements: parts.map((part) => part.expression), span: extent });
}

function memberPart(object: Part, name: IToken): Part {
  const memberSpan = spanOf(name);
  const span = { start: object.extent.start, end: memberSpan.end };
  return bare({ kind: 'member', object: object.expression, member: name.image, memberSpan, span });
}

function indexPart(object: Part, { parts, extent }: Group): Part {
  const span = { start: object.extent.start, end: extent.end };
  return bare({ kind: 'index', object: object.expression, index: firstOf(parts).expression, span });
}

function callPart(receiver: Part | undefined, name: IToken, { parts, extent }: Group): Part {
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

function applyPrefixes(prefixes: readonly IToken[], part: Part): Part {
  return prefixes.reduceRight<Part>(
    (operand, prefix) =>
      bare({
        kind: 'unary',
        operator: prefix.tokenType === Not ? '!' : '-',
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
      readonly stops: readonly (IToken | undefined)[];
      readonly problems: readonly SyntaxProblem[];
    };

/** The text itself (`open` is undefined) or a bracket pair that is still open. */
interface Frame {
  readonly open: IToken | undefined;
  readonly kind: GroupKind;
  readonly tokens: IToken[];
}

interface GroupKind {
  readonly content: Content;
  readonly placeholder: TokenType;
}

const groupKinds = {
  parentheses: { content: 'one', placeholder: Parentheses },
  call: { content: 'many', placeholder: Arguments },
  // `f(x)(y)` fits nowhere; read as a call it is one error.
  misplaced: { content: 'many', placeholder: Parentheses },
  list: { content: 'many', placeholder: ListItems },
  subscript: { content: 'one', placeholder: Subscript },
} as const satisfies Record<string, GroupKind>;

/** Groups that do not fit before the rest is left unread: each costs an exception. */
const mostStops = 100;

/**
 * Reads tokens from the inside out: one token replaces each bracket pair when it closes, so brackets need no recursion.
 * A pair that does not fit stands for null, so that independent mistakes are all found.
 */
export function readGroups(text: string, tokens: readonly IToken[]): GroupsResult {
  const groups = new Map<IToken, Group>();
  const openings = new Map<IToken, IToken>();
  const stops: (IToken | undefined)[] = [];
  const problems: SyntaxProblem[] = [];
  const outer: Frame[] = [];
  let frame: Frame = { open: undefined, kind: groupKinds.parentheses, tokens: [] };
  let before: IToken | undefined;

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

  function read({ kind, tokens: run }: Frame, end: IToken | undefined, extent: Span): Group {
    const result = expressionGrammar().read(kind.content, text, run, groups);
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
    const placeholder = createTokenInstance(inner.kind.placeholder, open.image, first, last, NaN, NaN, NaN, NaN);
    groups.set(placeholder, read(inner, end, extent));
    openings.set(placeholder, open);
    parent.tokens.push(placeholder);
    return parent;
  }

  /** At a bracket without its partner: what was read up to here may hold the mistake that led to it. */
  function refuseAt(token: IToken | undefined): GroupsResult {
    const frames = [...outer, frame];
    for (const { kind, tokens: run } of frames) {
      const result = expressionGrammar().read(kind.content, text, run, groups);
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
function groupKindOf(open: IToken, before: IToken | undefined): GroupKind {
  if (open.tokenType === OpenBracket) return endsValue(before) ? groupKinds.subscript : groupKinds.list;
  if (before?.tokenType === Name) return groupKinds.call;
  return endsValue(before) ? groupKinds.misplaced : groupKinds.parentheses;
}

function partnerOf(closing: IToken): TokenType {
  return closing.tokenType === CloseParenthesis ? OpenParenthesis : OpenBracket;
}
