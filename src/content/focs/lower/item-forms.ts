import { isConstant } from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import type { Column } from '../../../model/model.js';
import type { Condition, Item, ItemKind, Value } from '../syntax.js';
import { isBetween, requiredAt, valueAt, unknownName, unsupported } from './parameters.js';
import { type Tested, locatedIn } from './context.js';
import type { ConditionForm, ConditionForms } from './forms.js';
import { kindBits, isOfKind, everyKind } from './subjects.js';
import { tagsOf, fieldCondition } from './fields.js';

/** What ships are built as. Other objects have no design. */

const ofShips = { kinds: kindBits.ship, firm: true } as const;

/** How many parts a design has that content asks for without saying how many. */
const onePart = 1;

function designOf({ kit, builder, candidate }: Tested): Node {
  return kit.read(builder.column('design'), candidate.node);
}

function flag(name: 'monster' | 'armed'): ConditionForm {
  return {
    ...ofShips,
    lower: (_condition, context) => context.kit.read(context.builder.column(name), designOf(context)),
  };
}

export const designForms: ConditionForms = {
  Monster: flag('monster'),
  Armed: flag('armed'),
  DesignHasHull: {
    ...ofShips,
    lower(condition, context) {
      const { kit, candidate, language } = context;
      const name = requiredAt(condition, 'name', context);
      return name === undefined
        ? kit.no
        : kit.compare('==', kit.classOf(candidate.node), language.class(name, 'Hull', context));
    },
  },
  DesignHasPart: {
    ...ofShips,
    lower: (condition, context) =>
      hasParts(condition, 'name', context, (name) => {
        const column = context.builder.partCount(name);
        if (column === undefined)
          unknownName(
            context,
            condition.at,
            'part',
            name,
            context.catalog.items('Part').map((item) => item.name),
          );
        return column;
      }),
  },
  // A class that no part is of is on no design.
  DesignHasPartClass: {
    ...ofShips,
    lower: (condition, context) =>
      hasParts(condition, 'class', context, (name) => context.builder.partClassCount(name)),
  },
  Design: {
    ...ofShips,
    lower(condition, context) {
      const { kit, builder, language } = context;
      const design = valueAt(condition, 'design');
      if (design !== undefined) {
        const given = language.entity(design, 'design', context).node;
        return kit.all([kit.compare('==', designOf(context), given), kit.compare('!=', given, kit.none)]);
      }
      const name = valueAt(condition, 'name');
      if (name === undefined) return kit.read(builder.column('predefined'), designOf(context));
      const word = language.word(name, 'designName', context);
      const isIt = kit.compare('==', kit.read(builder.column('designName'), designOf(context)), word);
      return isConstant(word) ? isIt : kit.all([isIt, kit.compare('!=', word, kit.word('designName', 0))]);
    },
  },
};

function hasParts(
  condition: Condition,
  label: string,
  context: Tested,
  columnOf: (name: string) => Column | undefined,
): Node {
  const { kit, language } = context;
  const value = requiredAt(condition, label, context);
  if (value === undefined) return kit.no;
  const name = language.text(value, context);
  if (name === undefined) {
    unsupported(
      context,
      value.at,
      `${condition.name} of a ${label} that depends on the world`,
      `a ${label} that is written out`,
    );
    return kit.no;
  }
  const column = columnOf(name);
  if (column === undefined) return kit.no;
  const count = kit.read(column, designOf(context));
  const inRange = isBetween(kit, count, condition, (bound) => language.integer(bound, context), onePart);
  // Ships alone have parts to be counted, but to have none of a sort is easy for all.
  return kit.all([
    inRange,
    valueAt(condition, 'low') === undefined ? kit.yes : isOfKind(kit, context.candidate, 'ship'),
  ]);
}

/** Tags and specials. */

const { planet, building, ship, field } = kindBits;

