import { z } from 'zod';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { fitted, readJsonValue } from '../content/native/source-value.js';
import { readText } from '../files/read-file.js';
import { writeFileWhole } from '../files/write-file.js';
import { EdictError } from '../kernel/errors.js';
import { kept } from '../kernel/maps.js';
import type { KnownFormats } from '../scenarios/known-formats.js';
import { openScenario } from '../scenarios/native/open-scenario.js';
import type { World } from '../world/api.js';
import { type DecisionLog, logFormat, overByContent, playersOf, replay, playOut } from '../world/play-out.js';
import {
  type Context,
  addCommand,
  caseOption,
  fileOption,
  fileToWrite,
  jsonOption,
  print,
  refuseToReplace,
  seedOption,
  whole,
  askedBy,
  usageError,
  within,
} from './command.js';
import { worldFile } from './scenario-argument.js';
import { type GamePlan, type PlayedGame, type Seat, courseOf, playGame, seatsIn, agentsFor } from './play-game.js';
import { counted, grouped, right, tableText, type Terminal, type Colors } from './terminal.js';
import { printable } from '../content/text/quote.js';
import type { Snapshot } from '../kernel/snapshot.js';
import { doTimes } from './progress.js';

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

const notes = `Agents: person is asked here, random takes any option, first the first one. Each decides for the player in its
place; the last also for those after it. A person types the number of an option or its name; ? tells more, q stops.`;

const usualTurns = 1_000;

export function addPlay(context: Context): void {
  addCommand(context, 'play', {
    summary: 'play a game whose players decide',
    description:
      'Plays the world of a scenario whose content has players: persons at the terminal, or agents. Shows how ' +
      'the game ended, and can write a log to replay it.',
    arguments: { '<scenario>': `${worldFile} to play` },
    options: [
      [
        '--agents <list>',
        'who decides for each player: person, random, first (default: person,random; of several games random)',
        { read: () => seatsIn },
      ],
      seedOption('seed of the world and of the agents (default: what the scenario says)'),
      [
        '--games <n>',
        'games to play, one after the other, from the same start (default: 1)',
        { read: whole(1, 100_000_000) },
      ],
      ['--turns <n>', `turns of a game at most (default: ${usualTurns})`, { read: whole(1, 10_000_000) }],
      [
        '--log <file>',
        'write the decisions to a file, for --replay',
        { read: fileToWrite, conflicts: ['games', 'replay'] },
      ],
      fileOption('--replay <file>', 'replay a game that --log wrote', {
        conflicts: ['games', 'agents', 'seed', 'turns'],
      }),
      caseOption,
      ['--quiet', 'show only how the game ended'],
      jsonOption('the report'),
    ],
    notes,
    examples: [
      'play duel.yaml',
      'play duel.yaml --agents random --log game.json',
      'play duel.yaml --replay game.json',
      'play duel.yaml --games 1000 --seed 7',
    ],
    act: (_context, [scenario], options: PlayOptions) =>
      options.replay === undefined
        ? play(context, scenario, options)
        : playAgain(context, scenario, options.replay, options),
  });
}

async function play({ terminal, fail, known }: Context, file: string, options: PlayOptions): Promise<void> {
  const { agents, games = 1, turns = usualTurns, log, quiet, json } = options;
  const isMany = games > 1;
  const seats = agents ?? (isMany || json ? ['random'] : ['person', 'random']);
  if (seats.includes('person') && isMany)
    throw usageError('a person plays one game at a time; leave --games out, or name other agents');
  if (seats.includes('person') && json)
    throw usageError('a person sees the options where --json puts the report; leave one of them out');
  const { world, seed } = openGame(file, known, options);
  const players = playersOf(world).length;
  if (agents !== undefined && seats.length > Math.max(players, 1))
    throw usageError(
      `--agents names ${seats.length}, and ${counted(players, 'player')} decide; name no more than that`,
    );
  const plan: GamePlan = { seats, seed, turns, isOver: overByContent(world), shows: !quiet && !json };
  const title = { file, seed, agents: seats.join(',') };
  if (isMany) {
    const played = playMany(terminal, world, games, plan);
    print(terminal, json, { ...title, ...played }, gamesJson, gamesText);
    return;
  }
  const roles = boundSince(world);
  const played = await playGame(terminal, world, plan);
  roles.note();
  try {
    if (log !== undefined) writeLog(log, { ...played.log, seed });
  } finally {
    print(terminal, json, { ...title, ...played, roles: roles.counts() }, gameJson, gameText(plan.shows));
  }
  if (!json && log !== undefined) terminal.out(`log written to ${log}\n`);
  // Input has ended before the game.
  if (played.end === 'gone') fail();
}

