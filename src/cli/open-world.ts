import { given } from '../content/native/load-context.js';
import { printable } from '../content/text/quote.js';
import { readBytes } from '../files/read-file.js';
import type { NoteRead } from '../files/read-log.js';
import type { Reading } from '../files/read-memo.js';
import { generateGalaxy, usualObjects } from '../galaxy/generate.js';
import { addHostSystems } from '../galaxy/host-systems.js';
import { loadGalaxy } from '../galaxy/load-galaxy.js';
import type { Program } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import { isSavedWorld } from '../kernel/snapshot.js';
import type { Limits } from '../kernel/world-limits.js';
import type { CaseChoice } from '../scenarios/case-choice.js';
import { catching } from '../scenarios/catching.js';
import { readScenarioWorld } from '../scenarios/native/open-scenario.js';
import { loadWorld } from '../world.js';
import type { World } from '../world/api.js';
import type { ParameterValues } from '../world/parameters.js';
import type { LoadEvent, LoadReport } from '../world/saves/load-report.js';
import {
  type Context,
  type Dialect,
  type OptionRow,
  askedBy,
  caseOption,
  fileOption,
  seedOption,
  usageError,
  whole,
} from './command.js';
import { grouped } from './terminal.js';
import { type AgentName, turnAgent } from './turn-agent.js';

/** Of `--set` and `--limit`. */
export interface WorldChanges {
  readonly set?: ParameterValues;
  readonly limit?: Partial<Limits>;
}

export interface WorldChoice extends CaseChoice, WorldChanges {
  readonly agent?: AgentName;
  readonly objects?: number;
  readonly empires?: number;
  readonly seed?: string;
  readonly state?: string;
  readonly load?: string;
  readonly strict?: true;
}

interface OpenedWorld {
  readonly world: World;
  /** Of a world that was saved with other content. */
  readonly loaded?: LoadReport | undefined;
  readonly title: string;
  /** Undefined for a saved world. */
  readonly seed: string | undefined;
  readonly steps?: number;
  /** It has run before, with other content. */
  readonly goesOn?: true;
}

const manyObjects = 50_000;
/** Bytes: the limit of one array. */
const longestSave = 4_000_000_000;

export const worldOptions: readonly OptionRow[] = [
  ['--objects <n>', `objects of the embedded galaxy (default: ${usualObjects})`, { read: whole(50, 1_000_000) }],
  ['--empires <n>', 'empires of the embedded galaxy (default: 12, fewer in small ones)', { read: whole(1, 255) }],
  seedOption('seed of all random draws (default: that of the scenario, or 1)'),
  fileOption('--state <file>', 'a state of a real game, with the embedded content', {
    conflicts: ['objects', 'empires'],
  }),
  fileOption('--load <file>', 'continue with a world that edict run --save wrote', {
    conflicts: ['objects', 'empires', 'seed', 'state'],
  }),
  ['--strict', 'with --load: refuse a world that was saved with other content, even if only rules have changed'],
  caseOption,
];

/** Calls `notice` before slow work. What a loaded world has lost goes to standard error. A chosen agent answers. */
export function openWorld(...asked: Parameters<typeof openedWorld>): OpenedWorld {
  const opened = openedWorld(...asked);
  const [, { agent }] = asked;
  if (agent !== undefined) opened.world.events.answerWith(turnAgent(agent, opened.seed ?? opened.world.hash()));
  return opened;
}

function openedWorld(
  context: Pick<Context, 'known' | 'dialects' | 'running' | keyof Reading> & Partial<Pick<Context, 'terminal'>>,
  choice: WorldChoice,
  scenario: string | undefined,
  notice: (text: string) => void,
): OpenedWorld {
  const { objects = usualObjects, empires, state, load, seed = '1', set, limit } = choice;
  if (load !== undefined && set !== undefined)
    throw usageError('--set gives parameters to a new world, and a saved one keeps its own; leave --set or --load out');
  if (choice.strict && load === undefined)
    throw usageError('--strict says how a saved world is loaded; give --load too, or leave --strict out');
  const { dialects, note } = context;
  if (scenario !== undefined) return openScenarioWorld(context, choice, scenario);
  if (choice.case !== undefined || choice.step !== undefined)
    throw usageError(`--${choice.case === undefined ? 'step' : 'case'} needs a scenario file; name one`);
  if (load !== undefined) {
    // Whoever names no scenario has most likely forgotten it.
    const opened = loadSaved(loadGalaxy(), load, {
      other: 'the embedded galaxy; name the scenario file that it was saved with too',
      limits: limit,
      strict: true,
      note,
    });
    addHostSystems(opened.world);
    return opened;
  }
  if (state !== undefined && (set ?? limit) !== undefined)
    throw usageError(`--${set === undefined ? 'limit' : 'set'} does nothing to the state of a real game; leave it out`);
  if (state !== undefined) {
    note?.(state);
    return { world: openState(dialects, state, seed), title: state, seed };
  }
  if (objects > manyObjects) notice(`making the galaxy of ${grouped(objects)} objects…`);
  const world = generateGalaxy(loadGalaxy(), { objects, seed, empires, ...given({ limits: limit, parameters: set }) });
  return { world, title: 'embedded galaxy', seed };
}

