import { type Rule, kindOfCarrier } from '../../ir/rule.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import type { Carrying } from '../never-true.js';
import { type Subject, subjectOfRule } from './finding.js';
import { type Present, presentFor, usesOfLists } from './list-roles.js';
import { type Firing, type Studied, firingsOf, slotKinds } from './rule-writes.js';

/** Effects of a rule or action, with what is known of its objects. */
export interface EffectSite {
  readonly of: Subject;
  readonly about: Carrying;
  readonly firings: readonly Firing[];
}

/** Of all rules, and of all actions that something runs. */
export function effectSites({ program: { model, rules } }: Studied): readonly EffectSite[] {
  const ofRule = (rule: Rule): EffectSite => ({
    of: subjectOfRule(rule),
    about: {
      kinds: slotKinds(kindOfCarrier(model, rule.carrier)),
      ...(rule.carrier.by === 'class' ? { classes: new Map([[sourceSlot, rule.carrier.class]]) } : {}),
    },
    firings: firingsOf(rule.effects),
  });
  const ofList = ([list, { owner, present }]: readonly [number, { owner: Subject; present: Present }]) =>
    (rules.triggers.lists.at(list)?.actions ?? []).flatMap((action): readonly EffectSite[] =>
      action.task.by === 'effects'
        ? [{ of: owner, about: nobodyIn(presentFor(action, present)), firings: firingsOf(action.task.effects) }]
        : [],
    );
  return [
    ...rules.rules.map(ofRule),
    ...rules.passes.flatMap((pass) => pass.rules.map(ofRule)),
    ...[...usesOfLists(rules.triggers, rules.timing)].flatMap(ofList),
  ];
}

function nobodyIn({ subject, direct }: Present): Carrying {
  return { kinds: new Map(), nobody: new Set([...(subject ? [] : [sourceSlot]), ...(direct ? [] : [targetSlot])]) };
}
