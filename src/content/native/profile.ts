import { isOf, slotOf, someIn } from '../../eval/node-shape.js';
import { type Node, targetSlot } from '../../ir/node.js';
import type { Rule } from '../../ir/rule.js';
import { affiliation, related } from '../../eval/ops/affiliations.js';
import { running } from '../../eval/ops/time.js';
import { compare, within } from '../../eval/ops/compare-values.js';
import { solved } from '../../eval/ops/solved.js';
import { isStockpile } from '../expression/check/object-reads.js';
import { quoteText } from '../text/quote.js';
import type { CompiledText } from './expression-text.js';
import { refer, refuse } from './load-context.js';
import { type GroupContext, isMeter } from './rule-context.js';
import type { Place } from './source-tree.js';

/**
 * The restrictions of the profile `effects-v0.3`: groups that write meters cannot see each other's results, and
 * parameters that are not numbers come from the source.
 */
export function checkProfile(
  phase: Rule['phase'],
  activation: readonly CompiledText[],
  scope: readonly CompiledText[],
  context: GroupContext,
): void {
  const conditions = [...activation, ...scope];
  if (phase === 'meters') for (const text of [...conditions, ...context.amounts]) refuseReferences(text, context);
  else refuseParameters(conditions, context);
  for (const amount of context.amounts) {
    const read = amount.reads.find(({ root }) => root === targetSlot);
    const { name } = read === undefined ? { name: undefined } : context.model.columns[read.column];
    const what = name === undefined ? 'the target' : `${quoteText(name)} of the target`;
    if (amount.node.type.name !== 'number' && refersToTarget(amount.node))
      refuseTarget(amount.place(read?.span.start), `this parameter is not a number and refers to ${what}`, context);
  }
  for (const { node, place } of scope)
    if (takesTargetAsParameter(node))
      refuseTarget(place(), 'a parameter of this condition refers to the target beside what is tested', context);
}

function refuseReferences({ node, reads, place }: CompiledText, context: GroupContext): void {
  const { model, loading } = context;
  const refuseReference = (at: Place, what: string, instead = 'refer to properties'): void => {
    refuse(
      context,
      at,
      'profile-meter-reference',
      `this refers to ${what} in other groups only`,
      `${instead}, or remove \`profile\``,
    );
  };
  if (usesValue(node)) {
    refuseReference(
      place(),
      'the `value` of the meter that it writes, expected no meter: the profile allows it',
      'add or subtract an amount',
    );
  }
  if (someIn(node, (part) => isOf(part, solved))) {
    const why = 'a variable may depend on meters, which the profile allows';
    refuseReference(place(), `a variable in a group that writes meters, expected none: ${why}`);
  }
  for (const read of reads) {
    const column = model.columns[read.column];
    const isPool = isStockpile(model, column) && !loading.damage.held.has(column.name);
    if (!isMeter(model, read.column) && !isPool) continue;
    const what = `the ${isMeter(model, read.column) ? 'meter' : 'stockpile'} ${quoteText(column.name)}`;
    refuseReference(
      place(read.span.start),
      `${what} in a group that writes meters, expected none: the profile allows it`,
    );
  }
}

/** In other groups amounts may refer to meters unless a condition takes one as a parameter. */
function refuseParameters(conditions: readonly CompiledText[], context: GroupContext): void {
  const { model, amounts } = context;
  const there = conditions
    .flatMap(({ reads, place }) => reads.map((read) => ({ ...read, place })))
    .find(({ column, tested }) => isMeter(model, column) && !tested);
  if (there === undefined) return;
  for (const { reads, place } of amounts) {
    for (const { column, span } of reads) {
      if (!isMeter(model, column)) continue;
      const here = place(span.start);
      const meter = quoteText(model.columns[column].name);
      refuse(
        context,
        here,
        'profile-meter-parameter',
        `this amount refers to the meter ${meter} and a condition ${refer(here, there.place(there.span.start))} takes a meter as a parameter, expected one of the two`,
        'compare the condition with a number, or remove `profile`',
      );
    }
  }
}

function refuseTarget(place: Place, what: string, context: GroupContext): void {
  refuse(
    context,
    place,
    'profile-target-reference',
    `${what}, expected a constant or something of the source`,
    'refer to `source`, or remove `profile`',
  );
}

/**
 * Finds a parameter that is not a number: the centre of a range, the empire of an affiliation, or the other side of a
 * comparison or relation. Depth is limited at load, so this may recurse.
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

/** Either argument may be the tested one. */
function hasSides(node: Node): boolean {
  return isOf(node, related) || (isOf(node, compare) && node.args[0].type.name !== 'number');
}

/** Objects that an aggregate binds are tested there. */
function bindsBeside(a: Node, b: Node): boolean {
  return refersToSlot(a, (number) => number > targetSlot) || refersToSlot(b, (number) => number > targetSlot);
}

function usesValue(node: Node): boolean {
  return someIn(node, (part) => isOf(part, running));
}

function refersToSlot(node: Node, wanted: (number: number) => boolean): boolean {
  return someIn(node, (part) => wanted(slotOf(part) ?? -1));
}

function refersToTarget(node: Node): boolean {
  return usesValue(node) || refersToSlot(node, (number) => number === targetSlot);
}
