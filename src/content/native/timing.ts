import type { Expression } from '../../ir/node.js';
import { nodes } from '../../eval/node-kit.js';
import {
  type Continuous,
  type OccurrenceChange,
  type OccurrenceField,
  type OccurrenceType,
  noTiming,
  plainTiming,
} from '../../ir/occurrence.js';
import { booleanType } from '../../eval/operation.js';
import { quoteText } from '../text/quote.js';
import { lowerList } from './read-actions.js';
import { refuseTitle } from './read-expressions.js';
import { lowerAbility, pointOf } from './read-abilities.js';
import { type Declarations, type Placed, playerRoles, refuseHidden } from './declarations.js';
import { triggerContext, holderContext, answerContext } from './expression-text.js';
import {
  type Where,
  given,
  hasErrors,
  isTorn,
  joinFirst,
  originOf,
  placeOf,
  refuse,
  sound,
  warn,
} from './load-context.js';
import { neededFirst } from './needed-first.js';
import { createMemory } from './memory.js';
import type { Acting, TimingContext, ActionContext, RuleContext } from './rule-context.js';
import { objectsNamed } from './ability-checks.js';
import { holdingName } from './read-columns.js';
import { type Claims, claimName } from './names.js';
import type { ContinuousSource, AbilitySource } from './schema.js';
import type { ExpressionContext, OccurringNames } from '../expression/compile-expression.js';
import { type OccurrenceDraft, listened } from './occurrence-table.js';
import { readKey, groupContext, conjunction, byPlace } from './read-keys.js';

/** With `questions`: whether play is over. */
export function lowerTiming(declarations: Declarations, rules: RuleContext, acting: Acting) {
  const {
    occurrences: { types, players },
    steps = -1,
    model,
  } = rules;
  const context: TimingContext = {
    ...rules,
    ...acting,
    memory: createMemory(),
    hasPlayers: players > 0 || declarations.lacks('timing'),
  };
  for (const { name, place } of declarations.constants)
    if (declarations.hiding.has(name)) refuseHidden(context, place, name, 'a constant');
  for (const { name, place } of declarations.parameters)
    if (declarations.hiding.has(name)) refuseHidden(context, place, name, 'a parameter');
  const finish = types.map((draft) => lowerOccurrence(draft, context));
  const abilities = declarations.abilities.map((placed, index) => lowerAbility(placed, index, context));
  const claims: Claims = new Map();
  const continuous = sound(
    declarations.continuous.map((placed, index) => lowerContinuous(placed, index, claims, context)),
  );
  if (!hasErrors(context)) {
    warnOfNeverRaised(declarations.abilities, context);
    warnOfNeverCreated(declarations.abilities, context);
    warnOfCircles(declarations.abilities, context);
  }
  const questions = overOf(declarations, context);
  if (types.length === 0 && declarations.timing === undefined) return { timing: noTiming, questions };
  const [active, next] = playerRoles.map((name) =>
    declarations.timing === undefined ? -1 : model.roles.indexOf(name),
  );
  return {
    timing: {
      types: finish.map((each) => each()),
      abilities: sound(abilities),
      continuous,
      players,
      active,
      next,
      steps,
      policy: { ...plainTiming, ...given(declarations.timing?.source.policy ?? {}) },
    },
    questions,
  };
}

const over = 'over';

function overOf({ timing, expressions }: Declarations, context: TimingContext): readonly Omit<Expression, 'index'>[] {
  const { players } = context.occurrences;
  if (timing?.source.over === undefined) return [];
  const { source } = timing;
  // As a named expression of the players, who are in slot 0.
  const knowing = { ...triggerContext(context), firstFree: 1, still: true };
  const compiled = readKey(source, over, booleanType, knowing, context);
  const place = placeOf(context, [source, over]);
  if (!context.hasPlayers)
    refuse(
      context,
      place,
      'no-players',
      '`over` says when play is over, and nobody plays; expected `players`',
      'name the kind of those who play as `players`',
    );
  const other = expressions.find(({ name }) => name === over);
  if (other !== undefined) refuseTitle(other.place, over, '`timing` says of when play is over', context);
  if (compiled === undefined || players === 0) return [];
  const { text } = compiled;
  const node = nodes.applies(compiled.node);
  return [{ name: over, scope: [players], node, clauses: [{ text, node }], text, thing: '', origin: originOf(place) }];
}

function lowerContinuous(
  { source, place }: Placed<ContinuousSource>,
  index: number,
  claims: Claims,
  timing: TimingContext,
): Continuous | undefined {
  const { name } = source;
  const isNamed = claimName(timing, claims, name, 'something continuous', [source, 'name']);
  const carried = objectsNamed(source.carrier, false, timing);
  const context: ActionContext = { ...groupContext(timing), title: `continuous ${name}` };
  const condition = conjunction(source, 'while', context, holderContext(timing, carried?.self ?? 'any'));
  const [begins, ends] = [source.begin, source.end].map((list) =>
    lowerList(list, { subject: true, direct: true }, context),
  );
  warnOfNothing(source, timing);
  if (timing.occurrences.types.length === 0 && !hasErrors(timing))
    refuse(
      timing,
      place,
      'no-occurrences',
      `${quoteText(name)} begins and ends as something occurs, and nothing can; expected occurrences`,
      'declare what may happen under `occurrences`',
    );
  const column = timing.model.columnByName.get(holdingName(name));
  if (!isNamed || carried === undefined || condition === undefined || column === undefined) return undefined;
  return Object.freeze({
    index,
    name,
    carrier: carried.carrier,
    condition,
    column: column.index,
    begins,
    ends,
    origin: originOf(place),
  });
}

