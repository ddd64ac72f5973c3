import type { Handle, World, AppliedModifier } from '../world/api.js';
import type { TypedValue, FailureCause } from '../world/variables-api.js';
import {
  type Context,
  addCommand,
  jsonOption,
  print,
  stepOption,
  whole,
  unknownName,
  usageError,
  type WorldChoice,
  openWorld,
  worldFile,
  worldOptions,
} from './command.js';
import { setOption } from './assignments.js';
import { findObject, handleOf, idOf, nameOf } from './find-object.js';
import { noticeTo, runSilently } from './progress.js';
import {
  cellText,
  changeCells,
  changeHead,
  counted,
  stepsTable,
  type Terminal,
  right,
  tableText,
  type Colors,
} from './terminal.js';
import { printable } from '../content/text/quote.js';
import type { Variable } from '../model/model.js';
import { variableSeenFrom } from '../scenarios/variable-holder.js';
import { watchableWorld } from './watch.js';

interface ExplainOptions extends WorldChoice {
  readonly turns?: number;
  readonly json?: true;
}

const notes = `Without a scenario it asks the embedded galaxy. For a variable it lists the modifiers in force, in the order
in which they apply.`;

export function addExplain(context: Context): void {
  const explainers = context.dialects.flatMap(({ createExplainer }) => createExplainer?.() ?? []);
  addCommand(
    context,
    'explain',
    watchableWorld({
      summary: 'show what made a value what it is',
      description:
        'Runs a world for some turns and lists in order all writes to a meter or property of an object in the last turn, or all modifiers of a variable.',
      arguments: {
        '<object>': 'id (1215 or #1215) or name of the object',
        '<meter>': 'meter, property or variable',
        '[scenario]': [`${worldFile} to ask`, ...explainers.map(({ files }) => files)].join(', or '),
      },
      options: [
        ...worldOptions,
        setOption,
        ...explainers.flatMap(({ options }) => options),
        stepOption,
        ['--turns <n>', 'turns to run then (default: 1, with --step none)', { read: whole(1, 10_000_000) }],
        jsonOption('the steps'),
      ],
      notes: [notes, ...explainers.map(({ note }) => note)].join(' '),
      examples: [
        'explain 1215 maxPopulation --turns 5',
        'explain Terra population colony.yaml --json',
        "explain Ines pace expedition.yaml --case 'on one rope' --step 2",
        ...explainers.flatMap(({ examples }) => examples),
      ],
      act: (its, given, options: ExplainOptions) => {
        const [object, meter, file] = given;
        const explainer = given.length < 3 ? undefined : explainers.find((each) => each.isFor(file, its.note));
        if (explainer === undefined) {
          for (const each of explainers) each.refuseOptions();
          return explainOfWorld(its, given, options);
        }
        const wrong = ofTurns.find((name) => options[name] !== undefined);
        if (wrong !== undefined) throw usageError(`--${wrong} does nothing to ${explainer.subject}; leave it out`);
        explainer.explain(its, object, meter, file, options);
      },
    }),
  );
}

const ofTurns = ['objects', 'empires', 'seed', 'state', 'load', 'turns', 'set'] as const;

function explainOfWorld(context: Context, given: readonly string[], options: ExplainOptions): void {
  const { terminal } = context;
  const [object, meter] = given;
  const notice = noticeTo(terminal, options.json);
  const { world, steps, goesOn } = openWorld(context, options, given.at(2), notice);
  if (given.length < 3 && options.state === undefined && options.load === undefined)
    notice('no scenario is named, so the embedded galaxy is asked');
  const { columnByName, variables } = world.program.model;
  const isColumn = columnByName.has(meter);
  if (!isColumn && !variables.some(({ name }) => name === meter)) {
    const what = variables.length === 0 ? 'meter or property' : 'meter, property or variable';
    const known = [...columnByName.keys(), ...new Set(variables.map(({ name }) => name))];
    throw unknownName(what, meter, known, { code: 'unknown-column' });
  }
  const turns = options.turns ?? (options.step === undefined ? 1 : 0);
  if (turns > 1 && handleOf(world, object) === undefined)
    notice(`there is no object ${JSON.stringify(object)} yet; it is looked for again after ${counted(turns, 'turn')}`);
  runSilently(terminal, world, turns);
  const handle = findObject(world, object);
  if (isColumn) explainColumn(terminal, world, handle, meter, options.json);
  else {
    const moment = goesOn === true ? `after turn ${world.turn}` : momentOf(steps, options.step, turns);
    explainVariable(terminal, world, handle, meter, moment, options.json);
  }
}

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
    // Other absences are intended.
    causeText: (cause) =>
      cause.by === 'variable'
        ? `it needs ${cause.cell.variable} of ${nameOf(world, cause.cell.object)}, which is absent`
        : undefined,
    noAmount: 'passed over',
    input: 'it is an input: its value is what the host has set, or the default',
  };
  const report: VariableReport = {
    object: idOf(handle),
    variable: name,
    title: `${name} of ${world.kindOf(handle)} ${nameOf(world, handle)} ${moment}`,
    history: variableHistory(world, handle, name),
    unmodified: whyUnmodified(world, handle, variables, words),
    words,
  };
  printHistory(terminal, report, json);
}

