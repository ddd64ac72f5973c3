import type { Column, Kind, Model } from '../../../src/model/model.js';
import { makeNode } from '../../../src/eval/make-node.js';
import type { Node } from '../../../src/ir/node.js';
import { booleanType, entityType, numberType } from '../../../src/eval/operation.js';
import * as arithmetic from '../../../src/eval/ops/arithmetic.js';
import { running } from '../../../src/eval/ops/time.js';
import { compare } from '../../../src/eval/ops/compare-values.js';
import { follow, kindOf } from '../../../src/eval/ops/object-links.js';
import { and, applies, not, or } from '../../../src/eval/ops/logic.js';
import { type WhenAbsent } from '../../../src/eval/data.js';
import { read } from '../../../src/eval/ops/read.js';
import { distance } from '../../../src/eval/ops/space.js';
import { createTermBook, termOf } from '../../../src/eval/term-book.js';
import {
  type BranchEffect,
  type Carrier,
  type Effect,
  type ModifyEffect,
  type Narrowing,
  type Program,
  type Rule,
  noRules,
} from '../../../src/ir/rule.js';
import { defineContent } from '../../../src/content/native/define.js';
import type { Choices } from '../../support/choices.js';
import { kindNode, none, number, source, target, word } from '../../support/nodes.js';
import { type Manner, randomContent } from '../../support/random-content.js';
import { nodeOf } from '../../eval/columns/random-node.js';
import { withHoldings } from '../../eval/columns/random-state.js';
import { columnsWritten } from './hand-rules.js';

/**
 * Passes over random content whose rules are varied by what no native content says: carriers by condition and seat,
 * orders of sources, claims, dispatch by source, branches, holders, numbers of 32 bits, amounts that are chains on the
 * running value. Rules share carriers, activations and scopes.
 */
export function variedProgram(choices: Choices, groups: readonly number[], manner: Manner): Program {
  const content = defineContent(randomContent(choices.split('content'), groups, manner).source);
  const model = varied(content.model, choices.split('model'));
  const rules: Rule[] = [];
  for (const rule of content.rules.rules) {
    for (let copy = 0; copy < 3; copy++) {
      const index = rules.length;
      rules.push({
        ...variedRule(rule, choices.split(`rule ${rule.index} ${copy}`), model, rules),
        index,
        name: `rule ${index}`,
      });
    }
  }
  rules.push(...families(choices.split('families'), model, content.rules.rules, rules.length));
  const sorted = rules.sort((a, b) => a.priority - b.priority || a.index - b.index);
  const lists = [
    sorted,
    sorted.filter(({ effects }) => effects.every(onlyWrites)),
    sorted.filter(({ index }) => index % 3 === 0),
  ];
  return {
    model,
    fingerprint: '',
    rules: { ...noRules, passes: lists.map((list, i) => ({ name: `pass ${i}`, rules: list })) },
  };
}

/**
 * Rules that do the same to objects of different classes, or with different words, among others of their sort: they may
 * fire as one where nobody can tell.
 */
function families(choices: Choices, model: Model, origins: readonly Rule[], from: number): readonly Rule[] {
  if (origins.length === 0) return [];
  const some = Array.from({ length: choices.between(1, 3) }, (_, i) => {
    const own = choices.split(i);
    const word = own.pick(model.columns.filter(({ type }) => type.name === 'enumeration'));
    const isByWord = own.oneIn(2);
    const effects = own.oneIn(4) ? branched(own, model, plainWrites(own, model), 2) : plainWrites(own, model);
    return {
      isByWord,
      word,
      effects,
      include: [ownScope(own, model, origins[0])],
      priority: own.between(1, 2),
      claims: own.oneIn(4) ? 1 : 0,
      absent: own.pick(['missing', 'zero'] as const),
    };
  });
  const members: Rule[] = [];
  for (let value = 1; value <= 3; value++) {
    for (const { isByWord, word, absent, effects, ...common } of some) {
      const carrier: Carrier = isByWord
        ? { by: 'condition', kinds: [], where: [equalWord(model, word, absent, value)], times: undefined }
        : { by: 'class', class: Math.min(value, model.classes.length) };
      const index = from + members.length;
      members.push({
        ...origins[0],
        ...common,
        index,
        name: `rule ${index}`,
        carrier,
        effects,
        activation: choices.oneIn(3) ? [condition(choices, model, 1)] : [],
        exclude: [],
        dispatch: choices.oneIn(6) ? 'source' : 'rule',
        writes: columnsWritten(effects),
        structural: false,
      });
    }
  }
  return members;
}

