import * as token from './token-types.js';
import { meaningOf, type Vocabulary, type Word } from './vocabulary.js';
import {
  EmbeddedActionsParser,
  type IParserErrorMessageProvider,
  type IToken,
  type ParserMethod,
  tokenLabel,
  type TokenType,
} from 'chevrotain';
import {
  grammarStop,
  expectedOne,
  expectedRule,
  accept,
  closeReading,
  openReading,
  put,
  type Part,
  type Reading,
} from './keyword-reading.js';
import type { Condition, Effect, TextProblem, Value } from '../syntax.js';
import type { Construct } from './keywords.js';

/** Of nested conditions, effects and values; and of operators in a whole value. */
const mostLevels = 200;
const mostOperators = 500;

function createNesting() {
  let levels = 0;
  // Operators in the outermost value.
  let operators = 0;
  let values = 0;
  return {
    reset() {
      [levels, operators, values] = [0, 0, 0];
    },
    enter(found: IToken) {
      levels += 1;
      if (levels <= mostLevels) return;
      const message = `more than ${mostLevels} nested conditions, effects and values`;
      throw grammarStop('too-deep', message, found.startOffset);
    },
    leave() {
      levels -= 1;
    },
    enterValue() {
      if (values === 0) operators = 0;
      values += 1;
    },
    leaveValue() {
      values -= 1;
    },
    count(found: readonly IToken[]) {
      operators += found.length;
      if (operators <= mostOperators) return;
      throw grammarStop('too-deep', `a value has more than ${mostOperators} operators; split it`, found[0].startOffset);
    },
  };
}

export type Rule<Result> = ParserMethod<[], Result>;

/** Made once: making them takes as long as reading a word. */
export type Alternatives<Result> = { readonly ALT: () => Result }[];

/** Parts of sentences of `parse-text.ts`. */
const expectations: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => tokenLabel(expected),
  buildNotAllInputParsedMessage: () => expectedRule('item'),
  buildNoViableAltMessage: ({ ruleName, customUserDescription }) => customUserDescription ?? expectedRule(ruleName),
  buildEarlyExitMessage: ({ ruleName }) => expectedOne(ruleName),
};

/** A label belongs to the innermost keyword that takes it there. */
export abstract class PartGrammar extends EmbeddedActionsParser {
  protected readonly nesting = createNesting();
  protected problems: TextProblem[] = [];
  protected lastClosed: Construct | undefined;
  /** The next value is a text: no operators belong to it. */
  protected onlyText = false;
  #partKinds: Alternatives<Part> | undefined;
  #labelKinds: Alternatives<Part> | undefined;
  #valuesKinds: { readonly DEF: Alternatives<Part>; readonly ERR_MSG: string } | undefined;

  constructor({ types }: Vocabulary) {
    super([...token.grammatical, ...types], {
      maxLookahead: 1,
      recoveryEnabled: false,
      skipValidations: true,
      errorMessageProvider: expectations,
    });
  }

  protected abstract readonly value: Rule<Value>;
  protected abstract readonly condition: Rule<Condition>;
  protected abstract readonly effects: Rule<readonly Effect[]>;
  protected abstract readonly entries: ParserMethod<[IToken], Part>;
  protected abstract readonly tuple: Rule<Part>;

  protected begin(tokens: IToken[]): void {
    this.nesting.reset();
    this.problems = [];
    this.lastClosed = undefined;
    this.onlyText = false;
    this.input = tokens;
  }

  protected open(construct: Construct | undefined, keyword: IToken): Reading {
    if (construct === undefined) throw new Error(`edict: nothing says what ${keyword.image} takes`);
    this.nesting.enter(keyword);
    return openReading(construct, keyword);
  }

  protected close(reading: Reading): Reading {
    this.nesting.leave();
    if (reading.construct.isBare) return reading;
    closeReading(reading, this.LA(1));
    this.lastClosed = reading.construct;
    return reading;
  }

  /** Once in a rule for each type. */
  protected readToken<Read>(type: TokenType, read: (found: IToken) => Read): Read {
    const found = this.CONSUME(type);
    return this.ACTION(() => read(found));
  }

