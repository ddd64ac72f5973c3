import fc from 'fast-check';
import type { Handle, World } from '../../src/world/api.js';
import type { OccurrenceOption, OccurrenceValues, TriggerEvent, TriggerOptions } from '../../src/world/events-api.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { AbilitySource, Given } from './timing-world.js';

/** Random games in worlds in which things occur: abilities, what the host does, and what is decided. */

type ContinuousSource = NonNullable<Given['continuous']>[number];
type ActionSource = NonNullable<AbilitySource['do']>[number];

const first = 'objects(unit).first()';
const firstSide = 'objects(side).first()';

const withUnit = ['hit', 'boost', 'roll', 'swap', 'fall', 'note'] as const;
const withAmount = ['hit', 'boost', 'note'] as const;
const withTarget = ['hit', 'swap'] as const;

const note = { raise: 'note', values: { unit: 'target', amount: '1' } };
const plainActions: readonly ActionSource[] = [
  { meter: 'strength', add: 1 },
  { meter: 'health', add: -1 },
  { meter: 'health', add: 1, direct: first },
  { meter: 'health', set: 'floor(random() * 9)', direct: first },
  { tell: 'hear' },
  note,
  { raise: 'hit', values: { unit: first, player: 'active', amount: '2' } },
  { raise: 'boost', values: { unit: first, amount: 'occurrence.amount' }, if: 'has(occurrence.unit)' },
  {
    raise: [
      { type: 'boost', values: { unit: first, amount: '1' } },
      { type: 'note', values: { unit: first, amount: '0' } },
    ],
  },
  { raise: 'swap', values: { unit: first, target: 'target' } },
  { raise: 'roll', values: { unit: 'target' } },
  { raise: 'fall', values: { unit: 'target' } },
  { point: 'note', at: 'before', values: { unit: first, amount: '3' } },
  { point: 'note', at: 'when', values: { unit: 'target' } },
  { add: 'vow', self: first, controller: firstSide },
  { add: 'grudge', self: 'target', controller: 'active' },
  { pay: 'toll', paid: 'paid', values: { player: firstSide, amount: '2' } },
  { destroy: true },
];
const actionsOn = (types: readonly string[]): readonly ActionSource[] =>
  plainActions.map((action) =>
    types.some((type) => (withAmount as readonly string[]).includes(type)) ? action : withoutAmount(action),
  );

/** What answers occurrences without an amount cannot read it. */
function withoutAmount(action: ActionSource): ActionSource {
  return 'raise' in action && action.raise === 'boost' ? note : action;
}

interface Sketch {
  readonly sort: AbilitySource['class'];
  readonly carrier: 'world' | 'created' | 'scout' | 'both' | 'unit' | 'side';
  readonly own: boolean;
  readonly at: 'before' | 'when' | 'after' | undefined;
  readonly types: readonly (typeof withUnit)[number][];
  readonly effects: number;
  readonly condition: number;
  readonly live: boolean;
  readonly next: boolean;
  readonly until: 'turn' | 'game' | undefined;
  readonly first: boolean;
  readonly optional: boolean;
  readonly into: number;
  readonly actions: readonly number[];
  readonly change: 'none' | 'negate' | 'adjust' | 'retarget';
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  sort: fc.constantFrom<AbilitySource['class']>(
    'negate',
    'prevent',
    'substitute',
    'trait',
    'trait',
    'trait',
    'delayed',
    'rulebook',
    'reduction',
    'reaction',
    'reaction',
    'reaction',
  ),
  carrier: fc.constantFrom<Sketch['carrier']>('world', 'world', 'scout', 'both', 'unit', 'side'),
  own: fc.boolean(),
  at: fc.constantFrom<Sketch['at']>('before', 'when', 'after', undefined),
  types: fc.uniqueArray(fc.constantFrom(...withUnit), { minLength: 1, maxLength: 2 }),
  effects: fc.nat({ max: 20 }),
  condition: fc.nat({ max: 9 }),
  live: fc.boolean(),
  next: fc.boolean(),
  until: fc.constantFrom<Sketch['until']>('turn', 'game', undefined),
  first: fc.boolean(),
  optional: fc.boolean(),
  into: fc.nat({ max: 3 }),
  actions: fc.array(fc.nat({ max: plainActions.length - 1 }), { maxLength: 2 }),
  change: fc.constantFrom<Sketch['change']>('none', 'none', 'negate', 'adjust', 'retarget'),
});

