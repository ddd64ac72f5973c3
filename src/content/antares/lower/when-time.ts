import type { Node } from '../../../compile/node.js';
import { makeNode } from '../../../compile/make-node.js';
import { time } from '../../../compile/operations/time.js';
import type { When } from '../syntax.js';
import type { LevelModel } from '../world/level-model.js';
import { compareNode, numberNode } from './nodes.js';

const ticksPerSecond = 60;

/** Levels written for a setup of a third of the length count its time threefold. */
const oldPace = 3;

export function lowerTime({ level }: LevelModel, { op, duration, legacyStartTime }: Extract<When, { readonly type: 'time' }>): Node {
  const ticks = legacyStartTime ? ticksOfOldTime(duration, level.startTime ?? 0) : duration;
  return compareNode(op, makeNode(time, undefined), numberNode(ticks));
}

/** A time since the beginning of setup, in the old count, as a time of the game. */
function ticksOfOldTime(duration: number, setupSeconds: number): number {
  const setup = ticksPerSecond * setupSeconds;
  return oldPace * duration < setup ? oldPace * duration - setup : duration - ticksPerSecond * Math.floor(setupSeconds / oldPace);
}
