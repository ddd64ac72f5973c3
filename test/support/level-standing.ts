import { boundBody, levelObject, playerAt } from '../../src/content/antares/world/open-level.js';
import type { LevelSession } from '../../src/content/antares/turn/level-session.js';
import type { Pair, Standing } from './level-oracle/document.js';

/** How a level stands, read from its world; see `Standing`. */
export function standingOfSession(session: LevelSession): Standing {
  const { model } = session;
  return {
    bodies: model.level.initials.map((_initial, number) =>
      bodyStanding(session, present(session, boundBody(session.world, model, number))),
    ),
    players: model.level.players.map((_player, seat) => playerStanding(session, seat)),
    screen: screenStanding(session),
  };
}

function bodyStanding(session: LevelSession, body: number | null): Standing['bodies'][number] {
  if (body === null) return null;
  const {
    world,
    model: { columns, holdings, model },
  } = session;
  const number = reader(session, body);
  const position = world.positionOf(body);
  return {
    from: number(columns.initial) - 1,
    owner: seatOf(session, body),
    place: [position?.x ?? NaN, position?.y ?? NaN],
    velocity: [256 * number(columns.velocityX), 256 * number(columns.velocityY)],
    health: number(columns.health),
    maxHealth: number(columns.maxHealth),
    maxSpeed: 256 * number(columns.maxSpeed),
    attributes: [...world.relations.wordsOf(body, model.holdings[holdings.attributes].name)].sort(),
    destination: numberOf(session, bodyIn(session, body, columns.destination)),
    occupation: session.model.level.players.map((_player, seat) => number(columns.occupation[seat])),
  };
}

function playerStanding(session: LevelSession, seat: number): Standing['players'][number] {
  const {
    world,
    model: { columns },
  } = session;
  const player = playerAt(world, session.model, seat) ?? 0;
  const own = (column: number): number | null => {
    const body = bodyIn(session, player, column);
    return body !== null && world.ownersOf(body).some((owner) => owner === player) ? body : null;
  };
  return {
    flagship: numberOf(session, bodyIn(session, player, columns.flagship)),
    control: numberOf(session, own(columns.control)),
    target: numberOf(session, bodyIn(session, player, columns.target)),
    ships: reader(session, player)(columns.ships),
    autopilot: reader(session, player)(columns.autopilot) === 1,
    building: own(columns.buildAt) === null ? null : reader(session, player)(columns.building) === 1,
  };
}

function screenStanding({ world, model }: LevelSession): Standing['screen'] {
  const { columns } = model;
  const whole = levelObject(world, model);
  const read = (column: number): unknown => world.get(whole, model.model.columns[column].name);
  const message: Pair = [Number(read(columns.messageId)), Number(read(columns.messagePage))];
  return {
    zoom: String(read(columns.zoom)),
    screen: String(read(columns.screen)),
    line: Number(read(columns.line)),
    message: read(columns.hasMessage) === true ? message : null,
  };
}

function reader({ world, model }: LevelSession, object: number): (column: number) => number {
  return (column) => Number(world.get(object, model.model.columns[column].name));
}

function bodyIn(session: LevelSession, object: number, column: number): number | null {
  const body = session.world.get(object, session.model.model.columns[column].name);
  return typeof body === 'number' ? present(session, body) : null;
}

function present(session: LevelSession, body: number | null): number | null {
  const { world, model } = session;
  return body !== null && world.isLive(body) && world.get(body, model.model.columns[model.columns.inUse].name) === true
    ? body
    : null;
}

function numberOf(session: LevelSession, body: number | null): number {
  return body === null ? -1 : reader(session, body)(session.model.columns.initial) - 1;
}

function seatOf({ world, model }: LevelSession, body: number): number {
  const [owner] = world.ownersOf(body);
  return model.level.players.findIndex((_player, seat) => playerAt(world, model, seat) === owner);
}
