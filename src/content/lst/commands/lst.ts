import type { Diagnostic } from '../../text/diagnostic.js';
import { printable } from '../../text/quote.js';
import type { Campaign, LoadedCampaign } from '../load-campaign.js';
import { type LoadProblem, diagnosticOf } from '../parse/campaign-problem.js';
import { isFolderThere, readText } from '../../../files/read-file.js';
import type { NoteRead } from '../../../files/read-log.js';
import { EdictError } from '../../../kernel/errors.js';
import { findFiles } from '../../../files/find-files.js';
import { formatOf } from '../../../scenarios/format-of.js';
import { tokenText, loadCampaignFile } from '../scenarios/load-case.js';
import type { KnownFormats } from '../../../scenarios/known-formats.js';
import { openStage, type Stage, objectAt, causeText } from '../scenarios/character.js';
import {
  type Context,
  addGroup,
  jsonOption,
  print,
  repeated,
  type Explainer,
  type ExplainChoice,
  misused,
  usageError,
} from '../../../cli/command.js';
import { type GivenAction, actionOptions, readActions, characterName, variableNamed } from './character-actions.js';
import {
  hiddenWarnings,
  problemCounts,
  problemJson,
  problemsText,
  refuseToRun,
  counted,
  firstFew,
  grouped,
  right,
  tableText,
  type Colors,
} from '../../../cli/terminal.js';
import type { Variable } from '../../../model/model.js';
import { formatName } from '../parse/value-format.js';
import { valueJson, valueText } from '../scenarios/value-text.js';
import { variableSeenFrom } from '../../../scenarios/variable-holder.js';
import type { Handle } from '../../../world/api.js';
import { type HistoryWords, printHistory, variableHistory, whyUnmodified } from '../../../cli/explain-command.js';
import { openCase } from '../scenarios/open-case.js';
import { formatName as scenarioFormat } from '../scenarios/scenario-schema.js';

const runNotes = `Objects are SCOPE|key, with parts such as 'EQUIPMENT.PART|Sword#1'; put them in quotes. Grants, revokes and writes are done in the
order of the command line. Without --get it prints all variables of the character and of what is granted.`;

const campaignArgument = { '<campaign>': 'the .pcc file' };

interface CheckOptions {
  readonly json?: true;
}

interface RunOptions extends CheckOptions {
  readonly get?: readonly Asked[];
}

export function addLst(context: Context): void {
  const given: GivenAction[] = [];
  addGroup(context, 'lst', {
    summary: "check and run campaigns of PCGen's formula system",
    description:
      'Loads a campaign of variables, modifiers and formulas from its .pcc and .lst files, checks it, and says what the variables of a character are.',
    examples: [
      'lst check campaign.pcc',
      "lst run campaign.pcc --grant 'EQUIPMENT|Sword' --get 'EQUIPMENT|Sword|HandsRequired'",
      "explain PC Hands campaign.pcc --grant 'SKILL|Extra Hands'",
    ],
    commands: {
      check: {
        summary: 'find all errors in a campaign',
        description:
          'Loads a campaign and shows its errors and warnings, each with its file, line and column, and what it consists of.',
        arguments: campaignArgument,
        options: [jsonOption('the report')],
        examples: ['lst check campaign.pcc', 'lst check campaign.pcc --json'],
        act: check,
      },
      run: {
        summary: 'say what the variables of a character are',
        description: 'Loads a campaign, grants objects to a character, writes channels, and prints variables.',
        arguments: campaignArgument,
        options: [
          ...actionOptions(given),
          ['--get <variable>', 'print this one: Var or SCOPE|key|Var; may be given again', { read: repeated(askedIn) }],
          jsonOption('the variables'),
        ],
        notes: runNotes,
        examples: [
          'lst run campaign.pcc',
          "lst run campaign.pcc --grant 'EQUIPMENT|Sword' --get Hands --get 'EQUIPMENT|Sword|HandsRequired'",
          "lst run campaign.pcc --grant 'STAT|Strength' --write 'STAT|Strength|Rolled=17' --json",
        ],
        act: (_context, [file], options: RunOptions) => run(context, file, options, given),
      },
    },
  });
}

function check({ terminal, fail, known }: Context, [file]: readonly string[], { json }: CheckOptions): void {
  const loaded = readFile(known, file);
  print(terminal, json, loaded, checkJson, checkText);
  if (!loaded.ok) fail();
}

function run(context: Context, file: string, { get, json }: RunOptions, given: readonly GivenAction[]): void {
  const doActions = readActions(given);
  const campaign = campaignToRun(context, file);
  if (campaign === undefined) return;
  const stage = openStage(campaign);
  doActions(stage);
  print(context.terminal, json, sheetOf(stage, file, get ?? allVariables(stage)), sheetJson, sheetText);
}

/** Undefined, with printed errors, where it does not load. */
function campaignToRun(context: Context, file: string): Campaign | undefined {
  const loaded = readFile(context.known, file, context.note);
  if (loaded.ok) return loaded.campaign;
  const { problems, more } = loaded;
  refuseToRun(context, 'campaign has', errorsOf(problems), { count: problems.length + more });
  return undefined;
}

