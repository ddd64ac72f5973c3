import { quoteText } from '../../diagnostics/quote.js';
import { builtInFunctions } from '../check/signatures.js';
import { parseFormula } from '../formula/parse.js';
import type { Formula } from '../formula/syntax.js';
import { readConstant } from '../text/constants.js';
import { formatName, parseFormat } from '../text/format.js';
import { describePlace } from '../text/problem.js';
import { findMissingTab, splitFields } from '../text/line.js';
import { isName, unknownFormat, unknownScope } from './define-names.js';
import { type Defaults, type FactTable, type FunctionTable, findRecursion, partsWithin } from './definitions.js';
import { fold, type ScopeTable, fixedScopes, mostScopes, rootName } from './scopes.js';
import { type Ranked, type Report, describeCircle } from './report.js';

/** The text of a line that has one field; TABs at its end separate nothing. */
function onlyField(where: Ranked, report: Report): string | undefined {
  const { text } = where.source;
  if (!text.includes('\t')) return text;
  const [first, ...more] = splitFields(text);
  if (more.length === 0) return first.text;
  report.error(where, {
    code: 'syntax',
    at: more[0].at,
    message: `${quoteText(more[0].text)} has no meaning here: nothing stands behind this token in its line`,
  });
  return undefined;
}

/** `DEFAULTVARIABLEVALUE:F|v` */
export function defineDefault(where: Ranked, defaults: Defaults, report: Report): void {
  const text = onlyField(where, report);
  const from = 'DEFAULTVARIABLEVALUE:'.length;
  if (text === undefined) {
    spoilDefault(where.source.text.slice(from), defaults);
    return;
  }
  const bar = text.indexOf('|', from);
  if (bar < 0) {
    spoilDefault(text.slice(from), defaults);
    report.error(where, {
      code: 'syntax',
      at: from,
      message: `a default is ${quoteText('DEFAULTVARIABLEVALUE:FORMAT|value')}: the value is missing`,
    });
    return;
  }
  const format = parseFormat(text.slice(from, bar));
  if (format === undefined) {
    report.error(where, { code: 'format', at: from, ...unknownFormat(text.slice(from, bar), report) });
    return;
  }
  const name = formatName(format);
  const value = text.slice(bar + 1);
  if (format.name === 'ARRAY') {
    if (value !== '')
      report.error(where, {
        code: 'default',
        at: bar + 1,
        message: `the default of ${name} is always the empty array: leave the line out`,
      });
    return;
  }
  const content = readConstant(format, value);
  if (content === undefined) {
    defaults.spoil(format);
    report.error(where, {
      code: 'default',
      at: bar + 1,
      message: `the default of ${name} is a constant, not a formula, and ${quoteText(value)} is no constant of that format`,
    });
    return;
  }
  const before = defaults.give(format, content, where.source);
  if (before !== undefined) {
    report.error(where, {
      code: 'default',
      at: bar + 1,
      message: `${name} has another default already, at ${describePlace(before)}, and all content shares one: leave one of the two lines out`,
    });
  }
}

/** The default of a broken line is not missed a second time. */
function spoilDefault(value: string, defaults: Defaults): void {
  const format = parseFormat(/^[A-Za-z]*/.exec(value)?.[0] ?? '');
  if (format !== undefined) defaults.spoil(format);
}

/** `DYNAMICSCOPE:NAME`; a scope may be declared more than once. */
export function defineScope(where: Ranked, known: Map<string, string>, report: Report): void {
  const from = 'DYNAMICSCOPE:'.length;
  const text = onlyField(where, report);
  if (text === undefined) return;
  const name = text.slice(from);
  if (!isName(name)) {
    // What it was to be is not missed a second time.
    if (!name.includes('.')) known.set(fold(name), name);
    report.error(where, {
      code: 'syntax',
      at: from,
      message: `${quoteText(name)} cannot name a scope: a name is a letter, then letters, digits or ${quoteText('_')}`,
    });
  } else if ([rootName, ...fixedScopes].includes(name.toUpperCase())) {
    report.error(where, {
      code: 'duplicate',
      at: from,
      message: `the scope ${quoteText(name)} is there without being defined: leave the line out`,
    });
  } else if (known.size + fixedScopes.length + 1 >= mostScopes && !known.has(fold(name))) {
    const most = mostScopes - fixedScopes.length - 1;
    report.error(where, {
      code: 'scope',
      at: from,
      message: `there are more than ${String(most)} dynamic scopes, which is the limit: let objects share scopes and tell them apart by groups`,
    });
  } else if (!known.has(fold(name))) {
    known.set(fold(name), name);
  }
}

