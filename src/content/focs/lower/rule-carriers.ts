import type { Carrier, Rule } from '../../../ir/rule.js';
import type { GameModelBuilder } from '../model/create-game-model.js';
import {
  type Effect,
  type EffectsGroup,
  type Item,
  type ItemKind,
  type Parameter,
  type Value,
  fieldNumber,
  partNumbers,
  textIn,
} from '../syntax.js';
import { type Subject, subject, type KindSet, everyKind, kindBits } from './lowering-context.js';
import type { Kit } from './focs-nodes.js';
import type { Node } from '../../../ir/node.js';

export interface Carried {
  readonly carrier: Carrier;
  readonly dispatch: Rule['dispatch'];
  /** The object in slot 0. */
  readonly source: Subject;
}

/** In the order of firing, with the kinds of objects that carry their rules. */
const kindsOf = {
  Species: kindBits.planet | kindBits.ship,
  Special: everyKind,
  Tech: everyKind,
  BuildingType: kindBits.building,
  Hull: kindBits.ship,
  Part: kindBits.ship,
  FieldType: kindBits.field,
} as const satisfies Partial<Record<ItemKind, KindSet>>;

export const carrying = Object.keys(kindsOf) as (keyof typeof kindsOf)[];

/** Undefined without carriers, or where the model lacks the item. */
export function carriedBy(item: Item, kit: Kit, builder: GameModelBuilder): Carried | undefined {
  const kind = carrying.find((each) => each === item.kind);
  const carrier = carrierOf(item, kit, builder);
  if (kind === undefined || carrier === undefined) return undefined;
  const nameOf = (wanted: ItemKind) => (kind === wanted ? item.name : undefined);
  return {
    carrier,
    dispatch: kind === 'Tech' ? 'source' : 'rule',
    source: subject(kit.slot(0), kindsOf[kind], true, nameOf('Species'), nameOf('Hull')),
  };
}

function carrierOf({ kind, name }: Item, kit: Kit, builder: GameModelBuilder): Carrier | undefined {
  const source = kit.slot(0);
  const { planet, ship } = builder.kinds;
  const having = (kinds: readonly number[], condition: Node, times?: Node): Carrier => ({
    by: 'condition',
    kinds,
    where: [condition],
    times,
  });
  switch (kind) {
    case 'Species': {
      const word = builder.word('species', name);
      if (word === undefined) return undefined;
      const species = kit.cell('species', source);
      return having([planet, ship], kit.equal(species, kit.word('species', word)));
    }
    case 'Special': {
      const column = builder.special(name);
      return column && having([], kit.read(column, source));
    }
    case 'Part': {
      const column = builder.partCount(name);
      if (column === undefined) return undefined;
      const count = kit.read(column, kit.cell('design', source));
      return having([ship], kit.compare('>', count, kit.zero), count);
    }
    default: {
      const index = builder.classOf(kind, name);
      if (index === undefined) return undefined;
      return kind === 'Tech'
        ? { by: 'seat', class: index, column: builder.column('sourceObject').index }
        : { by: 'class', class: index };
    }
  }
}

/** From fields of an item: raises a meter of the source before all groups of content. */
interface ImplicitGroup {
  readonly meter: string;
  readonly group: EffectsGroup;
}

export function implicitPosition({ kind }: Item): 'before' | 'after' {
  return kind === 'FieldType' ? 'after' : 'before';
}

const implicitPriority = 0;

const structureFactor = 'RULE_SHIP_STRUCTURE_FACTOR';
const speedFactor = 'RULE_SHIP_SPEED_FACTOR';
const weaponFactor = 'RULE_SHIP_WEAPON_DAMAGE_FACTOR';

export function implicitGroups(item: Item): readonly ImplicitGroup[] {
  switch (item.kind) {
    case 'Hull':
      return hullMeters
        .filter(([, , flag]) => !item.flags.has(flag))
        .flatMap(([field, meter, , rule]) => raisedBy(item, field, meter, rule));
    case 'Part':
      return partGroups(item);
    case 'FieldType':
      return raisedBy(item, 'stealth', 'STEALTH');
    default:
      return [];
  }
}

