import { type Class, type Column, kindAt } from '../../model/model.js';
import { numberType } from '../../eval/operation.js';
import { type Growth, type Rule, type RuleBook, noRules } from '../../ir/rule.js';
import { noTriggers } from '../../ir/trigger.js';
import type { Acting, AbilityBook } from './action-context.js';
import type { Declaration, Declarations, Placed } from './declarations.js';
import { lowerExpressions } from './asked.js';
import { compileText, growthContext } from './expression-text.js';
import { lowerGroup } from './groups.js';
import { type Loading, refuse } from './loading.js';
import type { LoweredModel } from './lower-model.js';
import { lowerModifiers, type PlacedModifier } from './modifiers.js';
import { type Claims, checkName, claim } from './names.js';
import type { RuleContext } from './rule-context.js';
import type { ClassSource, MeterSource, AbilitySource, FlowSource } from './schema.js';
import { lowerTiming } from './timing.js';
import { lowerTriggers } from './triggers.js';
import { asSolved, someIn } from '../../eval/shape.js';
import type { Node } from '../../ir/node.js';
import { type LoopNode, findLoop } from '../../solve/find-loop.js';
import { quoteText } from '../diagnostics/quote.js';
import type { Flow, FlowCarrier } from '../../ir/flow.js';
import { conditionOn, numberOn } from './flow-amounts.js';
import { connectionNamed } from './flow-connections.js';
import { formOf, propertyOf } from './flow-forms.js';
import { reportUnknownKind } from './kinds.js';

/** Lowers all groups, growth formulas and modifiers, in the order in which they run. */
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
    lacksTriggers: declarations.lacksTriggers,
    abilities: nameAbilities(declarations, loading),
    lists: [],
    sources: new Map(),
  };
  const triggers = lowerTriggers(declarations, context, acting);
  const { timing, questions } = lowerTiming(declarations, context, acting);
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
  const { model, loading } = knowing;
  const context = growthContext(knowing, type);
  if (source.growth !== undefined) {
    const formula = compileText(
      { container: source, key: 'growth', text: source.growth },
      numberType,
      context,
      loading,
    );
    return formula === undefined ? [] : [{ column: index, formula: formula.node }];
  }
  const goal = source.target === undefined ? undefined : model.columnByName.get(source.target);
  if (goal?.role !== 'meter') return [];
  // The target goes by a name of our own, so that a name that is no identifier will do.
  const renamed = { ...model, columnByName: new Map([['goal', goal]]), kindByName: new Map() };
  const formula = compileText(
    { container: source, key: 'target', text: growTowardTarget },
    numberType,
    { ...context, model: renamed },
    loading,
  );
  return formula === undefined ? [] : [{ column: index, formula: formula.node }];
}

/** The abilities of the content by their names, of which each is there once. */
function nameAbilities(
  { abilities, lacksAbilities }: Pick<Declarations, 'abilities' | 'lacksAbilities'>,
  loading: Loading,
): AbilityBook {
  const claims: Claims = new Map();
  const byName = new Map<string, { readonly index: number; readonly source: AbilitySource }>();
  for (const [index, { source }] of abilities.entries()) {
    const place = loading.places.ofValue(source, 'name');
    if (checkName(loading, source.name, place) && claim(loading, claims, source.name, 'an ability', place))
      byName.set(source.name, { index, source });
  }
  return { byName, lacksAbilities, added: new Set() };
}

/**
 * Reports variables that would need one another in a circle whatever the world is. Loops that only data can close are
 * found when it would do so.
 */
function refuseLoops(rules: RuleBook, placed: readonly PlacedModifier[], { model, loading }: RuleContext): void {
  if (loading.collector.hasErrors) return;
  const loop = findLoop({ model, rules, fingerprint: '' });
  if (loop === undefined) return;
  const [first, ...rest] = loop;
  const name = ({ class: index, variable }: LoopNode): string => {
    const { kind, name: variableName } = model.variables[variable];
    return quoteText(`${index === 0 ? kindAt(model, kind).name : model.classes[index - 1].name}.${variableName}`);
  };
  const needed = (rest.at(0) ?? first).variable;
  const isOfLoop = ({ modifier }: PlacedModifier): boolean =>
    modifier.variable === first.variable && reads(modifier.amount, needed);
  const { place } = placed.find(isOfLoop) ?? placed[0];
  const shown = [...rest, first].slice(0, mostShown).map(name).join(', which needs ');
  refuse(
    { loading },
    place,
    'variable-loop',
    `${name(first)} needs ${shown}${loop.length > mostShown ? ' and so on' : ''}, expected variables that do not need themselves`,
    loop.length === 1
      ? 'write `value` for the value before this modifier'
      : 'remove one modifier of the circle, or let one look at something else',
  );
}

const mostShown = 8;

function reads(node: Node, variable: number): boolean {
  return someIn(node, (part) => asSolved(part)?.variable === variable);
}

/** Lowers the flows, in the order of the content. One with a mistake is reported and left out. */
function lowerFlows(flows: readonly Placed<FlowSource>[], context: RuleContext): readonly Flow[] {
  return flows
    .map((flow) => lowerFlow(flow, context))
    .filter((flow) => flow !== undefined)
    .map((flow, index) => Object.freeze({ index, ...flow }));
}

function lowerFlow({ source, place }: Placed<FlowSource>, context: RuleContext): Omit<Flow, 'index'> | undefined {
  const { model, loading } = context;
  if (source.name !== undefined) checkName(loading, source.name, loading.places.ofValue(source, 'name'));
  const carrier = carrierOf(source.carrier, source, context);
  const receivers =
    source.receivers === undefined
      ? undefined
      : connectionNamed(source.receivers, () => loading.places.ofValue(source, 'receivers'), carrier?.kind, context);
  if (carrier === undefined || (source.receivers !== undefined && receivers === undefined)) return undefined;
  const kind = receivers === undefined ? carrier.kind : receivers.to;
  const form = formOf(source, kind, context);
  const active = source.active === undefined ? undefined : conditionOn(source, 'active', source.active, kind, context);
  if (form === undefined || (source.active !== undefined && active === undefined)) return undefined;
  return {
    name: source.name ?? `${kindAt(model, carrier.kind).name}/${propertyOf(source)}`,
    carrier,
    kind,
    form,
    ...(receivers === undefined ? {} : { receivers: receivers.steps }),
    ...(active === undefined ? {} : { active }),
    origin: { file: place.file, line: place.line, column: place.column },
  };
}

function carrierOf(source: FlowSource['carrier'], flow: FlowSource, context: RuleContext): FlowCarrier | undefined {
  const { model, loading } = context;
  const isPlain = typeof source === 'string';
  const name = isPlain ? source : source.kind;
  const kind = model.kindByName.get(name)?.index;
  if (kind === undefined) {
    reportUnknownKind(
      name,
      model.kindByName,
      () => (isPlain ? loading.places.ofValue(flow, 'carrier') : loading.places.ofValue(source, 'kind')),
      loading,
    );
    return undefined;
  }
  const carrier: FlowCarrier = { objects: [{ by: 'objects', kind }], kind };
  if (isPlain) return carrier;
  const where = source.where === undefined ? undefined : conditionOn(source, 'where', source.where, kind, context);
  const times = source.times === undefined ? undefined : numberOn(source, 'times', source.times, kind, context);
  if ((source.where !== undefined && where === undefined) || (source.times !== undefined && times === undefined))
    return undefined;
  return { ...carrier, ...(where === undefined ? {} : { where }), ...(times === undefined ? {} : { times }) };
}
