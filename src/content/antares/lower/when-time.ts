import type { Node } from '../../../compile/node.js';
import { makeNode } from '../../../compile/make-node.js';
import { time } from '../../../compile/operations/time.js';
import { ticksOfOldTime } from '../old-time.js';
import type { When } from '../syntax.js';
import type { LevelModel } from '../world/level-model.js';
import { compareNode, numberNode } from './nodes.js';

export function lowerTime(
  { level }: LevelModel,
  { op, duration, legacyStartTime }: Extract<When, { readonly type: 'time' }>,
): Node {
  const ticks = legacyStartTime ? ticksOfOldTime(duration, level.startTime ?? 0) : duration;
  return compareNode(op, makeNode(time, undefined), numberNode(ticks));
}
