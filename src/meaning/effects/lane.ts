import { connect, disconnect } from '../../components/lanes.js';
import { kindAt } from '../../model/model.js';
import type { LaneEffect } from '../../ir/rule.js';
import { membersOf } from './members.js';
import type { TurnContext } from './turn-context.js';

/** Changes the lanes of a node. Returns false for what is none. */
export function changeLanes(context: TurnContext, effect: LaneEffect, id: number): boolean {
  const { state } = context;
  const isNode = (object: number): boolean => kindAt(state.model, state.identity.kind[object]).node;
  if (!isNode(id)) return false;
  for (const end of membersOf(context, effect.ends)) {
    if (end === id || !isNode(end)) continue;
    (effect.connect ? connect : disconnect)(state, id, end);
  }
  return true;
}
