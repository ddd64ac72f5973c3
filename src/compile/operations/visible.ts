import { sees } from '../../components/visibility.js';
import { missing } from '../node.js';
import { type Operation, booleanType, entityType, isAbsent, signature } from '../operation.js';

/** Whether the first object (by its factions) sees the second; missing when it has no faction and so cannot see. */
export const visible: Operation = {
  name: 'visible',
  type: signature([entityType, entityType], booleanType),
  evaluate(node, frame) {
    const observer = frame.evaluate(node.args[0]);
    const object = frame.evaluate(node.args[1]);
    if (isAbsent(observer) || isAbsent(object) || object === 0) return missing;
    const answer = sees(frame.state, observer, object);
    return answer === undefined ? missing : Number(answer);
  },
};
