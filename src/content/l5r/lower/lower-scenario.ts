import { nodes } from '../../../eval/node-kit.js';
import { makeNode } from '../../../eval/make-node.js';
import { controller } from '../../../eval/ops/occurrence-reads.js';
import {
  type Ability as LoweredAbility,
  type Listening as LoweredListening,
  type Point as LoweredPoint,
  type Remembered,
  plainTiming,
  type OccurrenceType,
  type TimingBook,
} from '../../../ir/occurrence.js';
import { silently } from '../../../ir/make-effect.js';
import type { Node } from '../../../ir/node.js';
import { type Fields, type Action as KernelAction, plainPolicy } from '../../../ir/trigger.js';
import {
  places,
  scalarType,
  wordType,
  type ScalarType,
  type ScenarioModel,
  kinds,
  wordList,
  createScenarioModel,
  numberedFrom,
  roles,
} from '../scenario-model.js';
import {
  type Ability,
  type Action,
  type Answer,
  type Listening,
  type Scalar,
  isAnswer,
  listeningOf,
  liveOf,
  raisedBy,
  type Found,
  type Play,
} from '../syntax.js';
import { createContinuous, nowhere, type Lists, createLists, lowerChange, lowerContinuous } from './lower-changes.js';
import {
  absentNode,
  fieldNode,
  liveNode,
  lowerInto,
  lowerRaised,
  lowerTests,
  namedNode,
  typeOf,
  valueNode,
  type Memories,
} from './scenario-nodes.js';
import { type Program, noRules } from '../../../ir/rule.js';
import { hashString } from '../../../kernel/hash.js';
import { kept } from '../../../kernel/maps.js';

/** Listed abilities belong to the world; actions create the others. */
function lowerAbilities(model: ScenarioModel, lists: Lists) {
  const indices = new Map(model.answers.map(({ item }, index): [Ability, number] => [item, index]));
  const copies = numberedFrom(1, [...new Set(model.answers.map(({ item }) => item.copy ?? item.id))]);
  const memories: Memories = new Map();
  const remembers = new Map<number, Set<Remembered>>();
  const abilities = model.answers.map((found, index): LoweredAbility => {
    const item = found.item as Answer;
    const on = lowerListening(model, listeningOf(found));
    const tests = lowerTests(model, memories, item.if ?? []);
    for (const { type } of on) for (const each of tests.remembers) kept(remembers, type, () => new Set()).add(each);
    const conditions = [
      ...(tests.conditions.length === 0 ? [] : [nodes.all(tests.conditions)]),
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
      controller: controllerOf(model, item),
      live: liveNode(model, liveOf(found)),
      condition: conditions.length === 0 ? undefined : nodes.all(conditions),
      next: item.next === true,
      lapses: lapses(item),
      first: false,
      optional: isOptional(item),
      list: lists.add(
        item.id,
        (item.do ?? []).flatMap((action) => lowerAction(model, indices, action)),
      ),
      into: item.into && lowerInto(model, item.into),
      yields: item.gold === undefined ? undefined : nodes.number(item.interfered === true ? 0 : item.gold),
      copy: copies.get(item.copy ?? item.id),
    };
  });
  return { abilities, remembers: new Map([...remembers].map(([type, its]) => [type, [...its]])) };
}

function controllerOf(model: ScenarioModel, ability: Ability): Node | undefined {
  const role = model.playerRoles.get(ability.controller ?? '');
  return role === undefined ? undefined : nodes.role(role);
}

/** Optional ones are asked when the occurrence is settled. */
function pointOf(item: Answer): LoweredPoint {
  // A payment is gathered step by step.
  if (item.gold !== undefined) return 'when';
  // Other classes name their point.
  const at = item.at ?? (item.class === 'delayed' ? 'when' : 'before');
  return at === 'when' && isOptional(item) ? 'would' : at;
}

/** Reactions are always optional; the payer chooses payments. */
function isOptional({ choice, class: name, gold }: Answer): boolean {
  return choice === true && name !== 'reaction' && gold === undefined;
}

/** A temporary effect ends with the turn. */
function lapses({ next, class: name, until, printed }: Answer): boolean {
  return (next === true || name === 'delayed') && until !== 'game' && printed !== true;
}

