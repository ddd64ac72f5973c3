import { onTarget } from '../../ir/make-effect.js';
import type { Node } from '../../ir/node.js';
import type { Effect, MessageEffect } from '../../ir/rule.js';
import type { Action, Task } from '../../ir/trigger.js';
import { quoteText, listTexts } from '../text/quote.js';
import { lowerEffect } from './read-effects.js';
import { actionContext } from './expression-text.js';
import { type Where, atKey, complete, hasErrors, namesOf, refuse, sound, warn, whole } from './load-context.js';
import { byHead } from './document-shape.js';
import { conjunction, isNobody, readKey, someone } from './read-keys.js';
import { type Keyed, readNames, refuseMissing } from './references.js';
import type { ActionContext, Answering } from './rule-context.js';
import type { ActionSource, EffectActionSource, ExpressionSource, TimingActionSource } from './schema.js';
import { actionKey, isEffect } from './schema-actions.js';
import type { Type } from '../../model/model.js';
import { numberType, sameType } from '../../eval/operation.js';
import { isPhaseType } from './built-in-occurrences.js';
import type { FieldRole, OccurrenceDraft } from './occurrence-table.js';
import { allRaised, occurrenceNamed, raisedOf } from './raised.js';

interface Roles {
  readonly subject: boolean;
  readonly direct: boolean;
}

/** To its index. Wrong actions are reported and left out. */
export function lowerActions(actions: readonly ActionSource[], roles: Roles, context: ActionContext): number {
  const { lists, title } = context;
  const index = lists.length;
  // Before the lists in it.
  lists.push({ index, name: title, actions: [] });
  const lowered = actions.map((action, i) => lowerAction(action, [actions, i], roles, context));
  lists[index] = Object.freeze({ index, name: title, actions: sound(lowered) });
  return index;
}

/** -1: none. */
export function lowerList(actions: readonly ActionSource[] | undefined, roles: Roles, context: ActionContext): number {
  return actions === undefined ? -1 : lowerActions(actions, roles, context);
}

function lowerAction(source: ActionSource, where: Where, given: Roles, context: ActionContext): Action | undefined {
  const filter = conjunction(source, 'if', context);
  const subject = someone(source, 'subject', context);
  const direct = someone(source, 'direct', context);
  const swaps = source.swap ?? false;
  const hasSubject = subject === undefined ? given.subject : !isNobody(subject);
  const hasDirect = (direct === undefined ? given.direct : !isNobody(direct)) || hasSubject;
  const roles = { subject: swaps ? hasDirect : hasSubject, direct: swaps ? hasSubject : hasDirect };
  const task = isEffect(source) ? lowerEffectAction(source, where, roles, context) : lowerForm(source, context, roles);
  if (task === undefined) return undefined;
  const action: Action = {
    name: actionKey(source),
    swaps,
    silent: false,
    needsDirect: task.by === 'effects' && task.effects.every(isOnTarget),
    task,
    subject,
    direct,
    filter,
  };
  context.sources.set(action, source);
  return action;
}

const lowerForm = byHead<Exclude<ActionSource, EffectActionSource>, [ActionContext, Roles], Task | undefined>({
  delay: ({ delay }) => ({ by: 'delay', ticks: delay }),
  check: () => ({ by: 'poll' }),
  do: (source, context, roles) => ({
    by: 'group',
    list: lowerActions(source.do, roles, context),
    ...(source.else === undefined ? {} : { otherwise: lowerActions(source.else, roles, context) }),
  }),
  arm: lowerArming,
  disarm: lowerArming,
  tell({ tell, values = {} }, context) {
    const messageValues = whole(Object.keys(values).map((name) => messageValue(name, values, context)));
    return messageValues && effectsOf({ kind: 'message', ...onTarget, text: tell, values: messageValues });
  },
  raise: (source, context) => complete({ by: 'raise', occurrences: allRaised(source, context) }),
  point: (source, context) =>
    complete({
      by: 'point',
      at: source.at ?? 'after',
      occurrence: raisedOf(source, 'point', source.point, context),
    }),
  pay: lowerPay,
  negate: (source, context) => answeringOf(source, 'negate', undefined, context) && { by: 'cancel' },
  adjust(source, context) {
    const answering = answeringOf(source, 'adjust', 'amount', context);
    const amount = read(source, 'adjust', numberType, context);
    return answering && complete({ by: 'adjust', amount });
  },
  retarget: lowerRetarget,
  add: lowerAdd,
});

