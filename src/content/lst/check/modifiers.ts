import { dataOf } from '../../../eval/shape.js';
import type { CellModifier, Grouping, ModifierCarrier, CellModification } from '../../../ir/rule.js';
import { numeral } from '../../../eval/ops/numeric.js';
import type { Node } from '../../../ir/node.js';
import { listTexts, quoteText } from '../../diagnostics/quote.js';
import { type Definitions, type FunctionTable, partsWithin } from '../definitions/definitions.js';
import { unknownScope } from '../definitions/define-names.js';
import { formatOfVariable, type Format, formatName } from '../text/format.js';
import type { Fault, Ranked, Report } from '../definitions/report.js';
import { type Scope, fold } from '../definitions/scopes.js';
import type { Layout } from '../definitions/variables.js';
import { parseFormula } from '../formula/parse.js';
import { type FormulaLowerer, divisionByZero } from '../lower/lower-formula.js';
import { nodeOfContent } from '../lower/lowering.js';
import { findVariable, isFault } from '../lower/names.js';
import { readConstant } from '../text/constants.js';
import { type Part, type SourceText, hasSeparator, splitFields, splitValue } from '../text/line.js';
import { readPriority, readTarget } from './modifier-parts.js';
import type { Formula } from '../formula/syntax.js';
import { builtInFunctions } from './signatures.js';

/** Who carries the modifiers of a line or token, and where its names are looked up. */
export interface CarrierPlace {
  readonly carrier: ModifierCarrier;
  readonly scope: Scope;
  /** What stands before the token where explain names it; empty for lines of files. */
  readonly prefix: string;
}

/** Checks modifiers and lowers them, in definition order. */
export interface ModifierReader {
  /** `Var|MOD|value…`, from an offset of the text on. */
  modify(where: Ranked, from: number, place: CarrierPlace): void;
  /** `SCOPE|TARGET|Var|MOD|value…` */
  modifyOther(where: Ranked, from: number, place: CarrierPlace): void;
  readonly modifiers: readonly CellModifier[];
  /** The line or token of each. */
  readonly sources: readonly SourceText[];
  /** Where in that the value of each begins. */
  readonly offsets: readonly number[];
}

interface Target {
  readonly place: CarrierPlace;
  /** Where names are looked up. */
  readonly scope: Scope;
  readonly others: Grouping | undefined;
  /** Nothing is there for it to reach: it is checked, and no more. */
  readonly isIdle: boolean;
}

