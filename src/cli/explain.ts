import { readText } from '../files/read-file.js';
import { formatOf } from '../scenarios/format-of.js';
import { causeText, type Stage, objectAt, openStage } from '../content/lst/scenarios/stage.js';
import { openCase } from '../content/lst/scenarios/open-case.js';
import { formatName } from '../content/lst/scenarios/scenario-schema.js';
import { valueJson, valueText } from '../content/lst/scenarios/value-text.js';
import type { AppliedModifier, Handle, World } from '../world/api.js';
import type { FailureCause, TypedValue } from '../world/variables-api.js';
import { type Context, addCommand, jsonOption, print, stepOption, whole } from './command.js';
import { unknownName, usageError } from './failure.js';
import { findObject, idOf, nameOf } from './find-object.js';
import { campaignToRun } from '../content/lst/commands/lst.js';
import {
  type GivenDeed,
  characterName,
  deedOptions,
  readDeeds,
  variableNamed,
} from '../content/lst/commands/changes.js';
import { noticeTo } from './progress.js';
import { runSilently } from './run-turns.js';
import { cellText, counted, stepsTable, right, tableText } from './table.js';
import type { Terminal, Colors } from './terminal.js';
import { type WorldChoice, openWorld, worldOptions } from './world-source.js';
import type { Variable } from '../model/model.js';
import { printable } from '../content/text/quote.js';
import { variableSeenFrom } from '../scenarios/variable-holder.js';

interface ExplainOptions extends WorldChoice {
  readonly turns?: number;
  readonly json?: true;
}

const notes = `Without a scenario it asks the embedded galaxy. Of a variable it lists the modifiers that are in force, in the order in which they
apply. Of a campaign (a .pcc file) or a scenario file of one it asks a character: PC itself, or an object of it, SCOPE|key.`;

export function addExplain(context: Context): void {
  const deeds: GivenDeed[] = [];
  addCommand(context, 'explain', {
    summary: 'tell what made a value what it is',
    description:
      'Runs a world for some turns and lists, in order, everything that wrote a meter or property of an object in the last of them, or all modifiers of a variable.',
    arguments: {
      '<object>': 'id (1215 or #1215) or name of the object',
      '<meter>': 'meter, property or variable',
      '[scenario]': 'scenario file whose world to ask, or a campaign',
    },
    options: [
      ...worldOptions,
      ...deedOptions(deeds),
      stepOption,
      ['--turns <n>', 'turns to run then (default: 1, with --step none)', { read: whole(1, 10_000_000) }],
      jsonOption('the steps'),
    ],
    notes,
    examples: [
      'explain 1215 maxPopulation --turns 5',
      'explain Terra population colony.yaml --json',
      "explain Ines pace expedition.yaml --case 'on one rope' --step 2",
      "explain PC Hands campaign.pcc --grant 'SKILL|Extra Hands'",
      "explain 'EQUIPMENT|Sword' HandsRequired cases.json --case 'a sword'",
    ],
    act: (_context, given, options: ExplainOptions) => {
      const scenario = given.at(2);
      if (scenario !== undefined && hasCharacter(scenario)) return explainOfCharacter(context, given, options, deeds);
      if (deeds.length > 0)
        throw usageError(
          `${deeds[0].option} does something to the character of a campaign; name its .pcc file, or leave it out`,
        );
      explainOfWorld(context.terminal, given, options);
    },
  });
}

/** Options that only worlds of turns have. */
const ofTurns = ['objects', 'empires', 'seed', 'state', 'load', 'turns'] as const;

function explainOfCharacter(
  { terminal, fail }: Context,
  [object, meter, scenario]: readonly string[],
  options: ExplainOptions,
  given: readonly GivenDeed[],
): void {
  const wrong = ofTurns.find((name) => options[name] !== undefined);
  if (wrong !== undefined) throw usageError(`--${wrong} does nothing to the character of a campaign; leave it out`);
  const doDeeds = readDeeds(given);
  const stage = stageOf(terminal, scenario, options);
  if (stage === undefined) return fail();
  doDeeds(stage);
  const { place, variable } = variableNamed(stage.campaign, object, meter);
  const at = objectAt(stage, place);
  const name = place ?? characterName;
  const words = wordsOf(stage);
  const explained: Explained = {
    object: name,
    variable: variable.name,
    title: `${variable.name} of ${name}`,
    ...appliedTo(stage.world, at, variable),
    unmodified: whyUnmodified(stage.world, at, [variable], words),
    words,
  };
  print(terminal, options.json, explained, historyJson, historyText);
}

