import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import { remembered } from '../../../eval/ops/remembered.js';
import type { Remembered } from '../../../ir/occurrence.js';
import { type FactColumn, sortOf, sortTypes } from '../facts.js';
import { type ScenarioModel, storedValue } from '../scenario-model.js';
import type { Live, Scalar, Test } from '../syntax.js';
import {
  allOf,
  appliesNode,
  booleanNode,
  constantNode,
  equalNode,
  noneNode,
  readNode,
  roleNode,
  subjectNode,
} from './nodes.js';

/** What is asked of the last-known states of occurrences: each once, with its number. */
interface Memories {
  /** The number of a condition over the subject. */
  numberOf(key: string, make: () => Node): Remembered;
}

export function createMemories(): Memories {
  const known = new Map<string, Remembered>();
  return {
    numberOf(key, make) {
      const found = known.get(key) ?? { number: known.size, node: make() };
      known.set(key, found);
      return found;
    },
  };
}

/** What an ability asks: its condition, and what occurrences have to remember for it. */
interface LoweredTests {
  readonly condition: Node | undefined;
  readonly remembers: readonly Remembered[];
}

export function lowerTests(model: ScenarioModel, memories: Memories, tests: readonly Test[]): LoweredTests {
  const remembers: Remembered[] = [];
  const conditions = tests.map((test) => {
    if ('ent' in test) return factNode(model, entityNode(model, test.ent), test.key, test.eq);
    const memory = memories.numberOf(JSON.stringify([test.lki, test.eq]), () => pathNode(model, test.lki, test.eq));
    remembers.push(memory);
    return makeNode(remembered, { number: memory.number }, memory.node);
  });
  return { condition: conditions.length === 0 ? undefined : allOf(conditions), remembers };
}

/** Whether all that an ability needs to be there is so. */
export function liveNode(model: ScenarioModel, live: readonly Live[]): Node | undefined {
  if (live.length === 0) return undefined;
  return allOf(live.map(([entity, key, value]) => factNode(model, entityNode(model, entity), key, value)));
}

/** An entity by its name; the format has seen that there is one. */
export function entityNode({ entityRoles }: ScenarioModel, name: string): Node {
  return roleNode(entityRoles.get(name) ?? -1);
}

/** `attachedTo.bowed`: what the subject is attached to, and so on, has that value. */
function pathNode(model: ScenarioModel, path: string, value: Scalar): Node {
  const steps = path.split('.');
  const holder = steps.slice(0, -1).reduce<Node>((of) => readNode(model, model.facts.attachedTo, of), subjectNode);
  return factNode(model, holder, steps[steps.length - 1], value);
}

/**
 * Whether a key of an object has a value; never absent. False, 0 and null are also what is so where nothing is said.
 */
export function factNode(model: ScenarioModel, of: Node, key: string, value: Scalar): Node {
  const { facts } = model;
  if (key === 'controller')
    return appliesNode(objectFact(readNode(model, facts.controller, of), value, model.playerRoles));
  if (key === 'attachedTo')
    return appliesNode(objectFact(readNode(model, facts.attachedTo, of), value, model.entityRoles));
  const columns = facts.byKey.get(key) ?? [];
  const its = columns.find(({ sort }) => sort === sortOf(value));
  const isNothing = value === null || value === false || value === 0;
  if (its === undefined && !isNothing) return booleanNode(false);
  const others = isNothing ? columns.filter((each) => each !== its).map((each) => emptyNode(model, of, each)) : [];
  return appliesNode(
    allOf([
      ...(its === undefined ? [] : [equalNode(readNode(model, its.column, of), valueNode(model, value))]),
      ...others,
    ]),
  );
}

function objectFact(object: Node, value: Scalar, named: ReadonlyMap<string, number>): Node {
  if (value === null) return equalNode(object, noneNode());
  const role = typeof value === 'string' ? named.get(value) : undefined;
  return role === undefined ? booleanNode(false) : equalNode(object, roleNode(role));
}

function emptyNode(model: ScenarioModel, of: Node, { sort, column }: FactColumn): Node {
  return equalNode(readNode(model, column, of), noneNode(sortTypes[sort]));
}

/** A value that is no object, as it is stored. */
export function valueNode({ words }: ScenarioModel, value: Scalar): Node {
  return constantNode(storedValue(words, value), sortTypes[sortOf(value) ?? 'word']);
}