/** `FACTDEF:SCOPE|Name`, `DATAFORMAT:F` */
export function defineFact(where: Ranked, scopes: ScopeTable, facts: FactTable, report: Report): void {
  const fields = splitFields(where.source.text);
  const [first] = fields;
  const second = fields.at(1);
  const third = fields.at(2);
  const from = 'FACTDEF:'.length;
  const head = first.text.slice(from);
  const bar = head.indexOf('|');
  const name = head.slice(bar + 1);
  const dataFormat = 'DATAFORMAT:';
  if (bar < 0 || second?.text.startsWith(dataFormat) !== true || third !== undefined) {
    facts.spoil(name.slice(0, findMissingTab(name)?.at).trim());
    report.error(where, {
      code: 'syntax',
      at: third?.at ?? second?.at ?? first.at + from,
      message: `a fact is ${quoteText('FACTDEF:SCOPE|Name')}, a TAB and ${quoteText('DATAFORMAT:FORMAT')}, and nothing else`,
    });
    return;
  }
  const scope = scopes.find(head.slice(0, bar));
  const formatText = second.text.slice(dataFormat.length);
  const format = parseFormat(formatText);
  if (scope === undefined) {
    report.error(where, {
      code: 'scope',
      at: from,
      message: unknownScope(head.slice(0, bar), 'fact'),
      suggestion: report.nearest(
        head.slice(0, bar),
        scopes.all.slice(1).map((each) => each.name),
      ),
    });
  } else if (!isName(name)) {
    report.error(where, {
      code: 'syntax',
      at: from + bar + 1,
      message: `${quoteText(name)} cannot name a fact: a name is a letter, then letters, digits or ${quoteText('_')}`,
    });
  } else if (format === undefined) {
    report.error(where, { code: 'format', at: second.at + dataFormat.length, ...unknownFormat(formatText, report) });
  } else if (facts.declare(scope, name, format) === undefined) {
    report.error(where, {
      code: 'overlap',
      at: from + bar + 1,
      message: `objects of ${scope.name} have a fact ${quoteText(name)} with another format already: give one of them another name`,
    });
  } else {
    return;
  }
  facts.spoil(name);
}

const callable = /^[A-Za-z](?:[A-Za-z0-9_]*[A-Za-z0-9])?$/;

/** `FUNCTION:name`, `VALUE:body` */
export function defineFunction(where: Ranked, functions: FunctionTable, report: Report): void {
  const fields = splitFields(where.source.text);
  const [first] = fields;
  const second = fields.at(1);
  const third = fields.at(2);
  const name = first.text.slice('FUNCTION:'.length);
  const at = first.at + 'FUNCTION:'.length;
  const value = 'VALUE:';
  if (second?.text.startsWith(value) !== true || third !== undefined) {
    spoilFunction(where, functions);
    report.error(where, {
      code: 'syntax',
      at: third?.at ?? second?.at ?? first.at,
      message: `a function is ${quoteText('FUNCTION:name')}, a TAB and ${quoteText('VALUE:formula')}, and nothing else`,
    });
    return;
  }
  if (!callable.test(name)) {
    spoilFunction(where, functions);
    report.error(where, {
      code: 'syntax',
      at,
      message: `${quoteText(name)} cannot name a function: a name is a letter, then letters, digits or ${quoteText('_')}, and does not end in ${quoteText('_')}`,
    });
    return;
  }
  if (builtInFunctions.has(fold(name))) {
    report.error(where, {
      code: 'duplicate',
      at,
      message: `${quoteText(name)} is a function that is always there: give this one another name`,
    });
    return;
  }
  const before = functions.find(name);
  if (before !== undefined) {
    report.error(where, {
      code: 'duplicate',
      at,
      message: `the function ${quoteText(before.name)} is defined already, at ${describePlace(before.where.source)}, and names ignore case: give one of them another name`,
    });
    return;
  }
  const bodyAt = second.at + value.length;
  const { body, mentioned } = readBody(where, second.text.slice(value.length), bodyAt, report);
  const arity = Math.max(-1, ...mentioned) + 1;
  const unused = Array.from({ length: arity }, (_, place) => place).filter((place) => !mentioned.has(place));
  functions.declare({ name, where, body, bodyAt, arity, unused });
}

/** A function whose line is broken is not missed a second time. */
export function spoilFunction(where: Ranked, functions: FunctionTable): void {
  const [first = { text: '' }] = splitFields(where.source.text);
  const head = first.text.slice(first.text.indexOf(':') + 1);
  functions.spoil(head.slice(0, findMissingTab(head)?.at).trim());
}

interface Body {
  readonly body: Formula | undefined;
  /** Numbers of arguments that it mentions. */
  readonly mentioned: ReadonlySet<number>;
}

function readBody(where: Ranked, text: string, bodyAt: number, report: Report): Body {
  const { formula, problem } = parseFormula(text);
  if (formula === undefined) {
    report.error(where, { code: 'syntax', at: bodyAt + problem.at, message: problem.message });
    return { body: undefined, mentioned: new Set() };
  }
  const mentioned = new Set<number>();
  for (const part of partsWithin(formula)) {
    if (part.kind !== 'call' || fold(part.name) !== 'arg') continue;
    const place = argumentPlace(part.args);
    if (typeof place === 'object') {
      report.error(where, { at: bodyAt + part.start, ...place });
      return { body: undefined, mentioned: new Set() };
    }
    mentioned.add(place);
  }
  return { body: formula, mentioned };
}

/** The largest number of an argument. */
const lastArgument = 999;

/** Which argument `arg` means, or what is wrong with the call. */
function argumentPlace(
  args: readonly Formula[],
): number | { readonly code: 'arity' | 'format'; readonly message: string } {
  const [only] = args;
  if (args.length !== 1)
    return {
      code: 'arity',
      message: `${quoteText('arg')} takes 1 argument, the number of an argument of the function, not ${String(args.length)}`,
    };
  const isPlace = only.kind === 'number' && /^\d+$/.test(only.text) && Number(only.text) <= lastArgument;
  return isPlace
    ? Number(only.text)
    : {
        code: 'format',
        message: `${quoteText('arg')} takes the number of an argument of the function, a whole number from 0 to ${String(lastArgument)} written in digits`,
      };
}

/** Refuses functions that call themselves, directly or through others. */
export function refuseRecursion(functions: FunctionTable, report: Report): void {
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
