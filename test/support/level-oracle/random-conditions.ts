import fc from 'fast-check';
import type { Condition, When } from './document.js';
import { actions, leaving } from './random-actions.js';
import { type Shape, indexOf, referenceOf, seatOf } from './random-references.js';

const order = fc.constantFrom('eq', 'ne', 'lt', 'gt', 'le', 'ge');
const equality = fc.constantFrom('eq', 'ne');
export const zooms = ['2:1', '1:1', '1:2', '1:4', '1:16', 'foe', 'object', 'all'] as const;
export const screens = ['main', 'build', 'special', 'message', 'status'] as const;

export function conditionsOf(shape: Shape): fc.Arbitrary<readonly Condition[]> {
  return fc.array(
    shape.isAboutDelays
      ? fc.oneof({ weight: 4, arbitrary: condition(shape) }, { weight: 1, arbitrary: losingRole(shape) })
      : condition(shape),
    { minLength: shape.conditions, maxLength: shape.conditions },
  );
}

function condition(shape: Shape): fc.Arbitrary<Condition> {
  const reference = referenceOf(shape);
  return fc.record(
    {
      when: fc.oneof({ weight: 2, arbitrary: always }, { weight: 3, arbitrary: when(shape, 2) }),
      action: actions(shape, 5, 2),
      disabled: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      persistent: fc.boolean(),
      subject: reference,
      direct: reference,
    },
    { requiredKeys: ['when'] },
  );
}

/** One whose list goes on when what a role of it names has been freed. */
function losingRole(shape: Shape): fc.Arbitrary<Condition> {
  return fc.record({ initial: indexOf(shape, shape.initials) }).chain((body) =>
    fc
      .record({
        when: always,
        action: fc.tuple(leaving(shape, body), actions(shape, 4, 2)).map(([first, rest]) => [first, ...rest]),
        role: fc.constantFrom('subject', 'direct'),
      })
      .map(({ role, ...rest }): Condition => ({ ...rest, [role]: body })),
  );
}

const always: fc.Arbitrary<When> = fc
  .constantFrom('0s', '0s', '1.5s', '-1s')
  .map((duration) => ({ type: 'time', op: 'ge', duration }));

function when(shape: Shape, depth: number): fc.Arbitrary<When> {
  const [reference, player, bool] = [referenceOf(shape), seatOf(shape), fc.boolean()];
  const small = fc.integer({ min: -1, max: 4 });
  const leaf: fc.Arbitrary<When> = fc.oneof(
    of('autopilot', { op: equality, player, value: bool }),
    of('building', { op: equality, player, value: bool }),
    of('cash', { op: order, player, value: fc.constantFrom(0, 0.5, 24, 25, 25.5, -1) }),
    of('computer', { op: equality, screen: fc.constantFrom(...screens) }, { line: small, player: fc.constant(0) }),
    of('destroyed', { op: equality, object: reference, value: bool }),
    of('distance', {
      op: order,
      from: reference,
      to: reference,
      value: fc.constantFrom(0, 1, 1.5, Math.SQRT2, 2, 3.7, -2),
    }),
    of('health', { op: order, object: reference, value: fc.constantFrom(0, 0.5, 1, 1.25, -0.5) }),
    of('identity', { op: equality, a: reference, b: reference }),
    of('message', { op: equality, id: fc.nat(2), page: fc.nat(2) }),
    of('owner', { op: equality, object: reference, player: fc.oneof(player, fc.constant(-1)) }),
    of('score', { op: order, counter: counter(shape), value: small }),
    of('ships', { op: order, player, value: small }),
    of('speed', {
      op: order,
      object: reference,
      value: fc.constantFrom(0, 0.5, 1, 2, 2.5, Math.SQRT1_2, 0.5 + 1 / 512),
    }),
    of('target', { op: equality, object: reference, target: reference }),
    of(
      'time',
      {
        op: order,
        duration: fc.constantFrom('-3s', '-510t', '-1.5s', '0s', '0.5s', '1s', '1.5s', '2.5s', '3s', '4.5s', '1s30t'),
      },
      { legacy_start_time: bool },
    ),
    of('zoom', { op: order, value: fc.constantFrom(...zooms) }, { player: fc.constant(0) }),
  );
  if (depth === 0) return leaf;
  const count = of('count', { op: order, value: small }, { of: fc.array(when(shape, depth - 1), { maxLength: 3 }) });
  return fc.oneof({ weight: 16, arbitrary: leaf }, { weight: 2, arbitrary: count });
}

export function counter(shape: Shape): fc.Arbitrary<{ readonly player: number; readonly which: number }> {
  return fc.record({
    player: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: seatOf(shape) }),
    which: indexOf(shape, 3),
  });
}

function of(
  type: string,
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  optional: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<When> {
  return fc.record(
    { type: fc.constant(type), ...fields, ...optional },
    { requiredKeys: ['type', ...Object.keys(fields)] as 'type'[] },
  ) as unknown as fc.Arbitrary<When>;
}
