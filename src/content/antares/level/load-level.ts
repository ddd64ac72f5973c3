import { reading, refused, wordGiven } from '../../../kernel/given.js';
import {
  type Policy,
  policies,
  screens,
  zooms,
  type Base,
  type Condition,
  type Level,
  type PlayerDeclaration,
  attributes,
  type Attribute,
  type Initial,
} from '../syntax.js';
import type { Value } from '../value.js';
import { actions } from './actions.js';
import {
  addFinding,
  listFindings,
  createLoading,
  report,
  type Loading,
  warn,
  inTextOrder,
  type LevelProblem,
  itemPath,
  memberPath,
} from './loading.js';
import { seats, reference, existingInitial, existingPlayerOrNobody, baseName, builtName } from './references.js';
import {
  boolOr,
  duration,
  int,
  optional,
  word,
  field,
  fieldOf,
  items,
  members,
  optionalSection,
  readItems,
  refuseOthers,
  section,
  type Field,
  type Section,
  bool,
  coordinate,
  knownWord,
  number,
  number32,
  speed,
  wrongType,
} from './fields.js';
import { when } from './whens.js';
import { findCheckLoops } from './hazards/check-loops.js';
import { findCountHazards, findNetHazards, findWhenHazards } from './hazards/whens.js';
import { findDelayHazards, findDestroyLoops, findRoleHazards } from './hazards/actions.js';
import { walkLevel } from './hazards/list-walk.js';
import { quoteText } from '../../diagnostics/quote.js';
import { round256 } from './units.js';

export interface LoadResult {
  /** Undefined where there are problems: nothing is half loaded. */
  readonly level: Level | undefined;
  /** In the order of the text; of very many the first that were found, and one of code `more` that counts the rest. */
  readonly problems: readonly LevelProblem[];
  /**
   * What loads and will probably not do what is meant; of a level with problems only what was seen while it was read.
   */
  readonly hazards: readonly LevelProblem[];
}

const levelFields = ['players', 'start_time', 'ui', 'initials', 'bases', 'conditions'];
const playerTypes = ['human', 'cpu'] as const;
/** 25 units: what the engine gives a player who earns like others. */
const usualCash = 1_280_000;

/**
 * Checks a level and takes it apart. Never throws for what is in it; `bad-option` for what `readDocument` did not
 * return. Sections that are missing are empty; null is missing.
 */
export function loadLevel(value: Value, policy: Policy): LoadResult {
  if (!reading('the document', () => isValue(value)))
    throw refused('the document', value, 'the value of what readDocument returned');
  wordGiven('the policy', policy, policies);
  const loading = createLoading(policy, countSections(value), new Set(entryNames(value, 'bases')));
  const deep = tooDeep(value);
  if (deep !== undefined) {
    report(
      loading,
      'depth',
      { at: deep.at, path: '' },
      `expected at most ${deepest} arrays and maps inside one another`,
    );
    return { level: undefined, problems: listFindings(loading.problems), hazards: [] };
  }
  warnOfRepeatedKeys(loading, value);
  const root = fieldOf(loading, value, '', value);
  const map = section(root);
  refuseOthers(map, levelFields);
  const level = readLevel(map);
  if (loading.problems.count > 0)
    return { level: undefined, problems: listFindings(loading.problems), hazards: listFindings(loading.hazards) };
  for (const found of inTextOrder(findHazards(level, policy))) addFinding(loading.hazards, () => found);
  return { level, problems: [], hazards: listFindings(loading.hazards) };
}

function isValue(given: unknown): boolean {
  return (
    typeof given === 'object' &&
    given !== null &&
    typeof (given as Partial<Value>).type === 'string' &&
    typeof (given as Partial<Value>).at === 'object'
  );
}

function readLevel(map: Section): Level {
  return {
    players: players(field(map, 'players')),
    startTime: optional(startTime, field(map, 'start_time')),
    ui: screenState(field(map, 'ui')),
    initials: readItems(field(map, 'initials'), initial),
    bases: bases(field(map, 'bases')),
    conditions: readItems(field(map, 'conditions'), condition),
  };
}

/** References may go forward: how much there is of everything has to be known first. */
function countSections(value: Value): Loading['counts'] {
  const count = (name: string): number => {
    const list = value.type === 'map' ? value.entries.get(name)?.value : undefined;
    return list?.type === 'array' ? list.items.length : 0;
  };
  return { players: Math.min(count('players'), seats), initials: count('initials'), conditions: count('conditions') };
}

