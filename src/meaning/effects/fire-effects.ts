import type { PlainEffect } from '../../ir/heard-effects.js';
import { ownersOf } from '../../components/ownership.js';
import { EdictError } from '../../kernel/errors.js';
import { handleOf, resolve } from '../../kernel/identity.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import type {
  BecomeEffect,
  BindEffect,
  BranchEffect,
  CreateEffect,
  Effect,
  LaneEffect,
  MessageEffect,
  Recipient,
  Rule,
} from '../../ir/rule.js';
import { changeHeld, changeSight, create, destroy, give, makeAvailable, membersOf, move, putAt } from './structure.js';
import { modify, reportWrite, step } from './modify.js';
import { type TurnContext, countFirings, duringEffect, holderOf, mayFire, noteFired } from './turn-context.js';
import { bindRole } from '../../components/roles.js';
import { isAbsent } from '../../eval/operation.js';
import { connect, disconnect } from '../../components/lanes.js';
import { type Class, classAt, kindAt } from '../../model/model.js';
import { hasCell, readCell, writeCell } from '../../components/cells.js';
import { holdOnly, holdingOffset } from '../../components/holdings.js';
import { fact, touchKind } from '../../model/stamps.js';

/** Handles. */
export type Recipients = Record<Recipient, readonly number[]>;

/**
 * Fires a rule's effects in order, each on its recipients by ascending id. The scope is fixed; destroyed objects are
 * skipped, and a destroyed source reads as absent.
 */
export function fireEffects(
  context: TurnContext,
  rule: Rule,
  source: number,
  targets: ArrayLike<number>,
  from = 0,
  to = targets.length,
): void {
  const {
    state: { identity },
    ledger: { claims },
  } = context;
  const hasEmpires = nameEmpires(rule.effects);
  // Of most rules only the handles are read.
  const ids: number[] | undefined = hasEmpires || context.observe !== undefined ? [] : undefined;
  const target: number[] = [];
  for (let i = from; i < to; i++) {
    if (rule.claims !== 0) {
      const isFree = claims.claim(rule.claims, identity, targets[i]);
      context.claimed?.(rule, source, targets[i], isFree);
      if (!isFree) continue;
    }
    target.push(handleOf(identity, targets[i]));
    ids?.push(targets[i]);
  }
  if (target.length === 0) return;
  if (ids !== undefined) context.observe?.(rule, source, ids);
  const empires = hasEmpires && ids !== undefined ? empiresOf(context, ids) : [];
  const sourceHandle = handleOf(identity, source);
  fireList(context, rule, rule.effects, sourceHandle, { target, source: [sourceHandle], empires });
}

function fireList(
  context: TurnContext,
  rule: Rule,
  effects: readonly Effect[],
  source: number,
  recipients: Recipients,
): void {
  for (const effect of effects) {
    if (effect.kind === 'branch') fireBranch(context, rule, effect, source, recipients);
    else fireOnEach(context, rule, effect, source, recipients[effect.recipient]);
  }
}

function fireOnEach(
  context: TurnContext,
  rule: Rule,
  effect: PlainEffect,
  source: number,
  handles: readonly number[],
): void {
  if (context.occur?.(context, rule, effect, source, handles) === true) return;
  for (let i = 0; i < handles.length; i++) fireAlone(context, rule, effect, source, handles[i]);
}

/** By handles, without listeners. */
export function fireAlone(context: TurnContext, rule: Rule, effect: PlainEffect, source: number, handle: number): void {
  const id = bind(context, source, handle);
  if (id !== 0) fireOnce(context, rule, effect, id, handle);
}

/** Unless stacking forbids it. 0: for nobody. */
function fireOnce(context: TurnContext, rule: Rule, effect: PlainEffect, recipient: number, handle: number): void {
  if (effect.holder !== undefined) fireOnHolder(context, rule, effect, recipient);
  else fireOn(context, rule, effect, recipient, handle);
}

/** Counted where nobody is named, too. */
function fireOnHolder(context: TurnContext, rule: Rule, effect: PlainEffect, recipient: number): void {
  const id = holderOf(context, effect, recipient);
  if (id === 0) countFirings(context, rule);
  else fireOn(context, rule, effect, id, handleOf(context.state.identity, id));
}

function fireOn(context: TurnContext, rule: Rule, effect: PlainEffect, id: number, handle: number): void {
  if (context.during === undefined) fireFree(context, rule, effect, id, handle);
  else
    duringEffect(context, rule, effect, () => {
      fireFree(context, rule, effect, id, handle);
    });
}

function fireFree(context: TurnContext, rule: Rule, effect: PlainEffect, id: number, handle: number): void {
  if (!mayFire(context.ledger, effect.stacking, handle)) return;
  countFirings(context, rule);
  if (fire(context, rule, effect, id)) noteFired(context.ledger, effect.stacking, handle);
}

