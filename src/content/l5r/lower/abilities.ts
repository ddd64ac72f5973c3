import { makeNode } from '../../../eval/make-node.js';
import { controller } from '../../../eval/ops/occurrence-reads.js';
import type {
  Ability as LoweredAbility,
  Listening as LoweredListening,
  Point as LoweredPoint,
  Remembered,
} from '../../../ir/occurrence.js';
import { silently } from '../../../ir/make-effect.js';
import type { Node } from '../../../ir/node.js';
import type { Fields, Action as KernelAction } from '../../../ir/trigger.js';
import { places, sortOf, wordType, type Sort } from '../facts.js';
import type { ScenarioModel } from '../scenario-model.js';
import type { Ability, AbilityClass, Action, Answer, Listening, Scalar } from '../syntax.js';
import { isAnswer, listeningOf, liveOf, raisedBy, type Found, type FoundAbility } from '../walk.js';
import { createContinuous, nowhere, type Lists } from './changes.js';
import {
  absentNode,
  allOf,
  anyOf,
  booleanNode,
  equalNode,
  fieldNode,
  liveNode,
  lowerInto,
  lowerRaised,
  lowerTests,
  missingNode,
  namedNode,
  numberNode,
  roleNode,
  typeOf,
  valueNode,
  type Memories,
} from './nodes.js';

/** What is listed is the world's; the rest exists where an action creates it. */
export function lowerAbilities(model: ScenarioModel, lists: Lists) {
  const indices = new Map(model.answers.map(({ item }, index): [Ability, number] => [item, index]));
  const copies = numberCopies(model.answers);
  const memories: Memories = new Map();
  const remembers = new Map<number, Set<Remembered>>();
  const abilities = model.answers.map((found, index): LoweredAbility => {
    const item = found.item as Answer;
    const on = lowerListening(model, listeningOf(found));
    const tests = lowerTests(model, memories, item.if ?? []);
    for (const { type } of on) remembers.set(type, new Set([...(remembers.get(type) ?? []), ...tests.remembers]));
    const role = model.playerRoles.get(item.controller ?? '');
    const conditions = [
      ...(tests.conditions.length === 0 ? [] : [allOf(tests.conditions)]),
      ...(item.gold === undefined ? [] : [paysForOwn(model)]),
    ];
    return {
      index,
      name: item.id,
      class: item.class,
      at: pointOf(item),
      on,
      origin: nowhere,
      carrier: { by: found.maker === undefined ? 'world' : 'creation' },
      controller: role === undefined ? undefined : roleNode(role),
      live: liveNode(model, liveOf(found)),
      condition: conditions.length === 0 ? undefined : allOf(conditions),
      next: item.next === true,
      lapses: lapses(item),
      first: false,
      optional: isOptional(item),
      list: lists.add(
        item.id,
        (item.do ?? []).flatMap((action) => lowerAction(model, indices, action)),
      ),
      into: item.into && lowerInto(model, item.into),
      yields: item.gold === undefined ? undefined : numberNode(item.interfered === true ? 0 : item.gold),
      copy: copies.get(item.copy ?? item.id),
    };
  });
  return { abilities, remembers: new Map([...remembers].map(([type, its]) => [type, [...its]])) };
}

function numberCopies(answers: readonly FoundAbility[]): ReadonlyMap<string, number> {
  const copies = new Set(answers.map(({ item }) => item.copy ?? item.id));
  return new Map(Array.from(copies, (copy, i) => [copy, i + 1]));
}

const usualPoints: Readonly<Record<AbilityClass, LoweredPoint>> = Object.freeze({
  negate: 'before',
  prevent: 'before',
  substitute: 'before',
  delayed: 'when',
  trait: 'after',
  rulebook: 'after',
  reduction: 'before',
  reaction: 'after',
});

/** Optional ones are asked when it is settled what would happen. */
function pointOf(item: Answer): LoweredPoint {
  // A payment is gathered as it is made, whatever else is said.
  if (item.gold !== undefined) return 'when';
  const at = item.at ?? usualPoints[item.class];
  return at === 'when' && isOptional(item) ? 'would' : at;
}

