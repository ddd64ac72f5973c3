import { isOf, slotOf, someIn } from '../../eval/shape.js';
import { type Node, targetSlot } from '../../ir/node.js';
import type { Rule } from '../../ir/rule.js';
import { affiliation } from '../../eval/ops/affiliation.js';
import { running } from '../../eval/ops/clock.js';
import { compare } from '../../eval/ops/compare.js';
import { related } from '../../eval/ops/related.js';
import { solved } from '../../eval/ops/solved.js';
import { within } from '../../eval/ops/within.js';
import { isStockpile } from '../expression/check/objects.js';
import type { ReadFact } from '../expression/compile-expression.js';
import { quoteText } from '../diagnostics/quote.js';
import type { CompiledText } from './expression-text.js';
import { refer, reportError } from './loading.js';
import { type GroupContext, isMeter } from './rule-context.js';

/**
 * The restrictions of the profile `effects-v0.3`: what a group may refer to, so that the groups that write meters
 * cannot see each other's results and non-numeric parameters come from the source.
 */
export function checkProfile(
  phase: Rule['phase'],
  activation: readonly CompiledText[],
  scope: readonly CompiledText[],
  context: GroupContext,
): void {
  const conditions = [...activation, ...scope];
  if (phase === 'meters') refuseReferences(conditions, context);
  else refuseParameters(conditions, context);
  for (const amount of context.amounts) if (amount.node.type.name !== 'number') refuseTarget(amount, context);
  for (const condition of scope) {
    if (takesTargetAsParameter(condition.node))
      reportTarget(condition, 'a parameter of this condition refers to the target beside what is tested', context);
  }
}

/**
 * A group that writes meters refers to no meter, no stockpile and no variable at all, and not to the one that it
 * writes.
 */
function refuseReferences(conditions: readonly CompiledText[], context: GroupContext): void {
  const { model, loading } = context;
  for (const text of [...conditions, ...context.amounts]) {
    if (usesValue(text.node)) {
      reportError(loading, text.place(), {
        code: 'profile-meter-reference',
        message:
          'this refers to the `value` of the meter that it writes, expected no meter: the profile allows it in other groups only',
        suggestion: 'add or subtract an amount, or remove `profile`',
      });
    }
    if (usesVariable(text.node)) {
      reportError(loading, text.place(), {
        code: 'profile-meter-reference',
        message:
          'this refers to a variable in a group that writes meters, expected none: a variable may depend on meters, which the profile allows in other groups only',
        suggestion: 'refer to properties, or remove `profile`',
      });
    }
    for (const read of text.reads) {
      const column = model.columns[read.column];
      const what = isMeter(model, read.column)
        ? 'meter'
        : isStockpile(model, column) && !loading.damage.held.has(column.name)
          ? 'stockpile'
          : undefined;
      if (what === undefined) continue;
      reportError(loading, text.place(read.span.start), {
        code: 'profile-meter-reference',
        message: `this refers to the ${what} ${quoteText(column.name)} in a group that writes meters, expected none: the profile allows it in other groups only`,
        suggestion: 'refer to properties, or remove `profile`',
      });
    }
  }
}

/** In other groups amounts may refer to meters unless a condition takes one as a parameter. */
function refuseParameters(conditions: readonly CompiledText[], { model, amounts, loading }: GroupContext): void {
  const parameter = firstRead(conditions, (read) => isMeter(model, read.column) && !read.tested);
  if (parameter === undefined) return;
  const there = parameter.text.place(parameter.read.span.start);
  for (const amount of amounts) {
    for (const read of amount.reads) {
      if (!isMeter(model, read.column)) continue;
      const here = amount.place(read.span.start);
      reportError(loading, here, {
        code: 'profile-meter-parameter',
        message: `this amount refers to the meter ${quoteText(model.columns[read.column].name)} and a condition ${refer(here, there)} takes a meter as a parameter, expected one of the two`,
        suggestion: 'compare the condition with a number, or remove `profile`',
      });
    }
  }
}

function firstRead(
  texts: readonly CompiledText[],
  wanted: (read: ReadFact) => boolean,
): { readonly text: CompiledText; readonly read: ReadFact } | undefined {
  for (const text of texts) {
    const read = text.reads.find(wanted);
    if (read !== undefined) return { text, read };
  }
  return undefined;
}

/** Parameters that are no numbers are constants, or come from the source. */
function refuseTarget(amount: CompiledText, { model, loading }: GroupContext): void {
  if (!refersToTarget(amount.node)) return;
  reportTarget(amount, undefined, { model, loading });
}

function reportTarget(
  amount: CompiledText,
  sentence: string | undefined,
  { model, loading }: Pick<GroupContext, 'model' | 'loading'>,
): void {
  const read = amount.reads.find(({ root }) => root === targetSlot);
  const what = read === undefined ? 'the target' : `${quoteText(model.columns[read.column].name)} of the target`;
  reportError(loading, amount.place(sentence === undefined ? read?.span.start : 0), {
    code: 'profile-target-reference',
    message: `${sentence ?? `this parameter is no number and refers to ${what}`}, expected a constant or something of the source`,
    suggestion: 'refer to `source`, or remove `profile`',
  });
}

/**
 * Whether a condition takes something of the target as a parameter that is no number: the centre of a range, the empire
 * of an affiliation, the class that is looked for, or the other side of a comparison or relation with something else of
 * the target. Depth is limited at load, so this may recurse.
 */
function takesTargetAsParameter(node: Node): boolean {
  const [first, second] = node.args;
  const isParameter =
    isOf(node, within) || isOf(node, affiliation)
      ? refersToTarget(second)
      : hasSides(node) && refersToTarget(first) !== refersToTarget(second)
        ? bindsBeside(first, second)
        : hasSides(node) && refersToTarget(first) && refersToTarget(second);
  return isParameter || node.args.some(takesTargetAsParameter);
}

/** Whether either of the two arguments may be the one that is tested. */
function hasSides(node: Node): boolean {
  return isOf(node, related) || (isOf(node, compare) && node.args[0].type.name !== 'number');
}

/**
 * Whether one side is the target's and the other is of an object that an aggregate has bound, which is what is tested
 * there.
 */
function bindsBeside(a: Node, b: Node): boolean {
  return refersToSlot(a, (number) => number > targetSlot) || refersToSlot(b, (number) => number > targetSlot);
}

function usesValue(node: Node): boolean {
  return someIn(node, (part) => isOf(part, running));
}

function usesVariable(node: Node): boolean {
  return someIn(node, (part) => isOf(part, solved));
}

function refersToSlot(node: Node, wanted: (number: number) => boolean): boolean {
  return someIn(node, (part) => wanted(slotOf(part) ?? -1));
}

/** An expression's depth is limited at load, so this may recurse. */
function refersToTarget(node: Node): boolean {
  return usesValue(node) || refersToSlot(node, (number) => number === targetSlot);
}
