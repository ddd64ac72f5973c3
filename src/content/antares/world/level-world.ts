import type { Expression } from '../../../ir/expression.js';
import type { LevelModel } from './level-model.js';

/** What a cell of a world holds for those outside of it. Objects go by numbers, which are none of ours. */
export type Cell = number | boolean | string | null;

/** What a world must be able to do so that a level can be played in it; worlds of the kernel are such. */
export interface LevelWorld {
  readonly size: number;
  spawn(options: SpawnedObject): number;
  get(object: number, column: string): Cell | undefined;
  set(object: number, column: string, value: Cell): void;
  setOwner(object: number, owner: number | null): void;
  move(object: number, place: Point | null): void;
  setRole(role: string, object: number | null): void;
  ownersOf(object: number): readonly number[];
  isLive(object: number): boolean;
  nameOf(object: number): string;
  find(name: string): number | undefined;
  ask(expression: Expression, object: number): Cell;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface SpawnedObject {
  readonly class?: string;
  readonly kind?: string;
  readonly name: string;
  readonly owner?: number | null;
  readonly place?: Point | null;
  readonly values: Readonly<Record<string, Cell>>;
}

/** The name of a column; worlds are written to by names. */
export function columnName({ model }: LevelModel, column: number): string {
  return model.columns[column].name;
}

/** The name of a kind. */
export function kindName({ model }: LevelModel, kind: number): string {
  return model.kinds[kind - 1].name;
}