  /** Once in a rule. */
  protected construct<Built>(
    role: TokenType,
    of: (word: Word) => Construct | undefined,
    build: (reading: Reading) => Built,
  ): Built {
    const keyword = this.CONSUME(role);
    const reading = this.ACTION(() => this.open(of(meaningOf(keyword)), keyword));
    this.parts(reading);
    return this.ACTION(() => build(this.close(reading)));
  }

  /** `[ … ]`, with or without commas. Once in a rule. */
  protected listOf(read: () => void, orNone = false): void {
    const each = () => {
      read();
      this.OPTION(() => this.CONSUME(token.Comma));
    };
    this.CONSUME(token.OpenBracket);
    if (orNone) this.MANY(each);
    else this.AT_LEAST_ONE(each);
    this.CONSUME(token.CloseBracket);
  }

  /** One, or a list. Once in a rule. */
  protected several<Given extends unknown[], Each>(
    rule: ParserMethod<Given, Each>,
    orNone: boolean,
    ...given: Given
  ): readonly Each[] {
    const found: Each[] = [];
    this.OR([
      {
        ALT: () => this.listOf(() => found.push(this.SUBRULE(rule, { ARGS: given })), orNone),
      },
      { ALT: () => found.push(this.SUBRULE2(rule, { ARGS: given })) },
    ]);
    return found;
  }

  /** Once in a rule. */
  protected parts(reading: Reading): void {
    this.MANY9({
      GATE: () => this.takes(reading),
      DEF: () => this.part(reading),
    });
  }

  protected part(reading: Reading): void {
    const at = this.LA(1).startOffset;
    const part = this.OR8<Part>(
      (this.#partKinds ??= [
        {
          ALT: () => {
            this.CONSUME8(token.roles.Flag);
            return { kind: 'flag' };
          },
        },
        { ALT: () => this.labelled() },
      ]),
    );
    this.ACTION(() => put(reading, part, at, this.problems));
  }

  /** `label = …`, by the type of the label. Once in a rule. */
  protected labelled(): Part {
    return this.OR9<Part>(
      (this.#labelKinds ??= this.#kindsOfLabels().map(([type, read], index) => ({
        ALT: () => {
          // Occurrence 0 belongs to the rules around it.
          const label = this.consume(index + 1, type);
          this.consume(index + 1, token.Equals);
          return read(label);
        },
      }))),
    );
  }

  #kindsOfLabels(): readonly (readonly [TokenType, (label: IToken) => Part])[] {
    return [
      [
        token.ValueLabel,
        () => this.OR7<Part>((this.#valuesKinds ??= { DEF: this.#kindsOfValues(), ERR_MSG: expectedRule('values') })),
      ],
      [token.ConditionLabel, () => ({ kind: 'condition', condition: this.SUBRULE9(this.condition) })],
      [token.EffectsLabel, () => ({ kind: 'effects', effects: this.SUBRULE9(this.effects) })],
      [token.EntriesLabel, (label) => this.SUBRULE9(this.entries, { ARGS: [label] })],
      [token.TupleLabel, () => this.SUBRULE9(this.tuple)],
    ];
  }

  #kindsOfValues(): Alternatives<Part> {
    return [
      {
        ALT: () => {
          const values: Value[] = [];
          this.CONSUME9(token.OpenBracket);
          const onlyText = this.onlyText;
          this.MANY8(() => {
            this.onlyText = onlyText;
            values.push(this.SUBRULE8(this.value));
            this.OPTION9(() => this.CONSUME9(token.Comma));
          });
          this.CONSUME9(token.CloseBracket);
          return { kind: 'values', values, isList: true };
        },
      },
      { ALT: () => ({ kind: 'values', values: [this.SUBRULE9(this.value)], isList: false }) },
    ];
  }

  /** True, and noted, if the keyword takes the label or bare word now. */
  protected takes(reading: Reading): boolean {
    const next = this.LA(1);
    if (reading.construct.isBare || !(isLabel(next) || isFlag(next)) || !accept(reading, labelOf(next))) return false;
    this.onlyText = reading.spec?.want === 'text';
    return true;
  }
}

export function isLabel(found: IToken): boolean {
  return token.isA(found, token.Label);
}

export function isFlag(found: IToken): boolean {
  return token.isA(found, token.roles.Flag);
}

export function labelOf(found: IToken): string {
  return meaningOf(found).lower;
}
