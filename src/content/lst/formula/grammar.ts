import { EmbeddedActionsParser, type IParserErrorMessageProvider, type IToken, type ParserMethod } from 'chevrotain';
import { once } from '../../expression/once.js';
import type { BinaryOperator, Formula } from './syntax.js';
import { Arithmetic, Comma, Comparison, Negate, Not, Power, Value, vocabulary } from './token-types.js';

// Only the failure's place is taken from chevrotain, whose sentences list tokens by the names of their types.
const silent: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: () => '',
  buildNotAllInputParsedMessage: () => '',
  buildNoViableAltMessage: () => '',
  buildEarlyExitMessage: () => '',
};

/** One formula, one without comparisons, or any number with commas between them. */
export type RunKind = 'formula' | 'index' | 'arguments';

/** What a run of tokens is, or the first that does not fit (undefined: their end). */
export type RunResult = { readonly formulas: readonly Formula[] } | { readonly stop: IToken | undefined };

/**
 * The grammar of tokens without brackets: parse.ts puts one token in place of each pair, so that the stack does not
 * depend on the text. Operators are folded as they come. Levels share a rule, because a rule costs more than all that
 * it does here.
 */
class FormulaGrammar extends EmbeddedActionsParser {
  constructor() {
    super(vocabulary, { maxLookahead: 1, recoveryEnabled: false, errorMessageProvider: silent });
    this.performSelfAnalysis();
  }

  /** Not re-entrant, which a synchronous function that calls no one else need not be. */
  read(kind: RunKind, tokens: IToken[]): RunResult {
    this.input = tokens;
    const result: readonly Formula[] | Formula | undefined =
      kind === 'arguments' ? this.arguments() : kind === 'index' ? this.arithmetic() : this.formula();
    const failure = this.errors[0];
    if (failure !== undefined) return { stop: tokens.includes(failure.token) ? failure.token : undefined };
    return { formulas: Array.isArray(result) ? result : [result as Formula] };
  }

  readonly arguments: ParserMethod<[], readonly Formula[]> = this.RULE('arguments', () => {
    const formulas: Formula[] = [];
    this.MANY_SEP({
      SEP: Comma,
      DEF: () => {
        formulas.push(this.SUBRULE(this.formula));
      },
    });
    return formulas;
  });

  /** `|| &&`, then `== !=`, then `< > <= >=`. */
  readonly formula: ParserMethod<[], Formula> = this.RULE('formula', () => {
    let relation = this.SUBRULE(this.arithmetic);
    let equality: Formula | undefined;
    let equalitySign: IToken | undefined;
    let logic: Formula | undefined;
    let logicSign: IToken | undefined;
    this.MANY(() => {
      const sign = this.CONSUME(Comparison);
      const right = this.SUBRULE2(this.arithmetic);
      this.ACTION(() => {
        const { image } = sign;
        if (image === '<' || image === '>' || image === '<=' || image === '>=') {
          relation = binary(relation, sign, right);
          return;
        }
        equality = joined(equality, equalitySign, relation);
        relation = right;
        if (image === '==' || image === '!=') {
          equalitySign = sign;
          return;
        }
        logic = joined(logic, logicSign, equality);
        logicSign = sign;
        equality = undefined;
      });
    });
    return this.ACTION(() => joined(logic, logicSign, joined(equality, equalitySign, relation)));
  });

  /** `+ -`, then `* / %`. */
  readonly arithmetic: ParserMethod<[], Formula> = this.RULE('arithmetic', () => {
    let product = this.SUBRULE(this.operand);
    let sum: Formula | undefined;
    let sumSign: IToken | undefined;
    this.MANY(() => {
      const sign = this.CONSUME(Arithmetic);
      const right = this.SUBRULE2(this.operand);
      this.ACTION(() => {
        if (sign.image === '+' || sign.image === '-') {
          sum = joined(sum, sumSign, product);
          sumSign = sign;
          product = right;
        } else product = binary(product, sign, right);
      });
    });
    return this.ACTION(() => joined(sum, sumSign, product));
  });

  /** One `-`, then one `!`, then values with `^` between them. */
  readonly operand: ParserMethod<[], Formula> = this.RULE('operand', () => {
    const minus = this.OPTION(() => this.CONSUME(Negate));
    const not = this.OPTION2(() => this.CONSUME(Not));
    const first = this.CONSUME(Value);
    let value = this.ACTION(() => first.payload as Formula);
    this.MANY(() => {
      const sign = this.CONSUME(Power);
      const right = this.CONSUME2(Value);
      this.ACTION(() => {
        value = binary(value, sign, right.payload as Formula);
      });
    });
    return this.ACTION((): Formula => {
      if (not !== undefined) value = { kind: 'not', operand: value, start: not.startOffset, end: value.end };
      return minus === undefined ? value : { kind: 'negate', operand: value, start: minus.startOffset, end: value.end };
    });
  });
}

function binary(left: Formula, { image }: IToken, right: Formula): Formula {
  return { kind: 'binary', operator: image as BinaryOperator, left, right, start: left.start, end: right.end };
}

/** What stands on the right, with what is on the left of it, if anything. */
function joined(left: Formula | undefined, sign: IToken | undefined, right: Formula): Formula {
  return left === undefined || sign === undefined ? right : binary(left, sign, right);
}

const grammar = once(() => new FormulaGrammar());

/** Reads tokens without brackets. The grammar takes milliseconds to make: there is one. */
export function readRun(kind: RunKind, tokens: IToken[]): RunResult {
  return grammar().read(kind, tokens);
}
