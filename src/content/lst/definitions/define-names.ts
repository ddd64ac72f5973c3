import type { Content, Variable } from '../../../model/model.js';
import { quoteText } from '../../text/quote.js';
import {
  type Format,
  formatName,
  formatNames,
  formatOfVariable,
  parseFormat,
  plainFormats,
} from '../parse/value-format.js';
import { type Part, type SourceText, findMissingTab, splitFields } from '../parse/line.js';
import { describePlace, type Fault, type Ranked, type Report, noTables } from '../parse/campaign-problem.js';
import type { Definitions } from './definitions.js';
import { type Scope, describeScope, explain, fixedScopes, isVisible, rootName } from './scopes.js';

export const nameRule = 'a name is a letter, then letters, digits or `_`';

export function isName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(text);
}

type What = 'variable' | 'channel';

type Naming = ReturnType<typeof createNaming>;

/** `reportedFormats`: without a default; each is reported once. */
export function createNaming(definitions: Definitions) {
  return { definitions, reportedFormats: new Set<string>(), places: createPlaces() };
}

interface NameLine {
  readonly where: Ranked;
  readonly what: What;
  readonly scope: Scope;
  /** `F=Name` or `Name` */
  readonly part: Part;
  readonly explanation: string | undefined;
}

const explanationToken = 'EXPLANATION:';
const globalToken = 'GLOBAL:';
const channelToken = 'CHANNEL:';
const prefixes: readonly string[] = [globalToken, 'LOCAL:', channelToken];

/** `GLOBAL:F=Name`, `F=Name`, `Name`, `LOCAL:SCOPE|F=Name` or `CHANNEL:SCOPE|F=Name`; `F=` may be missing. */
export function defineName(naming: Naming, where: Ranked): void {
  const prefix = prefixes.find((each) => where.source.text.startsWith(each)) ?? '';
  const fields = fieldsOf(naming, where, prefix);
  if (fields === undefined) return;
  const { head, explanation } = fields;
  const what = prefix === channelToken ? 'channel' : 'variable';
  const found =
    prefix === globalToken || prefix === ''
      ? { scope: naming.definitions.scopes.root, part: head }
      : scopeOf(naming, where, head, what);
  if (found !== undefined) declare(naming, { where, what, explanation, ...found });
}

export function spoilNames(naming: Naming, { source }: Ranked): void {
  const [first = { text: '', at: 0 }] = splitFields(source.text);
  spoil(naming, 'variable', first);
  spoil(naming, 'channel', first);
}

function fieldsOf(naming: Naming, where: Ranked, { length }: string) {
  const { text } = where.source;
  if (!text.includes('\t')) return { head: { text: text.slice(length), at: length }, explanation: undefined };
  const [first = { text: '', at: 0 }, ...more] = splitFields(text);
  const wrong = more.find((field) => !field.text.startsWith(explanationToken));
  if (wrong !== undefined) {
    spoilNames(naming, where);
    naming.definitions.report.error(
      where,
      'syntax',
      wrong.at,
      `${quoteText(wrong.text)} has no meaning here: only \`EXPLANATION:\` may follow the name`,
    );
    return undefined;
  }
  const head = { text: first.text.slice(length), at: first.at + length };
  return { head, explanation: more.at(-1)?.text.slice(explanationToken.length) };
}

function scopeOf(naming: Naming, where: Ranked, { text, at }: Part, what: What) {
  const { scopes, report } = naming.definitions;
  const bar = text.indexOf('|');
  const name = text.slice(0, Math.max(0, bar));
  const part = { text: text.slice(bar + 1), at: at + bar + 1 };
  const isRoot = what === 'channel' && name.toUpperCase() === rootName;
  const scope = bar < 0 ? undefined : isRoot ? scopes.root : scopes.find(name);
  if (scope !== undefined) return { scope, part };
  spoil(naming, what, part);
  if (bar >= 0) report.refuse(where, scopeFault(name, at, what, naming.definitions));
  else {
    report.error(
      where,
      'syntax',
      at,
      `a ${what === 'channel' ? 'channel' : 'local variable'} is \`SCOPE|FORMAT=Name\`: the scope is missing`,
    );
  }
  return undefined;
}

function spoil({ definitions }: Naming, what: What, { text }: Part): void {
  // Blanks in place of a TAB end the name.
  const head = text.slice(0, findMissingTab(text)?.at);
  const equals = head.indexOf('=');
  const from = equals < 0 ? Math.max(head.lastIndexOf('|'), head.lastIndexOf(':')) : equals;
  definitions[`${what}s`].spoil(head.slice(from + 1).trim());
}

