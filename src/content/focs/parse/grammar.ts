import { EmbeddedActionsParser, type IParserErrorMessageProvider, type IToken, type ParserMethod, type TokenType } from 'chevrotain';
import { once } from '../../expression/once.js';
import type { Condition, Effect, EffectsGroup, Item, Value } from '../syntax.js';
import { bareCondition, buildCondition, buildEffect, buildGroup, buildQuery, buildStatistic, listCondition } from './build.js';
import type { Construct } from './construct.js';
import { closeItem, itemTakes, openItem, putField, putFlag, putGroups, type ItemReading } from './item-reading.js';
import { entryTable } from './item-table.js';
import { vocabulary } from './lexer.js';
import { grammarStop, isGrammarStop, type SyntaxProblem } from './problem.js';
import { accept, closeReading, openReading, put, type Part, type Reading } from './reading.js';
import * as token from './token-types.js';
import { expectedRule, expectedToken } from './wording.js';
import {
  foldOperations, functionValue, negated, parenthesized, parenthesizedCondition, parenthesizedValue, propertyValue, readNumber, readText, userString,
  type Parenthesized,
} from './values.js';
import type { Vocabulary, Word } from './vocabulary.js';

const { roles } = token;

/** What was expected is all that we take from chevrotain; explain.ts makes sentences of it. */
const expectations: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => expectedToken(expected),
  buildNotAllInputParsedMessage: () => expectedRule('item'),
  buildNoViableAltMessage: ({ ruleName, customUserDescription }) => customUserDescription ?? expectedRule(ruleName),
  buildEarlyExitMessage: ({ ruleName }) => expectedRule(ruleName),
};

/** Levels of conditions, effects and values within each other; and operators in one value with all that is in it. */
export const grammarLimits = { levels: 200, operators: 500 } as const;

/** What the grammar made of tokens: items, and what is wrong with them; `stop` tells of a token that does not fit. */
export interface GrammarResult {
  readonly items: readonly Item[];
  readonly problems: readonly SyntaxProblem[];
  readonly stop?: { readonly expected: string; readonly found: IToken; readonly owner: Construct | undefined };
}

/** Alternatives that are made once: making them anew for each word would take as long as reading it. */
type Alternatives<Result> = { readonly ALT: () => Result }[];

/**
 * The grammar of items. Keywords take what the tables say, so that one rule reads all conditions and one all effects: a label is taken if the keyword that is being
 * read takes it there, and else left to what is around it.
 */
class FocsGrammar extends EmbeddedActionsParser {
  readonly #group: Construct;
  #problems: SyntaxProblem[] = [];
  #levels = 0;
  #operators = 0;
  /** Whether what is read next is a text, so that no operators belong to it. */
  #onlyText = false;
  /** Values that are being read, each inside the one before. */
  #inside = 0;
  #lastClosed: Construct | undefined;
  #partKinds: Alternatives<Part> | undefined;
  #labelKinds: Alternatives<Part> | undefined;
  #valuesKinds: { readonly DEF: Alternatives<Part>; readonly ERR_MSG: string } | undefined;
  #operandKinds: Alternatives<Value> | undefined;
  #conditionKinds: Alternatives<Condition> | undefined;

  constructor({ types, group }: Vocabulary) {
    super([...token.grammatical, ...types], { maxLookahead: 1, recoveryEnabled: false, skipValidations: true, errorMessageProvider: expectations });
    this.#group = group;
    this.performSelfAnalysis();
  }

