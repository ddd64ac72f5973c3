import { statSync } from 'node:fs';
import { type AddHelpTextContext, type Command, Option } from 'commander';
import { readBeginning } from '../files/read-file.js';
import type { NoteRead } from '../files/read-log.js';
import type { Reading } from '../files/read-memo.js';
import { refuseUnwritable } from '../files/write-file.js';
import type { Program } from '../ir/rule.js';
import { EdictError } from '../kernel/errors.js';
import type { CaseChoice } from '../scenarios/case-choice.js';
import type { FileFamily, KnownFormats } from '../scenarios/known-formats.js';
import type { World } from '../world/api.js';
import type { RunningWorld } from './running-world.js';
import type { Colors, Terminal } from './terminal.js';
import { didYouMean, meantOrKnown } from '../content/text/nearest-name.js';
import { printable } from '../content/text/quote.js';
import { bare, catching } from '../scenarios/catching.js';

export interface Context extends Reading {
  readonly program: Command;
  readonly terminal: Terminal;
  /** Sets exit code 1. */
  readonly fail: () => void;
  /** Runs an act at the end, where Ctrl+C does not interrupt it. */
  readonly afterwards: (act: () => void) => void;
  readonly known: KnownFormats;
  readonly dialects: readonly Dialect[];
  /** Of a watch whose world goes on. */
  readonly running?: RunningWorld | undefined;
}

export interface Dialect extends FileFamily {
  /** Names its folder, command, page in `docs` and folder in `examples`. */
  readonly name: string;
  /** For `edict --help`, without `edict`. */
  readonly example: readonly [command: string, effect: string];
  readonly addCommand: (context: Context) => void;
  /** Its earlier name, for the error of an unknown command. */
  readonly formerCommand?: string;
  readonly createExplainer?: () => Explainer;
  /** Opens a recorded game as a world of the embedded galaxy. */
  readonly openState?: (program: Program, file: string, options: { readonly seed: string }) => World;
}

export interface Explainer {
  readonly options: readonly OptionRow[];
  readonly files: string;
  readonly subject: string;
  readonly note: string;
  readonly examples: readonly string[];
  isFor(file: string, note?: NoteRead): boolean;
  /** Throws if its options are given for another file. */
  refuseOptions(): void;
  explain(context: Context, object: string, name: string, file: string, options: ExplainChoice): void;
}

export interface ExplainChoice extends CaseChoice {
  readonly json?: true;
}

export type OptionRow = readonly [flags: string, text: string, more?: OptionDetails];

interface OptionDetails {
  readonly read?: Reader;
  readonly choices?: readonly string[];
  readonly usual?: unknown;
  readonly conflicts?: string[];
  readonly isNeeded?: true;
}

type Reader = (option: string) => (text: string, before: unknown) => unknown;

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly notes?: string;
  readonly examples: readonly string[];
}

export interface CommandParts extends Described {
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options: readonly OptionRow[];
  readonly act: (context: Context, given: readonly string[], options: never) => void | Promise<void>;
}

export function addCommand(context: Context, name: string, parts: CommandParts, parent = context.program): void {
  const command = described(parent, name, parts);
  for (const [argument, text] of Object.entries(parts.arguments ?? {})) command.argument(argument, text);
  for (const row of parts.options) command.addOption(optionOf(row));
  command.action(() => parts.act(context, command.args, command.opts<never>()));
}

interface GroupParts extends Described {
  readonly commands: Readonly<Record<'run' | 'check', CommandParts>>;
}

export function addGroup(context: Context, name: string, { commands, ...parts }: GroupParts): void {
  const group = described(context.program, name, parts).addHelpText(
    'before',
    errorOfHelp(`edict ${name}`, 'check or run'),
  );
  for (const [command, its] of Object.entries(commands)) addCommand(context, command, its, group);
}

/**
 * What stands before help that nobody asked for. Throws where help of an unknown command was asked for. `advise`: about
 * its name.
 */
export function errorOfHelp(
  name: string,
  commands: string,
  advise: (given: string) => string | undefined = () => undefined,
) {
  return ({ error, command: { args, commands: known } }: AddHelpTextContext): string => {
    if (!error) return '';
    const [word, given] = args;
    if (word !== 'help' || given === undefined) return `edict: ${name} needs one of its commands, ${commands}\n`;
    const names = known.map((each) => each.name());
    throw usageError(noCommand(name, given, advise(given) ?? didYouMean(given, names)));
  };
}

export function noCommand(name: string, given: string, advice = `${name} --help lists them`): string {
  return `${name} has no command ${JSON.stringify(given)}; ${advice}`;
}

function described(parent: Command, name: string, { summary, description, notes, examples }: Described): Command {
  const help = [
    '',
    ...(notes === undefined ? [] : [notes, '']),
    'Examples:',
    ...examples.map((each) => `  $ edict ${each}`),
  ];
  return parent.command(name).summary(summary).description(description).addHelpText('after', help.join('\n'));
}

