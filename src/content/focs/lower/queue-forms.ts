import type { Node } from '../../../ir/node.js';
import type { Condition, Item, ItemKind, Value } from '../syntax.js';
import { isBetween } from './bounds.js';
import { type Tested, locatedIn } from './context.js';
import { fieldCondition } from './fields.js';
import type { ConditionForms } from './forms.js';
import { everyKind } from './kind-set.js';
import { requiredAt, valueAt } from './parameters.js';
import { unknownName, unsupported } from './problems.js';

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
