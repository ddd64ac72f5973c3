import { type Class, type Column, classAt, kindAt } from '../../model/model.js';
import { numberType } from '../../eval/operation.js';
import { type Growth, type Rule, type RuleBook, noRules } from '../../ir/rule.js';
import { noTriggers } from '../../ir/trigger.js';
import type { Declaration, Declarations } from './declarations.js';
import { lowerExpressions } from './read-expressions.js';
import { type CompiledText, compileText, growthContext, activationContext, scopeContext } from './expression-text.js';
import { lowerFlows } from './read-flows.js';
import {
  type Loading,
  type Where,
  atKey,
  describeCircle,
  hasErrors,
  isTorn,
  originOf,
  placeOf,
  refer,
  refuse,
  warn,
  whole,
} from './load-context.js';
import type { LoweredModel } from './lower-model.js';
import { type PlacedModifier, lowerModifiers } from './read-modifiers.js';
import { type Claims, checkLabel, checkName, checkPart, claim, claimName } from './names.js';
import type { AbilityBook, Acting, GroupContext, NamedAbility, RuleContext } from './rule-context.js';
import type { ClassSource, EffectSource, GroupSource, MeterSource } from './schema.js';
import { lowerTiming } from './timing.js';
import { lowerStart } from './read-start.js';
import { lowerTriggers } from './read-triggers.js';
import { asSolved, someIn } from '../../eval/node-shape.js';
import type { Node } from '../../ir/node.js';
import { findLoop } from '../../solve/find-loop.js';
import { quoteText } from '../text/quote.js';
import { readConditions, readKey } from './read-keys.js';
import { accessOf } from '../../rules/rule-access.js';
import { lowerEffect } from './read-effects.js';
import { checkProfile } from './profile.js';
import type { Place } from './source-tree.js';

/** In running order. */
export function lowerRules(
  declarations: Declarations,
  known: LoweredModel & Pick<RuleContext, 'library' | 'names'>,
  loading: Loading,
): RuleBook {
  const factionKinds = known.model.kinds.filter(({ faction }) => faction).map(({ index }) => index);
  const context: RuleContext = {
    ...known,
    loading,
    profile: declarations.profile,
    keeping: new Map(),
    factionKinds,
    raised: new Set(),
  };
  const rules: Rule[] = [];
  for (const [i, declaration] of declarations.classes.entries())
    lowerGroups(declaration, known.model.classes[i], rules, context);
  for (const declaration of declarations.shadowed) lowerGroups(declaration, undefined, rules, context);
  const placed = lowerModifiers(declarations, context);
  const acting: Acting = {
    triggerNames: declarations.triggers.map(({ source }) => source.name),
    lacks: declarations.lacks,
    abilities: nameAbilities(declarations, context),
    lists: [],
    sources: new Map(),
  };
  const triggers = lowerTriggers(declarations, context, acting);
  const { timing, questions } = lowerTiming(declarations, context, acting);
  const start = lowerStart(declarations.start, context);
  const book: RuleBook = {
    ...noRules,
    rules: rules.sort((a, b) => phaseRank(a) - phaseRank(b) || a.priority - b.priority || a.index - b.index),
    growths: declarations.meters.flatMap((meter, i) => lowerGrowth(meter, known.model.columns[i], context)),
    modifiers: placed.map(({ modifier }) => modifier),
    expressions: lowerExpressions(declarations, questions, context),
    flows: { flows: lowerFlows(declarations.flows, context), memory: 'own' },
    triggers: triggers.triggers.length + acting.lists.length === 0 ? noTriggers : triggers,
    timing,
    ...(known.names.constants.size + known.names.flags.size === 0 ? {} : { names: known.names }),
    ...(start === undefined ? {} : { start }),
  };
  refuseLoops(book, placed, context);
  return book;
}

function phaseRank({ phase }: Rule): number {
  return phase === 'meters' ? 0 : 1;
}

function lowerGroups(
  { name, source }: Declaration<ClassSource>,
  carrier: Class | undefined,
  rules: Rule[],
  context: RuleContext,
): void {
  const names: Claims = new Map();
  const groups = source.groups ?? [];
  for (const [i, group] of groups.entries()) {
    const spot = { source: group, number: i + 1, place: context.loading.places.ofValue(groups, i), names };
    const rule = lowerGroup(spot, name, carrier, rules.length, context);
    if (rule !== undefined) rules.push(rule);
  }
}

const growTowardTarget = 'approach(value, self.goal, 1)';

function lowerGrowth(
  { source }: Declaration<MeterSource>,
  { index, type }: Column,
  knowing: RuleContext,
): readonly Growth[] {
  const { model } = knowing;
  const context = growthContext(knowing, type);
  if (source.growth !== undefined) {
    const formula = readKey(source, 'growth', numberType, context, knowing);
    return formula === undefined ? [] : [{ column: index, formula: formula.node }];
  }
  const goal = source.target === undefined ? undefined : model.columnByName.get(source.target);
  if (goal?.role !== 'meter') return [];
  // The target's name need not be an identifier.
  const renamed = { ...model, columnByName: new Map([['goal', goal]]), kindByName: new Map() };
  const formula = compileText(
    { container: source, key: 'target', text: growTowardTarget },
    numberType,
    { ...context, model: renamed },
    knowing,
  );
  return formula === undefined ? [] : [{ column: index, formula: formula.node }];
}

function nameAbilities({ abilities }: Declarations, context: RuleContext): AbilityBook {
  const claims: Claims = new Map();
  const byName = new Map<string, NamedAbility>();
  for (const [index, { source }] of abilities.entries()) {
    if (claimName(context, claims, source.name, 'an ability', [source, 'name']))
      byName.set(source.name, { index, source });
  }
  return { byName, added: new Set() };
}

