import type { ContentFile } from '../../src/entries/edict-inspect.js';
import { generateGalaxy } from '../../src/galaxy/generate.js';
import { type World, createWorld, loadContent, loadWorld } from '../../src/index.js';

/** A page has no files, so content comes as texts. */
export interface Texts {
  readonly colony: readonly ContentFile[];
  readonly galaxy: readonly ContentFile[];
  readonly turns: number;
  readonly objects: number;
}

/** By turn the hash of the world; at the end that of the world that its saved bytes give. */
interface Played {
  readonly hashes: readonly string[];
  readonly loaded: string;
}

/** The same in Node and in a page. */
export function playWorlds({ colony, galaxy, turns, objects }: Texts): Readonly<Record<'colony' | 'galaxy', Played>> {
  return {
    colony: played(openColony(colony), turns),
    galaxy: played(generateGalaxy(programOf(galaxy), { objects, seed: 'page' }), turns),
  };
}

function programOf(files: readonly ContentFile[]) {
  const loaded = loadContent(files);
  if (loaded.ok) return loaded.program;
  throw new Error(loaded.errors.map(({ message }) => message).join('\n'));
}

function openColony(files: readonly ContentFile[]): World {
  const world = createWorld(programOf(files), { seed: 'page' });
  const owner = world.spawn({ kind: 'empire', name: 'Terrans' });
  const terra = world.spawn({ kind: 'planet', name: 'Terra', owner, values: { fertility: 3 } });
  world.spawn({ kind: 'planet', name: 'Luna', owner });
  for (const name of ['First farm', 'Second farm']) world.spawn({ class: 'farm', name, owner, place: { in: terra } });
  return world;
}

function played(world: World, turns: number): Played {
  const hashes = [world.hash()];
  for (let turn = 0; turn < turns; turn++) {
    world.run(1);
    hashes.push(world.hash());
  }
  return { hashes, loaded: loadWorld(world.program, world.save()).hash() };
}
