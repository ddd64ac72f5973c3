import { printable } from '../content/diagnostics/quote.js';
import type { Campaign, LoadProblem, LoadedCampaign } from '../content/lst/campaign.js';
import { diagnosticOf } from '../content/lst/text/problem.js';
import { readText } from '../files/read-file.js';
import { EdictError } from '../kernel/errors.js';
import { findFiles } from '../scenarios/find-files.js';
import { formatOf } from '../scenarios/format-of.js';
import { tokenText, loadCampaignFile } from '../scenarios/formulas/load-case.js';
import { otherCommand } from '../scenarios/formulas/other-command.js';
import { openStage, type Stage, objectAt, causeText } from '../scenarios/formulas/stage.js';
import { type Context, addCommand, addGroup, jsonOption, print, repeated } from './command.js';
import { type GivenDeed, deedOptions, doDeeds, readDeeds, characterName, variableNamed } from './formulas-deeds.js';
import { hiddenWarnings, problemJson, problemsText, refusalText } from './problems.js';
import { counted, grouped, right, tableText } from './table.js';
import type { Colors, Terminal } from './terminal.js';
import type { Variable } from '../model/model.js';
import { formatName } from '../content/lst/text/format.js';
import { valueJson, valueText } from '../scenarios/formulas/value-text.js';
import { variableSeenFrom } from '../scenarios/variable-holder.js';
import type { Handle } from '../world/api.js';
import { misused } from './failure.js';

const formulasHelp = `
Examples:
  $ edict formulas check campaign.pcc
  $ edict formulas run campaign.pcc --grant 'EQUIPMENT|Sword' --get 'EQUIPMENT|Sword|HandsRequired'
  $ edict explain PC Hands campaign.pcc --grant 'SKILL|Extra Hands'`;

const checkHelp = `
Examples:
  $ edict formulas check campaign.pcc
  $ edict formulas check campaign.pcc --json`;

const runHelp = `
Objects are SCOPE|key, with parts such as 'EQUIPMENT.PART|Sword#1'; put them in quotes. Grants, revokes and writes are done in the
order of the command line. Without --get it prints all variables of the character and of what is granted.

Examples:
  $ edict formulas run campaign.pcc
  $ edict formulas run campaign.pcc --grant 'EQUIPMENT|Sword' --get Hands --get 'EQUIPMENT|Sword|HandsRequired'
  $ edict formulas run campaign.pcc --grant 'STAT|Strength' --write 'STAT|Strength|Rolled=17' --json`;

interface CheckOptions {
  readonly json?: true;
}

interface RunOptions extends CheckOptions {
  readonly get?: readonly Asked[];
}

export function addFormulas(context: Context): void {
  const formulas = addGroup(context.program, 'formulas', {
    summary: "check and run campaigns of PCGen's formula system",
    description:
      'Loads a campaign of variables, modifiers and formulas from its .pcc and .lst files, checks it, and says what the variables of a character are.',
    help: formulasHelp,
  });
  addCommand(formulas, 'check', {
    summary: 'find all errors in a campaign',
    description:
      'Loads a campaign and shows its errors and warnings, each with its file, line and column, and what it consists of.',
    arguments: { '<campaign>': 'the .pcc file' },
    options: [jsonOption('the report')],
    help: checkHelp,
  }).action((file: string, { json }: CheckOptions) => {
    const loaded = readFile(file);
    print(
      context.terminal,
      json,
      () => checkJson(loaded),
      (colors) => checkText(loaded, colors),
    );
    context.finish(loaded.ok ? 0 : 1);
  });
  const given: GivenDeed[] = [];
  addCommand(formulas, 'run', {
    summary: 'say what the variables of a character are',
    description: 'Loads a campaign, grants objects to a character, writes channels, and prints variables.',
    arguments: { '<campaign>': 'the .pcc file' },
    options: [
      ...deedOptions(given),
      ['--get <variable>', 'print this one: Var or SCOPE|key|Var; may be given again', { read: repeated(askedIn) }],
      jsonOption('the variables'),
    ],
    help: runHelp,
  }).action((file: string, options: RunOptions) => run(context, file, options, given));
}

function run(
  { terminal, finish }: Context,
  file: string,
  { get, json }: RunOptions,
  given: readonly GivenDeed[],
): void {
  const deeds = readDeeds(given);
  const campaign = campaignToRun(terminal, file);
  if (campaign === undefined) return finish(1);
  const stage = openStage(campaign);
  doDeeds(stage, deeds);
  const sheet = sheetOf(stage, get ?? allVariables(stage));
  print(
    terminal,
    json,
    () => sheetJson(stage, sheet),
    (colors) => sheetText(stage, file, sheet, colors),
  );
  finish(0);
}

