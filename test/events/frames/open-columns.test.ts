import { expect, test } from 'vitest';
import type { ExecutorName } from '../../../src/world/api.js';
import { type AbilitySource, type Given, timingStage } from '../../support/timing-world.js';

/** What a host writes by columns that it has open is noticed by what occurs next, in the same turn too. */

const executors: readonly ExecutorName[] = ['compiled', 'reference'];

/**
 * The strength of each unit when a system has raised a note, written to the health of the last unit by its column, and
 * raised another note.
 */
function strengthsAfter(executor: ExecutorName, given: Given, inTurn: boolean): readonly unknown[] {
  const { world, units } = timingStage({ ...given, players: 'nobody' }, { executor });
  const health = world.ecs().columns.get('health');
  const act = (): void => {
    world.events.raise('note', {});
    if (health !== undefined) health.value[units[2]] = 1;
    world.ecs().changed('health');
    world.events.raise('note', {});
  };
  if (inTurn) world.addSystem({ name: 'pokes', phase: 'growth', run: act });
  if (inTurn) world.step();
  else act();
  expect(units.map((unit) => world.get(unit, 'health'))).toEqual([5, 5, 1]);
  return units.map((unit) => world.get(unit, 'strength'));
}

const strong: AbilitySource = {
  name: 'strong',
  class: 'trait',
  carrier: { kind: 'unit' },
  on: 'note',
  live: 'self.health > 3',
  do: [{ meter: 'strength', add: 1, direct: 'source' }],
};
const weak: NonNullable<Given['continuous']>[number] = {
  name: 'weak',
  carrier: { kind: 'unit' },
  while: 'self.health < 3',
  begin: [{ meter: 'strength', add: 10 }],
  end: [],
};

test.each(executors.flatMap((executor) => [true, false].map((inTurn) => ({ executor, inTurn }))))(
  'who has an ability, and what holds: $executor, within a turn: $inTurn',
  ({ executor, inTurn }) => {
    expect(strengthsAfter(executor, { abilities: [strong] }, inTurn)).toEqual([4, 4, 3]);
    expect(strengthsAfter(executor, { continuous: [weak] }, inTurn)).toEqual([2, 2, 12]);
  },
);