/**
 * A seat for factions, values that no rule writes, more numbers of 32 bits, and what random nodes may ask of a model.
 */
function varied(model: Model, choices: Choices): Model {
  const common = {
    role: 'property',
    storage: 'f64',
    integer: false,
    initial: 0,
    minimum: -Infinity,
    maximum: Infinity,
    reset: false,
    cap: -1,
  } as const;
  const all = Uint8Array.from([0, ...model.kinds.map(() => 1)]);
  const added: readonly Omit<Column, 'index'>[] = [
    { ...common, name: 'given', type: numberType, kinds: all },
    { ...common, name: 'friend', type: entityType, kinds: all },
    {
      ...common,
      name: 'seat',
      type: entityType,
      kinds: Uint8Array.from([0, ...model.kinds.map(({ faction }) => Number(faction))]),
    },
  ];
  // Most numbers are on objects of all kinds, so that what is written finds a cell.
  const numbered = (column: Column): Column => ({
    ...column,
    storage: column.storage === 'f64' && choices.oneIn(2) ? 'f32' : column.storage,
    kinds: choices.oneIn(3) ? column.kinds : all,
  });
  const columns = [
    ...model.columns.map((column) => (column.type.name === 'number' ? numbered(column) : column)),
    ...added.map((column, i): Column => ({ ...column, index: model.columns.length + i })),
  ];
  const kinds = model.kinds.map(
    (kind): Kind => ({
      ...kind,
      columns: columns.filter((column) => column.kinds[kind.index] === 1).map(({ index }) => index),
    }),
  );
  const tables = [
    { name: 'narrow', width: 1, values: Float64Array.of(0, 1.5, -2, 7, 4) },
    { name: 'wide', width: 3, values: Float64Array.from({ length: 12 }, (_, i) => i % 4) },
  ];
  return {
    ...withHoldings(model),
    columns,
    kinds,
    tables,
    sights: ['mapped', 'supplied'],
    networks: ['supply', 'roads'],
    columnByName: new Map(columns.map((column) => [column.name, column])),
    kindByName: new Map(kinds.map((kind) => [kind.name, kind])),
  };
}

function variedRule(rule: Rule, choices: Choices, model: Model, earlier: readonly Rule[]): Rule {
  const other = earlier.length > 0 && choices.oneIn(3) ? choices.pick(earlier) : undefined;
  const another = earlier.length > 0 && choices.oneIn(4) ? choices.pick(earlier) : undefined;
  const narrowing = choices.oneIn(3) ? randomNarrowing(choices, model, rule.activation, 2) : undefined;
  const asked: Pick<Rule, 'carrier' | 'activation' | 'narrowing'> = other ?? {
    carrier: randomCarrier(choices, model, rule.carrier),
    activation: narrowing !== undefined ? [nodeOfNarrowing(narrowing)] : choices.oneIn(3) ? rule.activation : [],
    ...(narrowing === undefined ? {} : { narrowing }),
  };
  const { include, exclude } = another ?? randomScope(choices, model, rule);
  // Most write numbers and nothing else, so that they can be written for many at a time.
  const isPlain = !choices.oneIn(3);
  const effects = isPlain
    ? plainWrites(choices, model)
    : branched(
        choices,
        model,
        rule.effects.map((effect, i) => variedEffect(effect, choices, choices.split(`effect ${i}`), model)),
      );
  const { narrowing: _, ...rest } = rule;
  return {
    ...rest,
    carrier: asked.carrier,
    activation: asked.activation,
    ...(asked.narrowing === undefined ? {} : { narrowing: asked.narrowing }),
    include,
    exclude,
    effects,
    priority: choices.between(1, 4),
    dispatch: choices.oneIn(2) ? 'source' : 'rule',
    claims: choices.oneIn(4) ? choices.between(1, 2) : 0,
    writes: isPlain ? columnsWritten(effects) : columnsOf(effects, rule),
    structural: !isPlain && rule.structural,
  };
}

