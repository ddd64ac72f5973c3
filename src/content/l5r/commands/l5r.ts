import { type Context, addGroup, caseOption, jsonOption, print } from '../../../cli/command.js';
import { filesIn, problemCounts, problemsJson, problemsText, refusalText } from '../../../cli/problems.js';
import { counted } from '../../../cli/table.js';
import type { Colors, Terminal } from '../../../cli/terminal.js';
import { readText } from '../../../files/read-file.js';
import { EdictError } from '../../../kernel/errors.js';
import { caseNamed } from '../../../scenarios/case-choice.js';
import { formatOf } from '../../../scenarios/format-of.js';
import type { KnownFormats } from '../../../scenarios/known-formats.js';
import { diagnosed, readValue } from '../../native/source-value.js';
import type { Diagnostic } from '../../text/diagnostic.js';
import { printable } from '../../text/quote.js';
import { readScenarios } from '../parse/read-scenarios.js';
import { faultsOf, formatName, titleOf } from '../scenarios/l5r-format.js';
import type { Scenario } from '../syntax.js';
import { playScenario } from '../turn/play-scenario.js';

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

interface ReadCase {
  readonly name: string;
  readonly id: string;
  readonly scenario: Scenario | undefined;
}

/** The cases of a file, and its errors. Throws if there is no text, or one of another format. */
function casesIn(
  file: string,
  known: KnownFormats,
): { readonly cases: readonly ReadCase[]; readonly errors: readonly Diagnostic[] } {
  const text = readText(file);
  const format = formatOf(text);
  if (format !== formatName && format !== undefined) {
    const other =
      known.otherCommand(file, format) ?? `has the format ${JSON.stringify(format)}, expected ${formatName}`;
    throw new EdictError('no-scenario', `${file} ${other}`, file);
  }
  const value = readValue(file, text);
  if (!value.ok) return { cases: [], errors: value.errors };
  const read = readScenarios(value.value);
  if (!read.ok) return { cases: [], errors: diagnosed(file, text, read.problems) };
  return {
    cases: read.scenarios.map(({ name, scenario }) => ({ name: titleOf(name, scenario), id: name, scenario })),
    errors: diagnosed(
      file,
      text,
      read.scenarios.flatMap(({ problems }) => problems),
    ),
  };
}

function check({ terminal, fail, known }: Context, paths: readonly string[], { json }: CheckOptions): void {
  const errors: Diagnostic[] = [];
  const files = paths.flatMap((path) => filesIn(path, ['.json'], (problem) => errors.push(problem)));
  let scenarios = 0;
  for (const file of files) {
    const read = casesIn(file, known);
    errors.push(...read.errors);
    scenarios += read.cases.length;
  }
  const report = { files: files.length, scenarios, errors, warnings: [] };
  print(
    terminal,
    json,
    report,
    () => ({ files: files.length, scenarios, ...problemsJson(report) }),
    (_report, colors) =>
      `${problemsText(errors, colors)}${counted(files.length, 'file')}, ${counted(scenarios, 'scenario')}: ${problemCounts(errors, [])}\n`,
  );
  if (errors.length > 0) fail();
}

function run({ terminal, fail, known }: Context, [file]: readonly string[], options: RunOptions): void {
  const { cases, errors } = casesIn(file, known);
  if (errors.length > 0) return refuse({ terminal, fail }, errors);
  const wanted = options.case;
  const chosen =
    wanted === undefined ? cases : [cases.find(({ id }) => id === wanted) ?? caseNamed(file, cases, wanted)];
  const played = chosen.flatMap(({ name, scenario }) => {
    if (scenario === undefined) return [];
    const result = playScenario(scenario);
    return [{ name, ...result, faults: faultsOf(result, scenario.then ?? {}) }];
  });
  print(
    terminal,
    options.json,
    played,
    (cases) => ({ cases }),
    (_played, colors) => played.map((each) => caseText(each, colors)).join('\n'),
  );
  if (played.some(({ faults }) => faults.length > 0)) fail();
}

function refuse(
  { terminal, fail }: { readonly terminal: Terminal; readonly fail: () => void },
  errors: readonly Diagnostic[],
): void {
  terminal.error(
    problemsText(errors, terminal.errorColors) + refusalText('file has', errors.length, terminal.errorColors),
  );
  fail();
}

function caseText(
  { name, log, faults }: { readonly name: string; readonly log: readonly string[]; readonly faults: readonly string[] },
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