function warnOfNothing(source: ContinuousSource, context: TimingContext): void {
  const isEmpty = (list: ContinuousSource['begin']): boolean =>
    list === undefined || (list.length === 0 && !isTorn(context, list));
  if (!isEmpty(source.begin) || !isEmpty(source.end) || isTorn(context, source)) return;
  warn(
    context,
    [source, 'name'],
    'no-actions',
    `${quoteText(source.name)} does nothing when it begins or ends, expected at least one action`,
    'add actions under `begin` or `end`, or remove it',
  );
}

/** Remembered expressions are only known after all abilities are lowered. */
function lowerOccurrence(draft: OccurrenceDraft, timing: TimingContext): () => OccurrenceType {
  const { index, name, roles, declaration } = draft;
  const source = declaration?.source ?? {};
  const context = groupContext(timing);
  const memory = timing.memory.noting();
  const names: OccurringNames = {
    types: [draft],
    controller: "an occurrence is nobody's, only abilities have a controller",
  };
  const expressions = answerContext(timing, names, 'nobody', nobodysOccurrence(draft));
  const possible = conjunction(source, 'possible', context, expressions);
  const list = lowerList(
    source.do,
    { subject: roles.player >= 0, direct: roles.subject >= 0 },
    {
      ...context,
      occurring: { ...names, remember: memory.number },
      title: `occurrence ${name}`,
    },
  );
  timing.memory.demand(index, memory.noted);
  const change: OccurrenceChange = draft.change ?? (list < 0 ? { by: 'nothing' } : { by: 'list', list });
  return () =>
    Object.freeze({
      index,
      name,
      fields: fieldsOf(draft),
      ...roles,
      possible,
      change,
      remembers: timing.memory.of(index),
      origin: declaration && originOf(declaration.place),
    });
}

function nobodysOccurrence({ fields }: OccurrenceDraft): NonNullable<ExpressionContext['nobody']> {
  const object = [...fields].find(([, { type }]) => type.name === 'entity')?.[0];
  return {
    names: ['self'],
    why: "what occurs is nobody's, only abilities are",
    suggestion:
      object === undefined
        ? 'declare a field for an object under `fields` of the occurrence'
        : `write ${quoteText(`occurrence.${object}`)} for the object in that field`,
  };
}

/** By place, with holes. */
function fieldsOf({ fields }: OccurrenceDraft): readonly (OccurrenceField | undefined)[] {
  return byPlace(
    [...fields].map(([name, { place, type, kinds }]) => ({
      place,
      value: kinds?.length === 1 ? { name, type, kind: kinds[0] } : { name, type },
    })),
  );
}

function heardByName(source: AbilitySource): readonly { readonly name: string; readonly where: Where }[] {
  return listened(source).flatMap(([each, where]): { name: string; where: Where }[] => {
    if (typeof each !== 'string') return 'type' in each ? [{ name: each.type, where: [each, 'type'] }] : [];
    return [{ name: each, where }];
  });
}

/** Content that raises nothing leaves that to its host. */
function warnOfNeverRaised(abilities: readonly Placed<AbilitySource>[], context: TimingContext): void {
  const { raised, occurrences } = context;
  if (raised.size === 0) return;
  const seen = new Set<number>();
  for (const { source } of abilities) {
    for (const { name, where } of heardByName(source)) {
      const draft = occurrences.byName.get(name);
      if (draft === undefined || raised.has(draft.index) || seen.has(draft.index)) continue;
      seen.add(draft.index);
      warn(
        context,
        where,
        'never-raised',
        `nothing in the content raises ${quoteText(name)}, so ${quoteText(source.name)} answers only what the host raises`,
        `raise it in an action or effect, as in ${quoteText(`{ raise: ${name} }`)}`,
      );
    }
  }
}

function warnOfNeverCreated(abilities: readonly Placed<AbilitySource>[], context: TimingContext): void {
  for (const [index, { source }] of abilities.entries()) {
    if (source.carrier !== 'created' || context.abilities.added.has(index)) continue;
    warn(
      context,
      [source, 'carrier'],
      'never-created',
      `nothing creates the ability ${quoteText(source.name)}, so that nobody ever has it`,
      `create it in an action, as in ${quoteText(`{ add: ${source.name} }`)}`,
    );
  }
}

interface Substitution {
  readonly name: string;
  readonly source: AbilitySource;
}

/** Each is made once, so circles end; but hardly as expected. */
function warnOfCircles(abilities: readonly Placed<AbilitySource>[], context: TimingContext): void {
  const { byName, types } = context.occurrences;
  const byType = new Map(types.map(({ name }): [string, Substitution[]] => [name, []]));
  for (const { source } of abilities) {
    const name = source.into?.type;
    if (name === undefined || !byName.has(name) || pointOf(source) !== 'before') continue;
    for (const from of new Set(heardByName(source).map((heard) => heard.name)))
      if (from !== name && byName.has(from)) byType.get(from)?.push({ name, source });
  }
  neededFirst(
    byType.keys(),
    (name) => byType.get(name) ?? [],
    (last, circle) => {
      warnOfCircle(last, circle, context);
    },
  );
}

function warnOfCircle(last: Substitution, circle: readonly Substitution[], context: TimingContext): void {
  const { into } = last.source;
  if (into === undefined) return;
  const names = circle.map(({ name, source }) => `${quoteText(name)} by ${quoteText(source.name)}`);
  warn(
    context,
    [into, 'type'],
    'substitution-circle',
    `${quoteText(last.name)} is replaced by ${joinFirst(names, ', that by ')}: substitutions lead in a circle, in which each is made once`,
    'let a condition end it, or remove one of them',
  );
}
