import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plain } from '../../../support/level-values.js';
import { type Stage, bases, initials, played } from './action-stage.js';
import {
  type BaseName,
  type DestroyActions,
  type PlainAction,
  type PlainLevel,
  openPlain,
  runPlain,
} from './plain-actions.js';
import { heavy } from '../../../support/heavy.js';

const numbers = fc.constantFrom(...initials.keys());
const reference = numbers.map((initial) => ({ initial }));
const seats = fc.constantFrom(0, 1);
const base = fc.constantFrom(...(Object.keys(bases) as BaseName[]));
const optional = <Value>(value: fc.Arbitrary<Value>, key: string) =>
  fc.option(value, { nil: undefined }).map((some) => (some === undefined ? {} : { [key]: some }));

const what: fc.Arbitrary<PlainAction> = fc.oneof(
  fc.constantFrom('destroy', 'remove', 'target', 'target', 'capture').map((type) => ({ type })),
  fc.constantFrom(0, 1, -1).map((player) => ({ type: 'capture', player })),
  fc.constantFrom(-2000, -600, -400, -1, 1, 700).map((value) => ({ type: 'heal', value })),
  fc.constantFrom(-3, 1, 4, 5).map((value) => ({ type: 'occupy', value })),
  fc.record({ type: fc.constant('morph'), base }),
  fc.record({ type: fc.constant('reveal'), initial: fc.array(numbers, { maxLength: 3 }) }),
  fc.integer({ min: -1, max: 6 }).map((which) => ({ type: 'assume', which })),
  fc
    .tuple(optional(seats, 'player'), fc.integer({ min: 0, max: 2 }), fc.integer({ min: -2, max: 2 }))
    .map(([player, which, value]) => ({ type: 'score', counter: { ...player, which }, value })),
  fc
    .tuple(optional(seats, 'player'), fc.integer({ min: -9, max: 9 }))
    .map(([player, value]) => ({ type: 'pay', value, ...player })),
  optional(seats, 'player').map((player) => ({ type: 'win', text: '', ...player })),
);

const filter = fc.record(
  {
    owner: fc.constantFrom('any', 'same', 'different'),
    tags: fc.dictionary(fc.constantFrom('armed', 'light', 'station'), fc.boolean(), { maxKeys: 2 }),
    attributes: fc.dictionary(fc.constantFrom('hated', 'neutral_death', 'is_destination'), fc.boolean(), {
      maxKeys: 2,
    }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<NonNullable<PlainAction['if']>>;

const manner = fc.record(
  {
    reflexive: fc.boolean(),
    override: fc.record({ subject: reference, direct: reference }, { requiredKeys: [] }),
    if: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: filter }),
  },
  { requiredKeys: [] },
);

function inManner([action, more]: readonly [PlainAction, Omit<PlainAction, 'type'>]): PlainAction {
  return { ...action, ...more };
}

const single = fc.tuple(what, manner).map(inManner);
const action: fc.Arbitrary<PlainAction> = fc.oneof(
  { weight: 6, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(single, { maxLength: 4 }), manner)
      .map(([of, more]): PlainAction => inManner([{ type: 'group', of }, more])),
  },
);
const script = fc.record(
  { subject: reference, direct: reference, action: fc.array(action, { minLength: 1, maxLength: 8 }) },
  { requiredKeys: ['action'] },
);

/** Of these nobody dies, so that they come to an end. */
const last = fc
  .tuple(
    what.filter(({ type }) => !['destroy', 'heal'].includes(type)),
    manner,
  )
  .map(inManner);
const destroyActions: fc.Arbitrary<DestroyActions> = fc.dictionary(base, fc.array(last, { maxLength: 3 }), {
  maxKeys: 3,
});

/** A body as its initial, by the first that stands for it; -2: one that no initial stands for any more. */
function stateOf(stage: Stage) {
  const {
    session: { world },
  } = stage;
  const handles = initials.map((_, number) => stage.body(number));
  const named = (handle: unknown): number =>
    handle === null || handle === undefined
      ? -1
      : handles.includes(handle as number)
        ? handles.indexOf(handle as number)
        : -2;
  const { scores, cash, winner, over } = stage.session.result();
  return {
    bodies: handles.map((handle, number) =>
      handle === 0
        ? undefined
        : {
            came: stage.of(number, 'initial'),
            same: handles.indexOf(handle),
            base: world.classOf(handle),
            owner: stage.owner(number),
            health: stage.of(number, 'health'),
            inUse: stage.of(number, 'inUse'),
            attributes: [...world.relations.wordsOf(handle, 'attributes')].sort(),
            destination: named(stage.of(number, 'destination')),
            occupation: [stage.of(number, 'occupation 0'), stage.of(number, 'occupation 1')],
          },
    ),
    players: [0, 1].map((seat) =>
      ['control', 'target', 'buildAt', 'flagship'].map((column) => named(stage.player(seat, column))),
    ),
    scores,
    cash,
    winner,
    over,
  };
}

function stateOfPlain({ bodies, players, winner, over }: PlainLevel) {
  const named = (body: PlainLevel['bodies'][number]): number =>
    body === undefined ? -1 : bodies.includes(body) ? bodies.indexOf(body) : -2;
  return {
    bodies: bodies.map(
      (body) =>
        body && {
          came: body.initial + 1,
          same: bodies.indexOf(body),
          base: body.base,
          owner: body.owner,
          health: body.health,
          inUse: body.inUse,
          attributes: [...body.attributes].sort(),
          destination: named(body.destination),
          occupation: body.occupation,
        },
    ),
    players: players.map(({ control, target, buildAt, flagship }) => [control, target, buildAt, flagship].map(named)),
    scores: players.map(({ scores }) => scores),
    cash: players.map(({ cash }) => cash),
    winner,
    over,
  };
}

test('lists of actions do what a plain model of them does', () => {
  fc.assert(
    fc.property(fc.array(script, { minLength: 1, maxLength: 4 }), destroyActions, (scripts, after) => {
      const withActions = Object.fromEntries(
        Object.entries(bases).map(([name, each]) => [name, { ...each, destroyAction: after[name as BaseName] ?? [] }]),
      );
      const stage = played(scripts as never, { policy: 'sound', sections: { bases: withActions as unknown as Plain } });
      const plain = openPlain();
      for (const { subject, direct, action: actions } of scripts) {
        const resolve = (named: { readonly initial: number } | undefined) =>
          named !== undefined && plain.bodies[named.initial]?.inUse === true ? plain.bodies[named.initial] : undefined;
        runPlain(plain, after, actions, resolve(subject), resolve(direct));
      }
      expect(stage.session.result().error).toBe(undefined);
      expect(stateOf(stage)).toEqual(stateOfPlain(plain));
    }),
    { numRuns: heavy(40, 100) },
  );
});
