import { nodes } from '../../../eval/node-kit.js';
import { makeNode, makeNodeOf } from '../../../eval/make-node.js';
import { absolute, add, divide, maximum, multiply, subtract } from '../../../eval/ops/arithmetic.js';
import { coordinate } from '../../../eval/ops/space.js';
import { countTrue } from '../../../eval/ops/member-folds.js';
import { and, otherwise } from '../../../eval/ops/logic.js';
import { time } from '../../../eval/ops/time.js';
import type { Node } from '../../../ir/node.js';
import { nearest256, ticksOfOldTime } from '../level/level-units.js';
import type { Action, Filter, Level, Policy, WhenOf, WhenType } from '../syntax.js';
import { type ColumnKey, type LevelModel, conditionName } from '../world/level-model.js';
import {
  andNode,
  compareNode,
  controlledNode,
  isTaken,
  levelNode,
  lowerReference,
  node,
  orNode,
  playerNode,
  scoreColumn,
  readNode,
  wordNode,
  type Kit,
  createLists,
  directNode,
  hasAttribute,
  isNobody,
  isSomebody,
  ownerOfDirect,
  subjectNode,
} from './level-nodes.js';
import { holds } from '../../../eval/ops/bit-tests.js';
import { type Program, noRules } from '../../../ir/rule.js';
import {
  type Action as KernelAction,
  type Trigger,
  type TriggerPolicy,
  type TriggerTiming,
  plainPolicy,
} from '../../../ir/trigger.js';
import type { Meant } from '../../../ir/meant.js';
import { hashString } from '../../../kernel/hash.js';
import { needsDirect } from '../level/readers.js';
import { partLabel } from '../../text/problem.js';
import { lowerTask } from './actions/level-actions.js';
import { type WalkedList, walkLevel } from '../level/hazards/find-hazards.js';

/** Uses no slots; absent, which counts as false, if a precondition fails. Nests as deep as documents allow. */
export function lowerWhen<Type extends WhenType>(model: LevelModel, when: WhenOf<Type>): Node {
  return forms[when.type](model, when);
}

