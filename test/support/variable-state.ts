import { bear } from '../../src/state/object-life.js';
import { type Model, type Type, type Variable, cellClass } from '../../src/model/model.js';
import { createState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { makeNode } from '../../src/eval/make-node.js';
import type { Node } from '../../src/ir/node.js';
import { pooled } from '../../src/eval/ops/texts.js';
import { numeral } from '../../src/eval/ops/numeric-arithmetic.js';
import { solved } from '../../src/eval/ops/solved.js';
import type { WhenAbsent } from '../../src/eval/data.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import type { Numeric } from '../../src/kernel/numeric-value.js';
import { modelOf } from './hand-model.js';
import { source } from './nodes.js';

/** Worlds made by hand with a kind `hero`, a kind `item` that hangs on heroes or items, and variables of them. */

export interface HandVariable {
  readonly kind: 'hero' | 'item';
  readonly type: Type;
  readonly initial: Variable['initial'];
}

export function variableModel(variables: Readonly<Record<string, HandVariable>>): Model {
  const model = modelOf({
    kinds: { hero: { ownership: 'none' }, item: { ownership: 'none', attachesTo: ['hero', 'item'] } },
    classes: { sword: { kind: 'item' }, bow: { kind: 'item' } },
  });
  const counts = new Map<string, number>();
  return {
    ...model,
    variables: Object.entries(variables).map(([name, { kind, type, initial }], index): Variable => {
      const offset = counts.get(kind) ?? 0;
      counts.set(kind, offset + 1);
      return { index, name, kind: kind === 'hero' ? 1 : 2, type, initial, input: true, offset, explanation: '' };
    }),
  };
}

export function variableState(model: Model): WorldState {
  return createState(
    model,
    defaultLimits,
    { capacity: 4_000, factions: 1, lanes: 1, streams: 1, cells: 20_000 },
    '1',
    false,
  );
}

export function hero(state: WorldState): number {
  return bear(state, { kind: 1, class: 0, name: '', owner: 0, place: { at: 'nowhere' }, created: 0 });
}

/** An item on another object, or on nothing. */
export function item(state: WorldState, on = 0): number {
  return bear(state, {
    kind: 2,
    class: 0,
    name: '',
    owner: 0,
    place: on === 0 ? { at: 'nowhere' } : { at: 'object', object: on },
    created: 0,
  });
}

/** Writes the cell of an object as the solver does; undefined: it failed. */
export function writeVariable(state: WorldState, id: number, name: string, value: Numeric | undefined): void {
  const variable = variableNamed(state.model, name);
  const cell = state.block[id] + variable.offset;
  state.cellValues[cell] = value?.value ?? 0;
  state.cellClasses[cell] = value === undefined ? cellClass.failed : value.whole ? cellClass.whole : cellClass.plain;
}

export function variableNamed({ variables }: Model, name: string): Variable {
  const found = variables.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no variable ${name}`);
  return found;
}

export function solvedNode(model: Model, name: string, absent: WhenAbsent = 'missing', of: Node = source): Node {
  const { index, type } = variableNamed(model, name);
  return makeNode(solved, { variable: index, type, absent }, of);
}

export const int = (value: number): Numeric => ({ value, whole: true });
export const double = (value: number): Numeric => ({ value, whole: false });
export const intNode = (value: number): Node => makeNode(numeral, int(value));
export const doubleNode = (value: number): Node => makeNode(numeral, double(value));
export const textNode = (text: string): Node => makeNode(pooled, { type: { name: 'text' }, text });
