import { type Step, stepsText } from '../components/connection.js';
import { type Model, type Type, classAt, kindAt } from '../components/model.js';
import { type Numeric, javaText } from '../kernel/numeric.js';
import type { Node } from '../ir/node.js';
import type { AggregateData, CollectData } from './ops/fold.js';
import type { Comparison } from '../kernel/comparison.js';
import type { FollowData } from './ops/follow.js';
import type { HoldsData } from './ops/holds.js';
import type { LeftFoldData } from './ops/left-fold.js';
import type { OccurringData } from './ops/occurring.js';
import { type Range, hasAnchor } from './ops/range.js';
import type { AmongData, NearbyData } from './ops/search.js';
import type { SupposedData } from './ops/supposed.js';

/** How an expression of the IR is shown to people. */
export interface Wording {
  readonly model: Model;
  /** What the first slot is called: `source` in rules, `self` in growth formulas. */
  readonly first: 'source' | 'self';
  /** Characters after which the rest is left out. */
  readonly longest: number;
  /** Names of the fields of occurrences, by their places, where they are known. */
  readonly fields?: readonly (string | undefined)[];
}

/**
 * An expression as the language would write it, with the names of the model. It is for reading: what is said by other
 * means (which absence a read gives) is left out. Looks at no more of an expression than it shows. An `operand` stands
 * behind a sign, and gets parentheses where it needs them.
 */
export function printExpression(node: Node, wording: Wording, operand = false): string {
  const text = writer(wording.longest);
  write(node, operand ? unaryBinding : loosest, wording, text);
  return text.done();
}

/** Collects pieces until there is no more room. */
interface Writer {
  add(piece: string): void;
  isFull(): boolean;
  done(): string;
}

function writer(longest: number): Writer {
  let text = '';
  return {
    add(piece) {
      if (text.length <= longest) text += piece;
    },
    isFull: () => text.length > longest,
    done: () => shortened(text, longest),
  };
}

/** A text on one line, cut where it is longer than there is room for. */
export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}

/** How tightly operators bind; what binds looser than its place gets parentheses. */
const loosest = 0;
const tightest = 9;
const comparisonBinding = 4;
const infix: Readonly<Record<string, { readonly sign: string; readonly binding: number }>> = {
  or: { sign: '||', binding: 2 },
  and: { sign: '&&', binding: 3 },
  add: { sign: '+', binding: 5 },
  subtract: { sign: '-', binding: 5 },
  multiply: { sign: '*', binding: 6 },
  divide: { sign: '/', binding: 6 },
  remainder: { sign: '%', binding: 6 },
  either: { sign: '||', binding: 2 },
  both: { sign: '&&', binding: 3 },
  identical: { sign: '==', binding: comparisonBinding },
  sameElements: { sign: '==', binding: comparisonBinding },
  numericAdd: { sign: '+', binding: 5 },
  numericSubtract: { sign: '-', binding: 5 },
  numericMultiply: { sign: '*', binding: 6 },
  numericDivide: { sign: '/', binding: 6 },
  numericRemainder: { sign: '%', binding: 6 },
  integerAdd: { sign: '+', binding: 5 },
  integerSubtract: { sign: '-', binding: 5 },
  integerMultiply: { sign: '*', binding: 6 },
  integerDivide: { sign: '/', binding: 6 },
  integerRemainder: { sign: '%', binding: 6 },
  join: { sign: '+', binding: 5 },
  concatenate: { sign: '+', binding: 5 },
  append: { sign: '+', binding: 5 },
  without: { sign: '-', binding: 5 },
  withoutElement: { sign: '-', binding: 5 },
};
const conditionalBinding = 1;
const unaryBinding = 7;

