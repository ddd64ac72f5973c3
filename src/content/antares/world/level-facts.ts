import { screens, zooms } from '../syntax.js';
import {
  boundBody,
  levelObject,
  otherBody,
  playerAt,
  wholePoint,
  type Cell,
  type LevelWorld,
  columnName,
  revive,
} from './open-level.js';
import { playerName, type LevelModel } from './level-model.js';
import { nearest256 } from '../level/units.js';
import { EdictError } from '../../../kernel/errors.js';
import { describe, isList } from '../../../kernel/given.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import { quoteText } from '../../diagnostics/quote.js';

/** What facts are said of. */
interface Stage {
  readonly world: LevelWorld;
  readonly model: LevelModel;
  readonly others: Map<string, number>;
}

/** What may be said under a name: `read` throws `bad-fact` for what cannot be, before anything is changed. */
interface Saying {
  read(fact: Fact, model: LevelModel): void;
  apply(stage: Stage, fact: Fact, of: number, seat: number): void;
}

/** Where a fact is said. `number`: of the initial or the seat. */
interface Place {
  readonly of: 'level' | 'initial' | 'player';
  readonly number: number;
  readonly saying: Saying;
}

/**
 * Throws `bad-fact` for a name that no fact of a level has and a value that it cannot have, also where there is nobody
 * of whom it could be. Nothing is changed.
 */
export function checkFact(model: LevelModel, name: string, value: FactValue): void {
  placeOf(model, name).saying.read({ name, value }, model);
}

/**
 * Replaces a fact of a level by what the host says, such as `initial.3.position` or `player.0.ships`. `others`: bodies
 * of no initial by the names that the host gave them (`x1`), which are made when they are first named; keep it for the
 * world. Returns false where there is nobody of whom the fact could be: a seat where nobody plays, an initial that is
 * not there. Throws `bad-fact` for a name that no fact has and a value that cannot be.
 */
export function applyFact(
  world: LevelWorld,
  model: LevelModel,
  name: string,
  value: FactValue,
  others: Map<string, number>,
): boolean {
  const stage = { world, model, others };
  const fact = { name, value };
  const { of, number, saying } = placeOf(model, name);
  if (of === 'initial') return applyToInitial(stage, fact, number, saying);
  const object = of === 'level' ? levelObject(world, model) : playerAt(world, model, number);
  if (object !== undefined) saying.apply(stage, fact, object, number);
  return object !== undefined;
}

function placeOf(model: LevelModel, name: string): Place {
  const [of, first = '', second] = name.split('.');
  if (of === 'ui' && second === undefined && Object.hasOwn(screenFacts, first))
    return { of: 'level', number: -1, saying: screenFacts[first] };
  const number = /^\d{1,9}$/.test(first) ? Number(first) : -1;
  const field = name.slice(of.length + first.length + 2);
  if (of === 'initial' && number >= 0 && number < model.level.initials.length && Object.hasOwn(initialFacts, field))
    return { of, number, saying: initialFacts[field] };
  if (of === 'player' && number >= 0 && number < model.roles.players.length && Object.hasOwn(playerFacts, field))
    return { of, number, saying: playerFacts[field] };
  throw unknownFact(name, knownFacts(model, number));
}

/** Names of facts, those of initials and players with a number. */
function knownFacts({ level, roles }: LevelModel, number: number): readonly string[] {
  const named = (of: string, count: number, facts: object): readonly string[] =>
    count === 0
      ? []
      : Object.keys(facts).map((fact) => `${of}.${String(number >= 0 && number < count ? number : 0)}.${fact}`);
  return [
    ...named('initial', level.initials.length, initialFacts),
    ...named('player', roles.players.length, playerFacts),
    ...Object.keys(screenFacts).map((fact) => `ui.${fact}`),
  ];
}

/** One that is not there may only come into being. */
function applyToInitial(stage: Stage, fact: Fact, number: number, saying: Saying): boolean {
  const { world, model } = stage;
  if (saying === initialFacts.exists && booleanIn(fact)) {
    revive(world, model, number);
    return true;
  }
  const body = boundBody(world, model, number);
  if (body !== null) saying.apply(stage, fact, body, number);
  return body !== null;
}

