import { nearestName } from '../../diagnostics/nearest-name.js';
import {
  distanceIn,
  greatestDistance,
  objectTypesByText,
  relationLeads,
  relationsByText,
} from '../expression/integrators.js';
import type { IssueBook } from '../expression/issue-book.js';
import { leadingInteger } from '../expression/load-compat.js';
import { loadHeld } from '../expression/load-intended.js';
import { type Loading, type Spot, createLoading, refuse } from '../expression/loading.js';
import type { NameList, Names } from '../expression/names.js';
import { type CivExpression, type ValueType, literalAt } from '../expression/syntax.js';
import { type ObjectType, objectTypes } from '../policy.js';
import { type XmlElement, childOf, childText, childrenOf, joinPath, stepsOf } from '../xml/element.js';
import {
  type FormRow,
  type LoadedManipulators,
  type Manipulator,
  type Related,
  type SortRow,
  manipulatorTags,
  sorts,
} from './manipulator.js';

const rootTag = 'PropertyManipulators';

/**
 * A `PropertyManipulators` element as it is meant, with everything that is wrong with it: manipulator by manipulator,
 * in the order in which they apply.
 */
export function loadIntendedManipulators(
  root: XmlElement,
  names: Names,
  carriers: readonly ObjectType[],
  book: IssueBook,
): LoadedManipulators {
  const loading = createLoading(names, 'pure', book);
  const { issues } = loading;
  const spot = { element: root, path: root.name };
  if (root.name !== rootTag) {
    refuse(loading, 'unknown-tag', spot, `there is no element ${root.name} here, expected ${rootTag}`);
    return { manipulators: [], issues };
  }
  if (root.text !== '')
    refuse(loading, 'type', spot, `text in ${rootTag}, expected elements: ${manipulatorTags.join(', ')}`);
  const children = childSpots(spot);
  for (const child of children) {
    const { name } = child.element;
    if (manipulatorTags.some((tag) => tag === name)) continue;
    const expected = `expected ${manipulatorTags.join(', ')}${nearestIn(loading, name, manipulatorTags)}`;
    refuse(loading, 'unknown-tag', child, `${name} is no manipulator, ${expected}`);
  }
  const manipulators = manipulatorTags.flatMap((tag) =>
    children
      .filter(({ element }) => element.name === tag)
      .flatMap((child) => loadOne(loading, child, sorts[tag], carriers)),
  );
  return { manipulators: loading.hasErrors ? [] : manipulators, issues };
}

/** The children of an element, each with its path. */
function childSpots({ element, path }: Spot): readonly Spot[] {
  const steps = stepsOf(element);
  return element.children.map((child, i) => ({ element: child, path: joinPath(path, steps[i]) }));
}

