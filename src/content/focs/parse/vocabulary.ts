import { type IToken, createToken, Lexer, type TokenType } from 'chevrotain';
import { kept } from '../../../kernel/maps.js';
import * as tables from './keywords.js';
import { readConstruct, type Construct, type ParameterSpec } from './keywords.js';
import {
  GroupsLabel,
  ConditionLabel,
  EffectsLabel,
  EntriesLabel,
  roles,
  TupleLabel,
  ValueLabel,
  type Role,
} from './token-types.js';
import type { ItemKind, Subject } from '../syntax.js';

export interface ItemSpec {
  readonly kind: ItemKind;
  readonly fields: ReadonlyMap<string, ParameterSpec>;
  readonly repeated: ReadonlySet<string>;
  readonly flags: ReadonlySet<string>;
}

const orderings: readonly ItemKind[] = ['SpeciesCensusOrdering', 'ShipDesignOrdering'];

function readItemSpecs(): ItemSpec[] {
  return (Object.keys(tables.itemTable) as ItemKind[]).map((kind) => {
    const [parts] = readConstruct(kind, tables.itemTable[kind]).ways;
    const fields = new Map(parts.filter(({ want }) => want !== 'flag').map((part) => [part.label, part]));
    return {
      kind,
      fields,
      repeated: new Set(orderings.includes(kind) ? fields.keys() : []),
      flags: new Set(parts.filter(({ want }) => want === 'flag').map(({ label }) => label)),
    };
  });
}

/** By label; some entries begin with a word. */
export const entryTable: ReadonlyMap<string, { readonly word: string | undefined; readonly construct: Construct }> =
  new Map(
    (
      [
        ['environments', undefined, 'type:PlanetType environment:PlanetEnvironment'],
        ['foci', 'Focus', 'name:text description:text location? graphic?:text'],
        ['slots', 'Slot', 'type:SlotType position?:any'],
        ['unlock', 'Item', 'type:UnlockType name:text'],
        ['consumption', 'Special', 'name?:text consumption condition?'],
        ['parameters', undefined, 'tag:text data:any'],
      ] as const
    ).map(([label, word, line]) => [label, { word, construct: readConstruct(word ?? label, line) }]),
  );

function itemLabels(): Set<string> {
  const parts = [...entryTable.values()].flatMap(({ construct }) => [...construct.labels]);
  return new Set([
    ...readItemSpecs().flatMap(({ fields }) => [...fields.keys()]),
    ...parts,
    ...entryTable.keys(),
    ...tables.conditionLabels,
    ...tables.tupleLabels,
  ]);
}

export interface Word {
  readonly spelling: string;
  readonly lower: string;
  type: TokenType | undefined;
  label: TokenType | undefined;
  item?: ItemSpec;
  condition?: Construct;
  effect?: Construct;
  query?: Construct;
  subject?: Subject;
  function?: string;
  statistic?: Construct;
  free?: string;
  enumerated?: string;
}

export function meaningOf({ payload }: IToken): Word {
  return payload as Word;
}

export type Vocabulary = ReturnType<typeof buildVocabulary>;

