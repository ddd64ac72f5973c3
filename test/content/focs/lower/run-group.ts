import { beginTurn } from '../../../../src/meaning/effects/turn-context.js';
import { makeNode } from '../../../../src/eval/make-node.js';
import { entityType } from '../../../../src/eval/operation.js';
import { compare } from '../../../../src/eval/ops/compare-values.js';
import { constant } from '../../../../src/eval/ops/constants.js';
import { slot } from '../../../../src/eval/ops/object-links.js';
import { referenceExecutor } from '../../../../src/reference/reference-executor.js';
import { type Rule, noRules } from '../../../../src/ir/rule.js';
import { jumpsBetween } from '../../../../src/components/lanes.js';
import { liveIds } from '../../../../src/components/live-objects.js';
import type { ImportedGame } from '../../../../src/content/focs/state/imported-game.js';
import { passSystem } from '../../../../src/systems/standard.js';
import { type SmallGame, idsByName, rulesOf } from './small-game.js';

/** Runs all groups of an item, carried by one object, in strict order; returns the ids of what they created. */
export function runGroup(
  small: SmallGame,
  { state, game, source }: ImportedGame,
  item: string,
  carrier: number,
): readonly number[] {
  const before = new Set(liveIds(state));
  const isIt = makeNode(
    compare,
    { comparison: '==' },
    makeNode(slot, { slot: 0 }),
    makeNode(constant, { value: carrier, type: entityType }),
  );
  const rules = rulesOf(small, item).map(
    (rule): Rule => ({ ...rule, carrier: { by: 'condition', kinds: [], where: [isIt], times: undefined } }),
  );
  const executor = referenceExecutor({
    model: game.model,
    rules: { ...noRules, passes: [{ name: 'effects', rules }] },
    fingerprint: '',
  });
  passSystem('test', 'test', rules, executor).run(beginTurn(state, source.turn));
  return [...liveIds(state)].filter((id) => !before.has(id));
}

/** Whether a lane joins two systems. */
export function areJoined(made: ImportedGame, a: string, b: string): boolean {
  const ids = idsByName(made);
  return jumpsBetween(made.state, ids.get(a) ?? 0, ids.get(b) ?? 0) === 1;
}