const heardEffects: readonly AbilitySource['on'][] = [
  { gains: 'health' },
  { loses: 'health' },
  { gains: 'strength' },
  { destroys: 'unit' },
  { crosses: { meter: 'health', value: '2', direction: 'down' } },
  { phase: 'growth' },
];
const intos: readonly NonNullable<AbilitySource['into']>[] = [
  { type: 'note' },
  { type: 'boost', values: { amount: '1' } },
  { type: 'swap', values: { target: first } },
  { type: 'roll' },
];

type Points = 'before' | 'would' | 'after';

interface Heard {
  readonly on: AbilitySource['on'];
  /** Types of occurrences; none where it is an effect. */
  readonly types: readonly string[];
}

const firstSteps: readonly string[] = ['negate', 'prevent', 'substitute'];

/** Effects are listened to by what comes after the first step, which has tests of its own. */
function heardBy({ sort, effects, into, types }: Sketch): Heard {
  if (effects < heardEffects.length && !firstSteps.includes(sort)) return { on: heardEffects[effects], types: [] };
  const others = types.filter((type) => sort !== 'substitute' || type !== intos[into].type);
  const listened = others.length === 0 ? ['fall'] : others;
  return { on: listened, types: listened };
}

function has(heard: Heard, among: readonly string[]): boolean {
  return heard.types.length > 0 && heard.types.every((type) => among.includes(type));
}

/** When it answers: in time to change what is answered, to change where it leads, or too late. */
function pointsOf({ sort, at, optional }: Sketch, isCreated: boolean): Points {
  if (firstSteps.includes(sort)) return 'after';
  const point = at ?? (sort === 'reduction' ? 'before' : sort === 'delayed' ? 'when' : 'after');
  if (point === 'before') return 'before';
  return point === 'when' && optional && sort !== 'reaction' && !isCreated ? 'would' : 'after';
}

function changesOf({ change }: Sketch, points: Points, heard: Heard): readonly ActionSource[] {
  // Phases come whatever is done.
  const isPhase = typeof heard.on === 'object' && 'phase' in heard.on;
  if (change === 'negate' && points === 'before' && !isPhase) return [{ negate: true }];
  if (change === 'adjust' && points === 'before' && has(heard, withAmount)) return [{ adjust: -1 }];
  return change === 'retarget' && points !== 'after' && has(heard, withTarget) ? [{ retarget: first }] : [];
}

function conditionsOf(heard: Heard): readonly string[] {
  const ofUnit = heard.types.length > 0 ? ['was(occurrence.unit.health) > 2', 'occurrence.unit.strength >= 2'] : [];
  return [
    'time >= 0',
    'turn % 2 == 0',
    'objects(unit).count() > 2',
    ...ofUnit,
    ...(has(heard, withAmount) ? ['occurrence.amount > 1', 'occurrence.amount < 4'] : []),
  ];
}

function carrierOf(by: Sketch['carrier']): AbilitySource['carrier'] {
  switch (by) {
    case 'world':
    case 'created':
      return by;
    case 'scout':
      return { class: 'scout' };
    case 'both':
      return { class: ['scout', 'guard'] };
    default:
      return { kind: by };
  }
}

/** What only those have who are there by themselves, and what only those have who are units. */
function keysOf({ own, live, next, until }: Sketch, by: Sketch['carrier'], heard: Heard): Partial<AbilitySource> {
  if (by === 'world' || by === 'created')
    return { ...(next ? { next } : {}), ...(until === undefined ? {} : { until }) };
  return by === 'side'
    ? {}
    : { ...(own && heard.types.length > 0 ? { own } : {}), ...(live ? { live: 'self.health > 1' } : {}) };
}

