import type { Model, Type } from '../../components/model.js';
import type { Node } from '../../compile/node.js';
import { type ExpressionContext, type Problem, type ReadFact, compileExpression } from '../expression/compile-expression.js';
import { mentionsLoss } from './damage.js';
import { type Fault, type Loading, reportError, reportWarning } from './loading.js';
import type { ExpressionSource } from './schema.js';
import type { Place } from './source-tree.js';

/** A place in content that holds an expression. */
export interface Spot {
  readonly container: object;
  readonly key: string | number;
  readonly text: ExpressionSource;
}

/** An expression that has been compiled, and where it came from. */
export interface CompiledText {
  readonly node: Node;
  /** As it was written. */
  readonly text: string;
  readonly reads: readonly ReadFact[];
  /** Where it stands; with an offset, where that character of it stands. */
  readonly place: (offset?: number) => Place;
}

const sourceOnly: ReadonlyMap<string, number> = new Map([['source', 0], ['self', 0]]);
const withTarget: ReadonlyMap<string, number> = new Map([...sourceOnly, ['target', 1]]);

/** What an activation may name: the source, which it tests. */
export function activationContext(model: Model, loading: Loading, sites: ExpressionContext['sites']): ExpressionContext {
  return { model, limits: loading.limits, slots: sourceOnly, tested: 0, value: undefined, firstFree: 1, sites };
}

/** What a condition of a scope may name: the source, and the candidate, which it tests. */
export function scopeContext(model: Model, loading: Loading, sites: ExpressionContext['sites']): ExpressionContext {
  return { model, limits: loading.limits, slots: withTarget, tested: 1, value: undefined, firstFree: 2, sites };
}

/** What an amount may name: source and target, both as parameters, and where it is for a cell its present value. */
export function amountContext(model: Model, loading: Loading, sites: ExpressionContext['sites'], value?: Type): ExpressionContext {
  return { model, limits: loading.limits, slots: withTarget, tested: -1, value, firstFree: 2, sites };
}

/** What a growth formula may name: the object that grows, and the value that it grows from. */
export function growthContext(model: Model, loading: Loading, value: Type): ExpressionContext {
  return { model, limits: loading.limits, slots: sourceOnly, tested: -1, value, firstFree: 1, sites: { next: 0 } };
}

/** Compiles an expression and reports its problems where they stand, save those that follow from something that is lost already. */
export function compileText(spot: Spot, expected: Type, context: ExpressionContext, loading: Loading): CompiledText | undefined {
  const text = String(spot.text);
  const compiled = compileExpression(text, expected, context);
  // Only of texts do the characters stand in the file as they are.
  const place = (offset = 0): Place => loading.places.ofValue(spot.container, spot.key, typeof spot.text === 'string' ? offset : 0);
  if (!compiled.ok) {
    for (const problem of compiled.problems) {
      if (!isConsequence(problem, text, loading)) reportError(loading, place(problem.span.start), faultOf(problem, isCutShort(text, place(text.length))));
    }
    return undefined;
  }
  // Beside errors a warning is mostly one of their consequences.
  if (!loading.collector.hasErrors) for (const problem of compiled.warnings) reportWarning(loading, place(problem.span.start), faultOf(problem));
  return { node: compiled.node, text, reads: compiled.reads, place };
}

/** Whether a problem follows from something that is lost already. */
function isConsequence({ code, span }: Problem, text: string, { damage }: Loading): boolean {
  return mentionsLoss(damage.names, text) || (code === 'unknown-stockpile' && mentionsLoss(damage.held, text.slice(span.start, span.end)));
}

function faultOf({ code, message, suggestion }: Problem, isCut = false): Fault {
  return { code, message, suggestion: isCut && code === 'syntax' ? 'put the text in quotes: between brackets a comma ends it' : suggestion };
}

/** Whether a text with an open bracket ends at a comma of the YAML around it. */
function isCutShort(text: string, { excerpt = '', column, excerptColumn = 1 }: Place): boolean {
  return excerpt.charAt(column - excerptColumn) === ',' && text.split('(').length > text.split(')').length;
}
