import { existsSync } from 'node:fs';
import { given } from '../content/native/load-context.js';
import { printable } from '../content/text/quote.js';
import { readBeginning } from '../files/read-file.js';
import { EdictError } from '../kernel/errors.js';
import { isSavedWorld } from '../kernel/snapshot.js';
import { openScenario } from '../scenarios/native/open-scenario.js';
import type { World } from '../world/api.js';
import { type WorldDiff, diff } from '../world/diff.js';
import { type LogDiff, diffLogs } from '../world/diff-logs.js';
import type { ParameterValues } from '../world/parameters.js';
import type { LoggedDecision } from '../world/play-out.js';
import { otherSetOption, setOption } from './assignments.js';
import {
  type Context,
  addCommand,
  filled,
  jsonOption,
  print,
  stepOption,
  usageError,
  whole,
  agentOption,
} from './command.js';
import { type WorldChoice, openWorld, worldOptions } from './open-world.js';
import { type Sides, runsJson, runsLines } from './difference-text.js';
import { logBeginning, readLog } from './play-command.js';
import { createPatientProgress, interruptible, noticeTo } from './progress.js';
import { turnAgent } from './turn-agent.js';
import { type Colors, type Terminal, counted } from './terminal.js';

interface DiffChoice extends WorldChoice {
  readonly turns?: number;
  readonly otherSeed?: string;
  readonly otherCase?: string;
  readonly otherSet?: ParameterValues;
  readonly everyTurn?: true;
  readonly first: number;
  readonly json?: true;
}

const notes = `What can be compared:
  diff a.yaml b.yaml            two runs of two contents or scenarios
  diff a.yaml --other-seed 2    two runs of one scenario: give --other-seed, --other-set or --other-case
  diff a.save b.save c.yaml     two saved worlds of the content of c.yaml
  diff a.save c.yaml            a saved world, and the run of c.yaml to the same turn
  diff a.json b.json c.yaml     two games of c.yaml that edict play --log wrote
Without a scenario, the command compares worlds of the embedded galaxy. Objects of two contents are matched by kind
and name. Exit code 1 means that they differ.`;

const usualTurns = 100;

export function addDiff(context: Context): void {
  addCommand(context, 'diff', {
    summary: 'find where two worlds, runs or games begin to differ',
    description:
      'Runs two worlds until they differ. Shows the turn, the first write that differs, the history of that value in both worlds, and all values that differ after the turn.',
    arguments: { '[files...]': 'scenarios or content, saved worlds, or decision logs: see below' },
    options: [
      [
        '--turns <n>',
        `run at most this many turns (default: ${usualTurns}; none for saved worlds)`,
        { read: whole(0, 10_000_000) },
      ],
      ['--other-seed <text>', 'seed of the second run', { read: filled('give a text or a number') }],
      ['--other-case <name>', 'case of the second run'],
      otherSetOption,
      ['--every-turn', 'compare after each turn, to find differences that last only some turns'],
      agentOption,
      ['--first <n>', 'list at most this many differences', { read: whole(0, 10_000_000), usual: 20 }],
      ...worldOptions.filter(([flags]) => !/^--(?:load|state|strict)\b/.test(flags)),
      ['--strict', 'refuse saved worlds of other content, even if only rules have changed'],
      setOption,
      stepOption,
      jsonOption('the difference'),
    ],
    notes,
    examples: [
      'diff colony.yaml changed.yaml --turns 200',
      'diff model.yaml --other-set breed=0.2',
      'diff before.save after.save model.yaml',
      'diff monday.json tuesday.json duel.yaml',
    ],
    act: compare,
  });
}

type FileSort = 'save' | 'log' | 'scenario';

function sortOf(file: string): FileSort {
  if (!existsSync(file)) return 'scenario';
  const beginning = readBeginning(file, 64);
  if (isSavedWorld(beginning)) return 'save';
  return logBeginning.test(beginning.toString('latin1')) ? 'log' : 'scenario';
}

