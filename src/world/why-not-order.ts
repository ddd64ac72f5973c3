import { turnOf } from '../components/clock.js';
import { liveIds } from '../components/live-objects.js';
import type { Environment, Order, Slots } from '../ir/environment.js';
import { type Frame, type Node, sourceSlot, targetSlot } from '../ir/node.js';
import type { WorldCore } from './core.js';
import { readsIn, toldClauses } from './past-cells.js';
import { areTrue, clausesOf, unlimitedFrame, wordingOf } from './past-clauses.js';
import type { ClausePart, PastClause } from './past-api.js';
import type { OrderVerdict } from './why-not-api.js';
import { writtenBefore } from './why-not-expression.js';

/** More choices are not told. */
const mostChoices = 100;

type Choices = OrderVerdict['choices'];

interface Look {
  readonly core: WorldCore;
  readonly frame: Frame;
}

/** Which choices of an order an agent has now, by ids. `object`: what it would concern; 0: the first of its slots. */
export function whyNotOrder(
  core: WorldCore,
  environment: Environment,
  order: Order,
  agent: number,
  object: number,
): OrderVerdict {
  const found = lookAt({ core, frame: unlimitedFrame(core.state) }, environment, order, agent, object);
  const { told } = writtenBefore(core, readsIn([...found.clauses, ...found.choices.flatMap(({ clauses }) => clauses)]));
  return {
    of: 'order',
    order: order.name,
    turn: turnOf(core.state),
    ...found,
    clauses: toldClauses(found.clauses, { told }),
    choices: found.choices.map((each) => ({ ...each, clauses: toldClauses(each.clauses, { told }) })),
  };
}

type Found = Pick<OrderVerdict, 'outcome' | 'slots' | 'clauses' | 'choices'>;

function lookAt(look: Look, { agents, lives }: Environment, order: Order, agent: number, asked: number): Found {
  const { state } = look.core;
  const nothing = { slots: 0, clauses: [], choices: [] };
  if (state.identity.kind[agent] !== agents.kind) return { ...nothing, outcome: 'not an agent' };
  const living = clausesFor(look, 'lives', lives, agent, agent, ['agent']);
  if (!areTrue(living)) return { ...nothing, outcome: 'not alive', clauses: living };
  const { slots } = order;
  const inSlots = slots === undefined ? [agent] : contentsOf(look, slots, agent);
  const object = asked === 0 ? (inSlots.at(0) ?? 0) : asked;
  const clauses =
    slots === undefined || object === 0
      ? living
      : [...living, ...clausesFor(look, 'slot', slots.where, agent, object, ['agent', 'self'])];
  if (object === 0) return { ...nothing, outcome: 'no slot', clauses };
  if (!inSlots.includes(object)) return { ...nothing, outcome: 'not in a slot', slots: inSlots.length, clauses };
  const choices = choicesFor(look, order, agent, object);
  return {
    outcome: choices.some(({ allowed }) => allowed) ? 'offered' : 'not allowed',
    slots: inSlots.length,
    clauses,
    choices,
  };
}

/** By their order, then by id. */
function contentsOf(look: Look, { kind, where, order, count }: Slots, agent: number): readonly number[] {
  const { state } = look.core;
  const fitting = [...liveIds(state)].filter(
    (id) => state.identity.kind[id] === kind && (where === undefined || valueFor(look, where, agent, id) === 1),
  );
  if (order === undefined) return fitting.slice(0, count);
  const keys = new Map(fitting.map((id) => [id, valueFor(look, order, agent, id) ?? 0]));
  return fitting.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0)).slice(0, count);
}

function choicesFor(look: Look, { choices }: Order, agent: number, object: number): Choices {
  const { state } = look.core;
  if (choices.by === 'value')
    return choices.names.slice(0, mostChoices).map((choice, i) => {
      const clauses = clausesFor(look, 'choice', choices.allowed[i], agent, object, ['agent', 'self']);
      return { choice, allowed: areTrue(clauses), clauses };
    });
  const { kind, where, count } = choices;
  let offered = 0;
  return [...liveIds(state)]
    .filter((id) => state.identity.kind[id] === kind)
    .slice(0, mostChoices)
    .map((id) => {
      const clauses = clausesFor(look, 'choice', where, object, id, ['self', 'choice']);
      const allowed = areTrue(clauses) && offered < count;
      if (allowed) offered++;
      return { choice: `#${id}`, allowed, clauses };
    });
}

function valueFor({ frame }: Look, node: Node, first: number, second: number) {
  frame.slots[sourceSlot] = first;
  frame.slots[targetSlot] = second;
  return frame.evaluate(node);
}

function clausesFor(
  { core, frame }: Look,
  part: ClausePart,
  node: Node | undefined,
  first: number,
  second: number,
  slots: readonly string[],
): readonly PastClause[] {
  frame.slots[sourceSlot] = first;
  frame.slots[targetSlot] = second;
  return clausesOf(part, node, frame, { ...wordingOf(core.program, 'self'), slots });
}
