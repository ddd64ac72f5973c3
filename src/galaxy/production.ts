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
    for (const empire of context.ids) if (context.random() < industry) build(context, empire);
  },
};

function build(context: SystemContext<Names>, empire: number): void {
  const { world, random, columns, commands } = context;
  const minerals = columns.minerals[empire];
  const handle = context.handleOf(empire);
  const choices = [...costs].filter(
    ([className, cost]) => cost <= minerals && world.relations.isAvailable(handle, className),
  );
  if (choices.length === 0) return;
  const yards = ownedBy(context, 'shipyard', empire);
  const most = leastFleet + shipsOfPlanet * ownedBy(context, 'planet', empire).length;
  if (yards.length === 0 || ownedBy(context, 'ship', empire).length >= most) return;
  const yard = yards[Math.floor(random() * yards.length)];
  const [className, cost] = choices[Math.floor(random() * choices.length)];
  const system = systemOf(context, yard);
  if (system === 0) return;
  commands.spawn({ class: className, owner: handle, place: { in: context.handleOf(system) } });
  columns.minerals[empire] = minerals - cost;
}

function ownedBy({ world, components }: SystemContext<Names>, what: string, empire: number): readonly number[] {
  const { owner } = components.owner;
  const owned: number[] = [];
  for (const id of query(world.ecs(), [what])) if (owner[id] === empire) owned.push(id);
  return owned;
}

/** Itself, or the nearest that it hangs on; 0: none. */
function systemOf({ world, components, handleOf }: SystemContext<Names>, id: number): number {
  const { parent } = components.attachment;
  let at = id;
  while (at !== 0 && world.kindOf(handleOf(at)) !== 'system') at = parent[at];
  return at;
}