/** What effects write, and what steps bring with them. */
function columnsOf(effects: readonly Effect[], { writes }: Rule): readonly number[] {
  return [...new Set([...writes, ...columnsWritten(effects)])].sort((a, b) => a - b);
}

function onlyWrites(effect: Effect): boolean {
  return (
    effect.kind === 'modify' || (effect.kind === 'branch' && [...effect.then, ...effect.otherwise].every(onlyWrites))
  );
}

// --- who
// ------------------------------------------------------------------------------------------------------------------

function randomCarrier(choices: Choices, model: Model, carrier: Carrier): Carrier {
  if (choices.oneIn(5)) return carrier;
  if (choices.oneIn(5))
    return { by: 'seat', class: choices.between(1, model.classes.length), column: model.columns.length - 1 };
  const kinds = model.kinds.filter(({ name }) => name !== 'law').map(({ index }) => index);
  const some = choices.some(kinds);
  return {
    by: 'condition',
    kinds: choices.oneIn(3)
      ? []
      : choices.oneIn(2)
        ? [choices.oneIn(2) ? (model.kindByName.get('thing0')?.index ?? 0) : choices.pick(kinds)]
        : choices.oneIn(2)
          ? some
          : some.toReversed(),
    where: Array.from({ length: choices.oneIn(3) ? choices.between(1, 2) : 0 }, () =>
      steady(() => (choices.oneIn(2) ? wordTest(choices, model) : condition(choices, model, 1))),
    ),
    times: choices.oneIn(4)
      ? between(
          steady(() => amount(choices, model, 1, 2)),
          -1,
          3,
        )
      : undefined,
  };
}

/** Carriers of several rules are found together, so they must not draw. */
function steady(make: () => Node): Node {
  for (;;) {
    const node = make();
    if (!termOf(createTermBook(), node).draws) return node;
  }
}

function wordTest(choices: Choices, model: Model): Node {
  const column = choices.pick(model.columns.filter(({ type }) => type.name === 'enumeration'));
  return equalWord(
    model,
    column,
    choices.pick(['missing', 'notFound', 'zero', 'initial'] as const),
    choices.between(0, 4),
    choices.oneIn(6),
  );
}

function equalWord(
  model: Model,
  { index: column, type }: Column,
  absent: WhenAbsent,
  value: number,
  climb = false,
): Node {
  const enumeration = type.name === 'enumeration' ? type.index : 0;
  return makeNode(
    compare,
    { comparison: '==' },
    makeNode(read, { column, type, climb, absent }, source),
    word(enumeration, Math.min(value, model.enumerations[enumeration].members.length)),
  );
}

function condition(choices: Choices, model: Model, slots: number): Node {
  const object = slots === 1 ? source : choices.pick([source, target]);
  switch (choices.below(8)) {
    case 0:
    case 1:
      return makeNode(
        compare,
        { comparison: '==' },
        makeNode(kindOf, undefined, object),
        kindNode(
          choices.oneIn(2) ? (model.kindByName.get('thing0')?.index ?? 0) : choices.between(1, model.kinds.length),
        ),
      );
    case 2:
    case 3:
    case 4:
      return makeNode(
        compare,
        { comparison: choices.pick(['<', '>='] as const) },
        cell(model, model.columnByName.get('given')?.index ?? 0, object),
        number(choices.pick([1, 2.5])),
      );
    case 5:
    case 6:
      return makeNode(
        compare,
        { comparison: choices.pick(['<', '>=', '!='] as const) },
        reading(choices, model, object),
        number(choices.pick([0, 1, 2.5, 5])),
      );
    default:
      return nodeOf(booleanType, choices, { model, slots, running: undefined, aggregates: 1 }, 3);
  }
}

function randomNarrowing(choices: Choices, model: Model, activation: readonly Node[], depth: number): Narrowing {
  const part = (): Narrowing => randomNarrowing(choices, model, activation, depth - 1);
  if (depth === 0 || choices.oneIn(3))
    return {
      by: 'test',
      test: activation.length > 0 && choices.oneIn(2) ? choices.pick(activation) : condition(choices, model, 1),
    };
  if (choices.oneIn(3)) return { by: 'not', part: part() };
  return { by: choices.pick(['all', 'any'] as const), parts: Array.from({ length: choices.between(1, 3) }, part) };
}

