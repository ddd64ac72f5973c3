/** `edict/antares`: loads levels of Antares, and plays them. */
export { loadLevel } from './level/load-level.js';
export { readDocument } from './parse/read-document.js';
export { policies } from './syntax.js';
export { hostPhases } from './turn/step-plan.js';
export { openLevel } from './turn/level-session.js';
export { ticksASecond, ticksASweep } from './turn/step-plan.js';

export type { LoadResult } from './level/load-level.js';
export type { LevelProblem } from './level/fields.js';
export type {
  Action,
  Base,
  Condition,
  Initial,
  Level,
  PlayerDeclaration,
  Policy,
  Reference,
  When,
} from './syntax.js';
export type { Place, ReadResult, Value } from './parse/value.js';
export type { FactValue } from './world/level-facts.js';
export type { LevelModel } from './world/level-model.js';
export type { Facts, HostEntry, HostPhase, StepEntry } from './turn/step-plan.js';
export type { LevelEvent, LevelResult, LevelStop } from './turn/level-result.js';
export type { LevelOptions, LevelSession, LevelSnapshot } from './turn/level-session.js';
