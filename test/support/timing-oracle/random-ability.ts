import fc from 'fast-check';
import {
  type Pool,
  cardTypes,
  cards,
  honorTypes,
  isOf,
  maybe,
  occurrence,
  occurrenceOf,
  places,
} from './random-occurrence.js';
import { type Ability, type Condition, type Effect, type Filter, points } from './scenario.js';

const boundaries = ['PhaseEnds', 'PhaseBegins', 'TurnEnds', 'TurnBegins', 'paidGold'] as const;
const flags = ['bowed', 'dishonored', 'shadowlands', 'inPlay'] as const;

/** Up to eight abilities that listen, and some that give gold. */
export function abilities(pool: Pool): fc.Arbitrary<Ability[]> {
  const listening = fc.array(
    fc.oneof({ weight: 12, arbitrary: answering(pool, 1) }, { weight: 1, arbitrary: continuous() }),
    { maxLength: 8, size: 'max' },
  );
  return fc
    .tuple(listening, fc.array(golden(pool), { maxLength: 3 }))
    .map(([first, second]) => [
      ...first.map((each, i) => ({ ...each, id: `x${i}` })),
      ...second.map((each, i) => ({ ...each, id: `g${i}` })),
    ]);
}

function answering(pool: Pool, depth: number): fc.Arbitrary<Ability> {
  return fc
    .constantFrom(
      'negate',
      'prevent',
      'substitute',
      'trait',
      'trait',
      'trait',
      'trait',
      'delayed',
      'delayed',
      'rulebook',
      'reduction',
      'reduction',
      'reaction',
      'reaction',
      'reaction',
      'reaction',
      'reaction',
    )
    .chain((kind) => {
      const step = isOf(['negate', 'prevent', 'substitute'], kind) ? 'A' : kind === 'reaction' ? 'C' : 'B';
      return fc
        .record({
          id: fc.constantFrom('n0', 'n1'),
          class: fc.constant(kind),
          controller: fc.constantFrom(...pool.players),
          copy: maybe(8, fc.constantFrom('twin', 'pair')),
          at:
            step === 'A'
              ? fc.constant('before')
              : kind === 'delayed'
                ? fc.constantFrom(...points, undefined)
                : fc.constantFrom(...points),
          choice: step === 'C' ? fc.constant(undefined) : maybe(5, fc.constant(true)),
          if: maybe(6, fc.array(condition, { minLength: 1, maxLength: 2 })),
          live: maybe(10, fc.tuple(fc.tuple(fc.constantFrom(...cards), fc.constantFrom(...flags), fc.boolean()))),
          next: maybe(4, fc.constant(true)),
          until: maybe(6, fc.constant('game')),
          printed: maybe(6, fc.constant(true)),
          do: fc.array(effect(pool, depth, step === 'A'), { maxLength: 3, size: 'max' }),
          ...(kind === 'substitute' ? {} : { on: listener(pool, step) }),
        })
        .chain((told) =>
          kind === 'substitute' ? substitution(pool).map((more) => ({ ...told, ...more })) : fc.constant(told),
        );
    }) as fc.Arbitrary<Ability>;
}

/** What a substitution listens to, and what it puts there: all of it told, or the card or the player inherited. */
function substitution(pool: Pool): fc.Arbitrary<Pick<Ability, 'on' | 'into'>> {
  const whole = fc.record({ on: filter(pool, 'A'), into: occurrence(pool) });
  const families = [cardTypes, honorTypes]
    .map((family) => pool.types.filter((type) => isOf(family, type)))
    .filter((types) => types.length > 0);
  if (families.length === 0) return whole;
  const inherited = fc.constantFrom(...families).chain((types) =>
    fc.record({
      on: filter({ ...pool, types }, undefined),
      into: fc
        .constantFrom(...types)
        .chain((type) => occurrenceOf(type, pool))
        .map(({ card: _card, player: _player, ...into }) => into),
    }),
  );
  return fc.oneof(whole, inherited);
}

function listener(pool: Pool, step: 'A' | 'B' | 'C'): fc.Arbitrary<Ability['on']> {
  return fc.oneof(
    { weight: 8, arbitrary: filter(pool, step) },
    { weight: 1, arbitrary: fc.record({ anyOf: fc.array(filter(pool, step), { minLength: 1, maxLength: 2 }) }) },
  );
}

