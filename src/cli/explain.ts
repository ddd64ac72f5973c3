import { type Command, Option } from 'commander';
import { nearestName } from '../content/diagnostics/nearest-name.js';
import { printable } from '../content/diagnostics/quote.js';
import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../scenarios/did-you-mean.js';
import type { CellValue, Handle, World } from '../world/api.js';
import type { SolvedValue } from '../world/solving-api.js';
import type { Context } from './context.js';
import { usageError } from './failure.js';
import { type Deed, addDeedOptions } from './formulas-deeds.js';
import { explainCharacter, hasCharacter } from './formulas-explain.js';
import { createProgress, noticeTo } from './progress.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';
import { wholeNumber } from './whole-number.js';
import { type HistoryWords, historyJson, historyText } from './variable-history.js';
import { type WorldChoice, addWorldOptions, openWorld } from './world-source.js';

interface ExplainOptions extends WorldChoice {
  readonly turns: number;
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
  $ edict explain PC Hands campaign.pcc --grant 'SKILL|Extra Hands'
  $ edict explain 'EQUIPMENT|Sword' HandsRequired cases.json --case 'a sword'`;

/** Adds `edict explain`: tells what made a value what it is. */
export function addExplain(program: Command, context: Context): void {
  const command = addWorldOptions(program.command('explain'))
    .summary('tell what made a value what it is')
    .description('Runs a world for some turns and lists, in order, everything that wrote a meter or property of an object in the last of them, or all modifiers of a variable.')
    .argument('<object>', 'id (1215 or #1215) or name of the object')
    .argument('<meter>', 'meter, property or variable')
    .argument('[scenario]', 'scenario file whose world to ask, or a campaign');
  const deeds = addDeedOptions(command);
  command
    .addOption(new Option('--turns <n>', 'turns to run first').argParser(wholeNumber('--turns', 1, 10_000_000)).default(1))
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

function explain(context: Context, asked: Asked, options: ExplainOptions, deeds: readonly Deed[]): void {
  if (asked.scenario !== undefined && hasCharacter(asked.scenario)) explainOfCharacter(context, { ...asked, scenario: asked.scenario }, options, deeds);
  else if (deeds.length > 0) throw usageError(`--${deeds[0].does} does something to the character of a campaign; name its .pcc file, or leave it out`);
  else explainOfWorld(context, asked, options);
}

function explainOfCharacter({ terminal, finish }: Context, { object, meter, scenario }: Asked & { readonly scenario: string }, options: ExplainOptions, deeds: readonly Deed[]): void {
  const given = worldOptions.find((name) => options[name] !== undefined);
  if (given !== undefined || options.turns !== 1) throw usageError(`--${given ?? 'turns'} does nothing to the character of a campaign; leave it out`);
  const text = explainCharacter(terminal, { object, variable: meter, file: scenario, case: options.case, deeds, json: options.json === true });
  if (text !== undefined) terminal.out(text);
  finish(text === undefined ? 1 : 0);
}

/** Options that only worlds of turns have. */
const worldOptions = ['objects', 'empires', 'seed', 'state', 'load'] as const;

function explainOfWorld({ terminal, finish }: Context, { object, meter, scenario }: Asked, options: ExplainOptions): void {
  const { world } = openWorld(options, scenario, noticeTo(terminal, options.json === true));
  checkMeter(world, meter);
  runSilently(terminal, world, options.turns);
  const handle = findObject(world, object);
  if (!world.program.model.columnByName.has(meter)) {
    terminal.out(explainVariable(world, handle, meter, options.json === true, terminal));
    return finish(0);
  }
  const history = world.explain(handle, meter);
  const explanation: Explanation = {
    object: world.describe(handle).id,
    meter,
    initial: history.initial,
    current: history.current,
    steps: history.steps.map(({ rule, source, label, before, after }) => ({ rule, source: idOf(source), label, before, after })),
  };
  terminal.out(options.json === true ? `${JSON.stringify(explanation, undefined, 2)}\n` : textOf(world, handle, explanation, terminal));
  finish(0);
}

function runSilently(terminal: Terminal, world: World, turns: number): void {
  const progress = createProgress(terminal, turns, true);
  try {
    for (let done = 1; done <= turns; done++) {
      world.step();
      progress.update(done);
    }
  } finally {
    progress.stop();
  }
}

function checkMeter(world: World, meter: string): void {
  const { columnByName, variables } = world.program.model;
  if (columnByName.has(meter) || variables.some(({ name }) => name === meter)) return;
  const what = variables.length === 0 ? 'meter or property' : 'meter, property or variable';
  throw new EdictError('unknown-column', `there is no ${what} ${JSON.stringify(meter)}${didYouMean(meter, [...columnByName.keys(), ...new Set(variables.map(({ name }) => name))])}`);
}

function explainVariable(world: World, handle: Handle, variable: string, asJson: boolean, terminal: Terminal): string {
  const history = world.explainVariable(handle, variable);
  const json = (value: SolvedValue): CellValue => (value.type === 'failed' || !('value' in value) ? null : value.value);
  const words: HistoryWords<CellValue> = { text: (value) => (value.type === 'failed' ? 'absent' : shown(json(value))), json, carrierText: (carrier) => nameOf(world, carrier), carrierJson: idOf };
  if (asJson) return `${JSON.stringify(historyJson(idOf(handle), variable, history, words), undefined, 2)}\n`;
  return historyText(`${variable} of ${world.kindOf(handle)} ${nameOf(world, handle)} in turn ${String(world.turn)}`, history, words, terminal);
}

/** Digits, with or without `#` before them, are an id, unless an object has them for its name. */
function findObject(world: World, text: string): Handle {
  const id = /^#?(\d+)$/.exec(text)?.[1];
  const found = world.find(text) ?? (id === undefined ? undefined : world.find(Number(id)));
  if (found !== undefined) return found;
  const after = world.turn === 1 ? 'after 1 turn' : `after ${String(world.turn)} turns`;
  if (id !== undefined) {
    const ids = world.query().map(idOf);
    throw new EdictError('unknown-object', `there is no object ${id} ${after}; ids run from ${String(ids[0] ?? 0)} to ${String(ids.at(-1) ?? 0)}, and some may be gone`);
  }
  const names = [...new Set(world.query().map((handle) => world.describe(handle).name).filter((name) => name !== ''))];
  const near = nearestName(text, names);
  const hint = near !== undefined ? `did you mean ${near}?` : `names are ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and so on' : ''}, or give an id`;
  throw new EdictError('unknown-object', `there is no object called ${JSON.stringify(text)} ${after}; ${hint}`);
}

/** A handle is an id and, above it, how many objects had the id before; that of an object that is gone tells its id too. */
const idsInAHandle = 2 ** 24;

function idOf(handle: Handle): number {
  return handle % idsInAHandle;
}

function textOf(world: World, handle: Handle, { meter, initial, current, steps }: Explanation, { outColors: colors }: Terminal): string {
  const view = world.describe(handle);
  const values = initial === current ? `stays ${shown(current)}` : `${shown(initial, 'born')} → ${shown(current)}`;
  const title = colors.bold(printable(`${meter} of ${view.kind} ${nameOf(world, handle)} in turn ${String(world.turn)}: ${values}`));
  if (steps.length === 0) return `${title}\nnothing wrote it\n`;
  const rows = steps.map(({ rule, source, label, before, after }) => [
    printable(rule),
    source === 0 ? '' : printable(nameOfId(world, source)),
    label === rule ? '' : printable(label),
    right(shown(before)), '→', right(shown(after)),
  ]);
  const [head, ...lines] = tableLines([['rule', 'source', 'label', right('before'), '', right('after')], ...rows], '  ');
  return `${title}\n\n${colors.bold(head)}\n${lines.join('\n')}\n`;
}

function nameOf(world: World, handle: Handle): string {
  const { id, name } = world.describe(handle);
  return name === '' ? `#${String(id)}` : `${name} (#${String(id)})`;
}

function nameOfId(world: World, id: number): string {
  const handle = world.find(id);
  return handle === undefined ? `#${String(id)} (gone)` : nameOf(world, handle);
}

function shown(value: CellValue, none = 'none'): string {
  if (value === null) return none;
  return typeof value === 'number' ? grouped(value, 6) : printable(String(value));
}
