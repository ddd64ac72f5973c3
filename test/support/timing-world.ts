import fc from 'fast-check';
import { type ContentSource, defineContent } from '../../src/content/native/define.js';
import type { Program } from '../../src/compile/program.js';
import { createWorld } from '../../src/world.js';
import type { Handle, World, WorldOptions } from '../../src/world/api.js';
import type { OccurrenceOption, OccurrenceValues } from '../../src/world/timing-api.js';
import type { TriggerEvent, TriggerOptions } from '../../src/world/trigger-api.js';
import { EdictError } from '../../src/kernel/errors.js';

/** Small worlds in which things occur: two sides that decide, with units that are hit, fall and are strengthened. Random ones have random abilities besides. */

export type AbilitySource = NonNullable<ContentSource['abilities']>[number];
type ContinuousSource = NonNullable<ContentSource['continuous']>[number];
type ActionSource = NonNullable<AbilitySource['do']>[number];
type TimingSource = NonNullable<ContentSource['timing']>;

export interface Given {
  readonly abilities?: readonly AbilitySource[];
  readonly continuous?: readonly ContinuousSource[];
  readonly policy?: TimingSource['policy'];
  /** Further occurrences. */
  readonly occurrences?: ContentSource['occurrences'];
  /** Left out: sides decide. */
  readonly players?: 'side' | 'nobody';
  /** Turns of players are there. Default true. */
  readonly turns?: boolean;
  readonly rules?: NonNullable<ContentSource['classes']>[string]['groups'];
}

const first = 'objects(unit).first()';
const firstSide = 'objects(side).first()';

/** What occurs in them. Types with a unit have it as their subject. */
const occurrences: NonNullable<ContentSource['occurrences']> = {
  hit: { fields: { unit: 'unit', player: 'side', target: 'unit', amount: 'number' }, subject: 'unit', possible: 'occurrence.unit.health > 0', do: [{ meter: 'health', add: '-occurrence.amount' }] },
  boost: { fields: { unit: 'unit', amount: 'number' }, subject: 'unit', do: [{ meter: 'strength', add: 'occurrence.amount' }] },
  roll: { fields: { unit: 'unit' }, subject: 'unit', do: [{ meter: 'strength', set: 'floor(random() * 7)' }, { tell: 'rolled' }] },
  swap: { fields: { unit: 'unit', target: 'unit' }, subject: 'unit', do: [{ meter: 'strength', add: 1, direct: 'occurrence.target' }, { meter: 'strength', add: -1 }] },
  fall: { fields: { unit: 'unit', player: 'side' }, subject: 'unit', possible: 'has(occurrence.unit)', do: [{ destroy: true }] },
  note: { fields: { unit: 'unit', amount: 'number' }, subject: 'unit' },
  toll: { fields: { player: 'side', amount: 'number' } },
  paid: { fields: { player: 'side' }, do: [{ meter: 'gold', add: 1, direct: 'source' }] },
  march: { fields: { part: 'step' }, change: { stepBegins: 'part' } },
  halt: { fields: { part: 'step' }, change: { stepEnds: 'part' } },
};
const turnsOfPlayers: NonNullable<ContentSource['occurrences']> = {
  dawn: { fields: { player: 'side' }, change: { turnBegins: 'player' } },
  dusk: { fields: { player: 'side' }, change: { turnEnds: 'player' } },
};

export function timingProgram({ abilities = [], continuous = [], policy = {}, occurrences: further = {}, players = 'side', turns = true, rules = [] }: Given): Program {
  return defineContent({
    meters: { health: { default: 5 }, strength: { default: 2 }, gold: {} },
    roles: ['hero'],
    timing: { ...(players === 'side' ? { players } : {}), steps: ['journey', 'battle'], policy },
    kinds: { side: { faction: true, meters: ['gold'] }, unit: { meters: ['health', 'strength'] } },
    classes: { scout: { kind: 'unit', groups: [...rules] }, guard: { kind: 'unit' } },
    occurrences: { ...occurrences, ...(turns ? turnsOfPlayers : {}), ...further },
    abilities: [...abilities],
    continuous: [...continuous],
  });
}

