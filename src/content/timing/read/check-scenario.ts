import {
  entityNames,
  playersOf,
  type FoundAbility,
  abilitiesOf,
  actionsOf,
  isAnswer,
  listeningOf,
  liveOf,
  occurrencesOf,
} from '../walk.js';
import { factKeys } from '../facts.js';
import type { Ability, Answer, Occurrence, Scenario } from '../syntax.js';
import { type Findings, report, suggestionFor, labelOf, nameOf } from './shapes.js';
import type { Path } from '../../diagnostics/problem.js';

/** What is looked up while a scenario is checked, and where the scenario stands. */
interface Names {
  readonly findings: Findings;
  readonly at: Path;
  readonly players: readonly string[];
  readonly entities: readonly string[];
}

/**
 * What the shape of a scenario cannot say: names that nothing has, and abilities that nobody could use. `at`: where the
 * scenario stands in its file.
 */
export function checkScenario(findings: Findings, scenario: Scenario, at: Path): void {
  const abilities = abilitiesOf(scenario);
  const names: Names = { findings, at, players: playersOf(scenario), entities: entityNames(scenario, abilities) };
  checkGiven(names, scenario);
  checkWhen(names, scenario);
  checkThen(names, scenario);
  checkIds(names, abilities);
  for (const ability of abilities) checkAbility(names, ability);
  for (const { item, path } of occurrencesOf(scenario, abilities)) checkFields(names, item, path);
  checkCards(names, scenario, abilities);
}

/**
 * Occurrences may name entities that nothing is declared of; but not by what reads like a slip of the pen, at one place
 * alone.
 */
function checkCards(names: Names, scenario: Scenario, abilities: readonly FoundAbility[]): void {
  const declared = Object.keys(scenario.given?.entities ?? {});
  const places = new Map<string, Path[]>();
  const mention = (name: unknown, path: Path): void => {
    if (typeof name === 'string' && !declared.includes(name)) places.set(name, [...(places.get(name) ?? []), path]);
  };
  for (const { item, path } of occurrencesOf(scenario, abilities)) mention(item.card, [...path, 'card']);
  for (const {
    item: { where = {} },
    path,
  } of abilities.flatMap(listeningOf))
    mention(where.card, [...path, 'where', 'card']);
  for (const [name, [path, ...others]] of places) {
    const meant = others.length > 0 ? undefined : slipOf(name, declared);
    if (meant !== undefined)
      tell(
        names,
        path,
        'unknown-name',
        `is ${nameOf(name)}, of which nothing is declared, expected an entity`,
        `did you mean ${meant}? Else declare it under given.entities`,
      );
  }
}

function checkGiven(names: Names, { given = {} }: Scenario): void {
  const { players = [], active, next, entities = {}, honor = {}, decisions = {} } = given;
  players.forEach((player, i) => {
    if (players.indexOf(player) < i)
      tell(names, ['given', 'players', i], 'duplicate-name', `is ${nameOf(player)} again, expected each player once`);
  });
  demandPlayer(names, active, ['given', 'active']);
  demandPlayer(names, next, ['given', 'next']);
  for (const [name, state] of Object.entries(entities))
    demandPlayer(names, state.controller, ['given', 'entities', name, 'controller']);
  demandPlayers(names, honor, ['given', 'honor']);
  demandPlayers(names, decisions, ['given', 'decisions']);
}

function checkWhen(names: Names, { when }: Scenario): void {
  when.forEach(({ next, beginTurn, pay }, i) => {
    demandPlayer(names, next, ['when', i, 'next']);
    demandPlayer(names, beginTurn, ['when', i, 'beginTurn']);
    demandPlayer(names, pay?.player, ['when', i, 'pay', 'player']);
  });
}

function checkThen(names: Names, { given, then = {} }: Scenario): void {
  const { ent = {}, honor = {} } = then;
  const keys = new Set([...factKeys, ...Object.values(given?.entities ?? {}).flatMap((state) => Object.keys(state))]);
  for (const [name, state] of Object.entries(ent)) {
    const path = ['then', 'ent', name];
    demandEntity(names, name, path);
    for (const key of Object.keys(state))
      if (!keys.has(key))
        tell(
          names,
          [...path, key],
          'unknown-name',
          'is a key that no entity has and nothing sets',
          suggestionFor(names.findings, key, keys),
        );
  }
  demandPlayers(names, honor, ['then', 'honor']);
}

/** Decisions name abilities by their ids. */
function checkIds(names: Names, abilities: readonly FoundAbility[]): void {
  const seen = new Map<string, Path>();
  for (const {
    item: { id, copy = id },
    path,
    maker,
  } of abilities) {
    if (maker !== undefined) continue;
    const key = JSON.stringify([id, copy]);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, path);
    else
      tell(
        names,
        [...path, 'id'],
        'duplicate-name',
        `is ${nameOf(id)}, as that of ${labelOf([...names.at, ...other])}`,
        'give each its own id, or each its own copy',
      );
  }
}