/** Operations that are written as functions of their arguments. */
const functions: Readonly<Record<string, string>> = {
  minimum: 'min',
  maximum: 'max',
  power: 'pow',
  absolute: 'abs',
  floor: 'floor',
  ceiling: 'ceil',
  round: 'round',
  present: 'has',
  applies: 'applies',
  otherwise: 'default',
  within: 'within',
  visible: 'sees',
  distance: 'distance',
  jumps: 'jumps',
  age: 'age',
  created: 'created',
  truncate: 'truncate',
  single: 'single',
  numericMinimum: 'min',
  numericMaximum: 'max',
  numericPower: 'pow',
  numericAbsolute: 'abs',
  numericFloor: 'floor',
  numericCeiling: 'ceil',
  numericRound: 'round',
  length: 'length',
  slice: 'slice',
  integerAbsolute: 'abs',
  integerPercentage: 'percentage',
  streamDraw: 'random',
  squareRoot: 'sqrt',
  sine: 'sin',
  cosine: 'cos',
  stepToward: 'stepToward',
  countTrue: 'countTrue',
  provided: 'provided',
  remembered: 'was',
};

function write(node: Node, place: number, wording: Wording, text: Writer): void {
  if (text.isFull()) return;
  const operator = infix[node.op] as (typeof infix)[string] | undefined;
  if (operator !== undefined) return writeInfix(node, operator, place, wording, text);
  const name = functions[node.op] as string | undefined;
  if (name !== undefined) return writeCall(name, node.args, [], wording, text);
  switch (node.op) {
    case 'compare':
    case 'numericCompare':
      return writeInfix(
        node,
        { sign: (node.data as { readonly comparison: Comparison }).comparison, binding: comparisonBinding },
        place,
        wording,
        text,
      );
    case 'choose':
      return writeChoice(node, place, wording, text);
    case 'leftFold':
      return writeLeftFold(node as Node<LeftFoldData>, place, wording, text);
    // What else is heeded makes no difference to the value.
    case 'heed':
      return write(node.args[0], place, wording, text);
    case 'not':
      return writeUnary('!', node, place, wording, text);
    case 'negate':
    case 'numericNegate':
      return writeUnary('-', node, place, wording, text);
    case 'element':
      return writeElement(node, wording, text);
    case 'unowned':
      return writeCall('affiliation', node.args, ['null', "'empire-inclusive'"], wording, text);
    // The language asks for the owner by itself.
    case 'available':
      return writeCall('available', [node.args[0].args.at(0) ?? node.args[0], node.args[1]], [], wording, text);
    case 'affiliation':
      return writeAffiliation(node, wording, text);
    case 'related':
      return writeCall(
        'related',
        node.args,
        [`'${wording.model.relations[(node.data as { readonly relation: number }).relation].name}'`],
        wording,
        text,
      );
    case 'sighted':
      return writeCall(
        'sees',
        node.args,
        [`'${wording.model.sights[(node.data as { readonly sight: number }).sight]}'`],
        wording,
        text,
      );
    case 'holds':
      return writeHolds(node as Node<HoldsData>, place, wording, text);
    case 'supposed':
      return writeQuestion(node as Node<SupposedData>, place, wording, text);
    case 'lookup':
      return writeCall(
        wording.model.tables[(node.data as { readonly table: number }).table].name,
        node.args,
        [],
        wording,
        text,
      );
    case 'nearby':
      return writeNearby(node as Node<NearbyData>, wording, text);
    case 'among':
      return writeAmong(node as Node<AmongData>, wording, text);
    case 'aggregate':
      return writeAggregate(node as Node<AggregateData>, wording, text);
    case 'collect':
      return writeCollect(node as Node<CollectData>, wording, text);
    case 'read':
      return writeMember(
        node,
        wording.model.columns[(node.data as { readonly column: number }).column].name,
        wording,
        text,
      );
    case 'solved':
      return writeMember(
        node,
        wording.model.variables[(node.data as { readonly variable: number }).variable].name,
        wording,
        text,
      );
    case 'follow':
      return writeMember(node, followed(node.data as FollowData, wording.model), wording, text);
    case 'coordinate':
      return writeMember(node, (node.data as { readonly axis: string }).axis, wording, text);
    case 'kindOf':
      return writeMember(node, 'kind', wording, text);
    case 'classOf':
      return writeMember(node, 'class', wording, text);
    default:
      text.add(leaf(node, wording));
  }
}

