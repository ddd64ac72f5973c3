import type { Handle, World } from '../world/api.js';

/** Counts who is bound to roles at the end of games: that is how content says who has won or lost. */
export interface BoundRoles {
  /** Notes how the world stands. */
  note(): void;
  /** By role and name of the object. */
  counts(): Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Looks at roles that are bound otherwise than now. Who has the turn says nothing about a game. */
export function boundSince(world: World): BoundRoles {
  const {
    model,
    rules: { timing },
  } = world.program;
  const watched = model.roles.flatMap((role, index) =>
    index === timing.active || index === timing.next ? [] : [{ role, before: boundTo(world, role) }],
  );
  const counts = new Map<string, Map<string, number>>();
  return {
    note() {
      for (const { role, before } of watched) {
        const now = boundTo(world, role);
        if (now === before || now === null) continue;
        const name = world.nameOf(now);
        const byName = counts.get(role) ?? new Map<string, number>();
        counts.set(role, byName.set(name, (byName.get(name) ?? 0) + 1));
      }
    },
    counts: () =>
      Object.fromEntries(
        [...counts].map(([role, byName]) => [
          role,
          Object.fromEntries([...byName].sort(([a], [b]) => (a < b ? -1 : 1))),
        ]),
      ),
  };
}

function boundTo(world: World, role: string): Handle | null {
  const bound = world.evaluate(`role('${role.replaceAll(/[\\']/g, '\\$&')}')`);
  return typeof bound === 'number' ? bound : null;
}
