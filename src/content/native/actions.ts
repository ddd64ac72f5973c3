import type { Node } from '../../ir/node.js';
import type { Effect, MessageEffect } from '../../ir/rule.js';
import type { Action, Deed } from '../../ir/trigger.js';
import { quoteText } from '../diagnostics/quote.js';
import type { ActionContext } from './action-context.js';
import { conjunction, isNobody, someone } from './conditions.js';
import { lowerEffect } from './effects.js';
import { actionContext, compileText } from './expression-text.js';
import { type Loading, refuse, refuseUnknown, warn } from './loading.js';
import type { ActionSource, EffectActionSource } from './schema.js';
import { effectKeys } from './schema-actions.js';
import type { Place } from './source-tree.js';
import { isTimingAction, lowerTimingDeed, timingKeys } from './timing-actions.js';
import { reportTwice } from './kinds.js';

/** Whether an action can have a source and a target at all. */
export interface Roles {
  readonly subject: boolean;
  readonly direct: boolean;
}

/** Lowers a list of actions and the lists in it. Returns its index; what has a mistake is reported and left out. */
export function lowerActions(actions: readonly ActionSource[], roles: Roles, context: ActionContext): number {
  const { lists, title, loading } = context;
  const index = lists.length;
  // Its place comes before those of the lists in it.
  lists.push({ index, name: title, actions: [] });
  const lowered = actions
    .map((action, i) => lowerAction(action, () => loading.places.ofValue(actions, i), roles, context))
    .filter((action) => action !== undefined);
  lists[index] = Object.freeze({ index, name: title, actions: lowered });
  return index;
}

function lowerAction(
  source: ActionSource,
  place: () => Place,
  given: Roles,
  context: ActionContext,
): Action | undefined {
  const filter = conjunction(source, 'if', source.if, context);
  const subject = someone(source, 'subject', source.subject, context);
  const direct = someone(source, 'direct', source.direct, context);
  const swaps = source.swap ?? false;
  const named: Roles = {
    subject: subject === undefined ? given.subject : !isNobody(subject),
    direct: direct === undefined ? given.direct : !isNobody(direct),
  };
  const full: Roles = { ...named, direct: named.direct || named.subject };
  const roles = swaps ? { subject: full.direct, direct: full.subject } : full;
  const deed = lowerDeed(source, place, roles, context);
  if (deed === undefined) return undefined;
  const needsDirect = deed.by === 'effects' && deed.effects.every(isOnTarget);
  const action: Action = {
    name: nameOf(source),
    swaps,
    silent: false,
    needsDirect,
    deed,
    ...(subject === undefined ? {} : { subject }),
    ...(direct === undefined ? {} : { direct }),
    ...(filter === undefined ? {} : { filter }),
  };
  context.sources.set(action, source);
  return action;
}

/** The key that says what an action does. */
function nameOf(source: ActionSource): string {
  // Effects have keys such as `add` besides.
  return Object.keys(source).find((key) => effectKeys.has(key)) ?? plainKeys.find((key) => key in source) ?? '';
}

const plainKeys = ['delay', 'check', 'arm', 'disarm', 'tell', 'do', ...timingKeys] as const;

function lowerDeed(source: ActionSource, place: () => Place, roles: Roles, context: ActionContext): Deed | undefined {
  if ('delay' in source) return { by: 'delay', ticks: source.delay };
  if ('check' in source) return { by: 'poll' };
  if ('do' in source) return { by: 'group', list: lowerActions(source.do, roles, context) };
  if ('tell' in source) {
    const message = lowerTelling(source, context);
    return message && { by: 'effects', effects: [message] };
  }
  if ('arm' in source || 'disarm' in source) return lowerArming(source, context);
  if (isTimingAction(source)) return lowerTimingDeed(source, context);
  const effect = lowerEffect(source, place, context);
  if (effect === undefined) return undefined;
  warnOfNobody(effect, source, place, roles, context);
  return { by: 'effects', effects: [effect] };
}

// --- whom it is about

/** Effects on the target, or on the empires that it stands for, mean nothing without one. */
function isOnTarget({ kind, recipient }: Effect): boolean {
  return recipient !== 'source' && kind !== 'bind' && kind !== 'message';
}

