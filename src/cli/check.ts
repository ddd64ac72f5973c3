import { type Command, Option } from 'commander';
import { type NominalWorld, nominalWorld, usualObjects } from '../match/nominal-world.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { formatDiagnostics } from '../content/diagnostics/format.js';
import { printable } from '../content/diagnostics/quote.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import { type CheckedContent, type ContentSize, checkContents } from './check-contents.js';
import { eachOnce, withCases } from './check-findings.js';
import type { Context } from './context.js';
import { grouped, tableLines } from './table.js';
import type { Terminal } from './terminal.js';
import { wholeNumber } from './whole-number.js';
import type { Program } from '../ir/program.js';
import type { ProgramDescription } from '../plans/plan-description.js';
import { describeProgram } from '../plans/describe-plan.js';
import { growthLines, ruleLines, summaryLines } from '../plans/plan-text.js';

/** Objects that a world can have. */
const mostObjects = 16_777_215;

interface CheckOptions {
  readonly json?: true;
  readonly plan?: true;
  readonly planObjects: number;
}

/** What a check has found in all. */
interface CheckResult {
  readonly contents: readonly CheckedContent[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

const help = `
Files that are named are one content together. The .yaml and .yml files that lie directly in a folder are one content,
and each folder below it is a content of its own. A scenario file (format: ${formatName}), named or found, is checked by
itself, with the content that it brings; in folders files with another format field are passed over.

Examples:
  $ edict check content/
  $ edict check examples/
  $ edict check rules.yaml extra.yaml --json
  $ edict check content/ --plan
  $ edict check content/ --plan --plan-objects 100000`;

/** Adds `edict check`: finds all errors of content. */
export function addCheck(program: Command, context: Context): void {
  program
    .command('check')
    .summary('find all errors in content')
    .description('Loads content and shows all its errors and warnings, each with its line and what to do.')
    .argument('<files...>', 'content files, scenario files, or folders of them')
    .option('--json', 'print errors and warnings as JSON')
    .option('--plan', 'show how each rule is planned and about what it will scan')
    .addOption(
      new Option('--plan-objects <n>', 'objects of the world that plans are judged for')
        .argParser(wholeNumber('--plan-objects', 1, mostObjects))
        .default(usualObjects),
    )
    .addHelpText('after', help)
    .action((paths: string[], options: CheckOptions) => {
      const world = nominalWorld(options.planObjects);
      const result = check(paths, world);
      const plans = options.plan === true ? plansOf(result.contents, world) : undefined;
      const { terminal } = context;
      if (options.json === true)
        terminal.out(
          `${JSON.stringify({ ...jsonOf(result), ...(plans === undefined ? {} : { plans }) }, undefined, 2)}\n`,
        );
      else
        terminal.out(
          `${textOf(result, terminal)}${plans === undefined || plans.length === 0 ? '' : `\n${plansText(plans, terminal)}`}`,
        );
      context.finish(result.errors.length > 0 ? 1 : 0);
    });
}

function plansOf(contents: readonly CheckedContent[], world: NominalWorld): readonly ContentPlan[] {
  return contents.flatMap(({ programs }) => programs.map(({ name, program }) => planContent(name, program, world)));
}

function check(paths: readonly string[], world: NominalWorld): CheckResult {
  const contents = checkContents(paths, world);
  return {
    contents,
    errors: eachOnce(contents.flatMap(({ errors }) => errors)).map(withCases),
    warnings: eachOnce(contents.flatMap(({ warnings }) => warnings)).map(withCases),
  };
}

function jsonOf({ contents, errors, warnings }: CheckResult) {
  const { files, classes, rules, triggers, occurrences, abilities } = totalOf(contents);
  return {
    files,
    classes,
    rules,
    triggers,
    occurrences,
    abilities,
    errors: errors.map(entryOf),
    warnings: warnings.map(entryOf),
  };
}

function entryOf({ file, line, column, code, message, suggestion }: Diagnostic) {
  return { file, line, column, code, message, suggestion: suggestion ?? null };
}

function textOf(result: CheckResult, { outColors: colors }: Terminal): string {
  const { errors, warnings } = result;
  const paint = { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim };
  const found = [...errors, ...warnings];
  const list = found.length === 0 ? '' : `${formatDiagnostics(found, paint)}\n\n`;
  return `${list}${summaryOf(result)}\n`;
}

/** A line for the whole; before it, where there are several contents, a line for each. */
function summaryOf({ contents, errors, warnings }: CheckResult): string {
  if (contents.length === 1) return lineOf(contents[0]);
  const whole = lineOf({ ...totalOf(contents), errors, warnings }, contents.length);
  const lines = tableLines(contents.map((content) => [printable(content.name), lineOf(content)]));
  return `${lines.join('\n')}\n\n${whole}`;
}

type Counts = ContentSize & Pick<CheckedContent, 'files'>;

function totalOf(contents: readonly Counts[]): Counts {
  const sum = (key: keyof Counts): number => contents.reduce((total, content) => total + content[key], 0);
  return {
    files: sum('files'),
    classes: sum('classes'),
    rules: sum('rules'),
    triggers: sum('triggers'),
    occurrences: sum('occurrences'),
    abilities: sum('abilities'),
  };
}

function lineOf({ files, errors, warnings, ...size }: Omit<CheckedContent, 'name' | 'programs'>, contents = 1): string {
  const several = contents > 1 ? `${grouped(contents)} contents` : '';
  if (errors.length > 0) {
    return `${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')} in ${counted(files, 'file')}${several && ` of ${several}`}`;
  }
  const held = [...(several === '' ? [] : [several]), counted(files, 'file'), ...sizeTexts(size)].join(', ');
  return `${held}: ${warnings.length === 0 ? 'no problems' : counted(warnings.length, 'warning')}`;
}

/** What few contents have is counted only where there is some. */
function sizeTexts({ classes, rules, triggers, occurrences, abilities }: ContentSize): readonly string[] {
  const some = (count: number, noun: string, plural?: string): readonly string[] =>
    count === 0 ? [] : [counted(count, noun, plural)];
  return [
    counted(classes, 'class', 'classes'),
    counted(rules, 'rule'),
    ...some(triggers, 'trigger'),
    ...some(occurrences, 'occurrence'),
    ...some(abilities, 'ability', 'abilities'),
  ];
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** The plans of one content. */
interface ContentPlan {
  readonly name: string;
  readonly plan: ProgramDescription;
}

function planContent(name: string, program: Program, world: NominalWorld): ContentPlan {
  return { name, plan: describeProgram(program, world) };
}

/** The plans for people: for each content a summary, then a paragraph for each rule. */
function plansText(plans: readonly ContentPlan[], { outColors }: Pick<Terminal, 'outColors'>): string {
  return plans
    .map(({ name, plan }) => {
      const head = [outColors.bold(`How ${printable(name)} is planned`), ...summaryLines(plan).map(indented)];
      const growths = growthLines(plan.growths);
      const blocks = [
        head,
        ...plan.rules.map((rule) =>
          ruleLines(rule)
            .map(printable)
            .map((line, i) => (i === 0 ? outColors.bold(line) : line)),
        ),
        ...(growths.length === 0 ? [] : [[outColors.bold('Growth'), ...growths.map(printable).map(indented)]]),
      ];
      return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
    })
    .join('\n');
}

function indented(line: string): string {
  return `   ${line}`;
}
