import type { Node } from '../../../ir/node.js';
import type { CellModification, CellModifier, Grouping, ModifierCarrier } from '../../../ir/rule.js';
import { greatestInt } from '../../../kernel/numeric-value.js';
import { listTexts, quoteText } from '../../text/quote.js';
import { scopeFault } from '../definitions/define-names.js';
import type { Definitions, FunctionTable } from '../definitions/definitions.js';
import type { Fault, Ranked } from '../parse/campaign-problem.js';
import { type Scope, fold, type Layout } from '../definitions/scopes.js';
import { parseFormula } from '../parse/parse-formula.js';
import { type Formula, partsWithin } from '../syntax.js';
import { builtInFunctions } from '../lower/calls.js';
import { type FormulaLowerer, divisionByZero, isZero } from '../lower/lower-formula.js';
import { nodeOfContent, findName, isFault } from '../lower/lowering.js';
import { readConstant, type Format, formatName, formatOfVariable } from '../parse/value-format.js';
import { type Part, type SourceText, isList, splitFields, splitValue } from '../parse/line.js';
import { nearestName } from '../../text/nearest-name.js';

export interface CarrierPlace {
  readonly carrier: ModifierCarrier;
  readonly scope: Scope;
  /** Precedes the token in explain; empty for lines of files. */
  readonly prefix: string;
}

export interface Modifiers {
  readonly definitions: Definitions;
  readonly layout: Layout;
  readonly lowerer: FormulaLowerer;
  readonly modifiers: CellModifier[];
  readonly sources: SourceText[];
  readonly offsets: number[];
}

interface Reading {
  readonly place: CarrierPlace;
  readonly scope: Scope;
  readonly where: Ranked;
  /** From its variable on. */
  readonly parts: readonly Part[];
  readonly others: Grouping | undefined;
  readonly isIdle: boolean;
}

/** Variable, modification and value. */
const required = 3;

const modifyToken = 'MODIFY:';
const otherToken = 'MODIFYOTHER:';

/** Reads a modifier, if one begins at an offset of a line or token. */
export function readModifier(into: Modifiers, where: Ranked, from: number, place: CarrierPlace): void {
  const { text } = where.source;
  if (text.startsWith(modifyToken, from)) {
    const parts = partsOf(into, where, from + modifyToken.length, required, 'MODIFY:Variable|MODIFIER|value');
    if (parts !== undefined) read(into, { place, scope: place.scope, where, parts, others: undefined, isIdle: false });
  } else if (text.startsWith(otherToken, from)) {
    readOther(into, where, from + otherToken.length, place);
  }
}

function readOther(into: Modifiers, where: Ranked, from: number, place: CarrierPlace): void {
  const { definitions } = into;
  const { scopes, report } = definitions;
  const all = partsOf(into, where, from, required + 2, 'MODIFYOTHER:SCOPE|target|Variable|MODIFIER|value');
  if (all === undefined) return;
  const [{ text, at }, target, ...parts] = all;
  const scope = scopes.find(text);
  if (scope === undefined) return report.refuse(where, scopeFault(text, at, 'modifier', definitions));
  const found = readTarget(target, scope, definitions);
  if ('fault' in found) return report.refuse(where, found.fault);
  const { warning, others } = found;
  if (warning !== undefined) report.warning(where, warning);
  read(into, { place, scope, where, parts, others, isIdle: others === undefined });
}

function partsOf(
  { definitions: { report } }: Modifiers,
  where: Ranked,
  from: number,
  least: number,
  form: string,
): readonly Part[] | undefined {
  const { text } = where.source;
  const fields = text.includes('\t') ? splitFields(text) : undefined;
  const tab = fields === undefined || (fields.length === 1 && fields[0].at === 0) ? -1 : text.indexOf('\t');
  const parts = tab < 0 ? splitValue(fields?.[0].text ?? text, from) : [];
  const empty = parts.length < least ? undefined : parts.slice(0, least).find((part) => part.text === '');
  if (parts.length >= least && empty === undefined) return parts;
  const at = tab >= 0 ? tab : (empty?.at ?? text.length);
  const why = tab >= 0 ? 'it ends its line' : 'none of these may be left out';
  report.error(where, 'syntax', at, `a modifier is ${quoteText(form)}, perhaps with \`|PRIORITY=number\`, and ${why}`);
  return undefined;
}

function read(into: Modifiers, reading: Reading): void {
  const { definitions, layout, modifiers, sources, offsets } = into;
  const { report } = definitions;
  const { where, parts, scope, others } = reading;
  const { carrier, prefix } = reading.place;
  const [variablePart, modificationPart, value] = parts;
  const found = findName('variable', variablePart.text, scope, definitions);
  if (found === undefined) return;
  if (isFault(found)) return report.refuse(where, { ...found, at: variablePart.at });
  const format = formatOfVariable(found);
  const known = modificationsOf(format);
  const modification = known.get(modificationPart.text);
  if (modification === undefined)
    return report.refuse(where, unknownModification(modificationPart, format, [...known.keys()]));
  // Changes come before reads: see `Layout`.
  layout.mention(found);
  const amount = amountOf(into, reading, format);
  if (amount === undefined) return;
  const priority = readPriority(parts);
  if (typeof priority === 'object') return report.refuse(where, priority);
  if (modification === 'divide' && isZero(amount))
    report.warning(where, { code: 'arithmetic', at: value.at, message: divisionByZero('DIVIDE') });
  if (reading.isIdle) return;
  const { source } = where;
  sources.push(source);
  offsets.push(value.at);
  modifiers.push({
    index: modifiers.length,
    name: prefix === '' ? source.text : prefix + source.text,
    variable: found.index,
    carrier,
    others,
    modification,
    amount,
    text: value.text,
    priority,
    whenAbsent: 'fail',
    origin: source,
  });
}