function warnOfNobody(
  effect: Effect,
  source: EffectActionSource,
  place: () => Place,
  roles: Roles,
  context: ActionContext,
): void {
  const lacksTarget = isOnTarget(effect) && !roles.direct;
  const lacksSource = effect.recipient === 'source' && !roles.subject;
  // Beside errors it is mostly one of their consequences.
  if ((!lacksTarget && !lacksSource) || context.loading.collector.hasErrors) return;
  warn(
    context,
    source.on === undefined ? place() : context.loading.places.ofValue(source, 'on'),
    'no-target',
    `this effect is on the ${lacksTarget ? 'target' : 'source'}, and there is none: neither the action nor what it belongs to says whom it is about, so it never does anything`,
    lacksTarget
      ? 'name an object under `subject` or `direct`, of the action or of the trigger, or a field under `subject` of the occurrence'
      : 'name an object under `subject`, of the action or of the trigger, or a field under `player` of the occurrence',
  );
}

// --- deeds

type TellSource = Extract<ActionSource, { tell: string }>;
type ArmSource = Extract<ActionSource, { arm: string | string[] } | { disarm: string | string[] }>;

function lowerTelling(source: TellSource, context: ActionContext): MessageEffect | undefined {
  const { loading } = context;
  const { values = {} } = source;
  let isWhole = true;
  const told: { name: string; value: Node }[] = [];
  for (const [name, text] of Object.entries(values)) {
    const compiled = compileText(
      { container: values, key: name, text },
      undefined,
      actionContext(context, context.sites),
      loading,
    );
    const type = compiled?.node.type.name;
    if (compiled !== undefined && (type === 'number' || type === 'boolean' || type === 'entity')) {
      told.push({ name, value: compiled.node });
      continue;
    }
    isWhole = false;
    if (compiled === undefined) continue;
    refuse(
      context,
      compiled.place(),
      'wrong-type',
      `${quoteText(name)} is neither a number, a condition nor an object, expected one of these: nothing else can be told`,
      'compare it with something, or leave it out',
    );
  }
  return isWhole
    ? { kind: 'message', recipient: 'target', stacking: 0, label: '', text: source.tell, values: told }
    : undefined;
}

function lowerArming(source: ArmSource, context: ActionContext): Deed | undefined {
  const arm = 'arm' in source ? triggersNamed(source, 'arm', source.arm, context) : [];
  const disarm = triggersNamed(source, 'disarm', source.disarm, context);
  const armed = new Set(arm);
  const both = disarm?.find((index) => armed.has(index));
  if (both !== undefined) {
    refuse(
      context,
      [source, 'disarm'],
      'two-ways',
      `one action arms the trigger ${quoteText(context.triggerNames[both])} and disarms it, expected one of the two`,
      'remove it from `arm`: what is disarmed comes last',
    );
  }
  return arm && disarm && { by: 'arm', arm, disarm };
}

interface Known {
  readonly triggerNames: readonly string[];
  /** There may be others. */
  readonly lacksTriggers: boolean;
  readonly loading: Loading;
}

/** Indices of triggers, each once; undefined, and reported, where one is unknown. */
function triggersNamed(
  container: object,
  key: string,
  names: string | readonly string[] | undefined,
  { triggerNames, lacksTriggers, loading }: Known,
): readonly number[] | undefined {
  const list = typeof names === 'string' ? [names] : (names ?? []);
  const found = new Set<number>();
  let isWhole = true;
  for (const [i, name] of list.entries()) {
    const place = typeof names === 'string' ? loading.places.ofValue(container, key) : loading.places.ofValue(list, i);
    const index = loading.index.placeIn(triggerNames, name);
    if (index >= 0 && !found.has(index)) {
      found.add(index);
      continue;
    }
    isWhole = false;
    if (index >= 0) reportTwice(name, place, loading);
    else if (!lacksTriggers) {
      refuseUnknown(
        { loading },
        place,
        name,
        `there is no trigger ${quoteText(name)}, expected the name of one`,
        triggerNames,
        'declare it under `triggers`',
      );
    }
  }
  return isWhole ? [...found] : undefined;
}
