import type { Carrier, Rule } from '../../../ir/rule.js';
import type { GameModelBuilder } from '../model/game-model.js';
import { type Item, type ItemKind, fieldNumber, partNumbers, textIn } from '../syntax.js';
import { type Subject, subject, type KindSet, everyKind, kindBits } from './lowering-context.js';
import type { Kit } from './focs-nodes.js';
import type { Node } from '../../../ir/node.js';

export interface Carried {
  readonly carrier: Carrier;
  readonly dispatch: Rule['dispatch'];
  /** As sources of rules: the object in slot 0. */
  readonly source: Subject;
}

/** In the order in which their rules fire, with the kinds of objects that carry them. */
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

/** Undefined for items without carriers, and where the model lacks the item. */
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

/** A group made from fields of an item: it raises a meter of the source before all groups of content. */
export interface ImplicitGroup {
  readonly meter: string;
  readonly amount: number;
  readonly rule: string | undefined;
  readonly part: string | undefined;
  readonly stackingGroup: string;
  readonly label: string;
}

export function implicitPosition({ kind }: Item): 'before' | 'after' {
  return kind === 'FieldType' ? 'after' : 'before';
}

export const implicitPriority = 0;

const structureFactor = 'RULE_SHIP_STRUCTURE_FACTOR';
const speedFactor = 'RULE_SHIP_SPEED_FACTOR';
const weaponFactor = 'RULE_SHIP_WEAPON_DAMAGE_FACTOR';

export function implicitGroups(item: Item): readonly ImplicitGroup[] {
  switch (item.kind) {
    case 'Hull':
      return hullGroups(item);
    case 'Part':
      return partGroups(item);
    case 'FieldType':
      return [onObject('STEALTH', fieldNumber(item, 'stealth'))].filter(({ amount }) => amount !== 0);
    default:
      return [];
  }
}

function onObject(meter: string, amount: number, rule?: string): ImplicitGroup {
  return { meter, amount, rule, part: undefined, stackingGroup: '', label: '' };
}

const hullMeters = [
  ['fuel', 'MAX_FUEL', undefined, 'NoDefaultFuelEffect'],
  ['stealth', 'STEALTH', undefined, 'NoDefaultStealthEffect'],
  ['structure', 'MAX_STRUCTURE', structureFactor, 'NoDefaultStructureEffect'],
  ['speed', 'SPEED', speedFactor, 'NoDefaultSpeedEffect'],
] as const;

function hullGroups(item: Item): readonly ImplicitGroup[] {
  return hullMeters
    .filter(([, , , flag]) => !item.flags.has(flag))
    .map(([field, meter, rule]) => onObject(meter, fieldNumber(item, field), rule))
    .filter(({ amount }) => amount !== 0);
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
  switch (partClass) {
    case 'Colony':
    case 'Troops':
      return [onPart(item, 'CAPACITY', capacity, true)];
    // Hangar capacities add up over the copies of the part.
    case 'FighterHangar':
      return [onPart(item, 'MAX_CAPACITY', capacity, false), onPart(item, 'MAX_SECONDARY_STAT', secondary, true)];
    case 'FighterBay':
    case 'ShortRange':
      return [onPart(item, 'MAX_CAPACITY', capacity, true), onPart(item, 'MAX_SECONDARY_STAT', secondary, true)];
    default: {
      const raised = Object.hasOwn(partMeters, partClass) ? partMeters[partClass] : undefined;
      return raised === undefined ? [] : [onObject(raised[0], capacity, raised[1])];
    }
  }
}

function onPart({ name }: Item, meter: string, amount: number, once: boolean): ImplicitGroup {
  return {
    meter,
    amount,
    rule: undefined,
    part: name,
    stackingGroup: once ? `${name}_METER_${meter}_PartMeter` : '',
    label: name,
  };
}