function playAgain({ terminal, known }: Context, file: string, logFile: string, options: PlayOptions): void {
  const { quiet, json } = options;
  const log = readLog(logFile);
  const { world, seed } = openGame(file, known, { ...options, seed: log.seed });
  const roles = boundSince(world);
  const start = world.triggers.time;
  const { listen, decided } = courseOf(terminal, world, !quiet && !json);
  askedBy('--replay', logFile, () => {
    replay(world, log, { listen, decides: ({ index }) => decided(index) });
  });
  roles.note();
  const played: PlayedGame = { end: overByContent(world)() ? 'over' : 'log', ticks: world.triggers.time - start, log };
  print(terminal, json, { file, seed, agents: 'replay', ...played, roles: roles.counts() }, gameJson, gameText(!quiet));
}

/** Throws if nobody decides, or the log cannot be written. */
function openGame(file: string, known: KnownFormats, options: PlayOptions) {
  const { log } = options;
  if (log !== undefined)
    refuseToReplace(log, '--log', 'log of a game', (beginning) => logBeginning.test(beginning.toString('latin1')));
  const opened = openScenario(file, options, known);
  if (playersOf(opened.world).length > 0) return opened;
  throw new EdictError(
    'no-players',
    `no player decides in ${file}: its content names no players, or its world has none; give the content ` +
      'timing: { players: … } and the world objects of that kind',
    file,
  );
}

/** Of a file that --log wrote. */
export const logBeginning = new RegExp(`^\\s*\\{\\s*"format":\\s*"${logFormat}"`);

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

