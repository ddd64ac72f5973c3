import type { Grouping } from '../../../ir/rule.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Definitions } from '../definitions/definitions.js';
import { fold, type Scope } from '../definitions/scopes.js';
import type { Fault, Report } from '../definitions/report.js';
import type { Part } from '../text/line.js';
import { nearestName } from '../../diagnostics/nearest-name.js';

/** Which objects a `MODIFYOTHER` reaches; no `others`: none that is declared. */
type TargetFound =
  | { readonly fault: Fault }
  | { readonly others: Grouping | undefined; readonly warning: Fault | undefined };

const words = /^([A-Za-z]+)=/;

/** `ALL`, `GROUP=name`, `KEY=key` or a key. */
export function readTarget({ text, at }: Part, scope: Scope, definitions: Definitions, report: Report): TargetFound {
  if (text === 'ALL') return { others: { kind: scope.index, which: { by: 'all' } }, warning: undefined };
  const word = words.exec(text)?.[1];
  if (word === undefined) return byKey({ text, at }, scope, definitions, report);
  const rest = { text: text.slice(word.length + 1), at: at + word.length + 1 };
  if (word !== 'GROUP' && word !== 'KEY') {
    const message = `${quoteText(`${word}=`)} has no meaning here: what is reached is ${quoteText('ALL')}, ${quoteText('GROUP=name')}, ${quoteText('KEY=key')} or a key`;
    return { fault: { code: 'syntax', at, message, suggestion: report.nearest(`${word}=`, ['GROUP=', 'KEY=']) } };
  }
  if (rest.text === '')
    return {
      fault: {
        code: 'syntax',
        at: rest.at,
        message: `the ${word === 'GROUP' ? 'name of the group' : 'key'} is missing`,
      },
    };
  return word === 'KEY' ? byKey(rest, scope, definitions, report) : byGroup(rest, scope, definitions, report);
}

function byKey({ text, at }: Part, scope: Scope, { objects }: Definitions, report: Report): TargetFound {
  const object = objects.find(scope, text);
  if (object !== undefined)
    return { others: { kind: scope.index, which: { by: 'class', class: object.index } }, warning: undefined };
  if (objects.isSpoilt(`${scope.name}|${text}`)) return { others: undefined, warning: undefined };
  const group = /^(GROUP|KEY):(.+)$/s.exec(text);
  const suggestion =
    group !== null
      ? `write ${quoteText(`${group[1]}=${group[2]}`)}`
      : fold(text) === 'all'
        ? `write ${quoteText('ALL')} in capitals to reach all of them`
        : report.nearest(text, objects.keysIn(scope));
  return {
    others: undefined,
    warning: {
      code: 'unknown-variable',
      at,
      message: `there is no object ${quoteText(text)} of ${scope.name}: this modifier has no effect`,
      suggestion,
    },
  };
}

function byGroup({ text, at }: Part, scope: Scope, { objects }: Definitions, report: Report): TargetFound {
  const group = objects.group(text);
  const known = objects.groupsIn(scope);
  const others: Grouping = { kind: scope.index, which: { by: 'group', group } };
  if (known.has(group)) return { others, warning: undefined };
  return {
    others,
    warning: {
      code: 'unknown-variable',
      at,
      message: `no object of ${scope.name} is in a group ${quoteText(text)}: this modifier has no effect`,
      suggestion: report.nearest(text, known),
    },
  };
}

const priorityToken = 'PRIORITY=';
const greatestPriority = 2147483647;

/** The user priority that stands behind the value of a modifier, or what is wrong there. */
export function readPriority(parts: readonly Part[], from: number): number | Fault {
  let priority: number | undefined;
  for (let i = from; i < parts.length; i++) {
    const { text, at } = parts[i];
    if (text === '') return endedTooEarly(parts, from, i);
    if (!text.startsWith(priorityToken)) {
      const message = `${quoteText(text)} has no meaning behind a value: only ${quoteText('PRIORITY=number')} may stand there`;
      return { code: 'priority', at, message, suggestion: hintFor(text) };
    }
    const digits = text.slice(priorityToken.length);
    const value = /^\d+$/.test(digits) ? Number(digits) : NaN;
    if (!(value <= greatestPriority)) {
      return {
        code: 'priority',
        at: at + priorityToken.length,
        message: `a priority is a whole number from 0 to ${String(greatestPriority)}, not ${quoteText(digits)}`,
      };
    }
    if (priority !== undefined)
      return { code: 'priority', at, message: 'a modifier has one priority: leave one of the two out' };
    priority = value;
  }
  return priority ?? 0;
}

/** An empty part: of `||` outside of brackets, or behind the last `|`. */
function endedTooEarly(parts: readonly Part[], from: number, empty: number): Fault {
  const { at } = parts[empty];
  if (empty === parts.length - 1) {
    return {
      code: 'priority',
      at,
      message: `expected ${quoteText('PRIORITY=number')} behind the last ${quoteText('|')}, found nothing`,
      suggestion: `leave the ${quoteText('|')} out`,
    };
  }
  const behind = parts.findIndex(({ text }, i) => i > empty && text.startsWith(priorityToken));
  const meant = parts
    .slice(from - 1, behind < 0 ? parts.length : behind)
    .map(({ text }) => text)
    .join('|');
  const suggestion = meant.endsWith('|') ? 'write it once' : `put it in brackets: ${quoteText(`(${meant})`)}`;
  return {
    code: 'priority',
    at,
    message: `${quoteText('|')} ends a value, also where it is written twice`,
    suggestion,
  };
}

function hintFor(text: string): string | undefined {
  const [, name, number] = /^([A-Za-z]+)[\s=:]*(\d*)$/.exec(text) ?? [];
  return name === undefined || nearestName(name, ['PRIORITY']) === undefined
    ? undefined
    : `write ${quoteText(priorityToken + number)}`;
}

/** The token `PART:number|token` of an object. */
interface PartToken {
  /** Its digits, without zeros before them. */
  readonly number: string;
  readonly token: 'MODIFY' | 'MODIFYOTHER';
  /** Where the value of the inner token begins. */
  readonly at: number;
}

const form = /^PART:0*([1-9]\d{0,8})\|(MODIFY|MODIFYOTHER):/;

export function readPart(text: string): PartToken | { readonly fault: Fault } {
  const match = form.exec(text);
  if (match === null) {
    const message = `a part is ${quoteText('PART:number|MODIFY:…')} or ${quoteText('PART:number|MODIFYOTHER:…')}, the number from 1 on`;
    return { fault: { code: 'syntax', at: 'PART:'.length, message } };
  }
  return { number: match[1], token: match[2] as PartToken['token'], at: match[0].length };
}