export function createModifierReader(
  definitions: Definitions,
  layout: Layout,
  lowerer: FormulaLowerer,
  report: Report,
): ModifierReader {
  const modifiers: CellModifier[] = [];
  const sources: SourceText[] = [];
  const offsets: number[] = [];

  /** The parts of a modifier from its variable on. */
  function read(where: Ranked, parts: readonly Part[], first: number, target: Target): void {
    const variablePart = parts[first];
    const found = findVariable(variablePart.text, target.scope, definitions, report);
    if (found === undefined) return;
    if (isFault(found)) {
      report.error(where, { ...found, at: variablePart.at });
      return;
    }
    const format = formatOfVariable(found);
    const modificationPart = parts[first + 1];
    const known = modificationsOf(format);
    const modification = known.get(modificationPart.text);
    if (modification === undefined) {
      report.error(where, unknownModification(modificationPart, format, [...known.keys()]));
      return;
    }
    // What is changed comes before what is read: see `Layout`.
    layout.mention(found);
    const value = parts[first + 2];
    const amount = amountOf(where, value, format, modificationPart.text, target.scope);
    if (amount === undefined) return;
    const priority = readPriority(parts, first + 3);
    if (typeof priority === 'object') {
      report.error(where, priority);
      return;
    }
    if (modification === 'divide' && isZero(amount)) {
      report.warning(where, { code: 'arithmetic', at: value.at, message: divisionByZero('DIVIDE') });
    }
    if (target.isIdle) return;
    const { others, place } = target;
    const { source } = where;
    const modifier: CellModifier = {
      index: modifiers.length,
      name: place.prefix === '' ? source.text : place.prefix + source.text,
      variable: found.index,
      carrier: place.carrier,
      modification,
      amount,
      text: value.text,
      priority,
      whenAbsent: 'fail',
      origin: source,
    };
    sources.push(source);
    offsets.push(value.at);
    modifiers.push(others === undefined ? modifier : { ...modifier, others });
  }

  /** A constant of the format, or else a formula. */
  function amountOf(
    where: Ranked,
    { text, at }: Part,
    format: Format,
    modification: string,
    scope: Scope,
  ): Node | undefined {
    const content = readConstant(format, text);
    if (content !== undefined) {
      warnOfText(where, { text, at }, format);
      return nodeOfContent(format, content);
    }
    if (format.name === 'ARRAY' && hasSeparator(text, ',')) {
      report.error(where, {
        code: 'format',
        at,
        message: `${quoteText(text)} is no list of constants of ${format.of.name}: an array is such constants with one comma between them`,
      });
      return undefined;
    }
    const { formula, problem } = parseFormula(text);
    if (formula === undefined) {
      report.error(where, {
        code: 'syntax',
        at: at + problem.at,
        message: problem.message,
        suggestion: hintForValue(text, format),
      });
      return undefined;
    }
    const asserted = modification === 'SET' && format.name !== 'NUMBER' ? format : undefined;
    const { node, fault } = lowerer.lower(formula, { scope, running: format }, asserted, format);
    for (const warning of lowerer.warnings) report.warning(where, { ...warning, at: at + warning.at });
    if (fault !== undefined) {
      const isElement =
        format.name === 'ARRAY' &&
        modification === 'ADD' &&
        lowerer.lower(formula, { scope, running: format }, undefined, format.of).node !== undefined;
      const suggestion = isElement ? hintForElement(text, formula) : (hintForPriority(text) ?? fault.suggestion);
      report.error(where, { ...fault, at: at + fault.at, suggestion });
    }
    return node;
  }

  function warnOfText(where: Ranked, { text, at }: Part, format: Format): void {
    const isText = format.name === 'STRING' || (format.name === 'ARRAY' && format.of.name === 'STRING');
    if (!isText || !looksLikeFormula(text, definitions.functions)) return;
    report.warning(where, {
      code: 'format',
      at,
      message: 'a STRING is taken as it is written, so this is a text and no formula',
      suggestion: text.startsWith('"') ? 'leave the quotes out, unless they belong to it' : undefined,
    });
  }

  /** The parts behind the token's name, if there are enough and none of those that must be there is empty. */
  function partsOf(where: Ranked, from: number, least: number, form: string): readonly Part[] | undefined {
    const { text } = where.source;
    // TABs at the end of a line separate nothing.
    const fields = text.includes('\t') ? splitFields(text) : undefined;
    const tab = fields === undefined || (fields.length === 1 && fields[0].at === 0) ? -1 : text.indexOf('\t');
    const parts = tab < 0 ? splitValue(fields?.[0].text ?? text, from) : [];
    const empty = parts.length < least ? undefined : parts.slice(0, least).find((part) => part.text === '');
    if (parts.length >= least && empty === undefined) return parts;
    const at = tab >= 0 ? tab : (empty?.at ?? text.length);
    const why = tab >= 0 ? 'nothing stands behind it in its line' : 'none of these may be left out';
    report.error(where, {
      code: 'syntax',
      at,
      message: `a modifier is ${quoteText(form)}, perhaps with ${quoteText('|PRIORITY=number')}, and ${why}`,
    });
    return undefined;
  }

  return {
    modify(where, from, place) {
      const parts = partsOf(where, from, 3, 'MODIFY:Variable|MODIFIER|value');
      if (parts !== undefined) read(where, parts, 0, { place, scope: place.scope, others: undefined, isIdle: false });
    },
    modifyOther(where, from, place) {
      const parts = partsOf(where, from, 5, 'MODIFYOTHER:SCOPE|target|Variable|MODIFIER|value');
      if (parts === undefined) return;
      const [scopePart, targetPart] = parts;
      const { scopes } = definitions;
      const scope = scopes.find(scopePart.text);
      if (scope === undefined) {
        const names = scopes.all.slice(1).map(({ name }) => name);
        report.error(where, {
          code: 'scope',
          at: scopePart.at,
          message: unknownScope(scopePart.text, 'modifier'),
          suggestion: report.nearest(scopePart.text, names),
        });
        return;
      }
      const found = readTarget(targetPart, scope, definitions, report);
      if ('fault' in found) {
        report.error(where, found.fault);
        return;
      }
      if (found.warning !== undefined) report.warning(where, found.warning);
      read(where, parts, 2, { place, scope, others: found.others, isIdle: found.others === undefined });
    },
    modifiers,
    sources,
    offsets,
  };
}