function effectsOf(effect: Effect): Task {
  return { by: 'effects', effects: [effect] };
}

function lowerEffectAction(source: EffectActionSource, where: Where, roles: Roles, context: ActionContext) {
  const effect = lowerEffect(source, where, context);
  if (effect !== undefined) warnOfNobody(effect, source, where, roles, context);
  return effect && effectsOf(effect);
}

/** These do nothing without a target. */
function isOnTarget(effect: Effect): boolean {
  const { kind, recipient } = effect;
  if (kind === 'branch' || effect.holder !== undefined) return false;
  return recipient !== 'source' && kind !== 'bind' && kind !== 'message';
}

function warnOfNobody(
  effect: Effect,
  source: EffectActionSource,
  where: Where,
  roles: Roles,
  context: ActionContext,
): void {
  const lacksTarget = isOnTarget(effect) && !roles.direct;
  const lacksSource = effect.recipient === 'source' && !roles.subject;
  if ((!lacksTarget && !lacksSource) || hasErrors(context)) return;
  warn(
    context,
    source.on === undefined ? where : [source, 'on'],
    'no-target',
    `this effect is on the ${lacksTarget ? 'target' : 'source'}, and there is none: neither the action nor what it belongs to says whom it is about, so it never does anything`,
    lacksTarget
      ? 'name an object under `subject` or `direct`, of the action or of the trigger, or a field under `subject` of the occurrence'
      : 'name an object under `subject`, of the action or of the trigger, or a field under `player` of the occurrence',
  );
}

function messageValue(
  name: string,
  values: Readonly<Record<string, ExpressionSource>>,
  context: ActionContext,
): MessageEffect['values'][number] | undefined {
  const compiled = readKey(values, name, undefined, actionContext(context), context);
  if (compiled === undefined) return undefined;
  const type = compiled.node.type.name;
  if (type === 'number' || type === 'boolean' || type === 'entity') return { name, value: compiled.node };
  return refuse(
    context,
    compiled.place,
    'wrong-type',
    `${quoteText(name)} is neither a number, a condition nor an object, expected one of these: nothing else can be told`,
    'compare it with something, or leave it out',
  );
}

function lowerArming(
  source: Extract<ActionSource, { arm: string | readonly string[] } | { disarm: string | readonly string[] }>,
  context: ActionContext,
): Task | undefined {
  const { triggerNames, lacks, loading } = context;
  const find = (name: string, where: Where): number | undefined => {
    const index = loading.index.placeIn(triggerNames, name);
    if (index >= 0) return index;
    return lacks('triggers') ? undefined : refuseMissing('trigger', name, where, triggerNames, context);
  };
  const arm = 'arm' in source ? readNames(source, 'arm', find, context) : [];
  const disarm = readNames(source, 'disarm', find, context);
  const armed = new Set(arm);
  const both = disarm?.find((index) => armed.has(index));
  if (both !== undefined)
    refuse(
      context,
      [source, 'disarm'],
      'two-ways',
      `one action arms the trigger ${quoteText(triggerNames[both])} and disarms it, expected one of the two`,
      'remove it from `arm`: what is disarmed comes last',
    );
  return arm && disarm && { by: 'arm', arm, disarm };
}

function read<Key extends string>(source: Keyed<Key>, key: Key, type: Type, context: ActionContext): Node | undefined {
  return readKey(source, key, type, actionContext(context), context)?.node;
}

