import type { Variable } from '../../model/model.js';
import type { Program } from '../../ir/program.js';
import { noRules } from '../../ir/rule.js';
import { quoteText } from '../diagnostics/quote.js';
import type { LoadedCampaign, Campaign, CompiledFormula, FormulaOptions, Place } from './campaign.js';
import { declareObjects } from './check/declare-objects.js';
import { warnOfIdleFunctions, refuseLoop } from './check/whole-campaign.js';
import { type ModifierReader, createModifierReader } from './check/modifiers.js';
import { readPart } from './check/modifier-parts.js';
import { type SortedLines, sortLines } from './definitions/control-lines.js';
import {
  createDefaults,
  type Definitions,
  createFacts,
  createFunctions,
  type DeclaredObject,
  createObjects,
} from './definitions/definitions.js';
import {
  defineDefault,
  defineFact,
  defineFunction,
  defineScope,
  refuseRecursion,
  spoilFunction,
} from './definitions/define-data.js';
import { createNameDefiner, unknownScope } from './definitions/define-names.js';
import { type Ranked, type Report, createReport } from './definitions/report.js';
import { createScopes, type Scope, rootName } from './definitions/scopes.js';
import { createLayout, createNameTable, type NameTable, isResolved, nameOf } from './definitions/variables.js';
import { fingerprintOf, modelOfCampaign } from './lower/model.js';
import { createFormulaLowerer, type FormulaLowerer } from './lower/lower-formula.js';
import type { CampaignText } from './text/campaign-text.js';
import { formatOfVariable, formatNames, parseFormat } from './text/format.js';
import { parseFormula } from './formula/parse.js';
import { readConstant } from './text/constants.js';
import type { SourceText } from './text/line.js';
import { type ErrorCode, problemAt } from './text/problem.js';

export type { Campaign, CompiledFormula, FormulaOptions, LoadProblem, LoadedCampaign, Place } from './campaign.js';

/**
 * Checks a campaign and lowers it. Definitions count by kind, wherever they stand: defaults, scopes and facts,
 * variables and channels, functions, objects, then modifiers of files, then those of objects. All problems are told at
 * once, each line or token its first one.
 */
export function loadCampaign(text: CampaignText): LoadedCampaign {
  // Of what could not be read, nothing can be said.
  if (text.problems.length > 0) return { ok: false, problems: text.problems, warnings: [], more: text.more };
  const report = createReport();
  const lines = sortLines(text.control, report);
  const definitions = define(text, lines, report);
  const layout = createLayout(definitions.scopes.all.length);
  const lowerer = createFormulaLowerer(definitions, layout, report);
  const reader = createModifierReader(definitions, layout, lowerer, report);
  readControlModifiers(text, lines, definitions, reader);
  readObjectModifiers(definitions, reader);
  if (!report.failed) {
    const variables = layout.finish([definitions.variables, definitions.channels]);
    const program = programOf(definitions, variables, reader);
    refuseLoop(program, reader, definitions, text.control.length + definitions.objects.all.length, report);
    warnOfIdleFunctions(definitions, report);
    if (text.control.length + text.objects.length === 0) warnOfNothing(text, report);
    if (!report.failed)
      return { ok: true, campaign: createCampaign(definitions, lowerer, program), warnings: report.warnings() };
  }
  return { ok: false, problems: report.errors(), warnings: report.warnings(), more: report.more };
}

