import type { Content } from '../../src/content/focs/content.js';
import { freeTexts } from '../../src/content/focs/parse/keywords.js';
import type {
  Condition,
  Effect,
  EffectsGroup,
  ItemKind,
  Parameter,
  PropertyValue,
  Value,
} from '../../src/content/focs/syntax.js';

/** How much of what there is in content; kinds that have none are left out. */
export interface Census {
  readonly items: Readonly<Partial<Record<ItemKind, number>>>;
  readonly itemsWithGroups: Readonly<Partial<Record<ItemKind, number>>>;
  readonly groups: Readonly<Partial<Record<ItemKind, number>>>;
  readonly groupsWithMeterEffects: Readonly<Partial<Record<ItemKind, number>>>;
}

/** Counts the items of content and their effects groups. */
export function takeCensus({ items }: Content): Census {
  const byKind = (): Map<ItemKind, number> => new Map();
  const census = { items: byKind(), itemsWithGroups: byKind(), groups: byKind(), groupsWithMeterEffects: byKind() };
  for (const {
    item: { kind, groups },
  } of items) {
    count(census.items, kind, 1);
    if (groups.length > 0) count(census.itemsWithGroups, kind, 1);
    count(census.groups, kind, groups.length);
    count(census.groupsWithMeterEffects, kind, groups.filter(hasMeterEffects).length);
  }
  return {
    items: Object.fromEntries(census.items),
    itemsWithGroups: Object.fromEntries(census.itemsWithGroups),
    groups: Object.fromEntries(census.groups),
    groupsWithMeterEffects: Object.fromEntries(census.groupsWithMeterEffects),
  };
}

function count<Key>(counts: Map<Key, number>, key: Key, more: number): void {
  if (more > 0) counts.set(key, (counts.get(key) ?? 0) + more);
}

const meterEffects: ReadonlySet<string> = new Set(['SetMeter', 'SetShipPartMeter', 'SetEmpireMeter']);

/** Whether a group sets a meter of an object, a part or an empire, be it inside of `If`. */
export function hasMeterEffects({ effects }: EffectsGroup): boolean {
  const waiting = [...effects];
  for (let effect = waiting.pop(); effect !== undefined; effect = waiting.pop()) {
    if (meterEffects.has(effect.name)) return true;
    if (effect.name === 'If') waiting.push(...effect.effects, ...effect.otherwise);
  }
  return false;
}

/**
 * How often each construct stands in a group, by the names of the game's own lists: `C:` conditions, `V:` values but
 * for literals, `E:` effects with the meter that they set.
 */
export function constructsOf({ scope, activation, effects }: EffectsGroup): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  countCondition(scope, counts);
  if (activation !== undefined) countCondition(activation, counts);
  for (const effect of effects) countEffect(effect, counts);
  return counts;
}

type Counts = Map<string, number>;

function countEffect(effect: Effect, counts: Counts): void {
  const { name, word, spelling, parameters, conditions, effects, otherwise } = effect;
  const isMeter = name === 'SetMeter' || name === 'SetShipPartMeter';
  count(counts, `E:${spelling ?? name}${isMeter && word !== undefined ? `:${meterName(word)}` : ''}`, 1);
  countParameters(parameters, counts);
  for (const { condition } of conditions) countCondition(condition, counts);
  for (const each of effects) countEffect(each, counts);
  for (const each of otherwise) countEffect(each, counts);
}

/** `MaxSupply` is `MAX_SUPPLY`. */
function meterName(word: string): string {
  return word.replace(/(?<=.)[A-Z]/g, '_$&').toUpperCase();
}

const conditionNames: Readonly<Record<string, string>> = {
  Object: 'ObjectID',
  OrderedBombardedBy: 'OrderedBombarded',
  ResourceSupplyConnected: 'ResourceSupplyConnectedBy',
  Design: 'PredefinedShipDesign',
  MinimumNumberOf: 'NumberOf',
  MaximumNumberOf: 'NumberOf',
  Human: 'OwnedBy',
};

const planetNames: Readonly<Record<string, string>> = {
  type: 'PlanetType',
  size: 'PlanetSize',
  environment: 'PlanetEnvironment',
};

function countCondition(condition: Condition, counts: Counts): void {
  const { operands, parameters, comparison } = condition;
  count(counts, `C:${listedName(condition)}`, 1);
  countParameters(parameters, counts);
  for (const operand of comparison?.operands ?? []) countValue(operand, counts);
  for (const operand of operands) countCondition(operand, counts);
}

function listedName({ name, word, parameters }: Condition): string {
  if (name === 'Planet') return planetNames[parameters[0].label];
  return name === 'Type' && word === 'Building' ? word : (conditionNames[name] ?? name);
}

function countParameters(parameters: readonly Parameter[], counts: Counts): void {
  for (const { values } of parameters) for (const value of values) countValue(value, counts);
}

const functionNames: Readonly<Record<string, string>> = { OneOf: 'randompick', RandomNumber: 'random' };

function countValue(value: Value, counts: Counts): void {
  switch (value.kind) {
    case 'number':
    case 'text':
    case 'word':
      return;
    case 'property':
      count(counts, `V:${pathOf(value)}`, 1);
      return;
    case 'free':
      // Names of what is being defined count as the texts that they stand for.
      if (!freeTexts.includes(value.name)) count(counts, `V:${value.name.toLowerCase()}`, 1);
      return;
    case 'running':
      count(counts, value.of === undefined ? 'V:Value' : 'V:immediate', 1);
      if (value.of !== undefined) countValue(value.of, counts);
      return;
    case 'operation':
      if (value.operator !== 'negate') count(counts, `V:${value.operator}`, 1);
      break;
    case 'function':
      count(counts, `V:${functionNames[value.name] ?? value.name}`, 1);
      break;
    case 'query':
      count(counts, `V:${value.name}`, 1);
      countParameters(value.parameters, counts);
      return;
    case 'statistic':
      count(counts, `V:Statistic.${value.statistic.toLowerCase()}`, 1);
      if (value.value !== undefined) countValue(value.value, counts);
      countCondition(value.condition, counts);
      return;
    case 'choice':
      for (const operand of [...value.comparison.operands, value.then, value.otherwise])
        if (operand !== undefined) countValue(operand, counts);
      return;
  }
  for (const operand of value.operands) countValue(operand, counts);
}

function pathOf({ subject, through, property }: PropertyValue): string {
  return [subject, ...through, property].join('.');
}
