import { quoteText } from '../../diagnostics/quote.js';
import type { Value } from '../value.js';
import { warn, type Loading } from './loading.js';
import { itemPath, memberPath } from './path.js';

/**
 * Warns of keys that stand in a map more than once, wherever in the document. Calls itself for what is nested; the
 * depth of documents is limited before.
 */
export function warnOfRepeatedKeys(loading: Loading, root: Value): void {
  search(loading, root, []);
}

/** Paths are put together only where they are told: a document may have millions of values. */
function search(loading: Loading, value: Value, steps: (string | number)[]): void {
  if (value.type === 'array') {
    value.items.forEach((item, index) => {
      if (item.type !== 'array' && item.type !== 'map') return;
      steps.push(index);
      search(loading, item, steps);
      steps.pop();
    });
  }
  if (value.type !== 'map') return;
  for (const [key, { at, value: member, repeats }] of value.entries) {
    steps.push(key);
    if (repeats !== undefined) {
      warn(
        loading,
        'repeated-key',
        { at, path: pathOf(steps) },
        `the key ${quoteText(key)} stands here again: what it says in line ${repeats.line}, column ${repeats.column} does not count; keep one of them`,
      );
    }
    search(loading, member, steps);
    steps.pop();
  }
}

function pathOf(steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? itemPath(path, step) : memberPath(path, step)),
    '',
  );
}
