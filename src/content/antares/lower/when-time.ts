import type { Node } from '../../../ir/node.js';
import { makeNode } from '../../../eval/make-node.js';
import { time } from '../../../eval/ops/time.js';
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