function checkAbility(names: Names, found: FoundAbility): void {
  const { item, path } = found;
  demandPlayer(names, item.controller, [...path, 'controller']);
  for (const {
    item: [entity],
    path: way,
  } of liveOf(found))
    demandEntity(names, entity, [...way, 0]);
  if (isAnswer(item)) checkAnswer(names, found, item);
  else demandEntity(names, item.card, [...path, 'card']);
  for (const {
    item: { noteForce },
    path: way,
  } of actionsOf(found))
    if (noteForce !== undefined) demandEntity(names, noteForce, [...way, 'noteForce']);
}

function checkAnswer(names: Names, found: FoundAbility, ability: Answer): void {
  const { path } = found;
  const asked = ability.class === 'reaction' ? 'a reaction' : ability.choice === true ? 'a choice' : undefined;
  if (asked !== undefined && controllerOf(found) === null) {
    tell(
      names,
      [...path, 'controller'],
      'missing-key',
      `is missing, expected the player who is asked: the ability is ${asked}`,
      suggestionFor(names.findings, '', names.players),
    );
  }
  for (const {
    item: { where = {} },
    path: way,
  } of listeningOf(found)) {
    if (Object.hasOwn(where, 'player'))
      demandPlayer(names, typeof where.player === 'string' ? where.player : null, [...way, 'where', 'player']);
  }
  (ability.if ?? []).forEach((test, i) => {
    if ('ent' in test) demandEntity(names, test.ent, [...path, 'if', i, 'ent']);
    else checkPath(names, test.lki, [...path, 'if', i, 'lki']);
  });
}

/** Whoever takes an ability: its own controller, else that of the one that creates it. */
function controllerOf({ item, maker }: FoundAbility): string | null {
  return own(item) ?? (maker === undefined ? null : controllerOf(maker));
}

function own({ controller }: Ability): string | null {
  return controller ?? null;
}

function checkPath(names: Names, lki: string, path: Path): void {
  const steps = lki.split('.');
  const wrong = steps.slice(0, -1).find((step) => step !== 'attachedTo');
  if (wrong !== undefined)
    tell(
      names,
      path,
      'bad-value',
      `is ${nameOf(lki)}, in which ${nameOf(wrong)} leads to no entity`,
      'give a key of the card, or attachedTo and a dot before a key of what it is attached to',
    );
  else if (steps.includes('')) tell(names, path, 'bad-value', `is ${nameOf(lki)}, expected a key behind each dot`);
}

function checkFields(names: Names, { player }: Occurrence, path: Path): void {
  demandPlayer(names, player, [...path, 'player']);
}

function demandPlayers(names: Names, byPlayer: Readonly<Record<string, unknown>>, path: Path): void {
  for (const player of Object.keys(byPlayer)) demandPlayer(names, player, [...path, player]);
}

function demandPlayer(names: Names, player: string | null | undefined, path: Path): void {
  if (player === null || player === undefined || names.players.includes(player)) return;
  tell(
    names,
    path,
    'unknown-name',
    `is ${nameOf(player)}, expected a player`,
    suggestionFor(names.findings, player, names.players),
  );
}

function demandEntity(names: Names, entity: string, path: Path): void {
  if (names.entities.includes(entity)) return;
  tell(
    names,
    path,
    'unknown-name',
    `is ${nameOf(entity)}, expected an entity that is declared, or that an occurrence names`,
    suggestionFor(names.findings, entity, names.entities),
  );
}

function tell({ findings, at }: Names, path: Path, code: string, message: string, suggestion?: string): void {
  const full = [...at, ...path];
  report(
    { findings },
    { path: full, code, message: `${labelOf(full)} ${message}`, ...(suggestion === undefined ? {} : { suggestion }) },
  );
}

/** Letters that a name must have before another can be taken for a slip of it. */
const shortest = 4;

/**
 * The name that another is a slip of the pen of: in other case, with two neighbouring letters swapped, or with one
 * letter too many or too few within it. Names that differ in a letter, a digit or their end may well be two names:
 * `unit1` and `unit2`, `sword` and `swords`.
 */
function slipOf(name: string, known: Iterable<string>): string | undefined {
  if (name.length < shortest) return undefined;
  for (const other of known) if (other !== name && other.length >= shortest && isSlip(name, other)) return other;
  return undefined;
}

function isSlip(name: string, other: string): boolean {
  const [a, b] = [name.toLowerCase(), other.toLowerCase()];
  if (a === b) return true;
  const first = firstDifference(a, b);
  if (a.length === b.length)
    return (
      a[first] === b[first + 1] &&
      a[first + 1] === b[first] &&
      a.slice(first + 2) === b.slice(first + 2) &&
      isLetter(a[first]) &&
      isLetter(b[first])
    );
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  return (
    longer.length === shorter.length + 1 &&
    first < shorter.length &&
    isLetter(longer[first]) &&
    shorter.slice(first) === longer.slice(first + 1)
  );
}

/** The place of the first letter that differs; the length of the shorter where none does. */
function firstDifference(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) if (a[i] !== b[i]) return i;
  return end;
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}
