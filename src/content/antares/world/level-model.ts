import type { Model } from '../../../model/model.js';
import type { Level } from '../syntax.js';
import type { Policy } from '../policy.js';

/** The model of a level: what its bodies, its players and the screen of the player are in columns, by index. */
export interface LevelModel {
  readonly level: Level;
  readonly policy: Policy;
  readonly model: Model;
  readonly kinds: {
    /** One object: what is true of the level as a whole, and of the player's screen. */
    readonly level: number;
    /** Factions, one an active seat, by index of the player. */
    readonly player: number;
    readonly body: number;
  };
  readonly columns: {
    // Of bodies.
    /** Boolean: not removed. What is removed stays until the next step begins; only handles know it. */
    readonly inUse: number;
    /** The number of the initial it came from plus 1; 0: none. */
    readonly initial: number;
    readonly health: number;
    readonly maxHealth: number;
    /** Of the base, as long as nothing has capped it otherwise. */
    readonly maxSpeed: number;
    readonly velocityX: number;
    readonly velocityY: number;
    /** Degrees. */
    readonly facing: number;
    /** The body that it is under way to. */
    readonly destination: number;
    readonly cloaked: number;
    /** The body that its weapons aim at. */
    readonly weaponTarget: number;
    /** Of the base: what a player who occupies it has there in full; 0 where nobody can. */
    readonly fullCount: number;
    /** Boolean: of the base, it can be occupied. */
    readonly occupiable: number;
    /** Boolean: of the base, it goes when it is destroyed. */
    readonly dies: number;
    /** Boolean: of its initial, something is built there. */
    readonly builds: number;
    /** Occupation counts, by seat. */
    readonly occupation: readonly number[];
    // Of players.
    readonly human: number;
    readonly cash: number;
    readonly scores: readonly [number, number, number];
    readonly ships: number;
    readonly autopilot: number;
    readonly building: number;
    readonly flagship: number;
    readonly control: number;
    readonly target: number;
    readonly buildAt: number;
    // Of the level.
    readonly zoom: number;
    readonly screen: number;
    readonly line: number;
    /** Boolean: a message with an id was shown. */
    readonly hasMessage: number;
    readonly messageId: number;
    /** 0: dismissed. */
    readonly messagePage: number;
    /** The player who has won. */
    readonly winner: number;
    /** The tick at which the level is over, while `isOver` is true. */
    readonly over: number;
    readonly isOver: number;
  };
  /**
   * Sets of words: attributes and tags of bodies, keys of the level. Classes (one a base) hold attributes and tags at
   * first.
   */
  readonly holdings: { readonly attributes: number; readonly tags: number; readonly keys: number };
  /** Words from 1. */
  readonly words: { readonly tags: ReadonlyMap<string, number>; readonly keys: ReadonlyMap<string, number> };
  /** Roles by index: the level object, players by seat, initials by number. */
  readonly roles: { readonly level: number; readonly players: readonly number[]; readonly initials: readonly number[] };
  /** Class by base. */
  readonly classes: ReadonlyMap<string, number>;
}
