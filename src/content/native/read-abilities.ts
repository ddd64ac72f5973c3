import { nodes } from '../../eval/node-kit.js';
import type { Ability, AbilityClass, Point, Listening } from '../../ir/occurrence.js';
import { aboutObject } from '../../eval/with-slot.js';
import { makeNode, makeNodeOf } from '../../eval/make-node.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import { numberType } from '../../eval/operation.js';
import { occurring, remembered } from '../../eval/ops/occurrence-reads.js';
import type { OccurringNames, ExpressionContext } from '../expression/compile-expression.js';
import { lowerList } from './read-actions.js';
import { type AbilitySpot, type Control, checkAbility, controlOf, preventing, carrierOf } from './ability-checks.js';
import type { Placed } from './declarations.js';
import { answerContext, holderContext } from './expression-text.js';
import { raisedOf, occurrenceNamed } from './raised.js';
import type { TimingContext, GroupContext } from './rule-context.js';
import type { AbilitySource } from './schema.js';
import { groupContext, readKey, conjunction, someone } from './read-keys.js';
import { originOf, sound } from './load-context.js';
import { and, or } from '../../eval/ops/logic.js';
import {
  type ListeningForm,
  listensToPhase,
  phaseBegins,
  phaseField,
  valueAfter,
  valueBefore,
} from './built-in-occurrences.js';
import { type OccurrenceDraft, listened } from './occurrence-table.js';

/** An optional one is asked while that may still lead elsewhere; reactions and payments are taken in other steps. */
export function pointOf({
  class: abilityClass,
  yields,
  at = defaultPoint(abilityClass, yields !== undefined),
  optional = false,
}: AbilitySource): Point {
  return at === 'when' && optional && abilityClass !== 'reaction' && yields === undefined ? 'would' : at;
}

function defaultPoint(abilityClass: AbilityClass, isPaying: boolean): 'before' | 'when' | 'after' {
  if (isPaying) return 'when';
  if (preventing.has(abilityClass) || abilityClass === 'reduction') return 'before';
  return abilityClass === 'delayed' ? 'when' : 'after';
}

export function lowerAbility(
  { source, place }: Placed<AbilitySource>,
  index: number,
  timing: TimingContext,
): Ability | undefined {
  const at = pointOf(source);
  const context = groupContext(timing);
  const carried = carrierOf(source, timing);
  const heard = heardBy(source, at, context);
  const types = heard.map(({ draft }) => draft);
  const spot: AbilitySpot = { source, at, carried, types };
  const control = controlOf(spot, timing);
  const memory = timing.memory.noting();
  const names: OccurringNames = { types, controller: control.names, remember: memory.number };
  const self = carried?.self ?? 'any';
  const expressionsFor: AnswerContext['expressionsFor'] = (some) =>
    answerContext(timing, { ...names, types: some }, self);
  const on = lowerListening(source, heard, { ...context, expressionsFor });
  const expressions = expressionsFor(types);
  const { into } = source;
  const asked = {
    condition: conjunction(source, 'if', context, expressions),
    into: into && raisedOf(into, 'type', into.type, context, expressions),
    yields: readKey(source, 'yields', numberType, expressions, timing)?.node,
  };
  const holder = lowerHolder(spot, control.byDefault, memory.number, context);
  const hasSubject = types.some(({ roles }) => roles.subject >= 0);
  const list = lowerList(
    source.do,
    { subject: self !== 'nobody', direct: hasSubject },
    {
      ...context,
      occurring: names,
      answering: { at, types, isControlled: control.isControlled },
      title: `ability ${source.name}`,
    },
  );
  checkAbility(spot, control, timing);
  if (at !== 'before') for (const { index: type } of types) timing.memory.demand(type, memory.noted);
  if (carried === undefined || on.length === 0) return undefined;
  const { class: abilityClass, next = false, first = false, optional = false } = source;
  return Object.freeze({
    index,
    name: source.name,
    class: abilityClass,
    at,
    on,
    carrier: carried.carrier,
    next,
    lapses: lapses(source),
    first,
    optional,
    list,
    ...asked,
    ...holder,
    origin: originOf(place),
  });
}

/** Of objects that may be gone by then as they were. `number`: of an expression. */
function lowerHolder(
  { source, at, carried }: AbilitySpot,
  byDefault: Control['byDefault'],
  number: (node: Node) => number,
  context: GroupContext,
): Pick<Ability, 'live' | 'controller'> {
  const expressions = holderContext(context, carried?.self ?? 'any');
  const live = conjunction(source, 'live', context, expressions);
  const named = someone(source, 'controller', context, expressions);
  const self = nodes.slot(sourceSlot);
  const otherwise = byDefault && (byDefault === 'self' ? self : nodes.owner(self));
  const controller = source.carrier === 'created' ? undefined : (named ?? otherwise);
  const isOwn = carried !== undefined && 'own' in carried.carrier && carried.carrier.own;
  if (!isOwn || at === 'before' || at === 'would') return { live, controller };
  return { live: live && asItWas(live, number), controller: controller && asItWas(controller, number) };
}

