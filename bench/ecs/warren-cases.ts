import { query as bitEcsQuery } from 'bitecs';
import { EdictError } from '../../src/kernel/errors.js';
import { query } from '../../src/world/ecs-view.js';
import type { World } from '../../src/world/api.js';
import { measureInTurn } from './measure-in-turn.js';
import type { PeerTimes } from './move-case.js';
import { turnsOf } from './phase-time.js';
import { type HareColumn, addWriter, createWarren, dens, hareColumns } from './warren.js';

/** Turns in which nothing changes, in a world that was looked at as an ECS and in one that was not. */
export interface UnchangedCase {
  readonly case: 'unchanged';
  /** Objects, the dens among them. */
  readonly count: number;
  readonly milliseconds: number;
}

export function runUnchangedCase({ count, milliseconds }: UnchangedCase): PeerTimes {
  const [looked, without] = [createWarren(count - dens), createWarren(count - dens)];
  for (const world of [looked, without]) world.run(2);
  lookAt(looked);
  const times = measureInTurn([turnsOf(looked, 'edict', []), turnsOf(without, 'without', [])], {
    milliseconds,
    rounds: 200,
    warmups: 300,
  });
  assertSameHash('a look by ecs()', looked, without);
  return { times: { edict: times['edict turn'], without: times['without turn'] } };
}

/** Reads every component, asks for its objects, and asks bitECS too. */
function lookAt(world: World): void {
  const ecs = world.ecs();
  let sum = 0;
  for (const { name, value } of ecs.columns.values()) for (const id of query(ecs, [name])) sum += value[id];
  for (const component of ecs.components.values())
    for (const column of Object.values(component as Readonly<Record<string, ArrayLike<number>>>)) sum += column.length;
  for (const kind of ecs.kinds.values()) sum += bitEcsQuery(ecs.world, [kind]).length;
  if (!(sum > world.size))
    throw new EdictError('benchmark', `the components of ${String(world.size)} objects are empty`);
}

/** Turns after a system has written one column, all columns that rules read, or none. */
export interface WrittenCase {
  readonly case: 'written';
  readonly count: number;
  readonly milliseconds: number;
}

const written: Readonly<Record<string, readonly HareColumn[]>> = {
  edict: ['speed'],
  'every-column': hareColumns,
  unchanged: [],
};

/** The phases in which rules are asked. Throws where the interpreter comes to something else. */
export function runWrittenCase({ count, milliseconds }: WrittenCase): PeerTimes {
  const worlds = Object.entries(written).map(([name, columns]) => {
    const world = createWarren(count - dens);
    addWriter(world, columns);
    assertAsInterpreter(world, count, columns);
    return turnsOf(world, name, ['reset', 'meters']);
  });
  return { times: measureInTurn(worlds, { milliseconds, rounds: 50, warmups: 200 }) };
}

function assertAsInterpreter(world: World, count: number, columns: readonly HareColumn[]): void {
  const other = createWarren(count - dens, { executor: 'reference' });
  addWriter(other, columns);
  for (const each of [world, other]) each.run(3);
  assertSameHash('the interpreter', world, other);
}

function assertSameHash(what: string, world: World, other: World): void {
  if (world.hash() !== other.hash())
    throw new EdictError(
      'disagreement',
      `${what} changed the state to ${other.hash()}, which is ${world.hash()} otherwise`,
    );
}
