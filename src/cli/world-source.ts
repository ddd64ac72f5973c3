import type { Program } from '../ir/rule.js';
import { generateGalaxy, usualObjects } from '../galaxy/generate.js';
import { addHostSystems } from '../galaxy/host-systems.js';
import { loadGalaxy } from '../galaxy/load-galaxy.js';
import { readBytes } from '../files/read-file.js';
import { EdictError } from '../kernel/errors.js';
import { isSavedWorld } from '../kernel/snapshot.js';
import type { CaseChoice } from '../scenarios/case-choice.js';
import type { KnownFormats } from '../scenarios/known-formats.js';
import { openScenario } from '../scenarios/native/open-scenario.js';
import { loadWorld } from '../world.js';
import type { World } from '../world/api.js';
import {
  type Context,
  type Dialect,
  type OptionRow,
  caseOption,
  fileOption,
  seedOption,
  whole,
  askedBy,
  usageError,
} from './command.js';
import { catching } from '../scenarios/catching.js';
import { grouped } from './terminal.js';

export interface WorldChoice extends CaseChoice {
  readonly objects?: number;
  readonly empires?: number;
  readonly seed?: string;
  readonly state?: string;
  readonly load?: string;
}

interface OpenedWorld {
  readonly world: World;
  readonly title: string;
  /** Undefined for a saved world. */
  readonly seed: string | undefined;
  readonly steps?: number;
}

const manyObjects = 50_000;

/** Bytes: the limit of one array. */
const longestSave = 4_000_000_000;

export const worldOptions: readonly OptionRow[] = [
  ['--objects <n>', `objects of the embedded galaxy (default: ${usualObjects})`, { read: whole(50, 1_000_000) }],
  ['--empires <n>', 'empires of the embedded galaxy (default: 12, fewer in small ones)', { read: whole(1, 255) }],
  seedOption('seed of everything random (default: 1, or what the scenario says)'),
  fileOption('--state <file>', 'the embedded content on the state of a real game', {
    conflicts: ['objects', 'empires'],
  }),
  fileOption('--load <file>', 'go on with a world that --save wrote', {
    conflicts: ['objects', 'empires', 'seed', 'state'],
  }),
  caseOption,
];

/** `notice` is called before slow work. */
export function openWorld(
  { known, dialects }: Pick<Context, 'known' | 'dialects'>,
  choice: WorldChoice,
  scenario: string | undefined,
  notice: (text: string) => void,
): OpenedWorld {
  if (scenario !== undefined) return openScenarioWorld(known, choice, scenario);
  const { objects = usualObjects, empires, state, load, seed = '1' } = choice;
  if (choice.case !== undefined || choice.step !== undefined)
    throw usageError(`--${choice.case === undefined ? 'step' : 'case'} needs a scenario file; name one`);
  if (load !== undefined) {
    const world = loadSaved(
      loadGalaxy(),
      load,
      'the embedded galaxy; name the scenario file that it was saved with too',
    );
    addHostSystems(world);
    return { world, title: load, seed: undefined };
  }
  if (state !== undefined) return { world: openState(dialects, state, seed), title: state, seed };
  if (objects > manyObjects) notice(`making the galaxy of ${grouped(objects)} objects…`);
  const world = generateGalaxy(loadGalaxy(), { objects, seed, empires });
  return { world, title: 'embedded galaxy', seed };
}

function openState(dialects: readonly Dialect[], file: string, seed: string): World {
  for (const dialect of dialects)
    if (dialect.openState !== undefined) return dialect.openState(loadGalaxy(), file, { seed });
  throw usageError('--state needs a dialect with recorded games, and there is none; leave it out');
}

function openScenarioWorld(known: KnownFormats, choice: WorldChoice, scenario: string): OpenedWorld {
  const { load } = choice;
  if ((choice.objects ?? choice.empires) !== undefined)
    throw usageError(
      '--objects and --empires size the embedded galaxy and do nothing to a scenario; leave them or the scenario out',
    );
  if (choice.state !== undefined)
    throw usageError('--state and a scenario file each bring a world; leave one of them out');
  if (load !== undefined && choice.step !== undefined)
    throw usageError('--step and --load each say where a world goes on; leave one of them out');
  const opened = openScenario(scenario, choice, known);
  if (load === undefined) return opened;
  const world = loadSaved(
    opened.world.program,
    load,
    `${scenario}; name the scenario file and the case that it was saved with, with their content as it was then`,
  );
  return { world, title: load, seed: undefined };
}

function loadSaved(program: Program, file: string, other: string): World {
  const bytes = readBytes(file, longestSave, isSavedWorld);
  return askedBy('--load', file, () =>
    catching(
      () => loadWorld(program, bytes),
      (error) => {
        if (error.code !== 'foreign-file' || !isSavedWorld(bytes)) throw error;
        throw new EdictError(error.code, `the saved world is of other content than ${other}`, file);
      },
    ),
  );
}
