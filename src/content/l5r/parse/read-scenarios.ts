import { kept } from '../../../kernel/maps.js';
import { quoteText } from '../../text/quote.js';
import { labelOf, nameOf, type Path, type Problem } from '../../text/problem.js';
import { factKeys } from '../scenario-model.js';
import {
  type Answer,
  type Scenario,
  type FoundAbility,
  abilitiesOf,
  actionsOf,
  entityNames,
  isAnswer,
  listeningOf,
  liveOf,
  occurrencesOf,
  playersOf,
} from '../syntax.js';
import {
  type Check,
  type Field,
  type Spot,
  fits,
  isMapping,
  partOf,
  report,
  suggestionFor,
  topField,
  fileShape,
  play,
  scenario as scenarioShape,
} from './scenario-shape.js';

interface Names {
  readonly top: Field;
  readonly players: readonly string[];
  readonly entities: readonly string[];
}

/** Finds unknown names, and abilities that nobody could use. */
function checkScenario(top: Field, scenario: Scenario): void {
  const abilities = abilitiesOf(scenario);
  const names: Names = { top, players: playersOf(scenario), entities: entityNames(scenario, abilities) };
  checkGiven(names, scenario);
  scenario.when.forEach((entry, i) => {
    demandPlayersAt(names, entry, ['when', i], 'next', 'beginTurn');
    demandPlayersAt(names, entry.pay ?? {}, ['when', i, 'pay'], 'player');
  });
  checkThen(names, scenario);
  checkIds(names, abilities);
  for (const ability of abilities) checkAbility(names, ability);
  for (const { item, path } of occurrencesOf(scenario, abilities)) demandPlayersAt(names, item, path, 'player');
  checkCards(names, scenario, abilities);
}

/** Occurrences may name undeclared entities, unless a name occurs once and looks misspelt. */
function checkCards({ top }: Names, scenario: Scenario, abilities: readonly FoundAbility[]): void {
  const declared = Object.keys(scenario.given?.entities ?? {});
  const places = new Map<string, Path[]>();
  const mention = (name: unknown, path: Path) => {
    if (typeof name === 'string' && !declared.includes(name)) kept(places, name, () => []).push(path);
  };
  for (const { item, path } of occurrencesOf(scenario, abilities)) mention(item.card, [...path, 'card']);
  for (const { item, path } of abilities.flatMap(listeningOf)) mention(item.where?.card, [...path, 'where', 'card']);
  for (const [name, [path, ...others]] of places) {
    const meant = others.length > 0 ? undefined : slipOf(name, declared);
    if (meant !== undefined)
      report(
        within(top, path),
        'unknown-name',
        `is ${nameOf(name)}, of which nothing is declared, expected an entity`,
        `did you mean ${quoteText(meant)}? Else declare it under given.entities`,
      );
  }
}

function checkGiven(names: Names, { given = {} }: Scenario): void {
  const { players = [], entities = {}, honor = {}, decisions = {} } = given;
  players.forEach((player, i) => {
    if (players.indexOf(player) < i)
      report(
        within(names.top, ['given', 'players', i]),
        'duplicate-name',
        `is ${nameOf(player)} again, expected each player once`,
      );
  });
  demandPlayersAt(names, given, ['given'], 'active', 'next');
  for (const [name, state] of Object.entries(entities))
    demandPlayersAt(names, state, ['given', 'entities', name], 'controller');
  demandPlayers(names, honor, ['given', 'honor']);
  demandPlayers(names, decisions, ['given', 'decisions']);
}

function checkThen(names: Names, { given, then = {} }: Scenario): void {
  const { ent = {}, honor = {} } = then;
  const keys = new Set([...factKeys, ...Object.values(given?.entities ?? {}).flatMap((state) => Object.keys(state))]);
  for (const [name, state] of Object.entries(ent)) {
    const path = ['then', 'ent', name];
    demandEntity(names, name, path);
    for (const key of Object.keys(state))
      if (!keys.has(key))
        report(
          within(names.top, [...path, key]),
          'unknown-name',
          'is a key that no entity has and nothing sets',
          suggestionFor(names.top, key, keys),
        );
  }
  demandPlayers(names, honor, ['then', 'honor']);
}

function checkIds({ top }: Names, abilities: readonly FoundAbility[]): void {
  const seen = new Map<string, Path>();
  for (const { item, path, maker } of abilities) {
    if (maker !== undefined) continue;
    const { id, copy = id } = item;
    const key = JSON.stringify([id, copy]);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, path);
    else
      report(
        within(top, [...path, 'id']),
        'duplicate-name',
        `is ${nameOf(id)}, as that of ${labelOf(within(top, other).path)}`,
        'give each its own id, or each its own copy',
      );
  }
}

function checkAbility(names: Names, found: FoundAbility): void {
  const { item, path } = found;
  demandPlayersAt(names, item, path, 'controller');
  for (const live of liveOf(found)) demandEntity(names, live.item[0], [...live.path, 0]);
  if (isAnswer(item)) checkAnswer(names, found, item);
  else demandEntity(names, item.card, [...path, 'card']);
  for (const action of actionsOf(found)) {
    const { noteForce } = action.item;
    if (noteForce !== undefined) demandEntity(names, noteForce, [...action.path, 'noteForce']);
  }
}

