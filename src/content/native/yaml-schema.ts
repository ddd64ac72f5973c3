import { type ScalarTag, Schema } from 'yaml';

/** Where a schema of the yaml library keeps the tag of texts in quotes. */
const quotedTexts = Symbol.for('yaml.scalar');

const anything = /[^]/;

/**
 * YAML's own types, with texts in quotes put in one piece as soon as each is read. The library adds their characters
 * one by one, and the engine keeps 32 bytes for each of them until something looks at the text: more than 100 MB for a
 * file of content.
 */
export function createSchema(): Schema {
  const schema = new Schema({ schema: 'core', resolveKnownTags: true });
  const tag = (schema as unknown as Readonly<Record<symbol, ScalarTag | undefined>>)[quotedTexts];
  if (tag === undefined)
    throw new Error(
      'edict: the yaml library keeps its tag of texts elsewhere than the version that this version of Edict was written for',
    );
  const inOnePiece: ScalarTag = { ...tag, resolve: putInOnePiece };
  return Object.create(schema, { [quotedTexts]: { value: inOnePiece } }) as Schema;
}

/** A search makes the engine join the pieces; what it finds does not matter. */
function putInOnePiece(text: string): string {
  anything.test(text);
  return text;
}
