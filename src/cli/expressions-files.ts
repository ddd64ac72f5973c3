import { z } from 'zod';
import { type CivDeclaration, declarationSchema } from '../content/civ/world/declaration.js';
import { decodeXml } from '../content/civ/xml/decode.js';
import type { XmlElement } from '../content/civ/xml/element.js';
import { readXml } from '../content/civ/xml/read-xml.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { EdictError } from '../kernel/errors.js';
import { listOf } from '../scenarios/native/case-content.js';
import { schemaProblems } from '../scenarios/native/schema-problems.js';
import { readBytes, readText } from '../scenarios/read-input.js';
import { diagnosed, readValue } from '../scenarios/source-value.js';

/** A document that could be read, or why not. */
export type ReadDocument =
  | { readonly text: string; readonly root: XmlElement; readonly problem?: undefined }
  | { readonly text: string; readonly problem: Diagnostic; readonly root?: undefined };

/** Reads an XML file. Throws where there is no text to be read. */
export function readXmlFile(file: string): ReadDocument {
  const text = decodeXml(readBytes(file), file);
  return { text, ...readXml(text, file) };
}

const worldSchema = z.looseObject({ world: declarationSchema });

/** Reads a declared world: a file of one, or one with it under `world`, such as a scenario file. Throws where it is none, with every place. */
export function readWorld(file: string): CivDeclaration {
  const { text, value } = valueOf(file);
  const isScenario = hasKey(value, 'world');
  return isScenario ? parsed(file, text, worldSchema, value).world : parsed(file, text, declarationSchema, value);
}

/** The same for names alone: map and objects may be left out. */
export function readNames(file: string): CivDeclaration {
  const { text, value } = valueOf(file);
  if (hasKey(value, 'world') || typeof value !== 'object' || value === null || Array.isArray(value)) return readWorld(file);
  return parsed(file, text, declarationSchema, { types: {}, map: { width: 1, height: 1 }, objects: [], ...value });
}

function valueOf(file: string): { readonly text: string; readonly value: unknown } {
  const text = readText(file);
  if (/^\s*</.test(text)) throw new EdictError('bad-scenario', `${file} is XML; give the file that declares the world, JSON or YAML`, file);
  const read = readValue(file, text);
  if (read.ok) return { text, value: read.value };
  throw new EdictError('bad-scenario', `${file} is neither JSON nor YAML:\n${listOf(read.errors)}`, file);
}

function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function parsed<Schema extends z.ZodType>(file: string, text: string, schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new EdictError('bad-scenario', `${file} declares no world that can be:\n${listOf(diagnosed(file, text, schemaProblems(schema, value)))}`, file);
}
