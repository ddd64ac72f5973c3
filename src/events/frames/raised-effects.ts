import type { PlainEffect } from '../../ir/heard-effects.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import type { RaiseEffect, Rule } from '../../ir/rule.js';
import { resolve } from '../../kernel/identity.js';
import { empiresOf, fireAlone } from '../../meaning/effects/fire-effects.js';
import { countFirings, mayFire, noteFired } from '../../meaning/effects/turn-context.js';
import { occurringOf } from './ability-use.js';
import { type Predicted, predict } from './apply.js';
import type { Occurring, Run } from './event-run.js';
import { beginBatch } from './occurrence-batch.js';
import { bindRoles, handleFrom } from './stack.js';

/** Lets an effect of an action, or what it raises, occur above its list's frame; false where nothing listens. */
export function raiseEffect(
  run: Run,
  rule: Rule,
  effect: PlainEffect,
  source: number,
  target: number,
  row: number,
): boolean {
  if (effect.kind === 'raise') {
    const occurring = raisedOnAll(run, rule, effect, source, landingOf(run, effect, target));
    if (occurring.length > 0) beginBatch(run, occurring, run.state.frames.occurrence[row], row);
    return true;
  }
  // Empires are determined when it fires.
  if (effect.recipient === 'empires') return false;
  const predicted = predict(run, rule, effect, source, target);
  if (predicted === undefined) return false;
  countPredicted(run, rule, effect);
  if (predicted !== 'done') beginBatch(run, [predicted], run.state.frames.occurrence[row], row);
  return true;
}

/** Objects that a raise of an action is about. With no target it may still occur, about others. */
function landingOf({ state, context }: Run, { recipient }: RaiseEffect, target: number): readonly number[] {
  const id = resolve(state.identity, target);
  if (recipient === 'empires') return id === 0 ? [] : empiresOf(context, [id]);
  return recipient === 'source' && id === 0 ? [] : [id === 0 ? 0 : target];
}

/**
 * Lets an effect of a rule on several objects, or what it raises, occur simultaneously, with all answers, to the end
 * (`finish`); effects without listeners are fired. False where nothing listens to any.
 */
export function raiseEffects(
  run: Run,
  rule: Rule,
  effect: PlainEffect,
  source: number,
  targets: readonly number[],
  below: number,
  finish: () => void,
): boolean {
  if (run.heard?.mayHear(effect) !== true) return false;
  const occurring =
    effect.kind === 'raise'
      ? raisedOnAll(
          run,
          rule,
          effect,
          source,
          targets.filter((target) => resolve(run.state.identity, target) !== 0),
        )
      : predictAll(run, rule, effect, source, targets);
  if (occurring.length === 0) return true;
  const { frame } = run.context;
  const [source0, target0, rule0, value] = [frame.slots[sourceSlot], frame.slots[targetSlot], frame.rule, frame.value];
  if (effect.kind === 'raise') run.watch?.raises?.(rule, source);
  beginBatch(run, occurring, 0, below);
  finish();
  run.watch?.raises?.(undefined, 0);
  // The caller continues with its own binding.
  frame.slots[sourceSlot] = source0;
  frame.slots[targetSlot] = target0;
  frame.rule = rule0;
  frame.value = value;
  frame.occurrence = frame.controller = 0;
  return true;
}

/** What an effect is about to do to objects; fires what nothing listens to. */
function predictAll(
  run: Run,
  rule: Rule,
  effect: PlainEffect,
  source: number,
  targets: readonly number[],
): readonly Occurring[] {
  const occurring: Predicted[] = [];
  for (const target of targets) {
    const predicted = predict(run, rule, effect, source, target);
    if (predicted === undefined) fireAlone(run.context, rule, effect, source, target);
    else {
      countPredicted(run, rule, effect);
      if (predicted !== 'done') occurring.push(predicted);
    }
  }
  return occurring;
}

/** What is raised for objects (0: nobody), with values before any of it occurs. */
function raisedOnAll(
  run: Run,
  rule: Rule,
  effect: RaiseEffect,
  source: number,
  targets: readonly number[],
): readonly Occurring[] {
  const { context } = run;
  const occurring: Occurring[] = [];
  for (const target of targets) {
    bindRoles(run, source, target);
    const on = effect.holder === undefined ? target : handleFrom(run, effect.holder);
    if (!mayFire(context.ledger, effect.stacking, on)) continue;
    countFirings(context, rule);
    if (on === 0 && effect.holder !== undefined) continue;
    noteFired(context.ledger, effect.stacking, on);
    for (const raised of effect.occurrences) occurring.push(occurringOf(run, raised));
  }
  return occurring;
}

/** Counts an effect that is not counted when it applies. */
function countPredicted({ context }: Run, rule: Rule, { kind }: PlainEffect): void {
  if (kind !== 'create' && kind !== 'put') countFirings(context, rule);
}