function optionOf([flags, text, more = {}]: OptionRow): Option {
  const { read, choices, usual, conflicts = [], isNeeded = false } = more;
  const option = new Option(flags, text).default(usual).conflicts(conflicts).makeOptionMandatory(isNeeded);
  if (read !== undefined) option.argParser(read(`--${option.name()}`));
  return choices === undefined ? option : option.choices(choices);
}

export const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (option: string) =>
  (text: string): number => {
    const value = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
    throw misused(option, text, `give a whole number ${range}`);
  };

export const filled =
  (hint: string) =>
  (option: string) =>
  (text: string): string => {
    if (text.trim() !== '') return text;
    throw usageError(`${option} is ${JSON.stringify(text)}, which is blank; ${hint}`);
  };

/** Refuses standard output, and an option given by mistake. */
export const fileToWrite: Reader = (option) => (text) => {
  if (text === '-')
    throw usageError(
      `${option} is "-", and standard output is for the report; name a file, ./- for one that is called so`,
    );
  if (text.startsWith('--'))
    throw usageError(
      `${option} is ${JSON.stringify(text)}, which looks like an option; name a file first, ./${text} for one that is called so`,
    );
  return file(option)(text);
};

const file = filled('give the path of a file');

const beginningLength = 64;

/** Protects other files: refuses an existing file unless it begins like those that are written. `by`: the option. */
export function refuseToReplace(
  file: string,
  by: string,
  what: string,
  isOne: (beginning: Buffer) => boolean,
  advice = 'name another file',
): void {
  refuseUnwritable(file);
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  if (!isFile || isOne(readBeginning(file, beginningLength))) return;
  throw new EdictError(
    'file-exists',
    `${file} exists and is not a ${what}, so ${by} leaves it as it is; ${advice}, or remove it first`,
    file,
  );
}

export const repeated =
  (readOne: (text: string) => unknown = (text) => text): Reader =>
  () =>
  (text, before) => [...((before as readonly unknown[] | undefined) ?? []), readOne(text)];

export function fileOption(flags: string, text: string, more: OptionDetails = {}): OptionRow {
  return [flags, text, { read: file, ...more }];
}

export function seedOption(text: string): OptionRow {
  return ['--seed <text>', text, { read: filled('give a text or a number') }];
}

export const caseOption: OptionRow = [
  '--case <name>',
  'the case of the scenario file that gives the world (default: the first)',
];

export const agentOption: OptionRow = [
  '--agent <name>',
  'agent that decides within turns: random takes any option, first the first one (default: a turn that needs a decision is an error)',
  { choices: ['random', 'first'] },
];

export const stepOption: OptionRow = [
  '--step <n>',
  'first do all steps of the case up to this one',
  { read: whole(0) },
];

export function jsonOption(what: string): OptionRow {
  return ['--json', `print ${what} as JSON`];
}

export function print<Report>(
  terminal: Terminal,
  json: true | undefined,
  report: Report,
  jsonOf: (report: Report) => unknown,
  textOf: (report: Report, colors: Colors) => string,
): void {
  terminal.out(json ? jsonText(terminal, jsonOf(report)) : textOf(report, terminal.outColors));
}

export function jsonText({ jsonLines }: Terminal, value: unknown): string {
  return `${JSON.stringify(value, undefined, jsonLines ? undefined : 2)}\n`;
}

/** For exit code 2. */
export function usageError(message: string): EdictError {
  return new EdictError('usage', message);
}

export function misused(option: string, text: string, hint: string): EdictError {
  return usageError(`${option} is ${JSON.stringify(text)}; ${hint}`);
}

export function isUsageError(error: unknown): boolean {
  return error instanceof EdictError && error.code === 'usage';
}

export function unknownName(
  what: string,
  name: string,
  known: Iterable<string>,
  { code = 'unknown-name', where = '' } = {},
): EdictError {
  return new EdictError(
    code,
    `there is no ${what} ${JSON.stringify(name)}${where}; ${meantOrKnown(name, [...known])}`,
    name,
  );
}

/** Adds a place to errors, except those of the command line. */
export function within<Result>(where: string, run: () => Result): Result {
  return catching(run, (error) => {
    throw isUsageError(error) ? error : new EdictError(error.code, `${where}: ${bare(error)}`, error.culprit);
  });
}

export function askedBy<Result>(option: string, text: string, run: () => Result): Result {
  return within(`${option} ${JSON.stringify(text)}`, run);
}

/** Codes of errors with several lines. */
const lists: readonly string[] = ['bad-scenario', 'bad-content'];

/** One sentence. Quoted files may hold control characters. */
export function sentenceOf(error: unknown): string {
  if (error instanceof EdictError) {
    const lines = lists.includes(error.code) ? error.message.split('\n') : [error.message.replace(/\s+/g, ' ')];
    return lines.map(printable).join('\n');
  }
  if (error instanceof RangeError && error.message.includes('call stack'))
    return 'edict: the input nests too deeply; make it flatter and try again';
  const message = printable(error instanceof Error ? error.message.split('\n', 1)[0] : String(error));
  return `edict: something went wrong inside edict itself (${message}); please report it with the command that you ran`;
}
