import { groupings, points } from '../syntax.js';
import { ability } from './ability-shape.js';
import { occurrenceOrBatch, occurrences } from './occurrence-shape.js';
import {
  type Shape,
  amount,
  anything,
  choiceOf,
  count,
  flag,
  listOf,
  mappingOf,
  name,
  number,
  oneOf,
  only,
  orNull,
  scalar,
  shapeOf,
  text,
} from './shapes.js';

const entity = shapeOf({
  takes: {
    controller: orNull(name),
    inPlay: flag,
    bowed: flag,
    location: orNull(name),
    attachedTo: orNull(name),
    dishonored: flag,
    force: number,
  },
  others: scalar,
});

const given = shapeOf({
  takes: {
    players: listOf(name, 1),
    active: orNull(name),
    next: orNull(name),
    phase: orNull(name),
    entities: mappingOf(entity),
    honor: mappingOf(number),
    abilities: listOf(ability),
    decisions: mappingOf(listOf(text)),
    policy: shapeOf({ takes: { grouping: oneOf(groupings), bornInStep: flag, reactionToZero: flag } }),
  },
});

const when = choiceOf('an entry', {
  raise: { needs: { raise: occurrenceOrBatch } },
  raiseAll: { needs: { raiseAll: occurrences } },
  timePoint: { needs: { timePoint: name }, takes: { at: oneOf(points) } },
  endPhase: { needs: { endPhase: name } },
  beginPhase: { needs: { beginPhase: name } },
  endTurn: { needs: { endTurn: only }, takes: { next: orNull(name) } },
  beginTurn: { needs: { beginTurn: name } },
  pay: { needs: { pay: shapeOf({ needs: { player: name, cost: amount } }) } },
});

const then = shapeOf({
  takes: {
    order: listOf(text),
    never: listOf(text),
    count: mappingOf(count),
    ent: mappingOf(mappingOf(scalar)),
    honor: mappingOf(number),
  },
});

/** What there is and what is done; a scenario's own name and what is expected may be beside it. */
export const play = shapeOf({
  needs: { when: listOf(when) },
  takes: { id: name, src: text, title: text, given, then, log: listOf(text) },
});

/** One scenario. */
export const scenario = shapeOf({
  needs: { id: name, when: listOf(when) },
  takes: { src: text, title: text, given, then, log: listOf(text) },
});

/** A file of scenarios, each of which is looked at by itself; beside them it may say what it is. */
export const fileShape: Shape = {
  needs: { format: oneOf(['timing/1']), scenarios: listOf(anything) },
  takes: { name: text, about: text, note: text, source: anything },
};