/** What an order of sources is true of. */
function nodeOfNarrowing(narrowing: Narrowing): Node {
  switch (narrowing.by) {
    case 'test':
      return makeNode(applies, undefined, narrowing.test);
    case 'not':
      return makeNode(not, undefined, nodeOfNarrowing(narrowing.part));
    default:
      return makeNode(narrowing.by === 'all' ? and : or, undefined, ...narrowing.parts.map(nodeOfNarrowing));
  }
}

/** The rule's own scope, the source itself, or many of whom something simple is true. */
function randomScope(choices: Choices, model: Model, rule: Rule): Pick<Rule, 'include' | 'exclude'> {
  switch (choices.below(5)) {
    case 0:
      return rule;
    case 1:
    case 2:
      return { include: [ownScope(choices, model, rule)], exclude: [] };
    default:
      return {
        include: [condition(choices, model, 2), ...(choices.oneIn(3) ? rule.include : [])],
        exclude: choices.oneIn(3) ? [condition(choices, model, 2)] : [],
      };
  }
}

function ownScope(choices: Choices, model: Model, rule: Rule): Node {
  const itself = makeNode(compare, { comparison: '==' }, ...(choices.oneIn(2) ? [target, source] : [source, target]));
  const more = [
    ...(choices.oneIn(4) ? choices.some(rule.include) : []),
    ...(choices.oneIn(2) ? [condition(choices, model, 2)] : []),
  ];
  return more.length === 0 ? itself : makeNode(and, undefined, ...more, itself);
}

// --- what
// -----------------------------------------------------------------------------------------------------------------

function plainWrites(choices: Choices, model: Model): readonly ModifyEffect[] {
  const columns = numbersOf(model);
  const some = [choices.pick(columns), choices.pick(columns)];
  return Array.from({ length: choices.pick([1, 1, 2, 3]) }, () =>
    randomWrite(
      {
        kind: 'modify',
        recipient: 'target',
        stacking: 0,
        label: '',
        column: choices.pick(some),
        modification: 'set',
        amount: number(0),
      },
      choices,
      model,
      some,
    ),
  );
}

function variedEffect(effect: Effect, choices: Choices, own: Choices, model: Model): Effect {
  switch (effect.kind) {
    case 'modify':
      return variedWrite(effect, choices, model);
    case 'branch':
      return effect;
    default:
      return own.oneIn(4) ? { ...effect, holder: randomHolder(own, model) } : effect;
  }
}

function variedWrite(effect: ModifyEffect, choices: Choices, model: Model): ModifyEffect {
  const isNumber = model.columns[effect.column].type.name === 'number';
  const more = {
    ...(choices.oneIn(4) ? { holder: randomHolder(choices, model) } : {}),
    recipient: choices.oneIn(9) ? ('source' as const) : effect.recipient,
  };
  // A number that chooses among amounts is for one way to write a cell.
  if (!isNumber || (effect.stacking !== 0 && effect.stacking < 7) || choices.oneIn(3)) return { ...effect, ...more };
  return { ...randomWrite(effect, choices, model, numbersOf(model)), ...more };
}

/** Columns of numbers that rules write. */
function numbersOf(model: Model): readonly number[] {
  return model.columns.filter(({ type, name }) => type.name === 'number' && name !== 'given').map(({ index }) => index);
}

function randomWrite(effect: ModifyEffect, choices: Choices, model: Model, written: readonly number[]): ModifyEffect {
  const holder = choices.oneIn(6) ? { holder: randomHolder(choices, model) } : {};
  if (choices.oneIn(2))
    return {
      ...effect,
      ...holder,
      modification: choices.pick(['add', 'set', 'multiply', 'divide', 'minimum', 'maximum'] as const),
      amount: bounded(operand(choices, model, written), choices, 20),
    };
  let node: Node = makeNode(running, { type: numberType });
  for (let step = choices.between(1, 3); step > 0; step--)
    node = stepOn(node, choices, () => operand(choices, model, written));
  return { ...effect, ...holder, modification: 'set', amount: bounded(node, choices, 50) };
}