const initialFacts: Readonly<Record<string, Saying>> = {
  exists: saying(booleanIn, (stage, _exists, body) => {
    put(stage, body, stage.model.columns.inUse, false);
  }),
  owner: saying(
    (fact) => (fact.value === null ? -1 : wholeIn(fact)),
    ({ world, model }, seat, body) => {
      world.setOwner(body, playerAt(world, model, seat) ?? null);
    },
  ),
  position: saying(pairIn, ({ world }, point, body) => {
    world.move(body, wholePoint(point));
  }),
  velocity: saying(velocityIn, (stage, [x, y], body) => {
    put(stage, body, stage.model.columns.velocityX, x);
    put(stage, body, stage.model.columns.velocityY, y);
  }),
  health: saying(numberIn, (stage, health, body) => {
    put(stage, body, stage.model.columns.health, health);
  }),
  maxHealth: saying(numberIn, (stage, health, body) => {
    put(stage, body, stage.model.columns.maxHealth, health);
  }),
  dest: saying(bodyIn, (stage, named, body) => {
    put(stage, body, stage.model.columns.destination, bodyOf(stage, named));
  }),
};

const playerFacts: Readonly<Record<string, Saying>> = {
  cash: saying(wholeIn, (stage, cash, player) => {
    put(stage, player, stage.model.columns.cash, cash);
  }),
  ships: saying(wholeIn, (stage, ships, player) => {
    put(stage, player, stage.model.columns.ships, ships);
  }),
  score: saying(
    (fact, { columns }) => wholesIn(fact, columns.scores.length),
    (stage, numbers, player) => {
      for (const [which, column] of stage.model.columns.scores.entries()) put(stage, player, column, numbers[which]);
    },
  ),
  autopilot: saying(booleanIn, (stage, isOn, player) => {
    put(stage, player, stage.model.columns.autopilot, isOn);
  }),
  building: saying(
    (fact) => (fact.value === null ? null : booleanIn(fact)),
    (stage, isBuilding, player, seat) => {
      const { columns } = stage.model;
      put(stage, player, columns.building, isBuilding === true);
      put(stage, player, columns.buildAt, isBuilding === null ? null : buildObject(stage, player, seat));
    },
  ),
  flagship: saying(bodyIn, (stage, named, player) => {
    put(stage, player, stage.model.columns.flagship, bodyOf(stage, named, player));
  }),
  control: saying(bodyIn, (stage, named, player) => {
    put(stage, player, stage.model.columns.control, bodyOf(stage, named, player));
  }),
  target: saying(bodyIn, (stage, named, player) => {
    put(stage, player, stage.model.columns.target, bodyOf(stage, named));
  }),
};

const screenFacts: Readonly<Record<string, Saying>> = {
  screen: saying(
    (fact) => wordIn(fact, screens),
    (stage, screen, level) => {
      put(stage, level, stage.model.columns.screen, screen);
    },
  ),
  line: saying(wholeIn, (stage, line, level) => {
    put(stage, level, stage.model.columns.line, line);
  }),
  zoom: saying(
    (fact) => wordIn(fact, zooms),
    (stage, zoom, level) => {
      put(stage, level, stage.model.columns.zoom, zoom);
    },
  ),
  message: saying(
    (fact) => (fact.value === null ? null : wholePairIn(fact)),
    (stage, message, level) => {
      const { columns } = stage.model;
      const [id, page] = message ?? [0, 0];
      put(stage, level, columns.hasMessage, message !== null);
      put(stage, level, columns.messageId, id);
      put(stage, level, columns.messagePage, page);
    },
  ),
};

function saying<Said>(
  read: (fact: Fact, model: LevelModel) => Said,
  put: (stage: Stage, said: Said, of: number, seat: number) => void,
): Saying {
  return {
    read,
    apply: (stage, fact, of, seat) => {
      put(stage, read(fact, stage.model), of, seat);
    },
  };
}

function put({ world, model }: Stage, object: number, column: number, value: Cell): void {
  world.set(object, columnName(model, column), value);
}

/** Rounded to 1/256. */
function velocityIn(fact: Fact): readonly [number, number] {
  const [x, y] = pairIn(fact);
  const velocity = [nearest256(x), nearest256(y)] as const;
  if (velocity.every(Number.isFinite)) return velocity;
  throw misfit(fact.name, fact.value, 'a velocity of which 256 times as much is a number');
}