function abilityOf(given: Sketch, name: string, by: Sketch['carrier'] = given.carrier): AbilitySource {
  const { sort, at, condition } = given;
  const heard = heardBy(given);
  const conditions = conditionsOf(heard);
  const actions = actionsOn(has(heard, withAmount) ? heard.types : []);
  return {
    name,
    class: sort,
    on: heard.on,
    carrier: carrierOf(by),
    ...keysOf(given, by, heard),
    ...(at === undefined || firstSteps.includes(sort) ? {} : { at }),
    ...(condition < conditions.length ? { if: conditions[condition] } : {}),
    ...(given.first && condition > 6 ? { first: true } : {}),
    ...(given.optional && sort !== 'reaction' && by !== 'created' ? { optional: true } : {}),
    ...(by === 'world' ? { controller: firstSide } : {}),
    ...(sort === 'substitute' ? { into: intos[given.into] } : {}),
    do: [
      ...changesOf(given, pointsOf(given, by === 'created'), heard),
      ...given.actions.map((action) => actions[action]),
    ],
  };
}

const payer: AbilitySource = {
  name: 'purse',
  class: 'trait',
  carrier: { kind: 'side' },
  on: { type: 'toll', where: 'occurrence.player == self' },
  at: 'when',
  yields: 1,
  do: [{ tell: 'pays' }],
};
const treasure: AbilitySource = {
  name: 'treasure',
  class: 'reaction',
  carrier: { kind: 'unit' },
  on: 'toll',
  at: 'when',
  yields: 'self.strength',
  do: [{ meter: 'strength', add: -1, direct: 'source' }],
};

const rage: ContinuousSource = {
  name: 'rage',
  carrier: { class: 'scout' },
  while: 'self.health < 4',
  begin: [
    { meter: 'strength', add: 5 },
    { raise: 'note', values: { unit: 'target', amount: 1 } },
  ],
  end: [{ meter: 'strength', add: -5 }],
};
const calm: ContinuousSource = {
  name: 'calm',
  carrier: { kind: 'unit' },
  while: 'self.strength < 3',
  begin: [{ tell: 'calm' }],
  end: [],
};

export const randomPolicies: fc.Arbitrary<NonNullable<Given['policy']>> = fc.record({
  grouping: fc.constantFrom<'merged' | 'perOccurrence'>('merged', 'merged', 'perOccurrence'),
  bornInStep: fc.boolean(),
  reactionToZero: fc.boolean(),
  depth: fc.constant(10),
  optionalLoop: fc.constantFrom<'break' | 'error'>('break', 'error'),
});

const heal: NonNullable<Given['rules']>[number] = {
  scope: { include: 'target == source' },
  effects: [{ meter: 'health', add: 1 }],
};
const wear: NonNullable<Given['rules']>[number] = {
  scope: { include: 'target == source' },
  activation: 'turn % 2 == 1',
  effects: [{ meter: 'health', add: -2 }],
};

/** In turns scouts hit all units at times, and may come out of it the stronger. */
const brawl: NonNullable<Given['rules']>[number] = {
  scope: { include: 'target.kind == unit' },
  activation: 'chance(0.7)',
  effects: [
    {
      raise: 'hit',
      values: { unit: 'target', player: 'source.owner', target: 'source', amount: 'floor(random() * 3)' },
    },
    {
      raise: [
        { type: 'boost', values: { unit: 'source', amount: 1 } },
        { type: 'note', values: { unit: 'target', amount: 'target.strength' } },
      ],
      on: 'source',
      stacking: 3,
    },
  ],
};

/** Content with up to eight random abilities, two more that actions create, and two that pay. */
export const randomGiven: fc.Arbitrary<Given> = fc
  .record({
    world: fc.array(sketch, { minLength: 1, maxLength: 8 }),
    vow: sketch,
    grudge: sketch,
    policy: randomPolicies,
    isRaging: fc.boolean(),
    isCalm: fc.boolean(),
    wears: fc.boolean(),
    brawls: fc.boolean(),
    turns: fc.boolean(),
  })
  .map(
    ({ world, vow, grudge, policy, isRaging, isCalm, wears, brawls, turns }): Given => ({
      abilities: [
        ...world.map((each, i) => abilityOf(each, `ability ${i}`)),
        abilityOf(vow, 'vow', 'created'),
        abilityOf(grudge, 'grudge', 'created'),
        payer,
        treasure,
      ],
      continuous: [...(isRaging ? [rage] : []), ...(isCalm ? [calm] : [])],
      policy,
      rules: [heal, ...(wears ? [wear] : []), ...(brawls ? [brawl] : [])],
      turns,
    }),
  );

