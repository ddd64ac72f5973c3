import type { CellValue, Handle, ObjectView, World } from '../world/api.js';
import { playersOf } from '../world/play-out.js';
import { grouped } from './table.js';

/**
 * The state of the table in a few lines: for each player what it has, and of all that is its own what is no longer as
 * it was at first.
 */
export interface GameTable {
  lines(): readonly string[];
}

/** Lines of each player at most. Objects of which the same has changed are on one line. */
const mostShown = 12;

/** Notes how all stands now, which is before the first turn. */
export function gameTable(world: World, object: (handle: Handle) => string): GameTable {
  const columns = world.program.model.columns.filter(
    ({ role, type }) => role === 'meter' || type.name === 'enumeration' || type.name === 'boolean',
  );
  const first = new Map(world.query().map((handle) => [handle, world.describe(handle).values]));
  return {
    lines() {
      const players = playersOf(world);
      const views = world
        .query()
        .filter((handle) => !players.includes(handle))
        .map((handle) => world.describe(handle));
      return players.flatMap((player) =>
        linesOf(
          player,
          views.filter((view) => isOf(view, player)),
        ),
      );
    },
  };

  function linesOf(player: Handle, own: readonly ObjectView[]): readonly string[] {
    const alike = new Map<string, string[]>();
    for (const view of own) {
      const values = changesOf(view);
      if (values !== '') alike.set(values, [...(alike.get(values) ?? []), object(view.handle)]);
    }
    const changed = [...alike].map(([values, names]) => `    ${values}: ${names.join(', ')}`);
    const more = changed.length > mostShown ? [`    … and ${grouped(changed.length - mostShown)} more`] : [];
    return [`  ${object(player)}: ${standing(world.describe(player))}`, ...changed.slice(0, mostShown), ...more];
  }

  function standing({ values }: ObjectView): string {
    return columns
      .flatMap(({ name, role }) =>
        role === 'meter' && values[name] !== undefined ? [`${name} ${text(values[name])}`] : [],
      )
      .join(', ');
  }

  function changesOf({ handle, values }: ObjectView): string {
    const before = first.get(handle) ?? {};
    return columns
      .flatMap(({ name }) =>
        values[name] === undefined || values[name] === before[name] ? [] : [`${name} ${text(values[name])}`],
      )
      .join(', ');
  }

  function isOf({ owners, parent }: ObjectView, player: Handle): boolean {
    return owners.includes(player) || parent === player;
  }
}

function text(value: CellValue): string {
  return typeof value === 'number'
    ? grouped(value)
    : value === true
      ? 'yes'
      : value === false
        ? 'no'
        : (value ?? 'none');
}
