import type { Narrowing, Origin, Rule, Effect } from '../../../ir/rule.js';
import type { Node } from '../../../ir/node.js';
import type { Condition, EffectsGroup, ItemKind } from '../syntax.js';
import {
  type Tested,
  renamed,
  type Acting,
  type Context,
  type GroupState,
  acting,
  activating,
  contextOf,
  scoping,
} from './context.js';
import { ofKinds, onlyKind, subject, everyKind } from './subjects.js';
import { mentionsSource, identityIn, mentionsChance, poolOf } from './members.js';
import { nodesOfEffect } from '../../../rules/effect-nodes.js';
import { type Carried, type ImplicitGroup, implicitPriority } from './carriers.js';
import { lowerEffects, writesMeters } from './effects.js';
import { groupText } from './group-text.js';
import { tooLarge } from './parameters.js';
import { type Interner, united } from './interner.js';

/** When a group is active. */
interface Activation {
  readonly activation: readonly Node[];
  readonly narrowing: Narrowing | undefined;
}

/**
 * The activation of a group. Where it does not mention the source the game asks it of all sources at once, part by
 * part, which decides the order in which they fire; otherwise of each source by itself.
 */
function lowerActivation(condition: Condition | undefined, context: Tested): Activation {
  if (condition === undefined) return { activation: [], narrowing: undefined };
  if (mentionsSource(condition))
    return { activation: [context.language.conditions([condition], context, false)], narrowing: undefined };
  const narrowing = narrow(condition, context);
  return { activation: [nodeOf(narrowing, context)], narrowing };
}

/** A part takes for granted what those before it have left over. */
function narrow(condition: Condition, context: Tested): Narrowing {
  const { language } = context;
  switch (condition.name) {
    case 'And': {
      let inner = context;
      const parts = condition.operands.map((operand) => {
        const part = narrow(operand, inner);
        inner = leaving(operand, inner);
        return part;
      });
      return { by: 'all', parts };
    }
    case 'Or':
      return { by: 'any', parts: condition.operands.map((operand) => narrow(operand, context)) };
    case 'Not':
      return {
        by: 'not',
        part:
          condition.operands.length === 1
            ? narrow(condition.operands[0], context)
            : { by: 'all', parts: condition.operands.map((operand) => narrow(operand, context)) },
      };
    default:
      return { by: 'test', test: language.conditions([condition], context, false) };
  }
}

/** With the kind of source that is left when a condition holds. */
function leaving(condition: Condition, context: Tested): Tested {
  const kinds = context.language.kinds(condition, context) & context.candidate.kinds;
  if (onlyKind(kinds) === undefined) return context;
  return renamed(context, ofKinds(context.candidate, kinds));
}

function nodeOf(narrowing: Narrowing, context: Tested): Node {
  const { kit } = context;
  switch (narrowing.by) {
    case 'test':
      return narrowing.test;
    case 'not':
      return kit.not(nodeOf(narrowing.part, context));
    case 'all':
      return kit.all(narrowing.parts.map((part) => nodeOf(part, context)));
    case 'any':
      return kit.any(narrowing.parts.map((part) => nodeOf(part, context)));
  }
}

/** What a rule was made of. */
export interface RuleOrigin {
  readonly kind: ItemKind;
  readonly item: string;
  /** Place of the group among those of the item that are of its sort, from 0. */
  readonly group: number;
  /** The game made it, not content. */
  readonly implicit: boolean;
}

/** A group as rules: with all effects, and with those on meters alone, which undefined says it is none of. */
export interface LoweredGroup {
  readonly origin: RuleOrigin;
  readonly all: Rule;
  readonly meters: Rule | undefined;
}

/** Where groups are lowered: what does not change from one group of an item to the next. */
export interface Setting {
  readonly base: Pick<Context, 'builder' | 'kit' | 'catalog' | 'language'>;
  readonly carried: Carried;
  /** By kind of item and what they say. */
  readonly bodies: Map<string, GroupBody>;
  /** The number of a stacking group. */
  claim(name: string): number;
  /** The place of the next rule among all. */
  readonly place: () => number;
}

