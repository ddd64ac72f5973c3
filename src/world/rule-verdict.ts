import { turnOf } from '../components/clock.js';
import { createFrame } from '../eval/interpreter.js';
import { printNode } from '../eval/make-node.js';
import { type Node, notFound, sourceSlot, targetSlot } from '../ir/node.js';
import type { Rule } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import { carries } from '../meaning/rule-sources.js';
import { classAt } from '../model/model.js';
import { type WorldCore, idOf, idOrNone } from './core.js';
import type { Handle } from './host-values.js';
import { named } from './lookup.js';
import type { Clause, Verdict } from './questions-api.js';

/** The value of each condition for a source and a target, as the world is now. */
export function explainRule(core: WorldCore, ruleName: string, source: Handle, target?: Handle | null): Verdict {
  const rule = named('rule', core.program.rules.rules, ruleName);
  const carrier = idOf(core, source);
  const { state } = core;
  const frame = createFrame(state, turnOf(state) + (core.running > 0 ? 0 : 1));
  frame.rule = rule.index;
  if (!carries(rule.carrier, carrier, frame)) {
    const whom =
      rule.carrier.by === 'class'
        ? `an object of class ${classAt(state.model, rule.carrier.class).name}`
        : 'one of its sources';
    throw new EdictError('not-a-source', `object ${carrier} does not carry rule ${rule.name}; pass ${whom}`, rule.name);
  }
  frame.slots[sourceSlot] = carrier;
  const answers = (part: Clause['part']): readonly Clause[] =>
    rule[part].map((node, i) => ({
      part,
      text: textOf(rule, part, node, i),
      answer: answerOf(frame.evaluate(node)),
    }));
  const activation = answers('activation');
  const active = activation.every(({ answer }) => answer === 'true');
  if (target === null || target === undefined)
    return { rule: rule.name, active, inScope: undefined, clauses: activation };
  frame.slots[targetSlot] = idOrNone(core, target);
  const include = answers('include');
  const exclude = answers('exclude');
  const inScope =
    include.some(({ answer }) => answer === 'true') &&
    !exclude.some(({ answer }) => answer === 'true') &&
    ![...include, ...exclude].some(({ answer }) => answer === 'not found');
  return { rule: rule.name, active, inScope, clauses: [...activation, ...include, ...exclude] };
}

function answerOf(value: number | null | undefined): Clause['answer'] {
  if (value === notFound) return 'not found';
  if (value === undefined) return 'does not apply';
  return value === 1 ? 'true' : 'false';
}

function textOf(rule: Rule, part: Clause['part'], node: Node, index: number): string {
  return rule.texts?.[part][index] ?? printNode(node);
}
