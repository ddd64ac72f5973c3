import { isConstant } from '../../../eval/node-shape.js';
import type { Node } from '../../../ir/node.js';
import { kept } from '../../../kernel/maps.js';
import type { Column } from '../../../model/model.js';
import {
  type Condition,
  type Item,
  type ItemKind,
  type Value,
  tagsOf,
  textIn,
  entriesIn,
  locationIn,
  isTagged,
} from '../syntax.js';
import { isBetween, givenAt, valueAt, unsupported, writtenAt, unknownItem, itemAt } from './parameters.js';
import { type GroupState, type Tested, locatedIn, kindBits, isOfKind, everyKind } from './lowering-context.js';
import { only, anything, type ConditionForm, type ConditionForms } from './focs-forms.js';

const ofShips = only(kindBits.ship);

function designOf({ kit, candidate }: Tested): Node {
  return kit.cell('design', candidate.node);
}

function flag(name: 'monster' | 'armed'): ConditionForm {
  return [ofShips, (context) => context.kit.cell(name, designOf(context))];
}

export const designForms: ConditionForms = {
  Monster: flag('monster'),
  Armed: flag('armed'),
  DesignHasHull: [
    ofShips,
    (context, condition) => {
      const { kit, candidate, language } = context;
      return kit.equal(kit.classOf(candidate.node), language.class(givenAt(condition, 'name'), 'Hull', context));
    },
  ],
  DesignHasPart: [
    ofShips,
    (context, condition) => {
      const name = writtenAt(condition, 'name', context, undefined, 'a name that is written out');
      const column = itemAt(condition, context, 'Part', name, (each) => context.builder.partCount(each));
      return hasParts(column, condition, context);
    },
  ],
  DesignHasPartClass: [
    ofShips,
    (context, condition) => {
      const name = writtenAt(condition, 'class', context, undefined, 'a class that is written out');
      return hasParts(name === undefined ? undefined : context.builder.partClassCount(name), condition, context);
    },
  ],
  Design: [
    ofShips,
    (context, condition) => {
      const { kit, language } = context;
      const design = valueAt(condition, 'design');
      if (design !== undefined) {
        const given = language.entity(design, 'design', context).node;
        return kit.all([kit.equal(designOf(context), given), kit.isSome(given)]);
      }
      const name = valueAt(condition, 'name');
      if (name === undefined) return kit.cell('predefined', designOf(context));
      const word = language.word(name, 'designName', context);
      const isIt = kit.equal(kit.cell('designName', designOf(context)), word);
      return isConstant(word) ? isIt : kit.all([isIt, kit.isSome(word)]);
    },
  ],
};

function hasParts(column: Column | undefined, condition: Condition, context: Tested): Node | undefined {
  const { kit } = context;
  if (column === undefined) return undefined;
  const inRange = isBetween(kit.read(column, designOf(context)), condition, 'integer', context, 1);
  // Objects that are no designs have no parts either.
  return kit.all([
    inRange,
    valueAt(condition, 'low') === undefined ? kit.yes : isOfKind(kit, context.candidate, 'ship'),
  ]);
}

const { planet, building, ship, field } = kindBits;

export const markForms: ConditionForms = {
  HasTag: [
    only(planet | building | ship | field),
    (context, condition) => {
      const value = valueAt(condition, 'name');
      const tag = value === undefined ? '' : context.language.text(value, context);
      return tag === undefined
        ? unsupported(context, condition, 'HasTag of a name that depends on the world', 'a name in quotes')
        : hasTag(tag.toUpperCase(), context);
    },
  ],
  HasSpecial: [
    only(everyKind),
    (context, condition) => {
      const { kit, builder, catalog, candidate } = context;
      if (valueAt(condition, 'name') === undefined) {
        const all = catalog.items('Special').flatMap(({ name }) => builder.special(name) ?? []);
        return kit.any(all.map((column) => kit.read(column, candidate.node)));
      }
      const column = itemAt(condition, context, 'Special', writtenAt(condition, 'name', context), (name) =>
        builder.special(name),
      );
      return column && kit.read(column, candidate.node);
    },
  ],
  HasSpecialCapacity: hasSpecialWith('specialCapacity', 'single'),
  HasSpecialSinceTurn: hasSpecialWith('specialSince', 'integer'),
};

/** The empty tag stands for any. */
function hasTag(tag: string, context: Tested): Node {
  const { kit, builder, candidate } = context;
  const { kinds, node, species } = candidate;
  const ways: Node[] = [];
  if ((kinds & (planet | ship)) !== 0) {
    const item = species === undefined ? undefined : context.catalog.item('Species', species);
    if (item === undefined) ways.push(kit.marked(builder.speciesTag(tag), kit.cell('species', node)));
    else {
      context.group.noteOwn();
      ways.push(isTagged(tagsOf(item), tag) ? kit.yes : kit.no);
    }
  }
  if ((kinds & (building | field)) !== 0) ways.push(kit.marked(builder.classTag(tag), kit.classOf(node)));
  if ((kinds & ship) !== 0) ways.push(kit.read(builder.designTag(tag), kit.cell('design', node)));
  return kit.any(ways);
}