/** Lowers a group of content, the `number`th of its item from 0. */
export function lowerGroup(
  group: EffectsGroup,
  number: number,
  state: GroupState,
  place: Origin,
  setting: Setting,
): LoweredGroup {
  const body = bodyOf(group, state, setting);
  const { kind, name } = state.item;
  const frame: RuleFrame = {
    name: `${kind} ${name} #${number}`,
    label: group.label,
    priority: group.priority,
    claims: setting.claim(group.stackingGroup),
    origin: place,
  };
  return { origin: { kind, item: name, group: number, implicit: false }, ...framed(frame, body, setting) };
}

/** What rules of groups that say the same have in common. */
export interface GroupBody {
  readonly conditions: Pick<Rule, 'activation' | 'narrowing' | 'include'>;
  readonly all: RuleActs;
  readonly meters: RuleActs | undefined;
}

type RuleActs = Pick<Rule, 'effects' | 'reads' | 'writes' | 'structural'>;

/**
 * The body of a group, made once for all items of a kind whose groups say the same; but not where it depends on the
 * item, or where something is wrong.
 */
function bodyOf(group: EffectsGroup, state: GroupState, setting: Setting): GroupBody {
  const text = `${state.item.kind} ${groupText(group)}`;
  const known = setting.bodies.get(text);
  if (known !== undefined) return known;
  let isOwn = false;
  const body = lowerBody(
    group,
    {
      ...state,
      noteOwn() {
        isOwn = true;
      },
      report(problem, of) {
        isOwn = true;
        state.report(problem, of);
      },
    },
    setting,
  );
  if (!isOwn) setting.bodies.set(text, body);
  return body;
}

function lowerBody(group: EffectsGroup, state: GroupState, { base, carried }: Setting): GroupBody {
  const outside = contextOf(base, state, carried.source);
  const { activation, narrowing } = lowerActivation(group.activation, activationContext(group, outside));
  const include = [base.language.conditions([group.scope], scopeContext(group, outside), true)];
  const { effects, meters } = lowerEffects(group.effects, effectContext(group, outside));
  const weight = [...activation, ...include, ...effects.flatMap(nodesOfEffect)].reduce(
    (sum, node) => sum + base.kit.interner.weight(node),
    0,
  );
  if (weight > mostNodes) tooLarge({ group: state }, group.at);
  const acts = (acting: Rule['effects']): RuleActs => ({
    effects: acting,
    ...accessOf([...activation, ...include], acting, base.kit.interner),
  });
  const all = acts(effects);
  const isAll = effects.length === meters.length && effects.every((effect, i) => effect === meters[i]);
  return {
    conditions: narrowing === undefined ? { activation, include } : { activation, narrowing, include },
    all,
    meters: !writesMeters(group.effects) ? undefined : isAll ? all : acts(meters),
  };
}

/**
 * Of one group, each node as often as it stands there: what has parts in common is looked at part by part now and then.
 */
const mostNodes = 100_000;

type RuleFrame = Pick<Rule, 'name' | 'label' | 'priority' | 'claims' | 'origin'>;

const nothing: readonly never[] = [];

/** The rules of a group. */
function framed(
  frame: RuleFrame,
  { conditions, all, meters }: Pick<GroupBody, 'conditions' | 'all' | 'meters'>,
  setting: Setting,
): Pick<LoweredGroup, 'all' | 'meters'> {
  return {
    all: ruleOf('actions', frame, conditions, all, setting),
    meters: meters && ruleOf('meters', frame, conditions, meters, setting),
  };
}

/** Written out: thousands of rules are made, and copies of objects by parts take long. */
function ruleOf(
  phase: Rule['phase'],
  frame: RuleFrame,
  conditions: GroupBody['conditions'],
  acts: RuleActs,
  setting: Setting,
): Rule {
  const { name, label, priority, claims, origin } = frame;
  const { activation, include, narrowing } = conditions;
  const { effects, reads, writes, structural } = acts;
  const { carrier, dispatch } = setting.carried;
  const index = setting.place();
  return narrowing === undefined
    ? {
        index,
        name,
        label,
        carrier,
        phase,
        priority,
        activation,
        include,
        exclude: nothing,
        effects,
        claims,
        dispatch,
        reads,
        writes,
        structural,
        origin,
      }
    : {
        index,
        name,
        label,
        carrier,
        phase,
        priority,
        activation,
        narrowing,
        include,
        exclude: nothing,
        effects,
        claims,
        dispatch,
        reads,
        writes,
        structural,
        origin,
      };
}

/**
 * Members take the slots behind the target's, as in scopes, but where members draw, which they do beside the objects of
 * all slots before.
 */
