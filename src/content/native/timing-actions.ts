import type { Node } from '../../ir/node.js';
import { entityType, numberType, sameType } from '../../eval/operation.js';
import type { Deed } from '../../ir/trigger.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { ActionContext, Answering } from './action-context.js';
import { isPhaseType } from './built-in-occurrences.js';
import { actionContext, compileText } from './expression-text.js';
import { atKey, refuse, refuseUnknown } from './loading.js';
import type { FieldRole, OccurrenceDraft } from './occurrence-table.js';
import { allRaised, occurrenceNamed, raisedOf } from './raised.js';
import { effectKeys } from './schema-actions.js';
import type { ActionSource, TimingActionSource } from './schema.js';

/** Actions of what occurs: raise it, answer it, and create what answers it. */

export const timingKeys = ['raise', 'point', 'negate', 'adjust', 'retarget', 'add', 'pay'] as const;

/** Effects have `add` as well, for an amount. */
export function isTimingAction(source: ActionSource): source is TimingActionSource {
  return timingKeys.some((key) => key in source) && !Object.keys(source).some((key) => effectKeys.has(key));
}

/** Lowers what such an action does; undefined, and reported, when something is wrong with it. */
export function lowerTimingDeed(source: TimingActionSource, context: ActionContext): Deed | undefined {
  const expressions = actionContext(context, context.sites);
  if ('raise' in source) {
    const occurrences = allRaised(source, context, expressions);
    return occurrences && { by: 'raise', occurrences };
  }
  if ('point' in source) {
    const occurrence = raisedOf(
      { container: source, key: 'point', type: source.point, values: source.values },
      context,
      expressions,
    );
    return occurrence && { by: 'point', at: source.at ?? 'after', occurrence };
  }
  if ('pay' in source) return lowerPay(source, context);
  if ('negate' in source) return answeringOf(source, 'negate', undefined, context) && { by: 'cancel' };
  if ('adjust' in source) {
    const answering = answeringOf(source, 'adjust', 'amount', context);
    const amount = compileText(
      { container: source, key: 'adjust', text: source.adjust },
      numberType,
      expressions,
      context.loading,
    );
    return answering && amount && { by: 'adjust', amount: amount.node };
  }
  if ('retarget' in source) return lowerRetarget(source, context);
  return lowerAdd(source, context);
}

function lowerPay(source: Extract<TimingActionSource, { pay: string }>, context: ActionContext): Deed | undefined {
  const expressions = actionContext(context, context.sites);
  const occurrence = raisedOf(
    { container: source, key: 'pay', type: source.pay, values: source.values },
    context,
    expressions,
  );
  const paid = source.paid === undefined ? undefined : occurrenceNamed(source, 'paid', source.paid, context);
  const asked = context.occurrences.byName.get(source.pay);
  const has = (key: 'pay' | 'paid', draft: OccurrenceDraft | undefined, role: FieldRole, what: string): boolean => {
    if (draft === undefined || draft.roles[role] >= 0 || draft.isTorn === true) return true;
    refuse(
      context,
      [source, key],
      'not-payable',
      `${quoteText(draft.name)} has no ${role}, expected one: ${what}`,
      `declare a field \`${role}\` of it, or name another under \`${role}\``,
    );
    return false;
  };
  const isPayable = [
    has('pay', asked, 'player', 'that is who pays'),
    has('pay', asked, 'amount', 'that is what is paid'),
    has('paid', paid, 'player', 'that is who has paid'),
  ].every(Boolean);
  if (paid !== undefined) context.raised.add(paid.index);
  if (occurrence === undefined || !isPayable || (source.paid !== undefined && paid === undefined)) return undefined;
  return { by: 'pay', occurrence, paid: paid?.index ?? -1 };
}

// --- answering

/**
 * What is answered where an action changes that; undefined, and reported, where nothing is, or it has happened already,
 * or nothing of it has such a field.
 */
