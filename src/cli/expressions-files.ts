import { z } from 'zod';
import { type CivDeclaration, declarationSchema } from '../content/civ/world/declaration.js';
import { decodeXml, xmlLimits, readXml } from '../content/civ/xml/read-xml.js';
import type { XmlElement } from '../content/civ/xml/element.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { EdictError } from '../kernel/errors.js';
import { formatName as expressionsFormat } from '../scenarios/expressions/scenario-schema.js';
import { formatOf } from '../scenarios/format-of.js';
import { isEmpty } from '../scenarios/no-format.js';
import { otherCommand } from '../scenarios/formulas/other-command.js';
import { listOf } from '../scenarios/native/case-content.js';
import { formatName as nativeFormat } from '../scenarios/native/scenario-schema.js';
import { schemaProblems } from '../content/diagnostics/schema-problems.js';
import { diagnosed, readValue } from '../content/native/source-value.js';
import { bytesOf, readBytes, readText } from '../files/read-file.js';

/** A document that could be read, or why not. */
export type ReadDocument =
  | { readonly text: string; readonly root: XmlElement; readonly problem?: undefined }
  | { readonly text: string; readonly problem: Diagnostic; readonly root?: undefined };

/** Reads an XML file; of a file that is something else, what it is. Throws where there is no text to be read. */
export function readXmlFile(file: string): ReadDocument {
  const bytes = readBytes(file, bytesOf(xmlLimits.length));
  const wide = unmarkedWide(bytes);
  if (wide !== undefined)
    return { text: '', problem: problemOf(file, `the text is in ${wide} without a byte order mark; save it as UTF-8`) };
  const text = decodeXml(bytes, file);
  const other = otherKind(file, text);
  return other === undefined ? { text, ...readXml(text, file) } : { text, problem: problemOf(file, other) };
}

function problemOf(file: string, message: string): Diagnostic {
  return { severity: 'error', code: 'no-content', file, line: 1, column: 1, message };
}

/** Text of two bytes a character that begins with two of ASCII, such as `<a`; a mark before it would say so. */
function unmarkedWide(bytes: Uint8Array): string | undefined {
  const [even, odd] = [0, 1].map((first) => bytes.length >= 4 && bytes[first] === 0 && bytes[first + 2] === 0);
  return even === odd ? undefined : odd ? 'UTF-16LE' : 'UTF-16BE';
}

/** What a text is that is JSON or YAML; XML begins with an angle bracket, broken or not. */
function otherKind(file: string, text: string): string | undefined {
  const start = text.trimStart();
  if (start === '' || start.startsWith('<')) return undefined;
  const format = formatOf(text);
  const other = format === nativeFormat ? nativeScenario : otherCommand(file.replace(/\.xml$/i, ''), format);
  if (other !== undefined) return `this ${other}`;
  const kind = /^[[{]/.test(start)
    ? 'JSON'
    : /\.ya?ml$/i.test(file) || /^(?:---|#|[\w"'-]+[ \t]*:(?:\s|$))/.test(start)
      ? 'YAML'
      : undefined;
  return kind === undefined
    ? undefined
    : `this is ${kind}, and expressions and manipulators are XML; a file that declares a world goes to --world, --names or edict expressions run`;
}

const nativeScenario = `is a scenario file of ${nativeFormat}; run its cases with edict test, and ask its world with edict what-if`;

const worldSchema = z.looseObject({ world: declarationSchema });

/**
 * Reads a declared world: a file of one, or one with it under `world`, such as a scenario file. Throws where it is
 * none, with every place.
 */
export function readWorld(file: string): CivDeclaration {
  const { text, value } = valueOf(file);
  const isScenario = hasKey(value, 'world');
  return isScenario ? parsed(file, text, worldSchema, value).world : parsed(file, text, declarationSchema, value);
}

/** The same for names alone: map and objects may be left out. */
export function readNames(file: string): CivDeclaration {
  const { text, value } = valueOf(file);
  if (hasKey(value, 'world') || typeof value !== 'object' || value === null || Array.isArray(value))
    return readWorld(file);
  return parsed(file, text, declarationSchema, { types: {}, map: { width: 1, height: 1 }, objects: [], ...value });
}

function valueOf(file: string): { readonly text: string; readonly value: unknown } {
  const text = readText(file);
  if (isEmpty(text))
    throw new EdictError(
      'bad-scenario',
      `${file} is empty, or holds only comments; give the file that declares the world, JSON or YAML`,
      file,
    );
  if (/^\s*</.test(text))
    throw new EdictError('bad-scenario', `${file} is XML; give the file that declares the world, JSON or YAML`, file);
  const format = formatOf(text);
  const other =
    format === nativeFormat ? nativeScenario : format === expressionsFormat ? undefined : otherCommand(file, format);
  if (other !== undefined) throw new EdictError('bad-scenario', `${file} ${other}`, file);
  const read = readValue(file, text);
  if (read.ok) return { text, value: read.value };
  throw new EdictError('bad-scenario', `${file} is neither JSON nor YAML:\n${listOf(read.errors)}`, file);
}

function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function parsed<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new EdictError(
    'bad-scenario',
    `${file} declares no world that can be:\n${listOf(diagnosed(file, text, schemaProblems(schema, value)))}`,
    file,
  );
}
