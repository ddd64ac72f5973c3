import type { Grouping } from '../../../ir/rule.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Definitions } from '../definitions/definitions.js';
import { fold } from '../definitions/fold.js';
import type { Fault, Report } from '../definitions/report.js';
import type { Scope } from '../definitions/scopes.js';
import type { Part } from '../text/line.js';

/** Which objects a `MODIFYOTHER` reaches; no `others`: none that is declared. */
export type TargetFound =
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
