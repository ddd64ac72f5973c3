import { attributes, type Attribute, type Base, type Initial } from '../syntax.js';
import { actions } from './actions.js';
import { existingInitial, existingPlayerOrNobody } from './indices.js';
import { baseName, builtName } from './names.js';
import { bool, boolOr, coordinate, knownWord, number, number32, optional, speed } from './scalars.js';
import { field, items, members, refuseOthers, section, wrongType, type Field } from './section.js';
import { round256 } from './units.js';

const initialFields = [
  'base',
  'owner',
  'position',
  'hidden',
  'flagship',
  'target',
  'build',
  'velocity',
  'health',
  'earning',
];

/**
 * A body of the level. What is left out: nobody's, there from the start, no flagship, under way to nothing, builds
 * nothing, at rest, as sound as its base.
 */
export function initial(of: Field): Initial | undefined {
  const map = section(of);
  if (of.value?.type !== 'map') return undefined;
  refuseOthers(map, initialFields);
  // Only the host uses what it earns.
  optional(number, field(map, 'earning'));
  const owner = optional(existingPlayerOrNobody, field(map, 'owner'));
  return {
    at: of.at,
    base: baseName(field(map, 'base')),
    owner: owner === -1 ? undefined : owner,
    position: pair(coordinate, field(map, 'position')),
    hidden: boolOr(false, field(map, 'hidden')),
    flagship: boolOr(false, field(map, 'flagship')),
    target: optional(existingInitial, field(map, 'target')),
    build: items(field(map, 'build')).map(builtName),
    velocity: optional((velocity) => pair(step, velocity), field(map, 'velocity')) ?? [0, 0],
    health: optional(number, field(map, 'health')),
  };
}

/** Velocities are kept in steps of 1/256. */
function step(of: Field): number {
  return round256(speed(of)) / 256;
}

function pair(read: (of: Field) => number, of: Field): readonly [number, number] {
  if (of.value?.type === 'array' && of.value.items.length === 2) {
    const [x, y] = items(of).map(read);
    return [x, y];
  }
  wrongType(of, 'an array of two numbers');
  return [0, 0];
}

const baseFields = [
  'maxHealth',
  'maxSpeed',
  'destination',
  'occupyCount',
  'attributes',
  'tags',
  'destroyAction',
  'die',
];

/**
 * A kind of bodies. What is left out: no destination, cannot be occupied, no attributes, no tags, nothing done when
 * destroyed, and gone then.
 */
export function base(name: string, of: Field): Base | undefined {
  const map = section(of);
  if (of.value?.type !== 'map') return undefined;
  refuseOthers(map, baseFields);
  return {
    name,
    maxHealth: number(field(map, 'maxHealth')),
    maxSpeed: speed(field(map, 'maxSpeed')),
    destination: boolOr(false, field(map, 'destination')),
    occupyCount: optional(number32, field(map, 'occupyCount')),
    attributes: new Set(
      items(field(map, 'attributes'))
        .map((word) => knownWord(attributes, word))
        .filter((word): word is Attribute => word !== undefined),
    ),
    tags: new Set([...members(field(map, 'tags'))].filter(([, has]) => bool(has)).map(([tag]) => tag)),
    destroyAction: actions(field(map, 'destroyAction')),
    dies: boolOr(true, field(map, 'die')),
  };
}