/** Gold pays for its controller; without one, for everybody. */
function paysForOwn(model: ScenarioModel): Node {
  const owner = makeNode(controller, undefined);
  return nodes.any([absentNode(owner), nodes.equal(owner, fieldNode(model, places.player))]);
}

function lowerListening(model: ScenarioModel, listening: readonly Found<Listening>[]): readonly LoweredListening[] {
  const byType = new Map<number, Node[]>();
  for (const { item } of listening) {
    const where = Object.entries(item.where ?? {}).map(([key, value]) => comparison(model, item.type, key, value));
    kept(byType, typeOf(model, item), () => []).push(nodes.all(where));
  }
  return Array.from(byType, ([type, wheres]) => ({ type, where: nodes.any(wheres) }));
}

function comparison(model: ScenarioModel, type: string, key: string, value: Scalar): Node {
  switch (key) {
    case 'type':
      return nodes.boolean(value === type);
    case 'card':
      return object(fieldNode(model, places.card), value, model.entityRoles);
    case 'player':
      return object(fieldNode(model, places.player), value, model.playerRoles);
    default:
      return plain(model, model.fields.byKey.get(key), value);
  }
}

function object(field: Node, value: Scalar, named: ReadonlyMap<string, number>): Node {
  return value === null ? absentNode(field) : namedNode(field, value, named);
}

/** True if a field that is not an object has a value. `byType`: the places of the field. Null: the field is missing. */
function plain(model: ScenarioModel, byType: ReadonlyMap<ScalarType, number> = new Map(), value: Scalar): Node {
  const type = scalarType(value);
  if (type === undefined) return nodes.all(Array.from(byType.values(), (place) => absentNode(fieldNode(model, place))));
  const place = byType.get(type);
  return place === undefined ? nodes.boolean(false) : nodes.equal(fieldNode(model, place), valueNode(model, value));
}

/** `indices`: of all abilities that answer, by their data. */
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
  if (adjust !== undefined) return [silently('adjust', { by: 'adjust', amount: nodes.number(adjust) })];
  if (retarget !== undefined) {
    const to = retarget === null ? nodes.missing(wordType) : valueNode(model, retarget);
    return [silently('retarget', { by: 'retarget', to })];
  }
  if (add === undefined) {
    const occurrences = raisedBy({ item: action, path: [] }).map(({ item }) => lowerRaised(model, item));
    return [silently('raise', { by: 'raise', occurrences })];
  }
  if (!isAnswer(add)) return [createContinuous(model, add), tells('create', add.id)];
  return [silently('add', { by: 'add', ability: indices.get(add) ?? -1, controller: controllerOf(model, add) })];
}

/** Notes for the log of the host. */
function tells(name: 'note' | 'force' | 'phase' | 'create', said: Fields[string]): KernelAction {
  return { ...silently(name, { by: 'tell' }), silent: false, fields: { [name]: said } };
}

export interface ScenarioProgram extends ScenarioModel {
  readonly program: Program;
}

export function lowerScenario(scenario: Play): ScenarioProgram {
  const model = createScenarioModel(scenario);
  const lists = createLists();
  const timing = lowerTiming(model, lists);
  const rules = {
    ...noRules,
    timing,
    triggers: { triggers: [], lists: lists.all, policy: plainPolicy, timing: { granularity: 1, period: 1 } },
  };
  const { given = {}, when } = scenario;
  // Leaves out the expected results.
  const fingerprint = hashString(JSON.stringify(['edict timing 1', given, when]));
  return { ...model, program: { model: model.model, rules, fingerprint } };
}

function lowerTiming(model: ScenarioModel, lists: Lists): TimingBook {
  const { abilities, remembers } = lowerAbilities(model, lists);
  const { grouping = 'merged', bornInStep = true, reactionToZero = false } = model.scenario.given?.policy ?? {};
  const types = [...model.types].map(
    ([name, index]): OccurrenceType => ({
      index,
      name,
      fields: model.fields.list,
      subject: places.card,
      player: places.player,
      target: places.target,
      amount: places.amount,
      ...lowerChange(model, lists, name),
      remembers: remembers.get(index) ?? [],
    }),
  );
  return {
    types,
    abilities,
    continuous: lowerContinuous(model, lists),
    players: kinds.player,
    active: roles.active,
    next: roles.next,
    steps: wordList,
    policy: { ...plainTiming, grouping, bornInStep, reactionToZero },
  };
}
