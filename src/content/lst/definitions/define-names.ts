import { quoteText } from '../../diagnostics/quote.js';
import type { Content, Variable } from '../../../model/model.js';
import { type Format, formatName, formatNames, parseFormat, plainFormats, formatOfVariable } from '../text/format.js';
import { type Part, type SourceText, findMissingTab, splitFields } from '../text/line.js';
import { describePlace } from '../text/problem.js';
import type { Definitions } from './definitions.js';
import type { Ranked, Report } from './report.js';
import { type Scope, describeScope, isVisible, rootName } from './scopes.js';
import { type NameTable, explain } from './variables.js';

const namePattern = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Whether a text can name a variable, channel, fact or scope. */
export function isName(text: string): boolean {
  return namePattern.test(text);
}

type What = 'variable' | 'channel';

/** Defines variables and channels from their lines. */
export interface NameDefiner {
  /**
   * `GLOBAL:F=Name`, `F=Name`, `Name`, `LOCAL:SCOPE|F=Name` or `CHANNEL:SCOPE|F=Name`; instead of `F=Name` a `Name`
   * alone.
   */
  define(where: Ranked): void;
  /** What a line of an unknown token might have defined is not missed a second time. */
  spoil(where: Ranked): void;
}

export function createNameDefiner(
  { scopes, defaults, variables, channels }: Pick<Definitions, 'scopes' | 'defaults' | 'variables' | 'channels'>,
  report: Report,
): NameDefiner {
  /** Formats that were told to have no default: one cause is told once. */
  const toldFormats = new Set<string>();
  const places = createPlaces();

  /** The first field without its token, if the line is well-formed; `explanation` where it has one. */
  function fieldsOf(
    where: Ranked,
    prefix: string,
  ): { readonly head: Part; readonly explanation: string | undefined } | undefined {
    const { text } = where.source;
    if (!text.includes('\t'))
      return { head: { text: text.slice(prefix.length), at: prefix.length }, explanation: undefined };
    const [first, ...more] = splitFields(text);
    let explanation: string | undefined;
    for (const field of more) {
      if (!field.text.startsWith(explanationToken)) {
        spoil('variable', first);
        spoil('channel', first);
        report.error(where, {
          code: 'syntax',
          at: field.at,
          message: `${quoteText(field.text)} has no meaning here: behind the name only ${quoteText(explanationToken)} may stand`,
        });
        return undefined;
      }
      explanation = field.text.slice(explanationToken.length);
    }
    const field = first ?? { text: '', at: 0 };
    return { head: { text: field.text.slice(prefix.length), at: field.at + prefix.length }, explanation };
  }

  /** `SCOPE|rest` */
  function scopeOf(
    where: Ranked,
    { text, at }: Part,
    what: What,
  ): { readonly scope: Scope; readonly rest: Part } | undefined {
    const bar = text.indexOf('|');
    if (bar < 0) {
      spoil(what, { text, at });
      report.error(where, {
        code: 'syntax',
        at,
        message: `a ${what === 'channel' ? 'channel' : 'local variable'} is ${quoteText('SCOPE|FORMAT=Name')}: the scope is missing`,
      });
      return undefined;
    }
    const name = text.slice(0, bar);
    const rest = { text: text.slice(bar + 1), at: at + bar + 1 };
    const scope = what === 'channel' && name.toUpperCase() === rootName ? scopes.root : scopes.find(name);
    if (scope !== undefined) return { scope, rest };
    spoil(what, rest);
    report.error(where, {
      code: 'scope',
      at,
      message: unknownScope(name, what),
      suggestion: report.nearest(
        name,
        scopes.all.slice(1).map((each) => each.name),
      ),
    });
    return undefined;
  }

  /** What a broken line would have defined is not missed a second time. */
  function spoil(what: What, { text }: Part): void {
    // With blanks in the place of a TAB the rest is no part of the name.
    const head = text.slice(0, findMissingTab(text)?.at);
    const equals = head.indexOf('=');
    const from = equals < 0 ? Math.max(head.lastIndexOf('|'), head.lastIndexOf(':')) : equals;
    (what === 'channel' ? channels : variables).spoil(head.slice(from + 1).trim());
  }

  /** `F=Name` or `Name` */
  function declare(
    where: Ranked,
    table: NameTable,
    what: What,
    scope: Scope,
    part: Part,
    explanation: string | undefined,
  ): void {
    const equals = part.text.indexOf('=');
    const name = part.text.slice(equals + 1);
    const format = equals < 0 ? numberFormat : parseFormat(part.text.slice(0, equals));
    if (!isName(name)) {
      spoil(what, part);
      report.error(where, { code: 'syntax', at: part.at + equals + 1, message: wrongName(name, what) });
      return;
    }
    if (format === undefined) {
      spoil(what, part);
      report.error(where, { code: 'format', at: part.at, ...unknownFormat(part.text.slice(0, equals), report) });
      return;
    }
    const made = table.declare(scope, name, format, initialOf(where, what, name, format));
    if ('clash' in made) {
      spoil(what, part);
      tellClash(where, part.at + equals + 1, what, scope, format, made.clash);
      return;
    }
    places.add(made, where.source);
    if (explanation !== undefined) explain(made, explanation);
  }

  function initialOf(where: Ranked, what: What, name: string, format: Format): Content {
    const initial = defaults.of(format);
    if (initial !== undefined) return initial;
    const format_ = formatName(format);
    if (!toldFormats.has(format_)) {
      toldFormats.add(format_);
      report.error(where, {
        code: 'default',
        at: 0,
        message: `the ${what} ${quoteText(name)} has the format ${format_}, which has no default: add a line ${quoteText(`DEFAULTVARIABLEVALUE:${format_}|…`)}`,
      });
    }
    return { value: 0 };
  }

  function tellClash(where: Ranked, at: number, what: What, scope: Scope, format: Format, clash: Variable): void {
    const other = scopes.all[clash.kind - 1];
    const place = places.of(clash);
    const before = `${quoteText(clash.name)} is a ${what} of ${describeScope(other)} already${place === undefined ? '' : `, at ${describePlace(place)}`}`;
    const message =
      other === scope
        ? `${before}, with the format ${formatName(formatOfVariable(clash))} and not ${formatName(format)}: give one of them another name`
        : `${before}, and both would be seen from ${describeScope(isVisible(other, scope) ? scope : other)}: give one of them another name`;
    report.error(where, { code: 'overlap', at, message });
  }

  return {
    define(where) {
      const { text } = where.source;
      const prefix = prefixes.find((each) => text.startsWith(each)) ?? '';
      const fields = fieldsOf(where, prefix);
      if (fields === undefined) return;
      const { head, explanation } = fields;
      if (prefix === globalToken || prefix === '') {
        declare(where, variables, 'variable', scopes.root, head, explanation);
        return;
      }
      const what = prefix === channelToken ? 'channel' : 'variable';
      const found = scopeOf(where, head, what);
      if (found !== undefined)
        declare(where, what === 'channel' ? channels : variables, what, found.scope, found.rest, explanation);
    },
    spoil({ source }) {
      const [first = { text: '', at: 0 }] = splitFields(source.text);
      spoil('variable', first);
      spoil('channel', first);
    },
  };
}

