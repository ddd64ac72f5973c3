import { type GalaxyState, type StateObject, type StateObjectOf, stateSchema } from './schema.js';
import { decodeText, readBytes, unpack } from '../../../files/read-file.js';
import { EdictError } from '../../../kernel/errors.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/quote.js';
import { schemaProblems } from '../../diagnostics/schema-problems.js';
import { diagnosed, readJsonValue } from '../../native/source-value.js';

/**
 * Ids of a state that name nothing. What is known of objects (sight, exploration, supply, homeworlds) may outlive them
 * and is not looked at here.
 */

interface Known {
  readonly types: ReadonlyMap<number, StateObject['type']>;
  readonly empires: ReadonlySet<number>;
  readonly designs: ReadonlySet<number>;
}

/**
 * The first id in a state that names nothing, or something of a wrong sort, or that is there twice, as a sentence;
 * undefined when all fit.
 */
export function danglingReference(state: GalaxyState): string | undefined {
  const twice =
    firstTwice(state.objects, 'objects') ??
    firstTwice(state.empires, 'empires') ??
    firstTwice(state.designs, 'designs');
  if (twice !== undefined) return twice;
  const known: Known = {
    types: new Map(state.objects.map(({ id, type }) => [id, type])),
    empires: new Set(state.empires.map(({ id }) => id)),
    designs: new Set(state.designs.map(({ id }) => id)),
  };
  const wrong = wrongEmpire(state, known);
  if (wrong !== undefined) return wrong;
  for (const object of state.objects) {
    const dangling = danglingIn(object, known);
    if (dangling !== undefined) return dangling;
  }
  return undefined;
}

function firstTwice(parts: readonly { readonly id: number }[], what: string): string | undefined {
  const seen = new Set<number>();
  for (const { id } of parts) {
    if (seen.has(id)) return `two ${what} have the id ${id}; ids are unique`;
    seen.add(id);
  }
  return undefined;
}

function wrongEmpire({ empires, diplomacy }: GalaxyState, known: Known): string | undefined {
  for (const { id, capital, productionQueue } of empires) {
    if (capital !== -1 && known.types.get(capital) !== 'Planet')
      return `the capital of empire ${id} is object ${capital}, which is no planet of the file`;
    for (const { name, design, location } of productionQueue) {
      if (design !== -1 && !known.designs.has(design))
        return `the design of ${name}, which empire ${id} produces, is ${design}, which the file lacks`;
      if (location !== -1 && !known.types.has(location))
        return `the location of ${name}, which empire ${id} produces, is object ${location}, which the file lacks`;
    }
  }
  for (const {
    empires: [a, b],
  } of diplomacy) {
    for (const id of [a, b]) if (!known.empires.has(id)) return `diplomacy is of empire ${id}, which the file lacks`;
    if (a === b) return `diplomacy is of empire ${a} with itself`;
  }
  return undefined;
}

function danglingIn(object: StateObject, known: Known): string | undefined {
  if (object.owner !== -1 && !known.empires.has(object.owner))
    return `the owner of object ${object.id} is empire ${object.owner}, which the file lacks`;
  const wrong = (key: string, id: number, type: StateObject['type']): string | undefined =>
    id === -1 || known.types.get(id) === type
      ? undefined
      : `${key} of object ${object.id} is ${id}, which is no ${type} of the file`;
  return wrong('system', object.system, 'System') ?? wrongIn(object, known, wrong);
}

type Wrong = (key: string, id: number, type: StateObject['type']) => string | undefined;

function wrongIn(object: StateObject, known: Known, wrong: Wrong): string | undefined {
  switch (object.type) {
    case 'System':
      return (
        firstOf(object.starlanes, (id) => wrong('starlanes', id, 'System')) ??
        firstOf(object.wormholes, (id) => wrong('wormholes', id, 'System'))
      );
    case 'Building':
      return wrong('planet', object.planet, 'Planet') ?? wrongProducer(object, known);
    case 'Ship':
      if (object.design !== -1 && !known.designs.has(object.design))
        return `the design of ship ${object.id} is ${object.design}, which the file lacks`;
      return (
        wrong('fleet', object.fleet, 'Fleet') ??
        wrong('orderedBombardPlanet', object.orderedBombardPlanet, 'Planet') ??
        wrongProducer(object, known)
      );
    case 'Fleet':
      return (
        wrong('previousSystem', object.previousSystem, 'System') ??
        wrong('nextSystem', object.nextSystem, 'System') ??
        firstOf(object.route, (id) => wrong('route', id, 'System'))
      );
    case 'Planet':
    case 'Field':
      return undefined;
  }
}

function wrongProducer(
  { id, producedByEmpire }: StateObjectOf<'Ship' | 'Building'>,
  { empires }: Known,
): string | undefined {
  if (producedByEmpire === -1 || empires.has(producedByEmpire)) return undefined;
  return `producedByEmpire of object ${id} is empire ${producedByEmpire}, which the file lacks`;
}

function firstOf(ids: readonly number[], wrong: (id: number) => string | undefined): string | undefined {
  for (const id of ids) {
    const found = wrong(id);
    if (found !== undefined) return found;
  }
  return undefined;
}

export {
  type GalaxyState,
  type StateDesign,
  type StateEmpire,
  type StateObject,
  type StateObjectOf,
  objectsOfType,
} from './schema.js';

/** Bytes of a state, packed or not; those of large games have a few tens of millions. */
const longestState = 256_000_000;

const gzipMagic = [0x1f, 0x8b];

/**
 * Reads a `freeorion-state/1` file, `.json` or compressed. Throws one EdictError that names the file and what is wrong:
 * unreadable, cut off, not JSON, of another format, a key that is missing or of a wrong type, an id that names nothing.
 */
export function readState(file: string): GalaxyState {
  return parseState(file, textOf(file));
}

/** Reads the text of such a file; `file` is for messages. */
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
