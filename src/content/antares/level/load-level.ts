import { labelOf } from '../../text/problem.js';
import { reading, refused, wordGiven } from '../../../kernel/given.js';
import { quoteText } from '../../text/quote.js';
import {
  attributes,
  policies,
  screens,
  zooms,
  type Base,
  type Condition,
  type Initial,
  type Level,
  type PlayerDeclaration,
  type Policy,
} from '../syntax.js';
import { entryOf, itemsOf, type Value } from '../parse/value.js';
import {
  bool,
  coordinate,
  duration,
  each,
  fieldOf,
  fieldsOf,
  flag,
  instead,
  int,
  isMap,
  items,
  knownWord,
  mapOf,
  members,
  number,
  number32,
  optional,
  orElse,
  readItems,
  speed,
  word,
  wrongType,
  type Field,
  type Reader,
  addFinding,
  createLoading,
  inTextOrder,
  listFindings,
  report,
  warn,
  type LevelProblem,
  type Loading,
} from './fields.js';
import {
  actions,
  when,
  baseName,
  builtName,
  existingInitial,
  existingPlayerOrNobody,
  reference,
  seats,
} from './readers.js';
import {
  findDelayHazards,
  findDestroyLoops,
  findRoleHazards,
  walkLevel,
  findNetHazards,
  findWhenHazards,
} from './hazards/find-hazards.js';
import { findCheckLoops } from './hazards/check-loops.js';
import { nearest256 } from './level-units.js';

export interface LoadResult {
  /** Undefined if there are problems. */
  readonly level: Level | undefined;
  /** In the order of the text. A long list ends with a problem `more`, which tells how many are left out. */
  readonly problems: readonly LevelProblem[];
  /**
   * Parts of the level that probably do not do what the author intended. If the level has problems, the list may be
   * incomplete.
   */
  readonly hazards: readonly LevelProblem[];
}

const usualCash = 1_280_000;

/**
 * Checks a level and converts it to a `Level`. Missing and null sections are empty. Errors of the level are in the
 * result. Throws `bad-option` for a value that is not from `readDocument`.
 */
export function loadLevel(value: Value, policy: Policy): LoadResult {
  if (!reading('the document', () => isValue(value)))
    throw refused('the document', value, 'the value of what readDocument returned');
  wordGiven('the policy', policy, policies);
  const loading = createLoading({ policy, counts: countSections(value), bases: new Set(baseNames(value)) });
  const deep = tooDeep(value);
  if (deep !== undefined) {
    const message = `expected at most ${deepest} nested arrays and maps`;
    return { level: undefined, problems: [{ code: 'depth', path: '', at: deep.at, message }], hazards: [] };
  }
  warnOfRepeatedKeys(loading, value, []);
  const root = fieldOf(loading, value, '', value);
  isMap(root);
  const level = readLevel(root);
  if (loading.problems.count > 0)
    return { level: undefined, problems: listFindings(loading.problems), hazards: listFindings(loading.hazards) };
  for (const found of inTextOrder(findHazards(level, policy))) addFinding(loading.hazards, () => found);
  return { level, problems: [], hazards: listFindings(loading.hazards) };
}

function isValue(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const { type, at } = given as Partial<Value>;
  return typeof type === 'string' && typeof at === 'object';
}

function countSections(value: Value): Loading['counts'] {
  const [players, initials, conditions] = ['players', 'initials', 'conditions'].map(
    (name) => itemsOf(entryOf(value, name)).length,
  );
  return { players: Math.min(players, seats), initials, conditions };
}

function baseNames(value: Value): string[] {
  const map = entryOf(value, 'bases');
  return map?.type === 'map'
    ? [...map.entries].filter(([, entry]) => entry.value.type !== 'null').map(([key]) => key)
    : [];
}

const player = instead<PlayerDeclaration>(mapOf({ type: word(['human', 'cpu']), cash: orElse(int, usualCash) }), {
  type: 'human',
  cash: 0,
});

function players(of: Field): PlayerDeclaration[] {
  const all = [...items(of)];
  if (all.length > seats) report(all[seats], 'range', `a level has at most ${seats} players, found ${all.length}`);
  return all.map(player);
}

function startTime(of: Field): number {
  const before = of.loading.problems.count;
  const ticks = duration(of);
  const isFine = of.loading.problems.count > before || (ticks >= 0 && ticks % 60 === 0);
  if (!isFine) report(of, 'duration', `expected whole seconds, 0 or more, found ${ticks} ticks of 1/60`);
  return ticks / 60;
}

