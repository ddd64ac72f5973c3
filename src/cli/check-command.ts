import { existsSync, statSync } from 'node:fs';
import { given } from '../content/native/load-context.js';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { printable } from '../content/text/quote.js';
import { type NominalWorld, nominalWorld, usualObjects } from '../match/work.js';
import { type ProgramDescription, describeProgram } from '../plans/describe-plan.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import { type CheckedContent, type ContentSize, checkContents, eachOnce } from './check-contents.js';
import {
  type ContentCost,
  type GivenCounts,
  costJson,
  costOf,
  costText,
  countOption,
  demandKnown,
  runCounting,
  statedWorld,
} from './check-cost.js';
import { type Context, addCommand, jsonOption, print, usageError, whole } from './command.js';
import { catching } from '../scenarios/catching.js';
import { openWorld } from './open-world.js';
import {
  type Problems,
  problemCounts,
  problemsJson,
  problemsText,
  counted,
  tableLines,
  type Colors,
  grouped,
  indented,
} from './terminal.js';
import { watchable } from './watch.js';

const mostObjects = 16_777_215;

interface CheckOptions {
  readonly json?: true;
  readonly plan?: true;
  readonly planObjects: number;
  readonly cost?: true;
  readonly count?: GivenCounts;
  readonly turns?: number;
  readonly unused?: true;
  readonly strict?: true;
}

interface CheckResult extends Problems<Diagnostic> {
  readonly contents: readonly CheckedContent[];
}

const notes = `The files that you name are one content together. The .yaml and .yml files directly in a folder are one content, and
each folder below it is another. If several files of a folder have a start, each is a content by itself. A scenario file
(format: ${formatName}), named or found in a folder, is checked by itself with its content. In folders, files with
another format field are skipped.`;

export function addCheck(context: Context): void {
  addCommand(
    context,
    'check',
    watchable({
      summary: 'find all errors in content',
      description: 'Loads content and shows all its errors and warnings, each with its line and what to do.',
      arguments: { '<files...>': 'content files, scenario files, or folders of them' },
      options: [
        jsonOption('errors and warnings'),
        ['--unused', 'also list unused definitions'],
        ['--strict', 'fail if there are warnings, too'],
        ['--plan', 'show how each rule is planned and about what it will scan'],
        [
          '--plan-objects <n>',
          'objects of the world that plans are estimated for',
          { read: whole(1, mostObjects), usual: usualObjects },
        ],
        ['--cost', 'show the most that each rule can count in a turn, in the units of limits'],
        countOption,
        [
          '--turns <n>',
          'with --cost: run the world for this many turns first, and show the most that a turn counted',
          { read: whole(0, 10_000_000) },
        ],
      ],
      notes,
      examples: [
        'check content/',
        'check examples/',
        'check rules.yaml extra.yaml --json',
        'check content/ --unused',
        'check content/ --strict',
        'check content/ --plan',
        'check content/ --plan --plan-objects 100000',
        'check content/ --cost --count planet=1000 --count ship=5000',
        'check colony.yaml --cost --turns 20',
      ],
      act: check,
    }),
  );
}

function check(
  context: Context,
  paths: readonly string[],
  { json, plan, planObjects, cost, count = {}, turns, unused, strict }: CheckOptions,
): void {
  const { terminal, fail, known, note, remember } = context;
  if (turns !== undefined && cost === undefined) throw usageError('--turns runs a world for --cost; give both');
  const world = nominalWorld(planObjects);
  const isStated = Object.keys(count).length > 0;
  const contents = checkContents(paths, world, known, {
    reading: given({ note, remember }),
    unused: unused === true,
    budgets: (program) => (isStated ? statedWorld(program, count, undefined) : undefined),
  });
  const programs = contents.flatMap((content) => content.programs);
  demandKnown(
    programs.map(({ program }) => program.model),
    count,
  );
  const result = {
    contents,
    errors: eachOnce(contents.flatMap(({ errors }) => errors)),
    warnings: eachOnce(contents.flatMap(({ warnings }) => warnings)),
  };
  const plans = plan && plansOf(contents, world);
  const costs = cost && costsOf(context, paths, programs, count, turns);
  print(
    terminal,
    json,
    result,
    () => ({
      files: filesIn(contents),
      ...totalSize(contents),
      ...problemsJson(result),
      plans,
      costs: costs?.map(costJson),
    }),
    (_result, colors) =>
      [
        textOf(result, colors),
        ...(plans ?? []).map((each) => planText(each, colors)),
        ...(costs ?? []).map((each) => costText(each, colors)),
      ].join('\n'),
  );
  if (result.errors.length > 0 || (strict === true && result.warnings.length > 0)) fail();
}

