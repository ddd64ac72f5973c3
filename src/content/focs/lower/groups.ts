import type { Narrowing, Rule, Effect } from '../../../ir/rule.js';
import type { Origin, Node } from '../../../ir/node.js';
import { kept } from '../../../kernel/maps.js';
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
  type Surroundings,
  ofKinds,
  onlyKind,
  subject,
  everyKind,
} from './lowering-context.js';
import { mentionsSource, identityIn, mentionsChance, poolOf } from './focs-forms.js';
import { nodesOfEffect } from '../../../ir/effect-nodes.js';
import type { Carried } from './rule-carriers.js';
import { lowerEffects, writesMeters } from './lower-effects.js';
import { tooLarge } from './parameters.js';
import { type Interner, united } from './focs-nodes.js';

/**
 * If the condition does not mention the source, the game tests all sources at once, part by part: this decides the
 * order of firing.
 */
function lowerActivation(condition: Condition | undefined, context: Tested): Pick<Rule, 'activation' | 'narrowing'> {
  if (condition === undefined) return { activation: nothing };
  if (mentionsSource(condition)) return { activation: [context.language.conditions([condition], context, false)] };
  const narrowing = narrow(condition, context);
  return { activation: [nodeOf(narrowing, context)], narrowing };
}

/** Each part assumes the results of the parts before it. */
function narrow(condition: Condition, context: Tested): Narrowing {
  const { operands } = condition;
  const parts = () => operands.map((operand) => narrow(operand, context));
  switch (condition.name) {
    case 'And': {
      let inner = context;
      return {
        by: 'all',
        parts: operands.map((operand) => {
          const part = narrow(operand, inner);
          inner = leaving(operand, inner);
          return part;
        }),
      };
    }
    case 'Or':
      return { by: 'any', parts: parts() };
    case 'Not':
      return { by: 'not', part: operands.length === 1 ? parts()[0] : { by: 'all', parts: parts() } };
    default:
      return { by: 'test', test: context.language.conditions([condition], context, false) };
  }
}

function leaving(condition: Condition, context: Tested): Tested {
  const kinds = context.language.kinds(condition, context) & context.candidate.kinds;
  if (onlyKind(kinds) === undefined) return context;
  return renamed(context, ofKinds(context.candidate, kinds));
}

function nodeOf(narrowing: Narrowing, context: Tested): Node {
  const { kit } = context;
  if (narrowing.by === 'test') return narrowing.test;
  if (narrowing.by === 'not') return kit.not(nodeOf(narrowing.part, context));
  const parts = narrowing.parts.map((part) => nodeOf(part, context));
  return narrowing.by === 'all' ? kit.all(parts) : kit.any(parts);
}

export interface RuleOrigin {
  readonly kind: ItemKind;
  readonly item: string;
  readonly group: number;
  readonly implicit: boolean;
}

/** Rules with all effects, and with those on meters alone if there are any. */
export interface LoweredGroup {
  readonly origin: RuleOrigin;
  readonly all: Rule;
  readonly meters: Rule | undefined;
}

export interface Setting extends Surroundings {
  readonly carried: Carried;
  readonly bodies: Map<string, GroupBody>;
  /** Numbers of stacking groups, from 1; 0 for none. */
  readonly claims: Map<string, number>;
  readonly place: () => number;
}

/** `implicit`: the meter of an implicit group. */
export function lowerGroup(
  group: EffectsGroup,
  number: number,
  state: GroupState,
  place: Origin,
  setting: Setting,
  implicit?: string,
): LoweredGroup {
  const { kind, name: item } = state.item;
  const origin = { kind, item, group: number, implicit: implicit !== undefined };
  const suffix = implicit?.toLowerCase() ?? `#${number}`;
  return rulesOf(origin, suffix, group, place, bodyOf(group, state, setting), setting);
}

interface GroupBody {
  readonly conditions: Pick<Rule, 'activation' | 'narrowing' | 'include'>;
  readonly all: RuleActs;
  readonly meters: RuleActs | undefined;
}

type RuleActs = Pick<Rule, 'effects' | 'reads' | 'writes' | 'structural'>;

