import type { Class } from '../../model/model.js';
import { columnsRead } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { booleanType } from '../../eval/operation.js';
import type { Effect, Rule } from '../../ir/rule.js';
import { nodesOfEffect } from '../../rules/effect-nodes.js';
import type { ExpressionContext } from '../expression/compile-expression.js';
import { quoteText } from '../diagnostics/quote.js';
import { lowerEffect } from './effects.js';
import { type CompiledText, activationContext, compileText, scopeContext, spotsOf } from './expression-text.js';
import { refer, refuse, warn } from './loading.js';
import { type Claims, checkLabel, checkName, checkPart, claim } from './names.js';
import { checkProfile } from './profile.js';
import type { GroupContext, RuleContext } from './rule-context.js';
import type { EffectSource, ExpressionSource, GroupSource } from './schema.js';
import type { Place } from './source-tree.js';

const defaultPriority = 100;

const structural: ReadonlySet<Effect['kind']> = new Set([
  'create',
  'destroy',
  'move',
  'give',
  'bind',
  'become',
  'raise',
]);

/** A group, and where it stands. */
export interface GroupSpot {
  readonly source: GroupSource;
  /** From 1. */
  readonly number: number;
  readonly place: Place;
  /** Names of groups of the class so far. */
  readonly names: Claims;
}

/**
 * Lowers one group to a rule; undefined, and reported, when something is wrong with it. `carrier` is undefined for a
 * class that is not there.
 */
export function lowerGroup(
  spot: GroupSpot,
  className: string,
  carrier: Class | undefined,
  index: number,
  rules: RuleContext,
): Rule | undefined {
  const { source, place } = spot;
  const context: GroupContext = { ...rules, sites: { next: 0 }, amounts: [] };
  const { loading, sites } = context;
  const name = groupName(spot, context);
  checkLabel(loading, source.label, () => loading.places.ofValue(source, 'label'));
  const activation = compileConditions(
    source,
    'activation',
    source.activation,
    activationContext(context, sites),
    context,
  );
  const scope = source.scope ?? {};
  const include = compileConditions(scope, 'include', scope.include, scopeContext(context, sites), context);
  const exclude = compileConditions(scope, 'exclude', scope.exclude, scopeContext(context, sites), context);
  const effects = source.effects.map((effect, i) =>
    lowerEffect(effect, () => loading.places.ofValue(source.effects, i), context),
  );
  const known = effects.filter((effect) => effect !== undefined);
  const phase = phaseOf(source, context);
  warnOfNothing(spot, name, include.length, context);
  if (context.profile && phase !== undefined && !isTorn(source, context))
    checkProfile(phase, activation, [...include, ...exclude], context);
  if (carrier === undefined || phase === undefined || known.length < effects.length) return undefined;
  const nodes = (texts: readonly CompiledText[]): readonly Node[] => texts.map((text) => text.node);
  const conditions = { activation: nodes(activation), include: nodes(include), exclude: nodes(exclude) };
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
    texts: { activation: textsOf(activation), include: textsOf(include), exclude: textsOf(exclude) },
    effects: known,
    ...accessOf([...conditions.activation, ...conditions.include, ...conditions.exclude], known, context),
    structural: known.some(({ kind }) => structural.has(kind)),
    origin: { file: place.file, line: place.line, column: place.column },
  };
}

function textsOf(compiled: readonly CompiledText[]): readonly string[] {
  return compiled.map(({ text }) => text);
}

function groupName({ source, number, place, names }: GroupSpot, { loading }: GroupContext): string {
  const name = source.name ?? String(number);
  const at = source.name === undefined ? place : loading.places.ofValue(source, 'name');
  if (source.name === undefined || (checkName(loading, name, at) && checkPart(loading, name, at)))
    claim(loading, names, name, 'a group of this class', at);
  return name;
}

export type Conditions = ExpressionSource | readonly ExpressionSource[];

/** Compiles a condition, or each of a list. */
export function compileConditions(
  container: object,
  key: string,
  source: Conditions | undefined,
  context: ExpressionContext,
  { loading }: Pick<GroupContext, 'loading'>,
): readonly CompiledText[] {
  if (source === undefined) return [];
  return spotsOf(container, key, source)
    .map((spot) => compileText(spot, booleanType, context, loading))
    .filter((text) => text !== undefined);
}

function isConditionList(source: Conditions): source is readonly ExpressionSource[] {
  return Array.isArray(source);
}

/** Meters are written before growth, all else after; a group cannot do both. Undefined, and reported, when it tries. */
function phaseOf({ effects }: GroupSource, context: GroupContext): Rule['phase'] | undefined {
  const writesMeter = (effect: EffectSource): boolean => 'meter' in effect;
  const other = effects.findIndex((effect) => writesMeter(effect) !== writesMeter(effects[0]));
  if (other < 0) return effects.some(writesMeter) ? 'meters' : 'actions';
  const first = context.loading.places.ofValue(effects, 0);
  const place = context.loading.places.ofValue(effects, other);
  const [here, there] = writesMeter(effects[other]) ? ['writes a meter', 'does not'] : ['writes no meter', 'does'];
  return refuse(
    context,
    place,
    'mixed-group',
    `this effect ${here} and the one ${refer(place, first)} ${there}, expected a group of one sort: meters are written before growth, all else after`,
    'make two groups of it',
  );
}

/** Whether an error has taken an effect or a part of one, so that what the group does is not known in full. */
function isTorn(source: GroupSource, { loading }: GroupContext): boolean {
  const { containers } = loading.damage;
  return (
    containers.has(source) || containers.has(source.effects) || source.effects.some((effect) => containers.has(effect))
  );
}

function warnOfNothing({ source, place }: GroupSpot, name: string, includes: number, context: GroupContext): void {
  const { loading } = context;
  if (isTorn(source, context)) return;
  if (source.effects.length === 0) {
    warn(
      context,
      [source, 'effects'],
      'no-effects',
      `the group ${quoteText(name)} has no effects, expected one at least`,
      'add an effect, or remove the group',
    );
    return;
  }
  const declared = source.scope?.include;
  const isEmpty = declared === undefined || (isConditionList(declared) && declared.length === 0);
  if (!isEmpty || includes > 0 || (source.scope !== undefined && loading.damage.containers.has(source.scope))) return;
  warn(
    context,
    source.scope === undefined ? place : loading.places.ofKey(source, 'scope'),
    'empty-scope',
    `the group ${quoteText(name)} includes no objects, so its effects never fire; expected an \`include\` condition`,
    'write `include: true` for all objects, or `include: target == source`',
  );
}

function accessOf(
  conditions: readonly Node[],
  effects: readonly Effect[],
  { model }: GroupContext,
): Pick<Rule, 'reads' | 'writes'> {
  const reads = new Set<number>();
  const writes = new Set<number>();
  for (const node of [...conditions, ...effects.flatMap(nodesOfEffect)]) columnsRead(node, reads);
  for (const effect of effects) {
    if (effect.kind === 'modify' || effect.kind === 'step') writes.add(effect.column);
    if (effect.kind === 'create') for (const { column } of effect.initial) writes.add(column);
    if (effect.kind === 'become') for (const column of effect.columns) writes.add(column);
    if (effect.kind !== 'step') continue;
    const { companion } = model.columns[effect.column];
    for (const column of companion === undefined
      ? [effect.column]
      : [effect.column, companion.property, companion.remember]) {
      reads.add(column);
      writes.add(column);
    }
  }
  const sorted = (columns: ReadonlySet<number>): readonly number[] => [...columns].sort((a, b) => a - b);
  return { reads: sorted(reads), writes: sorted(writes) };
}
