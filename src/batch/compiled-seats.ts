import { turnOf } from '../components/clock.js';
import { type Order, type Slots, shapeOf } from '../ir/environment.js';
import { createMatching } from '../match/evaluate.js';
import { type Rows, rowsOver } from '../eval/columns/rows.js';
import { type Node, sourceSlot } from '../ir/node.js';
import { type TermBook, createTermBook, termOf } from '../eval/term-book.js';
import { type PairFinder, createPairFinder, createPairMatching, findPairs } from '../match/pairs/pair-finder.js';
import { type Outers, type Pairs, createPairs } from '../match/pairs/pair-list.js';
import { kept } from '../kernel/maps.js';
import { type MethodsOf, bound } from '../world/core.js';
import { type AllowedChoices, createAllowedChoices, writeAllowed, writePreferred } from './allowed-choices.js';
import type { Instances } from './instances-and-seats.js';
import { type Misfit, type ObservedBlock, createObservedBlock, writeObserved } from './observed-block.js';
import { type GiveOrder, type SeatReader, notFinite } from './reference-seats.js';
import { type AgentHandles, questionFrame } from './agent-handles.js';

type ColumnSeats = Readonly<ReturnType<typeof createColumnSeats>>;

interface ColumnOrder {
  readonly order: Order;
  readonly pairs: Pairs;
  readonly outers: Outers;
  readonly found: PairFinder | undefined;
  readonly allowed: AllowedChoices;
  readonly actions: ReturnType<typeof createOrderedActions>;
}

interface ColumnParts extends ColumnSeats {
  readonly blocks: readonly ObservedBlock[];
  readonly orders: readonly ColumnOrder[];
}

/** Evaluates each expression for all objects of all instances at once. */
export function compiledReader(instances: Instances, handles: AgentHandles): SeatReader {
  const seats = createColumnSeats(instances, handles);
  const { environment } = instances;
  const blocks = environment.blocks.map((block, i) =>
    createObservedBlock(seats.matching, block, pairsOf(seats, block.slots), seats.agents, {
      into: seats.observations,
      size: seats.shape.observationSize,
      offset: seats.shape.blocks[i].offset,
      rowOf: seats.liveRows,
    }),
  );
  const orders = environment.orders.map((order, i) => createOrder(seats, order, seats.shape.orders[i].head));
  return bound<ColumnParts, SeatReader>({ ...seats, blocks, orders }, methods);
}

function createColumnSeats(instances: Instances, handles: AgentHandles) {
  const { state, environment, stride, count } = instances;
  const { kind } = environment.agents;
  const shape = shapeOf(environment);
  const rowCount = count * shape.agents;
  const { evaluator } = createMatching(state);
  const frame = (evaluator.frame = questionFrame(state));
  const book = createTermBook({ supposing: false });
  const termIn = (node: Node | undefined) => node && termOf(book, node);
  return {
    instances,
    handles,
    shape,
    matching: createPairMatching(evaluator, book, stride),
    frame,
    nothingLent: evaluator.scratch.mark(),
    /** By row; rows of existing objects; and those of live ones. */
    ids: new Int32Array(rowCount),
    there: { ids: new Int32Array(rowCount), rows: new Int32Array(rowCount), length: 0 },
    isLive: new Uint8Array(rowCount),
    liveRows: new Int32Array(rowCount),
    agents: { ids: new Int32Array(rowCount), length: 0, kind, version: 0 },
    /** A row of each instance, for questions about the instance. */
    firsts: rowsOver(
      sourceSlot,
      Int32Array.from({ length: count }, (_, instance) => instance * stride + 1),
      count,
    ),
    lives: termIn(environment.lives),
    reward: termOf(book, environment.reward.node),
    terminated: termIn(environment.terminated),
    /** Contents of slots, by question; and agents paired with themselves. */
    finders: new Map<string, PairFinder>(),
    themselves: createPairs(kind, kind),
    observations: new Float32Array(rowCount * shape.observationSize),
    masks: new Uint8Array(rowCount * shape.maskSize),
  };
}

