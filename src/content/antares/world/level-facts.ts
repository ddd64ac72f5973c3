import type { World } from '../../../world/api.js';
import { EdictError } from '../../../kernel/errors.js';
import { describe, isList } from '../../../kernel/given.js';
import { didYouMean } from '../../text/nearest-name.js';
import { quoteText } from '../../text/quote.js';
import { nearest256 } from '../level/level-units.js';
import { screens, zooms } from '../syntax.js';
import { playerName, type ColumnKey, type LevelModel } from './level-model.js';
import { boundBody, levelObject, otherBody, playerAt, revive, wholePoint, type Cell } from './open-level.js';

export type FactValue = Cell | readonly Cell[];

interface Fact {
  readonly name: string;
  readonly value: FactValue;
}

interface Stage {
  readonly world: World;
  readonly model: LevelModel;
  readonly others: Map<string, number>;
}

interface Saying {
  read(fact: Fact, model: LevelModel): void;
  apply(stage: Stage, fact: Fact, of: number, seat: number): void;
}

interface Place {
  readonly of: 'ui' | 'initial' | 'player';
  readonly number: number;
  readonly saying: Saying;
}

/** Throws `bad-fact`, even if applying the fact would do nothing. */
export function checkFact(model: LevelModel, name: string, value: FactValue): void {
  placeOf(model, name).saying.read({ name, value }, model);
}

/**
 * Sets a fact, such as `initial.3.position`. `others`: bodies without an initial, by the host's names (`x1`), made when
 * first named; keep the map with the world. False if nobody has the fact: an empty seat, or a missing initial. Throws
 * as `checkFact`.
 */
export function applyFact(
  world: World,
  model: LevelModel,
  name: string,
  value: FactValue,
  others: Map<string, number>,
): boolean {
  const stage = { world, model, others };
  const fact = { name, value };
  const { of, number, saying } = placeOf(model, name);
  // The only fact that a missing initial has.
  if (saying === facts.initial.exists && isTrue(fact)) {
    revive(world, model, number);
    return true;
  }
  const object =
    of === 'ui'
      ? levelObject(world, model)
      : of === 'initial'
        ? boundBody(world, model, number)
        : playerAt(world, model, number);
  if (object === null || object === undefined) return false;
  saying.apply(stage, fact, object, number);
  return true;
}

function placeOf(model: LevelModel, name: string): Place {
  const [of, first = '', second] = name.split('.');
  if (of === 'ui' && second === undefined && Object.hasOwn(facts.ui, first))
    return { of, number: -1, saying: facts.ui[first] };
  const number = /^\d{1,9}$/.test(first) ? Number(first) : -1;
  const field = name.slice(of.length + first.length + 2);
  if (
    (of === 'initial' || of === 'player') &&
    number >= 0 &&
    number < countOf(model, of) &&
    Object.hasOwn(facts[of], field)
  )
    return { of, number, saying: facts[of][field] };
  const known = knownFacts(model, number);
  const meant = didYouMean(name, known) ?? `facts are ${known.join(', ')}`;
  throw new EdictError('bad-fact', `there is no fact ${quoteText(name)}; ${meant}`, name);
}

function countOf({ level, roles }: LevelModel, of: 'initial' | 'player'): number {
  return of === 'initial' ? level.initials.length : roles.players.length;
}

function knownFacts(model: LevelModel, number: number): readonly string[] {
  const named = (['initial', 'player'] as const).flatMap((of) => {
    const count = countOf(model, of);
    const shown = number >= 0 && number < count ? number : 0;
    return count === 0 ? [] : Object.keys(facts[of]).map((fact) => `${of}.${shown}.${fact}`);
  });
  return [...named, ...Object.keys(facts.ui).map((fact) => `ui.${fact}`)];
}

const isTrue = reader('true or false', (value) => typeof value === 'boolean');

const isNumber = (value: FactValue): value is number => Number.isFinite(value);
const numberIn = reader('a finite number', isNumber);

const exact = 'between -2^53 and 2^53';
const wholeIn = reader(`a whole number ${exact}`, (value): value is number => Number.isSafeInteger(value));

