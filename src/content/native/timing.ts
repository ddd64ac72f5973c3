import type { Expression } from '../../ir/expression.js';
import { makeNode } from '../../eval/make-node.js';
import {
  type TimingBook,
  type TimingPolicy,
  noTiming,
  plainTiming,
  type OccurrenceChange,
  type OccurrenceField,
  type OccurrenceType,
} from '../../ir/occurrence.js';
import { booleanType } from '../../eval/operation.js';
import { applies } from '../../eval/ops/logic.js';
import { quoteText } from '../diagnostics/quote.js';
import { lowerAbility } from './abilities.js';
import type { Acting, TimingContext, ActionContext } from './action-context.js';
import { type Declarations, hiddenFault, playerRoles, type Placed } from './declarations.js';
import { compileText, triggerContext, holderContext, answerContext } from './expression-text.js';
import { refuse, reportError, warn } from './loading.js';
import { createMemory } from './memory.js';
import type { RuleContext, GroupContext } from './rule-context.js';
import { warnOfTiming } from './timing-warnings.js';
import type { Continuous } from '../../ir/ability.js';
import { lowerActions } from './actions.js';
import { objectsNamed } from './carriers.js';
import { conjunction } from './conditions.js';
import { holdingName } from './holding-columns.js';
import { type Claims, checkName, claim } from './names.js';
import type { ContinuousSource } from './schema.js';
import type { ExpressionContext, OccurringNames } from '../expression/compile-expression.js';
import type { OccurrenceDraft } from './occurrence-table.js';

/** What may occur and what answers it, and what hosts ask besides: whether play is over. */
interface LoweredTiming {
  readonly timing: TimingBook;
  readonly questions: readonly Omit<Expression, 'index'>[];
}

/**
 * Lowers the occurrences, abilities and what is continuous, in the order of the content. What has a mistake is reported
 * and left out.
 */
export function lowerTiming(declarations: Declarations, rules: RuleContext, acting: Acting): LoweredTiming {
  const {
    occurrences: { types, players },
    steps = -1,
    model,
  } = rules;
  const context: TimingContext = {
    ...rules,
    ...acting,
    memory: createMemory(),
    hasPlayers: players > 0 || declarations.lacksTiming,
  };
  refuseHiddenNames(declarations, context);
  const finish = types.map((draft) => lowerOccurrence(draft, context));
  const abilities = declarations.abilities
    .map((placed, index) => lowerAbility(placed, index, context))
    .filter((ability) => ability !== undefined);
  const continuous = lowerContinuous(declarations.continuous, context);
  warnOfTiming(declarations, context);
  const questions = overOf(declarations, context);
  if (types.length === 0 && declarations.timing === undefined) return { timing: noTiming, questions };
  const [active, next] = playerRoles.map((name) =>
    declarations.timing === undefined ? -1 : model.roles.indexOf(name),
  );
  return {
    timing: {
      types: finish.map((each) => each()),
      abilities,
      continuous,
      players,
      active,
      next,
      steps,
      policy: policyOf(declarations),
    },
    questions,
  };
}

function policyOf({ timing }: Declarations): TimingPolicy {
  const { grouping, bornInStep, reactionToZero, depth, optionalLoop } = timing?.source.policy ?? {};
  return {
    grouping: grouping ?? plainTiming.grouping,
    bornInStep: bornInStep ?? plainTiming.bornInStep,
    reactionToZero: reactionToZero ?? plainTiming.reactionToZero,
    depth: depth ?? plainTiming.depth,
    optionalLoop: optionalLoop ?? plainTiming.optionalLoop,
  };
}

/** The name under which hosts ask players whether play is over. */
const over = 'over';

function overOf({ timing, expressions }: Declarations, context: TimingContext): LoweredTiming['questions'] {
  const {
    loading,
    occurrences: { players },
  } = context;
  const text = timing?.source.over;
  if (timing === undefined || text === undefined) return [];
  const { source } = timing;
  const compiled = compileText(
    { container: source, key: over, text },
    booleanType,
    { ...triggerContext(context, { next: 0 }), still: true },
    loading,
  );
  const place = loading.places.ofValue(source, over);
  if (!context.hasPlayers) {
    refuse(
      context,
      place,
      'no-players',
      `${quoteText(over)} says when play is over, and nobody plays; expected ${quoteText('players')}`,
      'name the kind of those who play as `players`',
    );
  }
  const other = expressions.find(({ name }) => name === over);
  if (other !== undefined) {
    refuse(
      context,
      other.place,
      'duplicate-name',
      `an expression is called ${quoteText(over)}, as is what ${quoteText('timing')} says of when play is over; expected one of each name`,
      'rename the expression',
    );
  }
  if (compiled === undefined || players === 0) return [];
  const node = makeNode(applies, undefined, compiled.node);
  return [
    {
      name: over,
      scope: [players],
      node,
      clauses: [{ text: compiled.text, node }],
      text: compiled.text,
      thing: '',
      origin: { file: place.file, line: place.line, column: place.column },
    },
  ];
}

