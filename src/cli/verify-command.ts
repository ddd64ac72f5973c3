import { resolve } from 'node:path';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { formatDiagnostic } from '../content/text/format-diagnostic.js';
import { given } from '../content/native/load-context.js';
import { listTexts, printable } from '../content/text/quote.js';
import { EdictError } from '../kernel/errors.js';
import { caseNames, openScenario } from '../scenarios/native/open-scenario.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import type { World } from '../world/api.js';
import type { ParameterValues } from '../world/parameters.js';
import { goOn, playersOf, randomAgent } from '../world/play-out.js';
import { type Move, type VerifyWay, type VerifyFailure, verify, verifyWays } from '../world/verify.js';
import { setOption } from './assignments.js';
import {
  type Context,
  addCommand,
  jsonOption,
  misused,
  print,
  seedOption,
  sentenceOf,
  usageError,
  whole,
} from './command.js';
import { type Sides, runsJson, runsLines } from './difference-text.js';
import { createPatientProgress, interruptible, noticeTo } from './progress.js';
import { turnAgent } from './turn-agent.js';
import { type Colors, counted, indented } from './terminal.js';
import { filesToVerify, unreadContent } from './verify-content.js';

interface VerifyChoice {
  readonly turns?: number;
  readonly case?: string;
  readonly seed?: string;
  readonly ways?: readonly VerifyWay[];
  readonly set?: ParameterValues;
  readonly json?: true;
}

const notes = `Each turn runs on the world itself, and again in all ways that must lead to the same state:
  fork      on a fresh copy
  repeat    on a second fresh copy, for worlds with host systems
  writes    on a copy that checks what host systems declare, for worlds with host systems
  restore   on a copy that has run all turns before, restored from a snapshot
  save      on a copy that is loaded from saved bytes
  executor  in the other executor
The first difference is shown as by edict diff. In scenarios with players, random agents decide, and a move is a tick,
with a decision if one is needed. In a folder it runs scenario files, and content with a start or a grid of cells;
other content that none of them reads is only loaded, and listed. Exit code 1 means a difference or an error.`;

const [usualTurns, usualMoves] = [10, 60];

export function addVerify(context: Context): void {
  addCommand(context, 'verify', {
    summary: 'check that a world runs the same on copies and after saves',
    description:
      'Runs the worlds of scenarios, repeats each turn on copies, after save and load, after restore, and in ' +
      'the other executor, and compares all states.',
    arguments: { '<paths...>': 'scenario files, content with a start, or folders of them' },
    options: [
      [
        '--turns <n>',
        `turns to run (default: ${usualTurns}), or moves in scenarios with players (default: ${usualMoves})`,
        { read: whole(1, 10_000_000) },
      ],
      [
        '--ways <names>',
        `run only these ways, separated by commas: ${verifyWays.join(', ')} (default: all; the other executor takes long in large worlds)`,
        { read: waysIn },
      ],
      ['--case <name>', 'only this case of a scenario file (default: all)'],
      seedOption('seed of all random draws (default: that of the scenario)'),
      setOption,
      jsonOption('the result of each case'),
    ],
    notes,
    examples: [
      'verify colony.yaml',
      'verify scenarios/ --turns 50',
      'verify sheep.yaml --ways fork,restore,save',
      "verify expedition.yaml --case 'on one rope' --json",
    ],
    act: verifyAll,
  });
}

function waysIn(option: string) {
  return (text: string): readonly VerifyWay[] =>
    text.split(',').map((name) => {
      const found = verifyWays.find((way) => way === name.trim());
      if (found === undefined) throw misused(option, text, `give some of ${verifyWays.join(', ')}`);
      return found;
    });
}

interface Outcome {
  readonly file: string;
  readonly name: string;
  readonly moves: number;
  readonly isGame: boolean;
  readonly hash: string | undefined;
  readonly failure: VerifyFailure | undefined;
  /** The world could not be opened, or a turn failed. */
  readonly error: string | undefined;
  readonly sides: Sides | undefined;
}

function verifyAll(context: Context, paths: readonly string[], options: VerifyChoice): void {
  const { terminal, known, fail } = context;
  const files = filesToVerify(paths);
  const add = (outcome: Outcome): Outcome => {
    if (options.json !== true) terminal.out(outcomeText(outcome, terminal.outColors));
    return outcome;
  };
  const read = new Set<string>();
  const reading: Context = { ...context, note: (path) => void read.add(resolve(path)) };
  const worlds = files.worlds.flatMap((file) => verifyFile(reading, file, options, add));
  const { broken, passedOver } = unreadContent(paths, files, read, known);
  const contents = [...broken].map(([file, errors]) => add(brokenContent(file, errors)));
  if (worlds.length === 0 && contents.length === 0) throw noWorld(paths, passedOver);
  report(context, { worlds, contents, passedOver }, options.json);
  if (passedOver.length > 0) noticeTo(terminal, options.json)(passedOverText(passedOver));
  if ([...worlds, ...contents].some(isFailed)) fail();
}

function verifyFile(
  context: Context,
  file: string,
  options: VerifyChoice,
  add: (outcome: Outcome) => Outcome,
): readonly Outcome[] {
  const names = namesIn(options, () => caseNames(file, context.known));
  if (typeof names === 'string') return [add({ ...unopened, file, name: '', error: names })];
  return names.map((name) => add(verifyCase(context, file, name, options)));
}

function brokenContent(file: string, errors: readonly Diagnostic[]): Outcome {
  const text = errors.map((error) => formatDiagnostic(error)).join('\n');
  return { ...unopened, file, name: '', error: `this file does not load:\n${text}` };
}

/** What content needs to be a world. */
const beginnings = 'a `start` or a grid with `cells: true`';
const mostPassedOver = 20;

