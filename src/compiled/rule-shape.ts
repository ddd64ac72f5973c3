import { steps } from '../eval/ops/members.js';
import type {
  Carrier,
  CellModifier,
  Flow,
  FlowBook,
  FlowForm,
  FlowTargets,
  Growth,
  Grouping,
  ModifierCarrier,
  Modification,
  Report,
  Rule,
  RuleBook,
  RuleOrder,
} from '../ir/rule.js';
import type { Clause, Expression, Flag, FlagBranch, NamedConstant, Names } from '../ir/node.js';
import {
  type Shape,
  checked,
  derived,
  indexOf,
  listOf,
  mapOf,
  modelIn,
  placed,
  real,
  text,
  truth,
  whole,
  word,
} from '../ir/shape.js';
import { fixed, maybe, never, optional, record, tagged, unwritten } from '../ir/record-shape.js';
import { expression } from '../ir/expression-shape.js';
import { valueType } from '../ir/type-shapes.js';
import { accessOf, phaseOf } from '../rules/rule-access.js';
import { mostReports } from '../kernel/world-limits.js';
import { effect, isOfCell } from './effect-shape.js';
import { timing, triggers } from './event-shape.js';
import { origin } from './model-shape.js';
import { start } from './start-shape.js';

const declaration = { index: whole(), name: text, origin } as const;

const ofSource = listOf(expression({ slots: 1, type: 'boolean' }));
const ofTarget = listOf(expression({ slots: 2, type: 'boolean' }));

const rule: Shape<Rule> = derived(
  checked(
    record<Rule>({
      ...declaration,
      label: text,
      carrier: tagged<Extract<Carrier, { readonly by: 'class' }>, 'by'>('by', { class: { class: indexOf('class') } }),
      phase: word('meters', 'actions'),
      claims: fixed(0),
      order: optional(word<RuleOrder>('random', 'simultaneous')),
      dispatch: fixed('rule'),
      priority: real,
      activation: ofSource,
      narrowing: never(),
      include: ofTarget,
      exclude: ofTarget,
      texts: optional(record({ activation: listOf(text), include: listOf(text), exclude: listOf(text) })),
      effects: listOf(effect),
      reads: unwritten(),
      writes: unwritten(),
      structural: unwritten(),
      heard: never(),
    }),
    ({ phase, effects }, from) => {
      return phase === phaseOf(effects, modelIn(from)) ? undefined : 'an effect of another phase';
    },
  ),
  (read, from) => {
    const { activation, include, exclude, effects } = read;
    return { ...read, ...accessOf([...activation, ...include, ...exclude], effects, modelIn(from)) };
  },
);

const phases: readonly Rule['phase'][] = ['meters', 'actions'];

function order(a: Rule, b: Rule): number {
  return phases.indexOf(a.phase) - phases.indexOf(b.phase) || a.priority - b.priority || a.index - b.index;
}

const rules = checked(listOf(rule), (read) => {
  if (read.some((each, place) => place > 0 && !(order(read[place - 1], each) < 0)))
    return 'rules that are not in the order of phase, priority and index';
  const numbers = new Set(read.map(({ index }) => index));
  return read.every((_, index) => numbers.has(index)) ? undefined : 'rules that are not numbered from 0';
});

const growth: Shape<Growth> = checked(
  record<Growth>({ column: indexOf('column'), formula: expression({ slots: 1, type: 'number', running: true }) }),
  ({ column, formula }, from) =>
    isOfCell(formula, modelIn(from).columns[column].type, from) ? undefined : 'growth of another type than its meter',
);

const modifications: readonly Modification[] = ['set', 'add', 'multiply', 'divide', 'minimum', 'maximum'];

const modifier: Shape<CellModifier> = checked(
  record<CellModifier>({
    ...declaration,
    variable: indexOf('variable'),
    carrier: tagged<ModifierCarrier, 'by'>('by', {
      class: { class: indexOf('class') },
      kind: { kind: indexOf('kind') },
    }),
    others: maybe(
      record<Grouping>({
        kind: indexOf('kind'),
        which: tagged<Grouping['which'], 'by'>('by', {
          all: {},
          group: { group: text },
          class: { class: indexOf('class') },
        }),
      }),
    ),
    modification: word(...modifications),
    amount: expression({ slots: 1, running: true, still: true }),
    text,
    priority: real,
    whenAbsent: word('skip', 'fail'),
  }),
  ({ variable, modification, amount }, from) => {
    const { type } = modelIn(from).variables[variable];
    if (!isOfCell(amount, type, from)) return 'an amount of another type than its variable';
    return modification !== 'set' && type.name !== 'number'
      ? `${modification} of a value that is not a number`
      : undefined;
  },
);

