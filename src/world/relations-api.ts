import type { ContentShape } from '../model/content-shape.js';
import type { Handle } from './host-values.js';

/** Facts that relate objects to each other, to classes and to words. */
export interface WorldRelations<Shape extends ContentShape = ContentShape> {
  /**
   * Joins two nodes by a lane without direction. Does nothing if they are joined already. Throws if one is not a node,
   * or both are the same node.
   */
  connect(a: Shape['object'], b: Shape['object']): void;
  /** Removes the lane between two nodes, if there is one. */
  disconnect(a: Shape['object'], b: Shape['object']): void;
  /** Nodes one jump away, by ascending id. */
  neighbours(node: Shape['object']): readonly Handle[];

  /** Lets a faction see an object, or stops it. A faction always sees the objects that it owns. */
  setVisible(faction: Shape['object'], object: Shape['object'], visible: boolean): void;
  /**
   * Lets exactly these factions see an object. This is the fast call for a system that recomputes sight. Throws, and
   * changes nothing, if one of them is not a faction.
   */
  setVisibleTo(object: Shape['object'], factions: readonly Shape['object'][]): void;
  isVisible(faction: Shape['object'], object: Shape['object']): boolean;

  /** Makes a class available to a faction, or unavailable. At first, no class is available. */
  setAvailable(faction: Shape['object'], className: Shape['class'], available: boolean): void;
  isAvailable(faction: Shape['object'], className: Shape['class']): boolean;

  /**
   * Starts or ends a relation of the content from faction `a` to faction `b`; a symmetric relation also from `b` to
   * `a`. At first, no relation holds. Throws `no-faction`, and if both factions are the same.
   */
  setRelated(relation: Shape['relation'], a: Shape['object'], b: Shape['object'], related: boolean): void;
  /** True if a relation holds from faction `a` to faction `b`. Throws `no-faction`. */
  isRelated(relation: Shape['relation'], a: Shape['object'], b: Shape['object']): boolean;

  /** Puts a word into a set of the object, or takes it out. Throws `bad-value` if its kind does not have the set. */
  setWord<Name extends keyof Shape['sets'] & string>(
    object: Shape['object'],
    set: Name,
    word: Shape['sets'][Name],
    held: boolean,
  ): void;
  /** True if a set of the object contains a word; false if its kind does not have the set. */
  hasWord<Name extends keyof Shape['sets'] & string>(
    object: Shape['object'],
    set: Name,
    word: Shape['sets'][Name],
  ): boolean;
  /** The words of a set, in the order of their enumeration; empty if the kind does not have the set. */
  wordsOf<Name extends keyof Shape['sets'] & string>(
    object: Shape['object'],
    set: Name,
  ): readonly Shape['sets'][Name][];

  /**
   * Replaces a list of the object. Order and repeats are kept; destroyed objects leave the list. A full world grows,
   * unless it is fixed.
   *
   * Throws, and changes nothing, if its kind does not have the list, or the list does not take the kind of an object.
   */
  setList(object: Shape['object'], list: Shape['list'], objects: readonly Shape['object'][]): void;
  /** The objects of a list, in order; empty if the kind does not have the list. */
  listOf(object: Shape['object'], list: Shape['list']): readonly Handle[];

  /**
   * Replaces all edges of a network: edge i joins `from[i]` and `to[i]`, in typed arrays or lists of ids or handles.
   * The order is kept, and equal edges stay. At most 16,777,215 edges. A full world grows, unless it is fixed.
   *
   * Throws, and changes nothing, if the two are not of one length, an object is not of the kind of the network, or an
   * edge joins an object to itself.
   */
  setEdges(network: string, from: ArrayLike<number>, to: ArrayLike<number>): void;
  /** The edges of a network as handles of their ends, in order. */
  edgesOf(network: string): { readonly from: Float64Array; readonly to: Float64Array };

  /** Binds an object to a role of the content, or unbinds it (null). */
  setRole(role: Shape['role'], object: Shape['object'] | null): void;
}