function activationContext({ activation }: EffectsGroup, context: Context): Tested {
  return activating(
    context,
    activation !== undefined && mentionsChance(activation) ? 1 : 2,
    activation !== undefined && mentionsSource(activation),
  );
}

function scopeContext({ scope }: EffectsGroup, context: Context): Tested {
  return scoping(context, subject(context.kit.slot(1), everyKind, true), poolOf(scope, context));
}

/**
 * What effects see may have changed since the activation was asked: what is known of the source by what carries the
 * group is not taken for granted, but for its hull.
 */
function effectContext({ scope }: EffectsGroup, context: Context): Acting {
  const {
    kit,
    language,
    source: { node, kinds, hull },
  } = context;
  const reached = language.kinds(scope, context);
  const target = subject(kit.slot(1), reached === 0 ? everyKind : reached, true);
  return acting(
    context,
    subject(node, kinds, true, undefined, hull),
    target,
    identityIn(scope, context)?.at.node === node,
  );
}

/** Lowers a group that the game makes of an item. */
export function lowerImplicit(
  group: ImplicitGroup,
  number: number,
  state: GroupState,
  place: Origin,
  setting: Setting,
): LoweredGroup {
  const { kit, builder } = setting.base;
  const { kind, name } = state.item;
  const source = kit.slot(0);
  const target = kit.slot(1);
  const amount = kit.number(group.amount);
  const increment =
    group.rule === undefined
      ? amount
      : kit.certain(kit.multiply(amount, kit.read(builder.rule(group.rule), kit.galaxy)));
  const column = builder.meter(group.meter)?.current ?? 0;
  const holder = group.part === undefined ? undefined : partOf(group.part, setting);
  const effect = {
    kind: 'modify',
    recipient: 'target',
    stacking: 0,
    label: '',
    column,
    ...(holder === undefined ? {} : { holder }),
    modification: 'set',
    amount: kit.add(kit.running, increment),
  } as const;
  const include = [kit.compare('==', target, source)];
  const acts: RuleActs = { effects: [effect], ...accessOf(include, [effect], kit.interner) };
  const frame: RuleFrame = {
    name: `${kind} ${name} ${group.meter.toLowerCase()}`,
    label: group.label,
    priority: implicitPriority,
    claims: setting.claim(group.stackingGroup),
    origin: place,
  };
  const rules = framed(frame, { conditions: { activation: nothing, include }, all: acts, meters: acts }, setting);
  return { origin: { kind, item: name, group: number, implicit: true }, ...rules };
}

/** The object that stands for a part of the target. */
function partOf(name: string, { base: { kit, builder } }: Setting): ReturnType<Context['kit']['slot']> {
  const isIt = kit.compare('==', kit.classOf(kit.slot(2)), kit.class(builder.classOf('Part', name) ?? 0));
  return kit.fold('first', { over: 'attached', kind: builder.partKind(name) ?? 0, class: 0 }, 2, kit.slot(1), isIt);
}

/** What a rule reads and writes, and whether who is there may be another after it. */
function accessOf(
  conditions: readonly Node[],
  effects: readonly Effect[],
  { reads }: Interner,
): Pick<Rule, 'reads' | 'writes' | 'structural'> {
  const nodes = [...conditions, ...effects.flatMap(nodesOfEffect)];
  const all = effects.flatMap(withInner);
  return {
    reads: united(nodes.map(reads)),
    writes: [...new Set(all.flatMap(columnsWritten))].sort((a, b) => a - b),
    structural: all.some(({ kind }) => structural.has(kind)),
  };
}

const structural: ReadonlySet<Effect['kind']> = new Set([
  'create',
  'destroy',
  'move',
  'give',
  'put',
  'lane',
  'bind',
  'become',
]);

/** An effect with all that stand inside of it. */
function withInner(effect: Effect): readonly Effect[] {
  if (effect.kind === 'branch') return [...effect.then, ...effect.otherwise].flatMap(withInner);
  return effect.kind === 'create'
    ? [effect, ...[...(effect.inside ?? []), ...(effect.then ?? [])].flatMap(withInner)]
    : [effect];
}

function columnsWritten(effect: Effect): readonly number[] {
  if (effect.kind === 'modify') return [effect.column];
  if (effect.kind === 'become') return effect.columns;
  return effect.kind === 'create' ? effect.initial.map(({ column }) => column) : [];
}