export interface TimingStage {
  readonly world: World;
  readonly sides: readonly Handle[];
  readonly units: readonly Handle[];
}

/** Ada and Bran, with a scout and a guard of Ada's and a scout of Bran's. */
export function timingStage(given: Given | Program, options: WorldOptions = {}): TimingStage {
  const world = createWorld('rules' in given && 'model' in given ? given : timingProgram(given), { seed: 'timing', ...options });
  const sides = ['Ada', 'Bran'].map((name) => world.spawn({ kind: 'side', name }));
  const units = (['scout', 'guard', 'scout'] as const).map((sort, i) => world.spawn({ class: sort, owner: sides[i === 2 ? 1 : 0] }));
  return { world, sides, units };
}

/** What is told while something runs, in short. */
export function toldIn(run: (options: { readonly listen: (event: TriggerEvent) => void }) => unknown): readonly string[] {
  const said: string[] = [];
  run({ listen: (event) => {
    const brief = shortly(event);
    if (brief !== undefined) said.push(brief);
  } });
  return said;
}

export function shortly(event: TriggerEvent): string | undefined {
  switch (event.kind) {
    case 'start': return `${event.step} ${event.name}`;
    case 'end': return `end ${event.name}`;
    case 'create':
    case 'lapse': return `${event.kind} ${event.name}`;
    case 'apply':
    case 'fail':
    case 'fizzle':
    case 'zero':
    case 'cancel':
    case 'adjust':
    case 'retarget':
    case 'replace': return `${event.kind} ${event.occurrence.name}`;
    case 'pass': return 'pass';
    case 'pay': return event.isPaid ? 'paid' : 'not paid';
    case 'yield': return `${event.name} yields ${event.amount}`;
    case 'begin-continuous': return `begin ${event.name}`;
    case 'end-continuous': return `end ${event.name}`;
    case 'loop': return `loop ${event.cycle.join(' ')}`;
    case 'decide': return `${event.decision} ${event.option}`;
    case 'message': return `says ${event.message.text}`;
    default: return undefined;
  }
}

const withUnit = ['hit', 'boost', 'roll', 'swap', 'fall', 'note'] as const;
const withAmount = ['hit', 'boost', 'note'] as const;
const withTarget = ['hit', 'swap'] as const;

const note = { raise: 'note', values: { unit: 'target', amount: '1' } };
const plainActions: readonly ActionSource[] = [
  { meter: 'strength', add: 1 }, { meter: 'health', add: -1 }, { meter: 'health', add: 1, direct: first }, { meter: 'health', set: 'floor(random() * 9)', direct: first }, { tell: 'hear' }, note,
  { raise: 'hit', values: { unit: first, player: 'active', amount: '2' } }, { raise: 'boost', values: { unit: first, amount: 'occurrence.amount', }, if: 'has(occurrence.unit)' },
  { raise: [{ type: 'boost', values: { unit: first, amount: '1' } }, { type: 'note', values: { unit: first, amount: '0' } }] }, { raise: 'swap', values: { unit: first, target: 'target' } }, { raise: 'roll', values: { unit: 'target' } },
  { raise: 'fall', values: { unit: 'target' } }, { point: 'note', at: 'before', values: { unit: first, amount: '3' } }, { point: 'note', at: 'when', values: { unit: 'target' } },
  { add: 'vow', self: first, controller: firstSide }, { add: 'grudge', self: 'target', controller: 'active' }, { pay: 'toll', paid: 'paid', values: { player: firstSide, amount: '2' } }, { destroy: true },
];
const actionsOn = (types: readonly string[]): readonly ActionSource[] => plainActions.map((action) => (types.some((type) => (withAmount as readonly string[]).includes(type)) ? action : withoutAmount(action)));

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
  sort: fc.constantFrom<AbilitySource['class']>('negate', 'prevent', 'substitute', 'trait', 'trait', 'trait', 'delayed', 'rulebook', 'reduction', 'reaction', 'reaction', 'reaction'),
  carrier: fc.constantFrom<Sketch['carrier']>('world', 'world', 'scout', 'both', 'unit', 'side'),
  own: fc.boolean(), at: fc.constantFrom<Sketch['at']>('before', 'when', 'after', undefined),
  types: fc.uniqueArray(fc.constantFrom(...withUnit), { minLength: 1, maxLength: 2 }),
  effects: fc.nat({ max: 20 }), condition: fc.nat({ max: 9 }), live: fc.boolean(), next: fc.boolean(), until: fc.constantFrom<Sketch['until']>('turn', 'game', undefined), first: fc.boolean(), optional: fc.boolean(),
  into: fc.nat({ max: 3 }), actions: fc.array(fc.nat({ max: plainActions.length - 1 }), { maxLength: 2 }), change: fc.constantFrom<Sketch['change']>('none', 'none', 'negate', 'adjust', 'retarget'),
});

