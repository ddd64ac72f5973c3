import type { Word } from './vocabulary.js';
import * as token from './token-types.js';
import type { IToken } from 'chevrotain';
import type { PropertyValue, Value } from '../syntax.js';
import {
  buildQuery,
  buildStatistic,
  foldOperations,
  functionValue,
  negated,
  parenthesized,
  parenthesizedValue,
  propertyValue,
  readFree,
  readNumber,
  readText,
  readWord,
  userString,
  type Parenthesized,
} from './build-syntax.js';
import { PartGrammar, type Alternatives, type Rule } from './part-grammar.js';
import type { Part } from './keyword-reading.js';

const { roles } = token;

export abstract class ValueGrammar extends PartGrammar {
  #operandKinds: Alternatives<Value> | undefined;

  protected readonly tuple: Rule<Part> = this.RULE('tuple', () => {
    const values = this.#valuesInParentheses();
    return { kind: 'values', values, isList: true } as const;
  });

  protected readonly value: Rule<Value> = this.RULE('value', () => {
    // Operators belong to the number that the text names, as in `GameRule name = "X" * 2`.
    const onlyText = this.onlyText;
    this.onlyText = false;
    this.nesting.enterValue();
    const operands = [this.SUBRULE(this.operand)];
    const operators: IToken[] = [];
    this.MANY({
      GATE: () => !onlyText,
      DEF: () => {
        operators.push(this.CONSUME(token.Operator));
        operands.push(this.SUBRULE2(this.operand));
      },
    });
    this.nesting.leaveValue();
    return this.ACTION(() => this.#folded(operands, operators));
  });

  protected readonly operand: Rule<Value> = this.RULE('operand', () => {
    const signs: IToken[] = [];
    this.MANY(() => signs.push(this.CONSUME(token.Minus)));
    const value = this.OR((this.#operandKinds ??= this.#kindsOfOperands()));
    return this.ACTION(() => {
      if (signs.length > 0) this.nesting.count(signs);
      return negated(value, signs);
    });
  });

  protected readonly parentheses: Rule<Parenthesized> = this.RULE('parentheses', () => {
    const open = this.CONSUME(token.OpenParenthesis);
    const at = open.startOffset;
    this.nesting.enter(open);
    this.nesting.enterValue();
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
    this.nesting.leaveValue();
    this.nesting.leave();
    return this.ACTION(() => {
      const first =
        operators.length === 0
          ? inner
          : { value: this.#folded([parenthesizedValue(inner), ...operands], operators), at };
      return parenthesized(first, compared, comparators, choices, at);
    });
  });

  protected readonly call: Rule<readonly Value[]> = this.RULE('call', () => {
    this.nesting.enter(this.LA(1));
    const values = this.#valuesInParentheses();
    this.nesting.leave();
    return values;
  });

  protected readonly query: Rule<Value> = this.RULE('query', () =>
    this.construct(roles.Query, ({ query }) => query, buildQuery),
  );

  protected readonly statistic: Rule<Value> = this.RULE('statistic', () => {
    const at = this.CONSUME(roles.Statistic).startOffset;
    return this.construct(
      roles.StatisticKind,
      ({ statistic }) => statistic,
      (reading) => buildStatistic(reading, at),
    );
  });

  /** Once in a rule. */
  #valuesInParentheses(): readonly Value[] {
    const values: Value[] = [];
    this.CONSUME(token.OpenParenthesis);
    this.AT_LEAST_ONE_SEP({
      SEP: token.Comma,
      DEF: () => values.push(this.SUBRULE(this.value)),
    });
    this.CONSUME(token.CloseParenthesis);
    return values;
  }

  #kindsOfOperands(): Alternatives<Value> {
    return [
      { ALT: () => this.readToken(token.Integer, (number) => readNumber(number, true)) },
      { ALT: () => this.readToken(token.Real, (number) => readNumber(number, false)) },
      { ALT: () => this.readToken(token.Text, readText) },
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
          return { kind: 'running', of, at };
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
      { ALT: () => this.readToken(roles.Free, readFree) },
      { ALT: () => this.readToken(roles.Enumerated, readWord) },
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

  #property(index: number): PropertyValue {
    const subject = this.consume(index, roles.Subject);
    const path: IToken[] = [];
    this.atLeastOne(index, () => {
      this.consume(index, token.Dot);
      path.push(this.consume(index, token.Property));
    });
    return this.ACTION(() => propertyValue(subject, path));
  }

  #beginsCondition(): boolean {
    const word = this.LA(1).payload as Word | undefined;
    if (word?.condition === undefined) return false;
    const next = this.LA(2);
    if (word.subject !== undefined) return next.tokenType !== token.Dot;
    return word.enumerated === undefined || !token.isA(next, token.Comparator);
  }

  #folded(operands: readonly Value[], operators: readonly IToken[]): Value {
    if (operators.length === 0) return operands[0];
    this.nesting.count(operators);
    return foldOperations(operands, operators);
  }
}