/** All conditions are evaluated before the first effect of either list fires. */
function fireBranch(
  context: TurnContext,
  rule: Rule,
  effect: BranchEffect,
  source: number,
  recipients: Recipients,
): void {
  const chosen: number[] = [];
  const others: number[] = [];
  for (const handle of recipients.target) {
    if (bind(context, source, handle) === 0) continue;
    (context.evaluate(effect.condition) === 1 ? chosen : others).push(handle);
  }
  // Empires of both lists are those before either fires.
  const [first, second] = [
    narrowed(context, effect.then, recipients, chosen),
    narrowed(context, effect.otherwise, recipients, others),
  ];
  fireList(context, rule, effect.then, source, first);
  fireList(context, rule, effect.otherwise, source, second);
}

/** Recipients of a list for some of the targets. */
export function narrowed(
  context: TurnContext,
  effects: readonly Effect[],
  { source }: Recipients,
  target: readonly number[],
): Recipients {
  const { identity } = context.state;
  const empires = nameEmpires(effects)
    ? empiresOf(
        context,
        target.map((handle) => resolve(identity, handle)),
      )
    : [];
  return { target, source: target.length === 0 ? [] : source, empires };
}

/** Binds source and recipient; 0 where the recipient is destroyed. */
function bind({ state: { identity }, frame }: TurnContext, source: number, handle: number): number {
  const id = resolve(identity, handle);
  frame.slots[sourceSlot] = resolve(identity, source);
  frame.slots[targetSlot] = id;
  return id;
}

export function nameEmpires(effects: readonly Effect[]): boolean {
  for (const effect of effects) {
    if (
      effect.recipient === 'empires' ||
      (effect.kind === 'branch' && (nameEmpires(effect.then) || nameEmpires(effect.otherwise)))
    )
      return true;
  }
  return false;
}

/**
 * The distinct factions of a scope, by handle and ascending id. Fixed with the scope, whatever effects destroy or give
 * away.
 */
export function empiresOf({ state }: Pick<TurnContext, 'state'>, scope: readonly number[]): readonly number[] {
  const empires = new Set<number>();
  for (const id of scope) for (const owner of ownersOf(state, id)) empires.add(owner);
  return [...empires].sort((a, b) => a - b).map((id) => handleOf(state.identity, id));
}

/** By handles; `onBorn` gets each object. */
export function createFor(
  context: TurnContext,
  rule: Rule,
  effect: CreateEffect,
  source: number,
  target: number,
  onBorn: (born: number) => void,
): void {
  countFirings(context, rule);
  const id = bind(context, source, target);
  duringEffect(context, rule, effect, () => {
    create(context, rule, effect, id, fireOnBorn, onBorn);
  });
}

function fireOnBorn(context: TurnContext, rule: Rule, effects: readonly Effect[], id: number): void {
  const {
    state: { identity },
    frame,
  } = context;
  const source = handleOf(identity, frame.slots[sourceSlot]);
  fireList(context, rule, effects, source, { target: [handleOf(identity, id)], source: [source], empires: [] });
}

/**
 * In order, by ids, 0: nobody. Without a target, or once it is destroyed, effects on it fire only if they need none
 * (`needsNobody`). `empires` are the target's initial owners.
 */
export function fireAction(
  context: TurnContext,
  rule: Rule,
  effects: readonly Effect[],
  source: number,
  target: number,
): void {
  const { identity } = context.state;
  const empires = target !== 0 && nameEmpires(effects) ? empiresOf(context, [target]) : [];
  fireDone(context, rule, effects, {
    target: [handleOf(identity, target)],
    source: [handleOf(identity, source)],
    empires,
  });
}

/** By handles. The common case, single effects on one object, needs no lists of recipients. */
export function firePlain(
  context: TurnContext,
  rule: Rule,
  effects: readonly Effect[],
  source: number,
  target: number,
): void {
  const { state } = context;
  // Factions are settled before the first effect.
  if (
    effects.length > 1
      ? nameEmpires(effects)
      : effects.length === 1 && (effects[0].recipient === 'empires' || effects[0].kind === 'branch')
  ) {
    fireAction(context, rule, effects, resolve(state.identity, source), resolve(state.identity, target));
    return;
  }
  // Read from the state each time: any of them may make the world grow.
  for (let i = 0; i < effects.length; i++) {
    const effect = effects[i];
    if (effect.kind === 'branch')
      fireAction(context, rule, [effect], resolve(state.identity, source), resolve(state.identity, target));
    else if (effect.recipient === 'target' && resolve(state.identity, target) === 0)
      fireAction(context, rule, [effect], resolve(state.identity, source), 0);
    else fireAlone(context, rule, effect, source, effect.recipient === 'source' ? source : target);
  }
}

