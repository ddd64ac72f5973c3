import { type Document, type ParsedNode, type YAMLMap, type YAMLSeq, isMap, isScalar, isSeq } from 'yaml';
import { quoteText } from '../diagnostics/quote.js';
import { type Damage, loseSecond, loseSection } from './damage.js';
import { type Container, type SourceList, type SourceMap, type SourceValue, createMap } from './source-tree.js';
import { type ContainerMark, type ReadFile, type ValueMark, type YamlPlaces, placeAt } from './yaml-places.js';
import type { YamlFault } from './yaml-tokens.js';

interface Building {
  readonly file: ReadFile;
  readonly places: YamlPlaces;
  readonly damage: Damage;
  readonly report: (fault: YamlFault) => void;
}

/**
 * Turns a YAML document into plain data and marks where everything stands. An empty file is content that says nothing.
 */
export function buildData(document: Document.Parsed, building: Building): SourceMap {
  const { contents } = document;
  if (isMap(contents)) return buildMap(contents, building, []);
  if (contents !== null && !(isScalar(contents) && contents.value === null)) {
    building.report({
      code: 'wrong-type',
      offset: startOf(contents),
      message: `the file is ${isSeq(contents) ? 'a list' : 'a single value'}, expected a map with the sections of content`,
      suggestion: 'begin with a section such as `meters:` or `classes:`',
    });
  }
  const map = createMap();
  mark(map, 0, building);
  return map;
}

/** The keys above a value; only those of a section and of what it declares are told apart. */
type Above = readonly string[];

/** The tokens have limited the depth, so this may recurse. */
function build(node: ParsedNode, building: Building, above: Above): SourceValue {
  if (isMap(node)) return buildMap(node, building, above);
  if (isSeq(node)) return buildList(node, building);
  return isScalar(node) ? scalarValue(node.value) : null;
}

function buildMap(node: YAMLMap.Parsed, building: Building, above: Above): SourceMap {
  const map = createMap();
  const made = mark(map, startOf(node), building);
  for (const { key, value } of node.items) {
    const name = keyName(key, building);
    const earlier = name === undefined ? undefined : made.entries?.get(name);
    const inside = above.length < 2 ? [...above, name ?? ''] : above;
    const built = value === null ? null : build(value, building, inside);
    if (name === undefined || earlier !== undefined) {
      building.damage.containers.add(map);
      if (above.length === 0) loseSection(building.damage, built);
      if (above.length === 1 && name !== undefined) loseSecond(building.damage, above[0], name, map[name], built);
    }
    if (name === undefined) continue;
    if (earlier !== undefined) {
      building.report(duplicateFault(name, startOf(key), placeAt(building.file, earlier.key).line));
      continue;
    }
    made.entries ??= new Map();
    made.entries.set(name, { key: startOf(key), value: value === null ? key.range[1] : valueMark(value) });
    map[name] = built;
  }
  return map;
}

/** Of what is deeper than a declaration nothing is told apart. */
const deep: Above = ['', ''];

function buildList(node: YAMLSeq.Parsed, building: Building): SourceList {
  const list: SourceList = node.items.map((item) => build(item, building, deep));
  const made = mark(list, startOf(node), building);
  if (list.length > 0) made.values = node.items.map(valueMark);
  return list;
}

/** The name that a key is, or undefined when it is none that content may have. */
function keyName(key: ParsedNode, building: Building): string | undefined {
  const value = isScalar(key) ? key.value : undefined;
  // A number's own text, so that 07 and 7 are two keys.
  const name = typeof value === 'string' ? value : typeof value === 'number' && isScalar(key) ? key.source : undefined;
  const fault = keyFault(key, name);
  if (fault === undefined) return name;
  building.report({ ...fault, offset: startOf(key) });
  return undefined;
}

function keyFault(key: ParsedNode, name: string | undefined): Omit<YamlFault, 'offset'> | undefined {
  if (name === undefined) {
    const source = isScalar(key) ? (key.source ?? '') : undefined;
    return {
      code: 'yaml-key',
      message: `this key is ${source === undefined ? 'a map or list' : source === '' ? 'empty' : quoteText(source)}, expected a name`,
      suggestion: 'write a name, in quotes where YAML takes it for something else',
    };
  }
  if (name === '<<') {
    return {
      code: 'yaml-merge',
      message: '`<<` is a merge key, expected a name: content has no merge keys',
      suggestion: 'write the entries out',
    };
  }
  if (name === '__proto__') {
    return {
      code: 'bad-name',
      message: '`__proto__` is no name for content, expected another one',
      suggestion: 'choose another name',
    };
  }
  return undefined;
}

function duplicateFault(name: string, offset: number, line: number): YamlFault {
  return {
    code: 'duplicate-key',
    offset,
    message: `${quoteText(name)} stands in this map a second time, the first is in line ${line}; expected each key once`,
    suggestion: 'remove one of the two, or rename it',
  };
}

function scalarValue(value: unknown): SourceValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function valueMark(node: ParsedNode): ValueMark {
  if (!isScalar(node) || typeof node.value !== 'string') return startOf(node);
  const token = node.srcToken;
  switch (token?.type) {
    case 'block-scalar':
    case 'scalar':
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
      return { token, value: node.value };
    default:
      return startOf(node);
  }
}

function startOf(node: ParsedNode): number {
  return node.range[0];
}

function mark(container: Container, offset: number, { file, places }: Building): ContainerMark {
  const made: ContainerMark = { file, offset, entries: undefined, values: undefined };
  places.marks.set(container, made);
  return made;
}