/** A time point may be answered, but nothing stands in for it. */
function filter(pool: Pool, step: 'A' | 'B' | 'C' | undefined): fc.Arbitrary<Filter> {
  const own = fc
    .constantFrom(...pool.types)
    .chain((type) =>
      fc.record({ type: fc.constant(type), where: maybe(4, where(type, pool)) }),
    ) as fc.Arbitrary<Filter>;
  const boundary = fc
    .constantFrom(...boundaries, ...(step === 'A' ? [] : ['Dusk']))
    .chain((type) =>
      fc.record({ type: fc.constant(type), where: maybe(3, where(type, pool)) }),
    ) as fc.Arbitrary<Filter>;
  return step === undefined ? own : fc.oneof({ weight: 10, arbitrary: own }, { weight: 1, arbitrary: boundary });
}

function where(type: string, { players }: Pool): fc.Arbitrary<Filter['where']> {
  const [card, player] = [fc.constantFrom(...cards), fc.constantFrom(...players)];
  if (isOf(['PhaseEnds', 'PhaseBegins'], type)) return fc.record({ name: fc.constantFrom('Dawn', 'Noon') });
  if (isOf(['TurnEnds', 'TurnBegins', 'paidGold', ...honorTypes], type)) return fc.record({ player });
  if (type === 'Dusk') return fc.constant({});
  if (isOf(['assign', 'move'], type))
    return fc.oneof(
      fc.record({ card }),
      fc.record({ target: fc.constantFrom(...places) }),
      fc.record({ card, target: fc.constantFrom(...places) }),
    );
  return fc.oneof({ weight: 4, arbitrary: fc.record({ card }) }, { weight: 1, arbitrary: fc.record({ player }) });
}

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ lki: fc.constantFrom(...flags), eq: fc.boolean() }),
  fc.record({ lki: fc.constant('location'), eq: fc.constantFrom(...places, 'discard') }),
  fc.record({
    lki: fc.constantFrom('attachedTo.shadowlands', 'attachedTo.bowed', 'attachedTo.inPlay'),
    eq: fc.constant(true),
  }),
  fc.record({ ent: fc.constantFrom(...cards), key: fc.constantFrom(...flags), eq: fc.boolean() }),
  fc.record({
    ent: fc.constantFrom(...cards),
    key: fc.constant('location'),
    eq: fc.constantFrom(...places, 'discard'),
  }),
  fc.record({ ent: fc.constantFrom(...cards), key: fc.constant('attachedTo'), eq: fc.constantFrom(...cards) }),
);

/** Effects that change the answered occurrence are not for step A, which takes it away. */
function effect(pool: Pool, depth: number, isStepA: boolean): fc.Arbitrary<Effect> {
  const common = [
    { weight: 2, arbitrary: fc.nat(3).map((n) => ({ note: `note ${n}` })) },
    { weight: 2, arbitrary: fc.constantFrom(...cards).map((noteForce) => ({ noteForce })) },
    { weight: 1, arbitrary: fc.constant({ notePhase: true as const }) },
    { weight: 3, arbitrary: occurrence(pool).map((raise) => ({ raise })) },
    {
      weight: 1,
      arbitrary: fc.array(occurrence(pool), { minLength: 1, maxLength: 3 }).map((raiseAll) => ({ raiseAll })),
    },
    ...(depth === 0
      ? []
      : [
          {
            weight: 2,
            arbitrary: fc
              .oneof({ weight: 6, arbitrary: answering(pool, depth - 1) }, { weight: 1, arbitrary: continuous() })
              .map((add) => ({ add })),
          },
        ]),
  ];
  const own = [
    { weight: 2, arbitrary: fc.constant({ negate: true as const }) },
    { weight: 6, arbitrary: fc.constantFrom(-3, -2, -1, 1, 2).map((adjust) => ({ adjust })) },
    { weight: 2, arbitrary: fc.constantFrom(...places).map((retarget) => ({ retarget })) },
  ];
  return fc.oneof<fc.WeightedArbitrary<Effect>[]>(...common, ...(isStepA ? [] : own));
}

function continuous(): fc.Arbitrary<Ability> {
  return fc.record({
    id: fc.constantFrom('n2', 'n3'),
    class: fc.constant('continuous' as const),
    card: fc.constantFrom(...cards),
    while: fc.constantFrom('bowed', 'dishonored', 'shadowlands'),
    force: fc.integer({ min: -2, max: 3 }),
    live: maybe(6, fc.tuple(fc.tuple(fc.constantFrom(...cards), fc.constantFrom(...flags), fc.boolean()))),
  }) as fc.Arbitrary<Ability>;
}

function golden({ players }: Pool): fc.Arbitrary<Ability> {
  return fc.record({
    id: fc.constant('g'),
    class: fc.constantFrom('rulebook', 'trait', 'reaction'),
    controller: fc.constantFrom(...players),
    at: fc.constant('when'),
    on: fc.constant({ type: 'payGold' }),
    gold: fc.integer({ min: 1, max: 4 }),
    interfered: maybe(4, fc.constant(true)),
  }) as fc.Arbitrary<Ability>;
}