function unknownModification({ text, at }: Part, format: Format, known: readonly string[]): Fault {
  const other = known.find((name) => name === text.toUpperCase());
  return {
    code: 'modifier',
    at,
    message: `${quoteText(text)} is no modifier of ${formatName(format)}, which has ${listTexts(known)}`,
    suggestion: other === undefined ? undefined : `write ${quoteText(other)}: modifiers do not ignore case`,
  };
}

function isZero(node: Node): boolean {
  return dataOf(node, numeral)?.value === 0;
}

const ofNumbers: ReadonlyMap<string, CellModification> = new Map([
  ['SET', 'set'],
  ['ADD', 'add'],
  ['MULTIPLY', 'multiply'],
  ['DIVIDE', 'divide'],
  ['MAX', 'maximum'],
  ['MIN', 'minimum'],
]);
const ofArrays: ReadonlyMap<string, CellModification> = new Map([
  ['SET', 'set'],
  ['ADD', 'union'],
]);
const ofOthers: ReadonlyMap<string, CellModification> = new Map([['SET', 'set']]);

/** What variables of a format can be modified by, by name. */
function modificationsOf({ name }: Format): ReadonlyMap<string, CellModification> {
  if (name === 'NUMBER') return ofNumbers;
  return name === 'ARRAY' ? ofArrays : ofOthers;
}

/** What to write where blanks stand before a priority, which makes it a part of the formula. */
function hintForPriority(text: string): string | undefined {
  const priority = /\s(PRIORITY=\d*)\s*$/i.exec(text);
  return priority === null
    ? undefined
    : `write ${quoteText(`|${priority[1].toUpperCase()}`)}, without blanks before it`;
}

/** What the value of a modifier might have been meant for, when it is no formula of its format. */
function hintForValue(text: string, format: Format): string | undefined {
  const priority = hintForPriority(text);
  if (priority !== undefined) return priority;
  switch (format.name) {
    case 'NUMBER':
      return /^[+-]?\d+,\d+$/.test(text) ? `write ${quoteText(text.replace(',', '.'))}` : undefined;
    case 'DICE':
      return `it is no constant of DICE either, such as ${quoteText('2d6+1')}`;
    case 'ORDEREDPAIR':
      return `it is no constant of ORDEREDPAIR either, such as ${quoteText('5,10')}`;
    default:
      return undefined;
  }
}

/** What to set an array to, where a formula is one element that was to be added. */
function hintForElement(text: string, formula: Formula): string {
  return `write ${quoteText(`SET|value()+${formula.kind === 'binary' ? `(${text})` : text}`)}`;
}

/** Whether a text, which is taken as it is written, begins with a quote, or is a formula that calls something. */
function looksLikeFormula(text: string, functions: FunctionTable): boolean {
  if (text.startsWith('"')) return true;
  const formula = text.includes('(') ? parseFormula(text).formula : undefined;
  if (formula === undefined) return false;
  for (const part of partsWithin(formula)) {
    if (part.kind === 'call' && (builtInFunctions.has(fold(part.name)) || functions.find(part.name) !== undefined))
      return true;
  }
  return false;
}
