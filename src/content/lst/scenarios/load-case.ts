import { dirname, isAbsolute, join } from 'node:path';
import { type LoadedCampaign, loadCampaign } from '../load-campaign.js';
import { fold } from '../definitions/scopes.js';
import { fixtureCampaign } from '../parse/campaign-text.js';
import { type LoadProblem, errorCodes } from '../parse/campaign-problem.js';
import type { NoteRead } from '../../../files/read-log.js';
import { EdictError } from '../../../kernel/errors.js';
import { meantOrKnown } from '../../text/nearest-name.js';
import type { CaseData, LoadErrorData } from './scenario-schema.js';
import { readCampaign } from '../parse/read-campaign.js';

export function loadCase(
  file: string,
  { name, lst = [], objects = [], campaign }: CaseData,
  note?: NoteRead,
): LoadedCampaign {
  return campaign === undefined
    ? loadCampaign(fixtureCampaign(lst, objects, name))
    : loadCampaignFile(campaignFile(file, campaign), note);
}

function campaignFile(file: string, campaign: string): string {
  if (isAbsolute(campaign) || !campaign.endsWith('.pcc')) {
    throw new EdictError(
      'content-file',
      `campaign names the file ${JSON.stringify(campaign)}; give the path of a .pcc file, relative to the scenario`,
    );
  }
  return join(dirname(file), campaign);
}

export function loadFault(wanted: LoadErrorData, loaded: LoadedCampaign): string | undefined {
  if (loaded.ok) return `the campaign loads, expected ${wantedText(wanted)}`;
  if (loaded.problems.some((problem) => matches(wanted, problem))) return undefined;
  return `the campaign is refused with ${loaded.problems.map(problemText).join('; ')}, expected ${wantedText(wanted)}`;
}

export function problemText(problem: LoadProblem): string {
  const { code, token, message, suggestion, cycle } = problem;
  const quoted = token === '' ? '' : ` at ${JSON.stringify(tokenText(token))}`;
  const where = cycle === undefined ? `${quoted} (${placeText(problem)})` : ` of ${cycle.join(', ')}`;
  return `${code}${where}: ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`;
}

/** Lines of a case are counted by entries and tokens. */
function placeText({ file, line, column }: LoadProblem): string {
  if (file === 'lst') return `entry ${line} of lst, column ${column}`;
  return file.includes('|') ? `token ${line} of ${file}, column ${column}` : `${file}:${line}:${column}`;
}

const longestToken = 200;

export function tokenText(token: string): string {
  return token.length <= longestToken ? token : `${token.slice(0, longestToken)}…`;
}

function wantedText({ code, line, cycle }: LoadErrorData): string {
  const place = line === undefined ? '' : ` at ${JSON.stringify(line)}`;
  return `${codeText(code)}${place}${cycle === undefined ? '' : ` of ${cycle.join(', ')}`}`;
}

export function codeText(code: string): string {
  return errorCodes.some((known) => known === code) ? code : `${code} (not a code; ${meantOrKnown(code, errorCodes)})`;
}

function matches(wanted: LoadErrorData, problem: LoadProblem): boolean {
  return (
    wanted.code === problem.code &&
    (wanted.line === undefined || wanted.line === problem.token) &&
    (wanted.cycle === undefined || sameNames(wanted.cycle, problem.cycle ?? []))
  );
}

/** As sets. */
function sameNames(wanted: readonly string[], found: readonly string[]): boolean {
  const folded = new Set(wanted.map(fold));
  return folded.size === found.length && found.every((name) => folded.has(fold(name)));
}

export function loadCampaignFile(file: string, note?: NoteRead): LoadedCampaign {
  const text = readCampaign(file, {}, note);
  if (text.problems.length === 0) return loadCampaign(text);
  // Missing files may declare names that the rest uses.
  if (text.problems.some(({ code, file: at }) => code === 'file' || /\.pcc$/i.test(at)))
    return { ok: false, problems: text.problems, warnings: [], more: text.more };
  const loaded = loadCampaign({ ...text, problems: [], more: 0 });
  const others = loaded.ok ? { problems: [], more: 0 } : loaded;
  return {
    ok: false,
    problems: [...text.problems, ...others.problems],
    warnings: loaded.warnings,
    more: text.more + others.more,
  };
}