function lowerPay(source: Extract<TimingActionSource, { pay: string }>, context: ActionContext): Task | undefined {
  const occurrence = raisedOf(source, 'pay', source.pay, context);
  const paid = source.paid === undefined ? undefined : occurrenceNamed([source, 'paid'], source.paid, context);
  const asked = context.occurrences.byName.get(source.pay);
  const has = (key: 'pay' | 'paid', draft: OccurrenceDraft | undefined, role: FieldRole, what: string) =>
    draft === undefined ||
    draft.roles[role] >= 0 ||
    draft.isTorn === true ||
    refuse(
      context,
      [source, key],
      'not-payable',
      `${quoteText(draft.name)} has no ${role}, expected one: ${what}`,
      addField(role),
    );
  const isPayable = [
    has('pay', asked, 'player', 'that is who pays'),
    has('pay', asked, 'amount', 'that is what is paid'),
    has('paid', paid, 'player', 'that is who has paid'),
  ].every(Boolean);
  if (paid !== undefined) context.raised.add(paid.index);
  if (!isPayable || (source.paid !== undefined && paid === undefined)) return undefined;
  return complete({ by: 'pay', occurrence, paid: paid?.index ?? -1 });
}

function addField(role: FieldRole): string {
  return `declare a field \`${role}\` of it, or name another under \`${role}\``;
}

/** Where an action can still change it and it has such a field. */
function answeringOf(
  source: object,
  key: 'negate' | 'adjust' | 'retarget',
  role: FieldRole | undefined,
  context: ActionContext,
): Answering | undefined {
  const { answering } = context;
  const where = atKey(source, key);
  if (answering === undefined) {
    return refuse(
      context,
      where,
      'not-answering',
      `${quoteText(key)} changes what is answered, and nothing is answered here; expected it in the actions of an ability`,
      'move it to an ability that answers the occurrence',
    );
  }
  const { at, types } = answering;
  if (at === 'when' || at === 'after') {
    return refuse(
      context,
      where,
      'too-late',
      `what this ability answers has happened already, so ${quoteText(key)} can do nothing; expected it \`before\``,
      key === 'retarget' ? 'write `at: before`, or `at: when` with `optional: true`' : 'write `at: before`',
    );
  }
  if (key === 'negate' && types.length > 0 && types.every(isPhaseType)) {
    return refuse(
      context,
      where,
      'not-preventable',
      'phases always come, so `negate` can do nothing; expected an ability that answers an occurrence',
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
    context,
    where,
    'never-fires',
    `${listTexts(namesOf(types))} has no ${role}, so ${quoteText(key)} can do nothing, expected an occurrence with a field of that meaning`,
    addField(role),
  );
}

function lowerRetarget(
  source: Extract<TimingActionSource, { retarget: unknown }>,
  context: ActionContext,
): Task | undefined {
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
  return complete({ by: 'retarget', to: read(source, 'retarget', first.type, context) });
}

function lowerAdd(source: Extract<TimingActionSource, { add: string }>, context: ActionContext): Task | undefined {
  const {
    abilities: { byName, added },
    lacks,
    answering,
  } = context;
  const found = byName.get(source.add);
  const self = someone(source, 'self', context);
  const controller = someone(source, 'controller', context);
  if (found === undefined)
    return lacks('abilities') ? undefined : refuseMissing('ability', source.add, [source, 'add'], byName, context);
  added.add(found.index);
  if (found.source.carrier !== 'created') {
    return refuse(
      context,
      [source, 'add'],
      'wrong-carrier',
      `the ability ${quoteText(source.add)} is there by itself, expected one that is created`,
      'write `carrier: created` at the ability',
    );
  }
  const needs = found.source.class === 'reaction' || found.source.optional === true;
  if (needs && source.controller === undefined && answering?.isControlled !== true) {
    return refuse(
      context,
      [source, 'add'],
      'no-controller',
      `${quoteText(source.add)} is taken or chosen by its controller, and nobody controls what creates it here; expected \`controller\``,
      'say under `controller` who controls it',
    );
  }
  return { by: 'add', ability: found.index, source: self, controller };
}
