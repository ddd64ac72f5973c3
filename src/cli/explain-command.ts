import type { Handle, World, AppliedModifier } from '../world/api.js';
import { EdictError } from '../kernel/errors.js';
import type { TypedValue, FailureCause } from '../world/variables-api.js';
import {
  type Context,
  addCommand,
  jsonOption,
  misused,
  print,
  stepOption,
  whole,
  unknownName,
  usageError,
  agentOption,
} from './command.js';
import { type WorldChoice, openWorld, worldOptions } from './open-world.js';
import { withScenario, worldFile } from './scenario-argument.js';
import { setOption } from './assignments.js';
import { findObject, handleOf, idOf, nameOf } from './find-object.js';
import { listExplainable } from './explain-list.js';
import { noticeTo, runSilently } from './progress.js';
import { type ShownHistory, historiesCsv, historyJson as factJson, historyTable } from './history-table.js';
import {
  cellText,
  changeCells,
  changeHead,
  counted,
  type Terminal,
  right,
  tableText,
  type Colors,
} from './terminal.js';
import { given } from '../content/native/load-context.js';
import { printable } from '../content/text/quote.js';
import { objectFactNames } from '../world/past-facts.js';
import type { Variable } from '../model/model.js';
import { variableSeenFrom } from '../scenarios/variable-holder.js';
import { watchableWorld } from './watch.js';

interface ExplainOptions extends WorldChoice {
  readonly turns?: number;
  readonly since?: number;
  readonly csv?: true;
  readonly json?: true;
}

const notes = `Without a scenario, the command asks about the embedded galaxy. For a variable, it lists the modifiers in force,
in the order in which they apply; with --since, its changes. The last argument is the scenario if it is a file.`;

export function addExplain(context: Context): void {
  const explainers = context.dialects.flatMap(({ createExplainer }) => createExplainer?.() ?? []);
  addCommand(
    context,
    'explain',
    watchableWorld({
      summary: 'show what made a value what it is',
      description:
        'Runs a world for some turns and lists in order what changed values of objects in the last turn: writes of a meter or property, changes of a set, list, owner, place or class, creation and destruction, or the modifiers of a variable.',
      arguments: {
        '[object]': 'id (1215 or #1215) or name of an object; without names, the command lists what can be explained',
        '[names...]': [
          `meter, property, variable, set, list, or ${objectFactNames.join(', ')}; several objects and then several ` +
            `names may be given; the last argument is the ${worldFile} to ask about`,
          ...explainers.map(({ files }) => files),
        ].join(', or '),
      },
      options: [
        ...worldOptions,
        setOption,
        ...explainers.flatMap(({ options }) => options),
        stepOption,
        agentOption,
        [
          '--turns <n>',
          'turns to run, after --step if given (default: 1, with --step none)',
          { read: whole(1, 10_000_000) },
        ],
        ['--since <turn>', 'list what happened in all turns after this one', { read: whole(0, 10_000_000) }],
        ['--csv', 'print the steps as CSV', { conflicts: ['json'] }],
        jsonOption('the steps'),
      ],
      notes: [notes, ...explainers.map(({ note }) => note)].join('\n'),
      examples: [
        'explain colony.yaml',
        'explain 1215 maxPopulation --turns 5',
        'explain Terra population colony.yaml --json',
        'explain Terra population owner techs colony.yaml --turns 20 --since 10',
        'explain Terra Mars owner exists colony.yaml --turns 20 --since 0 --csv',
        "explain Ines pace expedition.yaml --case 'on one rope' --step 2",
        ...explainers.flatMap(({ examples }) => examples),
      ],
      act: (its, args, options: ExplainOptions) => {
        const [object, meter] = args;
        const { others, scenario: file } = fileOf(args);
        const explainer = file === undefined ? undefined : explainers.find((each) => each.isFor(file, its.note));
        if (explainer === undefined || file === undefined) {
          for (const each of explainers) each.refuseOptions();
          return explainOfWorld(its, args, options);
        }
        const wrong = ofTurns.find((name) => options[name] !== undefined);
        if (wrong !== undefined) throw usageError(`--${wrong} does nothing to ${explainer.subject}; leave it out`);
        if (others.length < 2)
          throw usageError(
            `edict explain needs an object and a name of ${explainer.subject}; give both before ${JSON.stringify(file)}`,
          );
        if (args.length > 3)
          throw usageError(
            `of ${explainer.subject} only one variable is explained at a time; give one object and one name`,
          );
        explainer.explain(its, object, meter, file, options);
      },
    }),
  );
}

const ofTurns = ['objects', 'empires', 'seed', 'state', 'load', 'turns', 'since', 'set', 'csv'] as const;

/** Names of values have no dots: a third argument with one is a file, even if it is missing. */
function fileOf(args: readonly string[]): ReturnType<typeof withScenario> {
  const found = withScenario(args);
  const last = args.at(-1) ?? '';
  if (found.scenario !== undefined || args.length < 3 || !/[./]/.test(last)) return found;
  return { others: args.slice(0, -1), scenario: last };
}

