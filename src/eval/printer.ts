import type { Node } from '../ir/node.js';
import { type Step, stepsText } from '../model/connection.js';
import { type Model, classAt, kindAt } from '../model/model.js';
import { type FoundRange, type MembersData, type RankedRange, argumentsOf } from './ops/range.js';
import { type Membership, constantValue, isSlot, partsIn } from './node-shape.js';

export interface Wording {
  readonly model: Model;
  /** `source` in rules, `self` in growth formulas. */
  readonly first: 'source' | 'self';
  /** Names of the first slots, where they have others. */
  readonly slots?: readonly string[];
  /** Characters after which the rest is left out. */
  readonly longest: number;
  /** By place, where known. */
  readonly fields?: readonly (string | undefined)[];
  /** The text of a node as it stands in a file, where known. */
  readonly written?: ((node: Node) => string | undefined) | undefined;
}

export interface Printer {
  readonly wording: Wording;
  add(piece: string): void;
  isFull(): boolean;
  write(node: Node, place: number): void;
}

type Print = (node: Node, to: Printer, place: number) => void;

export const binding = {
  loosest: 0,
  conditional: 1,
  or: 2,
  and: 3,
  comparison: 4,
  sum: 5,
  product: 6,
  unary: 7,
  tightest: 9,
} as const;

export function enclosed(to: Printer, own: number, place: number, write: () => void): void {
  if (own < place) to.add('(');
  write();
  if (own < place) to.add(')');
}

function writeInfix({ args }: Node, to: Printer, place: number, sign: string, own: number, first: number = own): void {
  enclosed(to, own, place, () => {
    for (const [i, arg] of args.entries()) {
      if (to.isFull()) return;
      if (i > 0) to.add(` ${sign} `);
      to.write(arg, i === 0 ? first : own + 1);
    }
  });
}

/** Between its arguments; `first` is how tightly the first one must bind. */
export function infix(sign: string, own: number, first?: number): Print {
  return (node, to, place) => {
    writeInfix(node, to, place, sign, own, first);
  };
}

export const sum = infix('+', binding.sum);
export const difference = infix('-', binding.sum);
export const product = infix('*', binding.product);
export const quotient = infix('/', binding.product);
export const rest = infix('%', binding.product);
export const conjunction = infix('&&', binding.and);
export const disjunction = infix('||', binding.or);

/** A comparison is not compared without parentheses. */
export function writeComparison(node: Node, to: Printer, place: number, sign: string): void {
  writeInfix(node, to, place, sign, binding.comparison, binding.comparison + 1);
}

/** `target in neighbours(source)` */
export function writeContained(
  { of, data, object, filters: [filter] }: Membership<Node> & { readonly object: Node },
  to: Printer,
  place: number,
): void {
  enclosed(to, binding.comparison, place, () => {
    to.write(object, binding.comparison + 1);
    to.add(' in ');
    writeMembers(to, data, of.args, filter);
  });
}

export const equation: Print = (node, to, place) => {
  writeComparison(node, to, place, '==');
};

export function prefix(sign: string): Print {
  return ({ args: [arg] }, to, place) => {
    enclosed(to, binding.unary, place, () => {
      to.add(sign);
      to.write(arg, binding.unary + 1);
    });
  };
}

export function writeCall(to: Printer, name: string, args: readonly Node[], ...more: readonly string[]): void {
  to.add(`${name}(`);
  writeArguments(to, args, ...more);
}

/** `lookup('tolls', self.soil)`. */
export function writeNamedCall(to: Printer, name: string, of: string, args: readonly Node[]): void {
  to.add(`${name}('${of}', `);
  writeArguments(to, args);
}

function writeArguments(to: Printer, args: readonly Node[], ...more: readonly string[]): void {
  for (const [i, arg] of args.entries()) {
    if (to.isFull()) return;
    if (i > 0) to.add(', ');
    to.write(arg, binding.loosest);
  }
  to.add(`${more.map((each) => `, ${each}`).join('')})`);
}

export function call(name: string): Print {
  return ({ args }, to) => {
    writeCall(to, name, args);
  };
}

function writeMember(to: Printer, object: Node, name: string): void {
  to.write(object, binding.tightest);
  to.add(`.${name}`);
}

export function member<Data>(nameOf: (data: Data, model: Model) => string): (node: Node<Data>, to: Printer) => void {
  return ({ data, args: [object] }, to) => {
    writeMember(to, object, nameOf(data, to.wording.model));
  };
}

export function leaf<Data>(nameOf: (data: Data, wording: Wording) => string): (node: Node<Data>, to: Printer) => void {
  return ({ data }, to) => {
    to.add(nameOf(data, to.wording));
  };
}

