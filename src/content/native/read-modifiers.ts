import { nodes } from '../../eval/node-kit.js';
import { type ColumnType, type Model, type Variable, kindAt } from '../../model/model.js';
import { makeNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { created } from '../../eval/ops/time.js';
import { and, or } from '../../eval/ops/logic.js';
import type { CellModifier, Grouping, ModifierCarrier } from '../../ir/rule.js';
import { upwardKinds } from '../expression/check/object-reads.js';
import { listTexts, quoteText } from '../text/quote.js';
import type { Declaration, Declarations } from './declarations.js';
import { modificationOf, modifications } from './read-effects.js';
import { compileText, modifierContext } from './expression-text.js';
import { readConditions } from './read-keys.js';
import { type Where, atKey, hasErrors, isLost, originOf, refuse, warn } from './load-context.js';
import { checkLabel } from './names.js';
import { named, refuseMissing } from './references.js';
import type { RuleContext } from './rule-context.js';
import type { ClassSource, KindSource, ModificationKey, ModifierSource } from './schema.js';
import type { Place } from './source-tree.js';

export interface PlacedModifier {
  readonly modifier: CellModifier;
  readonly place: Place;
}

type Draft = Omit<CellModifier, 'index'>;

interface Spot {
  readonly source: ModifierSource;
  readonly place: Place;
  /** The class or kind that has it. */
  readonly owner: string;
  /** Of the carriers; undefined where it is lost. */
  readonly kind: number | undefined;
  /** Undefined for a class that is not there. */
  readonly carrier: ModifierCarrier | undefined;
}

interface ModifierContext extends RuleContext {
  readonly tags: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Those of kinds first. A variable of several kinds has a modifier for each. */
export function lowerModifiers(declarations: Declarations, given: RuleContext): readonly PlacedModifier[] {
  const { model, loading } = given;
  const context: ModifierContext = { ...given, tags: kindsByTag(model) };
  const placed: PlacedModifier[] = [];
  const lower = (
    { name: owner, source: { modifiers = [] } }: Declaration<KindSource | ClassSource>,
    kind: number | undefined,
    carrier: ModifierCarrier | undefined,
  ): void => {
    for (const [i, source] of modifiers.entries()) {
      const place = loading.places.ofValue(modifiers, i);
      for (const draft of lowerModifier({ source, place, owner, kind, carrier }, context))
        placed.push({ modifier: Object.freeze({ index: placed.length, ...draft }), place });
    }
  };
  for (const { index } of model.kinds) lower(declarations.kinds[index - 1], index, { by: 'kind', kind: index });
  for (const [i, declaration] of declarations.classes.entries()) {
    const { name, kind } = model.classes[i];
    lower(declaration, isLost(context, name) ? undefined : kind, { by: 'class', class: i + 1 });
  }
  for (const declaration of declarations.shadowed)
    lower(declaration, model.kindByName.get(declaration.source.kind)?.index, undefined);
  return placed;
}

function lowerModifier(spot: Spot, context: ModifierContext): readonly Draft[] {
  const { source, place, owner, carrier } = spot;
  checkLabel(context, source.label, [source, 'label']);
  const others = source.others === undefined ? undefined : groupingOf(source.others, spot, context);
  const kind = source.others === undefined ? spot.kind : others?.kind;
  const variables = variablesOf(spot, kind, context);
  const key = modificationOf(source);
  if (kind === undefined || variables.length === 0 || key === undefined) return [];
  const [{ type }] = variables;
  if (!fits(source, key, type as ColumnType, context)) return [];
  const expressions = modifierContext(context, kind, type, false);
  const amount = compileText({ container: source, key, text: source[key] ?? null }, type, expressions, context);
  const conditions = readConditions(source, 'when', modifierContext(context, kind, undefined, true), context);
  if (amount === undefined || carrier === undefined || hasErrors(context)) return [];
  const when = conditions.map(({ node }) => node);
  const node = source.when === undefined ? amount.node : whenAll(when, amount.node);
  return variables.map((variable) => ({
    name: source.label ?? `${owner}/${source.variable}`,
    variable: variable.index,
    carrier,
    others,
    modification: modifications[key],
    amount: node,
    text: amount.text,
    priority: source.priority ?? 0,
    whenAbsent: 'skip',
    origin: originOf(place),
  }));
}

function variablesOf({ source }: Spot, kind: number | undefined, context: RuleContext): readonly Variable[] {
  const { model, torn, library, loading } = context;
  const name = source.variable;
  const where: Where = [source, 'variable'];
  const declared = library.variables.get(name);
  if (isLost(context, name)) return [];
  if (declared === undefined) {
    const column = model.columnByName.get(name);
    if (column === undefined) refuseMissing('modified', name, where, library.variables, context);
    else
      refuse(
        context,
        where,
        'wrong-role',
        `${quoteText(name)} is a ${column.role}, expected a variable`,
        'write it with an effect, or declare it under `variables` instead',
      );
    return [];
  }
  if (declared.some(({ input }) => input)) {
    refuse(
      context,
      where,
      'input-variable',
      `${quoteText(name)} is an input, which the host sets, expected a variable without \`input: true\``,
      'modify another variable, which begins with a `set` to this one',
    );
    return [];
  }
  if (kind === undefined) return [];
  const upward = upwardKinds(model, [kind]);
  const visible = declared.filter((variable) => upward.has(variable.kind));
  if (visible.length > 0 || torn.size > 0 || loading.damage.held.has(name)) return visible;
  refuse(
    context,
    where,
    'not-visible',
    `objects of kind ${quoteText(kindAt(model, kind).name)} neither have the variable ${quoteText(name)} nor hang on what has it, expected one of their variables`,
    declared.length === 0
      ? 'list it under the variables of a kind'
      : `${listTexts(declared.map((variable) => kindAt(model, variable.kind).name))} ${declared.length === 1 ? 'has' : 'have'} it: reach them with \`others\``,
  );
  return [];
}

function fits(source: ModifierSource, key: ModificationKey, type: ColumnType, context: RuleContext) {
  return (
    type.name === 'number' ||
    key === 'set' ||
    refuse(
      context,
      atKey(source, key),
      'not-a-number',
      `${quoteText(key)} cannot change ${quoteText(source.variable)}, which holds no number; expected \`set\``,
      'write `set:`',
    )
  );
}

type OthersSource = NonNullable<ModifierSource['others']>;

function groupingOf(source: OthersSource, spot: Spot, context: ModifierContext): Grouping | undefined {
  const { model } = context;
  const named = thingNamed(source, 'class', model.classByName, context);
  const kind = source.kind === undefined ? named?.kind : thingNamed(source, 'kind', model.kindByName, context)?.index;
  if (kind === undefined || (source.class !== undefined && named === undefined)) return undefined;
  if (named !== undefined && named.kind !== kind)
    return refuse(
      context,
      [source, 'class'],
      'not-on-kind',
      `objects of class ${quoteText(named.name)} are of kind ${quoteText(kindAt(model, named.kind).name)}, not ${quoteText(kindAt(model, kind).name)}`,
      'leave `kind` out',
    );
  if (!canMeet(kind, spot, source, context)) return undefined;
  if (named !== undefined) return { kind, which: { by: 'class', class: named.index } };
  if (source.tag === undefined) return { kind, which: { by: 'all' } };
  return isTag(source.tag, kind, source, context) ? { kind, which: { by: 'group', group: source.tag } } : undefined;
}

function thingNamed<Thing>(
  source: OthersSource,
  key: 'class' | 'kind',
  things: ReadonlyMap<string, Thing>,
  context: RuleContext,
): Thing | undefined {
  const name = source[key];
  return name === undefined || isLost(context, name) ? undefined : named(key, name, [source, key], things, context);
}

/** At any distance. */
function canMeet(kind: number, spot: Spot, source: object, context: RuleContext) {
  const { model, torn, loading } = context;
  if (spot.kind === undefined || torn.size > 0) return spot.kind !== undefined;
  const above = upwardKinds(model, [kind]);
  if ([...upwardKinds(model, [spot.kind])].some((index) => above.has(index))) return true;
  return refuse(
    context,
    loading.places.ofContainer(source),
    'never-fires',
    `${quoteText(kindAt(model, spot.kind).name)} and ${quoteText(kindAt(model, kind).name)} never hang on one object, expected others under the same root as the carrier`,
    'let both attach to one kind',
  );
}

const listTags = 'list it under the `tags` of a class';

/** Warns when no class of the kind has it. */
function isTag(tag: string, kind: number, source: object, context: ModifierContext): boolean {
  const { model, tags, loading } = context;
  const kinds = tags.get(tag);
  const where: Where = [source, 'tag'];
  if (kinds === undefined) {
    if (loading.damage.containers.size === 0) refuseMissing('tag', tag, where, tags, context, listTags);
    return false;
  }
  if (!kinds.has(kind) && !hasErrors(context))
    warn(
      context,
      where,
      'empty-tag',
      `no class of kind ${quoteText(kindAt(model, kind).name)} has the tag ${quoteText(tag)}, so nothing is reached; expected at least one`,
      `${listTags} of that kind`,
    );
  return true;
}

function kindsByTag({ classes }: Model): ReadonlyMap<string, ReadonlySet<number>> {
  const tags = new Map<string, Set<number>>();
  for (const { kind, groups = [] } of classes) {
    for (const tag of groups) tags.set(tag, (tags.get(tag) ?? new Set()).add(kind));
  }
  return tags;
}

/** Absent unless all conditions hold, so that the modifier is passed over. */
function whenAll(conditions: readonly Node[], amount: Node): Node {
  const all = conditions.length === 1 ? conditions[0] : makeNode(and, undefined, ...conditions);
  // Neither true nor false: nobody was not created in any turn.
  return nodes.choose(
    makeNode(or, undefined, all, nodes.compare('<', makeNode(created, undefined, nodes.none), nodes.number(0))),
    amount,
    nodes.constant(0, amount.type),
  );
}
