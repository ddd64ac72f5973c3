import { type Class, type ColumnType, type Model, type Variable, kindAt } from '../../model/model.js';
import { makeNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { entityType, numberType } from '../../eval/operation.js';
import { compare } from '../../eval/ops/compare.js';
import { constant } from '../../eval/ops/constant.js';
import { created } from '../../eval/ops/created.js';
import { and, choose, or } from '../../eval/ops/logic.js';
import type { CellModifier, Grouping, ModifierCarrier } from '../../ir/rule.js';
import { upwardKinds } from '../expression/check/objects.js';
import { listTexts, quoteText } from '../diagnostics/quote.js';
import type { Declaration, Declarations } from './declarations.js';
import { modificationOf, modifications } from './effects.js';
import { compileText, modifierContext } from './expression-text.js';
import { compileConditions } from './groups.js';
import { didYouMean, reportError, reportWarning } from './loading.js';
import { checkLabel } from './names.js';
import type { RuleContext } from './rule-context.js';
import type { ClassSource, KindSource, ModifierSource } from './schema.js';
import type { Place } from './source-tree.js';

/** A modifier, and where it stands. */
export interface PlacedModifier {
  readonly modifier: CellModifier;
  readonly place: Place;
}

/** A modifier without its place among all. */
type Draft = Omit<CellModifier, 'index'>;

interface Spot {
  readonly source: ModifierSource;
  readonly place: Place;
  /** Name of the class or kind that has it. */
  readonly owner: string;
  /** Of the objects that carry it; undefined where that is lost. */
  readonly kind: number | undefined;
  /** Undefined for a class that is not there. */
  readonly carrier: ModifierCarrier | undefined;
}

interface ModifierContext extends RuleContext {
  /** The kinds of the classes with each tag. */
  readonly tags: ReadonlyMap<string, ReadonlySet<number>>;
}

/**
 * Lowers all modifiers, those of kinds first. One of a variable that several kinds have becomes one for each of them.
 */
export function lowerModifiers(declarations: Declarations, given: RuleContext): readonly PlacedModifier[] {
  const { model, loading } = given;
  const context: ModifierContext = { ...given, tags: kindsByTag(model) };
  const placed: PlacedModifier[] = [];
  const lower = (
    owner: string,
    source: KindSource | ClassSource,
    kind: number | undefined,
    carrier: ModifierCarrier | undefined,
  ): void => {
    const list = source.modifiers ?? [];
    for (const [i, modifier] of list.entries()) {
      const place = loading.places.ofValue(list, i);
      for (const draft of lowerModifier({ source: modifier, place, owner, kind, carrier }, context)) {
        placed.push({ modifier: Object.freeze({ index: placed.length, ...draft }), place });
      }
    }
  };
  const kindOf = ({ name, kind }: Class): number | undefined => (loading.damage.names.has(name) ? undefined : kind);
  for (const { index, name } of model.kinds)
    lower(name, declarations.kinds[index - 1].source, index, { by: 'kind', kind: index });
  for (const [i, { name, source }] of declarations.classes.entries())
    lower(name, source, kindOf(model.classes[i]), { by: 'class', class: i + 1 });
  for (const { name, source } of declarations.shadowed satisfies readonly Declaration<ClassSource>[]) {
    lower(name, source, model.kindByName.get(source.kind)?.index, undefined);
  }
  return placed;
}

function lowerModifier(spot: Spot, context: ModifierContext): readonly Draft[] {
  const { source, place, owner, carrier } = spot;
  const { loading } = context;
  checkLabel(loading, source.label, () => loading.places.ofValue(source, 'label'));
  const others = source.others === undefined ? undefined : groupingOf(source.others, spot, context);
  // In whose scope it is: the carrier's, or that of the objects that it reaches.
  const kind = source.others === undefined ? spot.kind : others?.kind;
  const variables = variablesOf(spot, kind, context);
  const key = modificationOf(source, 'variable', `the modifier of ${quoteText(source.variable)}`, context);
  if (kind === undefined || variables.length === 0 || key === undefined) return [];
  const [{ type }] = variables;
  if (!fits(source, key, type as ColumnType, context)) return [];
  const amount = compileText(
    { container: source, key, text: source[key] ?? null },
    type,
    modifierContext(context, kind, type, false),
    loading,
  );
  const conditions = compileConditions(
    source,
    'when',
    source.when,
    modifierContext(context, kind, undefined, true),
    context,
  );
  if (amount === undefined || carrier === undefined || loading.collector.hasErrors) return [];
  const node =
    source.when === undefined
      ? amount.node
      : whenAll(
          conditions.map((condition) => condition.node),
          amount.node,
        );
  return variables.map((variable) => ({
    name: source.label ?? `${owner}/${source.variable}`,
    variable: variable.index,
    carrier,
    ...(others === undefined ? {} : { others }),
    modification: modifications[key],
    amount: node,
    text: amount.text,
    priority: source.priority ?? 0,
    whenAbsent: 'skip',
    origin: { file: place.file, line: place.line, column: place.column },
  }));
}

// --- what it changes
// --------------------------------------------------------------------------------------------------

/** The variables of a name that objects of a kind have or see. */
function variablesOf(
  { source }: Spot,
  kind: number | undefined,
  { model, torn, library, loading }: RuleContext,
): readonly Variable[] {
  const name = source.variable;
  const declared = library.variables.get(name);
  const place = (): Place => loading.places.ofValue(source, 'variable');
  if (loading.damage.names.has(name)) return [];
  if (declared === undefined) {
    const column = model.columnByName.get(name);
    reportError(loading, place(), () =>
      column === undefined
        ? {
            code: 'unknown-name',
            message: `${quoteText(name)} is nothing known, expected a variable`,
            suggestion: didYouMean(loading, name, [...library.variables.keys()]) ?? 'declare it under `variables`',
          }
        : {
            code: 'wrong-role',
            message: `${quoteText(name)} is a ${column.role}, expected a variable`,
            suggestion: `write it with an effect, or declare it under \`variables\` instead`,
          },
    );
    return [];
  }
  if (declared.some(({ input }) => input)) {
    reportError(loading, place(), {
      code: 'input-variable',
      message: `${quoteText(name)} is an input, which the host sets, expected a variable without \`input: true\``,
      suggestion: 'modify another variable, which begins with a `set` to this one',
    });
    return [];
  }
  if (kind === undefined) return [];
  const upward = upwardKinds(model, [kind]);
  const visible = declared.filter((variable) => upward.has(variable.kind));
  if (visible.length > 0 || torn.size > 0 || loading.damage.held.has(name)) return visible;
  reportError(loading, place(), {
    code: 'not-visible',
    message: `objects of kind ${quoteText(kindAt(model, kind).name)} neither have the variable ${quoteText(name)} nor hang on what has it, expected one of their variables`,
    suggestion:
      declared.length === 0
        ? 'list it under the variables of a kind'
        : `${listTexts(declared.map((variable) => kindAt(model, variable.kind).name))} ${declared.length === 1 ? 'has' : 'have'} it: reach them with \`others\``,
  });
  return [];
}

/** Whether a variable takes such a modification: what is not a number can only be set. */
function fits(
  source: ModifierSource,
  key: keyof typeof modifications,
  type: ColumnType,
  { loading }: RuleContext,
): boolean {
  if (type.name === 'number' || key === 'set') return true;
  reportError(loading, loading.places.ofKey(source, key), {
    code: 'not-a-number',
    message: `${quoteText(key)} cannot change ${quoteText(source.variable)}, which holds no number; expected \`set\``,
    suggestion: 'write `set:`',
  });
  return false;
}

// --- others
// -----------------------------------------------------------------------------------------------------------

function groupingOf(
  source: NonNullable<ModifierSource['others']>,
  spot: Spot,
  context: ModifierContext,
): Grouping | undefined {
  const { model, loading } = context;
  const named = source.class === undefined ? undefined : classNamed(source.class, source, context);
  const kind = source.kind === undefined ? named?.kind : kindNamed(source.kind, source, context);
  if (source.kind === undefined && source.class === undefined) {
    if (!loading.damage.containers.has(source)) {
      reportError(loading, loading.places.ofValue(spot.source, 'others'), {
        code: 'missing-key',
        message: '`others` names neither a kind nor a class, expected one of the two',
        suggestion: 'add `kind`',
      });
    }
    return undefined;
  }
  if (source.class !== undefined && source.tag !== undefined) {
    reportError(loading, loading.places.ofKey(source, 'tag'), {
      code: 'two-groups',
      message: '`others` names both a class and a tag, expected one of the two',
      suggestion: 'write two modifiers',
    });
    return undefined;
  }
  if (kind === undefined || (source.class !== undefined && named === undefined)) return undefined;
  if (named !== undefined && named.kind !== kind) {
    reportError(loading, loading.places.ofValue(source, 'class'), {
      code: 'not-on-kind',
      message: `objects of class ${quoteText(named.name)} are of kind ${quoteText(kindAt(model, named.kind).name)}, not ${quoteText(kindAt(model, kind).name)}`,
      suggestion: 'leave `kind` out',
    });
    return undefined;
  }
  if (!canMeet(kind, spot, source, context)) return undefined;
  if (source.tag !== undefined && !isTag(source.tag, kind, source, context)) return undefined;
  return {
    kind,
    which:
      named !== undefined
        ? { by: 'class', class: named.index }
        : source.tag !== undefined
          ? { by: 'group', group: source.tag }
          : { by: 'all' },
  };
}

function classNamed(name: string, source: object, { model, classNames, loading }: RuleContext): Class | undefined {
  const found = model.classByName.get(name);
  if (loading.damage.names.has(name)) return undefined;
  if (found !== undefined) return found;
  reportError(loading, loading.places.ofValue(source, 'class'), {
    code: 'unknown-name',
    message: `${quoteText(name)} is no class, expected ${listTexts(classNames)}`,
    suggestion: didYouMean(loading, name, classNames) ?? 'declare it under `classes`',
  });
  return undefined;
}

function kindNamed(name: string, source: object, { model, loading }: RuleContext): number | undefined {
  const found = model.kindByName.get(name);
  if (loading.damage.names.has(name)) return undefined;
  if (found !== undefined) return found.index;
  const known = [...model.kindByName.keys()];
  reportError(loading, loading.places.ofValue(source, 'kind'), {
    code: 'unknown-name',
    message: `${quoteText(name)} is no kind, expected ${listTexts(known)}`,
    suggestion: didYouMean(loading, name, known) ?? 'declare it under `kinds`',
  });
  return undefined;
}

/** Whether the carrier and the others can hang on one object, at any distance. */
function canMeet(kind: number, spot: Spot, source: object, { model, torn, loading }: RuleContext): boolean {
  if (spot.kind === undefined || torn.size > 0) return spot.kind !== undefined;
  const above = upwardKinds(model, [kind]);
  if ([...upwardKinds(model, [spot.kind])].some((index) => above.has(index))) return true;
  reportError(loading, loading.places.ofContainer(source), {
    code: 'never-fires',
    message: `${quoteText(kindAt(model, spot.kind).name)} and ${quoteText(kindAt(model, kind).name)} never hang on one object, expected others under the same root as the carrier`,
    suggestion: 'let both attach to one kind',
  });
  return false;
}

/** Whether some class has a tag; warns when none of the kind has it. */
function isTag(tag: string, kind: number, source: object, { model, tags, loading }: ModifierContext): boolean {
  const kinds = tags.get(tag);
  const place = (): Place => loading.places.ofValue(source, 'tag');
  if (kinds === undefined) {
    if (loading.damage.containers.size === 0) {
      reportError(loading, place(), () => {
        const known = [...tags.keys()];
        return {
          code: 'unknown-name',
          message: `${quoteText(tag)} is a tag of no class, expected ${listTexts(known, 12)}`,
          suggestion: didYouMean(loading, tag, known) ?? 'list it under the `tags` of a class',
        };
      });
    }
    return false;
  }
  if (!kinds.has(kind) && !loading.collector.hasErrors) {
    reportWarning(loading, place(), {
      code: 'empty-tag',
      message: `no class of kind ${quoteText(kindAt(model, kind).name)} has the tag ${quoteText(tag)}, so nothing is reached; expected one at least`,
      suggestion: 'list it under the `tags` of a class of that kind',
    });
  }
  return true;
}

function kindsByTag({ classes }: Model): ReadonlyMap<string, ReadonlySet<number>> {
  const tags = new Map<string, Set<number>>();
  for (const { kind, groups = [] } of classes) {
    for (const tag of groups) tags.set(tag, (tags.get(tag) ?? new Set()).add(kind));
  }
  return tags;
}

// --- conditions
// -------------------------------------------------------------------------------------------------------

/** An amount that is absent, so that the modifier is passed over, unless all conditions hold. */
function whenAll(conditions: readonly Node[], amount: Node): Node {
  const all = conditions.length === 1 ? conditions[0] : makeNode(and, undefined, ...conditions);
  return makeNode(
    choose,
    undefined,
    makeNode(or, undefined, all, absentCondition()),
    amount,
    makeNode(constant, { value: 0, type: amount.type }),
  );
}

/** A condition that is neither true nor false: nobody was not created in any turn. */
function absentCondition(): Node {
  const nobody = makeNode(constant, { value: 0, type: entityType });
  return makeNode(
    compare,
    { comparison: '<' as const },
    makeNode(created, undefined, nobody),
    makeNode(constant, { value: 0, type: numberType }),
  );
}
