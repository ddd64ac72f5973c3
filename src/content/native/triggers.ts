import { makeNode, makeNodeOf } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { numberType } from '../../eval/operation.js';
import { remainder } from '../../eval/ops/arithmetic.js';
import { compare } from '../../eval/ops/compare.js';
import { constant } from '../../eval/ops/constant.js';
import { and } from '../../eval/ops/logic.js';
import { time } from '../../eval/ops/time.js';
import { type Trigger, type TriggerBook, plainPolicy } from '../../ir/trigger.js';
import { quoteText } from '../diagnostics/quote.js';
import type { Acting, ActionContext } from './action-context.js';
import { lowerActions } from './actions.js';
import { conjunction, isNobody, someone } from './conditions.js';
import type { Declarations, Placed } from './declarations.js';
import { triggerContext } from './expression-text.js';
import { reportError } from './loading.js';
import { type Claims, checkName, claim } from './names.js';
import type { RuleContext } from './rule-context.js';
import type { TriggerSource } from './schema.js';
import { warnOfEndlessChecks, warnOfNoActions, warnOfNoConditions } from './trigger-warnings.js';

/** Delays are looked at, and triggers are swept, in every turn. */
const everyTurn = { granularity: 1, period: 1 } as const;

/** Lowers the triggers, in the order of the content. One with a mistake is reported and left out. */
export function lowerTriggers(
  { triggers }: Pick<Declarations, 'triggers'>,
  rules: RuleContext,
  acting: Acting,
): TriggerBook {
  const { lists, sources } = acting;
  const claims: Claims = new Map();
  const lowered = triggers.map(({ source, place }, index) => {
    const context: ActionContext = {
      ...rules,
      ...acting,
      sites: { next: 0 },
      amounts: [],
      rolesByName: true,
      title: `trigger ${source.name}`,
    };
    const at = rules.loading.places.ofValue(source, 'name');
    if (checkName(rules.loading, source.name, at)) claim(rules.loading, claims, source.name, 'a trigger', at);
    return lowerTrigger({ source, place }, index, context);
  });
  const book: TriggerBook = {
    triggers: lowered.filter((trigger) => trigger !== undefined),
    lists,
    policy: plainPolicy,
    timing: everyTurn,
  };
  warnOfEndlessChecks(book, sources, rules.loading);
  return book;
}

function lowerTrigger(
  { source, place }: Placed<TriggerSource>,
  index: number,
  context: ActionContext,
): Trigger | undefined {
  const { name, every = 1, looks = 'sweep', persistent = false, disarmed = false } = source;
  const expressions = triggerContext(context, context.sites);
  const when = conjunction(source, 'when', source.when, context, expressions);
  const subject = someone(source, 'subject', source.subject, context, expressions);
  const direct = someone(source, 'direct', source.direct, context, expressions);
  const list = lowerActions(source.do, { subject: isSomebody(subject), direct: isSomebody(direct) }, context);
  refuseEvery(source, context);
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
      ...(subject === undefined ? {} : { subject }),
      ...(direct === undefined ? {} : { direct }),
      list,
      origin: { file: place.file, line: place.line, column: place.column },
    })
  );
}

function isSomebody(node: Node | undefined): boolean {
  return node !== undefined && !isNobody(node);
}

/** Whether so many turns have passed since the last time that it was so. */
function dividesTime(every: number): Node {
  const number = (value: number): Node => makeNode(constant, { value, type: numberType });
  return makeNode(
    compare,
    { comparison: '==' as const },
    makeNode(remainder, { zeroDivisor: 'zero' as const }, makeNode(time, undefined), number(every)),
    number(0),
  );
}

/** What has become true is seen in every turn, or it would rise again and again while it stays true. */
function refuseEvery(source: TriggerSource, { loading }: ActionContext): void {
  if (source.looks !== 'rise' || (source.every ?? 1) === 1) return;
  reportError(loading, loading.places.ofKey(source, 'every'), {
    code: 'two-ways',
    message: `the trigger ${quoteText(source.name)} looks for a rise, which is looked for in every turn, and has ${quoteText('every')}; expected one of the two`,
    suggestion: 'remove `every`, or write `looks: sweep`',
  });
}