export const markForms: ConditionForms = {
  HasTag: {
    kinds: planet | building | ship | field,
    firm: true,
    lower(condition, context) {
      const value = valueAt(condition, 'name');
      const tag = value === undefined ? '' : context.language.text(value, context);
      if (tag !== undefined) return hasTag(tag.toUpperCase(), context);
      unsupported(context, condition.at, 'HasTag of a name that depends on the world', 'a name in quotes');
      return context.kit.no;
    },
  },
  HasSpecial: {
    kinds: everyKind,
    firm: true,
    lower(condition, context) {
      const { kit, builder, catalog, candidate } = context;
      if (valueAt(condition, 'name') === undefined) {
        const all = catalog.items('Special').flatMap(({ name }) => builder.special(name) ?? []);
        return kit.any(all.map((column) => kit.read(column, candidate.node)));
      }
      const column = specialOf(condition, context, (name) => builder.special(name));
      return column === undefined ? kit.no : kit.read(column, candidate.node);
    },
  },
  HasSpecialCapacity: {
    kinds: everyKind,
    firm: true,
    lower: (condition, context) =>
      hasSpecialWith(
        condition,
        context,
        (name) => context.builder.specialCapacity(name),
        (bound) => context.kit.single(context.language.real(bound, context)),
      ),
  },
  HasSpecialSinceTurn: {
    kinds: everyKind,
    firm: true,
    lower: (condition, context) =>
      hasSpecialWith(
        condition,
        context,
        (name) => context.builder.specialSince(name),
        (bound) => context.language.integer(bound, context),
      ),
  },
};

/**
 * Whether a candidate has a tag, or any where the tag is empty: by its species, by its type, or by its hull and parts.
 */
function hasTag(tag: string, context: Tested): Node {
  const { kit, builder, candidate } = context;
  const { kinds, node, species } = candidate;
  const ways: Node[] = [];
  if ((kinds & (planet | ship)) !== 0) {
    const item = species === undefined ? undefined : context.catalog.item('Species', species);
    if (item !== undefined) context.group.noteOwn();
    const known = item && (tag === '' ? tagsOf(item).length > 0 : tagsOf(item).includes(tag));
    ways.push(
      known === undefined
        ? kit.marked(builder.speciesTag(tag), kit.read(builder.column('species'), node))
        : known
          ? kit.yes
          : kit.no,
    );
  }
  if ((kinds & (building | field)) !== 0) ways.push(kit.marked(builder.classTag(tag), kit.classOf(node)));
  if ((kinds & ship) !== 0) ways.push(kit.read(builder.designTag(tag), kit.read(builder.column('design'), node)));
  return kit.any(ways);
}

/** The column of a special that a condition names; undefined, and reported, where there is none. */
function specialOf(
  condition: Condition,
  context: Tested,
  columnOf: (name: string) => Column | undefined,
): Column | undefined {
  const value = requiredAt(condition, 'name', context);
  const name = value === undefined ? undefined : context.language.text(value, context);
  if (name === undefined) {
    if (value !== undefined)
      unsupported(context, value.at, `${condition.name} of a name that depends on the world`, 'a name in quotes');
    return undefined;
  }
  const column = columnOf(name);
  if (column === undefined)
    unknownName(
      context,
      value?.at ?? condition.at,
      'special',
      name,
      context.catalog.items('Special').map((item) => item.name),
    );
  return column;
}

function hasSpecialWith(
  condition: Condition,
  context: Tested,
  columnOf: (name: string) => Column | undefined,
  lower: Parameters<typeof isBetween>[3],
): Node {
  const { kit, builder, candidate } = context;
  const has = specialOf(condition, context, (name) => builder.special(name));
  const number = has === undefined ? undefined : specialOf(condition, context, columnOf);
  if (has === undefined || number === undefined) return kit.no;
  return kit.all([kit.read(has, candidate.node), isBetween(kit, kit.read(number, candidate.node), condition, lower)]);
}

/** What is being made at a candidate, and what could be. */
export const queueForms: ConditionForms = {
  Enqueued: { kinds: everyKind, firm: false, lower: (condition, context) => isEnqueued(condition, context) },
  Location: { kinds: everyKind, firm: false, lower: (condition, context) => canBeAt(condition, context) },
};

/** Items of production queues are attached to where they will be. One is enough where content does not say how many. */
function isEnqueued(condition: Condition, context: Tested): Node {
  const { kit, builder, language, candidate, free } = context;
  const order = kit.slot(free);
  const empire = valueAt(condition, 'empire');
  const tests = [whatIsMade(condition, order, context)];
  if (empire !== undefined)
    tests.push(kit.compare('==', kit.owner(order), language.entity(empire, 'empire', context).node));
  const count = kit.fold(
    'count',
    { over: 'attached', kind: builder.kinds.order, class: 0 },
    free,
    candidate.node,
    kit.all(tests),
  );
  return isBetween(kit, count, condition, (bound) => language.integer(bound, context), 1);
}