/** Undefined where the campaign has errors, which are then told. */
export function campaignToRun({ error, errorColors }: Terminal, file: string): Campaign | undefined {
  const loaded = readFile(file);
  if (loaded.ok) return loaded.campaign;
  const { problems, more } = loaded;
  error(
    problemsText(errorsOf(problems), errorColors) + refusalText('campaign has', problems.length + more, errorColors),
  );
  return undefined;
}

function errorsOf(problems: readonly LoadProblem[]) {
  return problems.map((problem) => diagnosticOf(problem));
}

function readFile(file: string): LoadedCampaign {
  if (!file.toLowerCase().endsWith('.pcc')) throw new EdictError('no-campaign', `${file} ${whatElse(file)}`, file);
  return loadCampaignFile(file);
}

function whatElse(path: string): string {
  const found = findFiles([path], []).at(0);
  if (found?.named !== true) return `is a folder; give the .pcc file of a campaign${insideOf(path)}`;
  return otherCommand(path, formatOf(readText(path))) ?? 'is no campaign; give its .pcc file';
}

const mostNamed = 5;

/** The campaigns that lie in a folder. */
function insideOf(path: string): string {
  const found = findFiles([path], ['.pcc']).flatMap(({ file, closed }) => (closed ? [] : [file]));
  if (found.length === 0) return '';
  return `: ${found.slice(0, mostNamed).join(', ')}${found.length > mostNamed ? ' and so on' : ''}`;
}

function checkText(loaded: LoadedCampaign, colors: Colors): string {
  if (loaded.ok) {
    const warnings = loaded.warnings.map((warning) => diagnosticOf(warning, 'warning'));
    return `${problemsText(warnings, colors)}${soundText(loaded.campaign, warnings.length, colors)}\n`;
  }
  const { problems, warnings, more } = loaded;
  const rest = more === 0 ? '' : `, of which ${grouped(problems.length)} are shown`;
  const hidden = warnings.length === 0 ? '' : `, ${counted(warnings.length, 'warning')}${hiddenWarnings}`;
  return `${problemsText(errorsOf(problems), colors)}${counted(problems.length + more, 'error')}${rest}${hidden}\n`;
}

function soundText(campaign: Campaign, warnings: number, colors: Colors): string {
  const census = censusOf(campaign);
  const total = totalOf(census);
  const rows = census
    .filter((scope) => sorts.some((sort) => scope[sort] > 0))
    .map((scope) => [scope.scope, ...sorts.map((sort) => right(scope[sort]))]);
  const parts = sorts.map((sort) => counted(total[sort], sort.slice(0, -1)));
  return `${tableText(['scope', ...sorts.map(right)], rows, colors)}\n\n${parts.join(', ')}, no loops: ${warnings === 0 ? 'no problems' : counted(warnings, 'warning')}`;
}

/** Numbers are null where errors leave no campaign. */
function checkJson(loaded: LoadedCampaign) {
  const census = loaded.ok ? censusOf(loaded.campaign) : null;
  const total = census === null ? undefined : totalOf(census);
  const entryOf = (severity: 'error' | 'warning') => (problem: LoadProblem) =>
    problemJson(diagnosticOf(problem, severity), { token: tokenText(problem.token) });
  return {
    ...Object.fromEntries(sorts.map((sort) => [sort, total?.[sort] ?? null])),
    scopes: census,
    errors: loaded.ok ? [] : loaded.problems.map(entryOf('error')),
    more: loaded.ok ? 0 : loaded.more,
    warnings: loaded.warnings.map(entryOf('warning')),
  };
}

/** What a campaign has. Modifiers are those that its objects carry; those of files belong to the character. */
const sorts = ['objects', 'variables', 'channels', 'modifiers'] as const;

type Counts = Record<(typeof sorts)[number], number>;

type ScopeCensus = Counts & { readonly scope: string };

const none: Counts = { objects: 0, variables: 0, channels: 0, modifiers: 0 };

function totalOf(census: readonly ScopeCensus[]): Counts {
  const total = { ...none };
  for (const scope of census) for (const sort of sorts) total[sort] += scope[sort];
  return total;
}