/** A body as it is named: the number of an initial, another name that begins with x, or nobody. */
type NamedBody = number | string | null;

function bodyIn({ name, value }: Fact, { level: { initials } }: LevelModel): NamedBody {
  if (value === null) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < initials.length) return value;
  if (typeof value === 'string' && value.startsWith('x')) return value;
  throw misfit(
    name,
    value,
    `the number of one of ${String(initials.length)} initials, the name of another body such as "x1", or null`,
  );
}

/** `owner`: whose a body of no initial is then, since no other fact says so. */
function bodyOf({ world, model, others }: Stage, named: NamedBody, owner?: number): number | null {
  if (named === null) return null;
  if (typeof named === 'number') return boundBody(world, model, named);
  const body = otherBody(world, model, named, others);
  if (owner !== undefined) world.setOwner(body, owner);
  return body;
}

/** What a player builds at: what it has for that, else one of which no more is known. */
function buildObject({ world, model, others }: Stage, player: number, seat: number): number {
  const { columns } = model;
  const present = world.get(player, columnName(model, columns.buildAt));
  if (
    typeof present === 'number' &&
    world.get(present, columnName(model, columns.inUse)) === true &&
    world.ownersOf(present).includes(player)
  )
    return present;
  const body = otherBody(world, model, `build object of ${playerName(seat)}`, others);
  world.setOwner(body, player);
  return body;
}

/** What a host says of a fact. */
export type FactValue = Cell | readonly Cell[];

/** What is said, and under which name. */
interface Fact {
  readonly name: string;
  readonly value: FactValue;
}

function numberIn({ name, value }: Fact): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw misfit(name, value, 'a finite number');
}

/** A whole number, and none that stands for several. */
function wholeIn({ name, value }: Fact): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw misfit(name, value, 'a whole number between -2^53 and 2^53');
}

function booleanIn({ name, value }: Fact): boolean {
  if (typeof value === 'boolean') return value;
  throw misfit(name, value, 'true or false');
}

/** One of some words. */
function wordIn({ name, value }: Fact, words: readonly string[]): string {
  if (typeof value === 'string' && words.includes(value)) return value;
  throw misfit(name, value, `one of ${words.join(', ')}`);
}

/** A list of just so many numbers. */
function numbersIn({ name, value }: Fact, count: number): readonly number[] {
  const numbers = Array.isArray(value)
    ? value.filter((item): item is number => typeof item === 'number' && Number.isFinite(item))
    : [];
  if (Array.isArray(value) && value.length === count && numbers.length === count) return numbers;
  throw misfit(name, value, `a list of ${String(count)} finite numbers`);
}

/** A list of just so many whole numbers that fit in 32 bits. */
function wholesIn(fact: Fact, count: number): readonly number[] {
  const numbers = numbersIn(fact, count);
  if (numbers.every((value) => (value | 0) === value)) return numbers;
  throw misfit(fact.name, fact.value, `a list of ${String(count)} whole numbers from -2147483648 to 2147483647`);
}

function pairIn(fact: Fact): readonly [number, number] {
  const [first = 0, second = 0] = numbersIn(fact, 2);
  return [first, second];
}

/** Two whole numbers, none of which stands for several. */
function wholePairIn(fact: Fact): readonly [number, number] {
  const pair = pairIn(fact);
  if (pair.every(Number.isSafeInteger)) return pair;
  throw misfit(fact.name, fact.value, 'a list of 2 whole numbers between -2^53 and 2^53');
}

function misfit(name: string, value: FactValue, expected: string): EdictError {
  return new EdictError('bad-fact', `the fact ${quoteText(name)} cannot be ${shown(value)}; give ${expected}`, name);
}

const mostShown = 8;

function shown(value: FactValue): string {
  if (!isList(value)) return describe(value);
  return `[${[...value.slice(0, mostShown).map(describe), ...(value.length > mostShown ? ['…'] : [])].join(',')}]`;
}

/** An error about a name that no fact has. */
function unknownFact(name: string, known: readonly string[]): EdictError {
  const near = nearestName(name, known);
  return new EdictError(
    'bad-fact',
    `there is no fact ${quoteText(name)}; ${near === undefined ? `facts are ${known.join(', ')}` : `did you mean ${quoteText(near)}?`}`,
    name,
  );
}
