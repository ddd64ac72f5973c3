import type { Column, ColumnType, Storage } from '../../../model/model.js';
import { zooms, screens } from '../syntax.js';
import type { LevelModel } from './level-model.js';

/** Kinds of the objects of a level, by index. */
export const kinds: LevelModel['kinds'] = Object.freeze({ level: 1, player: 2, body: 3 });

/** Enumerations of a level, by index. */
export const enumerations = Object.freeze({ screens: 0, zooms: 1, attributes: 2, tags: 3, keys: 4 });

interface Shape {
  readonly kind: keyof LevelModel['kinds'];
  readonly type?: ColumnType;
  readonly storage?: Storage;
  readonly initial?: number;
}

const flag = { type: { name: 'boolean' }, storage: 'u8' } as const;
const entity = { type: { name: 'entity' }, storage: 'f64' } as const;
/** Whole, held within 32 bits. */
const whole = { storage: 'i32' } as const;

/** What is true of bodies, players and the level. `seats`: places for players, taken or not. */
export function createColumns(seats: number): {
  readonly columns: readonly Column[];
  readonly known: LevelModel['columns'];
} {
  const columns: Column[] = [];
  const add = (name: string, shape: Shape): number => {
    columns.push(columnOf(columns.length, name, shape));
    return columns.length - 1;
  };
  const body = (name: string, shape: Partial<Shape> = {}): number => add(name, { kind: 'body', ...shape });
  const player = (name: string, shape: Partial<Shape> = {}): number => add(name, { kind: 'player', ...shape });
  const level = (name: string, shape: Partial<Shape> = {}): number => add(name, { kind: 'level', ...shape });
  const known: LevelModel['columns'] = {
    inUse: body('inUse', { ...flag, initial: 1 }),
    initial: body('initial', whole),
    // A body of no base has no end of health.
    health: body('health', { initial: -1 }),
    maxHealth: body('maxHealth', { initial: -1 }),
    maxSpeed: body('maxSpeed'),
    velocityX: body('velocityX'),
    velocityY: body('velocityY'),
    facing: body('facing'),
    destination: body('destination', entity),
    cloaked: body('cloaked', flag),
    weaponTarget: body('weaponTarget', entity),
    fullCount: body('fullCount'),
    occupiable: body('occupiable', flag),
    // A body of no base goes like others.
    dies: body('dies', { ...flag, initial: 1 }),
    builds: body('builds', flag),
    occupation: Array.from({ length: seats }, (_, seat) => body(`occupation ${String(seat)}`, whole)),
    human: player('human', flag),
    cash: player('cash'),
    scores: [player('score 0', whole), player('score 1', whole), player('score 2', whole)],
    ships: player('ships'),
    autopilot: player('autopilot', flag),
    building: player('building', flag),
    flagship: player('flagship', entity),
    control: player('control', entity),
    target: player('target', entity),
    buildAt: player('buildAt', entity),
    zoom: level('zoom', {
      type: { name: 'enumeration', index: enumerations.zooms },
      storage: 'u8',
      initial: 1 + zooms.indexOf('foe'),
    }),
    screen: level('screen', {
      type: { name: 'enumeration', index: enumerations.screens },
      storage: 'u8',
      initial: 1 + screens.indexOf('main'),
    }),
    line: level('line'),
    hasMessage: level('hasMessage', flag),
    messageId: level('messageId'),
    messagePage: level('messagePage'),
    winner: level('winner', entity),
    over: level('over'),
    isOver: level('isOver', flag),
  };
  return { columns, known };
}

function columnOf(
  index: number,
  name: string,
  { kind, type = { name: 'number' }, storage = 'f64', initial = 0 }: Shape,
): Column {
  const has = new Uint8Array(Object.keys(kinds).length + 1);
  has[kinds[kind]] = 1;
  return Object.freeze({
    index,
    name,
    role: 'property',
    type,
    storage,
    initial,
    integer: type.name === 'number' && storage === 'i32',
    minimum: -Infinity,
    maximum: Infinity,
    reset: false,
    cap: -1,
    kinds: has,
  });
}
