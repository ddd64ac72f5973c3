import { nodes } from '../../eval/node-kit.js';
import type { Effect } from '../../ir/effect.js';
import { branch } from '../../ir/make-effect.js';
import { mostNested } from '../../ir/effect-nodes.js';
import { amountContext } from './expression-text.js';
import { type Where, complete, isTorn, refuse, warn, whole } from './load-context.js';
import { type PlainEffectSource, lowerEffect } from './read-effects.js';
import { readConditions } from './read-keys.js';
import type { GroupContext } from './rule-context.js';
import type { EffectSource } from './schema.js';

type BranchSource = Extract<EffectSource, { do: unknown }>;

/** A list of effects of a group, with lists of their own where they have conditions. */
export function lowerEffects(
  sources: readonly EffectSource[],
  context: GroupContext,
  depth = 0,
): readonly Effect[] | undefined {
  return whole(sources.map((source, i) => lowerGroupEffect(source, [sources, i], context, depth)))?.flat();
}

function lowerGroupEffect(
  source: EffectSource,
  where: Where,
  context: GroupContext,
  depth: number,
): readonly Effect[] | undefined {
  const texts = readConditions(source, 'if', amountContext(context), context);
  context.tests.push(...texts);
  const then = 'do' in source ? lowerLists(source, where, context, depth) : lowerAlone(source, where, context);
  if (then === undefined || source.if === undefined) return then?.do;
  return [branch(nodes.all(texts.map(({ node }) => node)), then.do, then.else)];
}

interface Lists {
  readonly do: readonly Effect[];
  readonly else: readonly Effect[];
}

function lowerAlone(source: PlainEffectSource, where: Where, context: GroupContext): Lists | undefined {
  const effect = lowerEffect(source, where, context);
  return effect && { do: [effect], else: [] };
}

function lowerLists(source: BranchSource, where: Where, context: GroupContext, depth: number): Lists | undefined {
  const { do: first, else: second = [] } = source;
  if (depth >= mostNested)
    return refuse(
      context,
      where,
      'too-deep',
      `lists of effects stand in each other more than ${mostNested} deep, which is the limit`,
      'join their conditions by `&&`, or make several groups',
    );
  if (first.length + second.length === 0 && ![source, first, second].some((each) => isTorn(context, each)))
    warn(context, where, 'no-effects', '`do` has no effects, expected at least one', 'add an effect, or remove it');
  return complete({ do: lowerEffects(first, context, depth + 1), else: lowerEffects(second, context, depth + 1) });
}
