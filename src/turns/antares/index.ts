/** `edict/antares`: levels for programs that play them. */
export { loadLevel } from '../../content/antares/level/load-level.js';
export { readDocument } from '../../content/antares/read-document.js';
export { policies } from '../../content/antares/syntax.js';
export { hostPhases } from './host-entry.js';
export { openLevel } from './session.js';
export { ticksASecond, ticksASweep } from './step-plan.js';

export type { LoadResult } from '../../content/antares/level/load-level.js';
export type { LevelProblem } from '../../content/antares/level/loading.js';
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
} from '../../content/antares/syntax.js';
export type { Place, ReadResult, Value } from '../../content/antares/value.js';
export type { FactValue } from '../../content/antares/world/level-facts.js';
export type { LevelModel } from '../../content/antares/world/level-model.js';
export type { Facts, HostEntry, HostPhase, StepEntry } from './host-entry.js';
export type { LevelEvent, LevelResult } from './level-result.js';
export type { LevelStop } from './level-stop.js';
export type { LevelOptions, LevelSession, LevelSnapshot } from './session.js';