function amountOf(into: Modifiers, { where, parts, scope }: Reading, format: Format): Node | undefined {
  const { lowerer, definitions } = into;
  const { report } = definitions;
  const [, { text: modification }, { text, at }] = parts;
  const content = readConstant(format, text);
  if (content !== undefined) {
    warnOfText(into, where, parts[2], format);
    return nodeOfContent(format, content);
  }
  if (format.name === 'ARRAY' && isList(text)) {
    report.error(
      where,
      'format',
      at,
      `${quoteText(text)} is not a list of constants of ${format.of.name}: an array is such constants with one comma between them`,
    );
    return undefined;
  }
  const { formula, problem } = parseFormula(text);
  if (formula === undefined) {
    report.error(where, 'syntax', at + problem.at, problem.message, hintForValue(text, format));
    return undefined;
  }
  const place = { scope, running: format };
  const asserted = modification === 'SET' && format.name !== 'NUMBER' ? format : undefined;
  const { node, fault } = lowerer.lower(formula, place, asserted, format);
  for (const warning of lowerer.warnings) report.warning(where, { ...warning, at: at + warning.at });
  if (fault !== undefined) {
    const isElement =
      format.name === 'ARRAY' &&
      modification === 'ADD' &&
      lowerer.lower(formula, place, undefined, format.of).node !== undefined;
    const suggestion = isElement ? hintForElement(text, formula) : (hintForPriority(text) ?? fault.suggestion);
    report.refuse(where, { ...fault, at: at + fault.at, suggestion });
  }
  return node;
}

function warnOfText({ definitions }: Modifiers, where: Ranked, { text, at }: Part, format: Format): void {
  const isText = format.name === 'STRING' || (format.name === 'ARRAY' && format.of.name === 'STRING');
  if (!isText || !looksLikeFormula(text, definitions.functions)) return;
  definitions.report.warning(where, {
    code: 'format',
    at,
    message: 'a STRING is taken as it is written, so this is a text, not a formula',
    suggestion: text.startsWith('"') ? 'leave the quotes out, unless they belong to it' : undefined,
  });
}