function whatIsMade(condition: Condition, order: Node, context: Tested): Node {
  const { kit, builder, language } = context;
  const [name, design] = [valueAt(condition, 'name'), valueAt(condition, 'design')];
  const tests: Node[] = [];
  if (condition.word === 'Building') {
    const made = kit.read(builder.column('orderClass'), order);
    tests.push(
      name === undefined
        ? kit.compare('!=', made, kit.class(0))
        : kit.compare('==', made, language.class(name, 'BuildingType', context)),
    );
  }
  if (condition.word === 'Ship') {
    const made = kit.read(builder.column('orderDesign'), order);
    tests.push(kit.compare('!=', made, kit.none));
    if (name !== undefined)
      tests.push(
        kit.compare('==', kit.read(builder.column('designName'), made), language.word(name, 'designName', context)),
      );
    if (design !== undefined) tests.push(kit.compare('==', made, language.entity(design, 'design', context).node));
  }
  return kit.all(tests);
}

/** Kinds of items that have a location, by the word of content. */
const locatedKinds: Readonly<Record<string, ItemKind>> = {
  Building: 'BuildingType',
  Species: 'Species',
  Special: 'Special',
  ShipHull: 'Hull',
  ShipPart: 'Part',
};

/** Whether the location of some content is true of the candidate. */
function canBeAt(condition: Condition, context: Tested): Node {
  const { kit } = context;
  const value = requiredAt(condition, 'name', context);
  if (value === undefined) return kit.no;
  if (condition.word === 'Focus') return canHaveFocus(condition, value, context);
  const kind = Object.hasOwn(locatedKinds, condition.word ?? '') ? locatedKinds[condition.word ?? ''] : undefined;
  const name = context.language.text(value, context);
  if (kind === undefined || name === undefined) {
    unsupported(
      context,
      condition.at,
      `Location of ${kind === undefined ? (condition.word ?? 'nothing') : 'a name that depends on the world'}`,
      `one of Focus, ${Object.keys(locatedKinds).join(', ')} with a name in quotes`,
    );
    return kit.no;
  }
  const item = context.catalog.item(kind, name);
  if (item !== undefined) return located(item, fieldCondition(item, 'location'), condition, context);
  unknownName(
    context,
    value.at,
    kind,
    name,
    context.catalog.items(kind).map((each) => each.name),
  );
  return kit.no;
}

/** A focus of a species: of one that is named, or of whichever an expression gives. */
function canHaveFocus(condition: Condition, species: Value, context: Tested): Node {
  const { kit, builder, catalog, language } = context;
  const second = requiredAt(condition, 'name', context, 1);
  const focus = second === undefined ? undefined : language.text(second, context);
  if (focus === undefined) {
    if (second !== undefined)
      unsupported(context, second.at, 'Location of a focus that depends on the world', 'a name in quotes');
    return kit.no;
  }
  const name = language.text(species, context);
  const word = language.word(species, 'species', context);
  const wordsByPlace = new Map<Node, Node[]>();
  for (const item of name === undefined ? catalog.items('Species') : [catalog.item('Species', name) ?? []].flat()) {
    const entries = item.fields.get('foci');
    const entry =
      entries?.sort === 'entries' ? entries.entries.find((each) => isNamed(each.get('name'), focus)) : undefined;
    if (entry === undefined) continue;
    const place = located(item, fieldCondition({ fields: entry }, 'location'), condition, context);
    wordsByPlace.set(place, [
      ...(wordsByPlace.get(place) ?? []),
      kit.word('species', builder.word('species', item.name) ?? 0),
    ]);
  }
  return kit.any([...wordsByPlace].map(([place, words]) => kit.all([kit.oneOf(word, words), place])));
}

function isNamed(field: ReturnType<Item['fields']['get']>, name: string): boolean {
  const value = field?.sort === 'values' ? field.values.at(0) : undefined;
  return value?.sort === 'text' && value.text === name;
}

/** A location condition of an item; everywhere where it has none. One that asks for itself has no end. */
function located(item: Item, location: Condition | undefined, condition: Condition, context: Tested): Node {
  if (location === undefined) return context.kit.yes;
  if (context.locations.includes(item)) {
    unsupported(
      context,
      condition.at,
      `Location of ${item.name} in the location of ${item.name}`,
      'a location that does not ask for itself',
    );
    return context.kit.no;
  }
  const { group } = context;
  const report: typeof group.report = (problem, of = item) => {
    group.report(problem, of);
  };
  return context.language.condition(location, locatedIn(context, item, { ...group, item, report }));
}