function fireDone(context: TurnContext, rule: Rule, effects: readonly Effect[], recipients: Recipients): void {
  const {
    target: [target],
    source: [source],
  } = recipients;
  for (const effect of effects) {
    if (effect.kind === 'branch') {
      bind(context, source, target);
      fireDone(context, rule, context.evaluate(effect.condition) === 1 ? effect.then : effect.otherwise, recipients);
    } else if (effect.recipient === 'target' && needsNobody(effect) && bind(context, source, target) === 0)
      fireOnce(context, rule, effect, 0, 0);
    else fireOnEach(context, rule, effect, source, recipients[effect.recipient]);
  }
}

/** Names its holder, or changes nobody. */
function needsNobody({ kind, holder }: PlainEffect): boolean {
  return holder !== undefined || kind === 'bind' || kind === 'raise' || kind === 'message';
}

/** Returns false where an object cannot take the effect. */
function fire(context: TurnContext, rule: Rule, effect: PlainEffect, id: number): boolean {
  switch (effect.kind) {
    case 'modify':
      return modify(context, rule, effect, id);
    case 'step':
      return step(context, rule, effect, id);
    case 'create':
      return create(context, rule, effect, id, fireOnBorn);
    case 'lane':
      return changeLanes(context, effect, id);
    case 'sight':
      return changeSight(context, effect, id);
    case 'put':
      return putAt(context, effect, id);
    case 'message':
      return sendMessage(context, rule, effect, id);
    case 'raise':
      throw new EdictError(
        'bad-content',
        `rule ${rule.name} raises occurrences where nothing resolves them; run turns by a world`,
        rule.name,
      );
    case 'destroy':
      return destroy(context, id);
    case 'availability':
      return makeAvailable(context, effect, id);
    case 'hold':
      return changeHeld(context, effect, id);
    case 'give':
      return give(context, effect, id);
    case 'move':
      return move(context, effect, id);
    case 'bind':
      return bindTo(context, effect);
    case 'become':
      return become(context, rule, effect, id);
  }
}

/** Returns false for a number of no role. */
function bindTo({ state, evaluate }: TurnContext, effect: BindEffect): boolean {
  const number = evaluate(effect.role);
  const object = evaluate(effect.object);
  if (isAbsent(number)) return false;
  const index = Math.trunc(number);
  // Stated positively because of NaN.
  if (!(index >= 0 && index < state.model.roles.length)) return false;
  bindRole(state, index, object ?? 0);
  return true;
}

/** Returns false for objects that are no nodes. */
function changeLanes(context: TurnContext, effect: LaneEffect, id: number): boolean {
  const { state } = context;
  const isNode = (object: number) => kindAt(state.model, state.identity.kind[object]).node;
  if (!isNode(id)) return false;
  for (const end of membersOf(context, effect.ends)) {
    if (end === id || !isNode(end)) continue;
    (effect.connect ? connect : disconnect)(state, id, end);
  }
  return true;
}

function sendMessage(context: TurnContext, rule: Rule, effect: MessageEffect, id: number): boolean {
  const { state, frame, listen } = context;
  if (listen === undefined) return true;
  const values = effect.values.flatMap(({ name, value }) => {
    const found = context.evaluate(value);
    if (isAbsent(found)) return [];
    return [[name, value.type.name === 'entity' ? handleOf(state.identity, found) : found] as const];
  });
  listen({
    rule: rule.name,
    source: handleOf(state.identity, frame.slots[sourceSlot]),
    target: handleOf(state.identity, id),
    text: effect.text,
    values: Object.fromEntries(values),
  });
  return true;
}

/** Within its kind. Returns false without a class and for one of another kind. */
function become(context: TurnContext, rule: Rule, effect: BecomeEffect, id: number): boolean {
  const { state } = context;
  const wanted = context.evaluate(effect.class);
  if (isAbsent(wanted) || wanted === 0) return false;
  const next = classAt(state.model, wanted);
  if (next.kind !== state.identity.kind[id]) return false;
  if (state.class[id] !== wanted) {
    state.class[id] = wanted;
    touchKind(state.stamps, fact.population, id, next.kind);
  }
  for (const column of effect.columns) beginAgain(context, rule, effect, next, column, id);
  for (const holding of effect.holdings) {
    if (holdingOffset(state, holding, next.kind) >= 0) holdOnly(state, holding, id, next.held?.get(holding) ?? []);
  }
  return true;
}

function beginAgain(
  context: TurnContext,
  rule: Rule,
  effect: BecomeEffect,
  { initial }: Class,
  index: number,
  id: number,
): void {
  const { state } = context;
  const column = state.model.columns[index];
  if (!hasCell(state, column, id)) return;
  const before = readCell(state, column, id);
  const after = initial.get(index) ?? column.initial;
  writeCell(state, column, id, after);
  context.wrote++;
  reportWrite(context, rule, effect, index, id, before, after);
}
