import { sourceSlot, targetSlot } from '../node.js';
import type { Rule } from '../rule.js';
import type { Run } from '../trigger/run.js';
import { countFirings } from '../effects/turn-context.js';
import { fireAlone } from '../effects/fire.js';
import { beginBatch } from './batch.js';
import { type Brought, broughtBy } from './effect-occurrences.js';
import type { PlainEffect } from './heard-effects.js';

/** Lets an effect of an action occur, on top of its list's frame; false where nothing listens to it and it is to be fired as it is. */
export function raiseEffect(run: Run, rule: Rule, effect: PlainEffect, source: number, target: number, row: number): boolean {
  // Who the empires are is found out when it fires.
  if (effect.recipient === 'empires') return false;
  const brought = broughtBy(run, rule, effect, source, target);
  if (brought === undefined) return false;
  countBrought(run, rule, effect);
  if (brought !== 'done') beginBatch(run, [brought], run.state.frames.occurrence[row], row);
  return true;
}

/** Lets an effect of a rule on several objects occur simultaneously, and all that answers it, to the end (`finish`); what nothing listens to is fired with it. False where nothing listens to any of it. */
export function raiseEffects(run: Run, rule: Rule, effect: PlainEffect, source: number, targets: readonly number[], below: number, finish: () => void): boolean {
  const { heard } = run.resolver;
  if (heard?.mayHear(effect) !== true) return false;
  const occurring: Brought[] = [];
  for (const target of targets) {
    const brought = broughtBy(run, rule, effect, source, target);
    if (brought === undefined) fireAlone(run.context, rule, effect, source, target);
    else {
      countBrought(run, rule, effect);
      if (brought !== 'done') occurring.push(brought);
    }
  }
  if (occurring.length === 0) return true;
  const { frame } = run.context;
  const [source0, target0, rule0, value] = [frame.slots[sourceSlot], frame.slots[targetSlot], frame.rule, frame.value];
  beginBatch(run, occurring, 0, below);
  finish();
  // Whoever fires effects goes on where they were.
  frame.slots[sourceSlot] = source0;
  frame.slots[targetSlot] = target0;
  frame.rule = rule0;
  frame.value = value;
  frame.occurrence = frame.controller = 0;
  return true;
}

/** An effect counts once: those that are fired when they apply are counted then. */
function countBrought({ context }: Run, rule: Rule, { kind }: PlainEffect): void {
  if (kind !== 'create' && kind !== 'put') countFirings(context, rule);
}