export function buildVocabulary() {
  const found = new Map<string, Word>();
  const rolesOf = new Map<Word, Set<Role>>();
  const word = (spelling: string) => {
    const lower = spelling.toLowerCase();
    return kept(found, lower, (): Word => ({ spelling, lower, type: undefined, label: undefined }));
  };
  const role = (spelling: string, given: Role) => {
    const known = word(spelling);
    kept(rolesOf, known, () => new Set<Role>()).add(given);
    return known;
  };

  for (const spec of readItemSpecs()) role(spec.kind, 'Item').item = spec;
  addConditions(role);
  addEffects(role);
  addValues(role);
  role('EffectsGroup', 'Group');
  for (const spelling of tables.flags) role(spelling, 'Flag');
  for (const { word: spelling } of entryTable.values()) if (spelling !== undefined) role(spelling, 'Entry');
  for (const meter of tables.meters) role(meter, 'Entry');
  for (const spelling of Object.values(tables.enumerations).flat())
    role(spelling, 'Enumerated').enumerated ??= spelling;

  const types = new Map<string, TokenType>();
  for (const [each, its] of rolesOf) each.type = typeOf([...its], types);
  const group = readConstruct('EffectsGroup', tables.groupParameters);
  for (const label of labelsOf(found.values(), group)) word(label).label = labelType(label);
  /** Spelling by lower case. */
  const properties: ReadonlyMap<string, string> = new Map(
    [...tables.meters, ...tables.properties, ...tables.containers].map((spelling) => [
      spelling.toLowerCase(),
      spelling,
    ]),
  );
  const words: ReadonlyMap<string, Word> = found;
  return { words, properties, types: [...types.values()], group };
}

type AddRole = (spelling: string, given: Role) => Word;

function addConditions(role: AddRole): void {
  for (const [name, line] of tables.conditionTable)
    role(name, line === '' ? 'Bare' : 'Condition').condition = readConstruct(name, line);
  for (const name of tables.listConditions) role(name, 'ConditionList').condition = readConstruct(name, '');
  role(tables.negation, 'Not').condition = readConstruct(tables.negation, '');
  for (const meter of tables.meters)
    role(meter, 'Condition').condition = readConstruct('MeterValue', tables.meterCondition, meter);
}

function addEffects(role: AddRole): void {
  for (const [name, line] of Object.entries(tables.effectTable))
    role(name, 'Effect').effect = readConstruct(name, line);
  for (const meter of tables.meters)
    role(`Set${meter}`, 'Effect').effect = readConstruct('SetMeter', tables.meterEffect, meter);
  for (const [name, meter] of tables.partMeters)
    role(`Set${name}`, 'Effect').effect = readConstruct('SetShipPartMeter', tables.partMeterEffect, meter);
}

function addValues(role: AddRole): void {
  for (const subject of tables.subjects) role(subject, 'Subject').subject = subject;
  role('Value', 'Running');
  role('Statistic', 'Statistic');
  role('UserString', 'UserString');
  for (const name of tables.functions) role(name, 'Function').function = name;
  for (const name of tables.countingStatistics)
    role(name, 'StatisticKind').statistic = readConstruct(name, 'condition');
  for (const name of tables.valueStatistics)
    role(name, 'StatisticKind').statistic = readConstruct(name, 'value:any condition');
  for (const name of [...tables.freeNumbers, ...tables.freeTexts]) role(name, 'Free').free = name;
  for (const [name, line] of tables.queryTable) role(name, 'Query').query = readConstruct(name, line);
}

/** Several roles share a type that belongs to all. */
function typeOf(its: readonly Role[], types: Map<string, TokenType>): TokenType {
  if (its.length === 1) return roles[its[0]];
  const name = its.toSorted((a, b) => (a < b ? -1 : 1)).join(' or ');
  return kept(types, name, () => createToken({ name, pattern: Lexer.NA, categories: its.map((each) => roles[each]) }));
}

function labelsOf(all: Iterable<Word>, group: Construct): Set<string> {
  const labels = new Set([...itemLabels(), 'effectsgroups', ...group.labels]);
  for (const { condition, effect, query, statistic } of all) {
    for (const construct of [condition, effect, query, statistic]) {
      for (const way of construct?.ways ?? [])
        for (const { label, want } of way) if (want !== 'flag') labels.add(label);
    }
  }
  return labels;
}

function labelType(label: string): TokenType {
  if (tables.conditionLabels.includes(label)) return ConditionLabel;
  if (tables.effectsLabels.includes(label)) return EffectsLabel;
  if (entryTable.has(label)) return EntriesLabel;
  if (tables.tupleLabels.includes(label)) return TupleLabel;
  return label === 'effectsgroups' ? GroupsLabel : ValueLabel;
}
