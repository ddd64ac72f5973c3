import { screens, zooms } from '../syntax.js';
import { boundBody, levelObject, otherBody, playerAt, wholePoint } from './bodies.js';
import { playerName } from './create-level-model.js';
import { type Fact, type FactValue, booleanIn, misfit, numberIn, numbersIn, pairIn, unknownFact, wordIn } from './fact-values.js';
import { nearest256 } from './fixed.js';
import type { LevelModel } from './level-model.js';
import { type Cell, type LevelWorld, columnName } from './level-world.js';
import { revive } from './open-level.js';

/** What facts are said of. */
interface Stage {
  readonly world: LevelWorld;
  readonly model: LevelModel;
  readonly others: Map<string, number>;
}

/**
 * Replaces a fact of a level by what the host says, such as `initial.3.position` or `player.0.ships`. `others`: bodies of no initial by the names that the host gave them (`x1`), which are made when they are first named; keep
 * it for the world. Returns false where there is nobody of whom the fact could be: a seat where nobody plays, an initial that is not there. Throws `bad-fact` for a name that no fact has and a value that cannot be.
 */
export function applyFact(world: LevelWorld, model: LevelModel, name: string, value: FactValue, others: Map<string, number>): boolean {
  const stage = { world, model, others };
  const fact = { name, value };
  const [of, first = '', second] = name.split('.');
  if (of === 'ui' && second === undefined && Object.hasOwn(screenFacts, first)) {
    screenFacts[first](stage, fact);
    return true;
  }
  const number = /^\d{1,9}$/.test(first) ? Number(first) : -1;
  const field = name.slice(of.length + first.length + 2);
  if (of === 'initial' && number >= 0 && number < model.level.initials.length && Object.hasOwn(initialFacts, field)) return applyToInitial(stage, fact, number, initialFacts[field]);
  if (of === 'player' && number >= 0 && number < model.roles.players.length && Object.hasOwn(playerFacts, field)) {
    const player = playerAt(world, model, number);
    if (player === undefined) return false;
    playerFacts[field](stage, fact, player, number);
    return true;
  }
  throw unknownFact(name, knownFacts(model, number));
}

/** Names of facts, those of initials and players with a number. */
function knownFacts({ level, roles }: LevelModel, number: number): readonly string[] {
  const named = (of: string, count: number, facts: object): readonly string[] => (count === 0 ? [] : Object.keys(facts).map((fact) => `${of}.${String(number >= 0 && number < count ? number : 0)}.${fact}`));
  return [...named('initial', level.initials.length, initialFacts), ...named('player', roles.players.length, playerFacts), ...Object.keys(screenFacts).map((fact) => `ui.${fact}`)];
}

/** One that is not there may only come into being. */
function applyToInitial(stage: Stage, fact: Fact, number: number, apply: (typeof initialFacts)[string]): boolean {
  const { world, model } = stage;
  if (apply === initialFacts.exists && booleanIn(fact)) {
    revive(world, model, number);
    return true;
  }
  const body = boundBody(world, model, number);
  if (body !== null) apply(stage, fact, body);
  return body !== null;
}

const initialFacts: Readonly<Record<string, (stage: Stage, fact: Fact, body: number) => void>> = {
  exists: (stage, _fact, body) => { put(stage, body, stage.model.columns.inUse, false); },
  owner({ world, model }, fact, body) {
    const seat = fact.value === null ? -1 : numberIn(fact);
    world.setOwner(body, playerAt(world, model, seat) ?? null);
  },
  position: ({ world }, fact, body) => { world.move(body, wholePoint(pairIn(fact))); },
  velocity(stage, fact, body) {
    const [x, y] = pairIn(fact);
    put(stage, body, stage.model.columns.velocityX, nearest256(x));
    put(stage, body, stage.model.columns.velocityY, nearest256(y));
  },
  health: (stage, fact, body) => { put(stage, body, stage.model.columns.health, numberIn(fact)); },
  maxHealth: (stage, fact, body) => { put(stage, body, stage.model.columns.maxHealth, numberIn(fact)); },
  dest: (stage, fact, body) => { put(stage, body, stage.model.columns.destination, bodyIn(stage, fact, undefined)); },
};

const playerFacts: Readonly<Record<string, (stage: Stage, fact: Fact, player: number, seat: number) => void>> = {
  cash: (stage, fact, player) => { put(stage, player, stage.model.columns.cash, numberIn(fact)); },
  ships: (stage, fact, player) => { put(stage, player, stage.model.columns.ships, numberIn(fact)); },
  score(stage, fact, player) {
    const { scores } = stage.model.columns;
    const numbers = numbersIn(fact, scores.length);
    for (const [which, column] of scores.entries()) put(stage, player, column, numbers[which]);
  },
  autopilot: (stage, fact, player) => { put(stage, player, stage.model.columns.autopilot, booleanIn(fact)); },
  building(stage, fact, player, seat) {
    const { columns } = stage.model;
    put(stage, player, columns.building, fact.value !== null && booleanIn(fact));
    put(stage, player, columns.buildAt, fact.value === null ? null : buildObject(stage, player, seat));
  },
  flagship: (stage, fact, player) => { put(stage, player, stage.model.columns.flagship, bodyIn(stage, fact, player)); },
  control: (stage, fact, player) => { put(stage, player, stage.model.columns.control, bodyIn(stage, fact, player)); },
  target: (stage, fact, player) => { put(stage, player, stage.model.columns.target, bodyIn(stage, fact, undefined)); },
};

const screenFacts: Readonly<Record<string, (stage: Stage, fact: Fact) => void>> = {
  screen: (stage, fact) => { putOnLevel(stage, stage.model.columns.screen, wordIn(fact, screens)); },
  line: (stage, fact) => { putOnLevel(stage, stage.model.columns.line, numberIn(fact)); },
  zoom: (stage, fact) => { putOnLevel(stage, stage.model.columns.zoom, wordIn(fact, zooms)); },
  message(stage, fact) {
    const { columns } = stage.model;
    const [id, page] = fact.value === null ? [0, 0] : pairIn(fact);
    putOnLevel(stage, columns.hasMessage, fact.value !== null);
    putOnLevel(stage, columns.messageId, id);
    putOnLevel(stage, columns.messagePage, page);
  },
};

function put({ world, model }: Stage, object: number, column: number, value: Cell): void {
  world.set(object, columnName(model, column), value);
}

function putOnLevel(stage: Stage, column: number, value: Cell): void {
  put(stage, levelObject(stage.world, stage.model), column, value);
}

/** An initial by its number, another body by a name that begins with x, or nobody. `owner`: whose another body is then, since no other fact says so. */
function bodyIn({ world, model, others }: Stage, { name, value }: Fact, owner: number | undefined): number | null {
  if (value === null) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < model.level.initials.length) return boundBody(world, model, value);
  if (typeof value !== 'string' || !value.startsWith('x')) throw misfit(name, value, `the number of one of ${String(model.level.initials.length)} initials, the name of another body such as "x1", or null`);
  const body = otherBody(world, model, value, others);
  if (owner !== undefined) world.setOwner(body, owner);
  return body;
}

/** What a player builds at: what it has for that, else one of which no more is known. */
function buildObject({ world, model, others }: Stage, player: number, seat: number): number {
  const { columns } = model;
  const present = world.get(player, columnName(model, columns.buildAt));
  if (typeof present === 'number' && world.get(present, columnName(model, columns.inUse)) === true && world.ownersOf(present).includes(player)) return present;
  const body = otherBody(world, model, `build object of ${playerName(seat)}`, others);
  world.setOwner(body, player);
  return body;
}