const heardEffects: readonly Exclude<AbilitySource['on'], string>[] = [{ gains: 'health' }, { loses: 'health' }, { gains: 'strength' }, { destroys: 'unit' }, { crosses: { meter: 'health', value: '2', direction: 'down' } }, { phase: 'growth' }];
const intos: readonly NonNullable<AbilitySource['into']>[] = [{ type: 'note' }, { type: 'boost', values: { amount: '1' } }, { type: 'swap', values: { target: first } }, { type: 'roll' }];

function abilityOf(given: Sketch, name: string, carriedBy: Sketch['carrier'] = given.carrier): AbilitySource {
  const { sort, own, next, until, effects, condition, optional, change } = given;
  const isFirstStep = sort === 'negate' || sort === 'prevent' || sort === 'substitute';
  // Effects are listened to by what comes behind the first step, which has tests of its own.
  const heard = effects < heardEffects.length && !isFirstStep ? heardEffects[effects] : undefined;
  const { type: into } = intos[given.into];
  const types: readonly string[] = heard === undefined ? given.types.filter((type) => sort !== 'substitute' || type !== into) : [];
  const on = heard ?? (types.length === 0 ? ['fall'] : [...types]);
  const listened = Array.isArray(on) ? on as readonly string[] : [];
  const isObject = carriedBy !== 'world' && carriedBy !== 'created';
  const at = isFirstStep ? undefined : given.at;
  const isBefore = !isFirstStep && (at ?? (sort === 'reduction' ? 'before' : sort === 'delayed' ? 'when' : 'after')) === 'before';
  const isWould = at === 'when' && optional && sort !== 'reaction' && carriedBy !== 'created';
  const all = (types_: readonly string[]): boolean => listened.length > 0 && listened.every((type) => types_.includes(type));
  const changes: readonly ActionSource[] = change === 'negate' && isBefore ? [{ negate: true }]
    : change === 'adjust' && isBefore && all(withAmount) ? [{ adjust: -1 }]
      : change === 'retarget' && (isBefore || isWould) && all(withTarget) ? [{ retarget: first }] : [];
  const its = actionsOn(listened.length === 0 ? [] : all(withAmount) ? listened : []);
  const conditions = ['time >= 0', 'turn % 2 == 0', 'objects(unit).count() > 2', ...(listened.length > 0 ? ['was(occurrence.unit.health) > 2', 'occurrence.unit.strength >= 2'] : []), ...(all(withAmount) ? ['occurrence.amount > 1', 'occurrence.amount < 4'] : [])];
  const isOnUnits = carriedBy !== 'side' && isObject;
  return {
    name, class: sort, on,
    carrier: carriedBy === 'world' || carriedBy === 'created' ? carriedBy : carriedBy === 'scout' ? { class: 'scout' } : carriedBy === 'both' ? { class: ['scout', 'guard'] } : { kind: carriedBy },
    ...(isOnUnits && own && listened.length > 0 ? { own } : {}), ...(at === undefined ? {} : { at }), ...(condition < conditions.length ? { if: conditions[condition] } : {}), ...(isOnUnits && given.live ? { live: 'self.health > 1' } : {}),
    ...(isObject ? {} : { ...(next ? { next } : {}), ...(until === undefined ? {} : { until }) }),
    ...(given.first && condition > 6 ? { first: true } : {}), ...(optional && sort !== 'reaction' && carriedBy !== 'created' ? { optional } : {}), ...(carriedBy === 'world' ? { controller: firstSide } : {}),
    ...(sort === 'substitute' ? { into: intos[given.into] } : {}),
    do: [...changes, ...given.actions.map((action) => its[action])],
  };
}