function declare(naming: Naming, line: NameLine): void {
  const { definitions, places } = naming;
  const { report } = definitions;
  const { where, what, scope, part, explanation } = line;
  const equals = part.text.indexOf('=');
  const name = part.text.slice(equals + 1);
  const nameAt = part.at + equals + 1;
  const formatText = part.text.slice(0, Math.max(0, equals));
  const format = equals < 0 ? plainFormats.NUMBER : parseFormat(formatText);
  if (!isName(name)) {
    spoil(naming, what, part);
    return report.error(where, 'syntax', nameAt, wrongName(name, what));
  }
  if (format === undefined) {
    spoil(naming, what, part);
    return report.refuse(where, unknownFormat(formatText, part.at, report));
  }
  const made = definitions[`${what}s`].declare(scope, name, format, initialOf(naming, line, name, format));
  if ('clash' in made) {
    spoil(naming, what, part);
    return report.error(where, 'overlap', nameAt, clashMessage(naming, line, format, made.clash));
  }
  places.add(made, where.source);
  if (explanation !== undefined) explain(made, explanation);
}

function initialOf({ definitions, reportedFormats }: Naming, line: NameLine, name: string, of: Format): Content {
  const initial = definitions.defaults.of(of);
  if (initial !== undefined) return initial;
  const format = formatName(of);
  if (!reportedFormats.has(format)) {
    reportedFormats.add(format);
    definitions.report.error(
      line.where,
      'default',
      0,
      `the ${line.what} ${quoteText(name)} has the format ${format}, which has no default: ${addDefault(format)}`,
    );
  }
  return { value: 0 };
}

export function addDefault(format: string): string {
  return `add a line ${quoteText(`DEFAULTVARIABLEVALUE:${format}|…`)}`;
}

function clashMessage(
  { definitions, places }: Naming,
  { what, scope }: NameLine,
  format: Format,
  clash: Variable,
): string {
  const other = definitions.scopes.all[clash.kind - 1];
  const place = places.of(clash);
  const before = `${quoteText(clash.name)} is a ${what} of ${describeScope(other)} already${place === undefined ? '' : `, at ${describePlace(place)}`}`;
  const why =
    other === scope
      ? `with the format ${formatName(formatOfVariable(clash))} and not ${formatName(format)}`
      : `and both would be seen from ${describeScope(isVisible(clash.kind, scope) ? scope : other)}`;
  return `${before}, ${why}: give one of them another name`;
}

/** Places of the first declarations of variables, maybe a million: they are indexed when the first two clash. */
function createPlaces() {
  const variables: Variable[] = [];
  const sources: SourceText[] = [];
  const sorted = new Map<Variable, SourceText>();
  let count = 0;
  return {
    add(variable: Variable, source: SourceText): void {
      variables.push(variable);
      sources.push(source);
    },
    of(variable: Variable): SourceText | undefined {
      for (; count < variables.length; count++) {
        if (!sorted.has(variables[count])) sorted.set(variables[count], sources[count]);
      }
      return sorted.get(variable);
    },
  };
}

function wrongName(name: string, what: What): string {
  if (name === '') return `the name of the ${what} is missing`;
  if (isName(name.trim())) return `the name ${quoteText(name)} has blanks at an end: write ${quoteText(name.trim())}`;
  return `${quoteText(name)} cannot name a ${what}: ${nameRule}`;
}

const insteadOfRoot = {
  variable: 'a variable of the character is defined by `GLOBAL:`',
  channel: '',
  object: 'give it a scope of objects',
  fact: 'facts are of objects',
  modifier: 'variables of the character are changed by `MODIFY:`',
};

export function unknownScope(name: string, what: keyof typeof insteadOfRoot): string {
  if (name.toUpperCase() === rootName)
    return `${quoteText(name)} is the character, not a scope of objects: ${insteadOfRoot[what]}`;
  return `there is no scope ${quoteText(name)}: a scope is one of ${what === 'channel' ? 'PC, ' : ''}${fixedScopes.join(', ')}, or defined by \`DYNAMICSCOPE:\``;
}

export function scopeFault(
  name: string,
  at: number,
  what: keyof typeof insteadOfRoot,
  { scopes, report }: Pick<Definitions, 'scopes' | 'report'>,
): Fault {
  return { code: 'scope', at, message: unknownScope(name, what), suggestion: report.nearest(name, scopes.names()) };
}

export function unknownFormat(text: string, at: number, report: Report): Fault {
  const upper = text.toUpperCase();
  return {
    code: 'format',
    at,
    message: `there is no format ${quoteText(text)}: a format is NUMBER, BOOLEAN, STRING, ORDEREDPAIR, DICE, or ARRAY[…] of one of these`,
    suggestion: foreign.find(([start]) => upper.startsWith(start))?.[1] ?? report.nearest(text, formatNames),
  };
}

/** Formats of other dialects of this family, by how their names begin. */
const foreign: readonly (readonly [string, string])[] = [
  ['ARRAY[ARRAY', 'an array cannot hold arrays'],
  ['ARRAY', 'say what the array holds, such as `ARRAY[NUMBER]`'],
  ['TABLE', noTables],
  ['COLUMN', noTables],
  ['HANDED', 'write a STRING or BOOLEAN instead'],
  ['COMPOUND', 'write one variable for each part instead'],
];