/** `physics in self.techs`, or without a word `self.name` */
export function writeWordOf(
  to: Printer,
  place: number,
  { word, words, object, name }: { readonly word: number; readonly words: number; object: Node; readonly name: string },
): void {
  if (word === 0 || words < 0) {
    writeMember(to, object, name);
    return;
  }
  enclosed(to, binding.comparison, place, () => {
    to.add(`${to.wording.model.enumerations[words].members[word - 1]} in `);
    writeMember(to, object, name);
  });
}

export function slotName(slot: number, { first, slots }: Pick<Wording, 'first' | 'slots'>): string {
  if (slots !== undefined && slot < slots.length) return slots[slot];
  if (slot === 0) return first;
  return slot === 1 && first === 'source' ? 'target' : `v${slot}`;
}

/** As it is written, where its uses in these nodes are known. */
export function memberName(slot: number, within: readonly Node[], wording: Wording): string {
  const { written } = wording;
  if (written !== undefined) {
    for (const node of within) {
      for (const part of partsIn(node)) {
        const name = isSlot(part, slot) ? written(part) : undefined;
        if (name !== undefined) return name;
      }
    }
  }
  return slotName(slot, wording);
}

/** Returns the name of a member. */
export function writeMembers(
  to: Printer,
  { range, slot }: MembersData,
  args: readonly Node[],
  filter: Node | undefined,
): string {
  const name = memberName(slot, args, to.wording);
  if (range.over === 'ranked') writeRanked(to, range, slot, args);
  else writeRange(range, args.slice(0, argumentsOf(range)), to);
  if (filter !== undefined && constantValue(filter) !== 1) writeOf(to, 'filter', name, filter);
  return name;
}

/** `near(source, 1).top(3, v2, v2.population)` */
function writeRanked(to: Printer, { of, order, keys }: RankedRange, slot: number, args: readonly Node[]): void {
  const [count, filter, ...given] = args.slice(argumentsOf(of));
  const name = writeMembers(to, { range: of, slot }, args, filter);
  to.add(`.${order === 'least' ? 'bottom' : 'top'}(`);
  to.write(count, binding.loosest);
  to.add(`, ${name}`);
  for (const key of given.slice(0, keys)) {
    to.add(', ');
    to.write(key, binding.loosest);
  }
  to.add(')');
}

export function writeOf(to: Printer, fold: string, name: string, value: Node | undefined): void {
  to.add(`.${fold}(`);
  if (value !== undefined) {
    to.add(`${name}, `);
    to.write(value, binding.loosest);
  }
  to.add(')');
}

function writeRange(range: FoundRange, args: readonly Node[], to: Printer): void {
  const { model } = to.wording;
  const anchor = args.at(0);
  if (range.over === 'class') return to.add(`instances(${classAt(model, range.class).name})`);
  if (range.over === 'connection' && anchor !== undefined) return writeConnection(range.steps, anchor, to);
  if (range.over === 'cells') {
    const grid = model.grids.length > 1 ? [`'${model.grids[range.grid].name}'`] : [];
    return writeCall(to, range.itself ? 'near' : 'neighbours', args, ...grid);
  }
  if (range.over === 'ball') {
    const space = model.spaces.length > 1 ? [`'${model.spaces[range.space].name}'`] : [];
    return writeCall(to, 'within', args, ...space);
  }
  to.add(`${range.over}(`);
  if (anchor !== undefined) to.write(anchor, binding.loosest);
  if (range.kind !== 0) to.add(`${anchor === undefined ? '' : ', '}${kindAt(model, range.kind).name}`);
  to.add(')');
}

/** `realm(target)`, `near(target, 1)`, `target.trade`; steps without a name are written out */
function writeConnection(steps: readonly Step[], anchor: Node, to: Printer): void {
  const { connections, links, grids, graphs } = to.wording.model;
  const [first, second] = steps;
  const said = stepsText(steps);
  const named = connections.find((each) =>
    [each.steps, [{ by: 'kind', kind: each.from } as const, ...each.steps]].some((known) => stepsText(known) === said),
  );
  if (named !== undefined) return writeCall(to, named.name, [anchor]);
  if (steps.length === 1 && first.by === 'listed') return writeMember(to, anchor, links[first.link].name);
  if (steps.length === 1 && first.by === 'linked')
    return writeCall(to, 'links', [anchor], ...(graphs.length > 1 ? [`'${graphs[first.graph].name}'`] : []));
  if (steps.length === 2 && first.by === 'square' && second.by === 'once') {
    const grid = grids.length > 1 ? [`'${grids[first.grid].name}'`] : [];
    return writeCall(to, 'near', [anchor], String(first.distance), ...grid);
  }
  writeCall(to, 'connected', [anchor], ...steps.map(({ by }) => by));
}