const payer: AbilitySource = { name: 'purse', class: 'trait', carrier: { kind: 'side' }, on: { type: 'toll', where: 'occurrence.player == self' }, at: 'when', yields: 1, do: [{ tell: 'pays' }] };
const treasure: AbilitySource = { name: 'treasure', class: 'reaction', carrier: { kind: 'unit' }, on: 'toll', at: 'when', yields: 'self.strength', do: [{ meter: 'strength', add: -1, direct: 'source' }] };

const rage: ContinuousSource = { name: 'rage', carrier: { class: 'scout' }, while: 'self.health < 4', begin: [{ meter: 'strength', add: 5 }, { raise: 'note', values: { unit: 'target', amount: 1 } }], end: [{ meter: 'strength', add: -5 }] };
const calm: ContinuousSource = { name: 'calm', carrier: { kind: 'unit' }, while: 'self.strength < 3', begin: [{ tell: 'calm' }], end: [] };

export const randomPolicies: fc.Arbitrary<NonNullable<TimingSource['policy']>> = fc.record({
  grouping: fc.constantFrom<'merged' | 'perOccurrence'>('merged', 'merged', 'perOccurrence'), bornInStep: fc.boolean(), reactionToZero: fc.boolean(), depth: fc.constant(10), optionalLoop: fc.constantFrom<'break' | 'error'>('break', 'error'),
});

const heal: NonNullable<Given['rules']>[number] = { scope: { include: 'target == source' }, effects: [{ meter: 'health', add: 1 }] };
const wear: NonNullable<Given['rules']>[number] = { scope: { include: 'target == source' }, activation: 'turn % 2 == 1', effects: [{ meter: 'health', add: -2 }] };

/** Content with up to eight random abilities, two more that actions create, and two that pay. */
export const randomGiven: fc.Arbitrary<Given> = fc.record({
  world: fc.array(sketch, { minLength: 1, maxLength: 8 }), vow: sketch, grudge: sketch, policy: randomPolicies, isRaging: fc.boolean(), isCalm: fc.boolean(), wears: fc.boolean(), turns: fc.boolean(),
}).map(({ world, vow, grudge, policy, isRaging, isCalm, wears, turns }): Given => ({
  abilities: [...world.map((each, i) => abilityOf(each, `ability ${i}`)), abilityOf(vow, 'vow', 'created'), abilityOf(grudge, 'grudge', 'created'), payer, treasure],
  continuous: [...(isRaging ? [rage] : []), ...(isCalm ? [calm] : [])], policy, rules: wears ? [heal, wear] : [heal], turns,
}));

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
const occurs: fc.Arbitrary<Occurs> = fc.record({ type: fc.constantFrom<Occurs['type']>(...withUnit, ...withUnit, 'march', 'halt', 'dawn', 'dusk'), unit: place, other: place, side: place, amount: fc.integer({ min: -1, max: 4 }) });
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('raise' as const), occurs: fc.array(occurs, { minLength: 1, maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pass' as const), occurs, at: fc.constantFrom<'before' | 'when' | 'after'>('before', 'when', 'after') }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pay' as const), side: place, amount: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('set' as const), unit: place, health: fc.integer({ min: 0, max: 7 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('spawn' as const), side: place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('destroy' as const), unit: place }) },
  { weight: 1, arbitrary: fc.constant<Move>({ does: 'advance' }) },
  { weight: 2, arbitrary: fc.constant<Move>({ does: 'turn' }) },
);

export interface Game {
  readonly given: Given;
  readonly moves: readonly Move[];
  /** Places of the options that are taken, modulo how many there are; again from the first behind the last. */
  readonly picks: readonly number[];
}

