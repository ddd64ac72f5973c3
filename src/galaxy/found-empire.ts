import type { Handle, World } from '../world/api.js';
import { type Environment, commonClasses } from './words.js';

export interface Founding {
  readonly name: string;
  readonly homeEnvironment: Environment;
  /** What it may use besides what all may. */
  readonly available?: readonly string[];
  /** What its council studies next; nothing: all is known. */
  readonly studying: string | null;
}

export interface Empire {
  readonly handle: Handle;
  readonly council: Handle;
  readonly homeEnvironment: Environment;
}

/** An empire with its council and what it may build; it owns nothing yet. */
export function foundEmpire(world: World, founding: Founding): Empire {
  const { name, homeEnvironment, studying, available = [] } = founding;
  const handle = world.spawn({ class: 'dominion', name });
  for (const className of [...commonClasses, ...available]) world.setAvailable(handle, className, true);
  const council = world.spawn({
    class: 'council',
    name: `Council of the ${name}`,
    owner: handle,
    values: { homeEnvironment, studying },
  });
  return { handle, council, homeEnvironment };
}

/** Makes a planet the seat of an empire: its capitol and its first shipyard stand there. */
export function seat(
  world: World,
  empire: Empire,
  planet: Handle,
  buildings: readonly string[] = ['capitol', 'shipyard'],
): void {
  world.set(empire.council, 'capital', planet);
  for (const building of buildings) world.spawn({ class: building, owner: empire.handle, place: { in: planet } });
}
