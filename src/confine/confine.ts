import { type Node, sourceSlot, targetSlot } from '../ir/node.js';
import type { Program } from '../ir/program.js';
import { type Carrier, type Rule, noRules } from '../ir/rule.js';
import { confineEffect } from './confine-effect.js';
import { confineEnvironment } from './confine-environment.js';
import { type Confinement, confineNode, keptTogether } from './confine-node.js';

/**
 * The content for a world in which several instances lie side by side, each in its own `stride` rows: no rule sees
 * across. It is the same content with one more condition wherever something looks at all objects (the scopes of rules,
 * aggregates, searches), so that the planner finds the instance as it finds any equal value, and both executors run it
 * as they run everything else. Call it only where `whyApart` has nothing to say.
 */
export function confine(program: Program, stride: number): Program {
  const { rules, growths } = program.rules;
  const within: Confinement = { stride, anchor: sourceSlot };
  return {
    model: program.model,
    rules: {
      ...noRules,
      rules: rules.map((rule) => confineRule(rule, within)),
      growths: growths.map(({ column, formula }) => ({ column, formula: confineNode(formula, within) })),
    },
    environment: program.environment === undefined ? undefined : confineEnvironment(program.environment, stride),
    fingerprint: `${program.fingerprint}/${stride}`,
  };
}

function confineRule(rule: Rule, within: Confinement): Rule {
  const of = (node: Node): Node => confineNode(node, within);
  return {
    ...rule,
    carrier: confineCarrier(rule.carrier, of),
    activation: rule.activation.map(of),
    include: rule.include.map((condition) => keptTogether(of(condition), targetSlot, within)),
    exclude: rule.exclude.map(of),
    effects: rule.effects.map((effect) => confineEffect(effect, within.stride)),
  };
}

function confineCarrier(carrier: Carrier, of: (node: Node) => Node): Carrier {
  if (carrier.by !== 'condition') return carrier;
  return {
    ...carrier,
    where: carrier.where.map(of),
    times: carrier.times === undefined ? undefined : of(carrier.times),
  };
}
