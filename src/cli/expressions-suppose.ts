import type { Names } from '../content/civ/expression/names.js';
import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../scenarios/did-you-mean.js';
import { type Stage, objectNamed } from '../scenarios/expressions/stage.js';
import type { Handle } from '../world/api.js';
import type { Override } from '../world/inquiry-api.js';
import { askedBy, usageError } from './failure.js';

const forms =
  "write 'city:1 has BUILDING_X', 'city:1 lacks BUILDING_X', 'unit:1 is TAG_X', 'unit:1 is not TAG_X' or 'city:1 PROPERTY_X = 3'";

/** Reads what `--suppose` says of an object of a declared world. Throws for what does not exist or fit. */
export function civSuppositionIn(stage: Stage, text: string): Override {
  return askedBy('--suppose', text, () => {
    const { id, rest } = objectIn(stage, text, '--suppose', forms);
    const object = objectNamed(stage, id);
    const override =
      hadIn(stage.names, object, rest) ?? taggedIn(stage.names, object, rest) ?? numberIn(stage.names, object, rest);
    if (override === undefined) throw usageError(`--suppose is ${JSON.stringify(text)}; ${forms}`);
    stage.world.whatIf([override]);
    return override;
  });
}

/** The object that a text begins with, the longest where several do, and what follows it. */
export function objectIn(
  { objects }: Pick<Stage, 'objects'>,
  text: string,
  option: string,
  hint: string,
): { readonly id: string; readonly rest: string } {
  const given = text.trim();
  let longest = '';
  for (const id of objects.keys()) if (id.length > longest.length && given.startsWith(`${id} `)) longest = id;
  if (longest !== '') return { id: longest, rest: given.slice(longest.length + 1).trim() };
  const [first, ...others] = given.split(/\s+/);
  if (others.length === 0) throw usageError(`${option} is ${JSON.stringify(text)}; ${hint}`);
  throw unknownObject(objects, first);
}

/** There is no such object; the nearest is named. */
export function unknownObject(objects: Stage['objects'], id: string): EdictError {
  return new EdictError(
    'unknown-object',
    `there is no object ${JSON.stringify(id)} in the world${didYouMean(id, [...objects.keys()])}`,
    id,
  );
}

/** `has X` and `lacks X`; of an id that is of several kinds `has GOM_KIND X`. */
function hadIn({ ids }: Names, object: Handle, text: string): Override | undefined {
  const [, verb, gom, id] = /^(has|lacks)\s+(?:GOM_(\w+)\s+)?(.+)$/s.exec(text) ?? [];
  if (id === undefined) return undefined;
  const kinds = gom === undefined ? [...ids].flatMap(([kind, known]) => (known.has(id) ? [kind] : [])) : [gom];
  if (kinds.length > 1)
    throw new EdictError(
      'ambiguous',
      `${id} is a ${kinds.join(' and a ')}; say which: ${verb} GOM_${kinds[0]} ${id}`,
      id,
    );
  const [kind] = kinds;
  if (kind === undefined)
    throw new EdictError(
      'unknown-name',
      `nothing is called ${JSON.stringify(id)}${didYouMean(
        id,
        [...ids.values()].flatMap((known) => [...known]),
      )}`,
      id,
    );
  return { object, question: kind, word: id, value: verb === 'has' };
}

/** `is TAG_X` and `is not TAG_X`. */
function taggedIn({ tags }: Names, object: Handle, text: string): Override | undefined {
  const [, not, tag] = /^is\s+(not\s+)?(\S+)$/.exec(text) ?? [];
  if (tag === undefined) return undefined;
  if (!tags.has(tag))
    throw new EdictError(
      'unknown-name',
      `there is no tag ${JSON.stringify(tag)}${didYouMean(tag, [...tags.keys()])}`,
      tag,
    );
  return { object, question: 'TAG', word: tag, value: not === undefined };
}

/** `PROPERTY_X = 3`, also of an attribute. */
function numberIn(names: Names, object: Handle, text: string): Override | undefined {
  const [, name, value] = /^(.+?)\s*=\s*(\S+)$/s.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (!names.properties.has(name) && !names.attributes.has(name))
    throw new EdictError(
      'unknown-name',
      `there is no property or attribute ${JSON.stringify(name)}${didYouMean(name, [...names.properties, ...names.attributes.keys()])}`,
      name,
    );
  const number = /^[+-]?\d+$/.test(value) ? Number(value) : NaN;
  if (number !== (number | 0))
    throw new EdictError(
      'bad-value',
      `${name} cannot be ${JSON.stringify(value)}; give a whole number of 32 bits`,
      name,
    );
  return { object, question: name, value: number | 0 };
}
