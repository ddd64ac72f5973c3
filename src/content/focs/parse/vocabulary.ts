import { type IToken, createToken, Lexer, type TokenType } from 'chevrotain';
import * as tables from './keywords.js';
import { conditionLabels, tupleLabels, readConstruct, type Construct, type ParameterSpec } from './keywords.js';
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

const texts = 'name:text description:text';
const producible =
  'buildcost buildtime tags?:text* location? enqueuelocation? exclusions?:text* consumption?:any effectsgroups?:any';

/** `+Word` is a bare word of the item. */
const table: Readonly<Record<ItemKind, string>> = {
  Tech: `${texts} short_description:text category:text researchcost researchturns +Researchable +Unresearchable tags?:text* prerequisites?:text* unlock?:any
    effectsgroups?:any graphic?:text`,
  BuildingType: `${texts} captureresult?:CaptureResult +Producible +Unproducible ${producible} icon:text`,
  Species: `${texts} gameplay_description?:text +Playable +Native +CanProduceShips +CanColonize tags?:text* foci?:any preferredfocus?:text effectsgroups?:any
    combattargets? environments?:any graphic?:text`,
  SpeciesCensusOrdering: 'tag?:text',
  Special: `${texts} stealth? spawnrate? spawnlimit? capacity? location? effectsgroups?:any graphic?:text`,
  Part: `${texts} class:PartClass capacity? damage? shots? +NoDefaultCapacityEffect combattargets? mountableslottypes?:SlotType* ${producible} icon?:text
    +Producible +Unproducible`,
  Hull: `${texts} speed fuel stealth structure +NoDefaultFuelEffect +NoDefaultSpeedEffect +NoDefaultStealthEffect +NoDefaultStructureEffect slots?:any
    ${producible} icon?:text graphic?:text +Producible +Unproducible`,
  FieldType: `${texts} stealth tags?:text* effectsgroups?:any graphic:text`,
  ShipDesign: `${texts} uuid?:text +NoStringtableLookup hull:text parts:text* icon?:text model:text`,
  ShipDesignOrdering: 'uuid?:text',
  Statistic: 'name:text value:any',
  Article: 'name:text category:text short_description:text description:text icon:text',
  GameRule: `${texts} category?:text type:RuleType default:any min? max? allowed?:text*`,
  MonsterFleet: 'name:text ships:text* spawnrate? spawnlimit? location?',
  Fleet: 'name:text ships:text*',
  Item: 'type:UnlockType name:text',
  Category: 'name:text graphic:text colour:any',
};

const orderings: readonly ItemKind[] = ['SpeciesCensusOrdering', 'ShipDesignOrdering'];

function readItemSpecs(): ItemSpec[] {
  return (Object.keys(table) as ItemKind[]).map((kind) => {
    const [parts] = readConstruct(kind, table[kind]).ways;
    const fields = new Map(parts.filter(({ want }) => want !== 'flag').map((part) => [part.label, part]));
    return {
      kind,
      fields,
      repeated: new Set(orderings.includes(kind) ? fields.keys() : []),
      flags: new Set(parts.filter(({ want }) => want === 'flag').map(({ label }) => label)),
    };
  });
}

/** By the label of the list; some entries begin with a word. */
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
    ...conditionLabels,
    ...tupleLabels,
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

export interface Vocabulary {
  readonly words: ReadonlyMap<string, Word>;
  /** Spelling by lower case. */
  readonly properties: ReadonlyMap<string, string>;
  readonly types: readonly TokenType[];
  readonly group: Construct;
}

export function buildVocabulary(): Vocabulary {
  const found = new Map<string, Word>();
  const rolesOf = new Map<Word, Role[]>();
  const word = (spelling: string) => {
    const known = found.get(spelling.toLowerCase());
    if (known !== undefined) return known;
    const made: Word = { spelling, lower: spelling.toLowerCase(), type: undefined, label: undefined };
    found.set(spelling.toLowerCase(), made);
    rolesOf.set(made, []);
    return made;
  };
  const role = (spelling: string, ...given: Role[]) => {
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
  for (const spelling of tables.flags) role(spelling, 'Flag');
  for (const { word: spelling } of entryTable.values()) if (spelling !== undefined) role(spelling, 'Entry');
  for (const meter of tables.meters) role(meter, 'Entry');
  for (const spelling of Object.values(tables.enumerations).flat())
    role(spelling, 'Enumerated').enumerated ??= spelling;

  const types = new Map<string, TokenType>();
  for (const [each, its] of rolesOf) each.type = typeOf(its, types);
  const group = readConstruct('EffectsGroup', tables.groupParameters);
  for (const label of labelsOf(found.values(), group)) word(label).label = labelType(label);
  const properties = new Map(
    [...tables.meters, ...tables.properties, ...tables.containers].map((spelling) => [
      spelling.toLowerCase(),
      spelling,
    ]),
  );
  return { words: found, properties, types: [...types.values()], group };
}

type AddRole = (spelling: string, ...given: Role[]) => Word;

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

/** Words with several roles have a type that belongs to all of them. */
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
  if (tables.conditionLabels.includes(label)) return ConditionLabel;
  if (tables.effectsLabels.includes(label)) return EffectsLabel;
  if (entryTable.has(label)) return EntriesLabel;
  if (tables.tupleLabels.includes(label)) return TupleLabel;
  return label === 'effectsgroups' ? GroupsLabel : ValueLabel;
}