export const randomGames: fc.Arbitrary<Game> = fc.record({ given: randomGiven, moves: fc.array(move, { minLength: 2, maxLength: 8 }), picks: fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 8 }) });

/** Limits under which content that goes on for ever is soon found out. */
export const tightLimits = { occurrencesPerRoot: 150 };

/** One call to a world, and what came of it. */
export interface Entry {
  readonly call: string;
  /** Makes the same call to another world. */
  readonly act: Act;
  /** It runs a turn: what happens in that is told behind it. */
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

/** Plays a game: makes the moves, and takes decisions by its picks. A decision that fails in all that it leads to ends it. */
export function playGame(world: World, { moves, picks, given }: Game, course: Course = {}): readonly Entry[] {
  const entries: Entry[] = [];
  let taken = 0;
  for (const each of moves) {
    const act = actOf(world, each, given.turns !== false);
    if (act === undefined) continue;
    const isTurn = each.does === 'turn';
    if (!record(world, entries, { call: each.does, act, isTurn }, course)) continue;
    while (world.optionCount > 0) {
      course.atDecision?.(entries.length);
      const option = picks[taken++ % picks.length] % world.optionCount;
      if (!record(world, entries, { call: `decide ${option}`, act: decides(option, isTurn), isTurn }, course)) return entries;
    }
  }
  return entries;
}

export type Act = (world: World, options: TriggerOptions) => unknown;

function decides(option: number, isTurn: boolean): Act {
  return (world, options) => world.decide(option, undefined, isTurn ? undefined : options);
}

/** Makes a call and notes what comes of it; false where it fails. */
export function record(world: World, entries: Entry[], { call, act, isTurn }: Pick<Entry, 'call' | 'act' | 'isTurn'>, { steps, atEvent }: Course = {}): boolean {
  const events: TriggerEvent[] = [];
  const listen = (event: TriggerEvent): void => {
    events.push(event);
    atEvent?.(entries.length, events.length);
  };
  const before = world.hash();
  const options: TriggerOptions = steps === undefined ? { listen } : { listen, steps };
  world.hear(listen);
  let is = 'done';
  try {
    let isDone = act(world, options);
    while (steps !== undefined && isDone === false) {
      const [hash, told] = [world.hash(), events.length];
      world.restore(world.snapshot());
      isDone = world.resume(options);
      // It waits for a decision.
      if (events.length === told && world.hash() === hash) break;
    }
    if (world.optionCount > 0) is = 'waits';
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    is = error.code;
  } finally {
    world.hear(undefined);
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
    return { unit: unit(given.unit), ...(type === 'hit' || type === 'fall' ? { player: side(given.side) } : {}), ...(type === 'hit' || type === 'swap' ? { target: unit(given.other) } : {}), ...((withAmount as readonly string[]).includes(type) ? { amount: given.amount } : {}) };
  };
  const optionOf = (one: Occurs): OccurrenceOption => ({ type: (one.type === 'dawn' || one.type === 'dusk') && !turns ? 'march' : one.type, values: (one.type === 'dawn' || one.type === 'dusk') && !turns ? { part: 'battle' } : valuesOf(one) });
  switch (each.does) {
    case 'raise': {
      const all = each.occurs.map(optionOf);
      return (to, options) => to.raiseAll(all, options);
    }
    case 'pass': {
      const { type, values } = optionOf(each.occurs);
      return (to, options) => to.pass(type, each.at, values, options);
    }
    case 'pay': {
      const player = side(each.side);
      return (to, options) => to.pay('toll', 'paid', { player, amount: each.amount }, options);
    }
    case 'advance': return (to, options) => to.advance(1, options);
    case 'turn': return (to) => { to.step(); };
    case 'spawn': {
      const owner = side(each.side);
      return (to) => { to.spawn({ class: 'scout', owner }); };
    }
    default: {
      const found = unit(each.unit);
      if (found === null) return undefined;
      return each.does === 'set' ? (to) => { to.set(found, 'health', each.health); } : (to) => { to.destroy(found); };
    }
  }
}
