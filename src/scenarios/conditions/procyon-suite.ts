import { readJson } from '../../content/antares/json/read-json.js';
import { printJson } from '../../content/antares/procyon/print-json.js';
import { readProcyon } from '../../content/antares/procyon/read-procyon.js';
import type { ReadResult } from '../../content/antares/value.js';
import { EdictError } from '../../kernel/errors.js';
import type { ScenarioCase } from '../scenario-format.js';

/** The folder that the tests of the Procyon project lie in. */
export const suiteFolder = 'procyon-tests/';

const input = '/in.txt';

/**
 * The tests of the Procyon project in an archive of it: each has a document and either the one error that it must give
 * or its value as JSON.
 *
 * @param files by path, as `filesOfTar` gives them; those outside of `procyon-tests/` are passed over
 * @returns a case for each `in.txt`, by name, `group/case`
 * @throws {EdictError} `bad-archive` when a test says not what it expects, or both an error and a value
 */
export function suiteCases(files: ReadonlyMap<string, Uint8Array>): readonly ScenarioCase[] {
  const cases: ScenarioCase[] = [];
  for (const [path, document] of files) {
    if (!path.startsWith(suiteFolder) || !path.endsWith(input)) continue;
    const folder = path.slice(0, -input.length);
    const name = folder.slice(suiteFolder.length);
    const error = files.get(`${folder}/err.txt`);
    const value = files.get(`${folder}/out.json`);
    if (error !== undefined && value === undefined) cases.push({ name, run: () => failureOfError(document, error) });
    else if (value !== undefined && error === undefined)
      cases.push({ name, run: () => failureOfValue(document, value) });
    else
      throw new EdictError(
        'bad-archive',
        `the test ${name} has ${error === undefined ? 'neither an err.txt nor an out.json' : 'both an err.txt and an out.json'}; expected one of them`,
        name,
      );
  }
  return cases.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function failureOfError(document: Uint8Array, error: Uint8Array): string | undefined {
  const expected = Buffer.from(error).toString('utf8').trimEnd();
  const got = readProcyon(document);
  const text = got.ok ? `the value ${printJson(got.value)}` : problemText(got);
  return text === expected ? undefined : `expected the error ${expected}; got ${text}`;
}

/** Both are printed the same way, in which an int differs from a float. */
function failureOfValue(document: Uint8Array, json: Uint8Array): string | undefined {
  const expected = readJson(json);
  if (!expected.ok) return `its out.json is no JSON: ${problemText(expected)}`;
  const got = readProcyon(document);
  if (!got.ok) return `expected a value; got the error ${problemText(got)}`;
  return firstDifference(printJson(expected.value).split('\n'), printJson(got.value).split('\n'));
}

function firstDifference(expected: readonly string[], got: readonly string[]): string | undefined {
  const end = '(the end)';
  for (let i = 0; i < Math.max(expected.length, got.length); i++) {
    if (expected[i] === got[i]) continue;
    return `the value as JSON differs in line ${String(i + 1)}: expected ${(expected.at(i) ?? end).trim()}; got ${(got.at(i) ?? end).trim()}`;
  }
  return undefined;
}

function problemText({ problem: { at, message } }: Extract<ReadResult, { readonly ok: false }>): string {
  return `${String(at.line)}:${String(at.column)}: ${message}`;
}
