import { boundBody, levelObject } from '../../../../src/content/antares/world/open-level.js';
import { playerName } from '../../../../src/content/antares/world/level-model.js';
import type { Policy } from '../../../../src/content/antares/syntax.js';
import { type LevelSession, openLevel } from '../../../../src/content/antares/turn/level-session.js';
import type { CellValue, ExecutorName } from '../../../../src/world/api.js';
import { type Plain, always, float, levelOf, loadPlain } from '../../../support/level-values.js';

/** Levels in which actions are tried, one list after the other, and looked at afterwards. */

/** A list of actions with its roles. */
export interface Script {
  readonly subject?: Plain;
  readonly direct?: Plain;
  readonly action: readonly Plain[];
}

export interface Sections {
  readonly [section: string]: Plain;
}

const ship = ['can_accept_destination', 'can_collide', 'can_engage', 'can_be_hit', 'hated'];
const place = ['is_destination', 'can_be_destination', 'can_accept_build'];

export const bases = {
  ship: { maxHealth: 1000, maxSpeed: float(5), attributes: ship, tags: { armed: true } },
  drone: { maxHealth: 400, maxSpeed: float(2), attributes: ['can_collide'], tags: { light: true } },
  rock: { maxHealth: 50, maxSpeed: float(0), attributes: [], tags: {}, die: false },
  depot: { maxHealth: 300, maxSpeed: float(0), destination: true, attributes: place, tags: {} },
  station: {
    maxHealth: 500,
    maxSpeed: float(0),
    destination: true,
    occupyCount: 5,
    attributes: [...place, 'hated', 'can_engage', 'can_be_hit', 'neutral_death'],
    tags: { station: true },
  },
} as const;

/**
 * 0 and 1 are ships of the players, 2 is a depot of the second one, 3 a station of theirs, 4 a rock of nobody, 5 a
 * hidden ship of the first one.
 */
export const initials: readonly { readonly [field: string]: Plain }[] = [
  { base: 'ship', owner: 0, position: [0, 0], flagship: true },
  { base: 'ship', owner: 1, position: [100, 200] },
  { base: 'depot', owner: 1, position: [3000, 0], build: ['ship'] },
  { base: 'station', owner: 1, position: [6000, 0] },
  { base: 'rock', position: [0, 900] },
  { base: 'ship', owner: 0, position: [70, 80], hidden: true, target: 2 },
];

export const by = (index: number): Plain => ({ initial: index });

export interface Stage {
  readonly session: LevelSession;
  /** What an initial stands for, also when it has been removed in this step. */
  body(number: number): number;
  /** A cell of an initial's body. */
  of(number: number, column: string): CellValue | undefined;
  player(seat: number, column: string): CellValue | undefined;
  /** The seat of the owner of an initial's body; -1: nobody. */
  owner(number: number): number;
  /** The number of the initial that a player's flagship, control, target or build object is; -1: nobody. */
  held(seat: number, column: string): number;
  level(column: string): CellValue | undefined;
  levelObject(): number;
  has(number: number, attribute: string): boolean;
  position(number: number): readonly [number, number];
  /** Types of the actions that were told, with their roles. */
  acts(): readonly string[];
}

/** Opens a level in which every script runs once at the first sweep, in their order. */
export function stageOf(
  scripts: readonly Script[],
  {
    policy = 'compat',
    executor,
    sections = {},
    conditions = [],
  }: {
    readonly policy?: Policy;
    readonly executor?: ExecutorName;
    readonly sections?: Sections;
    readonly conditions?: readonly Plain[];
  } = {},
): Stage {
  const all = [...scripts.map((script): Plain => ({ when: always, ...script })), ...conditions];
  const level = levelOf(loadPlain(all, policy, { bases, initials, ...sections }));
  const session = openLevel(level, policy, executor === undefined ? {} : { executor });
  const { world, model } = session;
  const seats = model.roles.players.map((_, seat) => world.find(playerName(seat)));
  const body = (number: number): number => boundBody(world, model, number) ?? 0;
  return {
    session,
    body,
    of: (number, column) => world.get(body(number), column),
    player: (seat, column) => world.get(seats[seat] ?? 0, column),
    owner: (number) => seats.findIndex((seat) => seat === (world.ownersOf(body(number)).at(0) ?? 0)),
    held(seat, column) {
      const handle = world.get(seats[seat] ?? 0, column);
      return handle === null ? -1 : level.initials.findIndex((_, number) => body(number) === handle);
    },
    level: (column) => world.get(levelObject(world, model), column),
    levelObject: () => levelObject(world, model),
    has: (number, attribute) => world.relations.hasWord(body(number), 'attributes', attribute),
    position(number) {
      const at = world.positionOf(body(number));
      return at === null ? [NaN, NaN] : [at.x, at.y];
    },
    acts: () =>
      session
        .result()
        .events.flatMap((event) => (event[0] === 'act' ? [`${event[2]} ${String(event[3])} ${String(event[4])}`] : [])),
  };
}

/** The same after the first sweep. */
export function played(scripts: readonly Script[], options: Parameters<typeof stageOf>[1] = {}): Stage {
  const stage = stageOf(scripts, options);
  stage.session.run(0);
  return stage;
}
