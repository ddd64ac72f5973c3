import { type Command, Option } from 'commander';
import { printable } from '../content/diagnostics/quote.js';
import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../scenarios/did-you-mean.js';
import type { CellValue, Handle, World } from '../world/api.js';
import type { SolvedValue } from '../world/solving-api.js';
import type { Context } from './context.js';
import { usageError } from './failure.js';
import { findObject, idOf, nameOf } from './find-object.js';
import {
  type GivenDeed,
  addDeedOptions,
  readDeeds,
  type Deed,
  characterName,
  doDeeds,
  variableNamed,
} from './formulas-deeds.js';
import { noticeTo } from './progress.js';
import { runSilently } from './run-silently.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';
import { wholeNumber } from './whole-number.js';
import { type HistoryWords, historyJson, historyText, whyUnmodified } from './variable-history.js';
import { type WorldChoice, addWorldOptions, openWorld } from './world-source.js';
import { formatOf } from '../scenarios/format-of.js';
import { causeText, type Stage, objectAt, openStage } from '../scenarios/formulas/stage.js';
import { openCase } from '../scenarios/formulas/open-case.js';
import { formatName } from '../scenarios/formulas/scenario-schema.js';
import { type ValueJson, valueJson, valueText } from '../scenarios/formulas/value-text.js';
import { readText } from '../files/read-file.js';
import { campaignToRun } from './formulas.js';

interface ExplainOptions extends WorldChoice {
  readonly turns?: number;
  readonly step?: number;
  readonly json?: true;
}

/** What happened to a cell in the last turn, with ids for handles. */
interface Explanation {
  readonly object: number;
  readonly meter: string;
  readonly initial: CellValue;
  readonly current: CellValue;
  readonly steps: readonly {
    readonly rule: string;
    /** 0: nobody, as in the phases of the turn. */
    readonly source: number;
    readonly label: string;
    readonly before: CellValue;
    readonly after: CellValue;
  }[];
}

const help = `
Without a scenario it asks the embedded galaxy. Of a variable it lists the modifiers that are in force, in the order in which they
apply. Of a campaign (a .pcc file) or a scenario file of one it asks a character: PC itself, or an object of it, SCOPE|key.

Examples:
  $ edict explain 1215 maxPopulation --turns 5
  $ edict explain Terra population colony.yaml --json
  $ edict explain Ines pace expedition.yaml --case 'on one rope' --step 2
  $ edict explain PC Hands campaign.pcc --grant 'SKILL|Extra Hands'
  $ edict explain 'EQUIPMENT|Sword' HandsRequired cases.json --case 'a sword'`;

/** Adds `edict explain`: tells what made a value what it is. */
export function addExplain(program: Command, context: Context): void {
  const command = addWorldOptions(program.command('explain'))
    .summary('tell what made a value what it is')
    .description(
      'Runs a world for some turns and lists, in order, everything that wrote a meter or property of an object in the last of them, or all modifiers of a variable.',
    )
    .argument('<object>', 'id (1215 or #1215) or name of the object')
    .argument('<meter>', 'meter, property or variable')
    .argument('[scenario]', 'scenario file whose world to ask, or a campaign');
  const deeds = addDeedOptions(command);
  command
    .addOption(
      new Option('--step <n>', 'do this step of the case and all before it first').argParser(wholeNumber('--step', 0)),
    )
    .addOption(
      new Option('--turns <n>', 'turns to run then (default: 1, with --step none)').argParser(
        wholeNumber('--turns', 1, 10_000_000),
      ),
    )
    .option('--json', 'print the steps as JSON')
    .addHelpText('after', help)
    .action((object: string, meter: string, scenario: string | undefined, options: ExplainOptions) => {
      explain(context, { object, meter, scenario }, options, deeds);
    });
}

interface Asked {
  readonly object: string;
  readonly meter: string;
  readonly scenario: string | undefined;
}

function explain(context: Context, asked: Asked, options: ExplainOptions, deeds: readonly GivenDeed[]): void {
  if (asked.scenario !== undefined && hasCharacter(asked.scenario))
    explainOfCharacter(context, { ...asked, scenario: asked.scenario }, options, deeds);
  else if (deeds.length > 0)
    throw usageError(
      `${deeds[0].option} does something to the character of a campaign; name its .pcc file, or leave it out`,
    );
  else explainOfWorld(context, asked, options);
}