function entryNames(value: Value, name: string): string[] {
  const map = value.type === 'map' ? value.entries.get(name)?.value : undefined;
  return map?.type === 'map'
    ? [...map.entries].filter(([, entry]) => entry.value.type !== 'null').map(([key]) => key)
    : [];
}

function players(of: Field): PlayerDeclaration[] {
  const all = items(of);
  if (all.length > seats)
    report(of.loading, 'range', all[seats], `a level has at most ${seats} players, found ${all.length}`);
  return all.map((each) => {
    const map = section(each);
    if (each.value?.type !== 'map') return { type: 'human', cash: 0 };
    refuseOthers(map, ['type', 'cash']);
    return { type: word(playerTypes, field(map, 'type')), cash: optional(int, field(map, 'cash')) ?? usualCash };
  });
}

/** In seconds. */
function startTime(of: Field): number {
  const before = of.loading.problems.count;
  const ticks = duration(of);
  const isFine = of.loading.problems.count > before || (ticks >= 0 && ticks % 60 === 0);
  if (!isFine) report(of.loading, 'duration', of, `expected whole seconds, 0 or more, found ${ticks} ticks of 1/60`);
  return ticks / 60;
}

/**
 * What the player sees at first; left out: the engine's zoom to the nearest foe, and line 1 of the main screen, where a
 * level begins.
 */
function screenState(of: Field): Level['ui'] {
  const map = optionalSection(of);
  if (map === undefined) return { zoom: 'foe', screen: 'main', line: 1 };
  refuseOthers(map, ['zoom', 'screen', 'line']);
  return {
    zoom: optional((each) => word(zooms, each), field(map, 'zoom')) ?? 'foe',
    screen: optional((each) => word(screens, each), field(map, 'screen')) ?? 'main',
    line: optional(int, field(map, 'line')) ?? 1,
  };
}

function bases(of: Field): ReadonlyMap<string, Base> {
  const all = new Map<string, Base>();
  for (const [name, each] of members(of)) {
    const read = base(name, each);
    // With a problem nothing is given out.
    if (read !== undefined && of.loading.problems.count === 0) all.set(name, read);
  }
  return all;
}

const conditionFields = ['when', 'action', 'disabled', 'persistent', 'subject', 'direct'];

function condition(of: Field): Condition | undefined {
  const map = section(of);
  if (of.value?.type !== 'map') return undefined;
  refuseOthers(map, conditionFields);
  const watched = when(field(map, 'when'));
  const read = {
    at: of.at,
    path: of.path,
    disabled: boolOr(false, field(map, 'disabled')),
    persistent: boolOr(false, field(map, 'persistent')),
    subject: optional(reference, field(map, 'subject')),
    direct: optional(reference, field(map, 'direct')),
    action: actions(field(map, 'action')),
  };
  return watched === undefined ? undefined : { ...read, when: watched };
}

/**
 * What in a level will probably not do what is meant in this policy. Judged by the text alone, so some of it may never
 * happen. Codes: `check-loop`, `check-in-destroy`, `destroy-loop`,
 * `null-direct`, `time-eq`, `ne-missing`, `count-constant`, `net-screen`, and in policy compat also `trailing-delay`
 * and `zero-delay`. Takes time in proportion to the level.
 */
function findHazards(level: Level, policy: Policy): LevelProblem[] {
  const lists = walkLevel(level);
  return [
    ...(policy === 'compat' ? findDelayHazards(level, lists) : []),
    ...findCheckLoops(level, lists),
    ...findDestroyLoops(level),
    ...findRoleHazards(lists, policy),
    ...findWhenHazards(level, policy),
    ...findCountHazards(level),
    ...findNetHazards(level, lists),
  ];
}

/**
 * Arrays and maps inside one another; readers of documents allow no more, and what is read of them calls itself for
 * each.
 */
const deepest = 63;

/**
 * A value that is too deep, if there is one. Values need not come from a reader, so this is made sure of once for all
 * that follows.
 */
function tooDeep(root: Value): Value | undefined {
  // Level by level, so that depth need not be kept for each.
  let layer = [root].filter(isContainer);
  for (let depth = 1; layer.length > 0; depth++) {
    if (depth > deepest) return layer[0];
    const next: Value[] = [];
    for (const each of layer) {
      if (each.type === 'array') for (const item of each.items) keep(item, next);
      else if (each.type === 'map') for (const { value } of each.entries.values()) keep(value, next);
    }
    layer = next;
  }
  return undefined;
}