const facts: Readonly<Record<Place['of'], Readonly<Record<string, Saying>>>> = {
  initial: {
    exists: saying(isTrue, ({ world }, _exists, body) => world.set(body, 'inUse', false)),
    owner: saying(
      (fact) => orNull(wholeIn, fact) ?? -1,
      ({ world, model }, seat, body) => world.setOwner(body, playerAt(world, model, seat) ?? null),
    ),
    position: saying(
      (fact) => pairIn(fact),
      ({ world }, point, body) => world.move(body, wholePoint(point)),
    ),
    velocity: saying(velocityIn, ({ world }, [x, y], body) => {
      world.set(body, 'velocityX', x);
      world.set(body, 'velocityY', y);
    }),
    health: cell(numberIn, 'health'),
    maxHealth: cell(numberIn, 'maxHealth'),
    dest: body('destination'),
  },
  player: {
    cash: cell(wholeIn, 'cash'),
    ships: cell(wholeIn, 'ships'),
    score: saying(
      (fact, { columns }) =>
        listIn(fact, columns.scores.length, 'from -2147483648 to 2147483647', (value) => (value | 0) === value),
      ({ world }, numbers, player) => {
        for (const [which, number] of numbers.entries()) world.set(player, `score ${which}`, number);
      },
    ),
    autopilot: cell(isTrue, 'autopilot'),
    building: saying(
      (fact) => orNull(isTrue, fact),
      (stage, isBuilding, player, seat) => {
        stage.world.set(player, 'building', isBuilding === true);
        stage.world.set(player, 'buildAt', isBuilding === null ? null : buildObject(stage, player, seat));
      },
    ),
    flagship: body('flagship', 'own'),
    control: body('control', 'own'),
    target: body('target'),
  },
  ui: {
    screen: cell(oneOf(screens), 'screen'),
    line: cell(wholeIn, 'line'),
    zoom: cell(oneOf(zooms), 'zoom'),
    message: saying(
      (fact) => orNull((given) => pairIn(given, exact, Number.isSafeInteger), fact),
      ({ world }, message, level) => {
        const [id, page] = message ?? [0, 0];
        world.set(level, 'hasMessage', message !== null);
        world.set(level, 'messageId', id);
        world.set(level, 'messagePage', page);
      },
    ),
  },
};

function saying<Said>(
  read: (fact: Fact, model: LevelModel) => Said,
  put: (stage: Stage, said: Said, of: number, seat: number) => void,
): Saying {
  return {
    read,
    apply: (stage, fact, of, seat) => put(stage, read(fact, stage.model), of, seat),
  };
}

function cell(read: (fact: Fact) => Cell, column: ColumnKey): Saying {
  return saying(read, ({ world }, value, of) => world.set(of, column, value));
}

function reader<Said extends Cell>(expected: string, is: (value: FactValue) => value is Said): (fact: Fact) => Said {
  return (fact) => {
    if (is(fact.value)) return fact.value;
    throw misfit(fact, expected);
  };
}

function oneOf(words: readonly string[]): (fact: Fact) => string {
  return reader(
    `one of ${words.join(', ')}`,
    (value): value is string => typeof value === 'string' && words.includes(value),
  );
}

function orNull<Said>(read: (fact: Fact) => Said, fact: Fact): Said | null {
  return fact.value === null ? null : read(fact);
}

function listIn(fact: Fact, count: number, expected: string, is: (value: number) => boolean): readonly number[] {
  const { value } = fact;
  if (!isList(value) || value.length !== count || !value.every(isNumber))
    throw misfit(fact, `a list of ${count} finite numbers`);
  if (value.every(is)) return value;
  throw misfit(fact, `a list of ${count} whole numbers ${expected}`);
}

function pairIn(fact: Fact, expected = '', is: (value: number) => boolean = isNumber): readonly [number, number] {
  const [first = 0, second = 0] = listIn(fact, 2, expected, is);
  return [first, second];
}

function velocityIn(fact: Fact): readonly [number, number] {
  const [x, y] = pairIn(fact);
  const velocity = [nearest256(x), nearest256(y)] as const;
  if (velocity.every(Number.isFinite)) return velocity;
  throw misfit(fact, 'a velocity of which 256 times as much is a number');
}

function misfit({ name, value }: Fact, expected: string): EdictError {
  return new EdictError('bad-fact', `the fact ${quoteText(name)} cannot be ${shown(value)}; give ${expected}`, name);
}

const mostShown = 8;

function shown(value: FactValue): string {
  if (!isList(value)) return describe(value);
  return `[${[...value.slice(0, mostShown).map(describe), ...(value.length > mostShown ? ['…'] : [])].join(',')}]`;
}

type NamedBody = number | string | null;

function bodyIn(fact: Fact, { level: { initials } }: LevelModel): NamedBody {
  const { value } = fact;
  if (value === null) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < initials.length) return value;
  if (typeof value === 'string' && value.startsWith('x')) return value;
  throw misfit(
    fact,
    `the number of one of ${initials.length} initials, the name of another body such as "x1", or null`,
  );
}

/** `own`: a body without an initial becomes the player's, because no other fact does that. */
function body(column: ColumnKey, whose?: 'own'): Saying {
  return saying(bodyIn, ({ world, model, others }, named, of) => {
    const body =
      typeof named === 'number'
        ? boundBody(world, model, named)
        : named === null
          ? null
          : otherBody(world, named, others);
    if (typeof named === 'string' && body !== null && whose === 'own') world.setOwner(body, of);
    world.set(of, column, body);
  });
}

/** The player's build object, else a new body. */
function buildObject({ world, others }: Stage, player: number, seat: number): number {
  const present = world.get(player, 'buildAt');
  if (
    typeof present === 'number' &&
    world.get(present, 'inUse') === true &&
    world.ownersOf(present).some((owner) => owner === player)
  )
    return present;
  const body = otherBody(world, `build object of ${playerName(seat)}`, others);
  world.setOwner(body, player);
  return body;
}
