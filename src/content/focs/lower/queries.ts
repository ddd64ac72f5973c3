import type { Node } from '../../../ir/node.js';
import type { QueryValue } from '../syntax.js';
import { partNumbers, type PartNumbers, fieldNumber } from '../item-fields.js';
import type { Context } from './context.js';
import { requiredAt, valueAt, unsupported, writtenAt, itemAt, entityAt } from './parameters.js';
import type { Column } from '../../../model/model.js';

/** Undefined where something is missing, which is reported. */
type Query = (query: QueryValue, context: Context) => Node | undefined;

const queries: Readonly<Record<string, Query>> = {
  GameRule(query, context) {
    const { kit, builder, whole } = context;
    const name = writtenAt(query, 'name', context);
    if (name === undefined) return undefined;
    const value = kit.read(builder.rule(name), kit.galaxy);
    return whole ? kit.truncate(value) : value;
  },
  HullFuel: ofHull('fuel'),
  HullSpeed: ofHull('speed'),
  HullStealth: ofHull('stealth'),
  HullStructure: ofHull('structure'),
  PartCapacity: ofPart('capacity'),
  PartSecondaryStat: ofPart('secondary'),
  TurnTechResearched: of('empire', (query, context) =>
    itemAt(query, context, 'Tech', writtenAt(query, 'name', context), (name) => context.builder.researched(name)),
  ),
  PartsInShipDesign: of('design', (query, context) => {
    const name = valueAt(query, 'name') === undefined ? '' : writtenAt(query, 'name', context);
    if (name === '') return context.builder.allParts();
    return itemAt(query, context, 'Part', name, (part) => context.builder.partCount(part));
  }),
  // Of a class that no part is of, 0.
  PartOfClassInShipDesign: of('design', (query, context) => {
    const name = writtenAt(query, 'class', context);
    return name === undefined ? undefined : context.builder.partClassCount(name);
  }),
  DirectDistanceBetween(query, context) {
    const { kit } = context;
    const [a, b] = [0, 1].map((skip) => entityAt(query, 'object', context, skip).node);
    return kit.certain(kit.single(kit.distance(a, b)));
  },
  EmpireMeterValue: of('empire', (query, context) => {
    const name = writtenAt(query, 'meter', context);
    return name === undefined ? undefined : context.builder.empireMeter(name);
  }),
};

export const wholeQueries: ReadonlySet<string> = new Set([
  'GameRule',
  'TurnTechResearched',
  'PartsInShipDesign',
  'PartOfClassInShipDesign',
]);

/** The number that a query asks for; 0, and reported, for what cannot be asked. */
export function lowerQuery(query: QueryValue, context: Context): Node {
  const form = Object.hasOwn(queries, query.name) ? queries[query.name] : undefined;
  if (form === undefined) unsupported(context, query.at, query.name, `one of ${Object.keys(queries).join(', ')}`);
  return form?.(query, context) ?? context.kit.number(0);
}

function of(sort: 'empire' | 'design', columnOf: (query: QueryValue, context: Context) => Column | undefined): Query {
  return (query, context) => {
    const value = requiredAt(query, sort, context);
    const column = columnOf(query, context);
    if (value === undefined || column === undefined) return undefined;
    return context.kit.read(column, context.language.entity(value, sort, context).node);
  };
}

function ofHull(field: string): Query {
  return (query, context) => {
    const { kit, builder, catalog, language } = context;
    const value = requiredAt(query, 'name', context);
    if (value === undefined) return undefined;
    const name = language.text(value, context);
    if (name !== undefined) {
      const item = itemAt(query, context, 'Hull', name, (hull) => catalog.item('Hull', hull));
      return item && kit.number(fieldNumber(item, field));
    }
    const hull = language.class(value, 'Hull', context);
    // The hull of a ship is not known at load: each number with the hulls that have it.
    const hullsByNumber = new Map<number, Node[]>();
    for (const item of catalog.items('Hull')) {
      const number = fieldNumber(item, field);
      const index = builder.classOf('Hull', item.name);
      if (number !== 0 && index !== undefined)
        hullsByNumber.set(number, [...(hullsByNumber.get(number) ?? []), kit.class(index)]);
    }
    return [...hullsByNumber].reduceRight(
      (rest, [number, hulls]) => kit.choose(kit.oneOf(hull, hulls), kit.number(number), rest),
      kit.number(0),
    );
  };
}

function ofPart(field: keyof PartNumbers): Query {
  return (query, context) => {
    const part = writtenAt(query, 'name', context);
    const item = itemAt(query, context, 'Part', part, (name) => context.catalog.item('Part', name));
    return item && context.kit.number(partNumbers(item)[field]);
  };
}