function keep(value: Value, containers: Value[]): void {
  if (isContainer(value)) containers.push(value);
}

function isContainer({ type }: Value): boolean {
  return type === 'array' || type === 'map';
}

/**
 * Warns of keys that stand in a map more than once, wherever in the document. Calls itself for what is nested; the
 * depth of documents is limited before.
 */
function warnOfRepeatedKeys(loading: Loading, root: Value): void {
  search(loading, root, []);
}

/** Paths are put together only where they are told: a document may have millions of values. */
function search(loading: Loading, value: Value, steps: (string | number)[]): void {
  if (value.type === 'array') {
    value.items.forEach((item, index) => {
      if (item.type !== 'array' && item.type !== 'map') return;
      steps.push(index);
      search(loading, item, steps);
      steps.pop();
    });
  }
  if (value.type !== 'map') return;
  for (const [key, { at, value: member, repeats }] of value.entries) {
    steps.push(key);
    if (repeats !== undefined) {
      warn(
        loading,
        'repeated-key',
        { at, path: pathOf(steps) },
        `the key ${quoteText(key)} stands here again: what it says in line ${repeats.line}, column ${repeats.column} does not count; keep one of them`,
      );
    }
    search(loading, member, steps);
    steps.pop();
  }
}

function pathOf(steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? itemPath(path, step) : memberPath(path, step)),
    '',
  );
}

const initialFields = [
  'base',
  'owner',
  'position',
  'hidden',
  'flagship',
  'target',
  'build',
  'velocity',
  'health',
  'earning',
];

/**
 * A body of the level. What is left out: nobody's, there from the start, no flagship, under way to nothing, builds
 * nothing, at rest, as sound as its base.
 */
function initial(of: Field): Initial | undefined {
  const map = section(of);
  if (of.value?.type !== 'map') return undefined;
  refuseOthers(map, initialFields);
  // Only the host uses what it earns.
  optional(number, field(map, 'earning'));
  const owner = optional(existingPlayerOrNobody, field(map, 'owner'));
  return {
    at: of.at,
    base: baseName(field(map, 'base')),
    owner: owner === -1 ? undefined : owner,
    position: pair(coordinate, field(map, 'position')),
    hidden: boolOr(false, field(map, 'hidden')),
    flagship: boolOr(false, field(map, 'flagship')),
    target: optional(existingInitial, field(map, 'target')),
    build: items(field(map, 'build')).map(builtName),
    velocity: optional((velocity) => pair(step, velocity), field(map, 'velocity')) ?? [0, 0],
    health: optional(number, field(map, 'health')),
  };
}

/** Velocities are kept in steps of 1/256. */
function step(of: Field): number {
  return round256(speed(of)) / 256;
}

function pair(read: (of: Field) => number, of: Field): readonly [number, number] {
  if (of.value?.type === 'array' && of.value.items.length === 2) {
    const [x, y] = items(of).map(read);
    return [x, y];
  }
  wrongType(of, 'an array of two numbers');
  return [0, 0];
}

const baseFields = [
  'maxHealth',
  'maxSpeed',
  'destination',
  'occupyCount',
  'attributes',
  'tags',
  'destroyAction',
  'die',
];

/**
 * A kind of bodies. What is left out: no destination, cannot be occupied, no attributes, no tags, nothing done when
 * destroyed, and gone then.
 */
function base(name: string, of: Field): Base | undefined {
  const map = section(of);
  if (of.value?.type !== 'map') return undefined;
  refuseOthers(map, baseFields);
  return {
    name,
    maxHealth: number(field(map, 'maxHealth')),
    maxSpeed: speed(field(map, 'maxSpeed')),
    destination: boolOr(false, field(map, 'destination')),
    occupyCount: optional(number32, field(map, 'occupyCount')),
    attributes: new Set(
      items(field(map, 'attributes'))
        .map((word) => knownWord(attributes, word))
        .filter((word): word is Attribute => word !== undefined),
    ),
    tags: new Set([...members(field(map, 'tags'))].filter(([, has]) => bool(has)).map(([tag]) => tag)),
    destroyAction: actions(field(map, 'destroyAction')),
    dies: boolOr(true, field(map, 'die')),
  };
}