function errorsOf(problems: readonly LoadProblem[]) {
  return problems.map((problem) => diagnosticOf(problem));
}

function readFile(known: KnownFormats, file: string, note?: NoteRead): LoadedCampaign {
  const isFolder = isFolderThere(file, note);
  if (!isCampaign(file))
    throw new EdictError('no-campaign', `${file} ${isFolder ? insideOf(file) : whatElse(known, file)}`, file);
  return loadCampaignFile(file, note);
}

function whatElse(known: KnownFormats, path: string): string {
  return known.otherCommand(path, formatOf(readText(path))) ?? 'is not a campaign; give its .pcc file';
}

function insideOf(folder: string): string {
  const found = findFiles([folder], ['.pcc']).flatMap(({ file, closed }) => (closed ? [] : [file]));
  return `is a folder; give the .pcc file of a campaign${found.length === 0 ? '' : `: ${firstFew(found)}`}`;
}

function checkText(loaded: LoadedCampaign, colors: Colors): string {
  if (loaded.ok) {
    const warnings = loaded.warnings.map((warning) => diagnosticOf(warning, 'warning'));
    return `${problemsText(warnings, colors)}${soundText(loaded.campaign, warnings, colors)}\n`;
  }
  const { problems, warnings, more } = loaded;
  const rest = more === 0 ? '' : `, of which ${grouped(problems.length)} are shown`;
  const hidden = warnings.length === 0 ? '' : `, ${counted(warnings.length, 'warning')}${hiddenWarnings}`;
  return `${problemsText(errorsOf(problems), colors)}${counted(problems.length + more, 'error')}${rest}${hidden}\n`;
}

function soundText(campaign: Campaign, warnings: readonly Diagnostic[], colors: Colors): string {
  const census = censusOf(campaign);
  const total = totalOf(census);
  const rows = census
    .filter((scope) => counters.some((counter) => scope[counter] > 0))
    .map((scope) => [scope.scope, ...counters.map((counter) => right(scope[counter]))]);
  const parts = counters.map((counter) => counted(total[counter], counter.slice(0, -1)));
  return `${tableText(['scope', ...counters.map(right)], rows, colors)}\n\n${parts.join(', ')}, no loops: ${problemCounts([], warnings)}`;
}

/** Numbers are null where errors leave no campaign. */
function checkJson(loaded: LoadedCampaign) {
  const census = loaded.ok ? censusOf(loaded.campaign) : null;
  const total = census === null ? undefined : totalOf(census);
  const entryOf = (severity: 'error' | 'warning') => (problem: LoadProblem) =>
    problemJson(diagnosticOf(problem, severity), { token: tokenText(problem.token) });
  return {
    ...Object.fromEntries(counters.map((counter) => [counter, total?.[counter] ?? null])),
    scopes: census,
    errors: loaded.ok ? [] : loaded.problems.map(entryOf('error')),
    more: loaded.ok ? 0 : loaded.more,
    warnings: loaded.warnings.map(entryOf('warning')),
  };
}

/** Modifiers of files belong to the character, others to their objects. */
const counters = ['objects', 'variables', 'channels', 'modifiers'] as const;

type Counts = Record<(typeof counters)[number], number>;

type ScopeCensus = Counts & { readonly scope: string };

const none: Counts = { objects: 0, variables: 0, channels: 0, modifiers: 0 };

function totalOf(census: readonly ScopeCensus[]): Counts {
  const total = { ...none };
  for (const scope of census) for (const counter of counters) total[counter] += scope[counter];
  return total;
}

function censusOf({ program: { model, rules }, root }: Campaign): readonly ScopeCensus[] {
  const scopes = model.kinds.map(({ name }) => ({ scope: name, ...none }));
  for (const { kind } of model.classes) scopes[kind - 1].objects += 1;
  for (const { kind, input } of model.variables) scopes[kind - 1][input ? 'channels' : 'variables'] += 1;
  for (const { carrier } of rules.modifiers)
    scopes[(carrier.by === 'kind' ? carrier.kind : model.classes[carrier.class - 1].kind) - 1].modifiers += 1;
  return [scopes[root - 1], ...scopes.toSpliced(root - 1, 1)];
}

interface Asked {
  readonly object: string | undefined;
  readonly name: string | Variable;
}

const askedForm = /^(?:([^|]+\|.+|[Pp][Cc])[|:])?([A-Za-z][A-Za-z0-9_]*)$/s;

/** `Var`, `PC|Var` or `SCOPE|key|Var`. */
function askedIn(text: string): Asked {
  const [, object, name] = askedForm.exec(text) ?? [];
  if (name === undefined) throw misused('--get', text, "give a variable, or 'SCOPE|key|Var' for that of an object");
  return { object, name };
}

function allVariables({ campaign, world, roster }: Stage): readonly Asked[] {
  const { kinds, variables } = campaign.program.model;
  const byKind = new Map(kinds.map(({ name }) => [name, [] as Variable[]]));
  for (const variable of variables.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)))
    byKind.get(kinds[variable.kind - 1].name)?.push(variable);
  return world
    .query()
    .filter((object) => object === roster.root || world.variables.isGranted(object))
    .flatMap((object) =>
      (byKind.get(world.kindOf(object)) ?? []).map(
        (variable): Asked => ({ object: world.classOf(object) ?? undefined, name: variable }),
      ),
    );
}

