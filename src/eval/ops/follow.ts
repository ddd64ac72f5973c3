import { kindAt } from '../../components/model.js';
import { ancestorOfKind } from '../../state/attachment.js';
import { ownerOf } from '../../state/ownership.js';
import type { WorldState } from '../../state/world-state.js';
import type { FollowData } from '../data.js';
import { followColumns } from '../columns/follow.js';
import { emitFollow } from '../emit/emit-objects.js';
import type { Value } from '../../ir/node.js';
import { type Operation, entityType, isAbsent } from '../operation.js';
import { checkIndex, checkWord, member } from '../record.js';

export type { FollowData } from '../data.js';

export const follow: Operation<FollowData> = {
  name: 'follow',
  type: (args) => (args.length === 1 && args[0].name === 'entity' ? entityType : 'takes one object'),
  text: (data) => (data.relation === 'ancestor' ? `ancestor ${data.kind}` : data.relation),
  document: {
    meaning: 'owner, parent, nearest ancestor of a kind',
    absent: 'none where there is none',
    families: 'Exct',
  },
  bounds: ({ node: { data }, args: [of] }, known) => ({
    least: 0,
    most: Infinity,
    absent: known.of(of).absent,
    kind: data.relation === 'ancestor' ? data.kind : undefined,
  }),
  print: member(({ relation, kind }, model) => (relation === 'ancestor' ? kindAt(model, kind).name : relation)),
  check({ relation, kind }, model) {
    checkWord(relation, ['owner', 'parent', 'ancestor']);
    if (relation === 'ancestor') checkIndex(kind, 0, model.kinds.length + 1);
  },
  local: ({ relation }, { hangs }) => (relation === 'owner' && !hangs ? ['owner', 'population'] : undefined),
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
