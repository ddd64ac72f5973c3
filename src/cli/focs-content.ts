import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { formatDiagnostics } from '../content/diagnostics/format.js';
import { type Game, type LoadedGame, loadGame } from '../content/focs/game.js';
import { EdictError } from '../kernel/errors.js';
import { grouped } from './table.js';
import type { Terminal } from './terminal.js';

export interface ContentOptions {
  readonly content: string;
  readonly keepGoing?: true;
}

/** Loads a folder of content, with whatever is wrong with it. Throws EdictError where there is no content in it. */
export function readGame({ content, keepGoing }: ContentOptions): LoadedGame {
  const loaded = loadGame(content, { keepGoing: keepGoing === true });
  if (loaded.files.length > 0 || loaded.errors.length > 0) return loaded;
  throw new EdictError(
    'bad-content-folder',
    `there is no content in ${JSON.stringify(content)}, no file in it or below it ends in .focs.txt or .inf; give the unpacked folder scripting`,
  );
}

/**
 * The game of a folder, or undefined where its errors leave none. Errors, and how many warnings there are, are told
 * beside the results.
 */
export function gameToRun(
  terminal: Terminal,
  notice: (text: string) => void,
  options: ContentOptions,
): Game | undefined {
  const { game, errors, warnings } = readGame(options);
  if (errors.length > 0) {
    terminal.error(diagnosticsText(errors, terminal.errorColors));
    const what = counted(errors.length, 'error');
    terminal.error(
      terminal.errorColors.red(
        game === undefined
          ? `edict: the content has ${what}, so nothing was run; mend ${errors.length === 1 ? 'it' : 'them'}, or leave out what is broken with --keep-going\n`
          : `edict: the content has ${what}; the items with ${errors.length === 1 ? 'it' : 'them'} are left out\n`,
      ),
    );
  }
  if (warnings.length > 0) notice(`the content has ${counted(warnings.length, 'warning')}; see edict focs check`);
  return game;
}

/** What `edict focs check` prints. */
export function checkText({ game, errors, warnings, files }: LoadedGame, { outColors: colors }: Terminal): string {
  const held =
    game === undefined
      ? counted(files.length, 'file')
      : `${counted(files.length, 'file')}, ${counted(game.items, 'item')}, ${counted(game.groups, 'group')}`;
  const found =
    errors.length + warnings.length === 0
      ? 'no problems'
      : `${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')}`;
  // Errors are not to be looked for among warnings.
  const hidden = errors.length > 0 && warnings.length > 0 ? ' (shown when no error is left, and with --json)' : '';
  return `${diagnosticsText(errors.length > 0 ? errors : warnings, colors)}${held}: ${found}${hidden}\n`;
}

/** The same for programs; items and groups are null where errors leave none. */
export function checkJson({ game, errors, warnings, files }: LoadedGame) {
  return {
    files: files.length,
    items: game?.items ?? null,
    groups: game?.groups ?? null,
    errors: errors.map(entryOf),
    warnings: warnings.map(entryOf),
  };
}

function diagnosticsText(found: readonly Diagnostic[], colors: Terminal['outColors']): string {
  return found.length === 0
    ? ''
    : `${formatDiagnostics(found, { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim })}\n\n`;
}

function entryOf({ file, line, column, code, message, suggestion }: Diagnostic) {
  return { file, line, column, code, message, suggestion: suggestion ?? null };
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
