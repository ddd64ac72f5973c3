import { type Fact, fact } from '../model/stamps.js';
import type { Model } from '../model/model.js';
import { sourceSlot } from '../ir/node.js';
import type { GiveEffect, MoveEffect, Rule } from '../ir/rule.js';
import { stampsKnowing } from '../eval/known-stamps.js';
import type { SelectionPlan } from '../match/selection-plan.js';
import { isSlot } from '../eval/shape.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';

/**
 * The one effect of a rule that changes nothing of what the rule asks: all sources are asked, and all values worked
 * out, before it fires on the first.
 */
export interface AheadPlan {
  readonly effect: MoveEffect | GiveEffect;
  /** Where to, or to whom. */
  readonly value: Term;
  /** Of all targets; 0 where they may be of several. */
  readonly kind: number;
}

/** What such effects change. */
const changed: Readonly<Record<AheadPlan['effect']['kind'], Fact>> = { move: 'place', give: 'owner' };

/**
 * `kinds`: of all sources and of all targets, as far as they are known; `asked`: stamps of what the rule asks of them.
 */
export function planAhead(
  book: TermBook,
  model: Model,
  rule: Rule,
  kinds: readonly [number, number],
  asked: readonly number[],
): AheadPlan | undefined {
  // Who carries a rule for other reasons than its class may carry it no longer when others have fired.
  if (rule.carrier.by !== 'class' || rule.effects.length !== 1 || rule.claims !== 0 || rule.heard === true)
    return undefined;
  const [effect] = rule.effects;
  if ((effect.kind !== 'move' && effect.kind !== 'give') || effect.recipient !== 'target' || effect.stacking !== 0)
    return undefined;
  const value = termOf(book, effect.kind === 'move' ? effect.to : effect.owner);
  if (value.sequential || value.heavy || value.runs) return undefined;
  const stamp = fact[changed[effect.kind]];
  return asked.includes(stamp) || stampsKnowing(value, kinds, model).includes(stamp)
    ? undefined
    : { effect, value, kind: kinds[1] };
}

/**
 * The one kind of all targets of sources of a kind, 0 where they may be of several: where each source is its own
 * target, that of the sources.
 */
export function kindOfTargets({ conjunctions }: SelectionPlan, sources: number): number {
  if (conjunctions.length !== 1) return 0;
  const [{ own, generator }] = conjunctions;
  if (own.kind !== 0 || generator?.by !== 'identity') return own.kind;
  return isSlot(generator.key, sourceSlot) ? sources : 0;
}