function noWorld(paths: readonly string[], passedOver: readonly string[]): EdictError {
  const found =
    passedOver.length === 0 ? '' : `; content without either was passed over: ${listTexts(passedOver, 3, 'and')}`;
  return usageError(
    `there is no world to verify in ${listTexts(paths, 3)}, expected a scenario file (format: ${formatName}), or content ` +
      `with ${beginnings}${found}; name a scenario file, or give the content a start`,
  );
}

function passedOverText(files: readonly string[]): string {
  const rest = files.length - mostPassedOver;
  return [
    `passed over: content without ${beginnings}, which no verified world reads; name a scenario`,
    'file that uses it, or give it a start:',
    ...files.slice(0, mostPassedOver).map((file) => `  ${printable(file)}`),
    ...(rest > 0 ? [`  and ${rest} more; --json lists all`] : []),
  ].join('\n');
}

interface VerifyReport {
  readonly worlds: readonly Outcome[];
  /** Files that do not load, and are part of no world. */
  readonly contents: readonly Outcome[];
  readonly passedOver: readonly string[];
}

function report({ terminal }: Context, { worlds, contents, passedOver }: VerifyReport, json: true | undefined): void {
  const all = [...worlds, ...contents];
  const failed = worlds.filter(isFailed).length;
  const passed = worlds.length - failed;
  const broken = contents.length === 0 ? '' : `; ${counted(contents.length, 'file does', 'files do')} not load`;
  print(
    terminal,
    json,
    all,
    () => ({ passed, failed: failed + contents.length, cases: all.map(outcomeJson), passedOver }),
    () => `\n${counted(passed, 'world')} the same in all ways, ${failed} not${broken}\n`,
  );
}

function isFailed({ failure, error }: Outcome): boolean {
  return (failure ?? error) !== undefined;
}

function namesIn({ case: name }: VerifyChoice, all: () => readonly string[]): readonly string[] | string {
  if (name !== undefined) return [name];
  try {
    return all();
  } catch (error) {
    return sentenceOf(error);
  }
}

const unopened = { moves: 0, isGame: false, hash: undefined, failure: undefined, sides: undefined };

function verifyCase({ terminal, known, note }: Context, file: string, name: string, options: VerifyChoice): Outcome {
  const { json } = options;
  const progress = createPatientProgress(terminal, json);
  try {
    const choice = { ...given({ seed: options.seed, parameters: options.set }), case: name };
    const { world, seed } = openScenario(file, choice, known, { note });
    const isGame = playersOf(world).length > 0;
    const turns = options.turns ?? (isGame ? usualMoves : usualTurns);
    const { moves, hash, failure } = interruptible(
      terminal,
      () => ` in ${file}`,
      () =>
        verify(world, {
          turns,
          most: 20,
          ...given({ ways: options.ways }),
          move: isGame ? gameMove(seed) : turnMove(seed),
          progress: (done) => {
            progress.update(done, turns);
          },
        }),
      progress,
    );
    const sides: Sides = { first: world, second: world, names: ['as it runs', otherName(failure)] };
    return { file, name, moves, isGame, hash, failure, error: undefined, sides };
  } catch (error) {
    if (!(error instanceof EdictError) || error.code === 'interrupted') throw error;
    return { ...unopened, file, name, error: sentenceOf(error) };
  }
}

function turnMove(seed: string): Move {
  return (world, number, observer) => {
    const before = world.turn;
    world.events.answerWith(turnAgent('random', `${seed}/${number}`));
    world.step(observer);
    if (world.turn === before) throw new EdictError('decision-needed', 'a turn waits for a decision');
  };
}

/** A tick, and a decision if one is needed then. */
function gameMove(seed: string): Move {
  return (world: World, number) => {
    if (goOn(world, world.triggers.time + 1) === 'decision')
      world.events.decide(randomAgent(`${seed}/${number}`)(world.events));
  };
}

const ways: Readonly<Record<VerifyWay, string>> = {
  fork: 'on a fresh copy',
  repeat: 'on a second copy',
  restore: 'after restore',
  save: 'loaded from saved bytes',
  executor: 'in the other executor',
  writes: 'with writes checked',
};

function otherName(failure: VerifyFailure | undefined): string {
  return failure === undefined ? '' : ways[failure.way];
}

function outcomeText({ file, name, moves, isGame, hash, failure, error, sides }: Outcome, colors: Colors): string {
  const title = printable(name === '' ? file : `${file}: ${name}`);
  if (error !== undefined) return `${colors.red('FAIL')}  ${title}\n${below(error.split('\n'))}`;
  const count = counted(moves, isGame ? 'move' : 'turn');
  if (failure === undefined || sides === undefined)
    return `${colors.green('ok')}    ${title}  ${colors.dim(`${count}, state ${hash ?? ''}`)}\n`;
  const when = `${failure.isBefore ? 'before' : 'in'} ${isGame ? 'move' : 'turn'} ${failure.move}`;
  const lines =
    failure.error === undefined
      ? runsLines(sides, failure, colors)
      : [`${ways[failure.way]} it fails: ${sentenceOf(failure.error)}`];
  return `${colors.red('FAIL')}  ${title}  ${when}, ${ways[failure.way]}\n${below(lines)}`;
}

function below(lines: readonly string[]): string {
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => `${indented(line, 8)}\n`)
    .join('');
}

function outcomeJson({ file, name, moves, hash, failure, error }: Outcome) {
  return {
    file,
    case: name,
    moves,
    hash: hash ?? null,
    error: error ?? null,
    failure:
      failure === undefined
        ? null
        : {
            way: failure.way,
            move: failure.move,
            before: failure.isBefore,
            error: failure.error === undefined ? null : sentenceOf(failure.error),
            ...runsJson(failure),
          },
  };
}
