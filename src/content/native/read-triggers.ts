import { nodes } from '../../eval/node-kit.js';
import { makeNode, makeNodeOf } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { remainder } from '../../eval/ops/arithmetic.js';
import { and } from '../../eval/ops/logic.js';
import { time } from '../../eval/ops/time.js';
import { type Trigger, type TriggerBook, type Action, plainPolicy } from '../../ir/trigger.js';
import { quoteText } from '../text/quote.js';
import { lowerActions } from './read-actions.js';
import type { Declarations, Placed } from './declarations.js';
import { triggerContext } from './expression-text.js';
import { type Reporting, atKey, hasErrors, isTorn, originOf, sound, warn } from './load-context.js';
import { type Claims, claimName } from './names.js';
import type { Acting, ActionContext, RuleContext } from './rule-context.js';
import type { TriggerSource, ActionSource } from './schema.js';
import { type EndlessPoll, findEndlessPolls } from '../../events/book/endless-polls.js';
import { groupContext, conjunction, someone, isNobody } from './read-keys.js';

const everyTurn = { granularity: 1, period: 1 } as const;

export function lowerTriggers({ triggers }: Declarations, rules: RuleContext, acting: Acting): TriggerBook {
  const { lists, sources } = acting;
  const claims: Claims = new Map();
  const lowered = triggers.map((placed, index) => {
    const { source } = placed;
    claimName(rules, claims, source.name, 'a trigger', [source, 'name']);
    return lowerTrigger(placed, index, { ...groupContext(rules), ...acting, title: `trigger ${source.name}` });
  });
  const book: TriggerBook = {
    triggers: sound(lowered),
    lists,
    policy: plainPolicy,
    timing: everyTurn,
  };
  if (!hasErrors(rules)) warnOfEndlessChecks(book, sources, rules);
  return book;
}

function lowerTrigger(
  { source, place }: Placed<TriggerSource>,
  index: number,
  context: ActionContext,
): Trigger | undefined {
  const { name, every = 1, looks = 'sweep', persistent = false, disarmed = false } = source;
  const expressions = triggerContext(context);
  const when = conjunction(source, 'when', context, expressions);
  const subject = someone(source, 'subject', context, expressions);
  const direct = someone(source, 'direct', context, expressions);
  const list = lowerActions(source.do, { subject: isSomebody(subject), direct: isSomebody(direct) }, context);
  warnOfNoConditions(source, context);
  warnOfNoActions(source, context);
  return (
    when &&
    Object.freeze({
      index,
      name,
      when: every === 1 ? when : makeNodeOf(and, undefined, [dividesTime(every), when]),
      looks,
      armed: !disarmed,
      persistent,
      subject,
      direct,
      list,
      origin: originOf(place),
    })
  );
}

function isSomebody(node: Node | undefined): boolean {
  return node !== undefined && !isNobody(node);
}

function dividesTime(every: number): Node {
  return nodes.equal(
    makeNode(remainder, { zeroDivisor: 'zero' as const }, makeNode(time, undefined), nodes.number(every)),
    nodes.number(0),
  );
}

function warnOfNoConditions(source: TriggerSource, context: Reporting): void {
  if (!Array.isArray(source.when) || source.when.length > 0 || isTorn(context, source.when)) return;
  warn(
    context,
    [source, 'when'],
    'no-conditions',
    `the trigger ${quoteText(source.name)} has no conditions, so it fires as soon as it is looked at; expected at least one`,
    'add a condition, or write `when: true` if that is meant',
  );
}

function warnOfNoActions(source: TriggerSource, context: Reporting): void {
  if (isTorn(context, source.do) || isTorn(context, source) || !source.do.every(isWaiting)) return;
  const lacks =
    source.do.length === 0
      ? 'has no actions, expected at least one'
      : 'only waits and then does nothing, expected an action after that';
  warn(
    context,
    [source, 'do'],
    'no-actions',
    `the trigger ${quoteText(source.name)} ${lacks}`,
    'add an action, such as `{ tell: … }`, or remove the trigger',
  );
}

function isWaiting(action: ActionSource): boolean {
  return 'delay' in action || ('do' in action && action.do.every(isWaiting));
}

/** `sources`: of the actions in the book. */
function warnOfEndlessChecks(book: TriggerBook, sources: ReadonlyMap<Action, ActionSource>, context: Reporting): void {
  for (const found of findEndlessPolls(book)) {
    const source = sources.get(found.action);
    if (source !== undefined) warn(context, atKey(source, 'check'), 'endless-check', ...endlessWords(found, book));
  }
}

function endlessWords(
  { trigger, armer }: EndlessPoll,
  { triggers }: TriggerBook,
): readonly [message: string, suggestion: string] {
  const { name, persistent } = triggers[trigger];
  const looks = `the trigger ${quoteText(name)}`;
  const end = 'that ends in the error `sweep-depth`';
  if (armer !== undefined)
    return [
      `${looks} looks at all triggers, and ${quoteText(triggers[armer].name)} arms it again meanwhile: while the conditions of both stay true ${end}`,
      'put a `delay` before the check, or before what arms it',
    ];
  return [
    `${looks} ${persistent ? 'stays armed' : 'arms itself'} and looks at all triggers, itself among them: while its condition stays true ${end}`,
    persistent
      ? 'remove `persistent`, disarm it before, or put a `delay` before the check'
      : 'arm it after the check, or put a `delay` before the check',
  ];
}
