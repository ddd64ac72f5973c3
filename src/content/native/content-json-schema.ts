import { contentShape } from './schema.js';
import { type Key, type Shape, resolved } from './document-shape.js';

/** Draft 7, which the common YAML language server knows best. */
type Json = Readonly<Record<string, unknown>>;

interface Definitions {
  /** Shapes with an id, and keys of several forms. */
  readonly names: Map<object, string>;
  readonly made: Record<string, Json>;
}

/** For editors: schema/content.schema.json. */
export function contentJsonSchema(): Json {
  return jsonSchemaOf(contentShape, 'Edict content', 'A content file of Edict; see docs/content.md.');
}

export function jsonSchemaOf(shape: Shape, title: string, description: string): Json {
  const definitions: Definitions = { names: namesOf(shape), made: {} };
  const schema = jsonOf(shape, definitions);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title,
    description,
    ...schema,
    definitions: definitions.made,
  };
}

function namesOf(root: Shape): Map<object, string> {
  const names = new Map<object, string>();
  const taken = new Set<string>();
  const seen = new Set<object>();
  const nameIt = (thing: object, wanted: string): void => {
    if (names.has(thing)) return;
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    taken.add(name);
    names.set(thing, name);
  };
  const visit = (given: Shape): void => {
    const shape = resolved(given);
    if (shape.id !== undefined) nameIt(shape, shape.id);
    if (seen.has(shape)) return;
    seen.add(shape);
    for (const part of partsOf(shape)) visit(part);
    if (shape.type !== 'form') return;
    for (const [name, key] of Object.entries(shape.keys)) {
      if (seen.has(key)) nameIt(key, name);
      else visit(key.shape);
      seen.add(key);
    }
  };
  visit(root);
  return names;
}

function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.type) {
    case 'list':
    case 'record':
      return [shape.of];
    case 'pair':
      return shape.of;
    case 'either':
      return shape.parts;
    case 'foreign':
      return [shape.like];
    default:
      return [];
  }
}

/** A reference to a definition; a thing without a name stands in place. */
function referring(thing: object, make: () => Json, { names, made }: Definitions): Json {
  const name = names.get(thing);
  if (name === undefined) return make();
  if (!Object.hasOwn(made, name)) {
    // It may refer to itself.
    made[name] = {};
    made[name] = make();
  }
  return { $ref: `#/definitions/${name}` };
}

function jsonOf(given: Shape, definitions: Definitions): Json {
  const shape = resolved(given);
  return referring(shape, () => plainJson(shape, definitions), definitions);
}

function plainJson(shape: Shape, definitions: Definitions): Json {
  switch (shape.type) {
    case 'text':
      return { type: 'string' };
    case 'name':
      return { type: 'string', minLength: 1 };
    case 'flag':
      return { type: 'boolean' };
    case 'none':
      return { type: 'null' };
    case 'expression':
      return { type: ['string', 'number', 'boolean', 'null'] };
    case 'number': {
      const { least, most } = shape;
      return {
        type: shape.whole ? 'integer' : 'number',
        ...(least === -Infinity ? {} : { minimum: least }),
        ...(most === Infinity ? {} : { maximum: most }),
      };
    }
    case 'words':
      return shape.words.length === 1 ? { const: shape.words[0] } : { enum: shape.words };
    case 'list':
      return {
        type: 'array',
        items: jsonOf(shape.of, definitions),
        ...(shape.least === 0 ? {} : { minItems: shape.least }),
      };
    case 'pair':
      return {
        type: 'array',
        items: shape.of.map((each) => jsonOf(each, definitions)),
        minItems: shape.of.length,
        maxItems: shape.of.length,
      };
    case 'record':
      return { type: 'object', additionalProperties: jsonOf(shape.of, definitions) };
    case 'form': {
      const keys = Object.entries(shape.keys);
      const required = keys.filter(([, { needed }]) => needed).map(([name]) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(
          keys.map(([name, key]) => [name, referring(key, () => jsonOfKey(key, definitions), definitions)]),
        ),
        ...(required.length === 0 ? {} : { required }),
        additionalProperties: false,
        ...shape.rules.reduce<Json>((all, { json }) => ({ ...all, ...json }), {}),
      };
    }
    case 'either':
      return { anyOf: shape.parts.map((each) => jsonOf(each, definitions)) };
    case 'foreign':
      return jsonOf(shape.like, definitions);
    default:
      return {};
  }
}

function jsonOfKey({ shape, about, otherwise, example }: Key, definitions: Definitions): Json {
  const json = jsonOf(shape, definitions);
  const shown = example ?? (otherwise === undefined ? exampleOf(shape) : undefined);
  return {
    description: otherwise === undefined ? about : `${about} Default ${String(otherwise)}.`,
    ...(otherwise === undefined ? {} : { default: otherwise }),
    ...(shown === undefined ? {} : { examples: [shown] }),
    // Draft 7 ignores keys beside a reference.
    ...('$ref' in json ? { allOf: [json] } : json),
  };
}

/** The shape's own, or one made of its parts; of a map its needed keys, or the first. */
function exampleOf(given: Shape): unknown {
  const shape = resolved(given);
  if (shape.example !== undefined) return shape.example;
  if (shape.type === 'words') return shape.words.find((word) => word !== null);
  if (shape.type === 'either') return shape.parts.map(exampleOf).find((example) => example !== undefined);
  if (shape.type !== 'form') return undefined;
  const keys = Object.entries(shape.keys);
  const needed = keys.filter(([, { needed }]) => needed);
  const parts = (needed.length === 0 ? keys.slice(0, 1) : needed).map(
    ([name, { example, otherwise, shape: part }]) => [name, example ?? otherwise ?? exampleOf(part)] as const,
  );
  return parts.every(([, example]) => example !== undefined) ? Object.fromEntries(parts) : undefined;
}
