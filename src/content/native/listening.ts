import { makeNode, makeNodeOf } from '../../eval/make-node.js';
import type { Listening, Point } from '../../ir/ability.js';
import type { Node } from '../../ir/node.js';
import { booleanType, numberType } from '../../eval/operation.js';
import { compare } from '../../eval/ops/compare.js';
import { constant } from '../../eval/ops/constant.js';
import { and, or } from '../../eval/ops/logic.js';
import { occurring } from '../../eval/ops/occurring.js';
import type { ExpressionContext, OccurringNames } from '../expression/compile-expression.js';
import {
  type ListeningForm,
  listensToPhase,
  phaseBegins,
  phaseField,
  valueAfter,
  valueBefore,
} from './built-in-occurrences.js';
import { conjunction } from './conditions.js';
import { compileText } from './expression-text.js';
import { refuse } from './loading.js';
import { type OccurrenceDraft, isList } from './occurrence-table.js';
import { occurrenceNamed } from './raised.js';
import type { GroupContext } from './rule-context.js';
import type { AbilitySource, ListeningSource } from './schema.js';

/** What an ability listens to. */

/** One thing that an ability listens to, before its conditions are lowered. */
export interface Heard {
  readonly draft: OccurrenceDraft;
  /** Undefined where it is only a name. */
  readonly form: ListeningForm | undefined;
}

/** What an ability listens to at a point of time; what is wrong is reported and left out. */
export function heardBy(source: AbilitySource, at: Point, context: GroupContext): readonly Heard[] {
  const { on } = source;
  const { loading } = context;
  const all: readonly ListeningSource[] = isList(on) ? on : [on];
  if (all.length === 0 && !loading.damage.containers.has(all)) {
    refuse(
      context,
      [source, 'on'],
      'missing-key',
      'this ability listens to nothing, expected one occurrence at least',
      'name an occurrence',
    );
  }
  return all.flatMap((each, i) => heardIn(each, isList(on) ? [on, i] : [source, 'on'], at, context));
}

function heardIn(
  source: ListeningSource,
  [container, key]: readonly [object, string | number],
  at: Point,
  context: GroupContext,
): readonly Heard[] {
  if (typeof source === 'string') {
    const draft = occurrenceNamed(container, key, source, context);
    return draft === undefined ? [] : [{ draft, form: undefined }];
  }
  if ('type' in source) {
    const draft = occurrenceNamed(source, 'type', source.type, context);
    return draft === undefined ? [] : [{ draft, form: source }];
  }
  // Before a phase, and when it is one, it begins; after it, it ends.
  const drafts = context.occurrences.heard.get(source) ?? [];
  const asked = listensToPhase(source)
    ? drafts.filter(({ name }) => (name === phaseBegins) === (at !== 'after'))
    : drafts;
  return asked.map((draft) => ({ draft, form: source }));
}

/** What the conditions of an ability are lowered with. */
export interface AnswerContext extends GroupContext {
  /** What expressions may name of an occurrence of some types. */
  readonly expressionsFor: (names: Pick<OccurringNames, 'types'>) => ExpressionContext;
}

/** Lowers what an ability listens to, each type once. What it says under `where` counts of all. */
export function lowerListening(
  source: AbilitySource,
  heard: readonly Heard[],
  context: AnswerContext,
): readonly Listening[] {
  const common = conjunction(
    source,
    'where',
    source.where,
    context,
    context.expressionsFor({ types: heard.map(({ draft }) => draft) }),
  );
  const byType = new Map<number, (Node | undefined)[]>();
  for (const { draft, form } of heard)
    byType.set(draft.index, [...(byType.get(draft.index) ?? []), form && whereOf(form, draft, context)]);
  return [...byType].map(([type, wheres]): Listening => {
    const where = all([any(wheres), common]);
    return where === undefined ? { type } : { type, where };
  });
}

/** One of several; undefined where one asks for nothing. */
function any(wheres: readonly (Node | undefined)[]): Node | undefined {
  const present = wheres.filter((where) => where !== undefined);
  if (present.length < wheres.length) return undefined;
  return present.length === 1 ? present[0] : makeNodeOf(or, undefined, present);
}

function all(wheres: readonly (Node | undefined)[]): Node | undefined {
  const present = wheres.filter((where) => where !== undefined);
  return present.length < 2 ? present.at(0) : makeNodeOf(and, undefined, present);
}

function whereOf(form: ListeningForm, draft: OccurrenceDraft, context: AnswerContext): Node | undefined {
  const expressions = context.expressionsFor({ types: [draft] });
  const own = conjunction(form, 'where', form.where, context, expressions);
  if (listensToPhase(form)) return all([isPhase(form.phase, draft, context), own]);
  return 'crosses' in form ? all([crosses(form.crosses, draft, context, expressions), own]) : own;
}

function isPhase(name: string, draft: OccurrenceDraft, { model }: AnswerContext): Node | undefined {
  const field = draft.fields.get(phaseField);
  if (field?.type.name !== 'enumeration') return undefined;
  const value = model.enumerations[field.type.index].members.indexOf(name) + 1;
  return makeNode(
    compare,
    { comparison: '==' as const },
    fieldNode(draft, phaseField),
    makeNode(constant, { value, type: field.type }),
  );
}

/** Up to a value: from below it to it or above; down to it likewise. */
function crosses(
  source: Extract<ListeningForm, { crosses: unknown }>['crosses'],
  draft: OccurrenceDraft,
  { loading }: AnswerContext,
  expressions: ExpressionContext,
): Node | undefined {
  const value = compileText({ container: source, key: 'value', text: source.value }, numberType, expressions, loading);
  if (value === undefined) return undefined;
  const [from, to] = (source.direction ?? 'up') === 'up' ? (['<', '>='] as const) : (['>', '<='] as const);
  return makeNode(
    and,
    undefined,
    makeNode(compare, { comparison: from }, fieldNode(draft, valueBefore), value.node),
    makeNode(compare, { comparison: to }, fieldNode(draft, valueAfter), value.node),
  );
}

function fieldNode({ fields }: OccurrenceDraft, name: string): Node {
  const field = fields.get(name);
  return field === undefined
    ? makeNode(constant, { value: 0, type: booleanType })
    : makeNode(occurring, { field: field.place, type: field.type });
}