function sheetOf(stage: Stage, title: string, asked: readonly Asked[]) {
  const { campaign, world } = stage;
  const granted = world.query().filter((object) => world.variables.isGranted(object));
  const variables = asked.map(({ object, name }) => {
    const { place, variable } =
      typeof name === 'string' ? variableNamed(campaign, object, name) : { place: object, variable: name };
    const at = objectAt(stage, place);
    const value = world.variables.typed(at, variable);
    return {
      object: place ?? characterName,
      variable,
      format: formatName(campaign.formatOf(variable)),
      value,
      isGranted: world.variables.isGranted(variableSeenFrom(world, at, [variable])?.holder ?? at),
      reason: value.type === 'failed' ? reasonOf(stage, at, variable) : undefined,
    };
  });
  return { title, granted: granted.flatMap((object) => world.classOf(object) ?? []), variables };
}

type Sheet = ReturnType<typeof sheetOf>;

function reasonOf(stage: Stage, object: Handle, variable: Variable): string | undefined {
  for (const { modifier } of stage.world.explain(object, variable).steps)
    if (modifier?.cause !== undefined) return causeText(stage, modifier.cause);
  return undefined;
}

function sheetJson({ granted, variables }: Sheet) {
  return {
    granted,
    variables: variables.map(({ object, variable, format, value, reason }) => ({
      object,
      variable: variable.name,
      channel: variable.input,
      format,
      ...valueJson(value),
      reason,
    })),
  };
}

function sheetText({ title, granted, variables }: Sheet, colors: Colors): string {
  const head = colors.bold(
    printable(`${title}${granted.length === 0 ? ', nothing granted' : ` with ${granted.join(', ')}`}`),
  );
  if (variables.length === 0) return `${head}\nno variables\n`;
  const rows = variables.map((entry) => [
    entry.object,
    entry.variable.name,
    entry.format,
    right(valueText(entry.value)),
    noteOf(entry),
  ]);
  return `${head}\n\n${tableText(['object', 'variable', 'format', right('value'), ''], rows, colors)}\n`;
}

function noteOf({ variable, reason, isGranted }: Sheet['variables'][number]): string {
  if (reason !== undefined) return reason;
  const what = variable.input ? 'channel' : variable.explanation;
  return isGranted ? what : ['not granted', ...(what === '' ? [] : [what])].join('; ');
}

export function createExplainer(): Explainer {
  const given: GivenAction[] = [];
  return {
    options: actionOptions(given),
    files: 'a campaign',
    subject: 'the character of a campaign',
    note:
      'In a campaign (a .pcc file, or a scenario file of one), the object is the character, PC, or one of its ' +
      'objects, SCOPE|key.',
    examples: [
      "explain PC Hands campaign.pcc --grant 'SKILL|Extra Hands'",
      "explain 'EQUIPMENT|Sword' HandsRequired cases.json --case 'a sword'",
    ],
    isFor: (file, note) => isCampaign(file) || formatOf(readText(file, undefined, note)) === scenarioFormat,
    refuseOptions() {
      if (given.length > 0)
        throw usageError(
          `${given[0].option} does something to the character of a campaign; name its .pcc file, or leave it out`,
        );
    },
    explain(context, object, name, file, options) {
      const doActions = readActions(given);
      const stage = stageOf(context, file, options);
      if (stage === undefined) return;
      doActions(stage);
      const { place, variable } = variableNamed(stage.campaign, object, name);
      const at = objectAt(stage, place);
      const holder = place ?? characterName;
      const words = wordsOf(stage);
      const report = {
        object: holder,
        variable: variable.name,
        title: `${variable.name} of ${holder}`,
        history: variableHistory(stage.world, at, variable),
        unmodified: whyUnmodified(stage.world, at, [variable], words),
        words,
      };
      printHistory(context.terminal, report, options.json);
    },
  };
}

function isCampaign(file: string): boolean {
  return file.toLowerCase().endsWith('.pcc');
}

function stageOf(context: Context, file: string, { case: name, step }: ExplainChoice): Stage | undefined {
  if (!isCampaign(file)) {
    const { note } = context;
    return openCase({ file, text: readText(file, undefined, note), note }, { case: name, step });
  }
  if (step !== undefined) throw usageError('--step goes with a scenario file; a campaign has no steps');
  if (name !== undefined) throw usageError('--case goes with a scenario file; a campaign has no cases');
  const campaign = campaignToRun(context, file);
  return campaign && openStage(campaign);
}

function wordsOf(stage: Stage): HistoryWords {
  const carrierName = (carrier: number) => stage.world.classOf(carrier) ?? characterName;
  return {
    text: valueText,
    json: valueJson,
    carrierText: carrierName,
    carrierJson: carrierName,
    causeText: (cause) => causeText(stage, cause),
    noAmount: 'failed',
    input: 'it is a channel: its value is what was written',
  };
}
