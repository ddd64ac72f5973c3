import { ancestorOfKind } from '../../components/attachment.js';
import { ownerOf } from '../../components/ownership.js';
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
  evaluate(node, frame) {
    const id = frame.evaluate(node.args[0]);
    if (isAbsent(id) || id === 0) return id;
    switch (node.data.relation) {
      case 'owner': return ownerOf(frame.state, id);
      case 'parent': return frame.state.parent[id];
      case 'ancestor': return ancestorOfKind(frame.state, id, node.data.kind);
    }
  },
};
