import { stateOf } from '../../content/timing/scenario-model.js';
import type { Scalar } from '../../content/timing/syntax.js';
import type { Stage } from './stage.js';

/** How an entity stands: by key, what is so of every entity and what its scenario says of it or has made of it. */
export type EntityResult = Readonly<Record<string, Scalar>>;

export function readEntities(stage: Stage): Readonly<Record<string, EntityResult>> {
  return Object.fromEntries(stage.program.entities.map((name) => [name, readEntity(stage, name)]));
}

function readEntity({ program, world, handles, names }: Stage, name: string): EntityResult {
  const {
    facts,
    model: { columns },
    scenario,
  } = program;
  const handle = handles.entity(name);
  const cell = (column: number): Scalar => world.get(handle, columns[column].name) ?? null;
  const nameIn = (column: number): string | null => {
    const object = cell(column);
    return typeof object === 'number' ? (names.get(object) ?? null) : null;
  };
  const said = stateOf(scenario, name);
  const result = new Map<string, Scalar>([
    ['controller', nameIn(facts.controller)],
    ['attachedTo', nameIn(facts.attachedTo)],
  ]);
  for (const [key, bySort] of facts.byKey) {
    // A key that means something to some entities means nothing to the others.
    const isSaid = Object.hasOwn(said, key) || ownKeys.has(key);
    const values = bySort.map(({ column }) => cell(column));
    const value = values.find((each) => each !== null && each !== false && each !== 0) ?? values[0];
    if (isSaid) result.set(key, value);
  }
  return Object.fromEntries(result);
}

/** Keys that every entity has something to say of. */
const ownKeys: ReadonlySet<string> = new Set(['inPlay', 'bowed', 'location', 'dishonored', 'force']);

export function readHonor({ program, world, handles }: Stage): Readonly<Record<string, number>> {
  const {
    facts,
    model: { columns },
    players,
  } = program;
  return Object.fromEntries(
    players.map((name) => [name, Number(world.get(handles.player(name), columns[facts.honor].name))]),
  );
}
