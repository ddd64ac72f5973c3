import { isMap } from 'yaml';
import { nearestName } from '../content/text/nearest-name.js';
import { composeDocument, readTokens } from '../content/native/yaml-tokens.js';
import { defaultLimits } from '../kernel/world-limits.js';

/**
 * The `format` field at the top of a JSON or YAML text; undefined without one. Block YAML is only searched for its
 * line, so that a broken scenario file is still known to be one. A misspelt field counts where it names a format, for
 * its reader to report.
 */
export function formatOf(text: string): string | undefined {
  return /^\s*\{/.test(text) ? formatOfFlow(text) : formatOfLines(text);
}

function formatOfFlow(text: string): string | undefined {
  try {
    return formatIn(Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>));
  } catch {
    // YAML in braces, or broken JSON.
    return formatOfYaml(text);
  }
}

/** The beginning of a line of block YAML at the top level before the format. */
const ordinaryLine = /^(?:$|[ \t#\r\]}]|---|-(?:\s|$)|(?:[\w.-]+|"[^"]*"|'[^']*')[ \t]*:(?:\s|$))/;
const formatLine = /^(?:format|"format"|'format')[ \t]*:[ \t]/;
const textLine = /^[\w-]+[ \t]*:[ \t]+\S/;

/** A line without indentation is at the top level. Prose that quotes a scenario has other lines before that. */
function formatOfLines(text: string): string | undefined {
  let misspelt: string | undefined;
  for (const line of text.split('\n')) {
    if (formatLine.test(line)) return formatOfYaml(line);
    if (!ordinaryLine.test(line)) break;
    if (misspelt === undefined && textLine.test(line) && saysFormat(line)) misspelt = formatOfYaml(line);
  }
  return misspelt;
}

/** A line that ends with the name of a format, such as `edict-scenario/1`. */
function saysFormat(line: string): boolean {
  return /[\w-]\/\d+["']?\s*(?:#.*)?$/.test(line);
}

function formatOfYaml(text: string): string | undefined {
  const { fileTokens } = defaultLimits;
  const { tokens, faults, complete } = readTokens(text, { name: 'fileTokens', value: fileTokens, left: fileTokens });
  // Faults include nesting that the composer would take minutes for.
  if (faults.length > 0 || !complete) return undefined;
  const { document } = composeDocument(tokens, text.length);
  const contents = document?.contents;
  return isMap(contents) ? formatIn(contents.items.map(({ key }) => [String(key), contents.get(key)])) : undefined;
}

function formatIn(entries: readonly (readonly [key: string, value: unknown])[]): string | undefined {
  const named = entries.find(([key]) => key === 'format');
  const value = (named ?? entries.find(([key, said]) => isMisspelt(key, said)))?.[1];
  return typeof value === 'string' ? value : undefined;
}

function isMisspelt(key: string, value: unknown): boolean {
  return typeof value === 'string' && /^[\w-]+\/\d+$/.test(value) && nearestName(key, ['format']) !== undefined;
}