const condition = expression({ slots: 1, type: 'boolean', still: true });
const number = expression({ slots: 1, type: 'number', still: true });

const ofKinds = checked(listOf(indexOf('kind')), ({ length }) => (length === 0 ? 'no kind' : undefined));

const named: Shape<Expression> = checked(
  record<Expression>({
    index: whole(),
    name: text,
    scope: ofKinds,
    node: expression({ slots: 1, still: true }),
    clauses: listOf(record<Clause>({ text, node: condition })),
    text,
    thing: text,
    origin,
  }),
  ({ node }) =>
    node.type.name === 'number' || node.type.name === 'boolean' ? undefined : 'neither a condition nor a number',
);

const whole32 = whole(-(2 ** 31), 2 ** 31 - 1);

/** A property of 32-bit whole numbers: these flow. */
const flowing: Shape<number> = checked(indexOf('column'), (index, from) => {
  const { integer, storage } = modelIn(from).columns[index];
  return integer && storage === 'i32' ? undefined : 'a column that does not hold whole numbers of 32 bits';
});

const targets = record<FlowTargets>({
  steps: mapOf(indexOf('kind'), listOf(steps)),
  where: optional(condition),
  itself: truth,
});

const spread = { column: flowing, percent: whole32, targets } as const;

const form: Shape<FlowForm> = tagged<FlowForm, 'does'>('does', {
  constant: { column: flowing, amount: number },
  limited: { column: flowing, amount: whole32, limit: whole32 },
  decay: { column: flowing, percent: whole32, floor: whole32, negative: word('mirrored', 'plain') },
  convert: { from: flowing, to: flowing, amount: whole32 },
  convertPercent: {
    from: flowing,
    to: flowing,
    percent: whole32,
    floor: whole32,
    correction: word('others', 'rest'),
  },
  inhibitedGrowth: {
    column: flowing,
    inhibitor: flowing,
    growth: whole32,
    inhibition: whole32,
    divisor: word(1, 100),
  },
  spread,
  diffuse: spread,
  gather: { column: flowing, amount: whole32, negative: word('nothing', 'taken'), targets },
});

const flow = record<Flow>({
  ...declaration,
  carrier: record<Flow['carrier']>({
    objects: steps,
    kind: indexOf('kind', 0),
    where: optional(condition),
    times: optional(number),
  }),
  receivers: maybe(steps),
  kind: indexOf('kind', 0),
  active: optional(condition),
  form,
});

const flag = record<Flag>({
  name: text,
  question: indexOf('question'),
  branches: listOf(
    checked(
      record<FlagBranch>({
        by: word('class', 'kind'),
        index: whole(1),
        kind: indexOf('kind'),
        node: condition,
        text,
        origin,
      }),
      ({ by, index }, { counts }) => (index > counts[by] ? `the ${by} ${index}` : undefined),
    ),
  ),
});

const names = record<Names>({
  constants: mapOf(text, record<NamedConstant>({ type: valueType, value: real })),
  flags: mapOf(text, flag),
});

const report: Shape<Report> = checked(
  record<Report>({ ...declaration, node: expression({ slots: 0, free: 1, still: true }), text }),
  ({ node }) =>
    node.type.name === 'number' || node.type.name === 'boolean' ? undefined : 'neither a number nor a condition',
);

/** Occurrences first: actions and abilities raise them. */
export const ruleBook: Shape<RuleBook> = record<RuleBook>({
  timing,
  triggers,
  rules,
  passes: fixed([]),
  growths: listOf(growth),
  modifiers: placed(0, modifier),
  expressions: checked(placed(0, named), (found) =>
    new Set(found.map(({ name }) => name)).size < found.length ? 'two expressions with one name' : undefined,
  ),
  flows: record<FlowBook>({ flows: placed(0, flow), memory: fixed('own') }),
  names: optional(names),
  reports: optional(
    checked(placed(0, report), (found) => {
      if (found.length === 0 || found.length > mostReports) return `${found.length} reports`;
      return new Set(found.map(({ name }) => name)).size < found.length ? 'two reports with one name' : undefined;
    }),
  ),
  start: optional(start),
});