function explainOfCharacter(
  { terminal, finish }: Context,
  { object, meter, scenario }: Asked & { readonly scenario: string },
  options: ExplainOptions,
  deeds: readonly GivenDeed[],
): void {
  const given = worldOptions.find((name) => options[name] !== undefined);
  if (given !== undefined) throw usageError(`--${given} does nothing to the character of a campaign; leave it out`);
  const text = explainCharacter(terminal, {
    object,
    variable: meter,
    file: scenario,
    case: options.case,
    step: options.step,
    deeds: readDeeds(deeds),
    json: options.json === true,
  });
  if (text !== undefined) terminal.out(text);
  finish(text === undefined ? 1 : 0);
}

/** Options that only worlds of turns have. */
const worldOptions = ['objects', 'empires', 'seed', 'state', 'load', 'turns'] as const;

function explainOfWorld(
  { terminal, finish }: Context,
  { object, meter, scenario }: Asked,
  options: ExplainOptions,
): void {
  const { world, steps } = openWorld(options, scenario, noticeTo(terminal, options.json === true));
  checkMeter(world, meter);
  const turns = options.turns ?? (options.step === undefined ? 1 : 0);
  runSilently(terminal, world, turns);
  const handle = findObject(world, object);
  if (!world.program.model.columnByName.has(meter)) {
    const explained = explainVariable(world, handle, meter);
    terminal.out(
      options.json === true ? explained.json() : explained.text(momentOf(steps, options.step, turns), terminal),
    );
    return finish(0);
  }
  const history = world.explain(handle, meter);
  const explanation: Explanation = {
    object: world.describe(handle).id,
    meter,
    initial: history.initial,
    current: history.current,
    steps: history.steps.map(({ rule, source, label, before, after }) => ({
      rule,
      source: idOf(source),
      label,
      before,
      after,
    })),
  };
  terminal.out(
    options.json === true
      ? `${JSON.stringify(explanation, undefined, 2)}\n`
      : textOf(world, handle, explanation, terminal),
  );
  finish(0);
}

function checkMeter(world: World, meter: string): void {
  const { columnByName, variables } = world.program.model;
  if (columnByName.has(meter) || variables.some(({ name }) => name === meter)) return;
  const what = variables.length === 0 ? 'meter or property' : 'meter, property or variable';
  throw new EdictError(
    'unknown-column',
    `there is no ${what} ${JSON.stringify(meter)}${didYouMean(meter, [...columnByName.keys(), ...new Set(variables.map(({ name }) => name))])}`,
  );
}

/** What a variable is made of, for programs or for people. */
function explainVariable(world: World, handle: Handle, variable: string) {
  const history = world.explainVariable(handle, variable);
  const json = (value: SolvedValue): CellValue => (value.type === 'failed' || !('value' in value) ? null : value.value);
  const words: HistoryWords<CellValue> = {
    text: (value) => (value.type === 'failed' ? 'absent' : shown(json(value))),
    json,
    carrierText: (carrier) => nameOf(world, carrier),
    carrierJson: idOf,
    // What else is absent, a property or a condition that does not hold, is as it should be.
    causeText: (cause) =>
      cause.by === 'variable'
        ? `it needs ${cause.cell.variable} of ${nameOf(world, cause.cell.object)}, which is absent`
        : undefined,
    noAmount: 'passed over',
    input: 'it is an input: its value is what the host has set, or the default',
  };
  return {
    json: () => `${JSON.stringify(historyJson(idOf(handle), variable, history, words), undefined, 2)}\n`,
    text(moment: string, terminal: Terminal) {
      const title = `${variable} of ${world.kindOf(handle)} ${nameOf(world, handle)} ${moment}`;
      return historyText(
        title,
        history,
        words,
        whyUnmodified(
          world,
          handle,
          world.program.model.variables.filter(({ name }) => name === variable),
          words,
        ),
        terminal,
      );
    },
  };
}

