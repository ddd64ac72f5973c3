import type { Effect as RuleEffect } from '../../../ir/rule.js';
import type { Effect } from '../syntax.js';
import { type Acting, acting, ofKinds, testing } from './context.js';
import { creatingEffects } from './creating-effects.js';
import { type EffectForm, common } from './effect-forms.js';
import { knowingEffects } from './knowing-effects.js';
import { memberEffects } from './member-effects.js';
import { meterEffects } from './meter-effects.js';
import { movingEffects } from './moving-effects.js';
import { objectEffects } from './object-effects.js';
import { missingParameter, unknownConstruct } from './problems.js';

/** Effects of a group. */
export interface LoweredEffects {
  readonly effects: readonly RuleEffect[];
  /** Of these the ones on meters of objects, with the branches in which they stand. */
  readonly meters: readonly RuleEffect[];
}

const forms: ReadonlyMap<string, EffectForm> = new Map(
  Object.entries({
    ...meterEffects,
    ...objectEffects,
    ...creatingEffects,
    ...movingEffects,
    ...memberEffects,
    ...knowingEffects,
  }),
);

/** Effects that make a group one of those that act on meters; those of empires do nothing there. */
const onMeters: ReadonlySet<string> = new Set(['SetMeter', 'SetShipPartMeter', 'SetEmpireMeter']);

/** Whether effects write meters, themselves or in a branch. */
export function writesMeters(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) =>
      onMeters.has(effect.name) || (effect.name === 'If' && writesMeters([...effect.effects, ...effect.otherwise])),
  );
}

export function lowerEffects(effects: readonly Effect[], context: Acting): LoweredEffects {
  const onObjects = new Set<RuleEffect>();
  const lowered = effects.flatMap((effect) => lowerEffect(effect, onObjects, context));
  return { effects: lowered, meters: metersAmong(lowered, onObjects) };
}

/** One effect that stands inside of another. */
export function lowerInner(effect: Effect, context: Acting): readonly RuleEffect[] {
  return lowerEffect(effect, new Set(), context);
}

/** `onObjects` gathers the effects on meters of objects. */
function lowerEffect(effect: Effect, onObjects: Set<RuleEffect>, context: Acting): readonly RuleEffect[] {
  if (effect.name === 'If') return branch(effect, onObjects, context);
  const form = forms.get(effect.name);
  if (form === undefined) {
    unknownConstruct(context, effect.at, 'effect', effect.name, [...forms.keys(), 'If']);
    return [];
  }
  const lowered = form(effect, context);
  if (effect.name === 'SetMeter' || effect.name === 'SetShipPartMeter') for (const each of lowered) onObjects.add(each);
  return lowered;
}

/** Targets of which the condition holds when it is their turn, and the others. */
function branch(effect: Effect, onObjects: Set<RuleEffect>, context: Acting): readonly RuleEffect[] {
  const condition = effect.conditions.find(({ label }) => label === 'condition')?.condition;
  if (condition === undefined) {
    missingParameter(context, effect.at, effect.name, 'condition');
    return [];
  }
  const kinds = context.language.kinds(condition, context) & context.target.kinds;
  const chosen: Acting =
    kinds === 0 ? context : acting(context, context.source, ofKinds(context.target, kinds), context.isOnSource);
  const test = context.language.conditions([condition], testing(context, context.target), false);
  const then = effect.effects.flatMap((each) => lowerEffect(each, onObjects, chosen));
  const otherwise = effect.otherwise.flatMap((each) => lowerEffect(each, onObjects, context));
  if (then.length === 0 && otherwise.length === 0) return [];
  return [{ kind: 'branch', ...common(effect), condition: test, then, otherwise }];
}

/** Effects of a set, with the branches in which they stand. */
function metersAmong(effects: readonly RuleEffect[], meters: ReadonlySet<RuleEffect>): readonly RuleEffect[] {
  return effects.flatMap((effect): readonly RuleEffect[] => {
    if (effect.kind !== 'branch') return meters.has(effect) ? [effect] : [];
    const then = metersAmong(effect.then, meters);
    const otherwise = metersAmong(effect.otherwise, meters);
    return then.length === 0 && otherwise.length === 0 ? [] : [{ ...effect, then, otherwise }];
  });
}
