import type { z } from 'zod';
import { type Path, childSchema } from './schema-path.js';
import { type SourceValue, isContainer, isList } from './source-tree.js';

/** Values of a document that its schema can take as it is, however wrong it is. */
const smallDocument = 20_000;

/** Values of a part that is looked at as one. */
const smallPart = 12;

/** Wrong parts that the schema describes; somewhat more errors than are kept. */
const mostLeft = 1_200;

/** Squares of their depths together: the schema describes all possible forms of a part, and again at each level. */
const mostDepth = 64 * mostLeft;

export interface WrongPart {
  readonly path: Path;
  readonly schema: z.core.$ZodType;
}

interface Search {
  readonly sizes: Map<SourceValue, number>;
  readonly found: WrongPart[];
}

/**
 * Finds the wrong parts of a large document beyond the first thousand or so. The schema library makes an object for
 * each mistake and each possible form, and fails where there are more than a call takes arguments.
 */
export function surplusOfWrongParts(schema: z.core.$ZodType, data: SourceValue): readonly WrongPart[] {
  const search: Search = { sizes: new Map(), found: [] };
  if (sizeOf(data, search.sizes) < smallDocument) return [];
  find(schema, data, [], search);
  return search.found.slice(countLeft(search.found));
}

/** How many of the first parts the schema describes. */
function countLeft(parts: readonly WrongPart[]): number {
  let depth = 0;
  const beyond = parts.findIndex(({ path }, i) => (depth += path.length * path.length) > mostDepth || i >= mostLeft);
  return beyond < 0 ? parts.length : beyond;
}

function find(schema: z.core.$ZodType, value: SourceValue, path: Path, search: Search): void {
  if (!isContainer(value) || (search.sizes.get(value) ?? 1) <= smallPart) {
    if (!fits(schema, value)) search.found.push({ path, schema });
    return;
  }
  const keys = isList(value) ? value.keys() : Object.keys(value);
  for (const key of keys) {
    const child = childSchema(schema, value, key);
    if (child !== undefined) find(child, (value as Record<PropertyKey, SourceValue>)[key], [...path, key], search);
  }
}

/** Whether a schema takes a value. It is asked without the error that would describe each mistake. */
function fits(schema: z.core.$ZodType, value: SourceValue): boolean {
  const checked = schema._zod.run({ value, issues: [] }, { async: false });
  return !(checked instanceof Promise) && checked.issues.length === 0;
}

/** Values in a value, itself among them. Reading has limited the depth. */
function sizeOf(value: SourceValue, sizes: Map<SourceValue, number>): number {
  if (!isContainer(value)) return 1;
  let size = 1;
  for (const child of Object.values(value)) size += sizeOf(child, sizes);
  sizes.set(value, size);
  return size;
}