/** When a variable is asked: variables are always what they are then, whatever the last turn did. */
function momentOf(steps: number | undefined, step: number | undefined, turns: number): string {
  const run = turns === 1 ? '1 turn' : `${String(turns)} turns`;
  if (step !== undefined && step > 0) return `after step ${String(step)}${turns === 0 ? '' : ` and then ${run}`}`;
  const isBefore = steps !== undefined && steps > 0 ? 'before the first step' : '';
  return turns === 0 ? isBefore || 'at the start' : `after ${run}${isBefore && `, ${isBefore}`}`;
}

function textOf(
  world: World,
  handle: Handle,
  { meter, initial, current, steps }: Explanation,
  { outColors: colors }: Terminal,
): string {
  const view = world.describe(handle);
  const values = initial === current ? `stays ${shown(current)}` : `${shown(initial, 'born')} → ${shown(current)}`;
  const title = colors.bold(
    printable(`${meter} of ${view.kind} ${nameOf(world, handle)} in turn ${String(world.turn)}: ${values}`),
  );
  if (steps.length === 0) return `${title}\nnothing wrote it\n`;
  const rows = steps.map(({ rule, source, label, before, after }) => [
    printable(rule),
    source === 0 ? '' : printable(nameOfId(world, source)),
    label === rule ? '' : printable(label),
    right(shown(before)),
    '→',
    right(shown(after)),
  ]);
  const [head, ...lines] = tableLines(
    [['rule', 'source', 'label', right('before'), '', right('after')], ...rows],
    '  ',
  );
  return `${title}\n\n${colors.bold(head)}\n${lines.join('\n')}\n`;
}

function nameOfId(world: World, id: number): string {
  const handle = world.find(id);
  return handle === undefined ? `#${String(id)} (gone)` : nameOf(world, handle);
}

function shown(value: CellValue, none = 'none'): string {
  if (value === null) return none;
  return typeof value === 'number' ? grouped(value, 6) : printable(String(value));
}

/** What a command line asks of the variable of a character. */
interface AskedHistory {
  /** `PC` or `SCOPE|key`. */
  readonly object: string;
  readonly variable: string;
  /** A campaign, or a file of cases. */
  readonly file: string;
  readonly case: string | undefined;
  /** Of a case: how many of its steps are done first; all where it is left out. */
  readonly step: number | undefined;
  readonly deeds: readonly Deed[];
  readonly json: boolean;
}

/** Whether a file is a campaign or a file of cases of campaigns, so that it has characters to ask. */
function hasCharacter(file: string): boolean {
  return isCampaign(file) || formatOf(readText(file)) === formatName;
}

/** Explains the variable of a character; undefined where its campaign has errors, which are then told. */
function explainCharacter(terminal: Terminal, asked: AskedHistory): string | undefined {
  const stage = stageOf(terminal, asked);
  if (stage === undefined) return undefined;
  doDeeds(stage, asked.deeds);
  const { place, variable } = variableNamed(stage.campaign, asked.object, asked.variable);
  const object = objectAt(stage, place);
  const history = stage.world.explainVariable(object, variable);
  const words = wordsOf(stage);
  const name = place ?? characterName;
  if (asked.json) return `${JSON.stringify(historyJson(name, variable.name, history, words), undefined, 2)}\n`;
  return historyText(
    `${variable.name} of ${name}`,
    history,
    words,
    whyUnmodified(stage.world, object, [variable], words),
    terminal,
  );
}

function isCampaign(file: string): boolean {
  return file.toLowerCase().endsWith('.pcc');
}

function stageOf(terminal: Terminal, { file, case: name, step }: AskedHistory): Stage | undefined {
  if (!isCampaign(file)) return openCase(file, readText(file), { case: name, step });
  if (step !== undefined) throw usageError('--step goes with a scenario file; a campaign has no steps');
  if (name !== undefined) throw usageError('--case goes with a scenario file; a campaign has no cases');
  const campaign = campaignToRun(terminal, file);
  return campaign === undefined ? undefined : openStage(campaign);
}

function wordsOf(stage: Stage): HistoryWords<ValueJson> {
  const nameOf = (carrier: number): string => stage.world.classOf(carrier) ?? characterName;
  return {
    text: valueText,
    json: valueJson,
    carrierText: nameOf,
    carrierJson: nameOf,
    causeText: (cause) => causeText(stage, cause),
    noAmount: 'failed',
    input: 'it is a channel: its value is what was written',
  };
}
