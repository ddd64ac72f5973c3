import { type IssueBook, type LoadingSpot, createLoading, loadAlone, refuse } from '../parse/expression-loading.js';
import { loadCompat, leadingInteger } from '../parse/load-compat.js';
import type { Names, NameList } from '../parse/declared-names.js';
import {
  type ObjectType,
  type Policy,
  objectTypes,
  type CivExpression,
  type ValueType,
  integerText,
  literalAt,
  type XmlElement,
  childOf,
  childSpots,
  childText,
  childrenOf,
  spotOf,
} from '../syntax.js';
import {
  type LoadedManipulators,
  type Manipulator,
  type KindRow,
  manipulatorTags,
  manipulatorKinds,
  type FormRow,
  type Related,
} from './manipulator.js';
import { didYouMean } from '../../text/nearest-name.js';
import { distanceIn, greatestDistance, objectTypesByText, relationLeads, relationsByText } from '../parse/operators.js';
import { loadHeld } from '../parse/load-intended.js';

/**
 * Loads a `PropertyManipulators` element. `carriers`: the types of the objects that carry it. The shipped game accepts
 * everything, so only `intended` has issues; after an error, nothing of the element loads.
 */
export function loadManipulators(
  root: XmlElement,
  names: Names,
  policy: Policy,
  carriers: readonly ObjectType[],
): LoadedManipulators {
  return loadAlone((book) => manipulatorsInBook(root, names, policy, carriers, book));
}

export function manipulatorsInBook(
  root: XmlElement,
  names: Names,
  policy: Policy,
  carriers: readonly ObjectType[],
  book: IssueBook,
): LoadedManipulators {
  if (policy === 'intended') return loadIntendedManipulators(root, names, carriers, book);
  const children = childSpots({ element: root, path: '' });
  const manipulators = manipulatorTags.flatMap((tag) =>
    children.flatMap(({ element, path }) =>
      element.name === tag ? loadCompatManipulator(element, path, manipulatorKinds[tag], names) : [],
    ),
  );
  return { manipulators, issues: [] };
}

/** The first of several elements with one name counts; none if the manipulator has no effect. Never fails. */
function loadCompatManipulator(element: XmlElement, name: string, kind: KindRow, names: Names): readonly Manipulator[] {
  const row = kind.forms.get(childText(element, kind.typeTag));
  if (row === undefined || kind.propertyTags.some((tag) => !names.properties.has(childText(element, tag)))) return [];
  // An undeclared attribute is 0 everywhere.
  if (row.hasAttribute && !names.attributes.has(childText(element, 'AttributeType'))) return [];
  const objectType = objectTypeIn(element, receiving);
  // An unknown type or relation relates to no objects.
  if (objectType === undefined && childText(element, receiving.type) !== '') return [];
  const isNobody = objectType === undefined || relatedIn(element, receiving) === undefined;
  if (isNobody && childText(element, receiving.relation) !== '') return [];
  return [
    manipulatorOf(element, name, kind, row, objectTypes, (tag, wanted) => {
      const holder = childOf(element, tag);
      return holder && loadCompat(holder, names, wanted);
    }),
  ];
}

const rootTag = 'PropertyManipulators';

interface EndTags {
  readonly type: string;
  readonly relation: string;
  readonly distance: string;
}

const receiving: EndTags = { type: 'GameObjectType', relation: 'RelationType', distance: 'iDistance' };

const targeting: EndTags = { type: 'TargetObjectType', relation: 'TargetRelationType', distance: 'iTargetDistance' };

/** Issues are by manipulator, in the order in which they apply. */
function loadIntendedManipulators(
  root: XmlElement,
  names: Names,
  carriers: readonly ObjectType[],
  book: IssueBook,
): LoadedManipulators {
  const loading = createLoading(names, 'pure', book);
  const { issues } = loading;
  const spot = { element: root, path: root.name, loading };
  if (root.name !== rootTag) {
    refuse(spot, 'unknown-tag', `the element is ${root.name}, expected ${rootTag}`);
    return { manipulators: [], issues };
  }
  refuseOwnText(spot, manipulatorTags);
  const children = childSpots(spot);
  for (const child of children) {
    const { name } = child.element;
    if (manipulatorTags.some((tag) => tag === name)) continue;
    refuse(
      child,
      'unknown-tag',
      `${name} is not a manipulator, expected ${manipulatorTags.join(', ')}${nearestIn(child, name, manipulatorTags)}`,
    );
  }
  const manipulators = manipulatorTags.flatMap((tag) =>
    children
      .filter(({ element }) => element.name === tag)
      .flatMap((child) => loadOne(child, manipulatorKinds[tag], carriers)),
  );
  return { manipulators: loading.hasErrors ? [] : manipulators, issues };
}