/** Items of a kind share the bodies of equal groups, unless a body depends on the item or has errors. */
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
      report(...reported) {
        isOwn = true;
        state.report(...reported);
      },
    },
    setting,
  );
  if (!isOwn) setting.bodies.set(text, body);
  return body;
}

function lowerBody(group: EffectsGroup, state: GroupState, setting: Setting): GroupBody {
  const { language, kit, carried } = setting;
  const outside = contextOf(setting, state, carried.source);
  const activated = lowerActivation(group.activation, activationContext(group, outside));
  const candidate = subject(kit.slot(1), everyKind, true);
  const scope = scoping(outside, candidate, poolOf(group.scope, outside));
  const include = [language.conditions([group.scope], scope, true)];
  const { effects, meters } = lowerEffects(group.effects, effectContext(group, outside));
  const conditions = [...activated.activation, ...include];
  const nodes = [...conditions, ...effects.flatMap(nodesOfEffect)];
  const weight = nodes.reduce((sum, node) => sum + kit.interner.weight(node), 0);
  if (weight > mostNodes) tooLarge({ group: state }, group);
  const all = actsOf(conditions, effects, kit.interner);
  const isAll = effects.length === meters.length && effects.every((effect, i) => effect === meters[i]);
  return {
    conditions: { ...activated, include },
    all,
    meters: !writesMeters(group.effects) ? undefined : isAll ? all : actsOf(conditions, meters, kit.interner),
  };
}

/** Most nodes of one group. A shared node counts at every place, since some visits repeat it. */
const mostNodes = 100_000;

const nothing: readonly never[] = [];

/** Spread copies would be slow for thousands of rules. */
function rulesOf(
  origin: RuleOrigin,
  suffix: string,
  { label, priority, stackingGroup }: Pick<EffectsGroup, 'label' | 'priority' | 'stackingGroup'>,
  place: Origin,
  { conditions: { activation, include, narrowing }, all, meters }: GroupBody,
  { carried: { carrier, dispatch }, claims, place: nextPlace }: Setting,
): LoweredGroup {
  const claimed = kept(claims, stackingGroup, () => claims.size);
  const ruleOf = (phase: Rule['phase'], { effects, reads, writes, structural }: RuleActs): Rule => {
    const rule: Rule = {
      index: nextPlace(),
      name: `${origin.kind} ${origin.item} ${suffix}`,
      label,
      carrier,
      phase,
      priority,
      activation,
      include,
      exclude: nothing,
      effects,
      claims: claimed,
      dispatch,
      reads,
      writes,
      structural,
      origin: place,
    };
    return narrowing === undefined ? rule : { ...rule, narrowing };
  };
  return { origin, all: ruleOf('actions', all), meters: meters && ruleOf('meters', meters) };
}

/** Members take the slots after the target's. Where they draw, each draws with the objects of all slots before. */
function activationContext({ activation }: EffectsGroup, context: Context): Tested {
  if (activation === undefined) return activating(context, 2, false);
  return activating(context, mentionsChance(activation) ? 1 : 2, mentionsSource(activation));
}

/** Effects may see changes since the activation: of the carrier's facts only the hull is assumed. */
function effectContext({ scope }: EffectsGroup, context: Context): Acting {
  const { node, kinds, hull } = context.source;
  const reached = context.language.kinds(scope, context);
  const source = subject(node, kinds, true, undefined, hull);
  const target = subject(context.kit.slot(1), reached === 0 ? everyKind : reached, true);
  return acting(context, source, target, identityIn(scope, context)?.at.node === node);
}

function actsOf(conditions: readonly Node[], effects: readonly Effect[], { reads }: Interner): RuleActs {
  const nodes = [...conditions, ...effects.flatMap(nodesOfEffect)];
  const all = effects.flatMap(withInner);
  return {
    effects,
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

/** All but places and spellings of names. */
const keysOfMeaning = `kind name word operands parameters comparison comparators label values value integer text subject
  through property of operator statistic condition then otherwise conditions effects`.split(/\s+/);

function groupText({ scope, activation, effects }: EffectsGroup): string {
  return JSON.stringify([scope, activation, effects], keysOfMeaning);
}
