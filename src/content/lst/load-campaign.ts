import { type Variable, type Class, type Content, type Kind, type Model, kindOf, modelOf } from '../../model/model.js';
import { type Program, noRules, type CellModifier, type Grouping } from '../../ir/rule.js';
import { quoteText } from '../text/quote.js';
import { declareObjects } from './check/declare-objects.js';
import { readPart, type CarrierPlace, type Modifiers, readModifier } from './check/campaign-modifiers.js';
import { refuseLoop, warnOfIdleFunctions } from './check/whole-campaign.js';
import { type SortedLines, sortLines } from './definitions/control-lines.js';
import {
  defineDefault,
  defineFact,
  defineFunction,
  defineScope,
  refuseRecursion,
  spoilFunction,
} from './definitions/define-data.js';
import { createNaming, defineName, spoilNames, unknownScope } from './definitions/define-names.js';
import {
  type DeclaredObject,
  type Definitions,
  createDefaults,
  createFacts,
  createFunctions,
  createObjects,
  classOfObject,
} from './definitions/definitions.js';
import {
  type Ranked,
  type Report,
  createReport,
  type ErrorCode,
  problemAt,
  type LoadProblem,
  type Problem,
} from './parse/campaign-problem.js';
import {
  type Scope,
  createScopes,
  rootName,
  type NameTable,
  createLayout,
  createNameTable,
  isResolved,
  nameOf,
  fold,
} from './definitions/scopes.js';
import { parseFormula } from './parse/parse-formula.js';
import { type FormulaLowerer, createFormulaLowerer } from './lower/lower-formula.js';
import type { CampaignText } from './parse/campaign-text.js';
import { readConstant, formatNames, formatOfVariable, parseFormat, type Format } from './parse/value-format.js';
import type { Node } from '../../ir/node.js';
import { operationOf } from '../../eval/make-node.js';
import { asSolved } from '../../eval/node-shape.js';
import { createHasher } from '../../kernel/hash.js';

/** The character (undefined), a scope such as `EQUIPMENT`, or an object such as `EQUIPMENT|Sword`. */
export type Place = string | undefined;

export type LoadedCampaign =
  | { readonly ok: true; readonly campaign: Campaign; readonly warnings: readonly LoadProblem[] }
  /** `more`: the number of problems that are not listed. */
  | {
      readonly ok: false;
      readonly problems: readonly LoadProblem[];
      readonly warnings: readonly LoadProblem[];
      readonly more: number;
    };

type CompiledFormula =
  /** Over slot 0: the object or the character for which it was compiled. */
  | { readonly ok: true; readonly node: Node; readonly format: Format }
  | { readonly ok: false; readonly problem: Problem };

export interface FormulaOptions {
  readonly of?: Place;
  /** The format that its place asserts: the formula must have it, and quoted texts are its constants. */
  readonly as?: string | undefined;
  /** The format that it must have, asserted or not. */
  readonly format?: string | undefined;
}

export type Campaign = ReturnType<typeof createCampaign>;

/**
 * Definitions are read in this order, wherever they are: defaults, scopes and facts, variables and channels, functions,
 * objects, modifiers of files, those of objects. All problems are reported at once, of each line or token the first.
 */
export function loadCampaign(text: CampaignText): LoadedCampaign {
  // Unread files may declare anything.
  if (text.problems.length > 0) return { ok: false, problems: text.problems, warnings: [], more: text.more };
  const report = createReport();
  const lines = sortLines(text.control, report);
  const definitions = define(text, lines, report);
  const layout = createLayout(definitions.scopes.all.length);
  const lowerer = createFormulaLowerer(definitions, layout);
  const found: Modifiers = { definitions, layout, lowerer, modifiers: [], sources: [], offsets: [] };
  const { root } = definitions.scopes;
  const character = { carrier: { by: 'kind', kind: root.index }, scope: root, prefix: '' } as const;
  for (const rank of lines.MODIFY) readModifier(found, { source: text.control[rank], rank }, 0, character);
  readObjectModifiers(found);
  if (!report.failed) {
    const variables = layout.finish([definitions.variables, definitions.channels]);
    const program = programOf(variables, found);
    refuseLoop(program, found, text.control.length + definitions.objects.all.length);
    warnOfIdleFunctions(definitions);
    if (text.control.length + text.objects.length === 0) warnOfNothing(text, report);
    if (!report.failed)
      return { ok: true, campaign: createCampaign(definitions, lowerer, program), warnings: report.warnings() };
  }
  return { ok: false, problems: report.errors(), warnings: report.warnings(), more: report.more };
}

