import type { CellNames, CellOf, ContentShape, Some } from '../model/content-shape.js';
import type { ComponentValues } from './components-api.js';
import type { PlaceOption } from './host-values.js';
import type { TypedValue } from './variables-api.js';

/** A new object. */
export interface SpawnOptions<Shape extends ContentShape = ContentShape> {
  /** Name of its class; its kind follows. */
  readonly class?: Shape['class'];
  /** Name of its kind, for an object without a class. */
  readonly kind?: Shape['kind'];
  /** At most 1,000 characters. Default: empty. */
  readonly name?: string;
  /** Faction that owns it. Default: none. */
  readonly owner?: Shape['object'] | null;
  /** Default: nowhere. */
  readonly place?: PlaceOption<Shape>;
  /** False: its modifiers of variables have no effect until the object is granted. Default true. */
  readonly granted?: boolean;
  /** Initial values of meters, properties and inputs, by name. */
  readonly values?: Some<{ [Name in CellNames<Shape>]: CellOf<Shape, Name> | TypedValue }>;
  /** Initial words of sets, by name of the set. */
  readonly holdings?: Holdings<Shape>;
  /** Initial entries of lists, by name of the list. */
  readonly lists?: Some<Record<Shape['list'], readonly Shape['object'][]>>;
  /** Host components with their fields. */
  readonly components?: Readonly<Record<string, ComponentValues>>;
}

export type Holdings<Shape extends ContentShape> = Some<{
  [Name in keyof Shape['sets']]: readonly Shape['sets'][Name][];
}>;
