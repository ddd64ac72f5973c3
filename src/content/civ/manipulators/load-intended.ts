import type { IssueBook } from '../expression/issue-book.js';
import { loadInBook } from '../expression/load-intended.js';
import type { Names } from '../expression/names.js';
import type { CivExpression, CivIssue } from '../expression/syntax.js';
import { type ObjectType, objectTypes } from '../policy.js';
import { type XmlElement, childOf } from '../xml/element.js';
import { joinPath, stepsOf } from '../xml/paths.js';
import { checkStructure } from './check-structure.js';
import { objectTypeIn, relatedIn, wholeOf } from './element-values.js';
import { type FormRow, type SortRow, sorts } from './forms.js';
import { type LoadedManipulators, type Manipulator, type ManipulatorTag, manipulatorTags } from './manipulator.js';
import { nearestIn } from './nearest-in.js';
import { type Report, createReport } from './report.js';
import type { NameList } from '../expression/loading.js';
import { objectTypeNamings, relationNamings } from '../expression/integrators.js';

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
  const issues: CivIssue[] = [];
  const before = book.found.error;
  const report = createReport(issues, root.name, book);
  const steps = stepsOf(root);
  if (root.name !== rootTag) {
    report.error('unknown-tag', root, '', `there is no element ${root.name} here, expected ${rootTag}`);
    return { manipulators: [], issues };
  }
  if (root.text !== '')
    report.error('type', root, '', `text in ${rootTag}, expected elements: ${manipulatorTags.join(', ')}`);
  for (const [i, element] of root.children.entries()) {
    if (!isManipulator(element.name))
      report.error(
        'unknown-tag',
        element,
        steps[i],
        `${element.name} is no manipulator, expected ${manipulatorTags.join(', ')}${nearestIn(element.name, manipulatorTags, book.budget)}`,
      );
  }
  const manipulators = manipulatorTags.flatMap((tag) =>
    root.children.flatMap((element, i) => {
      if (element.name !== tag) return [];
      return loadOne({
        element,
        name: steps[i],
        sort: sorts[tag],
        names,
        carriers,
        book,
        report: createReport(issues, joinPath(root.name, steps[i]), book),
      });
    }),
  );
  return { manipulators: book.found.error > before ? [] : manipulators, issues };
}

function isManipulator(name: string): name is ManipulatorTag {
  return manipulatorTags.some((tag) => tag === name);
}

interface Loading {
  readonly element: XmlElement;
  readonly name: string;
  readonly sort: SortRow;
  readonly names: Names;
  readonly carriers: readonly ObjectType[];
  readonly book: IssueBook;
  readonly report: Report;
}

/** Names first, then what must be there and fit, then expressions. */
function loadOne(loading: Loading): readonly Manipulator[] {
  const { element, sort, names, carriers, report, name } = loading;
  checkIds(element, sort, names, report);
  const row = sort.forms.get(childOf(element, sort.typeTag)?.text ?? '');
  // What an unknown form takes nobody knows.
  if (row === undefined) {
    if (childOf(element, sort.typeTag) === undefined)
      report.error(
        'arity',
        element,
        '',
        `${element.name} has no ${sort.typeTag}; give it one of ${[...sort.forms.keys()].join(', ')}`,
      );
    return [];
  }
  const objectType = objectTypeIn(element, 'GameObjectType');
  const receivers = objectType === undefined ? carriers : [objectType];
  checkStructure(element, sort, row, { carriers, receivers }, names, report);
  const active = load(loading, 'Active', 'boolean', receivers);
  const form = formOf(loading, row, receivers);
  if (report.hasErrors) return [];
  return [
    {
      name,
      objectType,
      relation: relatedIn(element, 'RelationType', 'iDistance'),
      active,
      form,
      line: element.line,
      column: element.column,
    },
  ];
}

function formOf(loading: Loading, row: FormRow, receivers: readonly ObjectType[]): Manipulator['form'] {
  const { element } = loading;
  const textOf = (tag: string): string => childOf(element, tag)?.text ?? '';
  return row.form({
    property: textOf,
    whole: (tag) => wholeOf(textOf(tag)) ?? 0,
    attribute: () => textOf('AttributeType'),
    amount: () =>
      load(loading, 'iAmountPerTurn', 'number', receivers) ?? {
        node: 'literal',
        value: 0,
        type: 'number',
        line: element.line,
        column: element.column,
      },
    targets() {
      const objectType = objectTypeIn(element, 'TargetObjectType');
      const condition = load(
        loading,
        'TargetCondition',
        'boolean',
        objectType === undefined ? objectTypes : [objectType],
      );
      return { objectType, condition, relation: relatedIn(element, 'TargetRelationType', 'iTargetDistance') };
    },
  });
}

/** The expression in the first child of a name; undefined where there is none, or a faulty one. */
function load(
  { element, names, book, report }: Loading,
  tag: string,
  wanted: 'boolean' | 'number',
  scope: readonly ObjectType[],
): CivExpression | undefined {
  const index = element.children.findIndex((child) => child.name === tag);
  if (index < 0) return undefined;
  const loaded = loadInBook(element.children[index], names, wanted, scope, 'pure', book);
  report.add(stepsOf(element)[index], loaded);
  return loaded.expression;
}

/** Reports names that are not declared, of the form and of properties first. */
function checkIds(element: XmlElement, sort: SortRow, names: Names, report: Report): void {
  const steps = stepsOf(element);
  for (const [tag, what, known] of knownNames(sort, names)) {
    for (const [i, child] of element.children.entries()) {
      if (child.name !== tag || known.has(child.text)) continue;
      report.error(
        'unknown-id',
        child,
        steps[i],
        `there is no ${what} ${JSON.stringify(child.text)}${nearestIn(child.text, known.keys(), report.budget)}`,
      );
    }
  }
}

type Row = readonly [tag: string, what: string, known: NameList & { has(name: string): boolean }];

const knownTypes = new Set(objectTypeNamings);
const knownRelations = new Set(relationNamings);

function knownNames(sort: SortRow, names: Names): readonly Row[] {
  return [
    [sort.typeTag, 'form', sort.forms],
    ...sort.propertyTags.map((tag): Row => [tag, 'property', names.properties]),
    ['AttributeType', 'attribute', names.attributes],
    ['GameObjectType', 'type of object', knownTypes],
    ['RelationType', 'relation', knownRelations],
    ['TargetObjectType', 'type of object', knownTypes],
    ['TargetRelationType', 'relation', knownRelations],
  ];
}
