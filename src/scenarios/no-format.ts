import { EdictError } from '../kernel/errors.js';
import { readDocument } from '../content/native/source-document.js';
import { listOf } from './native/case-content.js';
import { longestScenario } from './native/read-native-scenario.js';

export function refuseBroken(file: string, text: string): void {
  if (isEmpty(text)) {
    throw new EdictError('no-format', `${file} is empty, or holds only comments; check whether it was saved`, file);
  }
  // No scenario file is longer.
  if (text.length > longestScenario) return;
  const read = readDocument(file, text);
  if (!read.ok) throw new EdictError('bad-scenario', listOf(read.errors), file);
  const { document } = read;
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('format' in value)) return;
  const found = `${file}:${document.line(['format'])}: the format field is ${JSON.stringify(value.format)}`;
  throw new EdictError('no-format', `${found}, expected the name of a format`, file);
}

export function isEmpty(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:#|(?:---|\.\.\.)?\s*$)/.test(line));
}
