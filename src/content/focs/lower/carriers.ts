import type { Carrier, Rule } from '../../../ir/rule.js';
import type { GameModelBuilder } from '../model/game-model.js';
import type { Item, ItemKind } from '../syntax.js';
import { type Subject, subject } from './context.js';
import { type KindSet, everyKind, kindBits } from './kind-set.js';
import type { Kit } from './kit.js';

/** Which objects carry an item's groups, and what is known of them. */
export interface Carried {
  readonly carrier: Carrier;
  readonly dispatch: Rule['dispatch'];
  /** As sources of rules: the object in slot 0. */
  readonly source: Subject;
}

/** Kinds of items that carry groups, in the order in which their rules fire. */
export const carrying = [
  'Species',
  'Special',
  'Tech',
  'BuildingType',
  'Hull',
  'Part',
  'FieldType',
] as const satisfies readonly ItemKind[];

/** Kinds of the objects that carry items of a kind. */
const kindsOf: Readonly<Record<(typeof carrying)[number], KindSet>> = {
  Species: kindBits.planet | kindBits.ship,
  Special: everyKind,
  Tech: everyKind,
  BuildingType: kindBits.building,
  Hull: kindBits.ship,
  Part: kindBits.ship,
  FieldType: kindBits.field,
};

/**
 * The carriers of an item; undefined for a kind of items that nothing carries, and where the model does not know the
 * item.
 */
export function carriedBy(item: Item, kit: Kit, builder: GameModelBuilder): Carried | undefined {
  const kind = carrying.find((each) => each === item.kind);
  if (kind === undefined) return undefined;
  const carrier = carrierOf(item, kit, builder);
  const [species, hull] = [kind === 'Species' ? item.name : undefined, kind === 'Hull' ? item.name : undefined];
  return (
    carrier && {
      carrier,
      dispatch: kind === 'Tech' ? 'source' : 'rule',
      source: subject(kit.slot(0), kindsOf[kind], true, species, hull),
    }
  );
}

function carrierOf({ kind, name }: Item, kit: Kit, builder: GameModelBuilder): Carrier | undefined {
  const source = kit.slot(0);
  const index = builder.classOf(kind, name);
  switch (kind) {
    case 'Species': {
      const word = builder.word('species', name);
      if (word === undefined) return undefined;
      const isOfIt = kit.compare('==', kit.read(builder.column('species'), source), kit.word('species', word));
      return { by: 'condition', kinds: [builder.kinds.planet, builder.kinds.ship], where: [isOfIt], times: undefined };
    }
    case 'Special': {
      const column = builder.special(name);
      return column && { by: 'condition', kinds: [], where: [kit.read(column, source)], times: undefined };
    }
    case 'Tech':
      return index === undefined
        ? undefined
        : { by: 'seat', class: index, column: builder.column('sourceObject').index };
    case 'Part': {
      const column = builder.partCount(name);
      if (column === undefined) return undefined;
      const count = kit.read(column, kit.read(builder.column('design'), source));
      return {
        by: 'condition',
        kinds: [builder.kinds.ship],
        where: [kit.compare('>', count, kit.number(0))],
        times: count,
      };
    }
    default:
      return index === undefined ? undefined : { by: 'class', class: index };
  }
}