function answeringOf(
  source: object,
  key: 'negate' | 'adjust' | 'retarget',
  role: FieldRole | undefined,
  { answering, loading }: ActionContext,
): Answering | undefined {
  const place = loading.places.ofKey(source, key);
  if (answering === undefined) {
    return refuse(
      { loading },
      place,
      'not-answering',
      `${quoteText(key)} changes what is answered, and nothing is answered here; expected it in the actions of an ability`,
      'move it to an ability that answers the occurrence',
    );
  }
  const { at, types } = answering;
  if (at === 'when' || at === 'after') {
    return refuse(
      { loading },
      place,
      'too-late',
      `what this ability answers has happened already, so ${quoteText(key)} can do nothing; expected it \`before\``,
      key === 'retarget' ? 'write `at: before`, or `at: when` with `optional: true`' : 'write `at: before`',
    );
  }
  if (key === 'negate' && types.length > 0 && types.every(isPhaseType)) {
    return refuse(
      { loading },
      place,
      'not-preventable',
      'phases come whatever is done, so `negate` can do nothing; expected an ability that answers an occurrence',
      'remove the action, or name an occurrence under `on`',
    );
  }
  if (
    role === undefined ||
    types.length === 0 ||
    types.some(({ roles, isTorn }) => roles[role] >= 0 || isTorn === true)
  )
    return answering;
  return refuse(
    { loading },
    place,
    'never-fires',
    `${listTexts(types.map(({ name }) => name))} has no ${role}, so ${quoteText(key)} can do nothing, expected an occurrence with a field of that meaning`,
    `declare a field \`${role}\` of it, or name another under \`${role}\``,
  );
}

function lowerRetarget(
  source: Extract<TimingActionSource, { retarget: unknown }>,
  context: ActionContext,
): Deed | undefined {
  const { loading } = context;
  const answering = answeringOf(source, 'retarget', 'target', context);
  if (answering === undefined) return undefined;
  const targets = answering.types.flatMap(({ name, roles, fields }) =>
    [...fields.values()].filter(({ place }) => place === roles.target).map(({ type }) => ({ name, type })),
  );
  const first = targets.at(0);
  const other = targets.find(({ type }) => first !== undefined && !sameType(type, first.type));
  if (first === undefined) return undefined;
  if (other !== undefined) {
    return refuse(
      context,
      atKey(source, 'retarget'),
      'two-ways',
      `the targets of ${quoteText(first.name)} and ${quoteText(other.name)} are of two types, expected one type in all that is answered here`,
      'make two abilities of it',
    );
  }
  const to = compileText(
    { container: source, key: 'retarget', text: source.retarget },
    first.type,
    actionContext(context, context.sites),
    loading,
  );
  return to && { by: 'retarget', to: to.node };
}

// --- creating

function lowerAdd(source: Extract<TimingActionSource, { add: string }>, context: ActionContext): Deed | undefined {
  const {
    abilities: { byName, lacksAbilities, added },
    answering,
    loading,
  } = context;
  const found = byName.get(source.add);
  const place = loading.places.ofValue(source, 'add');
  const one = (key: 'self' | 'controller'): Node | undefined => {
    const text = source[key];
    return text === undefined
      ? undefined
      : compileText({ container: source, key, text }, entityType, actionContext(context, context.sites), loading)?.node;
  };
  const self = one('self');
  const controller = one('controller');
  if (found === undefined) {
    if (!lacksAbilities) {
      refuseUnknown(
        context,
        place,
        source.add,
        `there is no ability ${quoteText(source.add)}, expected the name of one`,
        () => [...byName.keys()],
        'declare it under `abilities`',
      );
    }
    return undefined;
  }
  added.add(found.index);
  if (found.source.carrier !== 'created') {
    return refuse(
      context,
      place,
      'wrong-carrier',
      `the ability ${quoteText(source.add)} is there by itself, expected one that is created`,
      `write ${quoteText('carrier: created')} at the ability`,
    );
  }
  const needs = found.source.class === 'reaction' || found.source.optional === true;
  if (needs && source.controller === undefined && answering?.isControlled !== true) {
    return refuse(
      context,
      place,
      'no-controller',
      `${quoteText(source.add)} is taken or chosen by its controller, and nobody controls what creates it here; expected ${quoteText('controller')}`,
      'say under `controller` who controls it',
    );
  }
  return {
    by: 'add',
    ability: found.index,
    ...(self === undefined ? {} : { source: self }),
    ...(controller === undefined ? {} : { controller }),
  };
}
