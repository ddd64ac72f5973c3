import { actionList } from './action-list.js';
import { changes } from './continuous-changes.js';
import type { FrameKind, frameKind } from './frame.js';
import { occurrenceBatch } from './occurrence-batch.js';
import { payment } from './payment.js';
import { choice, pointOfTime } from './point.js';
import { clock, queue, rises, triggerSweep } from './ticks.js';

const byName: Readonly<Record<keyof typeof frameKind, FrameKind>> = {
  clock,
  queue,
  sweep: triggerSweep,
  rise: rises,
  run: actionList,
  part: actionList,
  batch: occurrenceBatch,
  point: pointOfTime,
  choice,
  payment,
  changes,
};

export const frameKinds: readonly (FrameKind | undefined)[] = [undefined, ...Object.values(byName)];