/** By scope, the character first. */
function censusOf({ program: { model, rules }, root }: Campaign): readonly ScopeCensus[] {
  const scopes = model.kinds.map(({ name }) => ({ scope: name, ...none }));
  for (const { kind } of model.classes) scopes[kind - 1].objects += 1;
  for (const { kind, input } of model.variables) scopes[kind - 1][input ? 'channels' : 'variables'] += 1;
  for (const { carrier } of rules.modifiers)
    scopes[(carrier.by === 'kind' ? carrier.kind : model.classes[carrier.class - 1].kind) - 1].modifiers += 1;
  return [scopes[root - 1], ...scopes.toSpliced(root - 1, 1)];
}

interface Asked {
  /** `SCOPE|key`; undefined for the character. */
  readonly object: string | undefined;
  readonly name: string | Variable;
}

/** Names of variables have none of these signs, keys of objects may have any. */
const askedForm = /^(?:([^|]+\|.+|[Pp][Cc])[|:])?([A-Za-z][A-Za-z0-9_]*)$/s;

/** `Var`, `PC|Var` or `SCOPE|key|Var`. */
function askedIn(text: string): Asked {
  const [, object, name] = askedForm.exec(text) ?? [];
  if (name === undefined) throw misused('--get', text, "give a variable, or 'SCOPE|key|Var' for that of an object");
  return { object, name };
}

/** All variables of the character and of what is granted, by name. */
function allVariables({ campaign, world, roster }: Stage): readonly Asked[] {
  const { kinds, variables } = campaign.program.model;
  const byKind = new Map(kinds.map(({ name }) => [name, [] as Variable[]]));
  for (const variable of variables.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)))
    byKind.get(kinds[variable.kind - 1].name)?.push(variable);
  return world
    .query()
    .filter((object) => object === roster.root || world.isGranted(object))
    .flatMap((object) =>
      (byKind.get(world.kindOf(object)) ?? []).map(
        (variable): Asked => ({ object: world.classOf(object) ?? undefined, name: variable }),
      ),
    );
}

/** Variables with their values, with why one failed; `isGranted`: the object whose variable it is. */
function sheetOf(stage: Stage, asked: readonly Asked[]) {
  return asked.map(({ object, name }) => {
    const { place, variable } =
      typeof name === 'string' ? variableNamed(stage.campaign, object, name) : { place: object, variable: name };
    const at = objectAt(stage, place);
    const value = stage.world.solved(at, variable);
    const isGranted = stage.world.isGranted(variableSeenFrom(stage.world, at, [variable])?.holder ?? at);
    return {
      object: place ?? characterName,
      variable,
      value,
      isGranted,
      reason: value.type === 'failed' ? reasonOf(stage, at, variable) : undefined,
    };
  });
}

type Entry = ReturnType<typeof sheetOf>[number];

function reasonOf(stage: Stage, object: Handle, variable: Variable): string | undefined {
  const failed = stage.world.explainVariable(object, variable).steps.find(({ cause }) => cause !== undefined);
  return failed?.cause === undefined ? undefined : causeText(stage, failed.cause);
}

function sheetJson(stage: Stage, entries: readonly Entry[]) {
  return {
    granted: grantedNames(stage),
    variables: entries.map(({ object, variable, value, reason }) => ({
      object,
      variable: variable.name,
      channel: variable.input,
      format: formatName(stage.campaign.formatOf(variable)),
      ...valueJson(value),
      ...(reason === undefined ? {} : { reason }),
    })),
  };
}

function sheetText(stage: Stage, title: string, entries: readonly Entry[], colors: Colors): string {
  const granted = grantedNames(stage);
  const who = `${title}${granted.length === 0 ? ', nothing granted' : ` with ${granted.join(', ')}`}`;
  const head = colors.bold(printable(who));
  if (entries.length === 0) return `${head}\nno variables\n`;
  const rows = entries.map((entry) => [
    entry.object,
    entry.variable.name,
    formatName(stage.campaign.formatOf(entry.variable)),
    right(valueText(entry.value)),
    noteOf(entry),
  ]);
  return `${head}\n\n${tableText(['object', 'variable', 'format', right('value'), ''], rows, colors)}\n`;
}

function noteOf({ variable, reason, isGranted }: Entry): string {
  if (reason !== undefined) return reason;
  const what = variable.input ? 'channel' : variable.explanation;
  return isGranted ? what : ['not granted', ...(what === '' ? [] : [what])].join('; ');
}

/** What is granted, in the order in which it was made. */
function grantedNames({ world }: Stage): readonly string[] {
  return world
    .query()
    .filter((object) => world.isGranted(object))
    .flatMap((object) => world.classOf(object) ?? []);
}