const forms: { readonly [Type in WhenType]: (model: LevelModel, when: WhenOf<Type>) => Node } = {
  // Needs a player with a flagship; by the documentation, a human one.
  autopilot: (model, when) => {
    const flagship = nodes.present(lowerReference(model, { by: 'flagship', index: when.player }));
    const isHuman = readNode(model, 'human', playerNode(model, when.player));
    return playerIs(model, 'autopilot', when, model.policy === 'sound' ? andNode(isHuman, flagship) : flagship);
  },
  // Needs a build object of the player, neither removed nor captured.
  building: (model, when) =>
    playerIs(model, 'building', when, nodes.present(controlledNode(model, when.player, 'buildAt'))),
  // An empty seat has 0 in the engine, and an incomparable value by the documentation. A seat that does not exist
  // crashes the engine; here no comparison is true.
  cash: (model, { op, player, value }) => {
    const isSeat = player >= 0 && player < model.roles.players.length;
    const amount =
      model.policy === 'compat' && isSeat
        ? ofPlayer(model, player, 'cash')
        : readNode(model, 'cash', playerNode(model, player));
    return compareNode(op, amount, value);
  },
  computer: (model, { op, screen, line }) => {
    const isScreen = compareNode(op, levelNode(model, 'screen'), wordNode(model, 'screen', screen));
    return line === undefined ? isScreen : pairNode(op, isScreen, compareNode(op, levelNode(model, 'line'), line));
  },
  // An absent member is not counted.
  count: (model, { op, value, of }) => {
    const members = of.map((member) => lowerWhen(model, member));
    return compareNode(op, makeNodeOf(countTrue, undefined, members), value);
  },
  // An unresolved object counts as destroyed, even if it never existed.
  destroyed: (model, { op, object, value }) => {
    const present = nodes.present(lowerReference(model, object));
    return (op === 'eq') === value ? nodes.not(present) : present;
  },
  // Compares squares: exact for coordinates below 2^26.
  distance: (model, { op, from, to, value }) => {
    const [a, b] = [lowerReference(model, from), lowerReference(model, to)];
    const along = (axis: 'x' | 'y') =>
      squareNode(node(subtract, makeNode(coordinate, { axis }, a), makeNode(coordinate, { axis }, b)));
    return compareNode(op, node(add, along('x'), along('y')), Math.floor(value * value));
  },
  // The remaining fraction of health, 0 without a body.
  health: (model, { op, object, value }) => {
    const body = lowerReference(model, object);
    const [health, most] = [readNode(model, 'health', body), readNode(model, 'maxHealth', body)];
    const part = node(otherwise, makeNode(divide, { zeroDivisor: 'ieee' }, health, most), nodes.number(0));
    return compareNode(op, part, value);
  },
  identity: (model, { op, a, b }) => compareNode(op, lowerReference(model, a), lowerReference(model, b)),
  message: (model, { op, id, page }) => {
    const shownPage = levelNode(model, 'messagePage');
    // A dismissed message has page 0. In the engine it still exists.
    const isShown = model.policy === 'compat' ? [] : [compareNode('ne', shownPage, 0)];
    return andNode(
      levelNode(model, 'hasMessage'),
      ...isShown,
      pairNode(op, compareNode(op, levelNode(model, 'messageId'), id), compareNode(op, shownPage, page)),
    );
  },
  owner: (model, { op, object, player }) => {
    const body = lowerReference(model, object);
    if (player === -1) return compareNode(op, nodes.owner(body), nodes.none);
    if (isTaken(model, player)) return compareNode(op, nodes.owner(body), playerNode(model, player));
    return op === 'ne' ? nodes.present(body) : nodes.boolean(false);
  },
  score: (model, { op, counter: { player, which }, value }) => {
    const column = scoreColumn(model, which);
    return compareNode(op, column === undefined ? nodes.number(0) : ofPlayer(model, player, column), value);
  },
  ships: (model, { op, player, value }) => compareNode(op, ofPlayer(model, player, 'ships'), value),
  // The engine takes the larger component. Both sides are whole numbers of 256ths, or their squares: exact.
  speed: (model, { op, object, value }) => {
    const body = lowerReference(model, object);
    const [x, y] = [readNode(model, 'velocityX', body), readNode(model, 'velocityY', body)];
    const limit = nearest256(value);
    return model.policy === 'sound'
      ? compareNode(op, node(add, squareNode(x), squareNode(y)), limit * limit)
      : compareNode(op, node(maximum, node(absolute, x), node(absolute, y)), limit);
  },
  target: (model, { op, object, target }) =>
    compareNode(op, readNode(model, 'destination', lowerReference(model, object)), lowerReference(model, target)),
  time: ({ level }, { op, duration, legacyStartTime }) => {
    const ticks = legacyStartTime ? ticksOfOldTime(duration, level.startTime ?? 0) : duration;
    return compareNode(op, makeNode(time, undefined), ticks);
  },
  zoom: (model, { op, value }) => compareNode(op, levelNode(model, 'zoom'), wordNode(model, 'zoom', value)),
};

function pairNode(op: 'eq' | 'ne', first: Node, second: Node): Node {
  return op === 'eq' ? andNode(first, second) : orNode(first, second);
}

/** Compares a flag of a player of the required sort. */
function playerIs(
  model: LevelModel,
  column: 'autopilot' | 'building',
  { op, player, value }: WhenOf<'autopilot' | 'building'>,
  isSuch: Node,
): Node {
  return compareNode(op, nodes.provided(readNode(model, column, playerNode(model, player)), isSuch), value);
}

function ofPlayer(model: LevelModel, seat: number, column: ColumnKey | number): Node {
  return isTaken(model, seat) ? readNode(model, column, playerNode(model, seat)) : nodes.number(0);
}

function squareNode(value: Node): Node {
  return node(multiply, value, value);
}

/** In ticks, for delays and conditions. */
const levelTiming: TriggerTiming = Object.freeze({ granularity: 3, period: 90 });

/** The engine's stack holds about this many nested sweeps. */
const engineDepth = 4096;

const policies: Readonly<Record<Policy, TriggerPolicy>> = Object.freeze({
  compat: Object.freeze({
    ties: 'last',
    trailing: 'lost',
    capacity: 120,
    zero: 'same-step',
    missingDirect: 'error',
    depth: engineDepth,
    tellsDropped: false,
  }),
  sound: plainPolicy,
});