function define(text: CampaignText, lines: SortedLines, report: Report): Definitions {
  const at = (rank: number): Ranked => ({ source: text.control[rank], rank });
  const defaults = createDefaults();
  for (const rank of lines.DEFAULTVARIABLEVALUE) defineDefault(at(rank), defaults, report);
  const dynamic = new Map<string, string>();
  for (const rank of lines.DYNAMICSCOPE) defineScope(at(rank), dynamic, report);
  const scopes = createScopes(dynamic.values());
  const facts = createFacts();
  for (const rank of lines.FACTDEF) defineFact(at(rank), scopes, facts, report);
  const definitions = {
    scopes,
    defaults,
    facts,
    variables: createNameTable(false, scopes),
    channels: createNameTable(true, scopes),
    functions: createFunctions(),
    objects: createObjects(),
  };
  const names = createNameDefiner(definitions, report);
  for (const rank of inOrder(lines.GLOBAL, lines.LOCAL, lines.CHANNEL)) names.define(at(rank));
  for (const rank of lines.broken) names.spoil(at(rank));
  for (const rank of lines.broken) spoilFunction(at(rank), definitions.functions);
  for (const rank of lines.FUNCTION) defineFunction(at(rank), definitions.functions, report);
  refuseRecursion(definitions.functions, report);
  declareObjects(text.objects, text.control.length, definitions, report);
  return definitions;
}

/** Names in the order of their lines, for of two that overlap the second one is at fault. */
function inOrder(...lists: readonly (readonly number[])[]): Int32Array {
  return Int32Array.from(lists.flat()).sort();
}

function readControlModifiers(
  text: CampaignText,
  lines: SortedLines,
  { scopes }: Definitions,
  reader: ModifierReader,
): void {
  const { root } = scopes;
  const place = { carrier: { by: 'kind', kind: root.index }, scope: root, prefix: '' } as const;
  for (const rank of lines.MODIFY) {
    const source = text.control[rank];
    readModifier({ source, rank }, 0, place, reader);
  }
}

function readModifier(
  where: Ranked,
  from: number,
  place: Parameters<ModifierReader['modify']>[2],
  reader: ModifierReader,
): void {
  const { text } = where.source;
  if (text.startsWith('MODIFY:', from)) reader.modify(where, from + 'MODIFY:'.length, place);
  else if (text.startsWith('MODIFYOTHER:', from)) reader.modifyOther(where, from + 'MODIFYOTHER:'.length, place);
}

function readObjectModifiers(definitions: Definitions, reader: ModifierReader): void {
  const { scopes, objects } = definitions;
  for (const object of objects.all) {
    const tokens = object.text?.tokens ?? [];
    const place = placeOf(object);
    const prefix = `${object.name}: `;
    const partScope = scopes.partOf(object.scope);
    for (let i = 0; i < tokens.length; i++) {
      const where = { source: tokens[i], rank: object.where.rank + 1 + i };
      readModifier(where, 0, place, reader);
      if (partScope === undefined || !tokens[i].text.startsWith('PART:')) continue;
      const token = readPart(tokens[i].text);
      const part = 'fault' in token ? undefined : objects.find(partScope, `${object.key}#${token.number}`);
      // One that is declared as an object of its own was refused before.
      if ('fault' in token || part === undefined || part.text !== undefined) continue;
      readModifier(where, token.at - token.token.length - 1, { ...placeOf(part), prefix }, reader);
    }
  }
}

function placeOf({ index, scope, name }: DeclaredObject): Parameters<ModifierReader['modify']>[2] {
  return { carrier: { by: 'class', class: index }, scope, prefix: `${name}: ` };
}

function warnOfNothing({ name }: CampaignText, report: Report): void {
  const source = { file: name, line: 1, column: 1, text: '' };
  report.warning(
    { source, rank: 0 },
    {
      code: 'file',
      at: 0,
      message: `the campaign has no lines and no objects: name its files, such as ${quoteText('VARIABLE:file')}`,
    },
  );
}

function programOf(
  { scopes, objects }: Definitions,
  variables: readonly Variable[],
  { modifiers }: ModifierReader,
): Program {
  const model = modelOfCampaign(scopes, objects, variables);
  let fingerprint: string | undefined;
  return {
    model,
    rules: { ...noRules, modifiers },
    // Made when it is asked for: only saved worlds name it.
    get fingerprint() {
      return (fingerprint ??= fingerprintOf(model, modifiers));
    },
  };
}

/** What a checked campaign answers. */
function createCampaign(definitions: Definitions, lowerer: FormulaLowerer, program: Program): Campaign {
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
