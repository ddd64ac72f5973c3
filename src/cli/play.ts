import { type Command, Option } from 'commander';
import { EdictError } from '../kernel/errors.js';
import { openScenario } from '../scenarios/native/open-scenario.js';
import type { World } from '../world/api.js';
import { type DecisionLog, logFormat } from '../world/decision-log.js';
import { overByContent, playersOf, replay } from '../world/play-out.js';
import type { Context } from './context.js';
import { askedBy, usageError } from './failure.js';
import { fileToWrite, filled } from './filled.js';
import { interruptible } from './interruptible.js';
import { type GamePlan, type PlayedGame, courseOf, playGame } from './play-game.js';
import { playMany } from './play-many.js';
import { counted, gameJson, gameText, gamesJson, gamesText } from './play-report.js';
import { boundSince } from './play-roles.js';
import { type Seat, seatsIn } from './play-seats.js';
import { type Progress, createProgress } from './progress.js';
import type { Terminal } from './terminal.js';
import { wholeNumber } from './whole-number.js';
import { z } from 'zod';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { schemaProblems } from '../content/diagnostics/schema-problems.js';
import { diagnosed, readJsonValue } from '../content/native/source-value.js';
import { readText } from '../files/read-file.js';
import { writeFileWhole } from '../files/write-file.js';
import { refuseToReplace } from './save-file.js';

interface PlayOptions {
  readonly agents?: readonly Seat[];
  readonly seed?: string;
  readonly games?: number;
  readonly turns?: number;
  readonly log?: string;
  readonly replay?: string;
  readonly case?: string;
  readonly quiet?: true;
  readonly json?: true;
}

const help = `
Agents: person is asked here, random takes any option, first the first one. Each decides for the player in its place; the last also for
those behind it. A person types the number of an option or its name; ? tells more, q stops.

Examples:
  $ edict play duel.yaml
  $ edict play duel.yaml --agents random --log game.json
  $ edict play duel.yaml --replay game.json
  $ edict play duel.yaml --games 1000 --seed 7`;

/** Turns of a game at most, where nothing is said. */
const usualTurns = 1_000;

/** Adds `edict play`: plays the game of a scenario, with agents or persons who decide. */
export function addPlay(program: Command, context: Context): void {
  program
    .command('play')
    .summary('play a game whose players decide')
    .description(
      'Plays the world of a scenario whose content says who decides: persons at the terminal, or agents. Says how it ended, and writes games down so that they can be played again.',
    )
    .argument('<scenario>', 'scenario file whose world to play')
    .addOption(
      new Option(
        '--agents <list>',
        'who decides for each player: person, random, first (default: person,random; of several games random)',
      ).argParser(seatsIn),
    )
    .addOption(
      new Option('--seed <text>', 'seed of the world and of the agents (default: what the scenario says)').argParser(
        filled('--seed', 'give a text or a number'),
      ),
    )
    .addOption(
      new Option('--games <n>', 'games to play, one after the other, from the same start (default: 1)').argParser(
        wholeNumber('--games', 1, 100_000_000),
      ),
    )
    .addOption(
      new Option('--turns <n>', `turns of a game at most (default: ${String(usualTurns)})`).argParser(
        wholeNumber('--turns', 1, 10_000_000),
      ),
    )
    .addOption(
      new Option('--log <file>', 'write down what was decided, for --replay')
        .argParser(fileToWrite('--log'))
        .conflicts(['games', 'replay']),
    )
    .addOption(
      new Option('--replay <file>', 'play a game again that --log wrote')
        .argParser(filled('--replay', 'give the path of a file'))
        .conflicts(['games', 'agents', 'seed', 'turns']),
    )
    .option('--case <name>', 'the case of the scenario file whose world it is (default: the first)')
    .option('--quiet', 'say only how it ended, not what happened')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', help)
    .action((scenario: string, options: PlayOptions) =>
      options.replay === undefined
        ? play(context, scenario, options)
        : playAgain(context, scenario, options.replay, options),
    );
}

async function play({ terminal, finish }: Context, file: string, options: PlayOptions): Promise<void> {
  const isMany = options.games !== undefined && options.games > 1;
  const seats = options.agents ?? (isMany || options.json === true ? ['random'] : ['person', 'random']);
  if (seats.includes('person') && isMany)
    throw usageError('a person plays one game at a time; leave --games out, or name other agents');
  if (seats.includes('person') && options.json === true)
    throw usageError('a person sees the options where --json puts the report; leave one of them out');
  const { world, seed } = openGame(file, options);
  const players = playersOf(world).length;
  if (options.agents !== undefined && seats.length > Math.max(players, 1))
    throw usageError(
      `--agents names ${String(seats.length)}, and ${counted(players, 'player')} decide; name no more than that`,
    );
  const plan: GamePlan = {
    seats,
    seed,
    turns: options.turns ?? usualTurns,
    isOver: overByContent(world),
    shows: options.quiet !== true && options.json !== true,
  };
  const title = { file, seed, agents: seats.join(',') };
  if (isMany) {
    const played = manyWithProgress(terminal, world, options.games, plan, options);
    terminal.out(
      options.json === true
        ? `${JSON.stringify(gamesJson(title, played), undefined, 2)}\n`
        : gamesText(title, played, terminal),
    );
  } else {
    const roles = boundSince(world);
    const played = await playGame(terminal, world, plan);
    roles.note();
    try {
      if (options.log !== undefined) writeLog(options.log, { ...played.log, seed });
    } finally {
      terminal.out(
        options.json === true
          ? `${JSON.stringify(gameJson(title, played, roles.counts()), undefined, 2)}\n`
          : gameText(played, roles.counts()),
      );
    }
    if (options.json !== true && options.log !== undefined) terminal.out(`written down in ${options.log}\n`);
    // Who has left has not played to the end; who asked to stop has got what was wanted.
    finish(played.end === 'gone' ? 1 : 0);
  }
}