function checkAnswer(names: Names, found: FoundAbility, ability: Answer): void {
  const { top, players } = names;
  const { path } = found;
  const asked = ability.class === 'reaction' ? 'a reaction' : ability.choice === true ? 'a choice' : undefined;
  if (asked !== undefined && controllerOf(found) === null)
    report(
      within(top, [...path, 'controller']),
      'missing-key',
      `is missing, expected the player who is asked: the ability is ${asked}`,
      suggestionFor(top, '', players),
    );
  for (const { item, path: way } of listeningOf(found)) {
    const { where = {} } = item;
    if (Object.hasOwn(where, 'player'))
      demandPlayer(names, typeof where.player === 'string' ? where.player : null, [...way, 'where', 'player']);
  }
  (ability.if ?? []).forEach((test, i) => {
    if ('ent' in test) demandEntity(names, test.ent, [...path, 'if', i, 'ent']);
    else checkPath(within(top, [...path, 'if', i, 'lki']), test.lki);
  });
}

function controllerOf({ item, maker }: FoundAbility): string | null {
  return item.controller ?? (maker === undefined ? null : controllerOf(maker));
}

function checkPath(of: Spot, lki: string): void {
  const steps = lki.split('.');
  const wrong = steps.slice(0, -1).find((step) => step !== 'attachedTo');
  if (wrong !== undefined)
    report(
      of,
      'bad-value',
      `is ${nameOf(lki)}, in which ${nameOf(wrong)} leads to no entity`,
      'give a key of the card, or attachedTo and a dot before a key of what it is attached to',
    );
  else if (steps.includes('')) report(of, 'bad-value', `is ${nameOf(lki)}, expected a key after each dot`);
}

function demandPlayers(names: Names, byPlayer: Readonly<Record<string, unknown>>, path: Path): void {
  for (const player of Object.keys(byPlayer)) demandPlayer(names, player, [...path, player]);
}

type NamesAt<Key extends string> = { readonly [Name in Key]?: string | null | undefined };

function demandPlayersAt<Key extends string>(names: Names, holder: NamesAt<Key>, path: Path, ...keys: Key[]): void {
  for (const key of keys) demandPlayer(names, holder[key], [...path, key]);
}

function demandPlayer({ top, players }: Names, player: string | null | undefined, path: Path): void {
  if (player !== null && player !== undefined) demand(within(top, path), player, players, 'a player');
}

function demandEntity({ top, entities }: Names, entity: string, path: Path): void {
  demand(within(top, path), entity, entities, 'an entity that is declared, or that an occurrence names');
}

function demand(of: Spot, name: string, known: readonly string[], expected: string): void {
  if (!known.includes(name))
    report(of, 'unknown-name', `is ${nameOf(name)}, expected ${expected}`, suggestionFor(of, name, known));
}

function within({ findings, path }: Field, way: Path): Spot {
  return { findings, path: [...path, ...way] };
}

const shortest = 4;

/**
 * The known name that was meant: in another case, with two neighbouring letters swapped, or one too many or too few
 * within it. A difference in a letter, a digit or the end may be intended: `sword` and `swords`.
 */
function slipOf(name: string, known: Iterable<string>): string | undefined {
  if (name.length < shortest) return undefined;
  for (const other of known) if (other !== name && other.length >= shortest && isSlip(name, other)) return other;
  return undefined;
}

function isSlip(name: string, other: string): boolean {
  const [shorter, longer] = [name.toLowerCase(), other.toLowerCase()].sort((a, b) => a.length - b.length);
  if (shorter === longer) return true;
  let first = 0;
  while (first < shorter.length && shorter[first] === longer[first]) first++;
  if (first === shorter.length || !isLetter(longer[first])) return false;
  const rest = shorter.slice(first);
  if (longer.length === shorter.length + 1) return rest === longer.slice(first + 1);
  const swapped = `${longer[first + 1]}${longer[first]}${longer.slice(first + 2)}`;
  return rest === swapped && isLetter(shorter[first]);
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

export interface ReadScenario {
  readonly name: string;
  readonly scenario: Scenario | undefined;
  readonly problems: readonly Problem[];
}

type ReadScenarios =
  | { readonly ok: true; readonly scenarios: readonly ReadScenario[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export function readScenarios(value: unknown): ReadScenarios {
  const top = topField(value);
  fits(top, fileShape);
  const { problems } = top.findings;
  if (problems.length > 0) return { ok: false, problems };
  const { scenarios } = value as { readonly scenarios: readonly unknown[] };
  const ids = new Map<string, number>();
  return { ok: true, scenarios: scenarios.map((each, i) => readOne(each, i, ids)) };
}

function readOne(value: unknown, index: number, ids: Map<string, number>): ReadScenario {
  const of = topField(value, ['scenarios', index]);
  check(of, scenarioShape);
  const id = isMapping(value) ? value.id : undefined;
  if (typeof id === 'string') {
    const other = ids.get(id);
    if (other === undefined) ids.set(id, index);
    else
      report(
        partOf(of, 'id'),
        'duplicate-name',
        `is ${nameOf(id)}, as that of scenarios[${other}]`,
        'give each its own id',
      );
  }
  const { problems } = of.findings;
  return {
    name: typeof id === 'string' ? id : labelOf(of.path),
    scenario: problems.length === 0 ? (value as Scenario) : undefined,
    problems,
  };
}

/** Checks one scenario by itself, which needs no name. */
export function problemsOf(scenario: unknown): readonly Problem[] {
  const top = topField(scenario);
  check(top, play);
  return top.findings.problems;
}

function check(of: Field, shape: Check): void {
  shape(of);
  if (of.findings.problems.length === 0) checkScenario(of, of.value as Scenario);
}
