import {
  type Ability,
  type AbilityCarrier,
  type Continuous,
  type HeardChange,
  type Listening,
  type OccurrenceChange,
  type OccurrenceField,
  type OccurrenceType,
  type Remembered,
  type TimingBook,
  abilityClasses,
  deepestNesting,
  points,
} from '../ir/occurrence.js';
import {
  type Shape,
  checked,
  derived,
  indexOf,
  listOf,
  modelIn,
  orNone,
  placed,
  setOf,
  text,
  truth,
  whole,
  word,
} from '../ir/shape.js';
import { type Fields, fixed, maybe, never, optional, record, tagged } from '../ir/record-shape.js';
import { expression } from '../ir/expression-shape.js';
import { type Action, type ActionList, type Task, type Trigger, type TriggerBook, plainPolicy } from '../ir/trigger.js';
import { columnType } from '../ir/type-shapes.js';
import { effect, raised } from './effect-shape.js';
import { origin } from './model-shape.js';

const condition = expression({ slots: 2, type: 'boolean' });
const entity = expression({ slots: 2, type: 'entity' });
/** Slot 1 for what is remembered of the subject. */
const ofCarrier = { slots: 2, free: 1, still: true } as const;
/** Evaluated whenever something occurs. */
const answering = expression({ slots: 2, type: 'boolean', still: true });
const unslotted = { slots: 0 } as const;
const list = indexOf('list');
const listOrNone = indexOf('list', -1);

/** The tasks that the native format has. */
type NativeTask = Exclude<Task, { readonly by: 'start' | 'tell' }>;

const task: Shape<Task> = tagged<NativeTask, 'by'>('by', {
  effects: { effects: listOf(effect) },
  poll: {},
  arm: { arm: listOf(indexOf('trigger')), disarm: listOf(indexOf('trigger')) },
  delay: { ticks: whole(-(2 ** 31), 2 ** 31 - 1) },
  group: { list, otherwise: optional(list) },
  raise: { occurrences: listOf(raised) },
  point: { at: word('before', 'when', 'after'), occurrence: raised },
  cancel: {},
  adjust: { amount: expression({ slots: 2, type: 'number' }) },
  retarget: { to: expression({ slots: 2 }) },
  add: { ability: indexOf('ability'), source: maybe(entity), controller: maybe(entity) },
  pay: { occurrence: raised, paid: indexOf('occurrence', -1) },
});

const action = record<Action>({
  name: text,
  swaps: truth,
  silent: truth,
  needsDirect: truth,
  task,
  subject: maybe(entity),
  direct: maybe(entity),
  filter: maybe(condition),
  fields: never(),
});

/** Groups come after the list that they are part of, so that none is part of itself. */
const actionList = checked(
  record<ActionList>({ index: whole(), name: text, actions: listOf(action) }),
  ({ index, actions }) =>
    actions.some(({ task: each }) => each.by === 'group' && Math.min(each.list, each.otherwise ?? Infinity) <= index)
      ? 'a group that comes before its list'
      : undefined,
);

const declaration = { index: whole(), name: text, origin } as const;

const trigger = record<Trigger>({
  ...declaration,
  when: expression({ ...unslotted, type: 'boolean' }),
  looks: word('sweep', 'rise'),
  armed: truth,
  persistent: truth,
  subject: maybe(expression({ ...unslotted, type: 'entity' })),
  direct: maybe(expression({ ...unslotted, type: 'entity' })),
  list,
});

export const triggers: Shape<TriggerBook> = record<TriggerBook>({
  triggers: placed(0, trigger),
  lists: placed(0, actionList),
  policy: fixed(plainPolicy),
  timing: fixed({ granularity: 1, period: 1 }),
});

const field = record<OccurrenceField>({ name: text, type: columnType, kind: optional(indexOf('kind')) });

const ofField = { field: whole() } as const;
const ofColumn = { column: indexOf('column') } as const;
const ofKind = { kind: indexOf('kind') } as const;

const change: Shape<OccurrenceChange> = tagged<OccurrenceChange, 'by'>('by', {
  list: { list },
  nothing: {},
  'step-begins': ofField,
  'step-ends': ofField,
  'turn-begins': ofField,
  'turn-ends': ofField,
  effect: {
    what: tagged<HeardChange, 'what'>('what', {
      gain: ofColumn,
      loss: ofColumn,
      create: ofKind,
      destroy: ofKind,
      give: ofKind,
      move: ofKind,
    }),
  },
});

const fieldOrNone = whole(-1);

const occurrenceType = record<OccurrenceType>({
  index: whole(),
  name: text,
  fields: listOf(orNone(field)),
  subject: fieldOrNone,
  player: fieldOrNone,
  target: fieldOrNone,
  amount: fieldOrNone,
  possible: maybe(answering),
  change,
  remembers: listOf(record<Remembered>({ number: whole(), node: expression({ slots: 2, still: true }) })),
  origin: maybe(origin),
});

const types = derived(placed(0, occurrenceType), (read, from) => {
  from.occurrences = read;
  return read;
});

const objects = {
  classes: { classes: setOf(indexOf('class')), own: truth },
  kind: { kind: indexOf('kind'), own: truth },
} as const;

const carrier: Shape<AbilityCarrier> = tagged<AbilityCarrier, 'by'>('by', { world: {}, creation: {}, ...objects });

const listening = record<Listening>({ type: indexOf('occurrence'), where: optional(answering) });

const abilityFields: Fields<Ability> = {
  ...declaration,
  class: word(...abilityClasses),
  at: word(...points),
  on: listOf(listening),
  carrier,
  controller: maybe(expression({ ...ofCarrier, type: 'entity' })),
  live: maybe(expression({ ...ofCarrier, type: 'boolean' })),
  condition: maybe(answering),
  next: truth,
  lapses: truth,
  first: truth,
  optional: truth,
  list: listOrNone,
  into: maybe(raised),
  yields: maybe(expression({ slots: 2, type: 'number', still: true })),
  copy: never(),
};

const continuous = record<Continuous>({
  ...declaration,
  carrier: tagged<Continuous['carrier'], 'by'>('by', objects),
  condition: expression({ slots: 1, type: 'boolean', still: true }),
  column: indexOf('column'),
  begins: listOrNone,
  ends: listOrNone,
});

export const timing: Shape<TimingBook> = checked(
  record<TimingBook>({
    types,
    abilities: placed(0, record(abilityFields)),
    continuous: placed(0, continuous),
    players: indexOf('kind', 0),
    active: indexOf('role', -1),
    next: indexOf('role', -1),
    steps: indexOf('enumeration', -1),
    policy: record({
      grouping: word('merged', 'perOccurrence'),
      bornInStep: truth,
      reactionToZero: truth,
      depth: whole(1, deepestNesting),
      optionalLoop: word('break', 'error'),
    }),
  }),
  (found, from) => {
    const { occurrences } = modelIn(from);
    return found.types.length === occurrences.length ? undefined : `${found.types.length} types of occurrences`;
  },
);
