import type { Question } from '../../model/model.js';
import type { Declarations } from './declarations.js';
import type { Loading } from './loading.js';
import { checkName, refuseReserved, refuseTaken } from './names.js';

/** The flags that kinds and classes declare, each once, in the order of kinds and then of classes. */
export function collectFlags(declarations: Declarations, loading: Loading): readonly Question[] {
  const taken = takenNames(declarations);
  const found = new Map<string, Question>();
  const wrong = new Set<string>();
  for (const { source } of [...declarations.kinds, ...declarations.classes]) {
    const flags = source.flags ?? {};
    for (const name of Object.keys(flags)) {
      if (found.has(name) || wrong.has(name)) continue;
      const place = loading.places.ofKey(flags, name);
      const by = taken.get(name);
      if (checkName(loading, name, place) && by === undefined) {
        found.set(name, { index: found.size, name, words: -1, type: 'boolean' });
        continue;
      }
      wrong.add(name);
      if (by === '') refuseReserved({ loading }, place, name, 'a flag');
      else if (by !== undefined) refuseTaken({ loading }, place, name, `the name of ${by}`, 'a flag');
    }
  }
  for (const name of wrong) loading.damage.names.add(name);
  return [...found.values()];
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