function textOf({ contents, errors, warnings }: CheckResult, colors: Colors): string {
  const list = problemsText([...errors, ...warnings], colors);
  if (contents.length === 1) return `${list}${lineOf(withCount(contents[0]))}\n`;
  const whole = { size: totalSize(contents), files: filesIn(contents), errors, warnings };
  const lines = tableLines(contents.map((content) => [printable(content.name), lineOf(withCount(content))]));
  return `${list}${lines.join('\n')}\n\n${lineOf(whole, [counted(contents.length, 'content')])}\n`;
}

/** Each once: contents share files. */
function filesIn(contents: readonly CheckedContent[]): number {
  return new Set(contents.flatMap(({ files }) => files)).size;
}

/** Unusual parts are listed only if there are some. */
const sizes: readonly (readonly [part: keyof ContentSize, noun: string, isUsual?: true])[] = [
  ['classes', 'class', true],
  ['rules', 'rule', true],
  ['triggers', 'trigger'],
  ['occurrences', 'occurrence'],
  ['abilities', 'ability'],
];

function totalSize(contents: readonly CheckedContent[]): ContentSize {
  const total = { classes: 0, rules: 0, triggers: 0, occurrences: 0, abilities: 0 };
  for (const { size } of contents) for (const [part] of sizes) total[part] += size[part];
  return total;
}

function withCount(content: CheckedContent) {
  return { ...content, files: content.files.length };
}

interface Counted extends Problems<Diagnostic> {
  readonly files: number;
  readonly size: ContentSize;
}

function lineOf({ files, errors, warnings, size }: Counted, several: readonly string[] = []): string {
  const filesText = counted(files, 'file');
  if (errors.length > 0)
    return `${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')} in ${[filesText, ...several].join(' of ')}`;
  const held = sizes.flatMap(([part, noun, isUsual]) =>
    isUsual || size[part] > 0 ? [counted(size[part], noun, part)] : [],
  );
  return `${[...several, filesText, ...held].join(', ')}: ${problemCounts(errors, warnings)}`;
}

function costsOf(
  context: Context,
  paths: readonly string[],
  programs: CheckedContent['programs'],
  given: GivenCounts,
  turns: number | undefined,
): readonly ContentCost[] {
  if (programs.length === 0) return [];
  const isStated = programs.every(({ program }) => statedWorld(program, given, undefined) !== undefined);
  if (turns === undefined && isStated)
    return programs.flatMap(({ name, program }) => {
      const counts = statedWorld(program, given, undefined);
      return counts === undefined ? [] : [costOf(name, program, counts, undefined)];
    });
  const [path] = paths;
  const needsWorld = usageError(
    '--cost needs a world: give counts such as --count planet=1000, a `budget` with a `world` in content, or one scenario file',
  );
  if (paths.length !== 1 || !existsSync(path) || statSync(path).isDirectory()) throw needsWorld;
  const { world } = catching(
    () => openWorld(context, {}, path, () => {}),
    (error) => {
      throw error.code === 'no-scenario' ? needsWorld : error;
    },
  );
  const { counts, ...ran } = runCounting(context.terminal, world, turns ?? 0);
  const { program } = world;
  const stated = statedWorld(program, given, counts) ?? counts;
  return [costOf(path, program, stated, turns === undefined ? undefined : ran)];
}

interface ContentPlan {
  readonly name: string;
  readonly plan: ProgramDescription;
}

function plansOf(contents: readonly CheckedContent[], world: NominalWorld): readonly ContentPlan[] {
  return contents.flatMap(({ programs }) =>
    programs.map(({ name, program }) => ({ name, plan: describeProgram(program, world) })),
  );
}

