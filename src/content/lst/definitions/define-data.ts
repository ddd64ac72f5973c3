import { quoteText } from '../../text/quote.js';
import { parseFormula } from '../parse/parse-formula.js';
import { type Formula, partsWithin } from '../syntax.js';
import { builtInFunctions } from '../lower/calls.js';
import { readConstant, formatName, parseFormat } from '../parse/value-format.js';
import { type Part, findMissingTab, splitFields } from '../parse/line.js';
import { describePlace, type Fault, type Ranked, type Report, describeCircle } from '../parse/campaign-problem.js';
import { isName, nameRule, scopeFault, unknownFormat } from './define-names.js';
import { type Definitions, type FunctionTable, findRecursion } from './definitions.js';
import { fixedScopes, fold, mostScopes, rootName } from './scopes.js';

function onlyField(where: Ranked, token: string, report: Report): string | undefined {
  const [first, ...more] = splitFields(where.source.text);
  if (more.length === 0) return first.text.slice(token.length);
  report.error(
    where,
    'syntax',
    more[0].at,
    `${quoteText(more[0].text)} has no meaning here: nothing stands after this token in its line`,
  );
  return undefined;
}

const defaultToken = 'DEFAULTVARIABLEVALUE:';

/** `DEFAULTVARIABLEVALUE:F|v` */
export function defineDefault(where: Ranked, { defaults, report }: Pick<Definitions, 'defaults' | 'report'>): void {
  const text = onlyField(where, defaultToken, report);
  const from = defaultToken.length;
  const bar = text?.indexOf('|') ?? -1;
  if (text === undefined || bar < 0) {
    const broken = parseFormat(/^[A-Za-z]*/.exec(where.source.text.slice(from))?.[0] ?? '');
    if (broken !== undefined) defaults.spoil(broken);
    if (text !== undefined)
      report.error(where, 'syntax', from, 'a default is `DEFAULTVARIABLEVALUE:FORMAT|value`: the value is missing');
    return;
  }
  const format = parseFormat(text.slice(0, bar));
  if (format === undefined) return report.refuse(where, unknownFormat(text.slice(0, bar), from, report));
  const refuse = (message: string) => report.error(where, 'default', from + bar + 1, message);
  const name = formatName(format);
  const value = text.slice(bar + 1);
  if (format.name === 'ARRAY') {
    if (value !== '') refuse(`the default of ${name} is always the empty array: leave the line out`);
    return;
  }
  const content = readConstant(format, value);
  if (content === undefined) {
    defaults.spoil(format);
    refuse(
      `the default of ${name} is a constant, not a formula, and ${quoteText(value)} is no constant of that format`,
    );
    return;
  }
  const before = defaults.give(format, content, where.source);
  if (before === undefined) return;
  refuse(
    `${name} has another default already, at ${describePlace(before)}, and all content shares one: leave one of the two lines out`,
  );
}

const scopeToken = 'DYNAMICSCOPE:';

/** `DYNAMICSCOPE:NAME`; a scope may be declared more than once. */
export function defineScope(where: Ranked, known: Map<string, string>, report: Report): void {
  const name = onlyField(where, scopeToken, report);
  if (name === undefined) return;
  const said = quoteText(name);
  const key = fold(name);
  const isBroken = !isName(name);
  const most = mostScopes - fixedScopes.length - 1;
  let fault: readonly [Fault['code'], string] | undefined;
  if (isBroken) fault = ['syntax', `${said} cannot name a scope: ${nameRule}`];
  else if ([rootName, ...fixedScopes].includes(name.toUpperCase()))
    fault = ['duplicate', `the scope ${said} is there without being defined: leave the line out`];
  else if (known.size >= most && !known.has(key))
    fault = [
      'scope',
      `there are more than ${most} dynamic scopes, which is the limit: let objects share scopes and tell them apart by groups`,
    ];
  if (fault !== undefined) report.error(where, fault[0], scopeToken.length, fault[1]);
  if (isBroken ? !name.includes('.') : fault === undefined && !known.has(key)) known.set(key, name);
}

const factToken = 'FACTDEF:';
const formatToken = 'DATAFORMAT:';

