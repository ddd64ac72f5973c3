import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { printNode } from '../../../src/eval/make-node.js';
import {
  type Campaign,
  type FormulaOptions,
  type LoadedCampaign,
  loadCampaign,
} from '../../../src/content/lst/load-campaign.js';
import { formatName } from '../../../src/content/lst/parse/value-format.js';
import type { LoadProblem } from '../../../src/content/lst/parse/campaign-problem.js';
import { type FixtureObject, fixtureCampaign } from '../../../src/content/lst/parse/campaign-text.js';
import { readCampaign } from '../../../src/content/lst/parse/read-campaign.js';

/** Defaults of all formats. */
export const defaults: readonly string[] = [
  'DEFAULTVARIABLEVALUE:NUMBER|0',
  'DEFAULTVARIABLEVALUE:BOOLEAN|false',
  'DEFAULTVARIABLEVALUE:STRING|',
  'DEFAULTVARIABLEVALUE:ORDEREDPAIR|0,0',
  'DEFAULTVARIABLEVALUE:DICE|0',
];

/** An object in short: its name, and its tokens. */
export type Shorthand = Readonly<
  Record<string, readonly string[] | { readonly parent: string; readonly tokens?: readonly string[] }>
>;

/** Objects from `SCOPE|key`. */
export function objectsOf(shorthand: Shorthand): readonly FixtureObject[] {
  return Object.entries(shorthand).map(([name, given]) => {
    const [scope, key] = name.split('|');
    return 'parent' in given
      ? { scope, key, parent: given.parent, tokens: given.tokens }
      : { scope, key, tokens: given };
  });
}

/** Loads lines after all defaults. */
export function load(lines: readonly string[], objects: Shorthand = {}): LoadedCampaign {
  return loadCampaign(fixtureCampaign([...defaults, ...lines], objectsOf(objects)));
}

/** A campaign that must load. */
export function campaignOf(lines: readonly string[], objects: Shorthand = {}): Campaign {
  const loaded = load(lines, objects);
  if (!loaded.ok) throw new Error(`the campaign does not load: ${problemsOf(loaded).join('; ')}`);
  return loaded.campaign;
}

/** Problems in short: `code: what the problem points at`. */
export function problemsOf(loaded: LoadedCampaign): readonly string[] {
  return loaded.ok ? [] : loaded.problems.map(inShort);
}

export function errorsOf(lines: readonly string[], objects: Shorthand = {}): readonly string[] {
  return problemsOf(load(lines, objects));
}

export function warningsOf(lines: readonly string[], objects: Shorthand = {}): readonly string[] {
  return load(lines, objects).warnings.map(inShort);
}

function inShort({ code, token, column, tokenColumn }: LoadProblem): string {
  return `${code}: ${token.slice(0, column - tokenColumn)}▸${token.slice(column - tokenColumn)}`;
}

/** What a formula becomes: its format and its expression, or the code of what is wrong with it and where. */
export function compiled(campaign: Campaign, text: string, options: FormulaOptions = {}): string {
  const result = campaign.formulaIn(text, options);
  return result.ok
    ? `${formatName(result.format)} ${printNode(result.node)}`
    : `${result.problem.code} at ${result.problem.column - 1}`;
}

/** A folder with these files, in a folder of its own, that goes with the test. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const parent = mkdtempSync(join(tmpdir(), 'edict-campaign-'));
  onTestFinished(() => {
    rmSync(parent, { recursive: true, force: true });
  });
  const folder = join(parent, 'campaign');
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** What is said of a campaign, as `place code: message (suggestion)`, errors before warnings. */
export function toldOf(loaded: LoadedCampaign): readonly string[] {
  return [...(loaded.ok ? [] : loaded.problems), ...loaded.warnings].map(inFull);
}

/** What is said of lines after all defaults, which are the lines 1 to 5 of `lst`. */
export function toldOfLines(lines: readonly string[], objects: Shorthand = {}): readonly string[] {
  return toldOf(load(lines, objects));
}

/** What is said of a campaign in files; `main.pcc` is its own. */
export function toldOfFiles(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = folderWith(files);
  return toldOf(loadCampaign(readCampaign(join(folder, 'main.pcc')))).map((text) => text.replaceAll(`${folder}/`, ''));
}

function inFull({ file, line, column, code, message, suggestion }: LoadProblem): string {
  return `${file}:${line}:${column} ${code}: ${message}${suggestion === undefined ? '' : ` (${suggestion})`}`;
}