/** What has no arguments. */
function leaf(node: Node, { model, first, fields }: Wording): string {
  switch (node.op) {
    case 'slot':
      return slotName((node.data as { readonly slot: number }).slot, first);
    case 'constant':
      return constantName((node.data as { readonly value: number }).value, node.type, model);
    case 'numeral':
      return javaText(node.data as Numeric);
    case 'pooled':
      return pooledText(node.data as { readonly type: Type; readonly text: string });
    case 'running':
      return 'value';
    case 'draw':
      return 'random()';
    case 'time':
      return 'time()';
    case 'occurring':
      return fieldName((node.data as OccurringData).field, fields);
    case 'role':
      return `role('${model.roles[(node.data as { readonly role: number }).role]}')`;
    default:
      return node.op;
  }
}

function fieldName(field: number, names: Wording['fields']): string {
  const name = names?.[field];
  return name === undefined ? `occurrence[${field}]` : `occurrence.${name}`;
}

/** Texts in quotes, the rest as it is. */
function pooledText({ type, text }: { readonly type: Type; readonly text: string }): string {
  return type.name === 'text' ? JSON.stringify(text) : text;
}

/** The name of what stands in a slot. */
export function slotName(slot: number, first: Wording['first']): string {
  if (slot === 0) return first;
  return slot === 1 && first === 'source' ? 'target' : `v${slot}`;
}

function constantName(value: number, type: Type, model: Model): string {
  switch (type.name) {
    case 'number':
    case 'numeric':
      return String(value);
    // Pooled values are constants of an operation of their own.
    case 'text':
    case 'pair':
    case 'dice':
    case 'array':
      return '?';
    case 'boolean':
      return value === 1 ? 'true' : 'false';
    case 'entity':
      return 'null';
    case 'kind':
      return value === 0 ? 'null' : kindAt(model, value).name;
    case 'class':
      return value === 0 ? 'null' : classAt(model, value).name;
    case 'enumeration':
      return value === 0 ? 'null' : model.enumerations[type.index].members[value - 1];
  }
}

function followed({ relation, kind }: FollowData, model: Model): string {
  return relation === 'ancestor' ? kindAt(model, kind).name : relation;
}

function writeInfix(
  node: Node,
  { sign, binding }: { readonly sign: string; readonly binding: number },
  place: number,
  wording: Wording,
  text: Writer,
): void {
  if (binding < place) text.add('(');
  const isList = node.op === 'and' || node.op === 'or';
  for (const [i, arg] of node.args.entries()) {
    if (text.isFull()) return;
    if (i > 0) text.add(` ${sign} `);
    write(arg, i === 0 && !isList && binding !== comparisonBinding ? binding : binding + 1, wording, text);
  }
  if (binding < place) text.add(')');
}

function writeLeftFold(node: Node<LeftFoldData>, place: number, wording: Wording, text: Writer): void {
  const { by } = node.data;
  if (by === 'minimum' || by === 'maximum') writeCall(functions[by], node.args, [], wording, text);
  else writeInfix(node, infix[by], place, wording, text);
}

function writeChoice({ args: [condition, one, other] }: Node, place: number, wording: Wording, text: Writer): void {
  if (conditionalBinding < place) text.add('(');
  write(condition, conditionalBinding + 1, wording, text);
  text.add(' ? ');
  write(one, conditionalBinding + 1, wording, text);
  text.add(' : ');
  write(other, conditionalBinding, wording, text);
  if (conditionalBinding < place) text.add(')');
}

