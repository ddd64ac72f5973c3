import { existsSync, readFileSync } from 'node:fs';
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

export function ranToEnd(simulation: Simulation, { turns }: SizeOf): Simulation {
  for (let turn = 0; turn < turns; turn++) simulation.step();
  return simulation;
}

export interface SizeOf {
  readonly turns: number;
  readonly w?: number;
  readonly agents?: number;
  readonly sheep?: number;
  readonly wolves?: number;
}

export type Make = (size: SizeOf, seed: number) => Simulation;

export interface YardstickModel {
  readonly exact: boolean;
  readonly sizes: Readonly<Record<string, SizeOf>>;
  /** By the name of the implementation. */
  readonly implementations: ReadonlyMap<string, Make>;
}

/** Helpers of the models that have the form of an implementation. */
const helpers = ['capacity', 'start'];

/** What a file of the yardstick exports. */
export async function yardstickFile<Exports>(name: string): Promise<Exports> {
  return (await import(pathToFileURL(join(folder, `${name}.mjs`)).href)) as Exports;
}

export async function yardstickModel(name: string): Promise<YardstickModel> {
  const { exact, sizes, ...rest } = await yardstickFile<Record<string, unknown>>(name);
  const makes = Object.entries(rest).filter(([key, value]) => typeof value === 'function' && !helpers.includes(key));
  return {
    exact: exact === true,
    sizes: sizes as YardstickModel['sizes'],
    implementations: new Map(makes as [string, Make][]),
  };
}

/** Other programs, which the yardstick measured on another day. */
export const others = ['mason', 'krabmaga', 'flocc', 'mesa'] as const;

export type Other = (typeof others)[number];

/** Milliseconds of a turn by other programs, where the table of the yardstick has them. */
export type OtherTimes = Readonly<Partial<Record<Other, number>>>;

/** The table in the description of the yardstick: by model and size, as `life-small`. */
export function othersTable(
  text: string = readFileSync(join(folder, '..', 'README.md'), 'utf8'),
): ReadonlyMap<string, OtherTimes> {
  const rows = text.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  const titles = rows.find((row) => others.every((name) => row.includes(name))) ?? [];
  const timesOf = (row: readonly string[]): OtherTimes =>
    Object.fromEntries(
      others.flatMap((name) => {
        // A number, and in brackets the turns that fitted; nothing else is the time of a turn.
        const time = /^([\d.]+)(?: \(\d+\))?$/.exec(row[titles.indexOf(name)] ?? '')?.[1];
        return time === undefined ? [] : [[name, Number(time)]];
      }),
    );
  return new Map(
    rows.filter((row) => row.length === titles.length).map((row) => [`${row[0]}-${row[1]}`, timesOf(row)]),
  );
}
