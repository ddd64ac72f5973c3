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
  takeOperations,
  warn,
} from './load-context.js';
import type { LoweredModel } from './lower-model.js';
import { type PlacedModifier, lowerModifiers } from './read-modifiers.js';
import { type Claims, checkLabel, checkName, checkPart, claim, claimName } from './names.js';
import type { AbilityBook, Acting, GroupContext, NamedAbility, RuleContext } from './rule-context.js';
import type { ClassSource, EffectSource, GroupSource, MeterSource, MixinSource } from './schema.js';
import { lowerReports } from './read-reports.js';
import { lowerTiming } from './timing.js';
import { lowerStart } from './read-start.js';
import { lowerTriggers } from './read-triggers.js';
import { asSolved, someIn } from '../../eval/node-shape.js';
import type { Node } from '../../ir/node.js';
import { findLoop } from '../../solve/find-loop.js';
import { quoteText } from '../text/quote.js';
import { readConditions, readKey } from './read-keys.js';
import { accessOf, phaseOf } from '../../rules/rule-access.js';
import { leavesOf, nodesOfEffect, withNodes } from '../../ir/effect-nodes.js';
import { lowerEffects } from './effect-lists.js';
import type { PlainEffectSource } from './read-effects.js';
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
  const mixins = new Map(declarations.mixins.map(({ name, source }) => [name, lowerMixin(source, context)]));
  for (const [i, declaration] of declarations.classes.entries())
    lowerGroups(declaration, known.model.classes[i], mixins, rules, context);
  for (const declaration of declarations.shadowed) lowerGroups(declaration, undefined, mixins, rules, context);
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
    ...lowerReports(declarations, context),
    ...(known.names.constants.size + known.names.flags.size === 0 ? {} : { names: known.names }),
    ...(start === undefined ? {} : { start }),
  };
  refuseLoops(book, placed, context);
  return book;
}

function phaseRank({ phase }: Rule): number {
  return phase === 'meters' ? 0 : 1;
}

/** Those of its mixins, in their order, then its own. */
function lowerGroups(
  { name, source }: Declaration<ClassSource>,
  carrier: Class | undefined,
  mixins: ReadonlyMap<string, readonly MixedGroup[]>,
  rules: Rule[],
  context: RuleContext,
): void {
  const names: Claims = new Map();
  const { groups = [], mixins: mixed = [] } = source;
  const add = (group: Group | undefined, own: string): void => {
    if (group !== undefined && carrier !== undefined) rules.push(ruleOf(group, own, name, carrier, rules.length));
  };
  let number = 0;
  // One that is named twice is reported already.
  for (const mixin of new Set(mixed)) {
    const where: Where = [mixed, mixed.indexOf(mixin)];
    for (const { group, name: given, size } of mixins.get(mixin) ?? []) {
      number++;
      const own = given ?? String(number);
      const isNew = claim(context, names, own, 'a group of this class', where);
      if (!isNew || !takeOperations(context.loading, size, 'mixin', where)) continue;
      add(group && { ...group, effects: group.effects.map((effect) => withNodes(effect, (node) => node)) }, own);
    }
  }
  for (const [i, group] of groups.entries()) {
    const spot = { source: group, number: ++number, place: context.loading.places.ofValue(groups, i) };
    add(lowerGroup(spot, context), groupName(spot, 'a group of this class', names, context));
  }
}

/** A group of a mixin, which each class of that gets for itself. */
interface MixedGroup {
  readonly name: string | undefined;
  readonly group: Group | undefined;
  /** What it counts as in operations. */
  readonly size: number;
}

/** A rule takes as much memory as so many operations. */
const operationsARule = 8;

function lowerMixin({ groups = [] }: MixinSource, context: RuleContext): readonly MixedGroup[] {
  const names: Claims = new Map();
  return groups.map((source, i) => {
    const spot = { source, number: i + 1, place: context.loading.places.ofValue(groups, i) };
    const group = lowerGroup(spot, context);
    if (source.name !== undefined) groupName(spot, 'a group of this mixin', names, context);
    return { name: source.name, group, size: group === undefined ? 0 : operationsARule + sizeOf(group) };
  });
}

function sizeOf({ activation, include, exclude, effects }: Group): number {
  const nodes = [...activation, ...include, ...exclude, ...effects.flatMap(nodesOfEffect)];
  return leavesOf(effects).length + nodes.reduce((sum, node) => sum + countOf(node), 0);
}

