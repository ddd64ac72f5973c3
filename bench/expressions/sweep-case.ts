import type { SweepEntries } from '../../src/ask/survey.js';
import type { Expression } from '../../src/ir/node.js';
import { EdictError } from '../../src/kernel/errors.js';
import { type Timing, measure } from '../measure.js';
import { type AskedRealm, openRealm } from './asked-realm.js';
import { type MixedExpression, requirementsOf } from './mix.js';
import { smallRealm, wholeRealm } from './realm.js';
import { countOf, idOf } from './vocabulary.js';

/** For each technology and player: which of all enablement conditions, asked of the player, change. */
export interface SweepCase {
  readonly case: 'sweep';
  readonly isSmall: boolean;
  readonly conditions: number;
  readonly milliseconds: number;
}

export interface SweepTimes {
  readonly edict: Timing;
  /** The first, in which the cofactors are made. */
  readonly first: number;
  readonly changes: number;
  /** Triples of technology, player and condition. */
  readonly triples: number;
  /** Milliseconds of as many overlays, from a sample. */
  readonly overlays: number;
  /** Milliseconds of a sweep that asks every condition again, twice, by the interpreter; from a sample. */
  readonly reference: number;
}

/** Times the sweep after a player's team has changed. Throws where overlays of a sample say otherwise. */
export function runSweepCase({ isSmall, conditions, milliseconds }: SweepCase): SweepTimes {
  const size = isSmall ? smallRealm : wholeRealm;
  const mix = requirementsOf(conditions, '1');
  const realm = openRealm(size, '1');
  const { world } = realm;
  const expressions = [...realm.expressions(mix).keys()];
  const players = Array.from({ length: size.players }, (_, i) => realm.objects.get(`player:${String(i)}`) ?? 0);
  const facts = Array.from({ length: countOf('TECH') }, (_, i) => ({ question: 'TECH', word: idOf('TECH', i) }));
  const sweep = () => world.questions.sweep({ facts, objects: players, expressions });
  const start = performance.now();
  const changes = sweep().length;
  const first = performance.now() - start;
  const overlays = compareSample(realm, players, facts, expressions, sweep()) * facts.length * players.length;
  const reference =
    askSample(openRealm(size, '1', { executor: 'reference' }), mix, players) *
    2 *
    facts.length *
    players.length *
    conditions;
  const team = realm.objects.get('team:0') ?? 0;
  let at = 0;
  const edict = measure(sweep, { milliseconds, rounds: 20, warmups: 10 }, () => {
    at++;
    world.relations.setWord(team, 'TECH', 'TECH_7', at % 2 === 0);
  });
  return { edict, first, changes, triples: facts.length * players.length * conditions, overlays, reference };
}

const sampledOverlays = 60;

/**
 * Holds what a sweep found against overlays for facts and players spread over all. Returns the milliseconds of one
 * overlay.
 */
function compareSample(
  { world }: AskedRealm,
  players: readonly number[],
  facts: readonly { readonly question: string; readonly word: string }[],
  expressions: readonly Expression[],
  found: SweepEntries,
): number {
  const swept = new Map<number, string[]>();
  for (let i = 0; i < found.length; i++) {
    const key = found.facts[i] * players.length + found.objects[i];
    swept.set(key, [...(swept.get(key) ?? []), found.expressions[i].name]);
  }
  let time = 0;
  for (let i = 0; i < sampledOverlays; i++) {
    const [fact, player] = [(i * 37) % facts.length, i % players.length];
    const start = performance.now();
    const changes = world.questions
      .whatIf([{ object: players[player], ...facts[fact], value: true }])
      .changes([players[player]], expressions);
    time += performance.now() - start;
    const [expected, given] = [
      changes.map(({ expression }) => expression).sort(),
      (swept.get(fact * players.length + player) ?? []).sort(),
    ];
    if (expected.join() !== given.join())
      throw new EdictError(
        'disagreement',
        `${facts[fact].word} for player ${String(player)}: the sweep says ${given.join()}, overlays say ${expected.join()}`,
      );
  }
  return time / sampledOverlays;
}

const sampledConditions = 20_000;

/** Milliseconds that the interpreter takes for one condition of one player. */
function askSample(plain: AskedRealm, mix: readonly MixedExpression[], players: readonly number[]): number {
  const conditions = [...plain.expressions(mix).keys()];
  const start = performance.now();
  for (let i = 0; i < sampledConditions; i++)
    plain.world.questions.ask(conditions[i % conditions.length], players[i % players.length]);
  return (performance.now() - start) / sampledConditions;
}
