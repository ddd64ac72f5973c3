import type { Environment, EnvironmentShape } from '../ir/environment.js';
import { EdictError, blaming } from '../kernel/errors.js';
import { describe } from '../kernel/given.js';
import type { World } from '../world/api.js';
import type { BatchSource } from './api.js';
import { InstanceError, type Instances, type Seats } from './instances.js';
import type { Makers, Wanted } from './makers.js';
import { askSeats } from './shard.js';

/** A map: the world in which its episodes begin, and what all agents see then, which does not depend on the seed. */
export interface Start {
  readonly world: World;
  readonly observations: Float32Array;
  readonly masks: Uint8Array;
  readonly standings: Float64Array;
  readonly live: Uint8Array;
}

/** Maps, made once and tried, so that beginning on one does not fail later. */
export interface Starts {
  /** Throws what is wrong with the map, every time. */
  at(map: number): Start;
}

interface Trial {
  readonly instances: Instances;
  readonly seats: Seats;
}

export function createStarts(
  source: BatchSource,
  environment: Environment,
  shape: EnvironmentShape,
  makers: Makers,
  { executor, merged }: Pick<Wanted, 'executor' | 'merged'>,
): Starts {
  const known = new Map<number, Start>();
  let trial: Trial | undefined;
  const open = (map: number): Start => {
    const world = worldOf(source, map);
    if (trial === undefined) {
      // As those that it is tried for: what does not fit there must not fit here.
      const instances = makers.instances(source, { count: 1, merged, start: world, executor });
      trial = { instances, seats: makers.seats(instances, executor) };
    }
    return tried(trial, world, environment, shape, source.hostRules !== undefined);
  };
  return {
    at(map) {
      let start = known.get(map);
      if (start === undefined) known.set(map, (start = ofMap(map, () => open(map))));
      return start;
    },
  };
}

/** What is known to blame stays so. */
function ofMap(map: number, make: () => Start): Start {
  const who = `no episode can begin on map ${map}`;
  try {
    return blaming(who, `map ${map}`, make);
  } catch (error) {
    if (!(error instanceof InstanceError)) throw error;
    throw new EdictError(error.code, `${who}: ${error.message.slice('edict: '.length)}`, error.culprit);
  }
}

function worldOf(source: BatchSource, map: number): World {
  const world: unknown = source.start(map);
  if (typeof world !== 'object' || world === null || !('program' in world))
    throw new EdictError('bad-start', `start gave ${describe(world)}; let it give the world of the map`);
  if (world.program !== source.program)
    throw new EdictError('bad-start', 'start gave a world of other content; make it with the program of the source');
  return world as World;
}

function tried(
  { instances, seats }: Trial,
  world: World,
  environment: Environment,
  { agents, observationSize, maskSize }: EnvironmentShape,
  isHosted: boolean,
): Start {
  instances.put(0, world, 'trial');
  seats.seat(0);
  const start = {
    world,
    observations: new Float32Array(agents * observationSize),
    masks: new Uint8Array(agents * maskSize),
    standings: new Float64Array(agents),
    live: new Uint8Array(agents),
    isTerminal: new Uint8Array(1),
  };
  seats.look();
  askSeats(seats, start);
  if (!start.live.includes(1))
    throw new EdictError(
      'bad-start',
      `none of the ${agents} agents lives when an episode begins${isHosted ? ', by the rules of the host; let show say that somebody does' : '; let `lives` hold then'}`,
    );
  if (start.isTerminal[0] !== 0 && environment.terminated !== undefined)
    throw new EdictError(
      'bad-start',
      isHosted
        ? 'the episode is over when it begins, by the rules of the host; let show say so later'
        : 'the episode is over when it begins; let `terminated` not hold then',
    );
  return start;
}