/** `; did you mean PropertySource?`, or nothing where none of the known names is near. */
function nearestIn({ book }: Loading, given: string, known: Iterable<string>): string {
  const near = nearestName(given, known, book.budget);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** Names first, then what must be there and fit, then expressions. */
function loadOne(loading: Loading, spot: Spot, sort: SortRow, carriers: readonly ObjectType[]): readonly Manipulator[] {
  const { element } = spot;
  const children = childSpots(spot);
  checkIds(loading, children, sort);
  const row = sort.forms.get(childText(element, sort.typeTag));
  // What an unknown form takes nobody knows.
  if (row === undefined) {
    if (childOf(element, sort.typeTag) === undefined)
      refuse(loading, 'arity', spot, lacks(element, sort.typeTag, `one of ${[...sort.forms.keys()].join(', ')}`));
    return [];
  }
  checkStructure(loading, { spot, children, sort, row, carriers });
  const name = spot.path.slice(rootTag.length + 1);
  return [
    manipulatorOf(element, name, sort, row, carriers, (tag, wanted, scope) => {
      const holder = children.find((child) => child.element.name === tag);
      return holder === undefined ? undefined : loadHeld(loading, holder, wanted, scope);
    }),
  ];
}

function lacks(element: XmlElement, tag: string, what = 'one'): string {
  return `${element.name} has no ${tag}; give it ${what}`;
}

/** The expression in the first child of a name, asked of objects of some types; undefined where there is none. */
type Load = (tag: string, wanted: ValueType, scope: readonly ObjectType[]) => CivExpression | undefined;

/**
 * What a manipulator of a known form says, however its expressions are loaded. What there is no such thing of, or is no
 * number, is checked elsewhere.
 */
export function manipulatorOf(
  element: XmlElement,
  name: string,
  { propertyTags, isPropagator }: SortRow,
  row: FormRow,
  carriers: readonly ObjectType[],
  load: Load,
): Manipulator {
  const { line, column } = element;
  const { numbers, options = [], hasExpression } = row;
  const objectType = objectTypeIn(element, 'GameObjectType');
  return {
    name,
    line,
    column,
    objectType,
    relation: relatedIn(element, 'RelationType', 'iDistance'),
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
  const objectType = objectTypeIn(element, 'TargetObjectType');
  const isUnknown = objectType === undefined && childText(element, 'TargetObjectType') !== '';
  return {
    objectType,
    relation: isUnknown ? undefined : relatedIn(element, 'TargetRelationType', 'iTargetDistance'),
    condition: load('TargetCondition', 'boolean', typesOr(objectType, objectTypes)),
  };
}

function typesOr(type: ObjectType | undefined, all: readonly ObjectType[]): readonly ObjectType[] {
  return type === undefined ? all : [type];
}

/** The type that the first child of a name names. */
export function objectTypeIn(element: XmlElement, tag: string): ObjectType | undefined {
  return objectTypesByText.get(childText(element, tag));
}

/** The relation that a child names, with the distance that another gives; nearer than here there is nobody. */
export function relatedIn(element: XmlElement, relationTag: string, distanceTag: string): Related | undefined {
  const relation = relationsByText.get(childText(element, relationTag));
  if (relation === undefined) return undefined;
  const distance = relation === 'NEAR' ? leadingInteger(childText(element, distanceTag)) : 0;
  return distance < 0 ? undefined : { relation, distance };
}

/** Reports names that are not declared, of the form and of properties first. */
function checkIds(loading: Loading, children: readonly Spot[], sort: SortRow): void {
  const { names } = loading;
  const rows: readonly (readonly [tag: string, what: string, known: NameList])[] = [
    [sort.typeTag, 'form', sort.forms],
    ...sort.propertyTags.map((tag) => [tag, 'property', names.properties] as const),
    ['AttributeType', 'attribute', names.attributes],
    ['GameObjectType', 'type of object', objectTypesByText],
    ['RelationType', 'relation', relationsByText],
    ['TargetObjectType', 'type of object', objectTypesByText],
    ['TargetRelationType', 'relation', relationsByText],
  ];
  for (const [tag, what, known] of rows) {
    for (const child of children) {
      const { name, text } = child.element;
      if (name !== tag || known.has(text)) continue;
      const near = nearestIn(loading, text, known.keys());
      refuse(loading, 'unknown-id', child, `there is no ${what} ${JSON.stringify(text)}${near}`);
    }
  }
}

/** A manipulator whose form is known. */
interface Formed {
  readonly spot: Spot;
  readonly children: readonly Spot[];
  readonly sort: SortRow;
  readonly row: FormRow;
  /** Types of the objects that carry it. */
  readonly carriers: readonly ObjectType[];
}

/**
 * Reports elements that are missing, too many or not understood, and what does not fit. Names are known to exist or
 * reported.
 */
function checkStructure(loading: Loading, formed: Formed): void {
  const { spot, sort, row, carriers } = formed;
  const { element } = spot;
  const { isPropagator } = sort;
  const required = [
    sort.typeTag,
    ...sort.propertyTags,
    ...(row.hasAttribute ? ['AttributeType'] : []),
    ...(isPropagator ? ['TargetRelationType'] : []),
    ...(row.hasExpression ? ['iAmountPerTurn'] : []),
    ...row.numbers,
  ];
  const optional = [
    ...['GameObjectType', 'RelationType', 'iDistance', 'Active'],
    ...(isPropagator ? ['TargetObjectType', 'iTargetDistance', 'TargetCondition'] : []),
    ...(row.options ?? []),
  ];
  checkTags(loading, formed, [...required, ...optional]);
  for (const tag of required)
    if (childOf(element, tag) === undefined) refuse(loading, 'arity', spot, lacks(element, tag));
  if (childOf(element, 'RelationType') !== undefined && childOf(element, 'GameObjectType') === undefined) {
    const lack = `${element.name} has a RelationType and no GameObjectType, so that it reaches nothing`;
    refuse(loading, 'arity', spot, `${lack}; say objects of which type it leads to`);
  }
  checkNumbers(loading, formed);
  const receivers = typesOr(objectTypeIn(element, 'GameObjectType'), carriers);
  checkAttribute(loading, formed, receivers);
  checkRelation(loading, formed, 'RelationType', 'GameObjectType', carriers);
  if (isPropagator) checkRelation(loading, formed, 'TargetRelationType', 'TargetObjectType', receivers);
}

function checkTags(loading: Loading, { spot, children }: Formed, known: readonly string[]): void {
  const { element } = spot;
  const list = known.join(', ');
  if (element.text !== '') refuse(loading, 'type', spot, `text in ${element.name}, expected elements: ${list}`);
  for (const child of children) {
    const { name } = child.element;
    if (known.includes(name)) continue;
    const expected = `expected ${list}${nearestIn(loading, name, known)}`;
    refuse(loading, 'unknown-tag', child, `there is no ${name} in this ${element.name}, ${expected}`);
  }
  for (const tag of known) {
    const count = childrenOf(element, tag).length;
    if (count > 1) refuse(loading, 'arity', spot, `${element.name} has ${String(count)} elements ${tag}; leave one`);
  }
}

function checkNumbers(loading: Loading, { children, sort, row }: Formed): void {
  const distances = ['iDistance', ...(sort.isPropagator ? ['iTargetDistance'] : [])];
  const wholes: readonly string[] = [...row.numbers, ...(row.options ?? [])];
  for (const child of children) {
    const { name, text, children: inside } = child.element;
    const isPlain = inside.length === 0;
    const given = JSON.stringify(text);
    if (distances.includes(name)) {
      const expected = `a whole number of 0 to ${String(greatestDistance)}`;
      if (!isPlain || distanceIn(text) === undefined)
        refuse(loading, 'type', child, `${name} is ${given}, expected ${expected}`);
    } else if (wholes.includes(name) && !(isPlain && isWhole(text)))
      refuse(
        loading,
        'type',
        child,
        `${name} is ${isPlain ? given : 'an element'}, expected a whole number of 32 bits`,
      );
  }
}

/** Whether a text is a whole number of 32 bits. */
function isWhole(text: string): boolean {
  return /^[+-]?\d+$/.test(text) && Number(text) === (Number(text) | 0);
}

function checkAttribute(loading: Loading, { children, row }: Formed, receivers: readonly ObjectType[]): void {
  const child = row.hasAttribute ? children.find(({ element }) => element.name === 'AttributeType') : undefined;
  const types = loading.names.attributes.get(child?.element.text ?? '');
  if (child === undefined || types === undefined || receivers.some((type) => types.includes(type))) return;
  const of = `${child.element.text} is an attribute of ${types.join(', ')}`;
  refuse(loading, 'type', child, `${of}, and it is asked of ${receivers.join(', ')}`);
}

/** A relation that leads nowhere from any of the types that it starts from. */
function checkRelation(
  loading: Loading,
  { spot, children }: Formed,
  relationTag: string,
  typeTag: string,
  from: readonly ObjectType[],
): void {
  const child = children.find(({ element }) => element.name === relationTag);
  const relation = relationsByText.get(child?.element.text ?? '');
  const type = objectTypeIn(spot.element, typeTag);
  const to = childOf(spot.element, typeTag) === undefined ? objectTypes : type === undefined ? [] : [type];
  if (child === undefined || relation === undefined || to.length === 0) return;
  if (from.some((start) => to.some((end) => relationLeads(relation, start, end)))) return;
  const leads = `${child.element.text} leads from ${from.join(', ')} to no ${to.join(', ')}`;
  refuse(loading, 'type', child, `${leads}; see which relations start there`);
}
