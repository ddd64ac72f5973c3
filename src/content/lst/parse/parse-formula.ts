import { EmbeddedActionsParser, type IParserConfig, type IToken, type ParserMethod } from 'chevrotain';
import { levelsOf, type BinaryOperator, type Either, type Formula, type FormulaProblem } from '../syntax.js';
import { explainStop } from './explain-stop.js';
import {
  tokenize,
  Close,
  Comma,
  endOf,
  closes,
  endsValue,
  isValueToken,
  opens,
  Open,
  OpenIndex,
  Unexpected,
  valueToken,
  Arithmetic,
  Comparison,
  Negate,
  Not,
  Power,
  Value,
  vocabulary,
} from './formula-tokens.js';
import { once } from '../../text/once.js';

/** Messages are not used: the library's list tokens by class names. */
const placeOnly: IParserConfig = {
  maxLookahead: 1,
  recoveryEnabled: false,
  errorMessageProvider: {
    buildMismatchTokenMessage: () => '',
    buildNotAllInputParsedMessage: () => '',
    buildNoViableAltMessage: () => '',
    buildEarlyExitMessage: () => '',
  },
};

const longestFormula = 65_536;

const deepestBrackets = 200;

/** Most nested operators, calls and elements. Each operator of a chain is a level. Work on trees recurses. */
export const deepestFormula = 1000;

type ParseResult = Either<{ readonly formula: Formula }, { readonly problem: FormulaProblem }>;

/** The text may be hostile: time is linear, and nothing recurses. */
export function parseFormula(text: string): ParseResult {
  if (text.length > longestFormula) {
    return refuse(longestFormula, `this formula has ${text.length} characters, the limit is ${longestFormula}`);
  }
  const { tokens, tooDeep } = tokenize(text, deepestBrackets);
  if (tokens === undefined) return refuse(tooDeep, `more than ${deepestBrackets} nested brackets`);
  const { formula, stop } = readGroups(tokens);
  if (formula === undefined) return { problem: explainStop(text, tokens, stop) };
  // A tree has at most as many levels as tokens.
  if (tokens.length > deepestFormula && levelsOf(formula) > deepestFormula) {
    return refuse(0, `more than ${deepestFormula} nested operators and calls (each operator of a chain is one level)`);
  }
  return { formula };
}

function refuse(at: number, what: string): ParseResult {
  return { problem: { at, message: `${what}: split it into variables or functions` } };
}

/** `stop`: the number of the first token that does not fit. */
type GroupsResult = Either<{ readonly formula: Formula }, { readonly stop: number }>;

interface Frame {
  readonly open: IToken | undefined;
  readonly kind: RunKind;
  readonly tokens: IToken[];
}

function readGroups(tokens: readonly IToken[]): GroupsResult {
  const frames: Frame[] = [{ open: undefined, kind: 'formula', tokens: [] }];
  for (let at = 0; at < tokens.length; at++) {
    const frame = frames[frames.length - 1];
    const token = tokens[at];
    const type = token.tokenType;
    let stop: number | undefined;
    if (opens(type)) {
      const kind = kindOf(token, at === 0 ? undefined : tokens[at - 1]);
      if (kind === undefined) stop = at;
      else frames.push({ open: token, kind, tokens: [] });
    } else if (closes(type)) stop = close(tokens, frames, at);
    else if (type === Unexpected || (type === Comma && frame.kind !== 'arguments')) stop = at;
    else frame.tokens.push(token);
    if (stop !== undefined) return firstStop(tokens, frames, stop);
  }
  if (frames.length > 1) return firstStop(tokens, frames, tokens.length);
  const result = grammar().read('formula', frames[0].tokens);
  return 'stop' in result ? { stop: placeOf(tokens, result.stop) ?? tokens.length } : { formula: result.formulas[0] };
}

/** Replaces the last frame by a formula; returns a token that does not fit. */
function close(tokens: readonly IToken[], frames: Frame[], at: number): number | undefined {
  const { open, kind, tokens: run } = frames[frames.length - 1];
  const token = tokens[at];
  if (open?.tokenType !== (token.tokenType === Close ? Open : OpenIndex)) return at;
  const result = grammar().read(kind, run);
  frames.pop();
  if ('stop' in result) return placeOf(tokens, result.stop) ?? at;
  const parent = frames[frames.length - 1].tokens;
  const name = kind === 'formula' ? undefined : parent.pop();
  parent.push(valueToken(grouped(kind, name, result.formulas, open.startOffset, endOf(token))));
  return undefined;
}

/** The kind of run in a bracket, by the token before it; undefined if the bracket cannot stand there. */
function kindOf(open: IToken, before: IToken | undefined): RunKind | undefined {
  const isNamed = isValueToken(before) && before.payload.kind === 'name';
  if (open.tokenType === OpenIndex) return isNamed ? 'index' : undefined;
  if (isNamed) return 'arguments';
  return endsValue(before?.tokenType) ? undefined : 'formula';
}

function grouped(
  kind: RunKind,
  nameToken: IToken | undefined,
  formulas: readonly Formula[],
  open: number,
  end: number,
): Formula {
  const [inner] = formulas;
  if (!isValueToken(nameToken) || nameToken.payload.kind !== 'name') return { ...inner, start: open, end };
  const { name, start } = nameToken.payload;
  return kind === 'index'
    ? { kind: 'element', name, index: inner, start, end }
    : { kind: 'call', name, args: formulas, start, end };
}

/** The first misfit of a token and those before it in open brackets. */
function firstStop(tokens: readonly IToken[], frames: readonly Frame[], stop: number): GroupsResult {
  for (const { kind, tokens: run } of frames) {
    const result = grammar().read(kind, run);
    // At its end a run is merely unfinished.
    const at = 'stop' in result ? placeOf(tokens, result.stop) : undefined;
    if (at !== undefined) return { stop: Math.min(at, stop) };
  }
  return { stop };
}

function placeOf(tokens: readonly IToken[], token: IToken | undefined): number | undefined {
  if (token === undefined) return undefined;
  const at = tokens.findIndex(({ startOffset }) => startOffset === token.startOffset);
  return at < 0 ? undefined : at;
}

/** A formula, one without comparisons, or any number with commas. */
type RunKind = 'formula' | 'index' | 'arguments';

/** `stop`: undefined at the end. */
type RunResult = { readonly formulas: readonly Formula[] } | { readonly stop: IToken | undefined };

/**
 * One token replaces each bracket pair: the stack does not depend on the text. Levels share rules, since a rule costs
 * more than all that it does here.
 */
class FormulaGrammar extends EmbeddedActionsParser {
  constructor() {
    super(vocabulary, placeOnly);
    this.performSelfAnalysis();
  }

  /** Not re-entrant. */
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

/** `right`, after the operator and operand on its left if any. */
function joined(left: Formula | undefined, sign: IToken | undefined, right: Formula): Formula {
  return left === undefined || sign === undefined ? right : binary(left, sign, right);
}

const grammar = once(() => new FormulaGrammar());
