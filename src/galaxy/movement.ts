import { kept } from '../kernel/maps.js';
import type { QuerySystem, SystemContext } from '../world/api.js';
import type { EcsLanes } from '../world/ecs-api.js';

/**
 * Moves ships along lanes. Properties of a ship are its goal (`destination`), and under way the ends of its lane
 * (`leaving`, `heading`) and the fraction travelled (`progress`).
 */

const read = ['speed', 'location', 'attachment'] as const;
const written = ['fuel', 'destination', 'leaving', 'heading', 'progress'] as const;
type Names = (typeof read)[number] | (typeof written)[number];
type Context = SystemContext<Names>;

/** For each world: a copy has charts of its own. */
const charts = new WeakMap<object, Chart>();

export const movementSystem: QuerySystem<Names> = {
  name: 'movement',
  phase: 'host',
  query: ['ship'],
  reads: read,
  writes: written,
  run(context) {
    const { ids, components, world } = context;
    const { parent } = components.attachment;
    const chart = chartOf(world, world.ecs().lanes);
    for (const ship of ids) {
      const system = parent[ship];
      if (system === 0) travel(context, ship);
      else depart(context, chart, ship, system);
    }
  },
};

const fuelOfDeparture = 2;
/** Chance each turn that an idle ship sets out. */
const restlessness = 0.15;
const longestVoyage = 4;

function travel(context: Context, ship: number): void {
  const { columns, commands } = context;
  const leaving = context.idOf(columns.leaving[ship]);
  const heading = context.idOf(columns.heading[ship]);
  if (leaving === 0 || heading === 0) return;
  const length = distance(context, leaving, heading);
  const progress = columns.progress[ship] + (length > 0 ? columns.speed[ship] / length : 1);
  if (progress >= 1) {
    commands.move(ship, { in: context.handleOf(heading) });
    setLane(context, ship, 0, 0);
    return;
  }
  if (progress > 0)
    commands.move(ship, { lane: [context.handleOf(leaving), context.handleOf(heading)], fraction: progress });
  columns.progress[ship] = progress;
}

function distance({ components }: Context, a: number, b: number): number {
  const { x, y } = components.location;
  if (a === b) return 0;
  const [dx, dy] = [x[a] - x[b], y[a] - y[b]];
  // Two systems on one point are still apart.
  return Math.sqrt(dx * dx + dy * dy) || Number.MIN_VALUE;
}

function setLane({ columns, handleOf }: Context, ship: number, leaving: number, heading: number): void {
  columns.leaving[ship] = handleOf(leaving);
  columns.heading[ship] = handleOf(heading);
  columns.progress[ship] = 0;
}

function depart(context: Context, chart: Chart, ship: number, system: number): void {
  const { columns } = context;
  // A rule may have moved it off its lane.
  if (context.idOf(columns.heading[ship]) !== 0) setLane(context, ship, 0, 0);
  const fuel = columns.fuel[ship];
  if (fuel < fuelOfDeparture || columns.speed[ship] <= 0) return;
  const destination = destinationOf(context, chart, ship, system);
  const next = destination === 0 ? 0 : chart.nextJump(system, destination);
  if (next === 0) return;
  columns.fuel[ship] = fuel - fuelOfDeparture;
  setLane(context, ship, system, next);
  travel(context, ship);
}

function destinationOf(context: Context, chart: Chart, ship: number, system: number): number {
  const { columns, random } = context;
  const wanted = context.idOf(columns.destination[ship]);
  if (wanted !== 0 && wanted !== system) return wanted;
  const chosen = random() < restlessness ? voyage(context, chart, system) : 0;
  if (chosen !== wanted) columns.destination[ship] = context.handleOf(chosen);
  return chosen;
}

function voyage({ random }: Context, chart: Chart, system: number): number {
  let at = system;
  for (let jumps = 1 + Math.floor(random() * longestVoyage); jumps > 0; jumps--) {
    const neighbours = chart.neighbours(at);
    if (neighbours.length > 0) at = neighbours[Math.floor(random() * neighbours.length)];
  }
  return at === system ? 0 : at;
}

/** The ways to a destination found so far. */
interface Ways {
  /** For every system reached: the next one on its way. */
  readonly next: Map<number, number>;
  /** In the order of reaching; `asked` of them are expanded. */
  readonly queue: number[];
  asked: number;
}

type Chart = ReturnType<typeof createChart>;

/** Kept until lanes change. */
function chartOf(world: object, lanes: EcsLanes): Chart {
  const known = charts.get(world);
  if (known?.version === lanes.version) return known;
  const chart = createChart(lanes);
  charts.set(world, chart);
  return chart;
}

const nobody: readonly number[] = [];

function createChart({ count, ends, otherEnds, version }: EcsLanes) {
  const neighbours = new Map<number, number[]>();
  for (let lane = 0; lane < count; lane++) {
    kept(neighbours, ends[lane], () => []).push(otherEnds[lane]);
    kept(neighbours, otherEnds[lane], () => []).push(ends[lane]);
  }
  for (const list of neighbours.values()) list.sort((a, b) => a - b);
  const ways = new Map<number, Ways>();
  const neighboursOf = (system: number) => neighbours.get(system) ?? nobody;
  return {
    version,
    neighbours: neighboursOf,
    /** The first system on a shortest way; 0: there is none. */
    nextJump(from: number, to: number): number {
      const way = kept(ways, to, (): Ways => ({ next: new Map(), queue: [to], asked: 0 }));
      while (!way.next.has(from) && way.asked < way.queue.length) lookFurther(way, to, neighboursOf);
      return way.next.get(from) ?? 0;
    },
  };
}

/** Breadth first, so the first way is a shortest one. */
function lookFurther(way: Ways, destination: number, neighbours: (system: number) => readonly number[]): void {
  const at = way.queue[way.asked++];
  for (const system of neighbours(at)) {
    if (system === destination || way.next.has(system)) continue;
    way.next.set(system, at);
    way.queue.push(system);
  }
}
