import { createToken, Lexer, type TokenType } from 'chevrotain';
import type { Subject } from '../syntax.js';
import { readConstruct, type Construct } from './construct.js';
import { entryTable, itemLabels, readItemSpecs, type ItemSpec } from './item-table.js';
import * as tables from './tables.js';
import {
  ConditionLabel,
  EffectsLabel,
  EntriesLabel,
  GroupsLabel,
  roles,
  TupleLabel,
  ValueLabel,
  type Role,
} from './token-types.js';
import * as words from './words.js';

/** All that a word can mean, by where it stands. */
export interface Word {
  /** As documented. */
  readonly spelling: string;
  readonly lower: string;
  /** The type of its tokens where it is no label. */
  type: TokenType | undefined;
  /** The type of its tokens before an `=`. */
  label: TokenType | undefined;
  item?: ItemSpec;
  condition?: Construct;
  effect?: Construct;
  query?: Construct;
  subject?: Subject;
  /** A function, a kind of statistic, or a word that is a value, as documented there. */
  function?: string;
  statistic?: Construct;
  free?: string;
  enumerated?: string;
}

export interface Vocabulary {
  /** Words in lower case. */
  readonly words: ReadonlyMap<string, Word>;
  /** Words behind a point, in lower case, with their spelling. */
  readonly properties: ReadonlyMap<string, string>;
  /** Types of words with several roles. */
  readonly types: readonly TokenType[];
  readonly group: Construct;
}

export function buildVocabulary(): Vocabulary {
  const found = new Map<string, Word>();
  const rolesOf = new Map<Word, Role[]>();
  const word = (spelling: string): Word => {
    const known = found.get(spelling.toLowerCase());
    if (known !== undefined) return known;
    const made: Word = { spelling, lower: spelling.toLowerCase(), type: undefined, label: undefined };
    found.set(spelling.toLowerCase(), made);
    rolesOf.set(made, []);
    return made;
  };
  const role = (spelling: string, ...given: Role[]): Word => {
    const known = word(spelling);
    const has = rolesOf.get(known);
    for (const each of given) if (has?.includes(each) === false) has.push(each);
    return known;
  };

  for (const spec of readItemSpecs()) role(spec.kind, 'Item').item = spec;
  addConditions(role);
  addEffects(role);
  addValues(role);
  role('EffectsGroup', 'Group');
  for (const spelling of words.flags) role(spelling, 'Flag');
  for (const { word: spelling } of entryTable.values()) if (spelling !== undefined) role(spelling, 'Entry');
  for (const meter of words.meters) role(meter, 'Entry');
  for (const spelling of Object.values(words.enumerations).flat()) role(spelling, 'Enumerated').enumerated ??= spelling;

  const types = new Map<string, TokenType>();
  for (const [each, its] of rolesOf) each.type = typeOf(its, types);
  const group = readConstruct('EffectsGroup', tables.groupParameters);
  for (const label of labelsOf(found.values(), group)) word(label).label = labelType(label);
  const properties = new Map(
    [...words.meters, ...words.properties, ...words.containers].map((spelling) => [spelling.toLowerCase(), spelling]),
  );
  return { words: found, properties, types: [...types.values()], group };
}

type AddRole = (spelling: string, ...given: Role[]) => Word;

function addConditions(role: AddRole): void {
  for (const [name, line] of Object.entries(tables.conditionTable))
    role(name, line === '' ? 'Bare' : 'Condition').condition = readConstruct(name, line);
  for (const name of tables.listConditions) role(name, 'ConditionList').condition = readConstruct(name, '');
  role(tables.negation, 'Not').condition = readConstruct(tables.negation, '');
  for (const meter of words.meters)
    role(meter, 'Condition').condition = readConstruct('MeterValue', tables.meterCondition, meter);
}

function addEffects(role: AddRole): void {
  for (const [name, line] of Object.entries(tables.effectTable))
    role(name, 'Effect').effect = readConstruct(name, line);
  for (const meter of words.meters)
    role(`Set${meter}`, 'Effect').effect = readConstruct('SetMeter', tables.meterEffect, meter);
  for (const [name, meter] of words.partMeters)
    role(`Set${name}`, 'Effect').effect = readConstruct('SetShipPartMeter', tables.partMeterEffect, meter);
}

function addValues(role: AddRole): void {
  for (const subject of words.subjects) role(subject, 'Subject').subject = subject;
  role('Value', 'Running');
  role('Statistic', 'Statistic');
  role('UserString', 'UserString');
  for (const name of words.functions) role(name, 'Function').function = name;
  for (const name of words.countingStatistics) role(name, 'StatisticKind').statistic = readConstruct(name, 'condition');
  for (const name of words.valueStatistics)
    role(name, 'StatisticKind').statistic = readConstruct(name, 'value:any condition');
  for (const name of [...words.freeNumbers, ...words.freeTexts]) role(name, 'Free').free = name;
  for (const [name, line] of Object.entries(tables.queryTable)) role(name, 'Query').query = readConstruct(name, line);
}

/** Words with one role are of its type; of several, of a type that belongs to all of them. */
function typeOf(its: readonly Role[], types: Map<string, TokenType>): TokenType | undefined {
  if (its.length <= 1) return its.length === 0 ? undefined : roles[its[0]];
  const name = its.toSorted((a, b) => (a < b ? -1 : 1)).join(' or ');
  const known = types.get(name);
  if (known !== undefined) return known;
  const made = createToken({ name, pattern: Lexer.NA, categories: its.map((each) => roles[each]) });
  types.set(name, made);
  return made;
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
  if (words.conditionLabels.includes(label)) return ConditionLabel;
  if (words.effectsLabels.includes(label)) return EffectsLabel;
  if (entryTable.has(label)) return EntriesLabel;
  if (words.tupleLabels.includes(label)) return TupleLabel;
  return label === 'effectsgroups' ? GroupsLabel : ValueLabel;
}
