import type { Program } from '../../compile/program.js';
import { collectDeclarations } from './declarations.js';
import { fingerprintOf } from './fingerprint.js';
import { lowerFunctions } from './functions.js';
import type { Loading } from './loading.js';
import { lowerModel } from './lower-model.js';
import { lowerRules } from './rules.js';
import type { SourceMap } from './source-tree.js';
import { validate } from './validate.js';

/** Lowers the data of all files of a load, in their order, to a program; undefined, and reported, when anything is wrong with them. */
export function lowerContent(data: readonly SourceMap[], loading: Loading): Program | undefined {
  const documents = data.map((document) => validate(document, loading));
  const declarations = collectDeclarations(documents, loading);
  // The model comes first: an expression may name what a later file declares.
  const lowered = lowerModel(declarations, loading);
  // Without kinds every class is wrong already, and expressions could speak of nothing.
  if (lowered.model.kinds.length === 0 && declarations.classes.length > 0) return undefined;
  const library = lowerFunctions(declarations.functions, lowered.model, lowered, loading);
  const rules = lowerRules(declarations, lowered, library, loading);
  if (loading.collector.hasErrors) return undefined;
  return Object.freeze({ model: lowered.model, rules, fingerprint: fingerprintOf(lowered.model, rules) });
}
