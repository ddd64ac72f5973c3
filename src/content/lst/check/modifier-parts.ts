import type { Grouping } from '../../../ir/rule.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Definitions } from '../definitions/definitions.js';
import type { Fault, Report } from '../definitions/report.js';
import { type Scope, fold } from '../definitions/scopes.js';
import type { Part } from '../text/line.js';

/** Which objects a `MODIFYOTHER` reaches; no `others`: none that is declared. */
type TargetFound =
  | { readonly fault: Fault }
  | { readonly others: Grouping | undefined; readonly warning?: Fault | undefined };

const words = /^([A-Za-z]+)=/;

/** `ALL`, `GROUP=name`, `KEY=key` or a key. */
export function readTarget(part: Part, scope: Scope, definitions: Definitions, report: Report): TargetFound {
  const { text, at } = part;
  if (text === 'ALL') return { others: { kind: scope.index, which: { by: 'all' } } };
  const word = words.exec(text)?.[1];
  if (word === undefined) return byKey(part, scope, definitions, report);
  const rest = { text: text.slice(word.length + 1), at: at + word.length + 1 };
  if (word !== 'GROUP' && word !== 'KEY') {
    const message = `${quoteText(`${word}=`)} has no meaning here: what is reached is \`ALL\`, \`GROUP=name\`, \`KEY=key\` or a key`;
    return { fault: { code: 'syntax', at, message, suggestion: report.nearest(`${word}=`, ['GROUP=', 'KEY=']) } };
  }
  const isKey = word === 'KEY';
  if (rest.text === '')
    return {
      fault: { code: 'syntax', at: rest.at, message: `the ${isKey ? 'key' : 'name of the group'} is missing` },
    };
  return (isKey ? byKey : byGroup)(rest, scope, definitions, report);
}

function byKey({ text, at }: Part, scope: Scope, { objects }: Definitions, report: Report): TargetFound {
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

function byGroup({ text, at }: Part, scope: Scope, { objects }: Definitions, report: Report): TargetFound {
  const group = objects.group(text);
  const known = objects.groupsIn(scope);
  const others: Grouping = { kind: scope.index, which: { by: 'group', group } };
  if (known.has(group)) return { others };
  const what = `no object of ${scope.name} is in a group ${quoteText(text)}`;
  return { others, warning: idle(what, at, report.nearest(text, known)) };
}

function idle(what: string, at: number, suggestion: string | undefined): Fault {
  return { code: 'unknown-variable', at, message: `${what}: this modifier has no effect`, suggestion };
}

const priorityToken = 'PRIORITY=';
const greatestPriority = 2147483647;

/** The user priority that stands behind the value of a modifier, or what is wrong there. */
export function readPriority(parts: readonly Part[], from: number): number | Fault {
  const fault = (at: number, message: string, suggestion?: string): Fault => ({
    code: 'priority',
    at,
    message,
    suggestion,
  });
  let priority: number | undefined;
  for (let i = from; i < parts.length; i++) {
    const { text, at } = parts[i];
    if (text === '') return fault(at, ...endedTooEarly(parts, from, i));
    if (!text.startsWith(priorityToken)) {
      const message = `${quoteText(text)} has no meaning behind a value: only \`PRIORITY=number\` may stand there`;
      return fault(at, message, hintFor(text));
    }
    const digits = text.slice(priorityToken.length);
    const value = /^\d+$/.test(digits) ? Number(digits) : NaN;
    if (!(value <= greatestPriority)) {
      const message = `a priority is a whole number from 0 to ${greatestPriority}, not ${quoteText(digits)}`;
      return fault(at + priorityToken.length, message);
    }
    if (priority !== undefined) return fault(at, 'a modifier has one priority: leave one of the two out');
    priority = value;
  }
  return priority ?? 0;
}

/** What to say of an empty part: of `||` outside of brackets, or behind the last `|`. */
function endedTooEarly(
  parts: readonly Part[],
  from: number,
  empty: number,
): readonly [message: string, suggestion: string] {
  if (empty === parts.length - 1)
    return ['expected `PRIORITY=number` behind the last `|`, found nothing', 'leave the `|` out'];
  const behind = parts.findIndex(({ text }, i) => i > empty && text.startsWith(priorityToken));
  const meant = parts
    .slice(from - 1, behind < 0 ? parts.length : behind)
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

/** The token `PART:number|token` of an object. */
interface PartToken {
  /** Its digits, without zeros before them. */
  readonly number: string;
  /** Where the inner token begins. */
  readonly at: number;
}

const form = /^PART:0*([1-9]\d{0,8})\|(?=(?:MODIFY|MODIFYOTHER):)/;

export function readPart(text: string): PartToken | { readonly fault: Fault } {
  const match = form.exec(text);
  if (match !== null) return { number: match[1], at: match[0].length };
  const message = 'a part is `PART:number|MODIFY:…` or `PART:number|MODIFYOTHER:…`, the number from 1 on';
  return { fault: { code: 'syntax', at: 'PART:'.length, message } };
}
