import fc from 'fast-check';
import { abilities } from './random-ability.js';
import { type Pool, cards, honorTypes, maybe, occurrence, plainTypes, cardTypes, places } from './random-occurrence.js';
import { type Ability, type Given, type Occurrence, type Scenario, type Step, points } from './scenario.js';

/**
 * Scenarios at random: a few types of occurrences, abilities that listen to them, and what happens. Some have no end.
 */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    types: fc.uniqueArray(
      fc.constantFrom(...cardTypes, ...honorTypes, ...honorTypes, ...honorTypes, ...plainTypes, ...plainTypes),
      { minLength: 1, maxLength: 3 },
    ),
    players: fc.constantFrom(['P1', 'P2'], ['P1', 'P2'], ['P2', 'P1'], ['P1', 'P2', 'P3']),
  })
  .chain((pool) =>
    fc.record({
      given: given(pool),
      when: fc.array(steps(pool), { minLength: 1, maxLength: 5 }).map((each) => each.flat()),
    }),
  )
  .map(tidy);

/** Leaves out what is undefined. */
function tidy(scenario: unknown): Scenario {
  return JSON.parse(JSON.stringify(scenario)) as Scenario;
}

function given(pool: Pool): fc.Arbitrary<unknown> {
  const player = fc.constantFrom(...pool.players);
  return fc
    .record({
      players: fc.constant(pool.players),
      active: fc.oneof({ weight: 6, arbitrary: player }, { weight: 1, arbitrary: fc.constant(null) }),
      next: player,
      phase: maybe(2, fc.constantFrom('Dawn', 'Noon')),
      entities: fc.record(Object.fromEntries(cards.map((name) => [name, entity(player)]))),
      honor: maybe(4, fc.dictionary(player, fc.integer({ min: -2, max: 5 }))),
      policy: fc.record({
        grouping: maybe(2, fc.constantFrom('merged', 'perOccurrence')),
        bornInStep: maybe(3, fc.boolean()),
        reactionToZero: maybe(3, fc.boolean()),
      }),
      abilities: abilities(pool),
    })
    .chain((told) => decisions(pool, told.abilities).map((queues) => ({ ...told, decisions: queues })));
}

function entity(player: fc.Arbitrary<string>): fc.Arbitrary<NonNullable<Given['entities']>[string]> {
  const often = fc.integer({ min: 0, max: 5 }).map((die) => die > 0);
  return fc.record({
    controller: player,
    inPlay: often,
    bowed: fc.boolean(),
    dishonored: fc.boolean(),
    shadowlands: fc.boolean(),
    location: fc.constantFrom(...places),
    force: fc.integer({ min: 0, max: 4 }),
    attachedTo: fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(...cards) },
    ),
  });
}

/** What players say when they are asked; much of it is never asked for. */
function decisions({ players, types }: Pool, there: readonly Ability[]): fc.Arbitrary<Given['decisions']> {
  const ids = ['n0', 'n1', ...there.map(({ id }) => id)];
  const happens = occurrence({ types, players }).map(named);
  const word = fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: fc.constantFrom('pass', 'pass', 'yes', 'no', 'nobody') },
    { weight: 2, arbitrary: happens },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...ids), happens).map(([id, name]) => `${id}(${name})`) },
  );
  return fc.record(
    Object.fromEntries(players.map((player) => [player, fc.array(word, { maxLength: 12, size: 'max' })])),
  );
}

function named({ type, card, player }: Occurrence): string {
  return [type, card, player].filter((part) => part !== undefined).join(':');
}

function steps(pool: Pool): fc.Arbitrary<readonly Step[]> {
  const player = fc.constantFrom(...pool.players);
  const phase = fc.constantFrom('Dawn', 'Noon');
  const raise: fc.Arbitrary<Step> = fc
    .oneof(occurrence(pool), fc.array(occurrence(pool), { minLength: 2, maxLength: 3 }))
    .map((raised) => ({ raise: raised }));
  const turn = fc
    .record({ next: player, between: maybe(2, raise), hasNext: fc.boolean() })
    .map(({ next, between, hasNext }): readonly Step[] => [
      { endTurn: true, next },
      ...(between === undefined ? [] : [between]),
      ...(hasNext ? [{ beginTurn: next }] : []),
    ]);
  return fc.oneof(
    { weight: 24, arbitrary: raise.map((step) => [step]) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...points, undefined)
        .map((at): readonly Step[] => [{ timePoint: 'Dusk', ...(at === undefined ? {} : { at }) }]),
    },
    { weight: 1, arbitrary: phase.map((name): readonly Step[] => [{ endPhase: name }]) },
    { weight: 1, arbitrary: phase.map((name): readonly Step[] => [{ beginPhase: name }]) },
    { weight: 1, arbitrary: turn },
    { weight: 1, arbitrary: player.map((name): readonly Step[] => [{ beginTurn: name }]) },
    {
      weight: 1,
      arbitrary: fc
        .record({ player, cost: fc.integer({ min: 0, max: 7 }) })
        .map((paid): readonly Step[] => [{ pay: paid }]),
    },
  );
}
