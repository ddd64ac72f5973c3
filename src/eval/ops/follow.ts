import { ancestorOfKind } from '../../state/attachment.js';
import { ownerOf } from '../../state/ownership.js';
import type { WorldState } from '../../state/world-state.js';
import { followColumns } from '../columns/follow.js';
import { emitFollow } from '../emit/emit-objects.js';
import type { Value } from '../../ir/node.js';
import { type Operation, entityType, isAbsent } from '../operation.js';

export interface FollowData {
  /** `ancestor` is the nearest object of a kind, the object itself first. */
  readonly relation: 'owner' | 'parent' | 'ancestor';
  /** The kind, for `ancestor`. */
  readonly kind: number;
}

/** The object that one object leads to; none when there is no such object. */
export const follow: Operation<FollowData> = {
  name: 'follow',
  type: (args) => (args.length === 1 && args[0].name === 'entity' ? entityType : 'takes one object'),
  text: (data) => (data.relation === 'ancestor' ? `ancestor ${data.kind}` : data.relation),
  facts: (data) => (data.relation === 'owner' ? ['population', 'owner', 'place'] : ['population', 'place']),
  lens: (data) => (data.relation === 'owner' ? 'factions' : undefined),
  evaluate: (node, frame) => followed(frame.state, node.data, frame.evaluate(node.args[0])),
  columns: (term, rows, evaluator) =>
    followColumns(term, rows, evaluator, (state, id) => followed(state, term.node.data, id)),
  emit: emitFollow,
};

function followed(state: WorldState, { relation, kind }: FollowData, id: Value): Value {
  if (isAbsent(id) || id === 0) return id;
  switch (relation) {
    case 'owner':
      return ownerOf(state, id);
    case 'parent':
      return state.parent[id];
    case 'ancestor':
      return ancestorOfKind(state, id, kind);
  }
}