function planText({ name, plan }: ContentPlan, { bold }: Colors): string {
  const growths = growthLines(plan.growths);
  const blocks = [
    [bold(`How ${printable(name)} is planned`), ...summaryLines(plan).map((line) => indented(line, 3))],
    ...plan.rules.map((rule) => {
      const [first, ...others] = ruleLines(rule).map(printable);
      return [bold(first), ...others];
    }),
    ...(growths.length === 0 ? [] : [[bold('Growth'), ...growths.map((line) => indented(printable(line), 3))]]),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

type RuleDescription = ProgramDescription['rules'][number];

export function summaryLines(plan: ProgramDescription): readonly string[] {
  const { rules, growths, terms, sharedTerms, world, limit } = plan;
  const together = rules.filter((rule) => rule.together).length;
  const kept = rules.filter((rule) => rule.kept).length;
  const estimates = [...rules.map(({ estimate }) => estimate), ...growths];
  const dear = estimates.filter((each) => each.dear).length;
  const all = estimates.reduce((sum, { tests }) => sum + tests, 0);
  return [
    `${counted(rules.length, 'rule')}: ${grouped(together)} with all sources together, ` +
      `${grouped(rules.length - together)} source by source; ${grouped(kept)} with answers that are kept while ` +
      'nothing changes',
    `${counted(growths.length, 'growth formula', 'growth formulas')}; ${counted(terms, 'term')} in all ` +
      `content, ${counted(sharedTerms, 'is', 'are')} shared`,
    `about ${round(all)} object tests a turn if all is asked again, ` +
      `${dear === 0 ? 'no rule is' : counted(dear, 'is', 'are')} expensive (more than ${round(limit)})`,
    `for a world of ${grouped(world.objects)} objects, ${counted(world.nodes, 'node')}, ` +
      `${counted(world.factions, 'faction')}, ${counted(world.sources, 'source')} a rule`,
  ];
}

export function ruleLines(rule: RuleDescription): readonly string[] {
  const { order, phase, priority, file, line, estimate, effects, vetoes } = rule;
  return [
    `${order}. ${rule.rule}  ${phase}, priority ${priority}  ${file}:${line}`,
    ...labelled('source', sourceText(rule)),
    ...(rule.candidates.length === 0 ? labelled('target', 'nobody') : []),
    ...rule.candidates.flatMap((each, i) => labelled(i === 0 ? 'target' : 'or', candidatesText(each))),
    ...(vetoes.length === 0 ? [] : labelled('of these', vetoes.join(', '))),
    ...labelled('answer', answerText(rule)),
    ...labelled('effects', effects.map(({ text, by }) => `${text}${dependence[by]}`).join('; ') || 'none'),
    ...labelled(
      'scans',
      `about ${round(estimate.tests)} object tests: ${counted(estimate.sources, 'source')}, ` +
        `${counted(estimate.groups, 'answer')} of ${counted(estimate.targets, 'target')}${dearMark(estimate.dear)}`,
    ),
  ];
}

const widest = 140;
const labelWidth = 12;

function labelled(label: string, text: string): readonly string[] {
  const lines: string[] = [];
  let line = `   ${label}`.padEnd(labelWidth - 1);
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > widest && line.trim() !== '') {
      lines.push(line);
      line = ' '.repeat(labelWidth - 1);
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

function dearMark(dear: boolean): string {
  return dear ? ', which is expensive' : '';
}

export function growthLines(growths: ProgramDescription['growths']): readonly string[] {
  return growths.map(
    ({ meter, formula, objects, tests, dear }) =>
      `${meter} = ${formula}  (about ${round(tests)} object tests: ${counted(objects, 'object')}${dearMark(dear)})`,
  );
}

function sourceText({ carrier, activation, together, because }: RuleDescription): string {
  const when =
    activation.length === 0
      ? ''
      : ` while ${activation.map((each) => (activation.length > 1 && each.includes('||') ? `(${each})` : each)).join(' and ')}`;
  return `${carrier}${when}; ${together ? 'all together' : `one after another: ${because}`}`;
}

function candidatesText({ of, activation, own, alike, found, tests }: RuleDescription['candidates'][number]): string {
  const asked = own.length === 0 ? '' : `: ${own.join(', ')}`;
  const shared = alike === 0 || own.length === 0 ? '' : ` (found once for ${alike + 1} scopes)`;
  const parts = [
    ...activation.map((text) => `if ${text}`),
    `${of || 'any object'}${asked}${shared}`,
    ...(found === '' ? [] : [found]),
    ...tests.map(
      (each) =>
        `then ${each.tests.join(', ')} for ${each.sharedBy.length === 0 ? 'all at once' : `each ${each.sharedBy.join(' and ')}`}`,
    ),
  ];
  return parts.join('; ');
}

function answerText({ together, sharedBy, kept, unkept }: RuleDescription): string {
  if (!together) return 'one for each source, found again each turn';
  const whose = sharedBy.length === 0 ? 'one for all sources' : `one for each ${sharedBy.join(' and ')}`;
  return `${whose}; ${kept ? 'kept while nothing changes' : `not kept: ${unkept}`}`;
}

const dependence: Readonly<Record<RuleDescription['effects'][number]['by'], string>> = {
  nothing: '',
  source: ' (by source)',
  target: ' (by target)',
  pair: ' (by source and target)',
  '': ' (fired singly)',
};

/** To two digits. */
function round(tests: number): string {
  if (!Number.isFinite(tests)) return 'endlessly many';
  return grouped(tests < 100 ? Math.round(tests) : Number(tests.toPrecision(2)));
}