function momentOf(steps: number | undefined, step: number | undefined, turns: number): string {
  const run = counted(turns, 'turn');
  if (step !== undefined && step > 0) return `after step ${step}${turns === 0 ? '' : ` and then ${run}`}`;
  const isBefore = steps !== undefined && steps > 0 ? 'before the first step' : '';
  return turns === 0 ? isBefore || 'at the start' : `after ${run}${isBefore && `, ${isBefore}`}`;
}

function explainColumn(terminal: Terminal, world: World, handle: Handle, meter: string, json?: true): void {
  const { initial, current, steps } = world.explain(handle, meter);
  const { id, kind } = world.describe(handle);
  const history = {
    object: id,
    meter,
    initial,
    current,
    steps: steps.map((step) => ({ ...step, source: idOf(step.source) })),
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

/** The words of a format for its variables: texts for people, JSON for programs. */
export interface HistoryWords {
  text(value: TypedValue): string;
  json(value: TypedValue): unknown;
  carrierText(carrier: Handle): string;
  carrierJson(carrier: Handle): string | number;
  /** Undefined for an intended failure. */
  causeText(cause: FailureCause): string | undefined;
  readonly noAmount: string;
  readonly input: string;
}

interface Step extends AppliedModifier {
  readonly name: string;
  readonly carrier: Handle;
  readonly text: string;
}

interface VariableHistory {
  readonly initial: TypedValue;
  readonly current: TypedValue;
  readonly steps: readonly Step[];
}

export function variableHistory(world: World, object: Handle, variable: string | Variable): VariableHistory {
  const steps = world
    .explain(object, variable)
    .steps.flatMap(({ rule, source, label, modifier }) =>
      modifier === undefined ? [] : { ...modifier, name: rule, carrier: source, text: label },
    );
  const current = world.variables.typed(object, variable);
  return { initial: steps.at(0)?.before ?? current, current, steps };
}

interface VariableReport {
  readonly object: string | number;
  readonly variable: string;
  readonly title: string;
  readonly history: VariableHistory;
  readonly unmodified: string;
  readonly words: HistoryWords;
}

export function printHistory(terminal: Terminal, report: VariableReport, json: true | undefined): void {
  print(terminal, json, report, historyJson, historyText);
}

function historyText({ title, history, words, unmodified }: VariableReport, colors: Colors): string {
  const { initial, current, steps } = history;
  const [from, to] = [words.text(initial), words.text(current)];
  const first = colors.bold(printable(`${title}: ${from === to ? `stays ${to}` : `${from} → ${to}`}`));
  if (steps.length === 0) return `${first}\n${printable(unmodified)}\n`;
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
      ...changeCells(words.text(before), words.text(after)),
    ];
  });
  const names = ['modifier', ...(saysMore ? ['does'] : []), 'carrier'];
  const head = [...names, right('priority'), right('amount'), ...changeHead];
  const reason = reasonOf(steps, words);
  return `${first}\n\n${tableText(head, rows, colors)}\n${reason === undefined ? '' : `\n${printable(reason)}\n`}`;
}

function historyJson({ object, variable, history, words }: VariableReport) {
  const { initial, current, steps } = history;
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

export function whyUnmodified(
  world: World,
  object: Handle,
  variables: readonly Variable[],
  words: HistoryWords,
): string {
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

function ownName({ name, carrier }: Step, words: HistoryWords): string {
  const by = `${words.carrierText(carrier)}: `;
  return name.startsWith(by) ? name.slice(by.length) : name;
}

function writtenModification(modification: string): string {
  return modification === 'minimum' ? 'min' : modification === 'maximum' ? 'max' : modification;
}