/** Held within bounds but once in a while. */
function bounded(node: Node, choices: Choices, bound: number): Node {
  return choices.oneIn(300)
    ? makeNode(arithmetic.multiply, undefined, node, number(choices.pick([1e308, NaN])))
    : between(node, -bound, bound);
}

function stepOn(node: Node, choices: Choices, operandOf: () => Node): Node {
  const name = choices.pick([
    'add',
    'add',
    'subtract',
    'multiply',
    'minimum',
    'maximum',
    'divide',
    'negate',
    'absolute',
    'round',
  ] as const);
  if (name === 'negate' || name === 'absolute' || name === 'round') return makeNode(arithmetic[name], undefined, node);
  const sides = choices.oneIn(2) ? [node, operandOf()] : [operandOf(), node];
  return name === 'divide'
    ? makeNode(arithmetic.divide, { zeroDivisor: choices.oneIn(4) ? 'dividend' : 'zero' }, ...sides)
    : makeNode(arithmetic[name], undefined, ...sides);
}

/** A number that no rule changes, more often than not. */
function operand(choices: Choices, model: Model, written: readonly number[]): Node {
  switch (choices.below(8)) {
    case 0:
    case 1:
      return number(choices.pick([1, 2, -3, 0.1, 2.5, 0, -0]));
    case 2:
    case 3:
      return cell(model, model.columnByName.get('given')?.index ?? 0, choices.pick([source, target]), choices.oneIn(8));
    case 4:
      return makeNode(distance, undefined, source, target);
    case 5:
      return cell(model, choices.pick(written), target, choices.oneIn(8));
    case 6:
      return amount(choices, model, 2, 1);
    default:
      return cell(model, choices.pick(numbersOf(model)), choices.pick([source, target]), choices.oneIn(8));
  }
}

function randomHolder(choices: Choices, model: Model): Node {
  switch (choices.below(6)) {
    case 0:
      return source;
    case 1:
      return choices.oneIn(4)
        ? none
        : makeNode(follow, { relation: 'parent', kind: 0 }, choices.pick([source, target]));
    case 2:
      return makeNode(follow, { relation: 'owner', kind: 0 }, choices.pick([source, target]));
    case 3:
      return nodeOf(entityType, choices, { model, slots: 2, running: undefined, aggregates: 1 }, 3);
    default: {
      const column = choices.pick(
        model.columns.filter(({ type, name }) => type.name === 'entity' && (name === 'friend' || choices.oneIn(4))),
      );
      const { index, type } = column ?? model.columns[model.columns.length - 2];
      return makeNode(
        read,
        { column: index, type, climb: choices.oneIn(4), absent: choices.pick(['missing', 'zero'] as const) },
        choices.pick([source, target]),
      );
    }
  }
}

function amount(choices: Choices, model: Model, slots: number, depth: number): Node {
  return choices.oneIn(3)
    ? reading(choices, model, slots === 1 ? source : choices.pick([source, target]))
    : nodeOf(numberType, choices, { model, slots, running: undefined, aggregates: 1 }, depth);
}

function reading(choices: Choices, model: Model, object: Node): Node {
  return cell(
    model,
    choices.pick(model.columns.filter(({ type }) => type.name === 'number')).index,
    object,
    choices.oneIn(5),
  );
}

function cell(model: Model, column: number, object: Node, climb = false): Node {
  return makeNode(read, { column, type: model.columns[column].type, climb, absent: 'missing' }, object);
}

function between(node: Node, least: number, most: number): Node {
  return makeNode(
    arithmetic.minimum,
    undefined,
    makeNode(arithmetic.maximum, undefined, node, number(least)),
    number(most),
  );
}

/** Some of the effects in branches, which may hold branches. */
function branched(choices: Choices, model: Model, effects: readonly Effect[], rarity = 5): readonly Effect[] {
  if (!choices.oneIn(rarity)) return effects;
  const cut = choices.between(0, effects.length);
  const inner: BranchEffect = {
    kind: 'branch',
    recipient: 'target',
    stacking: 0,
    label: '',
    condition: condition(choices, model, 2),
    then: branched(choices, model, effects.slice(0, cut)),
    otherwise: choices.oneIn(2) ? effects.slice(cut) : effects,
  };
  return choices.oneIn(2) ? [inner, ...effects.slice(cut)] : [...effects.slice(0, choices.between(0, cut)), inner];
}