function define(text: CampaignText, lines: SortedLines, report: Report): Definitions {
  const at = (rank: number): Ranked => ({ source: text.control[rank], rank });
  const defaults = createDefaults();
  for (const rank of lines.DEFAULTVARIABLEVALUE) defineDefault(at(rank), { defaults, report });
  const dynamic = new Map<string, string>();
  for (const rank of lines.DYNAMICSCOPE) defineScope(at(rank), dynamic, report);
  const scopes = createScopes(dynamic.values());
  const facts = createFacts();
  for (const rank of lines.FACTDEF) defineFact(at(rank), { scopes, facts, report });
  const definitions = {
    report,
    scopes,
    defaults,
    facts,
    variables: createNameTable(false, scopes),
    channels: createNameTable(true, scopes),
    functions: createFunctions(),
    objects: createObjects(),
  };
  const naming = createNaming(definitions);
  // In the order of lines: of two that overlap the second is at fault.
  const names = Int32Array.from([lines.GLOBAL, lines.LOCAL, lines.CHANNEL].flat()).sort();
  for (const rank of names) defineName(naming, at(rank));
  for (const rank of lines.broken) spoilNames(naming, at(rank));
  for (const rank of lines.broken) spoilFunction(at(rank), definitions.functions);
  for (const rank of lines.FUNCTION) defineFunction(at(rank), definitions);
  refuseRecursion(definitions);
  declareObjects(text.objects, text.control.length, definitions);
  return definitions;
}

function readObjectModifiers(found: Modifiers): void {
  const { scopes, objects } = found.definitions;
  for (const object of objects.all) {
    const tokens = object.text?.tokens ?? [];
    const place = placeOf(object);
    const partScope = scopes.partOf(object.scope);
    for (let i = 0; i < tokens.length; i++) {
      const where = { source: tokens[i], rank: object.where.rank + 1 + i };
      readModifier(found, where, 0, place);
      if (partScope === undefined || !tokens[i].text.startsWith('PART:')) continue;
      const token = readPart(tokens[i].text);
      const part = 'fault' in token ? undefined : objects.find(partScope, `${object.key}#${token.number}`);
      // A part declared as an object was refused before.
      if ('fault' in token || part === undefined || part.text !== undefined) continue;
      readModifier(found, where, token.at, { ...placeOf(part), prefix: place.prefix });
    }
  }
}

function placeOf({ index, scope, name }: DeclaredObject): CarrierPlace {
  return { carrier: { by: 'class', class: index }, scope, prefix: `${name}: ` };
}

function warnOfNothing({ name }: CampaignText, report: Report): void {
  const source = { file: name, line: 1, column: 1, text: '' };
  report.warning(
    { source, rank: 0 },
    {
      code: 'file',
      at: 0,
      message: 'the campaign has no lines and no objects: name its files, such as `VARIABLE:file`',
    },
  );
}

function programOf(
  variables: readonly Variable[],
  { definitions: { scopes, objects }, modifiers }: Modifiers,
): Program {
  const model = modelOf({ kinds: scopes.all.map(kindOfScope), classes: objects.all.map(classOfObject), variables });
  let fingerprint: string | undefined;
  return {
    model,
    rules: { ...noRules, modifiers },
    // Only saved worlds need it.
    get fingerprint() {
      return (fingerprint ??= fingerprintOf(model, modifiers));
    },
  };
}

