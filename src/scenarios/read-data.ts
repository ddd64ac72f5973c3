import type { z } from 'zod';
import type { SourceDocument } from '../content/native/source-document.js';
import { diagnosed, fitted, placesIn, readValue } from '../content/native/source-value.js';
import type { Path, Problem } from '../content/text/problem.js';
import type { ReadScenario } from './scenario-format.js';

/**
 * Returns a JSON or YAML text as its schema has it, or every place where it does not fit. `problemsOf` adds what the
 * schema cannot say: keys that exclude or need one another, and names without meaning.
 */
export function readData<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  problemsOf: (data: z.output<Schema>) => readonly Problem[] = () => [],
): ReadScenario<z.output<Schema>> {
  const read = readValue(file, text);
  const parsed = read.ok ? fitted(schema, file, text, read.value) : read;
  if (!parsed.ok) return parsed;
  const problems = problemsOf(parsed.data);
  return problems.length === 0
    ? { ok: true, scenario: parsed.data }
    : { ok: false, errors: diagnosed(file, text, problems) };
}

/** `file:line`; places are looked up when first asked for. */
export function placeFinder(file: string, text: string): (path: Path) => string {
  let places: SourceDocument | undefined;
  return (path) => {
    places ??= placesIn(file, text);
    return `${file}:${places?.line(path) ?? 1}`;
  };
}