/** Circles of variables in any world; those of some worlds are found at run time. */
function refuseLoops(rules: RuleBook, placed: readonly PlacedModifier[], context: RuleContext): void {
  const { model } = context;
  if (hasErrors(context)) return;
  const loop = findLoop({ model, rules, fingerprint: '' });
  if (loop === undefined) return;
  const [first, ...rest] = loop;
  const names = loop.map(({ class: index, variable }) => {
    const { kind, name } = model.variables[variable];
    return `${index === 0 ? kindAt(model, kind).name : classAt(model, index).name}.${name}`;
  });
  const needed = (rest.at(0) ?? first).variable;
  const isOfLoop = ({ modifier }: PlacedModifier): boolean =>
    modifier.variable === first.variable && reads(modifier.amount, needed);
  const { place } = placed.find(isOfLoop) ?? placed[0];
  refuse(
    context,
    place,
    'variable-loop',
    `${describeCircle(names[0], [...names.slice(1), names[0]], 'needs')}, expected variables that do not need themselves`,
    loop.length === 1
      ? 'write `value` for the value before this modifier'
      : 'remove one modifier of the circle, or let one look at something else',
  );
}

function reads(node: Node, variable: number): boolean {
  return someIn(node, (part) => asSolved(part)?.variable === variable);
}

const defaultPriority = 100;

interface GroupSpot {
  readonly source: GroupSource;
  /** From 1. */
  readonly number: number;
  readonly place: Place;
  readonly names: Claims;
}

/** `carrier` is undefined for a class that is not there. */
function lowerGroup(
  spot: GroupSpot,
  className: string,
  carrier: Class | undefined,
  index: number,
  rules: RuleContext,
): Rule | undefined {
  const { source, place } = spot;
  const context: GroupContext = { ...rules, sites: { next: 0 }, amounts: [] };
  const name = groupName(spot, context);
  checkLabel(context, source.label, [source, 'label']);
  const scope = source.scope ?? {};
  const compiled = {
    activation: readConditions(source, 'activation', activationContext(context), context),
    include: readConditions(scope, 'include', scopeContext(context), context),
    exclude: readConditions(scope, 'exclude', scopeContext(context), context),
  };
  const effects = whole(source.effects.map((effect, i) => lowerEffect(effect, [source.effects, i], context)));
  const phase = phaseOf(source, context);
  warnOfNothing(spot, name, compiled.include.length, context);
  if (context.profile && phase !== undefined && !hasLost(source, context))
    checkProfile(phase, compiled.activation, [...compiled.include, ...compiled.exclude], context);
  if (carrier === undefined || phase === undefined || effects === undefined) return undefined;
  const conditions = ofEach(compiled, ({ node }) => node);
  return {
    index,
    name: `${className}/${name}`,
    label: source.label ?? (source.name === undefined ? `${className}/${name}` : name),
    carrier: { by: 'class', class: carrier.index },
    phase,
    claims: 0,
    dispatch: 'rule',
    priority: (source.priority ?? defaultPriority) + 0,
    ...conditions,
    texts: ofEach(compiled, ({ text }) => text),
    effects,
    ...accessOf(Object.values(conditions).flat(), effects, context.model),
    origin: originOf(place),
  };
}

type Parts<Part> = Readonly<Record<'activation' | 'include' | 'exclude', readonly Part[]>>;

function ofEach<Part>(compiled: Parts<CompiledText>, part: (text: CompiledText) => Part): Parts<Part> {
  const { activation, include, exclude } = compiled;
  return { activation: activation.map(part), include: include.map(part), exclude: exclude.map(part) };
}

function groupName({ source, number, place, names }: GroupSpot, context: GroupContext): string {
  const name = source.name ?? String(number);
  const where: Where = source.name === undefined ? place : [source, 'name'];
  if (source.name === undefined || (checkName(context, name, where) && checkPart(context, name, where)))
    claim(context, names, name, 'a group of this class', where);
  return name;
}

function phaseOf({ effects }: GroupSource, context: GroupContext): Rule['phase'] | undefined {
  const writesMeter = (effect: EffectSource): boolean => 'meter' in effect;
  const other = effects.findIndex((effect) => writesMeter(effect) !== writesMeter(effects[0]));
  if (other < 0) return effects.some(writesMeter) ? 'meters' : 'actions';
  const first = placeOf(context, [effects, 0]);
  const place = placeOf(context, [effects, other]);
  const [here, there] = writesMeter(effects[other]) ? ['writes a meter', 'does not'] : ['writes no meter', 'does'];
  return refuse(
    context,
    place,
    'mixed-group',
    `this effect ${here} and the one ${refer(place, first)} ${there}, expected a group of one kind: meters are written before growth, all else after`,
    'make two groups of it',
  );
}

function hasLost(source: GroupSource, context: GroupContext): boolean {
  return [source, source.effects, ...source.effects].some((container) => isTorn(context, container));
}

function warnOfNothing({ source, place }: GroupSpot, name: string, includes: number, context: GroupContext): void {
  if (hasLost(source, context)) return;
  if (source.effects.length === 0) {
    warn(
      context,
      [source, 'effects'],
      'no-effects',
      `the group ${quoteText(name)} has no effects, expected at least one`,
      'add an effect, or remove the group',
    );
    return;
  }
  const { scope } = source;
  const isEmpty = scope?.include === undefined || (Array.isArray(scope.include) && scope.include.length === 0);
  if (!isEmpty || includes > 0 || isTorn(context, scope)) return;
  warn(
    context,
    scope === undefined ? place : atKey(source, 'scope'),
    'empty-scope',
    `the group ${quoteText(name)} includes no objects, so its effects never fire; expected an \`include\` condition`,
    'write `include: true` for all objects, or `include: target == source`',
  );
}
