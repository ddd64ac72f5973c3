import type { Outcome, Standing } from './document.js';
import { controlOf, flagshipOf, hasBuildObject, inUse } from './references.js';
import type { Body, Stage } from './stage.js';

/** How bodies, players and the screen stand, of what is in use. */
export function standingOf(stage: Stage): Standing {
  const { zoom, screen, line, message } = stage;
  return {
    bodies: stage.slots.map((body) =>
      inUse(body) === undefined || body === undefined
        ? null
        : bodyStanding(body, stage.players.filter(({ isActive }) => isActive).length),
    ),
    players: stage.players.flatMap((player, seat) =>
      player.isActive
        ? [
            {
              flagship: numberOf(inUse(flagshipOf(stage, seat))),
              control: numberOf(controlOf(stage, seat)),
              target: numberOf(inUse(player.target)),
              ships: player.ships,
              autopilot: player.autopilot,
              building: hasBuildObject(stage, seat) ? player.building : null,
            },
          ]
        : [],
    ),
    screen: { zoom, screen, line, message: message ?? null },
  };
}

function bodyStanding(body: Body, players: number): Outcome['standing']['bodies'][number] {
  const {
    from,
    owner,
    place,
    velocity: [x, y],
    health,
    maxHealth,
    maxSpeed,
    attributes,
    destination,
  } = body;
  // A sum has no negative zero.
  return {
    from,
    owner,
    place,
    velocity: [x + 0, y + 0],
    health,
    maxHealth,
    maxSpeed,
    attributes: [...attributes].sort(),
    destination: numberOf(inUse(destination)),
    occupation: Array.from({ length: players }, (_, seat) => body.occupation.get(seat) ?? 0),
  };
}

function numberOf(body: Body | undefined): number {
  return body?.from ?? -1;
}
