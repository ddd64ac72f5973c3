import { isAvailable } from '../../components/availability.js';
import { missing } from '../node.js';
import { type Operation, booleanType, isAbsent } from '../operation.js';

/** Whether a class is available to a faction; missing when the object is no faction. */
export const available: Operation = {
  name: 'available',
  type: (args) => (args.length === 2 && args[0].name === 'entity' && args[1].name === 'class' ? booleanType : 'takes a faction and a class'),
  evaluate(node, frame) {
    const faction = frame.evaluate(node.args[0]);
    const classIndex = frame.evaluate(node.args[1]);
    if (isAbsent(faction) || isAbsent(classIndex)) return missing;
    const answer = isAvailable(frame.state, faction, classIndex);
    return answer === undefined ? missing : Number(answer);
  },
};