function compare(context: Context, files: readonly string[], options: DiffChoice): void {
  const sorts = files.map(sortOf);
  const of = (sort: FileSort): readonly string[] => files.filter((_, i) => sorts[i] === sort);
  const [saves, logs, scenarios] = [of('save'), of('log'), of('scenario')];
  const isOrdered =
    sorts.join(' ') ===
    [...saves.map(() => 'save'), ...logs.map(() => 'log'), ...scenarios.map(() => 'scenario')].join(' ');
  const hasOther = (options.otherSeed ?? options.otherCase ?? options.otherSet) !== undefined;
  if (isOrdered && saves.length === 0 && logs.length === 2 && scenarios.length === 1 && !hasOther)
    return compareLogs(context, [logs[0], logs[1]], scenarios[0], options);
  const isPair =
    logs.length === 0 &&
    (saves.length === 0
      ? scenarios.length === 2 || (scenarios.length < 2 && hasOther)
      : saves.length < 3 && scenarios.length < 2 && !hasOther);
  if (!isOrdered || !isPair)
    throw usageError(
      files.length === 1 && sorts[0] === 'scenario'
        ? `${files[0]} has nothing to be compared with; name a second file, or give --other-seed, --other-set or --other-case`
        : 'edict diff compares two runs, two saved worlds or two decision logs; edict diff --help lists what to name',
    );
  compareWorlds(context, saves, scenarios, options);
}

interface Side {
  readonly world: World;
  readonly seed: string | undefined;
  /** What may tell it from the other: file, case, seed, parameters. */
  readonly marks: readonly string[];
}

function compareWorlds(
  context: Context,
  saves: readonly string[],
  scenarios: readonly string[],
  options: DiffChoice,
): void {
  const { terminal } = context;
  const { json, agent, everyTurn = false, first: most, turns = saves.length === 0 ? usualTurns : 0 } = options;
  const { otherSeed, otherCase, otherSet } = options;
  const { objects, empires, seed, case: name, step, set } = options;
  const choice: WorldChoice = given({ objects, empires, seed, case: name, step, set });
  const otherChoice = {
    ...choice,
    ...given({ seed: otherSeed, case: otherCase, set: otherSet && { ...set, ...otherSet } }),
  };
  const one = openSide(context, choice, saves.at(0), scenarios.at(0), options);
  const other = openSide(context, otherChoice, saves.at(1), scenarios.at(-1), options);
  const found = progressing(terminal, turns, json, (progress) =>
    diff(one.world, other.world, {
      turns,
      most,
      everyTurn,
      progress,
      ...given({ agent: agent && ((turn: number) => turnAgent(agent, `${one.seed ?? ''}/${turn}`)) }),
    }),
  );
  const sides: Sides = { first: one.world, second: other.world, names: namesOf(one.marks, other.marks) };
  print(
    terminal,
    json,
    found,
    (report) => diffJson(report, sides),
    (report, colors) => diffText(report, sides, colors),
  );
  if (!found.isSame) context.fail();
}

function openSide(
  context: Context,
  choice: WorldChoice,
  save: string | undefined,
  scenario: string | undefined,
  { json, strict }: DiffChoice,
): Side {
  // A saved world keeps its seed, and its parameters.
  const { seed: _seed, set: _set, ...kept } = choice;
  const opened = openWorld(
    context,
    save === undefined ? choice : { ...kept, load: save, ...given({ strict }) },
    scenario,
    noticeTo(context.terminal, json),
  );
  const set = Object.entries(choice.set ?? {}).map(([name, value]) => `${name}=${value}`);
  const seeds = opened.seed === undefined ? [] : [`seed ${opened.seed}`];
  const marks = [save ?? scenario ?? 'galaxy', choice.case ?? '', set.join(' '), ...seeds];
  return { world: opened.world, seed: opened.seed, marks };
}

