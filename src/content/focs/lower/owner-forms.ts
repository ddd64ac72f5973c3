import type { Node } from '../../../ir/node.js';
import type { Condition, ItemKind } from '../syntax.js';
import { type Tested, subject } from './context.js';
import { nobody } from './entity-properties.js';
import type { ConditionForm, ConditionForms } from './forms.js';
import { everyKind, kindBits } from './kind-set.js';
import { requiredAt, valueAt } from './parameters.js';
import { unknownName, unsupported } from './problems.js';
import { isOfKinds } from './sort-forms.js';
import { isSame, isThere, systemOf } from './subjects.js';

/** Who owns a candidate, and what that empire has and sees. */

const anything = { kinds: everyKind, firm: false } as const;

/** What an owner's empire can have: by the construct, kind and name of the items. */
function owned(kind: ItemKind, what: string): ConditionForm {
  return {
    ...anything,
    lower(condition, context) {
      const { kit, builder, catalog, language, candidate } = context;
      const value = requiredAt(condition, 'name', context);
      if (value === undefined) return kit.no;
      const name = language.text(value, context);
      if (name === undefined) {
        unsupported(context, value.at, `${condition.name} of a name that depends on the world`, 'a name in quotes');
        return kit.no;
      }
      const index = builder.classOf(kind, name);
      if (index === undefined) {
        unknownName(
          context,
          value.at,
          what,
          name,
          catalog.items(kind).map((item) => item.name),
        );
        return kit.no;
      }
      return kit.available(kit.owner(candidate.node), index);
    },
  };
}

export const ownerForms: ConditionForms = {
  OwnedBy: { ...anything, lower: (condition, context) => affiliated(condition, context) },
  Unowned: { ...anything, lower: (_condition, context) => isUnowned(context) },
  // Nobody plays.
  Human: { kinds: 0, firm: true, lower: (_condition, { kit }) => kit.no },
  OwnerHasTech: owned('Tech', 'tech'),
  OwnerHasBuildingTypeAvailable: owned('BuildingType', 'type of building'),
  OwnerHasShipPartAvailable: owned('Part', 'part'),
  VisibleToEmpire: {
    ...anything,
    lower: (condition, context) => context.kit.visible(empireOf(condition, context).node, context.candidate.node),
  },
  ExploredByEmpire: {
    kinds: kindBits.system,
    firm: true,
    lower: (condition, context) =>
      context.kit.sighted(context.builder.sights.explored, empireOf(condition, context).node, context.candidate.node),
  },
  ResupplyableBy: {
    ...anything,
    lower(condition, context) {
      const { kit, builder, candidate } = context;
      return kit.sighted(builder.sights.resupply, empireOf(condition, context).node, systemOf(kit, candidate).node);
    },
  },
  ProducedByEmpire: {
    kinds: kindBits.ship | kindBits.building,
    firm: true,
    lower(condition, context) {
      const { kit, builder, candidate } = context;
      const made = kit.compare(
        '==',
        kit.read(builder.column('producedBy'), candidate.node),
        empireOf(condition, context).node,
      );
      return kit.all([isOfKinds(kindBits.ship | kindBits.building, context), made]);
    },
  },
  Capital: {
    kinds: kindBits.planet,
    firm: true,
    lower(_condition, { kit, builder, candidate, free }) {
      const isTheirs = kit.compare('==', kit.read(builder.column('capital'), kit.slot(free)), candidate.node);
      return kit.all([
        isThere(kit, candidate),
        kit.fold('any', { over: 'objects', kind: builder.kinds.empire, class: 0 }, free, isTheirs),
      ]);
    },
  },
};

/** The empire that a condition names; nobody, and reported, where it names none. */
function empireOf(condition: Condition, context: Tested): ReturnType<Tested['language']['entity']> {
  const value = requiredAt(condition, 'empire', context);
  return value === undefined ? nobody(context) : context.language.entity(value, 'empire', context);
}

function isUnowned({ kit, candidate }: Tested): Node {
  return kit.all([isThere(kit, candidate), kit.compare('==', kit.owner(candidate.node), kit.none)]);
}

function affiliated(condition: Condition, context: Tested): Node {
  const { kit, builder, candidate } = context;
  const owner = kit.owner(candidate.node);
  switch (condition.word ?? (valueAt(condition, 'empire') === undefined ? 'AnyEmpire' : 'TheEmpire')) {
    case 'TheEmpire':
      return isSame(kit, subject(owner, 0, false), empireOf(condition, context));
    case 'AnyEmpire':
      return kit.compare('!=', owner, kit.none);
    case 'None':
      return isUnowned(context);
    case 'Human':
      return kit.no;
    case 'EnemyOf': {
      const empire = empireOf(condition, context);
      // To nobody everything is hostile; what nobody owns is at war with nobody.
      return kit.any([kit.not(isThere(kit, empire)), kit.related(builder.relations.war, candidate.node, empire.node)]);
    }
    case 'PeaceWith':
      return kit.related(builder.relations.peace, candidate.node, empireOf(condition, context).node);
    case 'AllyOf': {
      const empire = empireOf(condition, context).node;
      return kit.any([
        kit.related(builder.relations.peace, candidate.node, empire),
        kit.related(builder.relations.allied, candidate.node, empire),
      ]);
    }
    default:
      unsupported(
        context,
        condition.at,
        `affiliation ${condition.word ?? ''}`,
        'TheEmpire, EnemyOf, AllyOf, PeaceWith, AnyEmpire or None',
      );
      return kit.no;
  }
}
