import type { Ability, AbilityClass, Point } from '../../ir/ability.js';
import { aboutObject } from '../../eval/about-object.js';
import { makeNode } from '../../eval/make-node.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import type { Raised } from '../../ir/occurrence.js';
import { numberType } from '../../eval/operation.js';
import { follow } from '../../eval/ops/follow.js';
import { remembered } from '../../eval/ops/remembered.js';
import { slot } from '../../eval/ops/slot.js';
import type { OccurringNames } from '../expression/compile-expression.js';
import type { ActionContext, TimingContext } from './action-context.js';
import { lowerActions } from './actions.js';
import { type AbilitySpot, type Control, checkAbility, controlOf } from './ability-checks.js';
import { type Carried, carrierOf } from './carriers.js';
import { conjunction, someone } from './conditions.js';
import type { Placed } from './declarations.js';
import { answerContext, compileText, holderContext } from './expression-text.js';
import { type AnswerContext, type Heard, heardBy, lowerListening } from './listening.js';
import { raisedOf } from './raised.js';
import type { GroupContext } from './rule-context.js';
import type { AbilitySource } from './schema.js';

const stepA: ReadonlySet<AbilityClass> = new Set(['negate', 'prevent', 'substitute']);

/**
 * When an ability answers. One that may be chosen as something happens is asked while that may still lead elsewhere;
 * reactions and what pays are taken by others than step B.
 */
export function pointOf({
  class: sort,
  yields,
  at = defaultPoint(sort, yields !== undefined),
  optional = false,
}: AbilitySource): Point {
  return at === 'when' && optional && sort !== 'reaction' && yields === undefined ? 'would' : at;
}

function defaultPoint(sort: AbilityClass, isPaying: boolean): 'before' | 'when' | 'after' {
  if (isPaying) return 'when';
  if (stepA.has(sort) || sort === 'reduction') return 'before';
  return sort === 'delayed' ? 'when' : 'after';
}

/** Lowers an ability; undefined, and reported, when something is wrong with it. */
export function lowerAbility(
  { source, place }: Placed<AbilitySource>,
  index: number,
  timing: TimingContext,
): Ability | undefined {
  const at = pointOf(source);
  const common: GroupContext = { ...timing, sites: { next: 0 }, amounts: [], rolesByName: true };
  const carried = carrierOf(source, timing);
  const heard = heardBy(source, at, common);
  const types = heard.map(({ draft }) => draft);
  const spot: AbilitySpot = { source, at, carried, types };
  const control = controlOf(spot, timing);
  const memory = timing.memory.noting();
  const names: OccurringNames = { types, controller: control.names, remember: memory.number };
  const self = carried?.self ?? 'any';
  const asking: AnswerContext = {
    ...common,
    expressionsFor: (some) => answerContext(timing, { ...names, ...some }, self),
  };
  const on = lowerListening(source, heard, asking);
  const asked = lowerAsked(source, heard, asking, timing);
  const holder = lowerHolder({ ...spot, control, self, number: memory.number }, common, timing);
  const acting: ActionContext = {
    ...common,
    ...timing,
    occurring: names,
    answering: { at, types, isControlled: control.isControlled },
    title: `ability ${source.name}`,
  };
  const list =
    source.do === undefined
      ? -1
      : lowerActions(
          source.do,
          { subject: self !== 'nobody', direct: types.some(({ roles }) => roles.subject >= 0) },
          acting,
        );
  checkAbility(spot, control, timing);
  if (at !== 'before') for (const { index: type } of types) timing.memory.demand(type, memory.noted);
  if (carried === undefined || on.length === 0) return undefined;
  const { class: sort, next = false, first = false, optional = false } = source;
  return Object.freeze({
    index,
    name: source.name,
    class: sort,
    at,
    on,
    carrier: carried.carrier,
    next,
    lapses: lapses(source),
    first,
    optional,
    list,
    ...asked,
    ...holder,
    origin: { file: place.file, line: place.line, column: place.column },
  });
}

/** What is asked of the occurrence, and what it makes of it. */
function lowerAsked(
  source: AbilitySource,
  heard: readonly Heard[],
  asking: AnswerContext,
  { loading }: TimingContext,
): Pick<Ability, 'condition' | 'into' | 'yields'> {
  const expressions = asking.expressionsFor({ types: heard.map(({ draft }) => draft) });
  const { into, yields } = source;
  const raised: Raised | undefined =
    into && raisedOf({ container: into, key: 'type', type: into.type, values: into.values }, asking, expressions);
  return {
    condition: conjunction(source, 'if', source.if, asking, expressions),
    into: raised,
    yields:
      yields === undefined
        ? undefined
        : compileText({ container: source, key: 'yields', text: yields }, numberType, expressions, loading)?.node,
  };
}

interface Holding extends AbilitySpot {
  readonly control: Control;
  readonly self: Carried['self'];
  /** Numbers what is remembered. */
  readonly number: (node: Node) => number;
}

/** What is asked of whose ability it is. Of what may be gone by then it is asked as it was. */
function lowerHolder(
  { source, at, carried, control, self, number }: Holding,
  common: GroupContext,
  timing: TimingContext,
): Pick<Ability, 'live' | 'controller'> {
  const expressions = holderContext(timing, self);
  const live = conjunction(source, 'live', source.live, common, expressions);
  const named = someone(source, 'controller', source.controller, common, expressions);
  const controller = source.carrier === 'created' ? undefined : (named ?? defaultController(control.byDefault));
  if (carried === undefined || !isOwn(carried) || at === 'before' || at === 'would') return { live, controller };
  return { live: live && asItWas(live, number), controller: controller && asItWas(controller, number) };
}

/** What ends with the turn: what waits for the next time, and what is delayed. Objects keep what they have. */
function lapses({ class: sort, carrier = 'world', next = false, until }: AbilitySource): boolean {
  if (typeof carrier !== 'string') return false;
  return until === undefined ? next || sort === 'delayed' : until === 'turn';
}

function isOwn({ carrier }: Carried): boolean {
  return (carrier.by === 'classes' || carrier.by === 'kind') && carrier.own;
}

/** The owner of whose ability it is, or that object itself. */
function defaultController(by: 'self' | 'owner' | undefined): Node | undefined {
  if (by === undefined) return undefined;
  const self = makeNode(slot, { slot: sourceSlot });
  return by === 'self' ? self : makeNode(follow, { relation: 'owner' as const, kind: 0 }, self);
}

/** What was so of the occurrence's subject, which may be gone by now. */
function asItWas(node: Node, number: (node: Node) => number): Node {
  const moved = aboutObject(node, makeNode(slot, { slot: targetSlot }), targetSlot + 1);
  return makeNode(remembered, { number: number(moved) }, moved);
}
