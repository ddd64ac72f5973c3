import { EmbeddedActionsParser, type IParserErrorMessageProvider, type IToken, type ParserMethod } from 'chevrotain';
import { foldChain, type Report, bare, type Group, type Part } from './chain.js';
import { readNumber, readString } from './literals.js';
import { once } from './once.js';
import type { SyntaxProblem } from './syntax.js';
import * as token from './tokens.js';

// Only the failure's place is taken from chevrotain, whose sentences list tokens by class names.
const silent: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: () => '',
  buildNotAllInputParsedMessage: () => '',
  buildNoViableAltMessage: () => '',
  buildEarlyExitMessage: () => '',
};

/** Which tokens stand for a bracket pair, and what was read between the brackets. */
export type Groups = ReadonlyMap<IToken, Group>;

/** `one` expression, or `many`, none included, with commas between them. */
export type Content = 'one' | 'many';

/** What a run of tokens is, or the first that does not fit (undefined: the end of the run). */
export type GrammarResult =
  | { readonly fits: true; readonly parts: readonly Part[]; readonly problems: readonly SyntaxProblem[] }
  | { readonly fits: false; readonly found: IToken | undefined };

/**
 * The grammar of tokens without brackets: groups.ts puts one token in place of each pair. Chains of operators,
 * prefixes, members and conditionals are loops that are folded afterwards, so that the stack does not depend on the
 * text.
 */
class ExpressionGrammar extends EmbeddedActionsParser {
  #text = '';
  #groups: Groups = new Map();
  #problems: SyntaxProblem[] = [];
  readonly #report: Report = (problem) => this.#problems.push(problem);

  constructor() {
    super(token.vocabulary, { maxLookahead: 1, recoveryEnabled: false, errorMessageProvider: silent });
    this.performSelfAnalysis();
  }

  /** Not re-entrant, which a synchronous function that calls no one else need not be. */
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
      SEP: token.Comma,
      DEF: () => {
        items.push(this.SUBRULE(this.expression));
      },
    });
    return items;
  });

  readonly expression: ParserMethod<[], Part> = this.RULE('expression', () => {
    const parts = [this.SUBRULE(this.chain)];
    this.MANY(() => {
      this.CONSUME(token.Question);
      parts.push(this.SUBRULE2(this.chain));
      this.CONSUME(token.Colon);
      parts.push(this.SUBRULE3(this.chain));
    });
    return this.ACTION(() => foldConditionals(parts));
  });

  readonly chain: ParserMethod<[], Part> = this.RULE('chain', () => {
    const parts = [this.SUBRULE(this.operand)];
    const signs: IToken[] = [];
    this.MANY(() => {
      signs.push(this.CONSUME(token.BinarySign));
      parts.push(this.SUBRULE2(this.operand));
    });
    return this.ACTION(() => foldChain(parts, signs, this.#text, this.#report));
  });

  readonly operand: ParserMethod<[], Part> = this.RULE('operand', () => {
    const prefixes: IToken[] = [];
    this.MANY(() => {
      prefixes.push(this.CONSUME(token.PrefixSign));
    });
    let part = this.SUBRULE(this.primary);
    this.MANY2(() => {
      const object = part;
      this.OR([
        {
          ALT: () => {
            this.CONSUME(token.Dot);
            const name = this.CONSUME(token.Name);
            const call = this.OPTION(() => this.CONSUME(token.Arguments));
            part = this.ACTION(() =>
              call === undefined ? memberPart(object, name) : callPart(object, name, this.#groupOf(call)),
            );
          },
        },
        {
          ALT: () => {
            const subscript = this.CONSUME(token.Subscript);
            part = this.ACTION(() => indexPart(object, this.#groupOf(subscript)));
          },
        },
      ]);
    });
    return this.ACTION(() => applyPrefixes(prefixes, part));
  });

  readonly primary: ParserMethod<[], Part> = this.RULE('primary', () =>
    this.OR([
      { ALT: () => numberPart(this.CONSUME(token.NumberToken)) },
      { ALT: () => stringPart(this.CONSUME(token.Text)) },
      { ALT: () => bare({ kind: 'boolean', value: true, span: token.spanOf(this.CONSUME(token.True)) }) },
      { ALT: () => bare({ kind: 'boolean', value: false, span: token.spanOf(this.CONSUME(token.False)) }) },
      { ALT: () => bare({ kind: 'null', span: token.spanOf(this.CONSUME(token.Null)) }) },
      {
        ALT: () => {
          const name = this.CONSUME(token.Name);
          const call = this.OPTION(() => this.CONSUME(token.Arguments));
          return this.ACTION(() =>
            call === undefined ? namePart(name) : callPart(undefined, name, this.#groupOf(call)),
          );
        },
      },
      {
        ALT: () => {
          const group = this.CONSUME(token.Parentheses);
          return this.ACTION(() => parenthesized(this.#groupOf(group)));
        },
      },
      {
        ALT: () => {
          const group = this.CONSUME(token.ListItems);
          return this.ACTION(() => listPart(this.#groupOf(group)));
        },
      },
    ]),
  );

  #groupOf(placeholder: IToken): Group {
    const group = this.#groups.get(placeholder);
    if (group === undefined) throw new Error(`edict: no content was read for the token ${placeholder.image}`);
    return group;
  }
}

const expressionGrammar = once(() => new ExpressionGrammar());

/** Reads a run of tokens in which every bracket pair is one token, a key of `groups`. */
export function readRun(content: Content, text: string, tokens: IToken[], groups: Groups): GrammarResult {
  return expressionGrammar().read(content, text, tokens, groups);
}

function numberPart(literal: IToken): Part {
  const { value, integer } = readNumber(literal.image, literal.startOffset);
  return bare({ kind: 'number', value, integer, span: token.spanOf(literal) });
}

function stringPart(literal: IToken): Part {
  const { value } = readString(literal.image, literal.startOffset);
  return bare({ kind: 'string', value, span: token.spanOf(literal) });
}

function namePart(name: IToken): Part {
  return bare({ kind: 'name', name: name.image, span: token.spanOf(name) });
}

function parenthesized({ parts, extent }: Group): Part {
  return { ...firstOf(parts), extent };
}

function listPart({ parts, extent }: Group): Part {
  return bare({ kind: 'list', elements: parts.map((part) => part.expression), span: extent });
}

function memberPart(object: Part, name: IToken): Part {
  const memberSpan = token.spanOf(name);
  const span = { start: object.extent.start, end: memberSpan.end };
  return bare({ kind: 'member', object: object.expression, member: name.image, memberSpan, span });
}

function indexPart(object: Part, { parts, extent }: Group): Part {
  const span = { start: object.extent.start, end: extent.end };
  return bare({ kind: 'index', object: object.expression, index: firstOf(parts).expression, span });
}

function callPart(receiver: Part | undefined, name: IToken, { parts, extent }: Group): Part {
  const functionSpan = token.spanOf(name);
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
        operator: prefix.tokenType === token.Not ? '!' : '-',
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