  /** Not re-entrant, which a synchronous function that calls no one else need not be. */
  read(tokens: IToken[]): GrammarResult {
    this.#problems = [];
    this.#levels = 0;
    this.#operators = 0;
    this.#inside = 0;
    this.#onlyText = false;
    this.#lastClosed = undefined;
    this.input = tokens;
    try {
      const items = this.document();
      const failure = this.errors[0];
      if (failure === undefined) return { items, problems: this.#problems };
      return { items: [], problems: this.#problems, stop: { expected: failure.message, found: failure.token, owner: this.#lastClosed } };
    } catch (error) {
      if (!isGrammarStop(error)) throw error;
      return { items: [], problems: [...this.#problems, error.problem] };
    } finally {
      // The grammar lives as long as the program; the text need not.
      this.input = [];
    }
  }

  readonly document: ParserMethod<[], readonly Item[]> = this.RULE('document', () => {
    const items: Item[] = [];
    this.MANY(() => {
      items.push(this.SUBRULE(this.item));
    });
    return items;
  });

  readonly item: ParserMethod<[], Item> = this.RULE('item', () => {
    const keyword = this.CONSUME(roles.Item);
    const reading = this.ACTION(() => openItem(keyword));
    this.MANY({
      GATE: () => this.#itemTakes(reading),
      DEF: () => {
        const label = this.LA(1);
        this.OR([
          { ALT: () => this.ACTION(putFlag.bind(undefined, reading, this.CONSUME(roles.Flag).payload as Word)) },
          {
            ALT: () => {
              this.CONSUME(token.GroupsLabel);
              this.CONSUME(token.Equals);
              const groups = this.SUBRULE(this.groups);
              this.ACTION(putGroups.bind(undefined, reading, groups));
            },
          },
          {
            ALT: () => {
              const part = this.#labelled();
              this.ACTION(() => {
                putField(reading, labelOf(label), part, this.#problems);
              });
            },
          },
        ]);
      },
    });
    return this.ACTION(() => closeItem(reading, this.LA(1)));
  });

  readonly groups: ParserMethod<[], readonly EffectsGroup[]> = this.RULE('groups', () => {
    const groups: EffectsGroup[] = [];
    this.OR([
      {
        ALT: () => {
          this.#listOf(() => groups.push(this.SUBRULE(this.group)));
        },
      },
      { ALT: () => groups.push(this.SUBRULE2(this.group)) },
    ]);
    return groups;
  });

  readonly group: ParserMethod<[], EffectsGroup> = this.RULE('group', () => {
    const keyword = this.CONSUME(roles.Group);
    const reading = this.ACTION(() => this.#open(this.#group, keyword));
    this.#parts(reading);
    return this.ACTION(() => buildGroup(this.#close(reading)));
  });

  readonly effects: ParserMethod<[], readonly Effect[]> = this.RULE('effects', () => {
    const effects: Effect[] = [];
    this.OR([
      {
        ALT: () => {
          this.#listOf(() => effects.push(this.SUBRULE(this.effect)));
        },
      },
      { ALT: () => effects.push(this.SUBRULE2(this.effect)) },
    ]);
    return effects;
  });

  readonly effect: ParserMethod<[], Effect> = this.RULE('effect', () => {
    const keyword = this.CONSUME(roles.Effect);
    const reading = this.ACTION(() => this.#open((keyword.payload as Word).effect, keyword));
    this.#parts(reading);
    return this.ACTION(() => buildEffect(this.#close(reading)));
  });

  readonly condition: ParserMethod<[], Condition> = this.RULE('condition', () =>
    this.OR(
      (this.#conditionKinds ??= [
        {
          ALT: () => {
            const keyword = this.CONSUME(roles.Bare);
            return this.ACTION(() => bareCondition(keyword));
          },
        },
        { ALT: () => this.SUBRULE(this.keywordCondition) },
        {
          ALT: () => {
            const keyword = this.CONSUME(roles.ConditionList);
            const operands: Condition[] = [];
            this.#deeper(keyword);
            this.#listOf(() => operands.push(this.SUBRULE(this.condition)));
            this.#levels -= 1;
            return this.ACTION(() => listCondition(keyword, operands));
          },
        },
        {
          ALT: () => {
            const keyword = this.CONSUME(roles.Not);
            this.#deeper(keyword);
            const operand = this.SUBRULE2(this.condition);
            this.#levels -= 1;
            return this.ACTION(() => listCondition(keyword, [operand]));
          },
        },
        {
          ALT: () => {
            const inner = this.SUBRULE(this.parentheses);
            return this.ACTION(() => parenthesizedCondition(inner));
          },
        },
      ]),
    ),
  );

  readonly keywordCondition: ParserMethod<[], Condition> = this.RULE('keywordCondition', () => {
    const keyword = this.CONSUME(roles.Condition);
    const reading = this.ACTION(() => this.#open((keyword.payload as Word).condition, keyword));
    this.#parts(reading);
    // `condition =` may be left out.
    this.OPTION({
      GATE: () => !reading.construct.isBare && beginsCondition(this.LA(1)) && accept(reading, 'condition'),
      DEF: () => {
        const first = this.LA(1);
        const condition = this.SUBRULE(this.condition);
        this.ACTION(() => {
          put(reading, { sort: 'condition', condition }, first.startOffset, this.#problems);
        });
      },
    });
    return this.ACTION(() => buildCondition(this.#close(reading)));
  });

  readonly entries: ParserMethod<[IToken], Part> = this.RULE('entries', (label: IToken) => {
    const entries: Reading[] = [];
    this.OR([
      {
        ALT: () => {
          this.#listOf(() => entries.push(this.SUBRULE(this.entry, { ARGS: [label] })));
        },
      },
      { ALT: () => entries.push(this.SUBRULE2(this.entry, { ARGS: [label] })) },
    ]);
    return { sort: 'entries', entries } as const;
  });

  readonly entry: ParserMethod<[IToken], Reading> = this.RULE('entry', (label: IToken) => {
    const reading = this.ACTION(() => this.#open(entryTable.get(labelOf(label))?.construct, this.LA(1)));
    this.OPTION(() => this.CONSUME(roles.Entry));
    this.AT_LEAST_ONE({
      GATE: () => this.#takes(reading),
      DEF: () => {
        this.#part(reading);
      },
    });
    return this.ACTION(() => this.#close(reading));
  });

  readonly tuple: ParserMethod<[], Part> = this.RULE('tuple', () => {
    const values: Value[] = [];
    this.CONSUME(token.OpenParenthesis);
    this.AT_LEAST_ONE_SEP({
      SEP: token.Comma,
      DEF: () => {
        values.push(this.SUBRULE(this.value));
      },
    });
    this.CONSUME(token.CloseParenthesis);
    return { sort: 'values', values, isList: true } as const;
  });

  readonly value: ParserMethod<[], Value> = this.RULE('value', () => {
    // What is around a text may compute with the number that it names, as in `GameRule name = "X" * 2`.
    const onlyText = this.#onlyText;
    this.#onlyText = false;
    this.#enterValue();
    const operands = [this.SUBRULE(this.operand)];
    const operators: IToken[] = [];
    this.MANY({
      GATE: () => !onlyText,
      DEF: () => {
        operators.push(this.CONSUME(token.Operator));
        operands.push(this.SUBRULE2(this.operand));
      },
    });
    this.#inside -= 1;
    return this.ACTION(() => this.#fold(operands, operators));
  });

  readonly operand: ParserMethod<[], Value> = this.RULE('operand', () => {
    const signs: IToken[] = [];
    this.MANY(() => {
      signs.push(this.CONSUME(token.Minus));
    });
    const value = this.OR((this.#operandKinds ??= this.#kindsOfOperands()));
    return this.ACTION(() => {
      this.#count(signs);
      return negated(value, signs);
    });
  });

  readonly parentheses: ParserMethod<[], Parenthesized> = this.RULE('parentheses', () => {
    const open = this.CONSUME(token.OpenParenthesis);
    const at = open.startOffset;
    this.#deeper(open);
    this.#enterValue();
    const inner = this.OR<Parenthesized>([
      { GATE: () => this.#beginsCondition(), ALT: () => ({ condition: this.SUBRULE(this.condition), at }) },
      { ALT: () => this.SUBRULE(this.parentheses) },
      { ALT: () => ({ value: this.SUBRULE(this.value), at }) },
    ]);
    const operators: IToken[] = [];
    const operands: Value[] = [];
    this.MANY(() => {
      operators.push(this.CONSUME(token.Operator));
      operands.push(this.SUBRULE2(this.operand));
    });
    const compared: Value[] = [];
    const comparators: IToken[] = [];
    this.MANY2(() => {
      comparators.push(this.CONSUME(token.Comparator));
      compared.push(this.SUBRULE3(this.value));
    });
    const choices: Value[] = [];
    this.OPTION(() => {
      this.CONSUME(token.Question);
      choices.push(this.SUBRULE4(this.value));
      this.OPTION2(() => {
        this.CONSUME(token.Colon);
        choices.push(this.SUBRULE5(this.value));
      });
    });
    this.CONSUME(token.CloseParenthesis);
    this.#inside -= 1;
    this.#levels -= 1;
    return this.ACTION(() => {
      const first = operators.length === 0 ? inner : { value: this.#fold([parenthesizedValue(inner), ...operands], operators), at };
      return parenthesized(first, compared, comparators, choices, at);
    });
  });

  readonly call: ParserMethod<[], readonly Value[]> = this.RULE('call', () => {
    const values: Value[] = [];
    const open = this.CONSUME(token.OpenParenthesis);
    this.#deeper(open);
    this.AT_LEAST_ONE_SEP({
      SEP: token.Comma,
      DEF: () => {
        values.push(this.SUBRULE(this.value));
      },
    });
    this.CONSUME(token.CloseParenthesis);
    this.#levels -= 1;
    return values;
  });

  readonly query: ParserMethod<[], Value> = this.RULE('query', () => {
    const keyword = this.CONSUME(roles.Query);
    const reading = this.ACTION(() => this.#open((keyword.payload as Word).query, keyword));
    this.#parts(reading);
    return this.ACTION(() => buildQuery(this.#close(reading)));
  });

  readonly statistic: ParserMethod<[], Value> = this.RULE('statistic', () => {
    const at = this.CONSUME(roles.Statistic).startOffset;
    const kind = this.CONSUME(roles.StatisticKind);
    const reading = this.ACTION(() => this.#open((kind.payload as Word).statistic, kind));
    this.#parts(reading);
    return this.ACTION(() => buildStatistic(this.#close(reading), at));
  });

  #kindsOfOperands(): Alternatives<Value> {
    return [
      { ALT: () => readNumber(this.CONSUME(token.Integer), true) },
      { ALT: () => readNumber(this.CONSUME(token.Real), false) },
      { ALT: () => readText(this.CONSUME(token.Text)) },
      { ALT: () => this.#property(1) },
      {
        ALT: () => {
          const at = this.CONSUME(roles.Running).startOffset;
          const of = this.OPTION(() => {
            this.CONSUME(token.OpenParenthesis);
            const property = this.#property(2);
            this.CONSUME(token.CloseParenthesis);
            return property;
          });
          return of?.sort === 'property' ? { sort: 'running', of, at } : { sort: 'running', at };
        },
      },
      {
        ALT: () => {
          const name = this.CONSUME(roles.Function);
          const operands = this.SUBRULE(this.call);
          return this.ACTION(() => functionValue(name, operands));
        },
      },
      { ALT: () => this.SUBRULE(this.statistic) },
      { ALT: () => this.SUBRULE(this.query) },
      {
        ALT: () => {
          const { payload, startOffset: at } = this.CONSUME(roles.Free);
          return this.ACTION(() => ({ sort: 'free', name: (payload as Word).free ?? '', at }));
        },
      },
      {
        ALT: () => {
          const { payload, startOffset: at } = this.CONSUME(roles.Enumerated);
          return this.ACTION(() => ({ sort: 'word', word: (payload as Word).enumerated ?? '', at }));
        },
      },
      {
        ALT: () => {
          const { startOffset: at } = this.CONSUME(roles.UserString);
          return userString(this.SUBRULE2(this.call), at);
        },
      },
      {
        ALT: () => {
          const inner = this.SUBRULE(this.parentheses);
          return this.ACTION(() => parenthesizedValue(inner));
        },
      },
    ];
  }

  #property(index: number): Value {
    const subject = this.consume(index, roles.Subject);
    const path: IToken[] = [];
    this.atLeastOne(index, () => {
      this.consume(index, token.Dot);
      path.push(this.consume(index, token.Property));
    });
    return this.ACTION(() => propertyValue(subject, path));
  }

  /** `[` one or more `]`, with or without commas. Once in a rule. */
  #listOf(read: () => void): void {
    this.CONSUME(token.OpenBracket);
    this.AT_LEAST_ONE(() => {
      read();
      this.OPTION(() => this.CONSUME(token.Comma));
    });
    this.CONSUME(token.CloseBracket);
  }

  /** Parameters of a keyword, as long as it takes them. Once in a rule. */
  #parts(reading: Reading): void {
    this.MANY9({
      GATE: () => this.#takes(reading),
      DEF: () => {
        this.#part(reading);
      },
    });
  }

  #part(reading: Reading): void {
    const at = this.LA(1).startOffset;
    const part = this.OR8<Part>(
      (this.#partKinds ??= [
        {
          ALT: () => {
            this.CONSUME8(roles.Flag);
            return { sort: 'flag' };
          },
        },
        { ALT: () => this.#labelled() },
      ]),
    );
    this.ACTION(() => {
      put(reading, part, at, this.#problems);
    });
  }

  /** `label = …`, by what the label is of. Once in a rule. */
  #labelled(): Part {
    return this.OR9<Part>((this.#labelKinds ??= [
      {
        ALT: () => {
          this.CONSUME(token.ValueLabel);
          this.CONSUME1(token.Equals);
          return this.OR7<Part>((this.#valuesKinds ??= { DEF: this.#kindsOfValues(), ERR_MSG: expectedRule('values') }));
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.ConditionLabel);
          this.CONSUME2(token.Equals);
          return { sort: 'condition', condition: this.SUBRULE9(this.condition) };
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.EffectsLabel);
          this.CONSUME3(token.Equals);
          return { sort: 'effects', effects: this.SUBRULE9(this.effects) };
        },
      },
      {
        ALT: () => {
          const label = this.CONSUME(token.EntriesLabel);
          this.CONSUME4(token.Equals);
          return this.SUBRULE9(this.entries, { ARGS: [label] });
        },
      },
      {
        ALT: () => {
          this.CONSUME(token.TupleLabel);
          this.CONSUME5(token.Equals);
          return this.SUBRULE9(this.tuple);
        },
      },
    ]));
  }

  #kindsOfValues(): Alternatives<Part> {
    return [
      {
        ALT: () => {
          const values: Value[] = [];
          this.CONSUME9(token.OpenBracket);
          const onlyText = this.#onlyText;
          this.AT_LEAST_ONE9(() => {
            this.#onlyText = onlyText;
            values.push(this.SUBRULE8(this.value));
            this.OPTION9(() => this.CONSUME9(token.Comma));
          });
          this.CONSUME9(token.CloseBracket);
          return { sort: 'values', values, isList: true };
        },
      },
      { ALT: () => ({ sort: 'values', values: [this.SUBRULE9(this.value)], isList: false }) },
    ];
  }

  /** Whether the next token is a label, or a bare word, that the keyword takes now; then it has been taken. */
  #takes(reading: Reading): boolean {
    const next = this.LA(1);
    if (reading.construct.isBare || !(isLabel(next) || isFlag(next)) || !accept(reading, labelOf(next))) return false;
    this.#onlyText = reading.spec?.want === 'text';
    return true;
  }

  #itemTakes(reading: ItemReading): boolean {
    const next = this.LA(1);
    this.#onlyText = false;
    return (isLabel(next) || isFlag(next)) && itemTakes(reading, labelOf(next), isLabel(next));
  }

  #beginsCondition(): boolean {
    const word = this.LA(1).payload as Word | undefined;
    if (word?.condition === undefined) return false;
    const { tokenType } = this.LA(2);
    if (word.subject !== undefined) return tokenType !== token.Dot;
    return word.enumerated === undefined || tokenType.CATEGORIES?.includes(token.Comparator) !== true;
  }

  #open(construct: Construct | undefined, keyword: IToken): Reading {
    if (construct === undefined) throw new Error(`edict: nothing says what ${keyword.image} takes`);
    this.#deeper(keyword);
    return openReading(construct, keyword);
  }

  #close(reading: Reading): Reading {
    this.#levels -= 1;
    if (reading.construct.isBare) return reading;
    closeReading(reading, this.LA(1));
    this.#lastClosed = reading.construct;
    return reading;
  }

  #deeper(found: IToken): void {
    this.#levels += 1;
    if (this.#levels <= grammarLimits.levels) return;
    const message = `conditions, effects and values lie more than ${grammarLimits.levels} deep within each other`;
    throw grammarStop({ code: 'too-deep', message, at: found.startOffset });
  }

  #enterValue(): void {
    if (this.#inside === 0) this.#operators = 0;
    this.#inside += 1;
  }

  #fold(operands: readonly Value[], operators: readonly IToken[]): Value {
    if (operators.length === 0) return operands[0];
    this.#count(operators);
    return foldOperations(operands, operators);
  }

  #count(operators: readonly IToken[]): void {
    if (operators.length === 0) return;
    this.#operators += operators.length;
    if (this.#operators <= grammarLimits.operators) return;
    const message = `a value has more than ${grammarLimits.operators} operators; split it`;
    throw grammarStop({ code: 'too-deep', message, at: operators[0].startOffset });
  }
}

function isLabel(found: IToken): boolean {
  return found.tokenType.CATEGORIES?.includes(token.Label) === true;
}

function isFlag(found: IToken): boolean {
  return found.tokenType === roles.Flag || found.tokenType.CATEGORIES?.includes(roles.Flag) === true;
}

const conditionTypes: readonly TokenType[] = [roles.Bare, roles.Condition, roles.ConditionList, roles.Not];

function beginsCondition({ tokenType }: IToken): boolean {
  return tokenType === token.OpenParenthesis || conditionTypes.includes(tokenType)
    || tokenType.CATEGORIES?.some((category) => conditionTypes.includes(category)) === true;
}

function labelOf(found: IToken): string {
  return (found.payload as Word).lower;
}

const grammar = once(() => new FocsGrammar(vocabulary()));

/** Reads the tokens of any number of items. */
export function readItems(tokens: IToken[]): GrammarResult {
  return grammar().read(tokens);
}
