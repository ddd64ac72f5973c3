import { kept } from '../kernel/maps.js';
import type { QuerySystem, SystemContext } from '../world/api.js';
import { query } from '../world/ecs-view.js';

/** Empires with a shipyard turn minerals into ships. */

const costs = new Map([
  ['scout', 15],
  ['freighter', 20],
  ['frigate', 35],
  ['ark', 45],
  ['cruiser', 80],
]);
/** Chance each turn that an empire which can build does. */
const industry = 0.35;
/** Limit of an empire's ships: a minimum, and a number for each of its planets. */
const leastFleet = 12;
const shipsOfPlanet = 3;

type Names = 'minerals' | 'owner' | 'attachment';

export const productionSystem: QuerySystem<Names> = {
  name: 'production',
  phase: 'host',
  query: ['empire'],
  reads: ['owner', 'attachment'],
  writes: ['minerals'],
  run(context) {
    const owned = ownedNow(context);
    for (const empire of context.ids) if (context.random() < industry) build(context, owned, empire);
  },
};

/** By owner: its objects of a kind, ascending. Nothing changes while the system runs. */
type Owned = (what: string, owner: number) => readonly number[];

function ownedNow({ world, components }: SystemContext<Names>): Owned {
  const { owner } = components.owner;
  const byKind = new Map<string, Map<number, number[]>>();
  const found = (what: string) =>
    kept(byKind, what, () => {
      const byOwner = new Map<number, number[]>();
      for (const id of query(world.ecs(), [what])) if (owner[id] !== 0) kept(byOwner, owner[id], () => []).push(id);
      return byOwner;
    });
  return (what, of) => found(what).get(of) ?? [];
}

function build(context: SystemContext<Names>, owned: Owned, empire: number): void {
  const { world, random, columns, commands } = context;
  const minerals = columns.minerals[empire];
  const handle = context.handleOf(empire);
  const choices = [...costs].filter(
    ([className, cost]) => cost <= minerals && world.relations.isAvailable(handle, className),
  );
  if (choices.length === 0) return;
  const yards = owned('shipyard', empire);
  const most = leastFleet + shipsOfPlanet * owned('planet', empire).length;
  if (yards.length === 0 || owned('ship', empire).length >= most) return;
  const yard = yards[Math.floor(random() * yards.length)];
  const [className, cost] = choices[Math.floor(random() * choices.length)];
  const system = systemOf(context, yard);
  if (system === 0) return;
  commands.spawn({ class: className, owner: handle, place: { in: context.handleOf(system) } });
  columns.minerals[empire] = minerals - cost;
}

/** Itself, or the nearest that it hangs on; 0: none. */
function systemOf({ world, components, handleOf }: SystemContext<Names>, id: number): number {
  const { parent } = components.attachment;
  let at = id;
  while (at !== 0 && world.kindOf(handleOf(at)) !== 'system') at = parent[at];
  return at;
}