const hullMeters: readonly (readonly [field: string, meter: string, flag: string, rule?: string])[] = [
  ['fuel', 'MAX_FUEL', 'NoDefaultFuelEffect'],
  ['stealth', 'STEALTH', 'NoDefaultStealthEffect'],
  ['structure', 'MAX_STRUCTURE', 'NoDefaultStructureEffect', structureFactor],
  ['speed', 'SPEED', 'NoDefaultSpeedEffect', speedFactor],
];

function raisedBy(item: Item, field: string, meter: string, rule?: string): readonly ImplicitGroup[] {
  const amount = fieldNumber(item, field);
  return amount === 0 ? [] : [raising(item, meter, amount, { rule })];
}

const partMeters: Readonly<Record<string, readonly [meter: string, rule?: string]>> = {
  Shield: ['MAX_SHIELD', weaponFactor],
  Detection: ['DETECTION'],
  Stealth: ['STEALTH'],
  Fuel: ['MAX_FUEL'],
  Armour: ['MAX_STRUCTURE', structureFactor],
  Speed: ['SPEED', speedFactor],
  Research: ['TARGET_RESEARCH'],
  Industry: ['TARGET_INDUSTRY'],
  Trade: ['TARGET_TRADE'],
};

function partGroups(item: Item): readonly ImplicitGroup[] {
  const { capacity, secondary } = partNumbers(item);
  if (item.flags.has('NoDefaultCapacityEffect') || (capacity === 0 && secondary === 0)) return [];
  const partClass = textIn(item.fields, 'class') ?? '';
  const part = item.name;
  const onceOf = (meter: string, amount: number) =>
    raising(item, meter, amount, { part, stackingGroup: `${part}_METER_${meter}_PartMeter` });
  switch (partClass) {
    case 'Colony':
    case 'Troops':
      return [onceOf('CAPACITY', capacity)];
    // Hangar capacities add up.
    case 'FighterHangar':
      return [raising(item, 'MAX_CAPACITY', capacity, { part }), onceOf('MAX_SECONDARY_STAT', secondary)];
    case 'FighterBay':
    case 'ShortRange':
      return [onceOf('MAX_CAPACITY', capacity), onceOf('MAX_SECONDARY_STAT', secondary)];
    default: {
      const raised = Object.hasOwn(partMeters, partClass) ? partMeters[partClass] : undefined;
      return raised === undefined ? [] : [raising(item, raised[0], capacity, { rule: raised[1] })];
    }
  }
}

/** Raises a meter of the source or of its part; multiplies the amount by the value of a rule of the game. */
function raising(
  { at }: Item,
  meter: string,
  amount: number,
  { rule, part = '', stackingGroup = '' }: { rule?: string | undefined; part?: string; stackingGroup?: string },
): ImplicitGroup {
  const given = (label: string, value: Value): Parameter => ({ label, values: [value], at });
  const named = (label: string, text: string) => given(label, { kind: 'text', text, at });
  const operation = (operator: '+' | '*', ...operands: readonly Value[]): Value => ({
    kind: 'operation',
    operator,
    operands,
    at,
  });
  const number: Value = { kind: 'number', value: amount, integer: false, at };
  const factor: Value = { kind: 'query', name: 'GameRule', parameters: [named('name', rule ?? '')], at };
  const increment = rule === undefined ? number : operation('*', number, factor);
  const value = given('value', operation('+', { kind: 'running', at }, increment));
  const set: Effect = {
    kind: 'effect',
    name: part === '' ? 'SetMeter' : 'SetShipPartMeter',
    word: meter,
    parameters: part === '' ? [value] : [named('partname', part), value],
    conditions: [],
    effects: [],
    otherwise: [],
    label: '',
    at,
  };
  const scope = { kind: 'condition', name: 'Source', operands: [], parameters: [], at } as const;
  return { meter, group: { scope, stackingGroup, label: part, priority: implicitPriority, effects: [set], at } };
}
