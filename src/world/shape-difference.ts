import type { Column, Kind, Model, Type } from '../model/model.js';
import { kindAt } from '../model/model.js';

/** A part of a model by its name, with all that the meaning of stored numbers depends on. */
type Part = readonly [name: string, ...details: readonly unknown[]];

/**
 * What is first found to differ of two contents, so that the numbers of a state mean something else: `the kind "moon"
 * is new`. Undefined if they have one shape. Rules, conditions, amounts, values of tables and limits of values belong
 * to no shape.
 */
export function shapeDifference(before: Model, after: Model): string | undefined {
  const now = partsOf(after);
  for (const [i, [noun, parts]] of partsOf(before).entries()) {
    const difference = partDifference(noun, parts, now[i][1]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function partDifference(noun: string, before: readonly Part[], after: readonly Part[]): string | undefined {
  const [old, now] = [namesOf(before), namesOf(after)];
  const gone = before.find(([name]) => !now.has(name));
  if (gone !== undefined) return `there is no ${noun} ${JSON.stringify(gone[0])} any more`;
  const added = after.find(([name]) => !old.has(name));
  if (added !== undefined) return `the ${noun} ${JSON.stringify(added[0])} is new`;
  // Names of some parts are not unique.
  if (before.length !== after.length) return `there are ${after.length} ${noun}s, and there were ${before.length}`;
  const moved = after.find(([name], i) => name !== before[i][0]);
  if (moved !== undefined) return `the ${noun} ${JSON.stringify(moved[0])} has another position`;
  const changed = after.find((part, i) => JSON.stringify(part) !== JSON.stringify(before[i]));
  return changed && `the ${noun} ${JSON.stringify(changed[0])} is declared differently`;
}

function namesOf(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(parts.map(([name]) => name));
}

function partsOf(model: Model): readonly (readonly [noun: string, parts: readonly Part[]])[] {
  const kindNames = (kinds: Iterable<number>) =>
    Array.from(kinds, (kind) => (kind === 0 ? 'any' : kindAt(model, kind).name));
  const typeText = (type: Type): unknown =>
    type.name === 'enumeration' ? ['word', model.enumerations.find(({ index }) => index === type.index)?.name] : type;
  const columns = (role: Column['role']): readonly Part[] =>
    model.columns
      .filter((column) => column.role === role)
      .map(({ name, type, storage }) => [name, typeText(type), storage]);
  const kindPart = ({ name, faction, node, ownership, attachesTo, columns: own }: Kind): Part => [
    name,
    faction,
    node,
    ownership.rule === 'through' ? kindNames([ownership.kind]) : ownership.rule,
    kindNames(attachesTo),
    own.map((index) => model.columns[index].name),
  ];
  return [
    ['enumeration', model.enumerations.map(({ name, members }) => [name, members])],
    ['meter', columns('meter')],
    ['property', columns('property')],
    ['kind', model.kinds.map(kindPart)],
    ['class', model.classes.map(({ name, kind }) => [name, kindNames([kind])])],
    ['role', model.roles.map((name) => [name])],
    ['relation', model.relations.map(({ name, symmetric }) => [name, symmetric])],
    ['table', model.tables.map(({ name, width, values }) => [name, width, values.length / width])],
    ['sight', model.sights.map((name) => [name])],
    ['host network', model.networks.map((name) => [name])],
    [
      'variable',
      model.variables.map(({ name, kind, type, input }) => [name, kindNames([kind]), typeText(type), input]),
    ],
    ['set', model.holdings.map(({ name, words, kinds }) => [name, words, kindNames(kinds)])],
    ['list', model.links.map(({ name, kinds, to }) => [name, kindNames(kinds), kindNames([to])])],
    [
      'grid',
      model.grids.map(({ name, kind, width, height, wrapX, wrapY }) => [name, kind, width, height, wrapX, wrapY]),
    ],
    [
      'space',
      model.spaces.map(({ name, kinds, width, height, wrapX, wrapY }) => [name, kinds, width, height, wrapX, wrapY]),
    ],
    ['question', model.questions.map(({ name }) => [name])],
    ['trigger', model.triggers.map((name) => [name])],
    ['occurrence', model.occurrences.map(({ name, fields }) => [name, fields])],
    ['ability', model.abilities.map((name) => [name])],
    [
      'parameter',
      model.parameters.map((each) => [
        ...([each.name, each.type.name, each.integer] as const),
        `${each.minimum} ${each.maximum}`,
      ]),
    ],
    ['network', model.graphs.map(({ name, kind, directed }) => [name, kind, directed])],
  ];
}
