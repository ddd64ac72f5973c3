import type { z } from 'zod';
import type { Diagnostic } from '../text/diagnostic.js';
import { foundAt, jsonFault } from '../text/json-fault.js';
import { type Problem, schemaProblems } from '../text/schema-problems.js';
import { type SourceDocument, diagnoseAll, diagnoserOf, readDocument } from './source-document.js';

export function readJsonValue(file: string, text: string): ReadValue {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, errors: jsonErrors(file, text) };
  }
}

function jsonErrors(file: string, text: string): readonly Diagnostic[] {
  const { offset, expected } = jsonFault(text) ?? { offset: text.length, expected: 'JSON' };
  return [
    diagnoserOf(file, text)(
      offset,
      'json-syntax',
      `this is not JSON: there is ${foundAt(text, offset)}, expected ${expected}`,
    ),
  ];
}

interface Unread {
  readonly ok: false;
  readonly errors: readonly Diagnostic[];
}

type ReadValue = { readonly ok: true; readonly value: unknown } | Unread;

/** JSON is parsed as such: large files of it are common. */
export function readValue(file: string, text: string): ReadValue {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    const read = readDocument(file, text);
    if (read.ok) return { ok: true, value: read.document.value };
    return /\.json$/i.test(file) && /^\s*[[{]/.test(text) ? { ok: false, errors: jsonErrors(file, text) } : read;
  }
}

/** Longer texts get no places: their reader would take minutes. */
const longestWithPlaces = 8_000_000;

/** Undefined where that would take too long. */
export function placesIn(file: string, text: string): SourceDocument | undefined {
  if (text.length > longestWithPlaces) return undefined;
  const read = readDocument(file, text);
  return read.ok ? read.document : undefined;
}

export function diagnosed(file: string, text: string, problems: readonly Problem[]): readonly Diagnostic[] {
  const places = placesIn(file, text);
  return diagnoseAll(file, text, problems, ({ path, key }) => places?.offset(path, key) ?? 0);
}

/** Returns a value of a text as its schema has it, or every place where it does not fit. */
export function fitted<Schema extends z.ZodType>(
  schema: Schema,
  file: string,
  text: string,
  value: unknown,
): { readonly ok: true; readonly data: z.output<Schema> } | Unread {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, data: parsed.data };
  return { ok: false, errors: diagnosed(file, text, schemaProblems(schema, value)) };
}