function manyWithProgress(
  terminal: Terminal,
  world: World,
  games: number,
  plan: GamePlan,
  { quiet, json }: PlayOptions,
) {
  const progress = createProgress(terminal, games, quiet === true || json === true, 'game');
  let played = 0;
  const counting: Progress = {
    ...progress,
    update(done) {
      played = done;
      progress.update(done);
    },
  };
  try {
    return interruptible(
      terminal,
      () => ` in game ${String(played + 1)} of ${String(games)}`,
      () => playMany(world, games, plan, counting),
    );
  } finally {
    progress.stop();
  }
}

function playAgain({ terminal, finish }: Context, file: string, logFile: string, options: PlayOptions): void {
  const log = readLog(logFile);
  const { world, seed } = openGame(file, { ...options, seed: log.seed });
  const roles = boundSince(world);
  const start = world.time;
  const { listen, decided } = courseOf(terminal, world, options.quiet !== true && options.json !== true);
  askedBy('--replay', logFile, () => {
    replay(world, log, {
      listen,
      decides: ({ index }) => {
        decided(index);
      },
    });
  });
  roles.note();
  const played: PlayedGame = { end: overByContent(world)() ? 'over' : 'log', ticks: world.time - start, log };
  terminal.out(
    options.json === true
      ? `${JSON.stringify(gameJson({ file, seed, agents: 'replay' }, played, roles.counts()), undefined, 2)}\n`
      : gameText(played, roles.counts()),
  );
  finish(0);
}

/** The world of a game. Throws where nobody decides anything in it, and where its log could not be written. */
function openGame(file: string, { seed, ...options }: PlayOptions): { readonly world: World; readonly seed: string } {
  if (options.log !== undefined) refuseToLog(options.log);
  const { world, seed: own } = openScenario(file, { case: options.case, ...(seed === undefined ? {} : { seed }) });
  if (playersOf(world).length === 0)
    throw new EdictError(
      'no-players',
      `nobody decides anything in ${file}: its content names no players, or its world has none; give the content timing: { players: … } and the world objects of that kind`,
      file,
    );
  return { world, seed: own };
}

/** A game that was written down: what was decided, and the seed of the world that it was decided in. */
interface GameLog extends DecisionLog {
  readonly seed: string;
}

const shape = z.strictObject({
  format: z.literal(logFormat),
  content: z.string(),
  seed: z.string(),
  start: z.strictObject({ time: z.int(), hash: z.string() }).optional(),
  time: z.int(),
  hash: z.string(),
  decisions: z.array(
    z.strictObject({
      player: z.string().nullable(),
      kind: z.enum(['order', 'group', 'react', 'choose', 'pay']),
      option: z.string(),
      index: z.int().min(0),
    }),
  ),
});

/** Throws when the file could not be written, or is there and is no log. Nothing is touched. */
function refuseToLog(file: string): void {
  refuseToReplace(file, '--log', 'log of a game', (beginning) =>
    new RegExp(`^\\s*\\{\\s*"format":\\s*"${logFormat}"`).test(beginning.toString('latin1')),
  );
}

/** Writes a game down. Throws a sentence that names the file when it cannot. */
function writeLog(file: string, { format, content, seed, start, time, hash, decisions }: GameLog): void {
  // A line for each decision: such files are compared.
  const lines = decisions.map((decision) => `    ${JSON.stringify(decision)}`).join(',\n');
  const head = Object.entries({ format, content, seed, start, time, hash })
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`)
    .join('');
  writeFileWhole(file, `{\n${head}  "decisions": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`);
}

/** Reads a game. Throws a sentence that names the file, and the place in it, when it is none. */
function readLog(file: string): GameLog {
  const text = readText(file);
  const data = readJsonValue(file, text);
  if (!data.ok) throw misfit(file, data.errors);
  const read = shape.safeParse(data.value);
  if (read.success) return read.data;
  throw misfit(file, diagnosed(file, text, schemaProblems(shape, data.value)));
}

function misfit(file: string, [first, ...others]: readonly Diagnostic[]): EdictError {
  const more = others.length === 0 ? '' : ` (and ${others.length} more problems)`;
  return new EdictError(
    'bad-log',
    `${file}:${first.line}:${first.column}: ${first.message}${more}; give a file of the format ${logFormat}, as --log writes it`,
    file,
  );
}
