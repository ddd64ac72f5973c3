import type { ColumnArray, ElementType } from '../kernel/arena.js';
import type { CellValue } from './host-values.js';

/** Fields of a host component, by name: the type of the array, or the name of a meter or property. */
export type ComponentFields = Readonly<Record<string, ElementType | (string & {})>>;

/** A component that the host has declared: an array for each field, `velocity.x[id]`, and these calls. */
export type OwnComponent<Fields extends ComponentFields = ComponentFields> = ComponentCalls<Fields> & {
  readonly [Field in keyof Fields]: ColumnArray;
};

export interface ComponentCalls<Fields extends ComponentFields = ComponentFields> {
  readonly name: string;
  /** Gives the component to an object, or sets its fields; fields left out are 0, or stay. */
  add(object: number, values?: ComponentValues<Fields>): void;
  /** Takes it from an object. Does nothing if the object does not have it. */
  remove(object: number): void;
  has(object: number): boolean;
  /** Undefined if the object does not have it. */
  get(object: number): Readonly<Record<keyof Fields, number>> | undefined;
  /** Throws `bad-value` if the object does not have it. */
  set(object: number, values: ComponentValues<Fields>): void;
}

export type ComponentValues<Fields extends ComponentFields = ComponentFields> = Readonly<
  Partial<Record<keyof Fields, number>>
>;

/** A meter or property, resolved once. */
export interface WorldColumn<Value = CellValue, Given = number> {
  readonly name: string;
  /** By id, in the world itself; the array of now. Say what you write: see `EcsView.changed`. */
  readonly values: ColumnArray;
  /** The value of an object; undefined if its kind does not have it. */
  get(object: Given): Value | undefined;
  /** As `set` of the world. */
  set(object: Given, value: Value): void;
  has(object: Given): boolean;
}
