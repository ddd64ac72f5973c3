/** `edict/batch`: many instances of a training environment that step together. */
export { createBatch, replayBatch } from '../batch/batch.js';
export { bytesOfViews, layoutOfViews } from '../batch/view-layout.js';
export { environmentNames, openEnvironment } from '../environments/open-environment.js';

export type {
  Autoreset,
  Batch,
  BatchEvent,
  BatchLog,
  BatchOptions,
  BatchSnapshot,
  BatchSource,
  Opponents,
  SourceModule,
} from '../batch/api.js';
export type { HostRules, HostShown } from '../batch/host-rules.js';
export type { ViewLayout, ViewName, ViewPlace } from '../batch/view-layout.js';
export type { BlockShape, EnvironmentShape, OrderShape } from '../ir/environment.js';
