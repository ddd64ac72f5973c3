import { printable } from '../content/text/quote.js';
import { kept } from '../kernel/maps.js';
import type { Handle, World } from '../world/api.js';
import { objectFactNames } from '../world/past-facts.js';
import { print, usageError } from './command.js';
import type { WorldChoice } from './open-world.js';
import { findObject, idOf, nameOf } from './find-object.js';
import { runSilently } from './progress.js';
import { shellWord } from './scenario-argument.js';
import { type Colors, type Terminal, right, tableText } from './terminal.js';
import { firstOf } from './why-not-parts.js';

/** What `explain` can be asked about objects, and a question that has an answer. */
interface Explainable {
  readonly turn: number;
  readonly kinds: readonly {
    readonly kind: string;
    readonly objects: number;
    readonly first: readonly string[];
    readonly names: readonly string[];
  }[];
  /** Of any object. */
  readonly facts: readonly string[];
  /** The arguments of `edict`; null without objects. */
  readonly example: readonly string[] | null;
}

interface ListChoice {
  readonly object: string | undefined;
  readonly scenario: string | undefined;
  readonly turns: number;
}

interface ListOptions extends WorldChoice {
  readonly since?: number;
  readonly csv?: true;
  readonly json?: true;
  readonly turns?: number;
}

/** Prints what can be explained of one object, or of all, after some turns. */
export function listExplainable(
  terminal: Terminal,
  world: World,
  { object, scenario, turns }: ListChoice,
  options: ListOptions,
): void {
  const { since, csv, json } = options;
  const option = csv ? 'csv' : since === undefined ? undefined : 'since';
  if (option !== undefined)
    throw usageError(`--${option} is about the changes of a value; name an object and a value, or leave it out`);
  runSilently(terminal, world, turns);
  const more = [...(scenario === undefined ? [] : [scenario]), ...sameWorld(options)];
  const objects = object === undefined ? world.query() : [findObject(world, object)];
  const report = explainable(world, objects, { more, hasTurn: turns > 0 });
  print(terminal, json, report, (found) => found, explainableText);
}

const ofWorlds = ['case', 'step', 'seed', 'objects', 'empires', 'state', 'load', 'agent', 'turns'] as const;

/** The options that lead to the same world in another command. */
function sameWorld(options: ListOptions): readonly string[] {
  return [
    ...ofWorlds.flatMap((name) => (options[name] === undefined ? [] : [`--${name}`, String(options[name])])),
    ...Object.entries(options.set ?? {}).flatMap(([name, value]) => ['--set', `${name}=${value}`]),
    ...(options.strict ? ['--strict'] : []),
  ];
}

/** Objects of a kind that are named, and pairs of object and value of which one becomes the example. */
const mostNamed = 5;
const mostTried = 1_000;

/** `more`: what the example needs after object and name. `hasTurn`: a turn has run, which may have changed values. */
function explainable(
  world: World,
  objects: readonly Handle[],
  { more, hasTurn }: { readonly more: readonly string[]; readonly hasTurn: boolean },
): Explainable {
  const byKind = new Map<string, Handle[]>();
  for (const object of objects) kept(byKind, world.kindOf(object), (): Handle[] => []).push(object);
  const tried = objects
    .slice(0, mostTried)
    .flatMap((object) => [...namesOf(world, object), 'exists'].map((name) => ({ object, name })))
    .slice(0, mostTried);
  const histories = hasTurn ? world.explainAll(tried) : [];
  const changed = histories.findIndex(({ steps }) => steps.length > 0);
  const example = tried.at(Math.max(0, changed));
  return {
    turn: world.turn,
    kinds: [...byKind].map(([kind, all]) => ({
      kind,
      objects: all.length,
      first: all.slice(0, mostNamed).map((object) => nameOf(world, object)),
      names: namesOf(world, all[0]),
    })),
    facts: objectFactNames,
    example: example === undefined ? null : ['explain', wordFor(world, example.object), example.name, ...more],
  };
}

function namesOf(world: World, object: Handle): readonly string[] {
  const { values, holdings, lists } = world.describe(object);
  return [values, holdings, lists].flatMap((each) => Object.keys(each));
}

/** A name that finds the object, or else its id. */
function wordFor(world: World, object: Handle): string {
  const name = world.nameOf(object);
  return name !== '' && world.find(name) === object ? name : String(idOf(object));
}

function explainableText({ kinds, facts, example }: Explainable, colors: Colors): string {
  if (example === null) return 'there is no object to explain; run more turns with --turns\n';
  const rows = kinds.map(({ kind, objects, first, names }) => [
    kind,
    right(objects),
    firstOf(first, objects),
    names.join(', '),
  ]);
  const table = tableText(['kind', right('objects'), 'such as', 'values'], rows, colors);
  return `${table}\n\nOf every object also: ${facts.join(', ')}.\n\n  edict ${printable(example.map(shellWord).join(' '))}\n`;
}