function openState(dialects: readonly Dialect[], file: string, seed: string): World {
  for (const dialect of dialects)
    if (dialect.openState !== undefined) return dialect.openState(loadGalaxy(), file, { seed });
  throw usageError('--state needs a dialect with recorded games, and there is none; leave it out');
}

function openScenarioWorld(
  {
    known,
    running,
    terminal,
    ...reading
  }: Pick<Context, 'known' | 'running' | keyof Reading> & Partial<Pick<Context, 'terminal'>>,
  choice: WorldChoice,
  scenario: string,
): OpenedWorld {
  const { load } = choice;
  if ((choice.objects ?? choice.empires) !== undefined)
    throw usageError(
      '--objects and --empires size the embedded galaxy and do nothing to a scenario; leave them or the scenario out',
    );
  if (choice.state !== undefined)
    throw usageError('--state and a scenario file each bring a world; leave one of them out');
  if (load !== undefined && choice.step !== undefined)
    throw usageError('--step and --load each say where a world goes on; leave one of them out');
  const { limit: limits, strict = false } = choice;
  const found = readScenarioWorld(scenario, { ...choice, parameters: choice.set, limits }, known, reading);
  const open = (): OpenedWorld => {
    if (load === undefined) return found.open();
    const other =
      `${scenario}; leave out --strict to carry it over by name, or name the content, scenario and case that it was ` +
      'saved with';
    const saved = loadSaved(found.program, load, { other, limits, strict, note: reading.note });
    if (saved.loaded !== undefined) terminal?.error(loadNotice(load, saved.loaded));
    return saved;
  };
  return running === undefined ? open() : running.open(found.program, found.beginning, open);
}

interface LoadChoice {
  /** For the error of `strict`: the content, and what to do. */
  readonly other: string;
  readonly limits: Partial<Limits> | undefined;
  readonly strict: boolean;
  readonly note: NoteRead | undefined;
}

function loadSaved(program: Program, file: string, { other, limits = {}, strict, note }: LoadChoice): OpenedWorld {
  const bytes = readBytes(file, longestSave, isSavedWorld, note);
  let loaded: LoadReport | undefined;
  const changed = (report: LoadReport) => {
    loaded = report;
  };
  const world = askedBy('--load', file, () =>
    catching(
      () => loadWorld(program, bytes, { limits, strict, changed }),
      (error) => {
        if (!strict || error.code !== 'foreign-file' || !isSavedWorld(bytes)) throw error;
        throw new EdictError(error.code, `the saved world is of other content than ${other}`, file);
      },
    ),
  );
  return { world, title: file, seed: undefined, loaded };
}

const mostLines = 20;

/** What may matter most comes first. */
const events: readonly LoadEvent[] = ['dropped', 'defaulted', 'converted', 'released', 'added'];

/** What became of a saved world in changed content, for standard error. Changes that concern objects come first. */
function loadNotice(file: string, { changes }: LoadReport): string {
  const totals = events
    .map((event) => [event, changes.filter((change) => change.event === event).length] as const)
    .filter(([, count]) => count > 0)
    .map(([event, count]) => `${count} ${event}`)
    .join(', ');
  const shown = changes.toSorted((a, b) => Number(b.count > 0) - Number(a.count > 0)).slice(0, mostLines);
  const rest = changes.length - shown.length;
  return [
    `${file} was saved with other content; ${totals === '' ? 'everything carries over by name' : `matched by name: ${totals}`}`,
    ...shown.map(({ event, text }) => `  ${event}: ${text}`),
    ...(rest > 0 ? [`  and ${rest} more; run --json lists all`] : []),
    '',
  ]
    .map(printable)
    .join('\n');
}
