import { turnOf } from '../components/clock.js';
import { type Slots, shapeOf, type Order } from '../ir/environment.js';
import { createEvaluator } from '../match/evaluate.js';
import { type Rows, rowsOver } from '../eval/columns/rows.js';
import { askingRule } from '../ir/frame.js';
import { createFrame } from '../eval/interpreter.js';
import { sourceSlot } from '../ir/node.js';
import { createPathCounts } from '../eval/path-counts.js';
import { type TermBook, createTermBook, termOf } from '../eval/term-book.js';
import type { Term } from '../eval/term.js';
import { createSelector } from '../match/select/selector.js';
import { createLaneBalls } from '../match/sets/lane-balls.js';
import { createAllowedChoices } from './allowed-choices.js';
import type { Instances } from './instances.js';
import { type Looking, notFinite, type GiveOrder } from './reference-seats.js';
import { type Matcher, type Outers, createMatcher } from './matcher.js';
import { createObservedBlock } from './observed-block.js';
import { type Pairs, createPairs } from './pairs.js';
import type { Seated } from './seated.js';

/** Agents of all instances, told apart from those before by a version. */
type MutableOuters = { -readonly [Key in keyof Outers]: Outers[Key] };

/** Asks each expression of all objects of all instances at once. */
export function columnLooking(instances: Instances, seated: Seated): Looking {
  const { state, environment, stride, count: instanceCount } = instances;
  const {
    agents: { count: agentCount, kind: agentKind },
    lives,
    reward,
    terminated,
  } = environment;
  const shape = shapeOf(environment);
  const { observationSize, maskSize } = shape;
  const rowCount = instanceCount * agentCount;
  const evaluator = createEvaluator(state);
  // Gives the evaluator quick ways to the members of aggregates.
  createSelector(evaluator, createPathCounts());
  const frame = (evaluator.frame = Object.assign(createFrame(state, 0), { rule: askingRule }));
  const { scratch } = evaluator;
  const nothingLent = scratch.mark();
  const book = createTermBook({ supposing: false });
  const desk = { evaluator, book, balls: createLaneBalls(state) };

  /** By row; those whose objects are there; and of them those that live. */
  const ids = new Int32Array(rowCount);
  const there = { ids: new Int32Array(rowCount), rows: new Int32Array(rowCount), length: 0 };
  const isLive = new Uint8Array(rowCount);
  const liveRows = new Int32Array(rowCount);
  const agents: MutableOuters = { ids: new Int32Array(rowCount), length: 0, kind: agentKind, version: 0 };
  /** For questions about instances as a whole: a row of each. */
  const firsts: Rows = rowsOver(
    sourceSlot,
    Int32Array.from({ length: instanceCount }, (_, instance) => instance * stride + 1),
    instanceCount,
  );

  const livesTerm = lives === undefined ? undefined : termOf(book, lives);
  const rewardTerm = termOf(book, reward.node);
  const terminatedTerm = terminated === undefined ? undefined : termOf(book, terminated);
  const matchers = new Map<string, Matcher>();
  const themselves = createPairs(agentKind, agentKind);
  const observations = new Float32Array(rowCount * observationSize);
  const masks = new Uint8Array(rowCount * maskSize);

  const blocks = environment.blocks.map((block, i) => {
    const pairs = pairsOf(block.slots);
    return {
      block,
      pairs,
      observed: createObservedBlock(evaluator, book, block, pairs, agents, {
        into: observations,
        size: observationSize,
        offset: shape.blocks[i].offset,
        rowOf: liveRows,
      }),
    };
  });
  const orders = environment.orders.map((order, i) => {
    const pairs = pairsOf(order.slots);
    const { choices } = order;
    const outers = outersOf(pairs, order.slots?.kind ?? agentKind);
    const found =
      choices.by === 'value'
        ? undefined
        : createMatcher(
            desk,
            { kind: choices.kind, where: choices.where, order: undefined, count: choices.count },
            outers.kind,
            stride,
          );
    const offset = shape.choices.slice(0, shape.orders[i].head).reduce((sum, count) => sum + count, 0);
    const allowed = createAllowedChoices(evaluator, book, order, pairs, agents, found, {
      into: masks,
      size: maskSize,
      offset,
      rowOf: liveRows,
    });
    return {
      order,
      pairs,
      outers,
      found,
      allowed,
      actions: createOrderedActions(order, shape.orders[i].head, pairs, found?.pairs),
    };
  });

  /** Slots that ask the same share an answer. */
  function pairsOf(slots: Slots | undefined): Pairs {
    if (slots === undefined) return themselves;
    const key = [slots.kind, slots.count, numberOf(book, slots.where), numberOf(book, slots.order)].join(' ');
    let matcher = matchers.get(key);
    if (matcher === undefined) matchers.set(key, (matcher = createMatcher(desk, slots, agentKind, stride)));
    return matcher.pairs;
  }

  /** Before any question: gives back memory that one that was refused had lent. */
  function open(): void {
    scratch.release(nothingLent);
    frame.turn = turnOf(state);
    frame.slots.fill(0);
    frame.tests = 0;
    // As many for the objects of each instance as for a turn.
    frame.visits = (1 - instanceCount) * state.limits.visitsPerTurn;
  }

  /** Marks of which agents that are there a condition is true. */
  function findLive(term: Term | undefined): void {
    isLive.fill(0);
    if (there.length === 0) return;
    const vector =
      term === undefined
        ? undefined
        : evaluator.evaluate(term, rowsOver(sourceSlot, there.ids, there.length, agentKind));
    for (let i = 0; i < there.length; i++)
      isLive[there.rows[i]] =
        vector === undefined || (vector.codes[i] === 1 && (vector.absence === undefined || vector.absence[i] === 0))
          ? 1
          : 0;
  }

  function findAgents(): void {
    seated.find(ids);
    there.length = 0;
    for (let row = 0; row < rowCount; row++) {
      if (ids[row] === 0) continue;
      there.ids[there.length] = ids[row];
      there.rows[there.length++] = row;
    }
    const mark = scratch.mark();
    findLive(livesTerm);
    scratch.release(mark);
    const before = agents.length;
    let isNew = agents.version === 0;
    let length = 0;
    for (let row = 0; row < rowCount; row++) {
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

  function writeMasks(): void {
    for (const { allowed } of orders) allowed.write();
  }

  function refuse(what: string, value: number, row: number, object: number): never {
    const instance = Math.floor(row / agentCount);
    throw notFinite(environment, what, value, {
      instance,
      agent: row % agentCount,
      object: object - instance * stride,
    });
  }

  return {
    look() {
      open();
      findAgents();
      for (const matcher of matchers.values()) matcher.find(agents);
      for (const { found, outers } of orders) found?.find(outers);
    },
    observe(into) {
      open();
      for (const { block, pairs, observed } of blocks) {
        const misfit = observed.write();
        if (misfit !== undefined)
          refuse(
            `${misfit.name} of block ${block.name}`,
            misfit.value,
            liveRows[pairs.outers[misfit.pair]],
            pairs.targets[misfit.pair],
          );
      }
      into.set(observations);
    },
    masks(into) {
      open();
      writeMasks();
      into.set(masks);
    },
    rewards(into) {
      open();
      if (there.length === 0) {
        into.fill(0);
        return;
      }
      const { numbers, absence } = evaluator.evaluate(
        rewardTerm,
        rowsOver(sourceSlot, there.ids, there.length, agentKind),
      );
      for (let i = 0; i < there.length; i++)
        if (!Number.isFinite(numbers[i]) && (absence === undefined || absence[i] === 0))
          refuse('the reward', numbers[i], there.rows[i], there.ids[i]);
      into.fill(0);
      for (let i = 0; i < there.length; i++)
        into[there.rows[i]] = absence === undefined || absence[i] === 0 ? numbers[i] : 0;
    },
    live(into) {
      into.set(isLive);
    },
    terminated(into) {
      open();
      into.fill(1);
      for (let i = 0; i < agents.length; i++) into[Math.floor(liveRows[i] / agentCount)] = 0;
      if (terminatedTerm === undefined) return;
      const { codes, absence } = evaluator.evaluate(terminatedTerm, firsts);
      for (let i = 0; i < instanceCount; i++)
        if (codes[i] === 1 && (absence === undefined || absence[i] === 0)) into[i] = 1;
    },
    preferences(rows, into) {
      open();
      writeMasks();
      into.fill(0);
      for (const { order, pairs, allowed } of orders) {
        const misfit = allowed.prefer(rows, into);
        if (misfit !== undefined)
          refuse(
            `what order ${order.name} prefers`,
            misfit.value,
            liveRows[pairs.outers[misfit.pair]],
            pairs.targets[misfit.pair],
          );
      }
    },
    order(actions, give) {
      for (const { actions: asked } of orders) asked.begin();
      for (let agent = 0; agent < agents.length; agent++) {
        for (const { actions: asked } of orders) asked.giveOf(agent, liveRows[agent] * shape.heads, actions, give);
      }
    },
  };
}

function numberOf(book: TermBook, node: Parameters<typeof termOf>[1] | undefined): number {
  return node === undefined ? -1 : termOf(book, node).id;
}

/** The objects in slots as outer objects themselves. */
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

/** Reads what is ordered from the actions of agents, one agent behind the other. */
interface OrderedActions {
  /** To be called before the first agent. */
  begin(): void;
  /** Gives the orders of an agent, by its number; its actions begin at `first`. */
  giveOf(agent: number, first: number, actions: Int32Array, give: GiveOrder): void;
}

/**
 * `pairs`: agents with the objects that they can order; `chosen`: those with the objects that can be chosen. `head`:
 * the order's first.
 */
function createOrderedActions(
  { column, choices }: Order,
  head: number,
  pairs: Pairs,
  chosen: Pairs | undefined,
): OrderedActions {
  /** Pairs, and pairs with what can be chosen, that earlier agents have left behind. */
  let next = 0;
  let nextChosen = 0;
  return {
    begin() {
      next = nextChosen = 0;
    },
    giveOf(agent, first, actions, give) {
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

  /** The id of an object that can be chosen, from 0; 0: nobody. */
  function choiceAt(pair: number, choice: number): number {
    if (chosen === undefined) return 0;
    const { outers, targets, length } = chosen;
    while (nextChosen < length && outers[nextChosen] < pair) nextChosen++;
    const at = nextChosen + choice;
    return at < length && outers[at] === pair ? targets[at] : 0;
  }
}