function explainOfWorld(context: Context, args: readonly string[], options: ExplainOptions): void {
  const { terminal } = context;
  const { since, json, csv } = options;
  const { others, scenario } = fileOf(args);
  if (args.length === 0)
    throw usageError(
      'edict explain needs an object and the name of a value; give both, or only a file to list what can be explained',
    );
  const notice = noticeTo(terminal, json ?? csv);
  const { world, steps, goesOn } = openWorld(context, options, scenario, notice);
  if (scenario === undefined && options.state === undefined && options.load === undefined)
    notice('no scenario is named, so the embedded galaxy is asked');
  const turns = options.turns ?? (options.step === undefined ? 1 : 0);
  if (others.length < 2) {
    listExplainable(terminal, world, { object: others.at(0), scenario, turns }, options);
    return;
  }
  const { objects, names } = askedIn(world, others);
  for (const object of objects)
    if (turns > 1 && handleOf(world, object) === undefined)
      notice(
        `there is no object ${JSON.stringify(object)} yet; it is looked for again after ${counted(turns, 'turn')}`,
      );
  const [first, last] = [world.turn, world.turn + turns];
  if (since !== undefined && (since < first || since >= last))
    throw misused(
      '--since',
      String(since),
      `give a turn from ${first} to ${last - 1}, because the world runs to turn ${last}, or more --turns`,
    );
  runSilently(terminal, world, Math.max(0, (since ?? last - 1) - first));
  // The turns that are explained may destroy them.
  const before = objects.map((object) => handleOf(world, object));
  const snapshot = since === undefined ? undefined : world.snapshot();
  runSilently(terminal, world, last - world.turn);
  const handles = objects.map((object, i) => handleOf(world, object) ?? before[i] ?? findObject(world, object));
  const asked = handles.flatMap((object) => names.map((name) => ({ object, name })));
  const histories = world.explainAll(asked, given({ since: snapshot }));
  const all = asked.map(({ object, name }, i): ShownHistory => {
    const { columnByName, variables } = world.program.model;
    const isVariable = variables.some((variable) => variable.name === name);
    const sort = columnByName.has(name) ? 'meter' : isVariable ? 'variable' : undefined;
    return { object, name, sort, history: histories[i], since };
  });
  if (csv) {
    terminal.out(historiesCsv(all));
    return;
  }
  const moment = goesOn === true ? `after turn ${world.turn}` : momentOf(steps, options.step, turns);
  const answers = all.map((shown) => answerOf(world, shown, moment));
  print(
    terminal,
    json,
    answers,
    () => (answers.length === 1 ? answers[0].json() : answers.map((answer) => answer.json())),
    (_answers, colors) => answers.map((answer) => answer.text(colors)).join('\n'),
  );
}

interface Shown {
  readonly json: () => unknown;
  readonly text: (colors: Colors) => string;
}

function answerOf(world: World, shown: ShownHistory, moment: string): Shown {
  if (shown.sort === 'variable' && shown.since === undefined) {
    const report = variableReport(world, shown.object, shown.name, moment);
    return {
      json: () => ({ name: shown.name, ...historyJson(report) }),
      text: (colors) => historyText(report, colors),
    };
  }
  return { json: () => factJson(shown), text: (colors) => historyTable(world, shown, colors) };
}

/** Objects, and then what is asked of each. The first argument is an object, whatever its name. */
function askedIn(world: World, args: readonly string[]) {
  const { columnByName, variables, holdings, links } = world.program.model;
  const ofContent = [...columnByName.keys(), ...new Set(variables.map(({ name }) => name))];
  const known = new Set([...ofContent, ...[...holdings, ...links].map(({ name }) => name), ...objectFactNames]);
  const found = args.findIndex((arg, i) => i > 0 && known.has(arg));
  const place = found < 0 ? args.length - 1 : found;
  const [objects, names] = [args.slice(0, place), [...new Set(args.slice(place))]];
  for (const name of names) {
    const what = variables.length === 0 ? 'meter or property' : 'meter, property or variable';
    if (known.has(name)) continue;
    if (world.program.rules.names?.flags.has(name) === true)
      throw new EdictError(
        'unknown-column',
        `${JSON.stringify(name)} is a flag, which follows from other values; edict why-not 'self.${name}' shows them`,
        name,
      );
    throw unknownName(what, name, known, { code: 'unknown-column' });
  }
  return { objects, names };
}

function variableReport(world: World, handle: Handle, name: string, moment: string): VariableReport {
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
    noAmount: 'skipped',
    input: 'it is an input: its value is what the host has set, or the default',
  };
  return {
    object: idOf(handle),
    variable: name,
    title: `${name} of ${world.kindOf(handle)} ${nameOf(world, handle)} ${moment}`,
    history: variableHistory(world, handle, name),
    unmodified: whyUnmodified(world, handle, variables, words),
    words,
  };
}

function momentOf(steps: number | undefined, step: number | undefined, turns: number): string {
  const run = counted(turns, 'turn');
  if (step !== undefined && step > 0) return `after step ${step}${turns === 0 ? '' : ` and then ${run}`}`;
  const isBefore = steps !== undefined && steps > 0 ? 'before the first step' : '';
  return turns === 0 ? isBefore || 'at the start' : `after ${run}${isBefore && `, ${isBefore}`}`;
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
