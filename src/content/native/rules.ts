import type { Class, Column } from '../../components/model.js';
import { numberType } from '../../eval/operation.js';
import { type Growth, type Rule, type RuleBook, noRules } from '../../ir/rule.js';
import { noTriggers } from '../../ir/trigger.js';
import { nameAbilities } from './ability-names.js';
import type { Acting } from './action-context.js';
import type { Declaration, Declarations } from './declarations.js';
import { lowerExpressions } from './asked.js';
import { compileText, growthContext } from './expression-text.js';
import { lowerFlows } from './flows.js';
import { lowerGroup } from './groups.js';
import type { Loading } from './loading.js';
import { refuseLoops } from './loops.js';
import type { LoweredModel } from './lower-model.js';
import { lowerModifiers } from './modifiers.js';
import type { Claims } from './names.js';
import type { RuleContext } from './rule-context.js';
import type { ClassSource, MeterSource } from './schema.js';
import { lowerTiming } from './timing.js';
import { lowerTriggers } from './triggers.js';

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