function createCampaign(definitions: Definitions, lowerer: FormulaLowerer, program: Program) {
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
    const source = { file: 'formula', line: 1, column: 1, text };
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
    const unknown = [as, format].find((name) => name !== undefined && parseFormat(name) === undefined);
    const asserted = as === undefined ? undefined : parseFormat(as);
    const wanted = format === undefined ? asserted : parseFormat(format);
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
    /** Of the character. */
    root: scopes.root.index,
    classOf(reference: string): Class | undefined {
      const object = objects.named(reference);
      return object && model.classes[object.index - 1];
    },
    variableOf: (place: Place, name: string) => find(variables, place, name),
    channelOf: (place: Place, name: string) => find(channels, place, name),
    explanationOf: (place: Place, name: string) => find(variables, place, name)?.explanation,
    formatOf: formatOfVariable,
    constantOf: (variable: Variable, text: string) => readConstant(formatOfVariable(variable), text),
    formulaIn,
    /** `Var`, or `SCOPE|key|Var` for a variable of a given class. */
    nameOf,
  };
}

function kindOfScope({ index, name, parent }: Scope): Kind {
  return kindOf({ index, name, attachesTo: parent === undefined ? [] : [parent.index] }, []);
}

/** Texts are hashed in chunks: each call has a cost. */
const chunkLength = 1 << 16;

/**
 * A hash of the meaning of a campaign. The order of modifiers and objects counts. The order of definitions does not,
 * nor do files, lines, explanations and spellings of names.
 */
function fingerprintOf(model: Model, modifiers: readonly CellModifier[]): string {
  const hasher = createHasher();
  let chunk = 'edict formulas 1\n';
  const write = (line: string): void => {
    chunk += `${line}\n`;
    if (chunk.length < chunkLength) return;
    hasher.text(chunk);
    chunk = '';
  };
  for (const { name, attachesTo } of model.kinds) write(`${fold(name)} ${attachesTo.join(' ')}`);
  for (const variable of model.variables) write(variableText(variable));
  for (const each of model.classes) write(classText(each));
  for (const modifier of modifiers) write(modifierText(modifier));
  hasher.text(chunk);
  return hasher.digest();
}

function variableText({ name, kind, type, initial, input }: Variable): string {
  return `${fold(name)} ${kind} ${type.name} ${type.name === 'array' ? type.of.name : ''} ${input ? 'input' : ''} ${contentText(initial)}`;
}

function contentText(content: Content): string {
  if ('text' in content) return JSON.stringify(content.text);
  return `${Object.is(content.value, -0) ? '-0' : content.value}${content.whole === true ? ' whole' : ''}`;
}

function classText({ name, kind, groups, home }: Class): string {
  const all = [...(groups ?? [])]
    .map(fold)
    .sort()
    .map((group) => JSON.stringify(group));
  return `${JSON.stringify(fold(name))} ${kind} ${all.join(' ')} ${home === undefined ? '' : `${home.class} ${home.together}`}`;
}

function modifierText({ variable, carrier, others, modification, priority, amount }: CellModifier): string {
  const by = carrier.by === 'class' ? carrier.class : -carrier.kind;
  return `${variable} ${by} ${others === undefined ? '' : groupingText(others)} ${modification} ${priority} ${nodeText(amount)}`;
}

function groupingText({ kind, which }: Grouping): string {
  const { by } = which;
  const detail = by === 'group' ? ` ${JSON.stringify(fold(which.group))}` : by === 'class' ? ` ${which.class}` : '';
  return `${kind} ${by}${detail}`;
}

function nodeText(node: Node): string {
  const read = asSolved(node);
  if (read !== undefined) return `(${read.variable})`;
  let text = `(${node.op} ${operationOf(node).text?.(node.data) ?? ''}`;
  for (const arg of node.args) text += nodeText(arg);
  return `${text})`;
}