/** Depth is limited at load, so this may recurse. */
function countOf(node: Node): number {
  return node.args.reduce((sum, arg) => sum + countOf(arg), 1);
}

function ruleOf(group: Group, name: string, className: string, carrier: Class, index: number): Rule {
  const { title, ...parts } = group;
  return {
    index,
    name: `${className}/${name}`,
    label: title ?? `${className}/${name}`,
    carrier: { by: 'class', class: carrier.index },
    ...parts,
  };
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
  if (formula === undefined) return [];
  knowing.loading.written.set(formula.node, growTowardTarget.replace('goal', goal.name));
  return [{ column: index, formula: formula.node }];
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
}

/** A rule before it has a class. `title`: its label; undefined: its name. */
interface Group extends Omit<Rule, 'index' | 'name' | 'label' | 'carrier'> {
  readonly title: string | undefined;
}

function lowerGroup(spot: GroupSpot, rules: RuleContext): Group | undefined {
  const { source, place } = spot;
  const context: GroupContext = { ...rules, sites: { next: 0 }, amounts: [], tests: [] };
  const name = source.name ?? String(spot.number);
  checkLabel(context, source.label, [source, 'label']);
  const scope = source.scope ?? {};
  const compiled = {
    activation: readConditions(source, 'activation', activationContext(context), context),
    include: readConditions(scope, 'include', scopeContext(context), context),
    exclude: readConditions(scope, 'exclude', scopeContext(context), context),
  };
  const effects = lowerEffects(source.effects, context);
  warnOfNothing(spot, name, compiled.include.length, context);
  if (context.profile && !hasLost(source, context) && !refuseMixed(source, context)) {
    const phase = leavesIn(source.effects).some(isOnMeter) ? 'meters' : 'actions';
    checkProfile(phase, compiled.activation, [...compiled.include, ...compiled.exclude, ...context.tests], context);
  }
  if (effects === undefined) return undefined;
  const conditions = ofEach(compiled, ({ node }) => node);
  return {
    title: source.label ?? source.name,
    phase: phaseOf(effects, context.model),
    claims: 0,
    ...(source.order === undefined || source.order === 'sequential' ? {} : { order: source.order }),
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

function groupName({ source, number, place }: GroupSpot, what: string, names: Claims, context: RuleContext): string {
  const name = source.name ?? String(number);
  const where: Where = source.name === undefined ? place : [source, 'name'];
  if (source.name === undefined || (checkName(context, name, where) && checkPart(context, name, where)))
    claim(context, names, name, what, where);
  return name;
}

/** An effect with its place, those of lists in their order. */
interface Leaf {
  readonly source: PlainEffectSource;
  readonly where: Where;
}

function leavesIn(effects: readonly EffectSource[]): readonly Leaf[] {
  return effects.flatMap((source, i): readonly Leaf[] =>
    'do' in source ? [...leavesIn(source.do), ...leavesIn(source.else ?? [])] : [{ source, where: [effects, i] }],
  );
}

function isOnMeter({ source }: Leaf): boolean {
  return 'meter' in source;
}

/** The profile keeps what writes meters apart. */
function refuseMixed({ effects }: GroupSource, context: GroupContext): boolean {
  const leaves = leavesIn(effects);
  const other = leaves.find((leaf) => isOnMeter(leaf) !== isOnMeter(leaves[0]));
  if (other === undefined) return false;
  const first = placeOf(context, leaves[0].where);
  const place = placeOf(context, other.where);
  const [here, there] = isOnMeter(other) ? ['writes a meter', 'does not'] : ['writes no meter', 'does'];
  refuse(
    context,
    place,
    'mixed-group',
    `this effect ${here} and the one ${refer(place, first)} ${there}, expected a group of one kind under the profile: meters are written before growth, all else after`,
    'make two groups of it, or remove `profile`',
  );
  return true;
}

function hasLost(source: GroupSource, context: GroupContext): boolean {
  return isTorn(context, source) || hasLostIn(source.effects, context);
}

function hasLostIn(effects: readonly EffectSource[], context: GroupContext): boolean {
  return (
    isTorn(context, effects) ||
    effects.some(
      (effect) =>
        isTorn(context, effect) ||
        ('do' in effect && (hasLostIn(effect.do, context) || hasLostIn(effect.else ?? [], context))),
    )
  );
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