function hasSpecialWith(
  number: 'specialCapacity' | 'specialSince',
  bounds: Parameters<typeof isBetween>[2],
): ConditionForm {
  return [
    only(everyKind),
    (context, condition) => {
      const { kit, builder, candidate } = context;
      const special = writtenAt(condition, 'name', context);
      const columns = itemAt(condition, context, 'Special', special, (name) => {
        const [has, of] = [builder.special(name), builder[number](name)];
        return has && of && { has, of };
      });
      if (columns === undefined) return undefined;
      const { has, of } = columns;
      const isInRange = isBetween(kit.read(of, candidate.node), condition, bounds, context);
      return kit.all([kit.read(has, candidate.node), isInRange]);
    },
  ];
}

export const queueForms: ConditionForms = {
  Enqueued: [anything, isEnqueued],
  Location: [anything, canBeAt],
};

/** Items of queues are attached to the place of production. */
function isEnqueued(context: Tested, condition: Condition): Node {
  const { kit, builder, language, candidate, free } = context;
  const order = kit.slot(free);
  const empire = valueAt(condition, 'empire');
  const tests = [whatIsMade(condition, order, context)];
  if (empire !== undefined) tests.push(kit.equal(kit.owner(order), language.entity(empire, 'empire', context).node));
  const count = kit.fold(
    'count',
    { over: 'attached', kind: builder.kinds.order, class: 0 },
    free,
    candidate.node,
    kit.all(tests),
  );
  return isBetween(count, condition, 'integer', context, 1);
}

function whatIsMade(condition: Condition, order: Node, context: Tested): Node {
  const { kit, language } = context;
  const [name, design] = [valueAt(condition, 'name'), valueAt(condition, 'design')];
  const tests: Node[] = [];
  if (condition.word === 'Building') {
    const made = kit.cell('orderClass', order);
    tests.push(name === undefined ? kit.isSome(made) : kit.equal(made, language.class(name, 'BuildingType', context)));
  }
  if (condition.word === 'Ship') {
    const made = kit.cell('orderDesign', order);
    tests.push(kit.isSome(made));
    if (name !== undefined)
      tests.push(kit.equal(kit.cell('designName', made), language.word(name, 'designName', context)));
    if (design !== undefined) tests.push(kit.equal(made, language.entity(design, 'design', context).node));
  }
  return kit.all(tests);
}

const locatedKinds: Readonly<Record<string, ItemKind>> = {
  Building: 'BuildingType',
  Species: 'Species',
  Special: 'Special',
  ShipHull: 'Hull',
  ShipPart: 'Part',
};

function canBeAt(context: Tested, condition: Condition): Node | undefined {
  const value = givenAt(condition, 'name');
  if (condition.word === 'Focus') return canHaveFocus(condition, value, context);
  const { word = '' } = condition;
  const kind = Object.hasOwn(locatedKinds, word) ? locatedKinds[word] : undefined;
  const name = context.language.text(value, context);
  if (kind === undefined || name === undefined)
    return unsupported(
      context,
      condition,
      `Location of ${kind === undefined ? (condition.word ?? 'nothing') : 'a name that depends on the world'}`,
      `one of Focus, ${Object.keys(locatedKinds).join(', ')} with a name in quotes`,
    );
  const item = context.catalog.item(kind, name);
  return item === undefined
    ? unknownItem(context, value, kind, name)
    : located(item, locationIn(item.fields), condition, context);
}

function canHaveFocus(condition: Condition, species: Value, context: Tested): Node | undefined {
  const { kit, catalog, language } = context;
  const focus = writtenAt(condition, 'name', context, 'Location of a focus', 'a name in quotes', 1);
  if (focus === undefined) return undefined;
  const name = language.text(species, context);
  const word = language.word(species, 'species', context);
  const wordsByPlace = new Map<Node, Node[]>();
  for (const item of name === undefined ? catalog.items('Species') : [catalog.item('Species', name) ?? []].flat()) {
    const entry = entriesIn(item.fields, 'foci').find((each) => textIn(each, 'name') === focus);
    if (entry === undefined) continue;
    const place = located(item, locationIn(entry), condition, context);
    kept(wordsByPlace, place, (): Node[] => []).push(kit.wordNamed('species', item.name));
  }
  return kit.any([...wordsByPlace].map(([place, words]) => kit.all([kit.oneOf(word, words), place])));
}

/** Without a location, everywhere. A location that refers to itself has no end. */
function located(item: Item, location: Condition | undefined, condition: Condition, context: Tested): Node {
  if (location === undefined) return context.kit.yes;
  const { group, kit, language } = context;
  if (context.locations.includes(item)) {
    const construct = `Location of ${item.name} in the location of ${item.name}`;
    unsupported(context, condition, construct, 'a location that does not ask for itself');
    return kit.no;
  }
  const report: GroupState['report'] = (problem, of = item) => group.report(problem, of);
  return language.condition(location, locatedIn(context, item, { ...group, item, report }));
}
