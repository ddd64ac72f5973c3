import type { GameItems } from '../../../../src/content/focs/model/game-columns.js';
import type { Entry, Field, Item, ItemKind, Value } from '../../../../src/content/focs/syntax.js';

/** Small content made by hand, as a parser would give it. */

export function number(value: number): Value {
  return { kind: 'number', value, integer: Number.isInteger(value), at: 0 };
}

export function text(value: string): Value {
  return { kind: 'text', text: value, at: 0 };
}

export function word(value: string): Value {
  return { kind: 'word', word: value, at: 0 };
}

export function values(...list: readonly Value[]): Field {
  return { kind: 'values', values: list };
}

export function entries(...list: readonly Readonly<Record<string, Field>>[]): Field {
  return { kind: 'entries', entries: list.map((entry): Entry => new Map(Object.entries(entry))) };
}

export function item(
  kind: ItemKind,
  name: string,
  fields: Readonly<Record<string, Field>> = {},
  flags: readonly string[] = [],
): Item {
  return { kind, name, fields: new Map(Object.entries(fields)), flags: new Set(flags), groups: [], at: 0 };
}

export function itemsOf(list: readonly Item[]): GameItems {
  return (kind) => list.filter((each) => each.kind === kind);
}

const environment = (type: string, suits: string): Readonly<Record<string, Field>> => ({
  type: values(word(type)),
  environment: values(word(suits)),
});
const focus = (name: string): Readonly<Record<string, Field>> => ({
  name: values(text(name)),
  description: values(text('')),
});
const part = (name: string, partClass: string, capacity: Field | undefined, tags: readonly string[] = []): Item =>
  item('Part', name, {
    class: values(word(partClass)),
    ...(capacity === undefined ? {} : { capacity }),
    tags: values(...tags.map(text)),
  });

export const sampleItems: readonly Item[] = [
  item(
    'Species',
    'SP_EARLY',
    {
      tags: values(text('Organic'), text('GOOD_POPULATION')),
      foci: entries(focus('FOCUS_INDUSTRY'), focus('FOCUS_RESEARCH')),
      preferredfocus: values(text('FOCUS_RESEARCH')),
      environments: entries(environment('Swamp', 'Good'), environment('Tundra', 'Hostile')),
    },
    ['CanColonize', 'CanProduceShips'],
  ),
  item('Species', 'SP_LATE', {
    foci: entries(focus('FOCUS_RESEARCH'), focus('FOCUS_PROTECTION')),
    environments: entries(environment('Swamp', 'Poor')),
  }),
  item('Special', 'NICE_SPECIAL'),
  item('Special', 'PLAIN_SPECIAL'),
  item('Tech', 'GRO_ROOT'),
  item('Tech', 'LRN_ROOT'),
  item('BuildingType', 'BLD_YARD', { tags: values(text('ORBITAL')) }),
  item('BuildingType', 'BLD_MILL'),
  item('FieldType', 'FLD_STORM', { tags: values(text('orbital')) }),
  item('Hull', 'SH_SMALL', { tags: values(text('UNOWNED_FRIENDLY')) }),
  item('Hull', 'SH_LARGE'),
  part('SR_LASER', 'ShortRange', values(number(15))),
  part('SR_DUD', 'ShortRange', undefined),
  part('FT_BAY', 'FighterBay', values(number(2))),
  part('FT_HANGAR', 'FighterHangar', values(number(3))),
  part('CO_POD', 'Colony', values(number(1)), ['COLONY']),
  part('AR_PLATE', 'Armour', values({ kind: 'operation', operator: 'negate', operands: [number(4)], at: 0 })),
  item('ShipDesign', 'SD_SCOUT'),
  item('ShipDesign', 'SM_BEAST'),
  item('GameRule', 'RULE_TOGGLE', { default: values(word('On')) }),
  item('GameRule', 'RULE_FACTOR', { default: values(number(1.5)) }),
];