/** What a host does. Units and sides are named by their places among those that are there. */
export type Move =
  | { readonly does: 'raise'; readonly occurs: readonly Occurs[] }
  | { readonly does: 'pass'; readonly occurs: Occurs; readonly at: 'before' | 'when' | 'after' }
  | { readonly does: 'pay'; readonly side: number; readonly amount: number }
  | { readonly does: 'set'; readonly unit: number; readonly health: number }
  | { readonly does: 'spawn'; readonly side: number }
  | { readonly does: 'destroy'; readonly unit: number }
  | { readonly does: 'advance' }
  | { readonly does: 'turn' };

interface Occurs {
  readonly type: (typeof withUnit)[number] | 'march' | 'halt' | 'dawn' | 'dusk';
  readonly unit: number;
  readonly other: number;
  readonly side: number;
  readonly amount: number;
}

const place = fc.nat({ max: 9 });
const occurs: fc.Arbitrary<Occurs> = fc.record({
  type: fc.constantFrom<Occurs['type']>(...withUnit, ...withUnit, 'march', 'halt', 'dawn', 'dusk'),
  unit: place,
  other: place,
  side: place,
  amount: fc.integer({ min: -1, max: 4 }),
});
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('raise' as const),
      occurs: fc.array(occurs, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('pass' as const),
      occurs,
      at: fc.constantFrom<'before' | 'when' | 'after'>('before', 'when', 'after'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('pay' as const), side: place, amount: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('set' as const), unit: place, health: fc.integer({ min: 0, max: 7 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('spawn' as const), side: place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('destroy' as const), unit: place }) },
  { weight: 1, arbitrary: fc.constant<Move>({ does: 'advance' }) },
  { weight: 2, arbitrary: fc.constant<Move>({ does: 'turn' }) },
);

export interface Game {
  readonly given: Given;
  readonly moves: readonly Move[];
  /** Places of the options that are taken, modulo how many there are; again from the first after the last. */
  readonly picks: readonly number[];
}

export const randomGames: fc.Arbitrary<Game> = fc.record({
  given: randomGiven,
  moves: fc.array(move, { minLength: 2, maxLength: 8 }),
  picks: fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 8 }),
});

/** Limits under which content that goes on for ever is soon found out. */
export const tightLimits = { occurrencesPerRoot: 40 };

/** One call to a world, and what came of it. */
export interface Entry {
  readonly call: string;
  /** Makes the same call to another world. */
  readonly act: Act;
  /** It runs a turn: what happens in that is told after it. */
  readonly isTurn: boolean;
  /** `done`, `waits` for a decision, or the code of an error. */
  readonly is: string;
  readonly events: readonly TriggerEvent[];
  readonly hash: string;
  /** Of an error: the hash before. */
  readonly before: string | undefined;
}

export interface Course {
  /** Events of a call are stopped after so many steps, and the world is put back each time as it was. */
  readonly steps?: number;
  /** Called as each event is told, with the number of the call; may take copies. */
  readonly atEvent?: (call: number, event: number) => void;
  /** Called wherever a decision is to be taken, with the number of the call that takes it. */
  readonly atDecision?: (call: number) => void;
}

/**
 * Plays a game: makes the moves, and takes decisions by its picks. A decision that fails in all that it leads to ends
 * it.
 */