/** Constants that expressions of abilities could not see, because the name means something else there. */
function refuseHiddenNames({ constants, hiding }: Declarations, { loading }: TimingContext): void {
  for (const { name, place } of constants)
    if (hiding.has(name)) reportError(loading, place, hiddenFault(name, 'a constant'));
}

/** Lowers what holds while a condition holds, in the order of the content. */
function lowerContinuous(all: readonly Placed<ContinuousSource>[], context: TimingContext): readonly Continuous[] {
  const claims: Claims = new Map();
  return all.map((placed, index) => lowerOne(placed, index, claims, context)).filter((each) => each !== undefined);
}

function lowerOne(
  { source, place }: Placed<ContinuousSource>,
  index: number,
  claims: Claims,
  timing: TimingContext,
): Continuous | undefined {
  const { loading, model } = timing;
  const at = loading.places.ofValue(source, 'name');
  const isNamed =
    checkName(loading, source.name, at) && claim(loading, claims, source.name, 'something continuous', at);
  const carried = objectsNamed(source.carrier, false, timing);
  const common: GroupContext = { ...timing, sites: { next: 0 }, amounts: [], rolesByName: true };
  const condition = conjunction(source, 'while', source.while, common, holderContext(timing, carried?.self ?? 'any'));
  const acting: ActionContext = { ...common, ...timing, title: `continuous ${source.name}` };
  const [begins, ends] = [source.begin, source.end].map((list) =>
    list === undefined ? -1 : lowerActions(list, { subject: true, direct: true }, acting),
  );
  warnOfNothing(source, timing);
  if (timing.occurrences.types.length === 0 && !loading.collector.hasErrors) {
    refuse(
      timing,
      place,
      'no-occurrences',
      `${quoteText(source.name)} begins and ends as something occurs, and nothing can; expected occurrences`,
      'declare what may happen under `occurrences`',
    );
  }
  const column = model.columnByName.get(holdingName(source.name));
  if (!isNamed || carried === undefined || condition === undefined || column === undefined) return undefined;
  return Object.freeze({
    index,
    name: source.name,
    carrier: carried.carrier,
    condition,
    column: column.index,
    begins,
    ends,
    origin: { file: place.file, line: place.line, column: place.column },
  });
}

function warnOfNothing(source: ContinuousSource, context: TimingContext): void {
  const isEmpty = (list: ContinuousSource['begin']): boolean =>
    list === undefined || (list.length === 0 && !context.loading.damage.containers.has(list));
  if (!isEmpty(source.begin) || !isEmpty(source.end) || context.loading.damage.containers.has(source)) return;
  warn(
    context,
    [source, 'name'],
    'no-actions',
    `${quoteText(source.name)} does nothing when it begins or ends, expected an action at least`,
    'add actions under `begin` or `end`, or remove it',
  );
}

/**
 * Lowers what a type of occurrence does and when it is possible. What is remembered of it is not known before all
 * abilities are lowered.
 */
function lowerOccurrence(draft: OccurrenceDraft, timing: TimingContext): () => OccurrenceType {
  const { index, name, roles, declaration } = draft;
  const source = declaration?.source ?? {};
  const common: GroupContext = { ...timing, sites: { next: 0 }, amounts: [], rolesByName: true };
  const memory = timing.memory.noting();
  const names: OccurringNames = {
    types: [draft],
    controller: "an occurrence is nobody's, only abilities have a controller",
  };
  const possible = conjunction(
    source,
    'possible',
    source.possible,
    common,
    answerContext(timing, names, 'nobody', nobodysOccurrence(draft)),
  );
  const acting: ActionContext = {
    ...common,
    ...timing,
    occurring: { ...names, remember: memory.number },
    title: `occurrence ${name}`,
  };
  const list =
    source.do === undefined
      ? -1
      : lowerActions(source.do, { subject: roles.player >= 0, direct: roles.subject >= 0 }, acting);
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
      ...originOf(draft),
    });
}

/** Why nobody is `self` in what an occurrence asks, and whom it can ask instead. */
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

function originOf({ declaration }: OccurrenceDraft): Pick<OccurrenceType, 'origin'> {
  if (declaration === undefined) return {};
  const { file, line, column } = declaration.place;
  return { origin: { file, line, column } };
}

/** By place; those of other types leave holes. */
function fieldsOf({ fields }: OccurrenceDraft): readonly (OccurrenceField | undefined)[] {
  const found: (OccurrenceField | undefined)[] = Array.from(
    { length: [...fields.values()].reduce((most, { place }) => Math.max(most, place + 1), 0) },
    () => undefined,
  );
  for (const [name, { place, type, kinds }] of fields)
    found[place] = kinds?.length === 1 ? { name, type, kind: kinds[0] } : { name, type };
  return found;
}
