import { isMap } from 'yaml';
import { composeDocument, readTokens } from '../content/native/yaml-tokens.js';
import { defaultLimits } from '../kernel/limits.js';

/**
 * What the `format` field at the top of a JSON or YAML text says; undefined where there is none. Block YAML is only
 * searched for the line that starts with the field, so that a broken scenario file is still known to be one.
 */
export function formatOf(text: string): string | undefined {
  return /^\s*\{/.test(text) ? formatOfFlow(text) : formatOfLines(text);
}

function formatOfFlow(text: string): string | undefined {
  try {
    const { format } = JSON.parse(text) as { readonly format?: unknown };
    return wordOf(format);
  } catch {
    // YAML in braces, or broken JSON.
    return formatOfYaml(text);
  }
}

/** In block style a line without indentation is at the top level, whatever stands around it. */
function formatOfLines(text: string): string | undefined {
  const line = /^(?:format|"format"|'format')[ \t]*:[ \t][^\r\n]*/m.exec(text)?.[0];
  return line === undefined ? undefined : formatOfYaml(line);
}

function formatOfYaml(text: string): string | undefined {
  const { fileTokens } = defaultLimits;
  const { tokens, faults, complete } = readTokens(text, { name: 'fileTokens', value: fileTokens, left: fileTokens });
  // Faults include nesting that the composer would take minutes for.
  if (faults.length > 0 || !complete) return undefined;
  const { document } = composeDocument(tokens, text.length);
  return isMap(document?.contents) ? wordOf(document.contents.get('format')) : undefined;
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