function unknownModification({ text, at }: Part, format: Format, known: readonly string[]): Fault {
  const other = known.find((name) => name === text.toUpperCase());
  return {
    code: 'modifier',
    at,
    message: `${quoteText(text)} is not a modifier of ${formatName(format)}, which has ${listTexts(known)}`,
    suggestion: other === undefined ? undefined : `write ${quoteText(other)}: modifiers do not ignore case`,
  };
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

function modificationsOf({ name }: Format): ReadonlyMap<string, CellModification> {
  if (name === 'NUMBER') return ofNumbers;
  return name === 'ARRAY' ? ofArrays : ofOthers;
}

function hintForPriority(text: string): string | undefined {
  const priority = /\s(PRIORITY=\d*)\s*$/i.exec(text);
  return priority === null
    ? undefined
    : `write ${quoteText(`|${priority[1].toUpperCase()}`)}, without blanks before it`;
}

function hintForValue(text: string, { name }: Format): string | undefined {
  const priority = hintForPriority(text);
  if (priority !== undefined) return priority;
  const example = name === 'DICE' ? '2d6+1' : '5,10';
  if (name === 'DICE' || name === 'ORDEREDPAIR')
    return `it is not a constant of ${name} either, such as ${quoteText(example)}`;
  return name === 'NUMBER' && /^[+-]?\d+,\d+$/.test(text) ? `write ${quoteText(text.replace(',', '.'))}` : undefined;
}

function hintForElement(text: string, { kind }: Formula): string {
  return `write ${quoteText(`SET|value()+${kind === 'binary' ? `(${text})` : text}`)}`;
}

/** True for a text that begins with a quote, or calls a known function. */
function looksLikeFormula(text: string, functions: FunctionTable): boolean {
  if (text.startsWith('"')) return true;
  const formula = text.includes('(') ? parseFormula(text).formula : undefined;
  const parts = formula === undefined ? [] : [...partsWithin(formula)];
  return parts.some(
    (part) =>
      part.kind === 'call' && (builtInFunctions.has(fold(part.name)) || functions.find(part.name) !== undefined),
  );
}

/** No `others`: none that is declared. */
type TargetFound =
  | { readonly fault: Fault }
  | { readonly others: Grouping | undefined; readonly warning?: Fault | undefined };

const words = /^([A-Za-z]+)=/;

/** `ALL`, `GROUP=name`, `KEY=key` or a key. */
function readTarget(part: Part, scope: Scope, definitions: Definitions): TargetFound {
  const { text, at } = part;
  if (text === 'ALL') return { others: { kind: scope.index, which: { by: 'all' } } };
  const word = words.exec(text)?.[1];
  if (word === undefined) return byKey(part, scope, definitions);
  const rest = { text: text.slice(word.length + 1), at: at + word.length + 1 };
  if (word !== 'GROUP' && word !== 'KEY') {
    return {
      fault: {
        code: 'syntax',
        at,
        message: `${quoteText(`${word}=`)} has no meaning here: what is reached is \`ALL\`, \`GROUP=name\`, \`KEY=key\` or a key`,
        suggestion: definitions.report.nearest(`${word}=`, ['GROUP=', 'KEY=']),
      },
    };
  }
  const isKey = word === 'KEY';
  if (rest.text === '')
    return {
      fault: { code: 'syntax', at: rest.at, message: `the ${isKey ? 'key' : 'name of the group'} is missing` },
    };
  return (isKey ? byKey : byGroup)(rest, scope, definitions);
}

function byKey({ text, at }: Part, scope: Scope, { objects, report }: Definitions): TargetFound {
  const object = objects.find(scope, text);
  if (object !== undefined) return { others: { kind: scope.index, which: { by: 'class', class: object.index } } };
  if (objects.isSpoilt(`${scope.name}|${text}`)) return { others: undefined };
  const group = /^(GROUP|KEY):(.+)$/s.exec(text);
  const suggestion =
    group !== null
      ? `write ${quoteText(`${group[1]}=${group[2]}`)}`
      : fold(text) === 'all'
        ? 'write `ALL` in capitals to reach all of them'
        : report.nearest(text, objects.keysIn(scope));
  return { others: undefined, warning: idle(`there is no object ${quoteText(text)} of ${scope.name}`, at, suggestion) };
}

function byGroup({ text, at }: Part, scope: Scope, { objects, report }: Definitions): TargetFound {
  const group = objects.group(text);
  const known = objects.groupsIn(scope);
  const others: Grouping = { kind: scope.index, which: { by: 'group', group } };
  if (known.has(group)) return { others };
  return {
    others,
    warning: idle(`no object of ${scope.name} is in a group ${quoteText(text)}`, at, report.nearest(text, known)),
  };
}

function idle(what: string, at: number, suggestion: string | undefined): Fault {
  return { code: 'unknown-variable', at, message: `${what}: this modifier has no effect`, suggestion };
}

const priorityToken = 'PRIORITY=';

function readPriority(parts: readonly Part[]): number | Fault {
  const fault = (at: number, message: string, suggestion?: string): Fault => ({
    code: 'priority',
    at,
    message,
    suggestion,
  });
  let priority: number | undefined;
  for (let i = required; i < parts.length; i++) {
    const { text, at } = parts[i];
    if (text === '') return fault(at, ...endedTooEarly(parts, i));
    if (!text.startsWith(priorityToken)) {
      return fault(
        at,
        `${quoteText(text)} has no meaning after a value: only \`PRIORITY=number\` may follow`,
        hintFor(text),
      );
    }
    const digits = text.slice(priorityToken.length);
    const value = /^\d+$/.test(digits) ? Number(digits) : NaN;
    if (!(value <= greatestInt)) {
      return fault(
        at + priorityToken.length,
        `a priority is a whole number from 0 to ${greatestInt}, not ${quoteText(digits)}`,
      );
    }
    if (priority !== undefined) return fault(at, 'a modifier has one priority: leave one of the two out');
    priority = value;
  }
  return priority ?? 0;
}

function endedTooEarly(parts: readonly Part[], empty: number): [message: string, suggestion: string] {
  if (empty === parts.length - 1)
    return ['expected `PRIORITY=number` after the last `|`, found nothing', 'leave the `|` out'];
  const after = parts.findIndex(({ text }, i) => i > empty && text.startsWith(priorityToken));
  const meant = parts
    .slice(required - 1, after < 0 ? parts.length : after)
    .map(({ text }) => text)
    .join('|');
  const suggestion = meant.endsWith('|') ? 'write it once' : `put it in brackets: ${quoteText(`(${meant})`)}`;
  return ['`|` ends a value, also where it is written twice', suggestion];
}

function hintFor(text: string): string | undefined {
  const [, name, number] = /^([A-Za-z]+)[\s=:]*(\d*)$/.exec(text) ?? [];
  return name === undefined || nearestName(name, ['PRIORITY']) === undefined
    ? undefined
    : `write ${quoteText(priorityToken + number)}`;
}

const form = /^PART:0*([1-9]\d{0,8})\|(?=(?:MODIFY|MODIFYOTHER):)/;

/** `PART:number|token` */
export function readPart(text: string) {
  const match = form.exec(text);
  if (match !== null) return { number: match[1], at: match[0].length };
  const message = 'a part is `PART:number|MODIFY:…` or `PART:number|MODIFYOTHER:…`, the number from 1 on';
  return { fault: { code: 'syntax', at: 'PART:'.length, message } as const };
}