function writeUnary(sign: string, node: Node, place: number, wording: Wording, text: Writer): void {
  if (unaryBinding < place) text.add('(');
  text.add(sign);
  write(node.args[0], unaryBinding + 1, wording, text);
  if (unaryBinding < place) text.add(')');
}

function writeMember(node: Node, name: string, wording: Wording, text: Writer): void {
  writeMemberOf(node.args[0], name, wording, text);
}

function writeMemberOf(object: Node, name: string, wording: Wording, text: Writer): void {
  write(object, tightest, wording, text);
  text.add(`.${name}`);
}

/** `physics in self.techs` */
function writeHolds(
  { data: { holding, word }, args: [object] }: Node<HoldsData>,
  place: number,
  wording: Wording,
  text: Writer,
): void {
  const { name, words } = wording.model.holdings[holding];
  writeWordOf(word, words, object, name, place, wording, text);
}

/** By the name of the question, behind which the answer may be long: `target.blitz`, `desert in self.terrain` */
function writeQuestion(
  { data: { question, word }, args: [object] }: Node<SupposedData>,
  place: number,
  wording: Wording,
  text: Writer,
): void {
  const { name, words } = wording.model.questions[question];
  writeWordOf(word, words, object, name, place, wording, text);
}

function writeWordOf(
  word: number,
  enumeration: number,
  object: Node,
  name: string,
  place: number,
  wording: Wording,
  text: Writer,
): void {
  const isIn = word > 0 && enumeration >= 0;
  if (isIn && comparisonBinding < place) text.add('(');
  if (isIn) text.add(`${wording.model.enumerations[enumeration].members[word - 1]} in `);
  write(object, tightest, wording, text);
  text.add(`.${name}`);
  if (isIn && comparisonBinding < place) text.add(')');
}

function writeElement({ args: [array, index] }: Node, wording: Wording, text: Writer): void {
  write(array, tightest, wording, text);
  text.add('[');
  write(index, loosest, wording, text);
  text.add(']');
}

function writeCall(name: string, args: readonly Node[], more: readonly string[], wording: Wording, text: Writer): void {
  text.add(`${name}(`);
  for (const [i, arg] of args.entries()) {
    if (text.isFull()) return;
    if (i > 0) text.add(', ');
    write(arg, loosest, wording, text);
  }
  text.add(`${more.map((each) => `, ${each}`).join('')})`);
}

function writeAffiliation(node: Node, wording: Wording, text: Writer): void {
  const { mode } = node.data as { readonly mode: string };
  if (mode === 'empire-inclusive') writeCall('ownedBy', node.args, [], wording, text);
  else writeCall('affiliation', node.args, [`'${mode}'`], wording, text);
}

const foldNames: Readonly<Record<AggregateData['fold'], string>> = {
  any: 'exists',
  all: 'all',
  count: 'count',
  sum: 'sum',
  mean: 'mean',
  least: 'min',
  greatest: 'max',
  first: 'first',
  integerSum: 'sum',
  integerMean: 'mean',
};

/** `attached(target, building).filter(v2, v2.level > 1).sum(v2, v2.level)` */
function writeAggregate(
  { data: { fold, range, slot }, args }: Node<AggregateData>,
  wording: Wording,
  text: Writer,
): void {
  const rest = hasAnchor(range) ? args.slice(1) : args;
  const name = slotName(slot, wording.first);
  writeRange(range, hasAnchor(range) ? args[0] : undefined, wording, text);
  const [filter, value] = rest;
  const isAsked = fold === 'any' || fold === 'all';
  if (!isAsked) writeFilter(filter, name, wording, text);
  text.add(`.${foldNames[fold]}(`);
  const inside = isAsked ? filter : rest.length > 1 ? value : undefined;
  if (inside !== undefined) {
    text.add(`${name}, `);
    write(inside, loosest, wording, text);
  }
  text.add(')');
}

function writeFilter(filter: Node, name: string, wording: Wording, text: Writer): void {
  if (isTrue(filter)) return;
  text.add(`.filter(${name}, `);
  write(filter, loosest, wording, text);
  text.add(')');
}