/** Reactions are anyhow, and of what pays the payer chooses. */
function isOptional({ choice, class: name, gold }: Answer): boolean {
  return choice === true && name !== 'reaction' && gold === undefined;
}

/** A temporary effect ends with the turn. */
function lapses({ next, class: name, until, printed }: Answer): boolean {
  return (next === true || name === 'delayed') && until !== 'game' && printed !== true;
}

/** Nobody pays with the gold of another; what nobody controls is everybody's. */
function paysForOwn(model: ScenarioModel): Node {
  const owner = makeNode(controller, undefined);
  return anyOf([absentNode(owner), equalNode(owner, fieldNode(model, places.player))]);
}

function lowerListening(model: ScenarioModel, listening: readonly Found<Listening>[]): readonly LoweredListening[] {
  const byType = new Map<number, Node[]>();
  for (const { item } of listening) {
    const type = typeOf(model, item);
    const wheres = byType.get(type) ?? [];
    byType.set(type, wheres);
    wheres.push(
      allOf(Object.entries(item.where ?? {}).map(([key, value]) => comparison(model, item.type, key, value))),
    );
  }
  return Array.from(byType, ([type, wheres]) => ({ type, where: anyOf(wheres) }));
}

function comparison(model: ScenarioModel, type: string, key: string, value: Scalar): Node {
  switch (key) {
    case 'type':
      return booleanNode(value === type);
    case 'card':
      return object(fieldNode(model, places.card), value, model.entityRoles);
    case 'player':
      return object(fieldNode(model, places.player), value, model.playerRoles);
    case 'target':
      return plain(model, new Map([['word', places.target]]), value);
    case 'amount':
      return plain(model, new Map([['number', places.amount]]), value);
    default:
      return plain(model, model.fields.byKey.get(key) ?? new Map<Sort, number>(), value);
  }
}

function object(field: Node, value: Scalar, named: ReadonlyMap<string, number>): Node {
  return value === null ? absentNode(field) : namedNode(field, value, named);
}

/** A field that is no object; `bySort`: its places. Null: it is not there. */
function plain(model: ScenarioModel, bySort: ReadonlyMap<Sort, number>, value: Scalar): Node {
  const sort = sortOf(value);
  if (sort === undefined) return allOf(Array.from(bySort.values(), (place) => absentNode(fieldNode(model, place))));
  const place = bySort.get(sort);
  return place === undefined ? booleanNode(false) : equalNode(fieldNode(model, place), valueNode(model, value));
}

export const told = Object.freeze({ note: 'note', force: 'force', phase: 'phase', create: 'create' });

/** `indices`: of all abilities that answer, by what is written. */
function lowerAction(
  model: ScenarioModel,
  indices: ReadonlyMap<Ability, number>,
  action: Action,
): readonly KernelAction[] {
  const { note, noteForce, notePhase, negate, adjust, retarget, add } = action;
  if (note !== undefined) return [tells('note', note)];
  if (noteForce !== undefined) return [tells('force', noteForce)];
  if (notePhase !== undefined) return [tells('phase', true)];
  if (negate !== undefined) return [silently('negate', { by: 'cancel' })];
  if (adjust !== undefined) return [silently('adjust', { by: 'adjust', amount: numberNode(adjust) })];
  if (retarget !== undefined) {
    const to = retarget === null ? missingNode(wordType) : valueNode(model, retarget);
    return [silently('retarget', { by: 'retarget', to })];
  }
  if (add === undefined) {
    const occurrences = raisedBy({ item: action, path: [] }).map(({ item }) => lowerRaised(model, item));
    return [silently('raise', { by: 'raise', occurrences })];
  }
  if (!isAnswer(add)) return [createContinuous(model, add), tells('create', add.id)];
  const role = model.playerRoles.get(add.controller ?? '');
  const owner = role === undefined ? {} : { controller: roleNode(role) };
  return [silently('add', { by: 'add', ability: indices.get(add) ?? -1, ...owner })];
}

function tells(name: keyof typeof told, said: Fields[string]): KernelAction {
  return { ...silently(name, { by: 'tell' }), silent: false, fields: { [told[name]]: said } };
}
