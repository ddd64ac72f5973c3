import type { Program } from '../../ir/program.js';
import type { Aggregator } from '../../components/aggregator.js';
import type { Flag, Names } from '../../ir/names.js';
import { lowerConstants } from './constants.js';
import { collectDeclarations } from './declarations.js';
import { lowerEnvironment } from './environment.js';
import { fingerprintOf } from './fingerprint.js';
import { lowerFlags } from './flags.js';
import { lowerFunctions } from './functions.js';
import type { Loading } from './loading.js';
import { lowerModel } from './lower-model.js';
import { lowerRules } from './rules.js';
import type { SourceMap } from './source-tree.js';
import { validate } from './validate.js';

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
  const library = lowerFunctions(declarations.functions, { ...lowered, names }, loading);
  const known = { ...lowered, library, names };
  for (const flag of lowerFlags(declarations, known, loading)) flags.set(flag.name, flag);
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