function writeLog(file: string, { format, content, seed, start, time, hash, decisions }: GameLog): void {
  // One line for each decision, for comparison.
  const lines = decisions.map((decision) => `    ${JSON.stringify(decision)}`).join(',\n');
  const head = Object.entries({ format, content, seed, start, time, hash })
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`)
    .join('');
  writeFileWhole(file, `{\n${head}  "decisions": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`);
}

export function readLog(file: string): GameLog {
  const text = readText(file);
  const data = readJsonValue(file, text);
  if (!data.ok) throw misfit(file, data.errors);
  const read = fitted(shape, file, text, data.value);
  if (read.ok) return read.data;
  throw misfit(file, read.errors);
}

function misfit(file: string, [first, ...others]: readonly Diagnostic[]): EdictError {
  const more = others.length === 0 ? '' : ` (and ${others.length} more problems)`;
  return new EdictError(
    'bad-log',
    `${file}:${first.line}:${first.column}: ${first.message}${more}; give a file of the format ${logFormat}, as --log writes it`,
    file,
  );
}

interface GameTitle {
  readonly file: string;
  readonly seed: string;
  readonly agents: string;
}

type Roles = PlayedGames['roles'];
type Spread = PlayedGames['turns'];

const ends: Readonly<Record<PlayedGame['end'], string>> = {
  over: 'over',
  time: 'not over yet: all turns have passed',
  quit: 'stopped',
  gone: 'stopped at the end of input',
  log: 'not over yet: the log ends here',
};

interface TitledGame extends GameTitle, PlayedGame {
  readonly roles: Roles;
}

const gameText =
  (isApart: boolean) =>
  ({ end, ticks, log, roles }: TitledGame) => {
    const count = `${counted(ticks, 'turn')} and ${counted(log.decisions.length, 'decision')}`;
    return `${isApart ? '\n' : ''}${ends[end]}, after ${count}${rolesText(roles)}\nstate ${log.hash}\n`;
  };

function gameJson({ file, seed, agents, end, ticks, log, roles }: TitledGame) {
  return { file, seed, agents, end, turns: ticks, decisions: log.decisions, roles, hash: log.hash };
}

function gamesText(played: GameTitle & PlayedGames, colors: Colors): string {
  const { file, seed, agents, games, over, decisions, turns, roles, seconds } = played;
  const head = ['', right('least'), right('mean'), right('most'), right('in all')];
  const table = tableText(head, [rowOf('decisions', decisions), rowOf('turns', turns)], colors);
  const unfinished = games - over;
  const ended = `${grouped(over)} over${unfinished === 0 ? '' : `, ${grouped(unfinished)} not: all turns have passed`}`;
  const rate =
    seconds === 0
      ? ''
      : `\n${grouped(games / seconds, 0)} games and ${grouped(decisions.total / seconds, 0)} decisions a second`;
  return (
    `${printable(`${file}, seed ${seed}, agents ${agents}`)}\n\n${table}\n\n${counted(games, 'game')}: ` +
    `${ended}${rolesText(roles)}${rate}\n`
  );
}

function gamesJson({ seconds, ...played }: GameTitle & PlayedGames) {
  const { games, decisions, turns } = played;
  const rounded = (spread: Spread) => ({ ...spread, mean: Math.round(spread.mean * 1_000) / 1_000 });
  return {
    ...played,
    decisions: rounded(decisions),
    turns: rounded(turns),
    gamesPerSecond: Math.round(games / seconds),
    decisionsPerSecond: Math.round(decisions.total / seconds),
  };
}

function rowOf(what: string, { least, mean, most, total }: Spread) {
  return [what, right(least), right(grouped(mean, 1)), right(most), right(total)];
}

function rolesText(roles: Roles): string {
  return Object.entries(roles)
    .map(([role, counts]) => {
      const names = Object.entries(counts);
      const isOnce = names.length === 1 && names[0][1] === 1;
      const texts = names.map(([name, count]) => `${printable(name)}${isOnce ? '' : ` ${grouped(count)}`}`);
      return `; ${printable(role)}: ${texts.join(', ')}`;
    })
    .join('');
}

type PlayedGames = ReturnType<typeof playMany>;

/** All begin in the current world, with different seeds. */
function playMany(terminal: Terminal, world: World, games: number, plan: GamePlan) {
  const { seats, seed, turns: ticks, isOver, shows } = plan;
  const start: Snapshot = world.snapshot();
  const players = playersOf(world).length;
  const endings = boundSince(world);
  const [decisions, turns] = [createSpread(), createSpread()];
  let over = 0;
  const begun = performance.now();
  doTimes(
    terminal,
    games,
    (game) => {
      if (game > 1) world.restore(start);
      const played = within(`game ${game}`, () =>
        playOut(world, agentsFor(seats, players, seed, game), { ticks, isOver }),
      );
      if (played.isOver) over++;
      decisions.add(played.decisions);
      turns.add(played.ticks);
      endings.note();
    },
    { silent: !shows, unit: 'game' },
  );
  const seconds = (performance.now() - begun) / 1_000;
  return { games, over, decisions: decisions.spread(), turns: turns.spread(), roles: endings.counts(), seconds };
}

function createSpread() {
  let [count, total, least, most] = [0, 0, Infinity, 0];
  return {
    add(value: number): void {
      count++;
      total += value;
      least = Math.min(least, value);
      most = Math.max(most, value);
    },
    spread: () => ({ least: count === 0 ? 0 : least, mean: count === 0 ? 0 : total / count, most, total }),
  };
}

/** Counts new holders of roles at the end of games, such as winners; without roles of the turn order. */
function boundSince(world: World) {
  const { model, rules } = world.program;
  const { timing } = rules;
  const watched = model.roles.flatMap((role, index) =>
    index === timing.active || index === timing.next ? [] : [{ role, before: boundTo(world, role) }],
  );
  const counts = new Map<string, Map<string, number>>();
  return {
    note(): void {
      for (const { role, before } of watched) {
        const now = boundTo(world, role);
        if (now === before || now === null) continue;
        const name = world.nameOf(now);
        const byName = kept(counts, role, () => new Map<string, number>());
        byName.set(name, (byName.get(name) ?? 0) + 1);
      }
    },
    counts: (): Readonly<Record<string, Readonly<Record<string, number>>>> =>
      Object.fromEntries(
        [...counts].map(([role, byName]) => [
          role,
          Object.fromEntries([...byName].sort(([a], [b]) => (a < b ? -1 : 1))),
        ]),
      ),
  };
}

function boundTo(world: World, role: string): number | null {
  const bound = world.questions.evaluate(`role('${role.replaceAll(/[\\']/g, '\\$&')}')`);
  return typeof bound === 'number' ? bound : null;
}
