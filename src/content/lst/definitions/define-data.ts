import { neededFirst } from '../../native/needed-first.js';
import { quoteText } from '../../text/quote.js';
import { parseFormula } from '../parse/parse-formula.js';
import { type Formula, partsWithin } from '../syntax.js';
import { builtInFunctions } from '../lower/calls.js';
import { readConstant, formatName, parseFormat } from '../parse/value-format.js';
import { type Part, beforeMissingTab, splitFields } from '../parse/line.js';
import { describePlace, type Fault, type Ranked, type Report, describeCircle } from '../parse/campaign-problem.js';
import { isName, nameRule, scopeFault, unknownFormat } from './define-names.js';
import type { Definitions, FunctionTable, UserFunction } from './definitions.js';
import { fixedScopes, fold, mostScopes, rootName } from './scopes.js';

function onlyField(where: Ranked, token: string, report: Report): string | undefined {
  const [first, ...more] = splitFields(where.source.text);
  if (more.length === 0) return first.text.slice(token.length);
  report.error(where, 'syntax', more[0].at, `${quoteText(more[0].text)} has no meaning here: this token ends its line`);
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
      `the default of ${name} is a constant, not a formula, and ${quoteText(value)} is not a constant of that format`,
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

/** `DYNAMICSCOPE:NAME`, perhaps repeated. */
export function defineScope(where: Ranked, known: Map<string, string>, report: Report): void {
  const name = onlyField(where, scopeToken, report);
  if (name === undefined) return;
  const said = quoteText(name);
  const key = fold(name);
  const isBroken = !isName(name);
  const most = mostScopes - fixedScopes.length - 1;
  const refuse = (code: Fault['code'], message: string) => report.error(where, code, scopeToken.length, message);
  if (isBroken) refuse('syntax', `${said} cannot name a scope: ${nameRule}`);
  else if ([rootName, ...fixedScopes].includes(name.toUpperCase()))
    return refuse('duplicate', `the scope ${said} is built in: remove this line`);
  else if (known.size >= most && !known.has(key))
    return refuse(
      'scope',
      `there are more than ${most} dynamic scopes, which is the limit: let objects share scopes and tell them apart by groups`,
    );
  if (isBroken ? !name.includes('.') : !known.has(key)) known.set(key, name);
}

/** The texts after the two tokens of a line; without `value` if the line does not have just these two. */
function splitPair({ source }: Ranked, token: string, valueToken: string) {
  const [first, second, third] = splitFields(source.text) as [Part, Part?, Part?];
  const isPair = second?.text.startsWith(valueToken) === true && third === undefined;
  return {
    head: first.text.slice(token.length),
    at: first.at + token.length,
    value: isPair ? { text: second.text.slice(valueToken.length), at: second.at + valueToken.length } : undefined,
    /** The offset where the form is wrong; undefined: in the first token. */
    wrongAt: third?.at ?? second?.at,
  };
}

const factToken = 'FACTDEF:';

/** `FACTDEF:SCOPE|Name`, `DATAFORMAT:F` */
export function defineFact(
  where: Ranked,
  { scopes, facts, report }: Pick<Definitions, 'scopes' | 'facts' | 'report'>,
): void {
  const { head, at, value, wrongAt = at } = splitPair(where, factToken, 'DATAFORMAT:');
  const bar = head.indexOf('|');
  const name = head.slice(bar + 1);
  if (bar < 0 || value === undefined) {
    facts.spoil(beforeMissingTab(name));
    return report.error(
      where,
      'syntax',
      wrongAt,
      'a fact is `FACTDEF:SCOPE|Name`, a TAB and `DATAFORMAT:FORMAT`, and nothing else',
    );
  }
  const scopeName = head.slice(0, bar);
  const scope = scopes.find(scopeName);
  const format = parseFormat(value.text);
  const from = factToken.length;
  const nameAt = from + bar + 1;
  if (scope === undefined) report.refuse(where, scopeFault(scopeName, from, 'fact', { scopes, report }));
  else if (!isName(name)) report.error(where, 'syntax', nameAt, `${quoteText(name)} cannot name a fact: ${nameRule}`);
  else if (format === undefined) report.refuse(where, unknownFormat(value.text, value.at, report));
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

/** `FUNCTION:name`, `VALUE:body` */
export function defineFunction(where: Ranked, { functions, report }: Definitions): void {
  const { head: name, at, value, wrongAt } = splitPair(where, functionToken, 'VALUE:');
  if (value === undefined) {
    spoilFunction(where, functions);
    return report.error(
      where,
      'syntax',
      wrongAt ?? at - functionToken.length,
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
  const { body, mentioned } = readBody(where, value, report);
  const arity = Math.max(-1, ...mentioned) + 1;
  const unused = Array.from({ length: arity }, (_, place) => place).filter((place) => !mentioned.has(place));
  functions.declare({ name, where, body, bodyAt: value.at, arity, unused });
}

/** Broken functions are not reported as missing. */
export function spoilFunction(where: Ranked, functions: FunctionTable): void {
  const [first = { text: '' }] = splitFields(where.source.text);
  functions.spoil(beforeMissingTab(first.text.slice(first.text.indexOf(':') + 1)));
}

function readBody(where: Ranked, { text, at }: Part, report: Report) {
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
  report.refuse(where, { ...fault, at: at + fault.at });
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
  const circles: UserFunction[][] = [];
  neededFirst(
    functions.names(),
    (name) => callsOf(name, functions),
    (first, others) => circles.push([first, ...others.slice(0, -1)]),
  );
  for (const circle of circles) {
    const names = circle.map(({ name }) => name);
    report.loop(
      circle[0].where,
      `functions are expanded where they are called, so none can call itself: ${describeCircle(names)}; leave one of the calls out`,
      names,
    );
    for (const name of names) functions.spoil(name);
  }
}

function callsOf(name: string, functions: FunctionTable): readonly UserFunction[] {
  const body = functions.find(name)?.body;
  if (body === undefined) return [];
  const called = Array.from(partsWithin(body), (part) =>
    part.kind === 'call' ? functions.find(part.name) : undefined,
  );
  return [...new Set(called)].filter((made) => made !== undefined);
}
