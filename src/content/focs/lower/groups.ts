import type { Origin, Rule } from '../../../compile/rule.js';
import type { EffectsGroup, ItemKind } from '../syntax.js';
import { lowerActivation } from './activations.js';
import type { Carried } from './carriers.js';
import type { Context, GroupState, Subject, Tested } from './context.js';
import { type Acting } from './effect-forms.js';
import { type LoweredEffects, lowerEffects, writesMeters } from './effects.js';
import { identityIn } from './identity.js';
import { type ImplicitGroup, implicitPriority } from './implicit.js';
import { everyKind } from './kind-set.js';
import { mentionsChance } from './mentions.js';
import { poolOf } from './members.js';
import { accessOf } from './rule-access.js';

/** What a rule was made of. */
export interface RuleOrigin {
  readonly kind: ItemKind;
  readonly item: string;
  /** Place of the group among those of the item that are of its sort, from 0. */
  readonly group: number;
  /** The game made it, not content. */
  readonly implicit: boolean;
  /** Effects that content asks for and that the rule does not have, by name. */
  readonly pending: ReadonlyMap<string, number>;
}

/** A rule but for its place among all rules. */
export type RuleShape = Omit<Rule, 'index'>;

/** A group as rules: with all effects, and with those on meters alone, which undefined says it is none of. */
export interface LoweredGroup {
  readonly origin: RuleOrigin;
  readonly all: RuleShape;
  readonly meters: RuleShape | undefined;
}

/** Where groups are lowered: what does not change from one group of an item to the next. */
export interface Setting {
  readonly base: Pick<Context, 'builder' | 'kit' | 'catalog' | 'language'>;
  readonly carried: Carried;
  /** The number of a stacking group. */
  claim(name: string): number;
}

/** Lowers a group of content, the `number`th of its item from 0. */
export function lowerGroup(group: EffectsGroup, number: number, state: GroupState, place: Origin, setting: Setting): LoweredGroup {
  const { kit } = setting.base;
  const outside = contextOf(state, setting);
  const { activation, narrowing } = lowerActivation(group.activation, activationContext(group, outside));
  const scope = scopeContext(group, outside);
  const include = setting.base.language.conditions([group.scope], scope, true);
  const effects = lowerEffects(group.effects, effectContext(group, outside));
  const { kind, name } = state.item;
  const shape = (wanted: LoweredEffects['effects'], phase: Rule['phase']): RuleShape => ({
    name: `${kind} ${name} #${number}`, label: group.label, carrier: setting.carried.carrier, dispatch: setting.carried.dispatch, phase, priority: group.priority,
    activation, ...(narrowing === undefined ? {} : { narrowing }), include: [include], exclude: [], effects: wanted, claims: setting.claim(group.stackingGroup),
    ...accessOf([...activation, include], wanted, kit.interner), origin: place,
  });
  return {
    origin: { kind, item: name, group: number, implicit: false, pending: effects.pending },
    all: shape(effects.effects, 'actions'),
    meters: writesMeters(group.effects) ? shape(effects.meters, 'meters') : undefined,
  };
}

/** Outside of conditions and effects. */
function contextOf(group: GroupState, { base, carried }: Setting): Context {
  return {
    ...base, group, source: carried.source, target: undefined, candidate: undefined, root: undefined, free: 2, drawing: 1, choosing: 1, pool: everyKind, whole: false, locations: [],
  };
}

/** An activation tests the source. Members take the slots behind the target's, as in scopes, but where members draw, which they do beside the objects of all slots before. */
function activationContext({ activation }: EffectsGroup, context: Context): Tested {
  const chance = activation !== undefined && mentionsChance(activation);
  return { ...context, candidate: context.source, root: context.source, free: chance ? 1 : 2, choosing: 0 };
}

function scopeContext({ scope }: EffectsGroup, context: Context): Tested {
  const candidate: Subject = { node: context.kit.slot(1), kinds: everyKind, sure: true };
  return { ...context, candidate, root: candidate, drawing: 2, pool: poolOf(scope, context) };
}

/** What effects see may have changed since the activation was asked: what was known of the source by what carries the group is not taken for granted, but for its hull. */
function effectContext({ scope }: EffectsGroup, context: Context): Acting {
  const source: Subject = { node: context.source.node, kinds: context.source.kinds, sure: true, ...(context.source.hull === undefined ? {} : { hull: context.source.hull }) };
  const kinds = context.language.kinds(scope, context);
  const target: Subject = { node: context.kit.slot(1), kinds: kinds === 0 ? everyKind : kinds, sure: true };
  return { ...context, source, target, drawing: 2, choosing: 2, isOnSource: identityIn(scope, context)?.at.node === source.node };
}

/** Lowers a group that the game makes of an item. */
export function lowerImplicit(group: ImplicitGroup, number: number, state: GroupState, place: Origin, setting: Setting): LoweredGroup {
  const { kit, builder } = setting.base;
  const { kind, name } = state.item;
  const source = kit.slot(0);
  const target = kit.slot(1);
  const amount = kit.number(group.amount);
  const increment = group.rule === undefined ? amount : kit.certain(kit.multiply(amount, kit.read(builder.rule(group.rule), kit.galaxy)));
  const column = builder.meter(group.meter)?.current ?? 0;
  const holder = group.part === undefined ? undefined : partOf(group.part, setting);
  const effect = { kind: 'modify', recipient: 'target', stacking: 0, label: '', column, ...(holder === undefined ? {} : { holder }), modification: 'set', amount: kit.add(kit.running, increment) } as const;
  const include = kit.compare('==', target, source);
  const shape = (phase: Rule['phase']): RuleShape => ({
    name: `${kind} ${name} ${group.meter.toLowerCase()}`, label: group.label, carrier: setting.carried.carrier, dispatch: setting.carried.dispatch, phase,
    priority: implicitPriority, activation: [], include: [include], exclude: [], effects: [effect], claims: setting.claim(group.stackingGroup),
    ...accessOf([include], [effect], kit.interner), origin: place,
  });
  return { origin: { kind, item: name, group: number, implicit: true, pending: new Map() }, all: shape('actions'), meters: shape('meters') };
}

/** The object that stands for a part of the target. */
function partOf(name: string, { base: { kit, builder } }: Setting): ReturnType<Context['kit']['slot']> {
  const isIt = kit.compare('==', kit.classOf(kit.slot(2)), kit.class(builder.classOf('Part', name) ?? 0));
  return kit.fold('first', { over: 'attached', kind: builder.partKind(name) ?? 0, class: 0 }, 2, kit.slot(1), isIt);
}
