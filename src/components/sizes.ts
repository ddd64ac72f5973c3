/** Rows of a world's dimensions, row 0 not counted. */
export interface WorldSizes {
  /** Objects. */
  readonly capacity: number;
  /** Starlanes and the like. */
  readonly lanes: number;
  /** Factions alive at once. */
  readonly factions: number;
  /** Random streams of host systems. */
  readonly streams: number;
  /** Cells of solved variables. Default: what each variable needs once. */
  readonly cells?: number;
  /** Words of 32 bits for what objects hold. Default: what an object of each kind needs. */
  readonly words?: number;
  /** Entries of all lists of links. */
  readonly links?: number;
  /**
   * Frames of what runs, frames of what is delayed, delays; occurrences, what is remembered of them, uses and copies of
   * abilities.
   */
  readonly frames?: number;
  /** Instances that the world is divided into; 0 and left out: it is not. */
  readonly instances?: number;
}

/** What components have rows of. */
export const dimensions = [
  'entity',
  'lane',
  'faction',
  'stream',
  'role',
  'cell',
  'word',
  'link',
  'trigger',
  'frame',
  'parked',
  'delay',
  'ability',
  'occurrence',
  'past',
  'use',
  'copy',
  'memory',
  'answer',
  'instance',
] as const;

export type Dimension = (typeof dimensions)[number];

/** Words of 32 bits that hold `count` bits. */
export function wordsFor(count: number): number {
  return Math.ceil(count / 32);
}

/** Words of 32 bits that have a bit for each slot of a faction, and for slot 0, which is none. */
export function slotWords({ factions }: Pick<WorldSizes, 'factions'>): number {
  return wordsFor(factions + 1);
}
