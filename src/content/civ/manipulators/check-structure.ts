import type { Names } from '../expression/names.js';
import { type ObjectType, objectTypes } from '../policy.js';
import { type XmlElement, childOf, childrenOf } from '../xml/element.js';
import { stepsOf } from '../xml/paths.js';
import { greatestDistance } from '../expression/load-aggregate.js';
import { relationLeads, relationOf } from '../expression/integrators.js';
import { distanceOf, objectTypeIn, wholeOf } from './element-values.js';
import type { FormRow, SortRow } from './forms.js';
import { nearestIn } from './nearest-in.js';
import type { Report } from './report.js';

/** Types of the objects that carry a manipulator, and of those that it counts for. */
export interface Whom {
  readonly carriers: readonly ObjectType[];
  readonly receivers: readonly ObjectType[];
}

/**
 * Reports elements that are missing, too many or not understood, and what does not fit. Names are known to exist or
 * reported.
 */
export function checkStructure(
  element: XmlElement,
  sort: SortRow,
  row: FormRow,
  whom: Whom,
  names: Names,
  report: Report,
): void {
  const required = requiredTags(sort, row);
  checkTags(element, [...required, ...optionalTags(sort, row)], report);
  for (const tag of required) {
    if (childOf(element, tag) === undefined)
      report.error('arity', element, '', `${element.name} has no ${tag}; give it one`);
  }
  if (childOf(element, 'RelationType') !== undefined && childOf(element, 'GameObjectType') === undefined) {
    report.error(
      'arity',
      element,
      '',
      `${element.name} has a RelationType and no GameObjectType, so that it reaches nothing; say objects of which type it leads to`,
    );
  }
  checkNumbers(element, sort, row, report);
  checkAttribute(element, row, whom.receivers, names, report);
  checkRelation(element, ['RelationType', 'GameObjectType'], whom.carriers, report);
  if (sort.isPropagator) checkRelation(element, ['TargetRelationType', 'TargetObjectType'], whom.receivers, report);
}

function requiredTags(sort: SortRow, row: FormRow): readonly string[] {
  return [
    sort.typeTag,
    ...sort.propertyTags,
    ...(row.hasAttribute ? ['AttributeType'] : []),
    ...(sort.isPropagator ? ['TargetRelationType'] : []),
    ...(row.hasExpression ? ['iAmountPerTurn'] : []),
    ...row.numbers,
  ];
}

function optionalTags(sort: SortRow, row: FormRow): readonly string[] {
  return [
    'GameObjectType',
    'RelationType',
    'iDistance',
    'Active',
    ...(sort.isPropagator ? ['TargetObjectType', 'iTargetDistance', 'TargetCondition'] : []),
    ...row.options,
  ];
}

function checkTags(element: XmlElement, known: readonly string[], report: Report): void {
  if (element.text !== '')
    report.error('type', element, '', `text in ${element.name}, expected elements: ${known.join(', ')}`);
  const steps = stepsOf(element);
  for (const [i, child] of element.children.entries()) {
    if (!known.includes(child.name))
      report.error(
        'unknown-tag',
        child,
        steps[i],
        `there is no ${child.name} in this ${element.name}, expected ${known.join(', ')}${nearestIn(child.name, known, report.budget)}`,
      );
  }
  for (const tag of known) {
    const count = childrenOf(element, tag).length;
    if (count > 1)
      report.error('arity', element, '', `${element.name} has ${String(count)} elements ${tag}; leave one`);
  }
}

function checkNumbers(element: XmlElement, sort: SortRow, row: FormRow, report: Report): void {
  const distances = ['iDistance', ...(sort.isPropagator ? ['iTargetDistance'] : [])];
  const steps = stepsOf(element);
  for (const [i, child] of element.children.entries()) {
    if (distances.includes(child.name)) {
      if (child.children.length > 0 || distanceOf(child.text) === undefined)
        report.error(
          'type',
          child,
          steps[i],
          `${child.name} is ${JSON.stringify(child.text)}, expected a whole number of 0 to ${String(greatestDistance)}`,
        );
    } else if (row.numbers.includes(child.name) || row.options.includes(child.name)) {
      if (child.children.length > 0 || wholeOf(child.text) === undefined)
        report.error(
          'type',
          child,
          steps[i],
          `${child.name} is ${child.children.length > 0 ? 'an element' : JSON.stringify(child.text)}, expected a whole number of 32 bits`,
        );
    }
  }
}

function checkAttribute(
  element: XmlElement,
  row: FormRow,
  receivers: readonly ObjectType[],
  names: Names,
  report: Report,
): void {
  const child = row.hasAttribute ? childOf(element, 'AttributeType') : undefined;
  const types = names.attributes.get(child?.text ?? '');
  if (child === undefined || types === undefined || receivers.some((type) => types.includes(type))) return;
  report.error(
    'type',
    child,
    child.name,
    `${child.text} is an attribute of ${types.join(', ')}, and it is asked of ${receivers.join(', ')}`,
  );
}

/** A relation that leads nowhere from any of the types that it starts from. */
function checkRelation(
  element: XmlElement,
  [relationTag, typeTag]: readonly [string, string],
  from: readonly ObjectType[],
  report: Report,
): void {
  const child = childOf(element, relationTag);
  const relation = relationOf(child?.text ?? '');
  const type = objectTypeIn(element, typeTag);
  const to = childOf(element, typeTag) === undefined ? objectTypes : type === undefined ? [] : [type];
  if (child === undefined || relation === undefined || to.length === 0) return;
  if (from.some((start) => to.some((end) => relationLeads(relation, start, end)))) return;
  report.error(
    'type',
    child,
    child.name,
    `${child.text} leads from ${from.join(', ')} to no ${to.join(', ')}; see which relations start there`,
  );
}