function createOrder(seats: ColumnSeats, order: Order, head: number): ColumnOrder {
  const { matching, agents, shape } = seats;
  const { choices } = order;
  const pairs = pairsOf(seats, order.slots);
  const outers = outersOf(pairs, order.slots?.kind ?? agents.kind);
  const found =
    choices.by === 'value' ? undefined : createPairFinder(matching, { ...choices, order: undefined }, outers.kind);
  const allowed = createAllowedChoices(matching, order, pairs, agents, found?.pairs, {
    into: seats.masks,
    size: shape.maskSize,
    offset: shape.choices.slice(0, head).reduce((sum, count) => sum + count, 0),
    rowOf: seats.liveRows,
  });
  return { order, pairs, outers, found, allowed, actions: createOrderedActions(order, head, pairs, found?.pairs) };
}

/** Slots with equal questions share an answer. */
function pairsOf({ matching, finders, agents, themselves }: ColumnSeats, slots: Slots | undefined): Pairs {
  if (slots === undefined) return themselves;
  const key = [
    slots.kind,
    slots.count,
    numberOf(matching.book, slots.where),
    numberOf(matching.book, slots.order),
  ].join(' ');
  return kept(finders, key, () => createPairFinder(matching, slots, agents.kind)).pairs;
}

/** Returns memory that a refused question had borrowed. */
function open({ matching, nothingLent, frame, instances: { state, count } }: ColumnSeats): void {
  matching.evaluator.scratch.release(nothingLent);
  frame.turn = turnOf(state);
  frame.slots.fill(0);
  frame.tests = 0;
  // Each instance has the limit of a turn.
  frame.visits = (1 - count) * state.limits.visitsPerTurn;
}

function rowsThere({ there, agents }: ColumnSeats): Rows {
  return rowsOver(sourceSlot, there.ids, there.length, agents.kind);
}

function findLive(seats: ColumnSeats): void {
  const { isLive, there, lives } = seats;
  isLive.fill(0);
  if (there.length === 0) return;
  const found = lives && seats.matching.evaluator.evaluate(lives, rowsThere(seats));
  for (let i = 0; i < there.length; i++)
    isLive[there.rows[i]] = found === undefined || isTrueAt(found.codes, found.absence, i) ? 1 : 0;
}

function isTrueAt(codes: Int32Array, absence: Uint8Array | undefined, at: number): boolean {
  return codes[at] === 1 && (absence === undefined || absence[at] === 0);
}

function findAgents(seats: ColumnSeats): void {
  const { ids, there, isLive, liveRows, agents, themselves } = seats;
  const { scratch } = seats.matching.evaluator;
  seats.handles.find(ids);
  there.length = 0;
  for (let row = 0; row < ids.length; row++) {
    if (ids[row] === 0) continue;
    there.ids[there.length] = ids[row];
    there.rows[there.length++] = row;
  }
  const mark = scratch.mark();
  findLive(seats);
  scratch.release(mark);
  const before = agents.length;
  let isNew = agents.version === 0;
  let length = 0;
  for (let row = 0; row < ids.length; row++) {
    if (isLive[row] === 0) continue;
    isNew ||= agents.ids[length] !== ids[row] || liveRows[length] !== row;
    agents.ids[length] = ids[row];
    liveRows[length++] = row;
  }
  agents.length = length;
  if (!isNew && length === before) return;
  agents.version++;
  themselves.begin(true);
  for (let i = 0; i < length; i++) themselves.add(i, agents.ids[i], agents.ids, i, 1);
  themselves.end();
}

function refusePair(seats: ColumnSeats, what: string, { value, pair }: Misfit, pairs: Pairs): never {
  throw notFinite(seats.instances, what, value, seats.liveRows[pairs.outers[pair]], pairs.targets[pair]);
}