const explanationToken = 'EXPLANATION:';
const globalToken = 'GLOBAL:';
const channelToken = 'CHANNEL:';
const prefixes: readonly string[] = [globalToken, 'LOCAL:', channelToken];
const numberFormat: Format = plainFormats.NUMBER;

/** Where variables were declared first. */
interface Places {
  add(variable: Variable, source: SourceText): void;
  of(variable: Variable): SourceText | undefined;
}

/** There may be a million variables, and nobody asks unless two of them clash: they are sorted then. */
function createPlaces(): Places {
  const variables: Variable[] = [];
  const sources: SourceText[] = [];
  const sorted = new Map<Variable, SourceText>();
  let count = 0;
  return {
    add(variable, source) {
      variables.push(variable);
      sources.push(source);
    },
    of(variable) {
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
  return `${quoteText(name)} cannot name a ${what}: a name is a letter, then letters, digits or ${quoteText('_')}`;
}

/** Why a name is no scope. */
export function unknownScope(name: string, what: 'variable' | 'channel' | 'object' | 'fact' | 'modifier'): string {
  if (name.toUpperCase() === rootName) {
    const instead = {
      variable: `a variable of the character is defined by ${quoteText('GLOBAL:')}`,
      channel: '',
      object: 'give it a scope of objects',
      fact: 'facts are of objects',
      modifier: `variables of the character are changed by ${quoteText('MODIFY:')}`,
    }[what];
    return `${quoteText(name)} is the character, not a scope of objects: ${instead}`;
  }
  return `there is no scope ${quoteText(name)}: a scope is one of ${what === 'channel' ? 'PC, ' : ''}EQUIPMENT, EQUIPMENT.PART, SAVE, SIZE, SKILL, STAT, or defined by ${quoteText('DYNAMICSCOPE:')}`;
}

/** Why a text names no format. */
export function unknownFormat(
  text: string,
  report: Report,
): { readonly message: string; readonly suggestion: string | undefined } {
  return {
    message: `there is no format ${quoteText(text)}: a format is NUMBER, BOOLEAN, STRING, ORDEREDPAIR, DICE, or ARRAY[…] of one of these`,
    suggestion: formatHint(text) ?? report.nearest(text, formatNames),
  };
}

/** What to say of formats of this family that are not read, by what their names begin with. */
const foreign: readonly (readonly [string, string])[] = [
  ['ARRAY[ARRAY', 'an array cannot hold arrays'],
  ['ARRAY', 'say what the array holds, such as `ARRAY[NUMBER]`'],
  ['TABLE', "tables are in Edict's own content format only"],
  ['COLUMN', "tables are in Edict's own content format only"],
  ['HANDED', 'write a STRING or BOOLEAN instead'],
  ['COMPOUND', 'write one variable for each part instead'],
];

/** What to do instead of a format that there is not. */
function formatHint(text: string): string | undefined {
  const upper = text.toUpperCase();
  return foreign.find(([start]) => upper.startsWith(start))?.[1];
}
