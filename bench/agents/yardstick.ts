import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceFile } from '../root.js';

/** Agent-based models as plain programs, which lie beside a checkout and are no part of it. */
const folder = sourceFile(join('..', '..', 'shared', 'bench', 'agents', 'js'));

export function hasYardstick(): boolean {
  return existsSync(join(folder, 'run.mjs'));
}

/** One run of a model as a program. */
export interface Simulation {
  step(): void;
  /** Alive now. */
  agents(): number;
  result(): Readonly<Record<string, number | string>>;
}

export interface SizeOf {
  readonly turns: number;
  readonly w?: number;
  readonly agents?: number;
  readonly sheep?: number;
  readonly wolves?: number;
}

type Make = (size: SizeOf, seed: number) => Simulation;

export interface YardstickModel {
  readonly exact: boolean;
  readonly sizes: Readonly<Record<string, SizeOf>>;
  /** By the name of the implementation. */
  readonly implementations: ReadonlyMap<string, Make>;
}

/** Helpers of the models that have the form of an implementation. */
const helpers = ['capacity', 'start'];

export async function yardstickModel(name: string): Promise<YardstickModel> {
  const loaded = (await import(pathToFileURL(join(folder, `${name}.mjs`)).href)) as Record<string, unknown>;
  const { exact, sizes, ...others } = loaded;
  const makes = Object.entries(others).filter(([key, value]) => typeof value === 'function' && !helpers.includes(key));
  return {
    exact: exact === true,
    sizes: sizes as YardstickModel['sizes'],
    implementations: new Map(makes as [string, Make][]),
  };
}
