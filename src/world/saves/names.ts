import { keptBy } from '../../kernel/maps.js';
import { type Column, type Model, type Type, isPooled } from '../../model/model.js';
import { asStored } from '../../components/cells.js';

/** By number in saved content: the number in the present one, found by name; `none` where it has no such thing. */
type Numbers = Int32Array;

export interface Names {
  /** From 1; 0: gone. A class of another kind is another class. */
  readonly kinds: Numbers;
  readonly classes: Numbers;
  /** From 0; -1: gone. */
  readonly columns: Numbers;
  readonly roles: Numbers;
  readonly relations: Numbers;
  readonly sights: Numbers;
  readonly networks: Numbers;
  readonly holdings: Numbers;
  readonly links: Numbers;
  readonly graphs: Numbers;
  readonly parameters: Numbers;
  readonly triggers: Numbers;
  readonly abilities: Numbers;
  readonly occurrences: Numbers;
  /** Of words of a saved enumeration in a present one; 0: gone, and none. */
  readonly words: (from: number, to: number) => Numbers;
}

export function namesBetween(from: Model, to: Model): Names {
  const numbers = (of: (model: Model) => readonly { readonly name: string }[], first: 0 | 1 = 0) =>
    sameNames(
      of(from).map(({ name }) => name),
      of(to).map(({ name }) => name),
      first,
    );
  const texts = (of: (model: Model) => readonly string[]) => sameNames(of(from), of(to), 0);
  const kinds = numbers((model) => model.kinds, 1);
  const classes = numbers((model) => model.classes, 1);
  from.classes.forEach(({ index, kind }) => {
    if (classes[index] > 0 && to.classes[classes[index] - 1].kind !== kinds[kind]) classes[index] = 0;
  });
  const words = keptBy((pair: string) => {
    const [of, into] = pair.split(' ').map(Number);
    return sameNames(from.enumerations[of].members, to.enumerations[into].members, 1);
  });
  return {
    kinds,
    classes,
    columns: numbers((model) => model.columns),
    roles: texts((model) => model.roles),
    relations: numbers((model) => model.relations),
    sights: texts((model) => model.sights),
    networks: texts((model) => model.networks),
    holdings: numbers((model) => model.holdings),
    links: numbers((model) => model.links),
    graphs: numbers((model) => model.graphs),
    parameters: numbers((model) => model.parameters),
    triggers: texts((model) => model.triggers),
    abilities: texts((model) => model.abilities),
    occurrences: numbers((model) => model.occurrences),
    words: (of, into) => words(`${of} ${into}`),
  };
}

/** The nth of several of one name is the nth of them again. `first`: the lowest number; one less is none. */
export function sameNames(from: readonly string[], to: readonly string[], first: 0 | 1): Numbers {
  const places = new Map(numbered(to).map((name, place) => [name, place + first]));
  const found = new Int32Array(from.length + first).fill(first - 1);
  numbered(from).forEach((name, place) => {
    found[place + first] = places.get(name) ?? first - 1;
  });
  return found;
}

function numbered(names: readonly string[]): readonly string[] {
  const before = new Map<string, number>();
  return names.map((name) => {
    const count = before.get(name) ?? 0;
    before.set(name, count + 1);
    return `${count} ${name}`;
  });
}

/** Of saved numbers without a name in present content. */
export function namesGone(numbers: Numbers, first: 0 | 1): readonly number[] {
  return [...numbers.keys()].filter((at) => at >= first && numbers[at] < first);
}

/** Of present content: the numbers of what saved content lacked. */
export function namesNew(numbers: Numbers, first: 0 | 1, count: number): readonly number[] {
  const known = new Set(numbers.subarray(first));
  return Array.from({ length: count }, (_, place) => place + first).filter((number) => !known.has(number));
}

/**
 * What a stored value of a type is in a type of present content; undefined where it means nothing there. Handles and
 * texts stay what they are.
 */
export function translation(names: Names, from: Type, to: Type): (value: number) => number | undefined {
  if (from.name === 'enumeration' && to.name === 'enumeration') return byTable(names.words(from.index, to.index));
  if (from.name !== to.name) return between(from, to);
  if (from.name === 'kind') return byTable(names.kinds);
  if (from.name === 'class') return byTable(names.classes);
  if (from.name === 'array' && to.name === 'array' && from.of.name !== to.of.name) return nothing;
  return same;
}

const same = (value: number) => value;
const nothing = () => undefined;

/** None stays none. */
function byTable(numbers: Numbers): (value: number) => number | undefined {
  return (value) => (value === 0 ? 0 : numbers[value] > 0 ? numbers[value] : undefined);
}

function between(from: Type, to: Type): (value: number) => number | undefined {
  const isPlain = ({ name }: Type) => name === 'number' || name === 'numeric' || name === 'boolean';
  if (!isPlain(from) || !isPlain(to) || isPooled(from) || isPooled(to)) return nothing;
  return to.name === 'boolean' ? (value) => (value === 0 || value === 1 ? value : undefined) : same;
}

/** A value as a column stores it; undefined where it cannot. */
export function fitted(column: Column, value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const stored = column.type.name === 'number' ? asStored(column, value) : value;
  return Number.isFinite(stored) ? stored : undefined;
}