function hasCharacter(file: string): boolean {
  return isCampaign(file) || formatOf(readText(file)) === formatName;
}

function isCampaign(file: string): boolean {
  return file.toLowerCase().endsWith('.pcc');
}

function stageOf(terminal: Terminal, file: string, { case: name, step }: ExplainOptions): Stage | undefined {
  if (!isCampaign(file)) return openCase(file, readText(file), { case: name, step });
  if (step !== undefined) throw usageError('--step goes with a scenario file; a campaign has no steps');
  if (name !== undefined) throw usageError('--case goes with a scenario file; a campaign has no cases');
  const campaign = campaignToRun(terminal, file);
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

function explainOfWorld(terminal: Terminal, given: readonly string[], options: ExplainOptions): void {
  const [object, meter] = given;
  const { world, steps } = openWorld(options, given.at(2), noticeTo(terminal, options.json));
  const { columnByName, variables } = world.program.model;
  const isColumn = columnByName.has(meter);
  if (!isColumn && !variables.some(({ name }) => name === meter)) {
    const what = variables.length === 0 ? 'meter or property' : 'meter, property or variable';
    const known = [...columnByName.keys(), ...new Set(variables.map(({ name }) => name))];
    throw unknownName(what, meter, known, { code: 'unknown-column' });
  }
  const turns = options.turns ?? (options.step === undefined ? 1 : 0);
  runSilently(terminal, world, turns);
  const handle = findObject(world, object);
  if (isColumn) explainColumn(terminal, world, handle, meter, options.json);
  else explainVariable(terminal, world, handle, meter, momentOf(steps, options.step, turns), options.json);
}

/** `moment`: when it is asked. */
function explainVariable(
  terminal: Terminal,
  world: World,
  handle: Handle,
  name: string,
  moment: string,
  json: true | undefined,
): void {
  const variables = world.program.model.variables.filter((variable) => variable.name === name);
  const jsonOf = (value: TypedValue) => (value.type === 'failed' || !('value' in value) ? null : value.value);
  const words: HistoryWords = {
    text: (value) => (value.type === 'failed' ? 'absent' : cellText(jsonOf(value))),
    json: jsonOf,
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
  const explained: Explained = {
    object: idOf(handle),
    variable: name,
    title: `${name} of ${world.kindOf(handle)} ${nameOf(world, handle)} ${moment}`,
    ...appliedTo(world, handle, name),
    unmodified: whyUnmodified(world, handle, variables, words),
    words,
  };
  print(terminal, json, explained, historyJson, historyText);
}

/** Variables are what they are at a moment, whatever the last turn did. */
function momentOf(steps: number | undefined, step: number | undefined, turns: number): string {
  const run = counted(turns, 'turn');
  if (step !== undefined && step > 0) return `after step ${step}${turns === 0 ? '' : ` and then ${run}`}`;
  const isBefore = steps !== undefined && steps > 0 ? 'before the first step' : '';
  return turns === 0 ? isBefore || 'at the start' : `after ${run}${isBefore && `, ${isBefore}`}`;
}

/** A source of 0 is nobody, as in the phases of the turn. */
function explainColumn(terminal: Terminal, world: World, handle: Handle, meter: string, json?: true): void {
  const { initial, current, steps } = world.explain(handle, meter);
  const { id, kind } = world.describe(handle);
  const history = {
    object: id,
    meter,
    initial,
    current,
    steps: steps.map(({ rule, source, label, before, after }) => ({
      rule,
      source: idOf(source),
      label,
      before,
      after,
    })),
  };
  print(
    terminal,
    json,
    history,
    (report) => report,
    (_report, colors) => {
      const title = `${meter} of ${kind} ${nameOf(world, handle)} in turn ${world.turn}`;
      return stepsTable(title, history, (source) => (source === 0 ? '' : nameOfId(world, source)), colors);
    },
  );
}

function nameOfId(world: World, id: number): string {
  const handle = world.find(id);
  return handle === undefined ? `#${id} (gone)` : nameOf(world, handle);
}

/** How a kind of content shows what its variables are made of: texts are for people, JSON is for programs. */
interface HistoryWords {
  text(value: TypedValue): string;
  json(value: TypedValue): unknown;
  carrierText(carrier: Handle): string;
  carrierJson(carrier: Handle): string | number;
  /** Why an amount failed; undefined where people need not be told. */
  causeText(cause: FailureCause): string | undefined;
  /** In the place of an amount that failed. */
  readonly noAmount: string;
  readonly input: string;
}

/** A modifier as it was applied, with its name, its carrier and its amount as written. */
interface Step extends AppliedModifier {
  readonly name: string;
  readonly carrier: Handle;
  readonly text: string;
}

interface Explained {
  readonly object: string | number;
  readonly variable: string;
  readonly title: string;
  readonly initial: TypedValue;
  readonly current: TypedValue;
  readonly steps: readonly Step[];
  readonly unmodified: string;
  readonly words: HistoryWords;
}

/** The modifiers of a variable, with typed values. */
function appliedTo(
  world: World,
  object: Handle,
  variable: string | Variable,
): Pick<Explained, 'initial' | 'current' | 'steps'> {
  const steps = world
    .explain(object, variable)
    .steps.flatMap(({ rule, source, label, modifier }) =>
      modifier === undefined ? [] : { ...modifier, name: rule, carrier: source, text: label },
    );
  const current = world.variables.typed(object, variable);
  return { initial: steps.at(0)?.before ?? current, current, steps };
}

function historyText({ title, initial, current, steps, words, unmodified }: Explained, colors: Colors): string {
  const [from, to] = [words.text(initial), words.text(current)];
  const first = colors.bold(printable(`${title}: ${from === to ? `stays ${to}` : `${from} → ${to}`}`));
  if (steps.length === 0) return `${first}\n${printable(unmodified)}\n`;
  // Names of some modifiers say what they do.
  const does = steps.map(({ name, modification, text }) =>
    name.includes(text) ? '' : `${writtenModification(modification)} ${text}`,
  );
  const saysMore = does.some((text) => text !== '');
  const rows = steps.map((step, i) => {
    const { carrier, priority, text, amount, before, after } = step;
    const value = amount.type === 'failed' ? words.noAmount : words.text(amount);
    return [
      ownName(step, words),
      ...(saysMore ? [does[i]] : []),
      words.carrierText(carrier),
      right(String(priority)),
      right(value === text ? '' : value),
      right(words.text(before)),
      '→',
      right(words.text(after)),
    ];
  });
  const numbers = [right('priority'), right('amount'), right('before'), '', right('after')];
  const head = ['modifier', ...(saysMore ? ['does'] : []), 'carrier', ...numbers];
  const reason = reasonOf(steps, words);
  return `${first}\n\n${tableText(head, rows, colors)}\n${reason === undefined ? '' : `\n${printable(reason)}\n`}`;
}

function historyJson({ object, variable, initial, current, steps, words }: Explained) {
  return {
    object,
    variable,
    initial: words.json(initial),
    current: words.json(current),
    steps: steps.map((step) => {
      const { carrier, modification, text, priority, amount, cause, before, after } = step;
      const reason = cause === undefined ? undefined : words.causeText(cause);
      return {
        modifier: ownName(step, words),
        carrier: words.carrierJson(carrier),
        modification: writtenModification(modification),
        text,
        priority,
        amount: words.json(amount),
        reason,
        before: words.json(before),
        after: words.json(after),
      };
    }),
  };
}

function whyUnmodified(world: World, object: Handle, variables: readonly Variable[], words: HistoryWords): string {
  const found = variableSeenFrom(world, object, variables);
  if (found?.variable.input === true) return words.input;
  if (found !== undefined && !world.variables.isGranted(found.holder))
    return `${words.carrierText(found.holder)} is not granted, so its variables have their defaults`;
  return 'no modifier is in force';
}

function reasonOf(steps: readonly Step[], words: HistoryWords): string | undefined {
  for (const step of steps) {
    const reason = step.cause === undefined ? undefined : words.causeText(step.cause);
    if (reason !== undefined) return `${ownName(step, words)} ${words.noAmount}: ${reason}`;
    if (step.amount.type !== 'failed' && step.before.type !== 'failed' && step.after.type === 'failed')
      return `${ownName(step, words)} leads to no finite number`;
  }
  return undefined;
}

/** Without its carrier, which is told by itself. */
function ownName({ name, carrier }: Step, words: HistoryWords): string {
  const by = `${words.carrierText(carrier)}: `;
  return name.startsWith(by) ? name.slice(by.length) : name;
}

/** As content writes it. */
function writtenModification(modification: string): string {
  return modification === 'minimum' ? 'min' : modification === 'maximum' ? 'max' : modification;
}
