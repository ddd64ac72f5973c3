import { quoteText } from '../../diagnostics/quote.js';
import { report, suggestName, warn, type Loading } from './loading.js';
import { text } from './scalars.js';
import type { Field } from './section.js';

/** The name of a base of this level. */
export function baseName(of: Field): string {
  return known(of, report);
}

/**
 * The name of something that can be built: that need not be here, because only the host builds; a name of nothing here
 * is worth a warning.
 */
export function builtName(of: Field): string {
  return known(of, warn);
}

function known(of: Field, note: typeof report): string {
  const name = text(of);
  const { loading } = of;
  if (of.value?.type === 'string' && !loading.bases.has(name))
    note(loading, 'unknown-name', of, `unknown base ${quoteText(name)}`, () => suggest(loading, name));
  return name;
}

function suggest(loading: Loading, name: string): string | undefined {
  return suggestName(loading, name, loading.bases);
}
