import { type GalaxyState, type StateObject, stateSchema } from './schema.js';
import { decodeText, readBytes, unpack } from '../../../files/read-file.js';
import { EdictError } from '../../../kernel/errors.js';
import type { Diagnostic } from '../../text/diagnostic.js';
import { printable } from '../../text/quote.js';
import { schemaProblems } from '../../text/schema-problems.js';
import { diagnosed, readJsonValue } from '../../native/source-value.js';

/**
 * Ids of a state that name nothing. Knowledge of objects (sight, exploration, supply, homeworlds) may outlive them and
 * is not checked here.
 */

interface Known {
  readonly types: ReadonlyMap<number, StateObject['type']>;
  readonly empires: ReadonlySet<number>;
  readonly designs: ReadonlySet<number>;
}

/** The first id that names nothing or a wrong type, or occurs twice, as a sentence. */
export function danglingReference(state: GalaxyState): string | undefined {
  const [first] = dangling(state);
  return first;
}

function* dangling(state: GalaxyState): Iterable<string> {
  const { objects, empires, designs } = state;
  yield* twice(objects, 'objects');
  yield* twice(empires, 'empires');
  yield* twice(designs, 'designs');
  const known: Known = {
    types: new Map(objects.map(({ id, type }) => [id, type])),
    empires: new Set(empires.map(({ id }) => id)),
    designs: new Set(designs.map(({ id }) => id)),
  };
  yield* danglingOfEmpires(state, known);
  for (const object of objects) yield* danglingIn(object, known);
}

function* twice(parts: readonly { readonly id: number }[], what: string): Iterable<string> {
  const seen = new Set<number>();
  for (const { id } of parts) {
    if (seen.has(id)) yield `two ${what} have the id ${id}; ids are unique`;
    seen.add(id);
  }
}

/** Of ids, -1 is none. */
function lacks(known: { has(id: number): boolean }, id: number): boolean {
  return id !== -1 && !known.has(id);
}

function* danglingOfEmpires({ empires, diplomacy }: GalaxyState, known: Known): Iterable<string> {
  for (const { id, capital, productionQueue } of empires) {
    if (capital !== -1 && known.types.get(capital) !== 'Planet')
      yield `the capital of empire ${id} is object ${capital}, which is no planet of the file`;
    for (const { name, design, location } of productionQueue) {
      if (lacks(known.designs, design))
        yield `the design of ${name}, which empire ${id} produces, is ${design}, which the file lacks`;
      if (lacks(known.types, location))
        yield `the location of ${name}, which empire ${id} produces, is object ${location}, which the file lacks`;
    }
  }
  for (const { empires: pair } of diplomacy) {
    for (const id of pair) if (!known.empires.has(id)) yield `diplomacy is of empire ${id}, which the file lacks`;
    if (pair[0] === pair[1]) yield `diplomacy is of empire ${pair[0]} with itself`;
  }
}

/** Ids in objects of a type, and the type of their targets. */
const references: Readonly<Record<StateObject['type'], Readonly<Record<string, StateObject['type']>>>> = {
  System: { starlanes: 'System', wormholes: 'System' },
  Planet: {},
  Building: { planet: 'Planet' },
  Fleet: { previousSystem: 'System', nextSystem: 'System', route: 'System' },
  Ship: { fleet: 'Fleet', orderedBombardPlanet: 'Planet' },
  Field: {},
};

function* danglingIn(object: StateObject, { types, empires, designs }: Known): Iterable<string> {
  const { id, owner, type } = object;
  if (lacks(empires, owner)) yield `the owner of object ${id} is empire ${owner}, which the file lacks`;
  function* wrong([key, wanted]: readonly [string, string]): Iterable<string> {
    for (const other of [object[key as keyof typeof object]].flat() as readonly number[])
      if (other !== -1 && types.get(other) !== wanted)
        yield `${key} of object ${id} is ${other}, which is no ${wanted} of the file`;
  }
  yield* wrong(['system', 'System']);
  if (type === 'Ship' && lacks(designs, object.design))
    yield `the design of ship ${id} is ${object.design}, which the file lacks`;
  for (const reference of Object.entries(references[type])) yield* wrong(reference);
  if ('producedByEmpire' in object && lacks(empires, object.producedByEmpire))
    yield `producedByEmpire of object ${id} is empire ${object.producedByEmpire}, which the file lacks`;
}

export {
  type GalaxyState,
  type StateDesign,
  type StateEmpire,
  type StateObject,
  type StateObjectOf,
  objectsOfType,
} from './schema.js';

/** Bytes of a state, packed or not; large games have a few tens of millions. */
const longestState = 256_000_000;

const gzipMagic = [0x1f, 0x8b];

/**
 * Reads a `freeorion-state/1` file, `.json` or compressed. Throws one EdictError that names the file and the problem.
 */
export function readState(file: string): GalaxyState {
  return parseState(file, textOf(file));
}

export function parseState(file: string, text: string): GalaxyState {
  const data = parseJson(file, text);
  const format = typeof data === 'object' && data !== null && 'format' in data ? data.format : undefined;
  if (format !== 'freeorion-state/1') {
    const found = format === undefined ? 'has no "format"' : `is of format ${JSON.stringify(format).slice(0, 80)}`;
    throw refuse('wrong-format', file, `${found}; a state of a game says "format": "freeorion-state/1"`);
  }
  const result = stateSchema.safeParse(data);
  if (!result.success)
    throw refuse('bad-state', file, whatIsWrong(diagnosed(file, text, schemaProblems(stateSchema, data))));
  const dangling = danglingReference(result.data);
  if (dangling !== undefined) throw refuse('bad-state', file, `is inconsistent: ${dangling}; export it again`);
  return result.data;
}

function textOf(file: string): string {
  const bytes = readBytes(file, longestState);
  if (gzipMagic.every((byte, i) => bytes[i] === byte)) return decodeText(file, unpack(file, bytes, longestState));
  if (file.endsWith('.gz'))
    throw refuse('unreadable-file', file, 'is no gzip file, though its name ends in .gz; rename it or fetch it again');
  return decodeText(file, bytes);
}

function parseJson(file: string, text: string): unknown {
  const read = readJsonValue(file, text);
  if (read.ok) return read.value;
  const [{ line, column, message }] = read.errors;
  throw refuse('bad-json', file, `is not valid JSON at line ${line}, column ${column}: ${message}; is it cut off?`);
}

function whatIsWrong(found: readonly Diagnostic[]): string {
  const [{ line, column, message }] = found;
  return `is no sound state: line ${line}, column ${column}: ${message}${found.length > 1 ? ` (and ${found.length - 1} more)` : ''}; export it again`;
}

/** Parts of the message are quoted from the file, line ends and all; a message is one line. */
function refuse(code: string, file: string, message: string): EdictError {
  return new EdictError(code, printable(`${file} ${message}`), file);
}