export function playGame(world: World, { moves, picks, given }: Game, course: Course = {}): readonly Entry[] {
  const entries: Entry[] = [];
  let taken = 0;
  for (const each of moves) {
    const act = actOf(world, each, given.turns !== false);
    if (act === undefined) continue;
    const isTurn = each.does === 'turn';
    if (!record(world, entries, { call: each.does, act, isTurn }, course)) continue;
    while (world.events.optionCount > 0) {
      course.atDecision?.(entries.length);
      const option = picks[taken++ % picks.length] % world.events.optionCount;
      if (!record(world, entries, { call: `decide ${option}`, act: decides(option, isTurn), isTurn }, course))
        return entries;
    }
  }
  return entries;
}

export type Act = (world: World, options: TriggerOptions) => unknown;

function decides(option: number, isTurn: boolean): Act {
  return (world, options) => world.events.decide(option, undefined, isTurn ? undefined : options);
}

/** Makes a call and notes what comes of it; false where it fails. */
export function record(
  world: World,
  entries: Entry[],
  { call, act, isTurn }: Pick<Entry, 'call' | 'act' | 'isTurn'>,
  { steps, atEvent }: Course = {},
): boolean {
  const events: TriggerEvent[] = [];
  const listen = (event: TriggerEvent): void => {
    events.push(event);
    atEvent?.(entries.length, events.length);
  };
  const before = world.hash();
  const options: TriggerOptions = steps === undefined ? { listen } : { listen, steps };
  world.triggers.hear(listen);
  let is = 'done';
  try {
    let isDone = act(world, options);
    while (steps !== undefined && isDone === false) {
      const [hash, told] = [world.hash(), events.length];
      world.restore(world.snapshot());
      isDone = world.triggers.resume(options);
      // It waits for a decision.
      if (events.length === told && world.hash() === hash) break;
    }
    if (world.events.optionCount > 0) is = 'waits';
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    is = error.code;
  } finally {
    world.triggers.hear(undefined);
  }
  const isError = is !== 'done' && is !== 'waits';
  entries.push({ call, act, isTurn, is, events, hash: world.hash(), before: isError ? before : undefined });
  return !isError;
}

function actOf(world: World, each: Move, turns: boolean): Act | undefined {
  const units = world.query({ kind: 'unit' });
  const sides = world.query({ kind: 'side' });
  const unit = (index: number): Handle | null => (units.length === 0 ? null : units[index % units.length]);
  const side = (index: number): Handle => sides[index % sides.length];
  const valuesOf = ({ type, ...given }: Occurs): OccurrenceValues => {
    if (type === 'march' || type === 'halt') return { part: given.amount > 1 ? 'journey' : 'battle' };
    if (type === 'dawn' || type === 'dusk') return { player: side(given.side) };
    return {
      unit: unit(given.unit),
      ...(type === 'hit' || type === 'fall' ? { player: side(given.side) } : {}),
      ...(type === 'hit' || type === 'swap' ? { target: unit(given.other) } : {}),
      ...((withAmount as readonly string[]).includes(type) ? { amount: given.amount } : {}),
    };
  };
  const optionOf = (one: Occurs): OccurrenceOption => ({
    type: (one.type === 'dawn' || one.type === 'dusk') && !turns ? 'march' : one.type,
    values: (one.type === 'dawn' || one.type === 'dusk') && !turns ? { part: 'battle' } : valuesOf(one),
  });
  switch (each.does) {
    case 'raise': {
      const all = each.occurs.map(optionOf);
      return (to, options) => to.events.raiseAll(all, options);
    }
    case 'pass': {
      const { type, values } = optionOf(each.occurs);
      return (to, options) => to.events.pass(type, each.at, values, options);
    }
    case 'pay': {
      const player = side(each.side);
      return (to, options) => to.events.pay('toll', 'paid', { player, amount: each.amount }, options);
    }
    case 'advance':
      return (to, options) => to.triggers.advance(1, options);
    case 'turn':
      return (to) => {
        to.step();
      };
    case 'spawn': {
      const owner = side(each.side);
      return (to) => {
        to.spawn({ class: 'scout', owner });
      };
    }
    default: {
      const found = unit(each.unit);
      if (found === null) return undefined;
      return each.does === 'set'
        ? (to) => {
            to.set(found, 'health', each.health);
          }
        : (to) => {
            to.destroy(found);
          };
    }
  }
}
