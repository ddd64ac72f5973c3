import type { Question } from '../../model/model.js';
import type { Declarations } from './declarations.js';
import { type Loading, reportError } from './loading.js';
import { checkName } from './names.js';
import type { ExpressionSource } from './schema.js';
import { quoteText } from '../diagnostics/quote.js';

type Flags = Readonly<Record<string, ExpressionSource>>;

/** The flags that kinds and classes declare, each once, in the order of kinds and then of classes. */
export function collectFlags(declarations: Declarations, loading: Loading): readonly Question[] {
  const taken = takenNames(declarations);
  const found = new Map<string, Question>();
  const wrong = new Set<string>();
  for (const flags of [...declarations.kinds, ...declarations.classes].map(({ source }): Flags => source.flags ?? {})) {
    for (const name of Object.keys(flags)) {
      if (found.has(name) || wrong.has(name)) continue;
      if (isUsable(name, flags, taken, loading))
        found.set(name, { index: found.size, name, words: -1, type: 'boolean' });
      else wrong.add(name);
    }
  }
  for (const name of wrong) loading.damage.names.add(name);
  return [...found.values()];
}

function isUsable(name: string, flags: Flags, taken: ReadonlyMap<string, string>, loading: Loading): boolean {
  const place = loading.places.ofKey(flags, name);
  if (!checkName(loading, name, place)) return false;
  const what = taken.get(name);
  if (what === undefined) return true;
  reportError(
    loading,
    place,
    what === ''
      ? {
          code: 'reserved-name',
          message: `${quoteText(name)} has a meaning of its own, expected another name for a flag`,
          suggestion: 'choose another name',
        }
      : {
          code: 'duplicate-name',
          message: `${quoteText(name)} is already the name of ${what}, expected a name of its own for a flag`,
          suggestion: 'rename one of the two',
        },
  );
  return false;
}

/** What members of objects are called already. */
function takenNames({ meters, properties, sets, lists, variables, kinds }: Declarations): ReadonlyMap<string, string> {
  const taken = new Map(['owner', 'parent', 'kind', 'class'].map((name) => [name, '']));
  for (const { name } of kinds) taken.set(name, 'a kind');
  for (const { name } of variables) taken.set(name, 'a variable');
  for (const { name } of [...properties, ...sets, ...lists]) taken.set(name, 'a property');
  for (const { name } of meters) taken.set(name, 'a meter');
  return taken;
}
