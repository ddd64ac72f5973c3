import { liveIds } from '../components/live-objects.js';
import { conjuncts } from '../eval/node-shape.js';
import { printExpression } from '../eval/print-expression.js';
import type { Wording } from '../eval/printer.js';
import { type Frame, type Node, notFound, targetSlot } from '../ir/node.js';
import type { Rule } from '../ir/rule.js';
import type { Clause } from './past-api.js';
import type { ScopeStep } from './why-not-api.js';

/** Of printed conditions, in characters. */
export const longestText = 200;

/** Whole conditions, for the objects in the slots of the frame. */
export function wholeClauses(rule: Rule, part: Clause['part'], frame: Frame, wording: Wording): readonly Clause[] {
  return rule[part].map((node, place) => ({
    part,
    text: textOf(rule, part, place, wording),
    answer: clauseAnswer(frame.evaluate(node)),
  }));
}

/** As written, where that is known. */
function textOf(rule: Rule, part: Clause['part'], place: number, wording: Wording): string {
  return rule.texts?.[part][place] ?? printExpression(rule[part][place], wording);
}

export function clauseAnswer(value: number | null | undefined): Clause['answer'] {
  if (value === notFound) return 'not found';
  if (value === undefined) return 'does not apply';
  return value === 1 ? 'true' : 'false';
}

export function isInScope(
  include: readonly Pick<Clause, 'answer'>[],
  exclude: readonly Pick<Clause, 'answer'>[],
): boolean {
  return (
    include.some(({ answer }) => answer === 'true') &&
    !exclude.some(({ answer }) => answer === 'true') &&
    ![...include, ...exclude].some(({ answer }) => answer === 'not found')
  );
}

/** The parts of a condition that are joined by `&&`, each with its text. */
export function partsOf(rule: Rule, part: Clause['part'], place: number, wording: Wording) {
  const parts = conjuncts(rule[part][place]);
  if (parts.length === 1) return [{ node: parts[0], text: textOf(rule, part, place, wording) }];
  return parts.map((node) => ({ node, text: printExpression(node, wording) }));
}

/** Of all objects that a condition has left, those that the next one leaves. */
export function scopeSteps(
  rule: Rule,
  frame: Frame,
  wording: Wording,
): { readonly steps: readonly ScopeStep[]; readonly targets: readonly number[] } {
  const { state } = frame;
  const answer = (node: Node, id: number) => {
    frame.slots[targetSlot] = id;
    return clauseAnswer(frame.evaluate(node));
  };
  const chosen = new Set<number>();
  const steps = rule.include.flatMap((_, alternative) => {
    let left = [...liveIds(state)];
    const found = partsOf(rule, 'include', alternative, wording).map(({ node, text }): ScopeStep => {
      left = left.filter((id) => answer(node, id) === 'true');
      return { part: 'include', text, alternative, left: left.length };
    });
    for (const id of left) chosen.add(id);
    return found;
  });
  let left = [...chosen];
  for (const [alternative, node] of rule.exclude.entries()) {
    left = left.filter((id) => !['true', 'not found'].includes(answer(node, id)));
    steps.push({
      part: 'exclude',
      text: textOf(rule, 'exclude', alternative, wording),
      alternative,
      left: left.length,
    });
  }
  return { steps, targets: left.filter((id) => isTarget(rule, id, frame)) };
}

export function isTarget(rule: Rule, id: number, frame: Frame): boolean {
  frame.slots[targetSlot] = id;
  const [include, exclude] = (['include', 'exclude'] as const).map((part) =>
    rule[part].map((node) => ({ answer: clauseAnswer(frame.evaluate(node)) })),
  );
  return isInScope(include, exclude);
}