/** By what tells one from the other. */
function namesOf(marks: readonly string[], others: readonly string[]): Sides['names'] {
  const different = marks.flatMap((mark, i) => {
    const other = others.at(i);
    return other === undefined || mark === other ? [] : [{ mark, other }];
  });
  const names = [different.map(({ mark }) => mark), different.map(({ other }) => other)].map(
    (parts, i) => parts.filter((part) => part !== '').join(', ') || (i === 0 ? 'first' : 'second'),
  );
  return [printable(names[0]), printable(names[1])];
}

function progressing<Result>(
  terminal: Terminal,
  total: number,
  json: true | undefined,
  act: (progress: (done: number) => void) => Result,
): Result {
  const progress = createPatientProgress(terminal, json);
  return interruptible(
    terminal,
    () => '',
    () =>
      act((done) => {
        progress.update(done, total);
      }),
    progress,
  );
}

function diffJson({ isSame, turn, isAtStart, ...runs }: WorldDiff, { names: [first, second] }: Sides) {
  return { same: isSame, worlds: [first, second], turn, atStart: isAtStart, ...runsJson(runs) };
}

function diffText(report: WorldDiff, sides: Sides, colors: Colors): string {
  const { isSame, turn, isAtStart, parts } = report;
  const [name, other] = sides.names;
  const both = `${name} and ${other}`;
  if (isSame) {
    const hidden = parts.length === 0 ? '' : `, except ${parts.map(printable).join(', ')}`;
    return `${both}: nothing differs up to turn ${turn}${hidden}\n`;
  }
  const title = isAtStart
    ? `${both} differ at turn ${turn}, where the comparison begins`
    : `${both} begin to differ in turn ${turn}`;
  return [colors.bold(title), '', ...runsLines(sides, report, colors)].join('\n');
}

function compareLogs(context: Context, files: readonly [string, string], scenario: string, options: DiffChoice): void {
  const { terminal, known } = context;
  const [first, second] = files.map(readLog);
  if (first.seed !== second.seed)
    throw new EdictError(
      'log-differs',
      `the games have the seeds ${first.seed} and ${second.seed}, so they differ from the start; compare games of one seed`,
    );
  const { world } = openScenario(
    scenario,
    { ...given({ seed: first.seed, case: options.case, step: options.step, parameters: options.set }) },
    known,
  );
  const found = diffLogs(world, first, second, { most: options.first });
  const sides: Sides = { first: world, second: world, names: [printable(files[0]), printable(files[1])] };
  print(
    terminal,
    options.json,
    found,
    ({ isSame, common, firstDecision = null, secondDecision = null, time, later, ...runs }) => ({
      same: isSame,
      worlds: sides.names,
      common,
      decisions: [firstDecision, secondDecision],
      time,
      later,
      ...runsJson(runs),
    }),
    (report, colors) => logText(report, sides, colors),
  );
  if (!found.isSame) context.fail();
}

function logText(report: LogDiff, sides: Sides, colors: Colors): string {
  const { isSame, common, firstDecision, secondDecision, time, later, parts } = report;
  const [name, other] = sides.names;
  if (isSame) return `${name} and ${other}: the same ${counted(common, 'decision')}\n`;
  const title = `${name} and ${other} differ at decision ${common + 1}, at time ${time}`;
  const width = Math.max(name.length, other.length) + 1;
  const after = later === 0 ? '' : `, ${counted(later, 'decision')} later`;
  return [
    colors.bold(title),
    '',
    `  ${`${name}:`.padEnd(width)} ${decisionText(firstDecision)}`,
    `  ${`${other}:`.padEnd(width)} ${decisionText(secondDecision)}`,
    '',
    ...(parts.length === 0
      ? ['both lead to the same state', '']
      : [`the worlds differ after that${after}`, '', ...runsLines(sides, report, colors)]),
  ].join('\n');
}

function decisionText(decision: LoggedDecision | undefined): string {
  if (decision === undefined) return 'no more decisions';
  const { player, kind, option, index } = decision;
  return printable(`${player ?? 'nobody'}: ${kind} ${option} (option ${index})`);
}
