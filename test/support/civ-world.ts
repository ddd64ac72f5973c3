import { writeCell } from '../../src/components/cells.js';
import { setHeld } from '../../src/components/holdings.js';
import { setList } from '../../src/components/links.js';
import { bear, population } from '../../src/state/object-life.js';
import type { Placement } from '../../src/components/place.js';
import { createState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { createFrame } from '../../src/eval/interpreter.js';
import type { Frame } from '../../src/ir/node.js';
import { lowerExpression } from '../../src/content/civ/lower/lower-expression.js';
import type { CivExpression, ObjectType, Policy } from '../../src/content/civ/syntax.js';
import {
  type ChangeableWorld,
  type FillableWorld,
  fillWorld,
  realmReserve,
} from '../../src/content/civ/world/fill-world.js';
import { type CivModel, createCivModel } from '../../src/content/civ/world/create-civ-model.js';
import type { CivDeclarationData } from '../../src/content/civ/world/declaration.js';
import { readDeclaration } from './civ-declaration.js';
import type { Aggregator } from '../../src/model/model.js';
import { defaultLimits } from '../../src/kernel/world-limits.js';
import { handleOf } from '../../src/kernel/identity.js';
import { fact, touch } from '../../src/model/stamps.js';

/** A declared world as nothing but state, for tests that ask the reference interpreter. Objects go by their ids. */
export interface CivWorld {
  readonly civ: CivModel;
  readonly state: WorldState;
  readonly objects: ReadonlyMap<string, number>;
  readonly world: FillableWorld & ChangeableWorld;
}

export function civWorldOf(data: CivDeclarationData, aggregators: readonly Aggregator[] = []): CivWorld {
  const civ = createCivModel(readDeclaration(data, 'test'), { aggregators });
  const { objects: capacity, ...room } = realmReserve(civ);
  const state = createState(civ.model, defaultLimits, { capacity, ...room, lanes: 1, streams: 1 }, '1', false);
  const world = worldOver(state);
  return { civ, state, world, objects: fillWorld(world, civ) };
}

function worldOver(state: WorldState): FillableWorld & ChangeableWorld {
  const { model } = state;
  const hold = (id: number, holding: string, word: string, held: boolean): void => {
    const { index, words } = partNamed(model.holdings, holding);
    setHeld(state, index, id, model.enumerations[words].members.indexOf(word) + 1, held);
  };
  return {
    get size() {
      return population(state);
    },
    spawn({ kind, name, owner, place, values, holdings }) {
      const at: Placement =
        place === undefined
          ? { at: 'nowhere' }
          : 'in' in place
            ? { at: 'object', object: place.in }
            : { at: 'point', ...place };
      const id = bear(state, {
        kind: partNamed(model.kinds, kind).index,
        class: 0,
        name,
        owner: owner ?? 0,
        place: at,
        created: 0,
      });
      for (const [column, value] of Object.entries(values)) write(state, id, column, Number(value));
      for (const [holding, words] of Object.entries(holdings)) for (const word of words) hold(id, holding, word, true);
      return id;
    },
    relations: {
      setList: (id, link, ids) => {
        setList(state, partNamed(model.links, link).index, id, ids);
      },
      setRole(role, id) {
        state.role[model.roles.indexOf(role) + 1] = handleOf(state.identity, id);
        touch(state.stamps, fact.role);
      },
      setWord: hold,
    },
    set: (id, column, value) => {
      write(state, id, column, value);
    },
  };
}

/** Like worlds of the kernel, which refuse what an object has not. */
function write(state: WorldState, id: number, name: string, value: number): void {
  const column = partNamed(state.model.columns, name);
  if (column.kinds[state.identity.kind[id]] !== 1) throw new Error(`object ${id} has no ${name}`);
  writeCell(state, column, id, value);
}

function partNamed<Part extends { readonly name: string }>(parts: Iterable<Part>, name: string): Part {
  for (const part of parts) if (part.name === name) return part;
  throw new Error(`the test's model has no ${name}`);
}

/** Answers of the reference interpreter, object by object. */
export function askCiv(
  { civ, state, objects }: CivWorld,
  expression: CivExpression,
  on: readonly string[],
  {
    policy = 'intended',
    scope = typesOf(civ, on),
    frame = createFrame(state, 1),
  }: {
    readonly policy?: Policy;
    readonly scope?: readonly ObjectType[];
    readonly frame?: Frame;
  } = {},
): unknown[] {
  const node = lowerExpression(expression, civ, scope, policy);
  return on.map((id) => {
    frame.slots.fill(0);
    frame.slots[0] = objects.get(id) ?? 0;
    const value = frame.evaluate(node);
    return expression.type === 'boolean' ? value === 1 : value;
  });
}

/** The types of objects, by what their ids of the fixtures' sort begin with. */
export function typesOf({ kinds }: CivModel, on: readonly string[]): readonly ObjectType[] {
  const types = new Set(on.map((id) => id.split(':')[0].toUpperCase()));
  return (Object.keys(kinds) as ObjectType[]).filter((type) => types.has(type));
}
