import type { NameList } from '../expression/loading.js';
import { objectTypeNamings, relationNamings } from '../expression/integrators.js';
import type { Names } from '../expression/names.js';
import type { XmlElement } from '../xml/element.js';
import { stepsOf } from '../xml/paths.js';
import type { SortRow } from './forms.js';
import { nearestIn } from './nearest-in.js';
import type { Report } from './report.js';

/** Reports names that are not declared, of the form and of properties first. */
export function checkIds(element: XmlElement, sort: SortRow, names: Names, report: Report): void {
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
