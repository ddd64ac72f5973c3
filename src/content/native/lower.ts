import type { Program } from '../../ir/program.js';
import type { Aggregator } from '../../model/aggregator.js';
import type { Flag, Names, NamedConstant } from '../../ir/names.js';
import { collectDeclarations, type Declaration } from './declarations.js';
import { lowerEnvironment } from './environment.js';
import { fingerprintOf } from './fingerprint.js';
import { lowerFlags } from './flags.js';
import { lowerFunctions } from './functions.js';
import type { Loading } from './loading.js';
import { lowerModel } from './lower-model.js';
import { lowerRules } from './rules.js';
import type { SourceMap } from './source-tree.js';
import { validate } from './validate.js';
import { booleanType, numberType } from '../../eval/operation.js';
import type { Model } from '../../model/model.js';
import { quoteText } from '../diagnostics/quote.js';
import { checkIdentifier, refuseTaken } from './names.js';

/**
 * Lowers the data of all files of a load, in their order, to a program; undefined, and reported, when anything is wrong
 * with them. `aggregators` are those that hosts have registered, the built-in ones among them.
 */
export function lowerContent(
  data: readonly SourceMap[],
  aggregators: readonly Aggregator[],
  loading: Loading,
): Program | undefined {
  const documents = data.map((document) => validate(document, loading));
  const declarations = collectDeclarations(documents, loading);
  // The model comes first: an expression may name what a later file declares.
  const lowered = lowerModel(declarations, aggregators, loading);
  // Without kinds every class is wrong already, and expressions could speak of nothing.
  if (lowered.model.kinds.length === 0 && declarations.classes.length > 0) return undefined;
  const flags = new Map<string, Flag>();
  const names: Names = { constants: lowerConstants(declarations.constants, lowered.model, loading), flags };
  const library = lowerFunctions(declarations.functions, { ...lowered, names, loading });
  const known = { ...lowered, library, names };
  for (const flag of lowerFlags(declarations, { ...known, loading })) flags.set(flag.name, flag);
  const rules = lowerRules(declarations, known, loading);
  const environment = lowerEnvironment(declarations, { ...known, loading });
  if (loading.collector.hasErrors) return undefined;
  return Object.freeze({
    model: lowered.model,
    rules,
    ...(environment === undefined ? {} : { environment }),
    fingerprint: fingerprintOf(lowered.model, rules, environment),
  });
}

/** Lowers the constants. A name that is a word, kind or class too would be taken for either. */
function lowerConstants(
  declarations: readonly Declaration<number | boolean>[],
  model: Model,
  loading: Loading,
): ReadonlyMap<string, NamedConstant> {
  const constants = new Map<string, NamedConstant>();
  const taken = declarations.length === 0 ? new Map<string, string>() : wordsOf(model);
  for (const { name, source, place } of declarations) {
    const by = taken.get(name);
    const isUsable = checkIdentifier({ loading }, place, name, 'a constant', name === 'none');
    if (isUsable && by === undefined) {
      const type = typeof source === 'boolean' ? booleanType : numberType;
      constants.set(name, { type, value: Number(source) + 0 });
      continue;
    }
    if (isUsable && by !== undefined) refuseTaken({ loading }, place, name, by, 'a constant');
    loading.damage.names.add(name);
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