const methods: MethodsOf<ColumnParts, SeatReader> = {
  look(seats) {
    open(seats);
    findAgents(seats);
    for (const finder of seats.finders.values()) findPairs(finder, seats.agents);
    for (const { found, outers } of seats.orders) if (found !== undefined) findPairs(found, outers);
  },
  observe(seats, into) {
    open(seats);
    for (const observed of seats.blocks) {
      const misfit = writeObserved(observed);
      if (misfit !== undefined)
        refusePair(seats, `${misfit.name} of block ${observed.block.name}`, misfit, observed.pairs);
    }
    into.set(seats.observations);
  },
  masks(seats, into) {
    open(seats);
    for (const { allowed } of seats.orders) writeAllowed(allowed);
    into.set(seats.masks);
  },
  rewards(seats, into) {
    const { there, reward } = seats;
    open(seats);
    if (there.length === 0) {
      into.fill(0);
      return;
    }
    const { numbers, absence } = seats.matching.evaluator.evaluate(reward, rowsThere(seats));
    for (let i = 0; i < there.length; i++)
      if (!Number.isFinite(numbers[i]) && (absence === undefined || absence[i] === 0))
        throw notFinite(seats.instances, 'the reward', numbers[i], there.rows[i], there.ids[i]);
    into.fill(0);
    for (let i = 0; i < there.length; i++)
      into[there.rows[i]] = absence === undefined || absence[i] === 0 ? numbers[i] : 0;
  },
  live({ isLive }, into) {
    into.set(isLive);
  },
  terminated(seats, into) {
    const { agents, liveRows, shape, terminated, firsts } = seats;
    open(seats);
    into.fill(1);
    for (let i = 0; i < agents.length; i++) into[Math.floor(liveRows[i] / shape.agents)] = 0;
    if (terminated === undefined) return;
    const { codes, absence } = seats.matching.evaluator.evaluate(terminated, firsts);
    for (let i = 0; i < firsts.length; i++) if (isTrueAt(codes, absence, i)) into[i] = 1;
  },
  preferences(seats, rows, into) {
    open(seats);
    for (const { allowed } of seats.orders) writeAllowed(allowed);
    into.fill(0);
    for (const { order, pairs, allowed } of seats.orders) {
      const misfit = writePreferred(allowed, rows, into);
      if (misfit !== undefined) refusePair(seats, `what order ${order.name} prefers`, misfit, pairs);
    }
  },
  order({ orders, agents, liveRows, shape }, actions, give) {
    for (const { actions: asked } of orders) asked.begin();
    for (let agent = 0; agent < agents.length; agent++) {
      for (const { actions: asked } of orders) asked.giveOf(agent, liveRows[agent] * shape.heads, actions, give);
    }
  },
};

function numberOf(book: TermBook, node: Node | undefined): number {
  return node === undefined ? -1 : termOf(book, node).id;
}

/** The objects in slots, as outer objects. */
function outersOf(pairs: Pairs, kind: number): Outers {
  return {
    kind,
    get ids() {
      return pairs.targets;
    },
    get length() {
      return pairs.length;
    },
    get version() {
      return pairs.version;
    },
  };
}

/**
 * `pairs`: agents and objects that they can order; `chosen`: those and objects that can be chosen. `head`: first head
 * of the order.
 */
function createOrderedActions({ column, choices }: Order, head: number, pairs: Pairs, chosen: Pairs | undefined) {
  /** Position after the pairs of earlier agents. */
  let next = 0;
  let nextChosen = 0;
  return {
    /** Call it before the first agent. */
    begin(): void {
      next = nextChosen = 0;
    },
    /** Gives the orders of an agent; its actions begin at `first`. */
    giveOf(agent: number, first: number, actions: Int32Array, give: GiveOrder): void {
      const { outers, targets, places, length } = pairs;
      let pair = next;
      for (; pair < length && outers[pair] === agent; pair++) {
        const action = actions[first + head + places[pair]];
        if (action > 0)
          give(column, targets[pair], choices.by === 'value' ? choices.values[action - 1] : choiceAt(pair, action - 1));
      }
      next = pair;
    },
  };

  /** From 0; returns 0 for none. */
  function choiceAt(pair: number, choice: number): number {
    if (chosen === undefined) return 0;
    const { outers, targets, length } = chosen;
    while (nextChosen < length && outers[nextChosen] < pair) nextChosen++;
    const at = nextChosen + choice;
    return at < length && outers[at] === pair ? targets[at] : 0;
  }
}