/** `file`: the name of the text in messages. */
export function lowerLevel(model: LevelModel, file = ''): Program {
  const { lists, ofConditions } = lowerLists(model);
  const triggers = model.level.conditions.map(
    ({ at, disabled, persistent, subject, direct, when }, index): Trigger =>
      Object.freeze({
        index,
        name: conditionName(index),
        looks: 'sweep',
        armed: !disabled,
        persistent,
        when: lowerWhen(model, when),
        subject: subject && lowerReference(model, subject),
        direct: direct && lowerReference(model, direct),
        list: ofConditions[index],
        origin: { file, line: at.line, column: at.column },
      }),
  );
  let fingerprint: string | undefined;
  let meant: Meant | undefined;
  return {
    model: model.model,
    rules: { ...noRules, triggers: { triggers, lists, policy: policies[model.policy], timing: levelTiming } },
    get meant() {
      return (meant ??= meantRoles(model.level));
    },
    get fingerprint() {
      return (fingerprint ??= hashString(JSON.stringify(['edict levels 1', model.policy, model.level], meaning)));
    },
  };
}

function meaning(key: string, value: unknown): unknown {
  if (key === 'at' || key === 'path') return undefined;
  // Host fields may have any names.
  return key === 'fields' ? JSON.stringify(value, plain) : plain(key, value);
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  if (typeof value === 'bigint') return { integer: String(value) };
  if (Object.is(value, -0)) return { number: '-0' };
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
}

/** Names lists by their place (`conditions[3].action`), and parts of actions by their action. */
export function lowerLists(model: LevelModel) {
  const lists = createLists();
  const { conditions, bases } = model.level;
  const ofConditions = conditions.map(({ path, action }) => lists.ofContent(`${path}.action`, action));
  const destroyLists = new Map<number, number>();
  for (const { name, destroyAction } of bases.values()) {
    const index = model.classes.get(name);
    if (index !== undefined && destroyAction.length > 0)
      destroyLists.set(index, lists.ofContent(`${partLabel('bases', name)}.destroyAction`, destroyAction));
  }
  const kit: Kit = { model, lists, destroyLists, tasks: new Map() };
  return { lists: lists.finish((action) => lowerAction(kit, action)), ofConditions };
}

function lowerAction(kit: Kit, action: Action): KernelAction {
  const { model } = kit;
  const { subject, direct } = action.override;
  return {
    name: action.type,
    subject: subject && lowerReference(model, subject),
    direct: direct && lowerReference(model, direct),
    filter: lowerFilter(model, action.filter),
    swaps: action.reflexive,
    silent: false,
    needsDirect: needsDirect(action),
    fields: action.fields,
    task: lowerTask(kit, action),
  };
}

/** Reads the roles before the swap. */
function lowerFilter(model: LevelModel, filter: Filter | undefined): Node | undefined {
  if (filter === undefined) return undefined;
  const asked = [
    ...Array.from(filter.tags, ([tag, wanted]) => (wanted ? hasTag(model, tag) : nodes.not(hasTag(model, tag)))),
    ...Array.from(filter.attributes, (attribute) => hasAttribute(model, attribute)),
  ];
  const parts = [
    ...(filter.owner === 'any' ? [] : [ownersNode(filter.owner)]),
    // Also for a tag that the object must lack.
    ...(asked.length > 0 ? [isSomebody(directNode), ...asked] : []),
  ];
  return parts.length === 0 ? undefined : makeNodeOf(and, undefined, parts);
}

function hasTag({ holdings, words }: LevelModel, tag: string): Node {
  const word = words.tags.get(tag);
  return word === undefined ? nodes.boolean(false) : makeNode(holds, { holding: holdings.tags, word }, directNode);
}

/** Compares owners only if both roles are bound. Nobody equals nobody. */
function ownersNode(wanted: 'same' | 'different'): Node {
  const isWanted = compareNode(wanted === 'same' ? 'eq' : 'ne', nodes.owner(subjectNode), ownerOfDirect);
  return orNode(isNobody(subjectNode), isNobody(directNode), isWanted);
}

const definedWithoutRoles = 'levels define what each of these actions does without a subject or direct object';

/** Accepts empty roles, except in conditions with an action that crashes the engine without a direct object. */
function meantRoles(level: Level): Meant {
  const names = walkLevel(level).flatMap(({ condition, steps }) =>
    condition === undefined || steps.some(isMistake) ? [] : [conditionName(condition)],
  );
  return new Map([['empty-role', new Map(names.map((name) => [name, definedWithoutRoles]))]]);
}

function isMistake({ action, hasDirect }: WalkedList['steps'][number]): boolean {
  return !hasDirect && needsDirect(action);
}
