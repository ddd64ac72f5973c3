import type { Deed } from '../../../../ir/trigger.js';
import type { LevelModel } from '../../world/level-model.js';
import type { Lists } from './lists.js';

/** What the actions of a level are lowered with. */
export interface Kit {
  readonly model: LevelModel;
  readonly lists: Lists;
  /** What becomes of the bodies of a class when they are destroyed, where anything does: list by class. */
  readonly destroyLists: ReadonlyMap<number, number>;
  /** What actions do, by what they are; see `lowerDeed`. */
  readonly deeds: Map<string, Deed>;
}
