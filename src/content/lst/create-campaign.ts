import type { Program } from '../../ir/program.js';
import type { Variable } from '../../components/model.js';
import { quoteText } from '../diagnostics/quote.js';
import type { Campaign, CompiledFormula, FormulaOptions, Place } from './campaign.js';
import type { Definitions } from './definitions/definitions.js';
import { unknownScope } from './definitions/define-names.js';
import { formatOfVariable } from './definitions/format-type.js';
import { type Scope, rootName } from './definitions/scopes.js';
import { type NameTable, isResolved, nameOf } from './definitions/variables.js';
import { parseFormula } from './formula/parse.js';
import type { FormulaLowerer } from './lower/lower-formula.js';
import { readConstant } from './text/constants.js';
import { formatNames, parseFormat } from './text/format.js';
import type { SourceText } from './text/line.js';
import { type ErrorCode, problemAt } from './text/problem.js';

/** What a checked campaign answers. */
export function createCampaign(definitions: Definitions, lowerer: FormulaLowerer, program: Program): Campaign {
  const { scopes, objects, variables, channels } = definitions;
  const { model } = program;

  function scopeAt(place: Place): Scope | undefined {
    if (place === undefined || place.toUpperCase() === rootName) return scopes.root;
    return place.includes('|') ? objects.named(place)?.scope : scopes.find(place);
  }

  function find(table: NameTable, place: Place, name: string): Variable | undefined {
    const scope = scopeAt(place);
    const resolved = scope === undefined ? undefined : table.resolve(name, scope);
    return resolved !== undefined && isResolved(resolved) ? resolved : undefined;
  }

  function formulaIn(text: string, { of, as, format }: FormulaOptions = {}): CompiledFormula {
    const source: SourceText = { file: 'formula', line: 1, column: 1, text };
    const refuse = (code: ErrorCode, at: number, message: string, suggestion?: string): CompiledFormula => ({
      ok: false,
      problem: problemAt(source, at, code, message, suggestion),
    });
    const scope = scopeAt(of);
    if (scope === undefined) {
      return of?.includes('|') === true
        ? refuse('unknown-variable', 0, `there is no object ${quoteText(of)}`)
        : refuse('scope', 0, unknownScope(of ?? '', 'variable'));
    }
    const asserted = as === undefined ? undefined : parseFormat(as);
    const wanted = format === undefined ? asserted : parseFormat(format);
    const unknown =
      as !== undefined && asserted === undefined
        ? as
        : format !== undefined && wanted === undefined
          ? format
          : undefined;
    if (unknown !== undefined)
      return refuse('format', 0, `there is no format ${quoteText(unknown)}: expected one of ${formatNames.join(', ')}`);
    const { formula, problem } = parseFormula(text);
    if (formula === undefined) return refuse('syntax', problem.at, problem.message);
    const { node, fault } = lowerer.lower(formula, { scope, running: undefined }, asserted, wanted);
    if (node !== undefined) return { ok: true, node, format: lowerer.formatOf(node) };
    return fault === undefined
      ? refuse('unknown-variable', 0, 'the formula names something that has an error')
      : refuse(fault.code, fault.at, fault.message, fault.suggestion);
  }

  return {
    program,
    root: scopes.root.index,
    classOf(reference) {
      const object = objects.named(reference);
      return object === undefined ? undefined : model.classes[object.index - 1];
    },
    variableOf: (place, name) => find(variables, place, name),
    channelOf: (place, name) => find(channels, place, name),
    explanationOf: (place, name) => find(variables, place, name)?.explanation,
    formatOf: formatOfVariable,
    constantOf: (variable, text) => readConstant(formatOfVariable(variable), text),
    formulaIn,
    nameOf,
  };
}
