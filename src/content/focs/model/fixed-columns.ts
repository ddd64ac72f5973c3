import { booleanType, entityType, numberType } from '../../../eval/operation.js';
import type { Type } from '../../../model/model.js';
import type { ColumnShape } from './columns.js';
import { type GameColumn, type GameEnumerations, gameKinds } from './game-model.js';

/** What the columns of fixed names are. */

/** A turn in which something never happened. */
const never = -65_535;

const classType: Type = { name: 'class' };

type Kinds = ColumnShape['kinds'];

const booleans = (...kinds: Kinds): ColumnShape => ({ type: booleanType, storage: 'u8', kinds });
const references = (...kinds: Kinds): ColumnShape => ({ type: entityType, storage: 'f64', kinds });
const wholes = (...kinds: Kinds): ColumnShape => ({ type: numberType, storage: 'i32', kinds });
const turns = (...kinds: Kinds): ColumnShape => ({ ...wholes(...kinds), initial: never });
const classes = (...kinds: Kinds): ColumnShape => ({ type: classType, storage: 'i32', kinds });

/** By name, each once. */
export function fixedColumns(enumerations: GameEnumerations): Readonly<Record<GameColumn, ColumnShape>> {
  const words = (name: keyof GameEnumerations, ...kinds: Kinds): ColumnShape => ({
    type: { name: 'enumeration', index: enumerations[name] },
    storage: 'u8',
    kinds,
  });
  return {
    id: { ...wholes(...gameKinds, 'design', 'empire'), initial: -1 },
    species: words('species', 'planet', 'ship'),
    focus: words('focus', 'planet'),
    planetType: words('planetType', 'planet'),
    originalPlanetType: words('planetType', 'planet'),
    planetSize: words('planetSize', 'planet'),
    habitableSize: wholes('planet'),
    homeworldOf: words('species', 'planet'),
    alsoHomeworldOf: words('species', 'planet'),
    star: words('star', 'system'),
    lastTurnBattleHere: turns('system'),
    lastTurnFocusChanged: turns('planet'),
    lastTurnColonized: turns('planet'),
    lastTurnConquered: turns('planet'),
    lastTurnAttackedByShip: turns('planet'),
    design: references('ship'),
    arrivedOnTurn: turns('ship'),
    lastTurnActiveInBattle: turns('ship'),
    lastTurnResupplied: turns('ship'),
    orderedBombardPlanet: references('ship'),
    producedBy: references('ship', 'building'),
    aggressive: booleans('fleet'),
    previousSystem: references('fleet'),
    nextSystem: references('fleet'),
    destination: references('fleet'),
    hull: classes('design'),
    designName: words('designName', 'design'),
    predefined: booleans('design'),
    monster: booleans('design'),
    armed: booleans('design'),
    capital: references('empire'),
    sourceObject: references('empire'),
    eliminated: booleans('empire'),
    remaining: wholes('order'),
    orderDesign: references('order'),
    orderClass: classes('order'),
    lastId: wholes('galaxy'),
    universeWidth: { type: numberType, storage: 'f64', kinds: ['galaxy'] },
    GalaxySize: wholes('galaxy'),
    GalaxyShape: wholes('galaxy'),
    GalaxyAge: wholes('galaxy'),
    GalaxyPlanetDensity: wholes('galaxy'),
    GalaxyStarlaneFrequency: wholes('galaxy'),
    GalaxySpecialFrequency: wholes('galaxy'),
    GalaxyMonsterFrequency: wholes('galaxy'),
    GalaxyNativeFrequency: wholes('galaxy'),
    GalaxyMaxAIAggression: wholes('galaxy'),
  };
}