function refuseOwnText(spot: LoadingSpot, known: readonly string[]): void {
  const { name, text } = spot.element;
  if (text !== '') refuse(spot, 'type', `${name} holds text, expected elements: ${known.join(', ')}`);
}

/** `; did you mean PropertySource?`, or an empty text if no known name is similar. */
function nearestIn({ loading: { book } }: LoadingSpot, given: string, known: Iterable<string>): string {
  const near = didYouMean(given, known, book.budget);
  return near === undefined ? '' : `; ${near}`;
}

function loadOne(spot: LoadingSpot, kind: KindRow, carriers: readonly ObjectType[]): readonly Manipulator[] {
  const { element } = spot;
  const children = childSpots(spot);
  checkIds(spot, children, kind);
  const row = kind.forms.get(childText(element, kind.typeTag));
  // Elements of an unknown form cannot be checked.
  if (row === undefined) {
    if (childOf(element, kind.typeTag) === undefined)
      refuse(spot, 'arity', lacks(element, kind.typeTag, `one of ${[...kind.forms.keys()].join(', ')}`));
    return [];
  }
  checkStructure({ spot, children, kind, row, carriers });
  const name = spot.path.slice(rootTag.length + 1);
  return [
    manipulatorOf(element, name, kind, row, carriers, (tag, wanted, scope) => {
      const holder = spotOf(children, tag);
      return holder && loadHeld(holder, wanted, scope);
    }),
  ];
}

function lacks(element: XmlElement, tag: string, what = 'one'): string {
  return `${element.name} has no ${tag}; give it ${what}`;
}

type Load = (tag: string, wanted: ValueType, scope: readonly ObjectType[]) => CivExpression | undefined;

function manipulatorOf(
  element: XmlElement,
  name: string,
  { propertyTags, isPropagator }: KindRow,
  row: FormRow,
  carriers: readonly ObjectType[],
  load: Load,
): Manipulator {
  const { line, column } = element;
  const { numbers, options = [], hasExpression } = row;
  const objectType = objectTypeIn(element, receiving);
  return {
    name,
    line,
    column,
    objectType,
    relation: relatedIn(element, receiving),
    active: load('Active', 'boolean', typesOr(objectType, carriers)),
    form: {
      row,
      properties: propertyTags.map((tag) => childText(element, tag)),
      numbers: Object.fromEntries(
        [...numbers, ...options].map((tag) => [tag, leadingInteger(childText(element, tag))]),
      ),
      attribute: childText(element, 'AttributeType'),
      expression: hasExpression
        ? (load('iAmountPerTurn', 'number', typesOr(objectType, carriers)) ?? literalAt(0, 'number', element))
        : undefined,
      targets: isPropagator ? targetsOf(element, load) : undefined,
    },
  };
}

function targetsOf(element: XmlElement, load: Load): Manipulator['form']['targets'] {
  const objectType = objectTypeIn(element, targeting);
  const isUnknown = objectType === undefined && childText(element, targeting.type) !== '';
  return {
    objectType,
    relation: isUnknown ? undefined : relatedIn(element, targeting),
    condition: load('TargetCondition', 'boolean', typesOr(objectType, objectTypes)),
  };
}

function typesOr(type: ObjectType | undefined, all: readonly ObjectType[]): readonly ObjectType[] {
  return type === undefined ? all : [type];
}

function objectTypeIn(element: XmlElement, { type }: EndTags): ObjectType | undefined {
  return objectTypesByText.get(childText(element, type));
}

function relatedIn(element: XmlElement, tags: EndTags): Related | undefined {
  const relation = relationsByText.get(childText(element, tags.relation));
  if (relation === undefined) return undefined;
  const distance = relation === 'NEAR' ? leadingInteger(childText(element, tags.distance)) : 0;
  return distance < 0 ? undefined : { relation, distance };
}

/** Checks the form and properties first. */
function checkIds({ loading: { names } }: LoadingSpot, children: readonly LoadingSpot[], kind: KindRow): void {
  const rows: readonly (readonly [tag: string, what: string, known: NameList])[] = [
    [kind.typeTag, 'form', kind.forms],
    ...kind.propertyTags.map((tag) => [tag, 'property', names.properties] as const),
    ['AttributeType', 'attribute', names.attributes],
    ...[receiving, targeting].flatMap(
      ({ type, relation }) =>
        [
          [type, 'type of object', objectTypesByText],
          [relation, 'relation', relationsByText],
        ] as const,
    ),
  ];
  for (const [tag, what, known] of rows) {
    for (const child of children) {
      const { name, text } = child.element;
      if (name !== tag || known.has(text)) continue;
      const near = nearestIn(child, text, known.keys());
      refuse(child, 'unknown-id', `there is no ${what} ${JSON.stringify(text)}${near}`);
    }
  }
}