/** `FACTDEF:SCOPE|Name`, `DATAFORMAT:F` */
export function defineFact(
  where: Ranked,
  { scopes, facts, report }: Pick<Definitions, 'scopes' | 'facts' | 'report'>,
): void {
  const [first, second, third] = splitFields(where.source.text) as [Part, Part?, Part?];
  const from = factToken.length;
  const head = first.text.slice(from);
  const bar = head.indexOf('|');
  const name = head.slice(bar + 1);
  if (bar < 0 || second?.text.startsWith(formatToken) !== true || third !== undefined) {
    facts.spoil(name.slice(0, findMissingTab(name)?.at).trim());
    return report.error(
      where,
      'syntax',
      third?.at ?? second?.at ?? first.at + from,
      'a fact is `FACTDEF:SCOPE|Name`, a TAB and `DATAFORMAT:FORMAT`, and nothing else',
    );
  }
  const scopeName = head.slice(0, bar);
  const scope = scopes.find(scopeName);
  const formatText = second.text.slice(formatToken.length);
  const format = parseFormat(formatText);
  const nameAt = from + bar + 1;
  if (scope === undefined) report.refuse(where, scopeFault(scopeName, from, 'fact', { scopes, report }));
  else if (!isName(name)) report.error(where, 'syntax', nameAt, `${quoteText(name)} cannot name a fact: ${nameRule}`);
  else if (format === undefined)
    report.refuse(where, unknownFormat(formatText, second.at + formatToken.length, report));
  else if (facts.declare(scope, name, format) !== undefined) return;
  else
    report.error(
      where,
      'overlap',
      nameAt,
      `objects of ${scope.name} have a fact ${quoteText(name)} with another format already: give one of them another name`,
    );
  facts.spoil(name);
}

const callable = /^[A-Za-z](?:[A-Za-z0-9_]*[A-Za-z0-9])?$/;
const functionToken = 'FUNCTION:';
const valueToken = 'VALUE:';

/** `FUNCTION:name`, `VALUE:body` */
export function defineFunction(where: Ranked, { functions, report }: Definitions): void {
  const [first, second, third] = splitFields(where.source.text) as [Part, Part?, Part?];
  const name = first.text.slice(functionToken.length);
  const at = first.at + functionToken.length;
  if (second?.text.startsWith(valueToken) !== true || third !== undefined) {
    spoilFunction(where, functions);
    return report.error(
      where,
      'syntax',
      third?.at ?? second?.at ?? first.at,
      'a function is `FUNCTION:name`, a TAB and `VALUE:formula`, and nothing else',
    );
  }
  const said = quoteText(name);
  if (!callable.test(name)) {
    spoilFunction(where, functions);
    return report.error(where, 'syntax', at, `${said} cannot name a function: ${nameRule}, and does not end in \`_\``);
  }
  const before = functions.find(name);
  const taken = builtInFunctions.has(fold(name))
    ? `${said} is a function that is always there: give this one another name`
    : before &&
      `the function ${quoteText(before.name)} is defined already, at ${describePlace(before.where.source)}, and names ignore case: give one of them another name`;
  if (taken !== undefined) return report.error(where, 'duplicate', at, taken);
  const bodyAt = second.at + valueToken.length;
  const { body, mentioned } = readBody(where, second.text.slice(valueToken.length), bodyAt, report);
  const arity = Math.max(-1, ...mentioned) + 1;
  const unused = Array.from({ length: arity }, (_, place) => place).filter((place) => !mentioned.has(place));
  functions.declare({ name, where, body, bodyAt, arity, unused });
}

/** A function whose line is broken is not reported as missing. */
export function spoilFunction(where: Ranked, functions: FunctionTable): void {
  const [first = { text: '' }] = splitFields(where.source.text);
  const head = first.text.slice(first.text.indexOf(':') + 1);
  functions.spoil(head.slice(0, findMissingTab(head)?.at).trim());
}

function readBody(where: Ranked, text: string, bodyAt: number, report: Report) {
  const { formula, problem } = parseFormula(text);
  const mentioned = new Set<number>();
  let fault: Fault | undefined = problem && { code: 'syntax', ...problem };
  for (const part of formula === undefined ? [] : partsWithin(formula)) {
    if (fault !== undefined) break;
    if (part.kind !== 'call' || fold(part.name) !== 'arg') continue;
    const place = argumentPlace(part.args);
    if (typeof place === 'number') mentioned.add(place);
    else fault = { at: part.start, ...place };
  }
  if (fault === undefined) return { body: formula, mentioned };
  report.refuse(where, { ...fault, at: bodyAt + fault.at });
  return { body: undefined, mentioned: new Set<number>() };
}

const lastArgument = 999;

function argumentPlace(args: readonly Formula[]): number | Omit<Fault, 'at'> {
  const [only] = args;
  const what = 'the number of an argument of the function';
  if (args.length !== 1) return { code: 'arity', message: `\`arg\` takes 1 argument, ${what}, not ${args.length}` };
  const isPlace = only.kind === 'number' && /^\d+$/.test(only.text) && Number(only.text) <= lastArgument;
  if (isPlace) return Number(only.text);
  return {
    code: 'format',
    message: `\`arg\` takes ${what}, a whole number from 0 to ${lastArgument} written in digits`,
  };
}

export function refuseRecursion({ functions, report }: Definitions): void {
  for (const circle of findRecursion(functions)) {
    const names = circle.map(({ name }) => name);
    report.loop(
      circle[0].where,
      `functions are expanded where they are called, so none can call itself: ${describeCircle(names)}; leave one of the calls out`,
      names,
    );
    for (const name of names) functions.spoil(name);
  }
}
