import type { Node } from '../../../ir/node.js';
import type { ItemKind, QueryValue } from '../syntax.js';
import { partNumbers } from './part-numbers.js';
import type { Context } from './context.js';
import { requiredAt, valueAt, unknownName, unsupported } from './parameters.js';
import { fieldNumber } from './fields.js';

/** Numbers that are asked for by a keyword with parameters. */

type Query = (query: QueryValue, context: Context) => Node;

const queries: Readonly<Record<string, Query>> = {
  GameRule(query, context) {
    const name = named(query, context);
    const { kit, builder } = context;
    if (name === undefined) return kit.number(0);
    const value = kit.read(builder.rule(name), kit.galaxy);
    return context.whole ? kit.truncate(value) : value;
  },
  HullFuel: (query, context) => ofHull(query, 'fuel', context),
  HullSpeed: (query, context) => ofHull(query, 'speed', context),
  HullStealth: (query, context) => ofHull(query, 'stealth', context),
  HullStructure: (query, context) => ofHull(query, 'structure', context),
  PartCapacity: (query, context) => ofPart(query, 'capacity', context),
  PartSecondaryStat: (query, context) => ofPart(query, 'secondary', context),
  TurnTechResearched(query, context) {
    const { kit, builder } = context;
    const empire = requiredAt(query, 'empire', context);
    const name = named(query, context);
    if (empire === undefined || name === undefined) return kit.number(0);
    const column = builder.researched(name);
    if (column === undefined) return unknown(query, 'Tech', 'tech', name, context);
    return kit.read(column, context.language.entity(empire, 'empire', context).node);
  },
  PartsInShipDesign(query, context) {
    const { kit, builder } = context;
    const design = requiredAt(query, 'design', context);
    const name = valueAt(query, 'name') === undefined ? '' : named(query, context);
    if (design === undefined || name === undefined) return kit.number(0);
    const column = name === '' ? builder.allParts() : builder.partCount(name);
    if (column === undefined) return unknown(query, 'Part', 'part', name, context);
    return kit.read(column, context.language.entity(design, 'design', context).node);
  },
  PartOfClassInShipDesign(query, context) {
    const { kit, builder } = context;
    const design = requiredAt(query, 'design', context);
    const name = named(query, context, 'class');
    const column = name === undefined ? undefined : builder.partClassCount(name);
    // A class that no part is of.
    if (design === undefined || column === undefined) return kit.number(0);
    return kit.read(column, context.language.entity(design, 'design', context).node);
  },
  DirectDistanceBetween(query, context) {
    const { kit } = context;
    const [a, b] = bothObjects(query, context);
    return kit.certain(kit.single(kit.distance(a, b)));
  },
  EmpireMeterValue(query, context) {
    const { kit, builder } = context;
    const empire = requiredAt(query, 'empire', context);
    const name = named(query, context, 'meter');
    if (empire === undefined || name === undefined) return kit.number(0);
    return kit.read(builder.empireMeter(name), context.language.entity(empire, 'empire', context).node);
  },
};

/** Queries of whole numbers. */
export const wholeQueries: ReadonlySet<string> = new Set([
  'GameRule',
  'TurnTechResearched',
  'PartsInShipDesign',
  'PartOfClassInShipDesign',
]);

/** The number that a query asks for; 0, and reported, for what cannot be asked. */
export function lowerQuery(query: QueryValue, context: Context): Node {
  const form = Object.hasOwn(queries, query.name) ? queries[query.name] : undefined;
  if (form !== undefined) return form(query, context);
  unsupported(context, query.at, query.name, `one of ${Object.keys(queries).join(', ')}`);
  return context.kit.number(0);
}

/** A name that is known at load; undefined, and reported, where it is not. */
function named(query: QueryValue, context: Context, label = 'name'): string | undefined {
  const value = requiredAt(query, label, context);
  if (value === undefined) return undefined;
  const text = context.language.text(value, context);
  if (text === undefined)
    unsupported(context, value.at, `${query.name} of a ${label} that depends on the world`, `a ${label} in quotes`);
  return text;
}

function unknown(query: QueryValue, kind: ItemKind, what: string, name: string, context: Context): Node {
  unknownName(
    context,
    query.at,
    what,
    name,
    context.catalog.items(kind).map((item) => item.name),
  );
  return context.kit.number(0);
}

/** A raw number of a hull: of one by name, or of the hull that a ship has. */
function ofHull(query: QueryValue, field: string, context: Context): Node {
  const { kit, catalog, language } = context;
  const value = requiredAt(query, 'name', context);
  if (value === undefined) return kit.number(0);
  const name = language.text(value, context);
  if (name !== undefined) {
    const item = catalog.item('Hull', name);
    return item === undefined ? unknown(query, 'Hull', 'hull', name, context) : kit.number(fieldNumber(item, field));
  }
  const hull = language.class(value, 'Hull', context);
  // The hull of a ship is not known at load: each number with the hulls that have it.
  const hullsByNumber = new Map<number, Node[]>();
  for (const item of catalog.items('Hull')) {
    const number = fieldNumber(item, field);
    const index = context.builder.classOf('Hull', item.name);
    if (number !== 0 && index !== undefined)
      hullsByNumber.set(number, [...(hullsByNumber.get(number) ?? []), kit.class(index)]);
  }
  return [...hullsByNumber].reduceRight(
    (rest, [number, hulls]) => kit.choose(kit.oneOf(hull, hulls), kit.number(number), rest),
    kit.number(0),
  );
}

function ofPart(query: QueryValue, field: 'capacity' | 'secondary', context: Context): Node {
  const name = named(query, context);
  if (name === undefined) return context.kit.number(0);
  const item = context.catalog.item('Part', name);
  return item === undefined
    ? unknown(query, 'Part', 'part', name, context)
    : context.kit.number(partNumbers(item)[field]);
}

function bothObjects(query: QueryValue, context: Context): readonly [Node, Node] {
  const [a, b] = [0, 1].map((skip) => {
    const value = requiredAt(query, 'object', context, skip);
    return value === undefined ? context.kit.none : context.language.entity(value, 'object', context).node;
  });
  return [a, b];
}