/** Ends with the turn. Objects keep theirs. */
function lapses({ class: abilityClass, carrier = 'world', next = false, until }: AbilitySource): boolean {
  if (typeof carrier !== 'string') return false;
  return until === undefined ? next || abilityClass === 'delayed' : until === 'turn';
}

/** As the occurrence's subject, which may be gone, was. */
function asItWas(node: Node, number: (node: Node) => number): Node {
  const moved = aboutObject(node, nodes.slot(targetSlot), targetSlot + 1);
  return makeNode(remembered, { number: number(moved) }, moved);
}

interface Heard {
  readonly draft: OccurrenceDraft;
  /** Undefined: by name. */
  readonly form: ListeningForm | undefined;
}

function heardBy(source: AbilitySource, at: Point, context: GroupContext): readonly Heard[] {
  return listened(source).flatMap(([each, where]): readonly Heard[] => {
    if (typeof each === 'string') return named(occurrenceNamed(where, each, context));
    if ('type' in each) return named(occurrenceNamed([each, 'type'], each.type, context), each);
    // A phase begins before or at it, and ends after it.
    const drafts = context.occurrences.heard.get(each) ?? [];
    return drafts
      .filter(({ name }) => !listensToPhase(each) || (name === phaseBegins) === (at !== 'after'))
      .map((draft) => ({ draft, form: each }));
  });
}

function named(draft: OccurrenceDraft | undefined, form?: ListeningForm): readonly Heard[] {
  return draft === undefined ? [] : [{ draft, form }];
}

interface AnswerContext extends GroupContext {
  readonly expressionsFor: (types: readonly OccurrenceDraft[]) => ExpressionContext;
}

/** Each type once. The common `where` counts for all. */
function lowerListening(source: AbilitySource, heard: readonly Heard[], context: AnswerContext): readonly Listening[] {
  const types = heard.map(({ draft }) => draft);
  const common = conjunction(source, 'where', context, context.expressionsFor(types));
  const byType = new Map<number, (Node | undefined)[]>();
  for (const { draft, form } of heard)
    byType.set(draft.index, [...(byType.get(draft.index) ?? []), form && whereOf(form, draft, context)]);
  return [...byType].map(([type, wheres]): Listening => {
    const present = sound(wheres);
    // One of several; none where one asks for nothing.
    const either = present.length < wheres.length ? undefined : joined(or, present);
    const where = all(either, common);
    return where === undefined ? { type } : { type, where };
  });
}

function all(...wheres: readonly (Node | undefined)[]): Node | undefined {
  return joined(and, sound(wheres));
}

function joined(operation: typeof and, nodes: readonly Node[]): Node | undefined {
  return nodes.length < 2 ? nodes.at(0) : makeNodeOf(operation, undefined, nodes);
}

function whereOf(form: ListeningForm, draft: OccurrenceDraft, context: AnswerContext): Node | undefined {
  const expressions = context.expressionsFor([draft]);
  const own = conjunction(form, 'where', context, expressions);
  if (listensToPhase(form)) return all(isPhase(form.phase, draft, context), own);
  return 'crosses' in form ? all(crosses(form.crosses, draft, context, expressions), own) : own;
}

function isPhase(name: string, draft: OccurrenceDraft, { model }: AnswerContext): Node | undefined {
  const field = draft.fields.get(phaseField);
  if (field?.type.name !== 'enumeration') return undefined;
  return nodes.equal(
    fieldNode(draft, phaseField),
    nodes.constant(model.enumerations[field.type.index].members.indexOf(name) + 1, field.type),
  );
}

/** Up: from below the value to it or above. */
function crosses(
  source: Extract<ListeningForm, { crosses: unknown }>['crosses'],
  draft: OccurrenceDraft,
  context: AnswerContext,
  expressions: ExpressionContext,
): Node | undefined {
  const value = readKey(source, 'value', numberType, expressions, context);
  if (value === undefined) return undefined;
  const [from, to] = (source.direction ?? 'up') === 'up' ? (['<', '>='] as const) : (['>', '<='] as const);
  return makeNode(
    and,
    undefined,
    nodes.compare(from, fieldNode(draft, valueBefore), value.node),
    nodes.compare(to, fieldNode(draft, valueAfter), value.node),
  );
}

function fieldNode({ fields }: OccurrenceDraft, name: string): Node {
  const field = fields.get(name);
  return field === undefined ? nodes.boolean(false) : makeNode(occurring, { field: field.place, type: field.type });
}
