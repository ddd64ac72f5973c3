import type { NamedConstant } from '../../ir/names.js';
import { booleanType, numberType } from '../../eval/operation.js';
import type { Model } from '../../components/model.js';
import { quoteText } from '../diagnostics/quote.js';
import type { Declaration } from './declarations.js';
import { identifierFault } from './identifiers.js';
import { type Loading, reportError } from './loading.js';

/** Lowers the constants. A name that is a word, kind or class too would be taken for either. */
export function lowerConstants(
  declarations: readonly Declaration<number | boolean>[],
  model: Model,
  loading: Loading,
): ReadonlyMap<string, NamedConstant> {
  const constants = new Map<string, NamedConstant>();
  const taken = declarations.length === 0 ? new Map<string, string>() : wordsOf(model);
  for (const { name, source, place } of declarations) {
    const what = taken.get(name);
    const fault =
      identifierFault(name, 'a constant', name === 'none') ??
      (what === undefined
        ? undefined
        : {
            code: 'duplicate-name',
            message: `${quoteText(name)} is already ${what}, expected a name of its own for a constant`,
            suggestion: 'rename one of the two',
          });
    if (fault !== undefined) {
      reportError(loading, place, fault);
      loading.damage.names.add(name);
      continue;
    }
    constants.set(
      name,
      typeof source === 'boolean'
        ? { type: booleanType, value: Number(source) }
        : { type: numberType, value: source + 0 },
    );
  }
  return constants;
}

/** Whatever stands for itself where a value of its type is expected. */
function wordsOf({ enumerations, kinds, classes }: Model): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const enumeration of enumerations)
    for (const word of enumeration.members) words.set(word, `a word of ${quoteText(enumeration.name)}`);
  for (const { name } of classes) words.set(name, 'the name of a class');
  for (const { name } of kinds) words.set(name, 'the name of a kind');
  return words;
}
