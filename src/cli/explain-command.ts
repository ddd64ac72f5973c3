import type { Handle, World } from '../world/api.js';
import type { TypedValue } from '../world/variables-api.js';
import { type Context, addCommand, jsonOption, print, stepOption, whole, unknownName, usageError } from './command.js';
import { findObject, handleOf, idOf, nameOf } from './find-object.js';
import { noticeTo } from './progress.js';
import { runSilently } from './run-turns.js';
import { cellText, counted, stepsTable, type Terminal } from './terminal.js';
import {
  type HistoryWords,
  type VariableReport,
  printHistory,
  variableHistory,
  whyUnmodified,
} from './variable-history.js';
import { type WorldChoice, openWorld, worldOptions } from './world-source.js';

interface ExplainOptions extends WorldChoice {
  readonly turns?: number;
  readonly json?: true;
}

const notes = `Without a scenario it asks the embedded galaxy. Of a variable it lists the modifiers that are in force, in the order in which they
apply.`;

export function addExplain(context: Context): void {
  const explainers = context.dialects.flatMap(({ createExplainer }) => createExplainer?.() ?? []);
  addCommand(context, 'explain', {
    summary: 'tell what made a value what it is',
    description:
      'Runs a world for some turns and lists, in order, everything that wrote a meter or property of an object in the last of them, or all modifiers of a variable.',
    arguments: {
      '<object>': 'id (1215 or #1215) or name of the object',
      '<meter>': 'meter, property or variable',
      '[scenario]': ['scenario file whose world to ask', ...explainers.map(({ files }) => files)].join(', or '),
    },
    options: [
      ...worldOptions,
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
    act: (_context, given, options: ExplainOptions) => {
      const [object, meter, file] = given;
      const explainer = given.length < 3 ? undefined : explainers.find((each) => each.isFor(file));
      if (explainer === undefined) {
        for (const each of explainers) each.refuseOptions();
        return explainOfWorld(context, given, options);
      }
      const wrong = ofTurns.find((name) => options[name] !== undefined);
      if (wrong !== undefined) throw usageError(`--${wrong} does nothing to ${explainer.subject}; leave it out`);
      explainer.explain(context, object, meter, file, options);
    },
  });
}

const ofTurns = ['objects', 'empires', 'seed', 'state', 'load', 'turns'] as const;

function explainOfWorld(context: Context, given: readonly string[], options: ExplainOptions): void {
  const { terminal } = context;
  const [object, meter] = given;
  const notice = noticeTo(terminal, options.json);
  const { world, steps } = openWorld(context, options, given.at(2), notice);
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
  else explainVariable(terminal, world, handle, meter, momentOf(steps, options.step, turns), options.json);
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
