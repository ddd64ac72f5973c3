import type { Handle } from './host-values.js';

/** Facts that relate objects to each other, to classes and to words. */
export interface WorldRelations {
  /**
   * Joins two nodes by a lane without direction; nothing happens when they are joined. Throws when one is no node or
   * both are one.
   */
  connect(a: Handle, b: Handle): void;
  /** Removes the lane between two nodes; nothing happens when there is none. */
  disconnect(a: Handle, b: Handle): void;
  /** Nodes one jump away, by ascending id. */
  neighbours(node: Handle): readonly Handle[];

  /** Lets a faction see an object, or not. What it owns it always sees. */
  setVisible(faction: Handle, object: Handle, visible: boolean): void;
  /**
   * Lets these factions see an object, and no others: the fast way for a system that recomputes sight. Throws, with
   * nothing changed, when one of them is no faction.
   */
  setVisibleTo(object: Handle, factions: readonly Handle[]): void;
  isVisible(faction: Handle, object: Handle): boolean;

  /** Makes a class available to a faction, or not. At first none is. */
  setAvailable(faction: Handle, className: string, available: boolean): void;
  isAvailable(faction: Handle, className: string): boolean;

  /**
   * Makes a relation of the content hold from one faction to another, or not; a symmetric one also back. At first none
   * holds. Throws `no-faction`, and for a faction and itself.
   */
  setRelated(relation: string, a: Handle, b: Handle, related: boolean): void;
  /** Whether a relation holds from one faction to another. Throws `no-faction`. */
  isRelated(relation: string, a: Handle, b: Handle): boolean;

  /** Puts a word into a set of the object, or takes it out. Throws `bad-value` when its kind lacks the set. */
  setWord(object: Handle, set: string, word: string, held: boolean): void;
  /** Whether a set of the object has a word; false when its kind lacks the set. */
  hasWord(object: Handle, set: string, word: string): boolean;
  /** The words of a set, in the order of their enumeration; none when the kind lacks the set. */
  wordsOf(object: Handle, set: string): readonly string[];

  /**
   * Replaces a list of the object. Order and repeats are kept; destroyed objects leave it. A world without room grows,
   * unless it is fixed.
   *
   * Throws, with nothing changed, when its kind has no such list, and for objects of a kind that it does not take.
   */
  setList(object: Handle, list: string, objects: readonly Handle[]): void;
  /** The objects of a list, in order; none when the kind has no such list. */
  listOf(object: Handle, list: string): readonly Handle[];

  /** Binds an object to a role of the content, or unbinds it (null). */
  setRole(role: string, object: Handle | null): void;
}
