import { type Command, Option } from 'commander';
import { formatDiagnostics } from '../content/diagnostics/format.js';
import type { Campaign, LoadedCampaign } from '../content/lst/campaign.js';
import { diagnosticOf } from '../content/lst/text/problem.js';
import { readText } from '../files/read-file.js';
import { EdictError } from '../kernel/errors.js';
import { findFiles } from '../scenarios/find-files.js';
import { formatOf } from '../scenarios/format-of.js';
import { loadCampaignFile } from '../scenarios/formulas/load-case.js';
import { otherCommand } from '../scenarios/formulas/other-command.js';
import { openStage } from '../scenarios/formulas/stage.js';
import type { Context } from './context.js';
import { checkJson, checkText } from './formulas-check.js';
import { addDeedOptions, doDeeds, readDeeds } from './formulas-deeds.js';
import { type Asked, allVariables, askedIn, sheetJson, sheetOf, sheetText } from './formulas-sheet.js';
import type { Terminal } from './terminal.js';

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

interface RunOptions {
  readonly get?: readonly Asked[];
  readonly json?: true;
}

/** Adds `edict formulas`: campaigns of variables, modifiers and formulas. */
export function addFormulas(program: Command, context: Context): void {
  const formulas = program
    .command('formulas')
    .summary("check and run campaigns of PCGen's formula system")
    .description(
      'Loads a campaign of variables, modifiers and formulas from its .pcc and .lst files, checks it, and says what the variables of a character are.',
    )
    .addHelpText('before', ({ error }) =>
      error ? 'edict: edict formulas needs one of its commands, check or run\n' : '',
    )
    .addHelpText('after', formulasHelp);
  formulas
    .command('check')
    .summary('find all errors in a campaign')
    .description(
      'Loads a campaign and shows its errors and warnings, each with its file, line and column, and what it consists of.',
    )
    .argument('<campaign>', 'the .pcc file')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', checkHelp)
    .action((file: string, options: { readonly json?: true }) => {
      check(context, file, options.json === true);
    });
  const run = formulas
    .command('run')
    .summary('say what the variables of a character are')
    .description('Loads a campaign, grants objects to a character, writes channels, and prints variables.')
    .argument('<campaign>', 'the .pcc file');
  const given = addDeedOptions(run);
  run
    .addOption(
      new Option('--get <variable>', 'print this one: Var or SCOPE|key|Var; may be given again').argParser(
        (text: string, before: readonly Asked[] | undefined) => [...(before ?? []), askedIn(text)],
      ),
    )
    .option('--json', 'print the variables as JSON')
    .addHelpText('after', runHelp)
    .action((file: string, options: RunOptions) => {
      const deeds = readDeeds(given);
      const campaign = campaignToRun(context.terminal, file);
      if (campaign === undefined) return context.finish(1);
      const stage = openStage(campaign);
      doDeeds(stage, deeds);
      const sheet = sheetOf(stage, options.get ?? allVariables(stage));
      context.terminal.out(
        options.json === true
          ? `${JSON.stringify(sheetJson(stage, sheet), undefined, 2)}\n`
          : sheetText(stage, file, sheet, context.terminal),
      );
      context.finish(0);
    });
}

/** A loaded campaign; undefined where it has errors, which are then told. */
export function campaignToRun(terminal: Terminal, file: string): Campaign | undefined {
  const loaded = readFile(file);
  if (loaded.ok) return loaded.campaign;
  terminal.error(errorsText(loaded, terminal));
  return undefined;
}

function readFile(file: string): LoadedCampaign {
  if (!file.toLowerCase().endsWith('.pcc')) throw new EdictError('no-campaign', `${file} ${whatElse(file)}`, file);
  return loadCampaignFile(file);
}

/** What a path is that is no campaign. Throws where there is nothing that can be read. */
function whatElse(path: string): string {
  const found = findFiles([path], []).at(0);
  if (found?.named !== true) return `is a folder; give the .pcc file of a campaign${insideOf(path)}`;
  return otherCommand(path, formatOf(readText(path))) ?? 'is no campaign; give its .pcc file';
}

/** The campaigns that lie in a folder. */
function insideOf(path: string): string {
  const found = findFiles([path], ['.pcc'])
    .filter(({ closed }) => closed === undefined)
    .map(({ file }) => file);
  return found.length === 0
    ? ''
    : `: ${found.slice(0, mostNamed).join(', ')}${found.length > mostNamed ? ' and so on' : ''}`;
}

const mostNamed = 5;

function errorsText(
  { problems, more }: Extract<LoadedCampaign, { ok: false }>,
  { errorColors: colors }: Terminal,
): string {
  const list = formatDiagnostics(
    problems.map((problem) => diagnosticOf(problem)),
    { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim },
  );
  const count = problems.length + more;
  return `${list}\n\n${colors.red(`edict: the campaign has ${count === 1 ? '1 error' : `${String(count)} errors`}, so nothing was run; mend ${count === 1 ? 'it' : 'them'} and try again`)}\n`;
}

function check({ terminal, finish }: Context, file: string, json: boolean): void {
  const loaded = readFile(file);
  terminal.out(json ? `${JSON.stringify(checkJson(loaded), undefined, 2)}\n` : checkText(loaded, terminal));
  finish(loaded.ok ? 0 : 1);
}
