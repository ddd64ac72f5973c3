import { type Damage, loseSection } from './damage.js';
import { type Loading, isTorn, reportError } from './load-context.js';
import { type ContentSource, contentShape } from './schema.js';
import { meter, variable } from './schema-model.js';
import { type Way, checkShape, pathOf } from './shape-check.js';
import { type Place, type SourceMap, type SourceValue, isMap } from './source-tree.js';

/** Reports all that the tables of forms refuse, takes it out, and notes the damage. */
export function validate(data: SourceMap, loading: Loading): ContentSource {
  const { places, damage, budget } = loading;
  const placeOf = (way: Way | undefined, isKey: boolean): Place => {
    if (way === undefined) return places.ofContainer(data);
    const { container, key } = way;
    return isKey && typeof key === 'string' ? places.ofKey(container, key) : places.ofValue(container, key);
  };
  checkShape(contentShape, {
    whole: 'content',
    data,
    budget,
    report(way, isKey, fault) {
      reportError({ loading }, placeOf(way, isKey), fault);
    },
    isTorn: (container) => isTorn({ loading }, container),
    lose(way) {
      const { container, key } = way;
      noteLoss(pathOf(way), (container as Readonly<Record<string | number, SourceValue>>)[key], data, damage);
      damage.containers.add(container);
    },
    dropElements(list, indices) {
      places.dropElements(list, indices);
    },
  });
  return data;
}

function noteLoss(path: readonly (string | number)[], value: SourceValue, data: SourceMap, damage: Damage): void {
  const [section, name, key] = path;
  // Its keys name nothing.
  if (section === 'environment') return;
  const isListing = path.length === 1 || (section === 'enumerations' && path.length > 2);
  if (isListing && value !== undefined) loseSection(damage, value);
  const isColumn = section === 'meters' || section === 'properties' || section === 'variables';
  // The lost key of a column without a type may have been that.
  const isType =
    isColumn &&
    path.length === 3 &&
    (key === 'type' || (!hasType(data[section], name) && !columnKeys.has(String(key))));
  if ((path.length === 2 || isType) && typeof name === 'string') damage.names.add(name);
}

function hasType(columns: SourceValue | undefined, name: string | number): boolean {
  const column = isMap(columns) ? columns[name] : undefined;
  return isMap(column) && column.type !== undefined;
}

const columnKeys: ReadonlySet<string> = new Set(Object.keys({ ...meter.keys, ...variable.keys }));