function pair(read: Reader<number>): Reader<readonly [number, number]> {
  return (of) => {
    if (of.value?.type === 'array' && of.value.items.length === 2) {
      const [x, y] = each(read)(of);
      return [x, y];
    }
    return wrongType(of, 'an array of two numbers', [0, 0]);
  };
}

const step: Reader<number> = (of) => nearest256(speed(of));

const readInitial = mapOf<Omit<Initial, 'at'>>(
  {
    base: baseName,
    owner: (of) => {
      const owner = optional(existingPlayerOrNobody)(of);
      return owner === -1 ? undefined : owner;
    },
    position: pair(coordinate),
    hidden: flag,
    flagship: flag,
    target: optional(existingInitial),
    build: each(builtName),
    velocity: orElse(pair(step), [0, 0]),
    health: optional(number),
  },
  { earning: optional(number) },
);

function initial(of: Field): Initial | undefined {
  const read = readInitial(of);
  return read && { at: of.at, ...read };
}

const readBase = mapOf<Omit<Base, 'name'>>({
  maxHealth: number,
  maxSpeed: speed,
  destination: flag,
  occupyCount: optional(number32),
  attributes: (of) => new Set(each((word) => knownWord(attributes, word))(of).filter((word) => word !== undefined)),
  tags: (of) => new Set([...members(of)].filter(([, has]) => bool(has)).map(([tag]) => tag)),
  destroyAction: actions,
  dies: orElse(bool, true),
});

function bases(of: Field): ReadonlyMap<string, Base> {
  const all = new Map<string, Base>();
  for (const [name, member] of members(of)) {
    const read = readBase(member);
    if (read !== undefined && of.loading.problems.count === 0) all.set(name, { name, ...read });
  }
  return all;
}

const readCondition = mapOf({
  when,
  action: actions,
  disabled: flag,
  persistent: flag,
  subject: optional(reference),
  direct: optional(reference),
});

function condition(of: Field): Condition | undefined {
  const read = readCondition(of);
  if (read?.when === undefined) return undefined;
  const { when, action, ...rest } = read;
  return { at: of.at, path: of.path, ...rest, action, when };
}

const readLevel = fieldsOf<Level>({
  players,
  startTime: optional(startTime),
  // The default is the state in which the engine starts.
  ui: orElse(
    mapOf<Level['ui']>({
      zoom: orElse(word(zooms), 'foe'),
      screen: orElse(word(screens), 'main'),
      line: orElse(int, 1),
    }),
    { zoom: 'foe', screen: 'main', line: 1 },
  ),
  initials: (of) => readItems(of, initial),
  bases,
  conditions: (of) => readItems(of, condition),
});

/** Looks at the text alone, in time linear in the level. */
function findHazards(level: Level, policy: Policy): LevelProblem[] {
  const lists = walkLevel(level);
  return [
    ...(policy === 'compat' ? findDelayHazards(level, lists) : []),
    ...findCheckLoops(level, lists),
    ...findDestroyLoops(level),
    ...findRoleHazards(lists, policy),
    ...findWhenHazards(level, policy),
    ...findNetHazards(level, lists),
  ];
}

/** The readers of arrays and maps recurse. */
const deepest = 63;

/** Hosts may pass values that no reader made. */
function tooDeep(root: Value): Value | undefined {
  let layer = [root].filter(isContainer);
  for (let depth = 1; layer.length > 0; depth++) {
    if (depth > deepest) return layer[0];
    const next: Value[] = [];
    const keep = (value: Value) => {
      if (isContainer(value)) next.push(value);
    };
    for (const container of layer) {
      if (container.type === 'array') container.items.forEach(keep);
      else if (container.type === 'map') for (const { value } of container.entries.values()) keep(value);
    }
    layer = next;
  }
  return undefined;
}

function isContainer({ type }: Value): boolean {
  return type === 'array' || type === 'map';
}

function warnOfRepeatedKeys(loading: Loading, value: Value, steps: (string | number)[]): void {
  if (value.type === 'array') {
    value.items.forEach((item, index) => {
      if (!isContainer(item)) return;
      steps.push(index);
      warnOfRepeatedKeys(loading, item, steps);
      steps.pop();
    });
  }
  if (value.type !== 'map') return;
  for (const [key, { at, value: member, repeats }] of value.entries) {
    steps.push(key);
    if (repeats !== undefined) {
      warn(
        { loading, at, path: labelOf(steps) },
        'repeated-key',
        `the key ${quoteText(key)} is repeated: its value in line ${repeats.line}, column ${repeats.column} does not count; keep one of them`,
      );
    }
    warnOfRepeatedKeys(loading, member, steps);
    steps.pop();
  }
}
