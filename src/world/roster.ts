import type { Handle, World } from './api.js';

/**
 * The declared objects of a root: of each class that content declares as a single object there is one below the root, made when it is first asked for.
 */
export interface Roster {
  readonly root: Handle;
  /** The object of a class, made (not granted) with what it is part of when it is not there yet. Throws for an unknown class. */
  objectOf(className: string): Handle;
  /** Grants an object and the parts that are granted with it. Nothing happens where it is granted. */
  grant(className: string): void;
  /** Revokes an object with all that hangs on it. Nothing happens where it is not granted. */
  revoke(className: string): void;
}

export type RosterOf = (world: World, root: Handle) => Roster;