const nearbyNames: Readonly<Record<NearbyData['by'], string>> = {
  jumps: 'anyWithinJumps',
  distance: 'anyWithinDistance',
  squares: 'anyWithinDistance',
  network: 'anyInNetwork',
};

/** `objects(building).filter(v2, v2.level > 1).anyWithinJumps(target, 3)` */
function writeNearby(
  { data: { by, network, range, slot }, args: [object, bound, filter] }: Node<NearbyData>,
  wording: Wording,
  text: Writer,
): void {
  writeRange(range, undefined, wording, text);
  writeFilter(filter, slotName(slot, wording.first), wording, text);
  text.add('.');
  writeCall(
    nearbyNames[by],
    [object, bound],
    by === 'network' ? [`'${wording.model.networks[network]}'`] : [],
    wording,
    text,
  );
}

/** `objects(ship).filter(v2, v2.armed).least(3, v2, v2.speed).includes(target)` */
function writeAmong(
  { data: { range, slot, choose }, args: [object, count, filter, key] }: Node<AmongData>,
  wording: Wording,
  text: Writer,
): void {
  const name = slotName(slot, wording.first);
  writeRange(range, undefined, wording, text);
  writeFilter(filter, name, wording, text);
  text.add(`.${choose}(`);
  write(count, loosest, wording, text);
  if (choose !== 'random') {
    text.add(`, ${name}, `);
    write(key, loosest, wording, text);
  }
  text.add(').');
  writeCall('includes', [object], [], wording, text);
}

function writeRange(range: Range, anchor: Node | undefined, wording: Wording, text: Writer): void {
  if (range.over === 'class') return text.add(`instances(${classAt(wording.model, range.class).name})`);
  if (range.over === 'connection' && anchor !== undefined) return writeConnection(range.steps, anchor, wording, text);
  text.add(`${range.over}(`);
  if (anchor !== undefined) write(anchor, loosest, wording, text);
  if (range.kind !== 0) text.add(`${anchor === undefined ? '' : ', '}${kindAt(wording.model, range.kind).name}`);
  text.add(')');
}

/** `realm(target)`, `near(target, 1)`, `target.trade`; steps that have no name of their own as they are */
function writeConnection(steps: readonly Step[], anchor: Node, wording: Wording, text: Writer): void {
  const { connections, links, grids } = wording.model;
  const [first, second] = steps;
  const said = stepsText(steps);
  const named = connections.find((each) =>
    [each.steps, [{ by: 'kind', kind: each.from } as const, ...each.steps]].some((known) => stepsText(known) === said),
  );
  if (named !== undefined) return writeCall(named.name, [anchor], [], wording, text);
  if (steps.length === 1 && first.by === 'listed') return writeMemberOf(anchor, links[first.link].name, wording, text);
  if (steps.length === 2 && first.by === 'square' && second.by === 'once') {
    return writeCall(
      'near',
      [anchor],
      [String(first.distance), ...(grids.length > 1 ? [`'${grids[first.grid].name}'`] : [])],
      wording,
      text,
    );
  }
  writeCall(
    'connected',
    [anchor],
    steps.map(({ by }) => by),
    wording,
    text,
  );
}

/** `realm(target).collect('MEAN', v2, v2.level)` */
function writeCollect(
  { data: { aggregator, range, slot }, args }: Node<CollectData>,
  wording: Wording,
  text: Writer,
): void {
  const anchor = hasAnchor(range) ? args[0] : undefined;
  writeRange(range, anchor, wording, text);
  text.add(`.collect('${wording.model.aggregators[aggregator].name}', ${slotName(slot, wording.first)}, `);
  write(args[args.length - 1], loosest, wording, text);
  text.add(')');
}

function isTrue(node: Node): boolean {
  return node.op === 'constant' && (node.data as { readonly value: number }).value === 1;
}
