import {
  type Block,
  type Choices,
  type Environment,
  type ObservedValue,
  type Order,
  type Slots,
  agentSizes,
  environmentLimits as limits,
} from '../ir/environment.js';
import { type Shape, checked, indexOf, listOf, modelIn, orNone, text, truth, whole } from '../ir/shape.js';
import { maybe, record, tagged } from '../ir/record-shape.js';
import { expression } from '../ir/expression-shape.js';
import { largestValue } from '../model/model.js';
import { origin } from './model-shape.js';

const ofAgent = expression({ slots: 1, type: 'boolean' });
const condition = expression({ slots: 2, type: 'boolean' });
const number = expression({ slots: 2, type: 'number' });
const kind = indexOf('kind');
const count = whole(1, limits.slots);

const slots = maybe(record<Slots>({ kind, where: maybe(condition), order: maybe(number), count }));

const observed: Shape<ObservedValue> = checked(
  record<ObservedValue>({ name: text, node: expression({ slots: 2 }) }),
  ({ node }) =>
    node.type.name === 'number' || node.type.name === 'boolean' ? undefined : 'neither a condition nor a number',
);

const choices: Shape<Choices> = checked(
  tagged<Choices, 'by'>('by', {
    value: {
      values: listOf(whole()),
      names: listOf(text),
      allowed: listOf(orNone(condition)),
      prefer: listOf(orNone(number)),
    },
    object: { kind, where: condition, count, prefer: maybe(number) },
  }),
  (found) =>
    found.by === 'value' &&
    [found.names, found.allowed, found.prefer].some(({ length }) => length !== found.values.length)
      ? 'lists of choices of different lengths'
      : undefined,
);

const orderable: ReadonlySet<string> = new Set(['enumeration', 'class', 'kind', 'entity']);

const order: Shape<Order> = checked(
  record<Order>({ name: text, slots, column: indexOf('column'), choices }),
  ({ column, choices: found }, from) => {
    const model = modelIn(from);
    const { type } = model.columns[column];
    if (!orderable.has(type.name) || (type.name === 'entity') !== (found.by === 'object'))
      return 'choices of another type than the column that they are written to';
    const most = largestValue(model, type);
    return found.by === 'value' && found.values.some((value) => value < 1 || value > most)
      ? 'an odd choice'
      : undefined;
  },
);

export const environment: Shape<Environment> = checked(
  record<Environment>({
    name: text,
    agents: record<Environment['agents']>({ kind, where: maybe(ofAgent), count: whole(1, limits.agents) }),
    turns: whole(0, limits.turns),
    capacity: whole(limits.leastCapacity, limits.mostCapacity),
    maps: whole(1, limits.maps),
    blocks: listOf(record<Block>({ name: text, slots, values: listOf(observed) })),
    orders: listOf(order),
    reward: record<Environment['reward']>({ node: expression({ slots: 1, type: 'number' }), change: truth }),
    lives: maybe(ofAgent),
    terminated: maybe(ofAgent),
    origin,
  }),
  (found) => {
    const { observed: numbers, choices: all } = agentSizes(found);
    if (found.agents.count > found.capacity) return 'more agents than there is room for';
    return Math.max(numbers, all) > limits.perAgent ? 'more than an agent can observe or choose from' : undefined;
  },
);
