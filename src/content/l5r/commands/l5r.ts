import { type Context, addGroup, caseOption, jsonOption, print } from '../../../cli/command.js';
import { problemCounts, problemsJson, problemsText, refuseToRun, counted, type Colors } from '../../../cli/terminal.js';
import { readEach } from '../../../cli/read-each.js';
import { readText } from '../../../files/read-file.js';
import { EdictError } from '../../../kernel/errors.js';
import { caseNamed } from '../../../scenarios/case-choice.js';
import { bare, catching } from '../../../scenarios/catching.js';
import { formatOf } from '../../../scenarios/format-of.js';
import type { KnownFormats } from '../../../scenarios/known-formats.js';
import { diagnosed } from '../../native/source-value.js';
import type { Diagnostic } from '../../text/diagnostic.js';
import { printable } from '../../text/quote.js';
import { type ReadCase, faultsOf, formatName, readCases } from '../scenarios/l5r-format.js';
import type { Scenario } from '../syntax.js';
import { type Played, playScenario } from '../turn/play-scenario.js';

interface CheckOptions {
  readonly json?: true;
}

interface RunOptions extends CheckOptions {
  readonly case?: string;
}

export function addL5r(context: Context): void {
  addGroup(context, 'l5r', {
    summary: 'check and play scenarios in the timing of L5R',
    description: 'Checks scenarios of occurrences and abilities, and plays them: who answers what, and in which order.',
    examples: ['l5r check scenarios.json', "l5r run scenarios.json --case 'S01'"],
    commands: {
      check: {
        summary: 'find all errors in scenarios',
        description: 'Loads scenario files and shows their errors, each with its file, line and column.',
        arguments: { '<files...>': `scenario files of ${formatName}, or folders of .json files` },
        options: [jsonOption('the report')],
        examples: ['l5r check scenarios.json', 'l5r check scenarios/ --json'],
        act: check,
      },
      run: {
        summary: 'play scenarios and print their logs',
        description:
          'Plays the cases of a scenario file and prints the log of each, with the differences from what it expects.',
        arguments: { '<file>': `a scenario file of ${formatName}` },
        options: [[caseOption[0], 'play this case, by its title or its id (default: all)'], jsonOption('the logs')],
        examples: ['l5r run scenarios.json', 'l5r run scenarios.json --case S01 --json'],
        act: run,
      },
    },
  });
}

interface ReadCases {
  readonly cases: readonly ReadCase[];
  readonly errors: readonly Diagnostic[];
}

/** Throws for a file without text, or of another format. */
function casesIn(file: string, known: KnownFormats): ReadCases {
  const text = readText(file);
  const format = formatOf(text);
  if (isOther(format)) {
    const other =
      known.otherCommand(file, format) ?? `has the format ${JSON.stringify(format)}, expected ${formatName}`;
    throw new EdictError('no-scenario', `${file} ${other}`, file);
  }
  const read = readCases(file, text);
  if (!read.ok) return { cases: [], errors: read.errors };
  const problems = read.scenario.flatMap((each) => each.problems);
  return { cases: read.scenario, errors: problems.length === 0 ? [] : diagnosed(file, text, problems) };
}

function isOther(format: string | undefined): format is string {
  return format !== undefined && format !== formatName;
}

function check({ terminal, fail, known }: Context, paths: readonly string[], { json }: CheckOptions): void {
  const found = readEach<ReadCases & { readonly isFile: boolean }>(
    paths,
    ['.json'],
    ({ file, named }) =>
      !named && isOther(formatOf(readText(file))) ? undefined : { ...casesIn(file, known), isFile: true },
    (problem, error) => ({ cases: [], errors: [problem], isFile: error !== undefined }),
    `file of the format ${formatName}`,
  );
  const files = found.filter(({ isFile }) => isFile).length;
  const scenarios = found.reduce((sum, { cases }) => sum + cases.length, 0);
  const errors = found.flatMap((each) => each.errors);
  const report = { files, scenarios, errors, warnings: [] };
  print(
    terminal,
    json,
    report,
    () => ({ files, scenarios, ...problemsJson(report) }),
    (_report, colors) =>
      `${problemsText(errors, colors)}${counted(files, 'file')}, ${counted(scenarios, 'scenario')}: ${problemCounts(errors, [])}\n`,
  );
  if (errors.length > 0) fail();
}

function run({ terminal, fail, known }: Context, [file]: readonly string[], options: RunOptions): void {
  const { cases, errors } = casesIn(file, known);
  if (errors.length > 0) return refuseToRun({ terminal, fail }, 'file has', errors);
  const wanted = options.case;
  const chosen =
    wanted === undefined ? cases : [cases.find(({ id }) => id === wanted) ?? caseNamed(file, cases, wanted)];
  const results = chosen.flatMap(({ name, scenario }) =>
    scenario === undefined ? [] : [{ name, ...played(scenario) }],
  );
  print(
    terminal,
    options.json,
    results,
    (cases) => ({ cases }),
    (_results, colors) => results.map((each) => caseText(each, colors)).join('\n'),
  );
  if (results.some(({ faults }) => faults.length > 0)) fail();
}

/** A scenario that throws has no log, and the reason as its fault. */
function played(scenario: Scenario): Played & { readonly faults: readonly string[] } {
  return catching(
    () => {
      const result = playScenario(scenario);
      return { ...result, faults: faultsOf(result, scenario.then ?? {}) };
    },
    (error) => ({ log: [], entities: {}, honor: {}, faults: [bare(error)] }),
  );
}

function caseText(
  { name, log, faults }: ReturnType<typeof played> & { readonly name: string },
  { bold, red }: Colors,
): string {
  const lines = log.map((line) => `  ${printable(line)}`);
  return [
    bold(printable(name)),
    ...(lines.length === 0 ? ['  (nothing happens)'] : lines),
    ...faults.map((fault) => red(printable(fault))),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
