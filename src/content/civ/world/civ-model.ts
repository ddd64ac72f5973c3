import type { Model } from '../../../model/model.js';
import type { NodeBook } from '../lower/node-book.js';
import type { ObjectType } from '../policy.js';
import type { CivDeclaration } from './declaration.js';

/** The model of a declared world, and where each thing of the declaration lies in it. */
export interface CivModel {
  readonly declaration: CivDeclaration;
  readonly model: Model;
  /** Index of the kind of each type of objects. */
  readonly kinds: Readonly<Record<ObjectType, number>>;
  readonly columns: CivColumns;
  /** Indices of holdings: of each kind of GOM (without GOM_) what objects store of it, and TAG. */
  readonly holdings: ReadonlyMap<string, number>;
  /** Index of the holding of buildings that are in a city and do nothing. */
  readonly inactive: number;
  /** Values of words, by kind of GOM, or TAG, and id. */
  readonly words: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /**
   * Indices of questions: of each kind of GOM, of TAG, and of each property and attribute (with ATTRIBUTE_) by its id.
   */
  readonly questions: ReadonlyMap<string, number>;
  /** Indices of links. */
  readonly links: { readonly trade: number; readonly working: number };
  /** Index of the grid of plots. */
  readonly grid: number;
  /** Index of the role that the game object has. */
  readonly game: number;
  /** Nodes over this model that expressions share. */
  readonly nodes: NodeBook;
}

/** Indices of columns. */
export interface CivColumns {
  /** Of a player. */
  readonly team: number;
  readonly alive: number;
  /** Of a plot: the game object, for connections that lead there from many plots. */
  readonly game: number;
  readonly properties: ReadonlyMap<string, number>;
  /** With ATTRIBUTE_. */
  readonly attributes: ReadonlyMap<string, number>;
  /** What callbacks of the host say of each object. */
  readonly callbacks: ReadonlyMap<string, number>;
  readonly playerOptions: ReadonlyMap<string, number>;
  /** Heads in a city. */
  readonly specialists: ReadonlyMap<string, number>;
}
