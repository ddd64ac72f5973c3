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
import { type Model, type Type, largestValue, nameOfValue } from '../model/model.js';
import { origin } from './model-shape.js';

const still = true;
const ofAgent = expression({ slots: 1, type: 'boolean', still });
/** About the whole world. */
const ofNone = expression({ slots: 0, free: 1, type: 'boolean', still });
const condition = expression({ slots: 2, type: 'boolean', still });
const number = expression({ slots: 2, type: 'number', still });
const kind = indexOf('kind');
const count = whole(1, limits.slots);

const slots = maybe(record<Slots>({ kind, where: maybe(condition), order: maybe(number), count }));

const observed: Shape<ObservedValue> = checked(
  record<ObservedValue>({ name: text, node: expression({ slots: 2, still }) }),
  ({ node }) =>
    node.type.name === 'number' || node.type.name === 'boolean' ? undefined : 'neither a condition nor a number',
);

const block: Shape<Block> = checked(
  record<Block>({ name: text, slots, values: listOf(observed) }),
  ({ slots: of, values }) =>
    of === undefined && values.length === 0 ? 'nothing that is observed' : twice('values', values),
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
  (found) => {
    if (found.by === 'object') return undefined;
    const { values, names, allowed, prefer } = found;
    if (values.length === 0) return 'no choices';
    return [names, allowed, prefer].some(({ length }) => length !== values.length)
      ? 'lists of choices of different lengths'
      : undefined;
  },
);

const orderable: ReadonlySet<string> = new Set(['enumeration', 'class', 'kind', 'entity']);

const order: Shape<Order> = checked(
  record<Order>({ name: text, slots, column: indexOf('column'), choices }),
  ({ column, choices: found }, from) => {
    const model = modelIn(from);
    const { type } = model.columns[column];
    if (!orderable.has(type.name) || (type.name === 'entity') !== (found.by === 'object'))
      return 'choices of another type than the column that they are written to';
    return found.by === 'value' ? choiceFault(found, type, model) : undefined;
  },
);

function choiceFault({ values, names }: Extract<Choices, { by: 'value' }>, type: Type, model: Model) {
  const most = largestValue(model, type);
  if (values.some((value) => value < 1 || value > most)) return 'an invalid choice';
  if (new Set(values).size < values.length) return 'a duplicate choice';
  return values.some((value, place) => nameOfValue(model, type, value) !== names[place])
    ? 'a choice of another name'
    : undefined;
}

function twice(what: string, all: readonly { readonly name: string }[]): string | undefined {
  return new Set(all.map(({ name }) => name)).size < all.length ? `two ${what} with one name` : undefined;
}

export const environment: Shape<Environment> = checked(
  record<Environment>({
    name: text,
    agents: record<Environment['agents']>({ kind, where: maybe(ofAgent), count: whole(1, limits.agents) }),
    turns: whole(0, limits.turns),
    capacity: whole(limits.leastCapacity, limits.mostCapacity),
    maps: whole(1, limits.maps),
    blocks: listOf(block),
    orders: listOf(order),
    reward: record<Environment['reward']>({
      node: expression({ slots: 1, type: 'number', still }),
      change: truth,
    }),
    lives: maybe(ofAgent),
    terminated: maybe(ofNone),
    origin,
  }),
  (found, from) => {
    const { agents, capacity, blocks, orders } = found;
    if (blocks.length === 0) return 'no observation';
    if (orders.length === 0) return 'no orders';
    if (agents.count > capacity) return 'more agents than there is room for';
    const { observed: numbers, choices: all } = agentSizes(found);
    if (Math.max(numbers, all) > limits.perAgent) return 'more than an agent can observe or choose from';
    return twice('parts of the observation', blocks) ?? twice('orders', orders) ?? columnFault(found, modelIn(from));
  },
);

/** After the turn an order is replaced by none, so its column must be none without one. */
function columnFault({ agents, orders }: Environment, { columns, classes }: Model): string | undefined {
  const begun = classes.flatMap(({ kind: of, initial }) =>
    [...initial].flatMap(([column, value]) => (value === 0 ? [] : [`${of} ${column}`])),
  );
  const first = new Set(begun);
  for (const { slots: of, column } of orders) {
    const at = of?.kind ?? agents.kind;
    const { kinds, initial } = columns[column];
    if (kinds[at] !== 1) return 'an order to objects that lack its column';
    if (initial !== 0 || first.has(`${at} ${column}`)) return 'an order to a column whose initial value is not none';
  }
  return undefined;
}