interface Formed {
  readonly spot: LoadingSpot;
  readonly children: readonly LoadingSpot[];
  readonly kind: KindRow;
  readonly row: FormRow;
  readonly carriers: readonly ObjectType[];
}

/** Reports missing, repeated, invalid and unsuitable elements. Unknown names are reported already. */
function checkStructure(formed: Formed): void {
  const { spot, row, carriers } = formed;
  const { element } = spot;
  const { typeTag, propertyTags, isPropagator } = formed.kind;
  const required = [
    typeTag,
    ...propertyTags,
    ...(row.hasAttribute ? ['AttributeType'] : []),
    ...(isPropagator ? [targeting.relation] : []),
    ...(row.hasExpression ? ['iAmountPerTurn'] : []),
    ...row.numbers,
  ];
  const optional = [
    ...[receiving.type, receiving.relation, receiving.distance, 'Active'],
    ...(isPropagator ? [targeting.type, targeting.distance, 'TargetCondition'] : []),
    ...(row.options ?? []),
  ];
  checkTags(formed, [...required, ...optional]);
  for (const tag of required) if (childOf(element, tag) === undefined) refuse(spot, 'arity', lacks(element, tag));
  if (childOf(element, receiving.relation) !== undefined && childOf(element, receiving.type) === undefined) {
    refuse(
      spot,
      'arity',
      `${element.name} has a RelationType and no GameObjectType, so that it reaches nothing; say objects of which type it leads to`,
    );
  }
  checkNumbers(formed);
  const receivers = typesOr(objectTypeIn(element, receiving), carriers);
  checkAttribute(formed, receivers);
  checkRelation(formed, receiving, carriers);
  if (isPropagator) checkRelation(formed, targeting, receivers);
}

function checkTags({ spot, children }: Formed, known: readonly string[]): void {
  const { element } = spot;
  refuseOwnText(spot, known);
  for (const child of children) {
    const { name } = child.element;
    if (known.includes(name)) continue;
    refuse(
      child,
      'unknown-tag',
      `${element.name} cannot hold ${name}, expected ${known.join(', ')}${nearestIn(child, name, known)}`,
    );
  }
  for (const tag of known) {
    const count = childrenOf(element, tag).length;
    if (count > 1) refuse(spot, 'arity', `${element.name} has ${count} elements ${tag}; leave one`);
  }
}

function checkNumbers({ children, kind, row }: Formed): void {
  const distances = [receiving.distance, ...(kind.isPropagator ? [targeting.distance] : [])];
  const wholes: readonly string[] = [...row.numbers, ...(row.options ?? [])];
  for (const child of children) {
    const { name, text, children: inside } = child.element;
    const isPlain = inside.length === 0;
    const given = JSON.stringify(text);
    if (distances.includes(name)) {
      if (!isPlain || distanceIn(text) === undefined)
        refuse(child, 'type', `${name} is ${given}, expected a whole number of 0 to ${greatestDistance}`);
    } else if (wholes.includes(name) && !(isPlain && isWhole(text))) {
      refuse(child, 'type', `${name} is ${isPlain ? given : 'an element'}, expected a 32-bit integer`);
    }
  }
}

function isWhole(text: string): boolean {
  return integerText.test(text) && Number(text) === (Number(text) | 0);
}

function checkAttribute({ children, row }: Formed, receivers: readonly ObjectType[]): void {
  const child = row.hasAttribute ? spotOf(children, 'AttributeType') : undefined;
  const types = child?.loading.names.attributes.get(child?.element.text ?? '');
  if (child === undefined || types === undefined || receivers.some((type) => types.includes(type))) return;
  refuse(
    child,
    'type',
    `${child.element.text} is an attribute of ${types.join(', ')}, and it is asked of ${receivers.join(', ')}`,
  );
}

function checkRelation({ spot, children }: Formed, tags: EndTags, from: readonly ObjectType[]): void {
  const child = spotOf(children, tags.relation);
  const relation = relationsByText.get(child?.element.text ?? '');
  const type = objectTypeIn(spot.element, tags);
  const to = childOf(spot.element, tags.type) === undefined ? objectTypes : type === undefined ? [] : [type];
  if (child === undefined || relation === undefined || to.length === 0) return;
  if (from.some((start) => to.some((end) => relationLeads(relation, start, end)))) return;
  refuse(
    child,
    'type',
    `${child.element.text} leads from ${from.join(', ')} to no ${to.join(', ')}; see which relations start there`,
  );
}
