import type { ObjectType } from '../../src/content/civ/syntax.js';
import { type Dice, createDice } from './dice.js';
import { type Kind, attributes, countOf, idOf, options, properties } from './vocabulary.js';

/** One expression of a mix. */
export interface MixedExpression {
  readonly xml: string;
  readonly type: 'boolean' | 'number';
  readonly on: ObjectType;
}

/**
 * Expressions with the nodes, kinds, sizes and objects that the game's own files have, as counted in section 10 of the
 * fixtures' README: shapes by how often they occur, for
 * 1,557 expressions. What it asks is drawn, so few are equal (of the game's own, 362 of 1,557 differ).
 */
export function mixOf(count: number, seed: string): readonly MixedExpression[] {
  const dice = createDice(seed);
  const shapes = shapeCounts.flatMap(([shape, times]) => Array.from({ length: times }, () => shape));
  return Array.from({ length: count }, (_, i) => shapes[(i * 7) % shapes.length](dice));
}

type Make = (dice: Dice) => MixedExpression;

const bool = (on: ObjectType, xml: string): MixedExpression => ({
  xml: `<Active>${xml}</Active>`,
  type: 'boolean',
  on,
});
const int = (on: ObjectType, xml: string): MixedExpression => ({
  xml: `<iAmountPerTurn>${xml}</iAmountPerTurn>`,
  type: 'number',
  on,
});
const has = (kind: Kind, dice: Dice): string =>
  `<Has><GOMType>GOM_${kind}</GOMType><ID>${idOf(kind, dice.below(countOf(kind)))}</ID></Has>`;
const option = (dice: Dice): string => `<Has><GOMType>GOM_OPTION</GOMType><ID>${dice.pick(options)}</ID></Has>`;
const is = (dice: Dice): string =>
  `<Is>${dice.pick(['TAG_WATER', 'TAG_HILL', 'TAG_OWNED', 'TAG_FRESH_WATER', 'TAG_CITY'])}</Is>`;
const attribute = (dice: Dice): string => `<AttributeType>${dice.pick(attributes)}</AttributeType>`;
const property = (dice: Dice): string => `<PropertyType>${dice.pick(properties)}</PropertyType>`;
const constant = (dice: Dice): string => `<Constant>${String(1 + dice.below(40))}</Constant>`;
const node = (tag: string, ...parts: readonly string[]): string => `<${tag}>${parts.join('')}</${tag}>`;
const plotThing = (dice: Dice): string =>
  dice.oneIn(2) ? has('FEATURE', dice) : dice.oneIn(2) ? has('TERRAIN', dice) : has('IMPROVEMENT', dice);

/** Shapes with how often they occur. */
const shapeCounts: readonly (readonly [Make, number])[] = [
  // One node: 595.
  [(dice) => bool('CITY', has('BONUS', dice)), 125],
  [(dice) => bool('UNIT', has('TECH', dice)), 175],
  [(dice) => bool('GAME', option(dice)), 138],
  [(dice) => int('CITY', constant(dice)), 88],
  [(dice) => bool('PLOT', is(dice)), 30],
  [(dice) => int('CITY', attribute(dice)), 15],
  [() => int('UNIT', '<Python>countHerds</Python>'), 24],
  // Two: 298.
  [(dice) => int('UNIT', node('Adapt', constant(dice))), 160],
  [(dice) => int('CITY', node('Adapt', attribute(dice))), 23],
  [(dice) => bool('PLOT', node('Not', is(dice))), 29],
  [(dice) => bool('CITY', node('And', has('BONUS', dice))), 80],
  [
    (dice) =>
      bool(
        'CITY',
        node(
          'IntegrateOr',
          '<RelationType>RELATION_WORKING</RelationType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType>',
          plotThing(dice),
        ),
      ),
    4,
  ],
  [(dice) => int('GAME', node('Random', constant(dice))), 2],
  // Three: 537.
  [(dice) => int('CITY', node('Div', attribute(dice), constant(dice))), 250],
  [(dice) => bool('CITY', node('And', has('BONUS', dice), has('BONUS', dice))), 150],
  [(dice) => bool('UNIT', node('And', has('TECH', dice), has('TECH', dice))), 60],
  [(dice) => bool('PLOT', node('And', is(dice), plotThing(dice))), 24],
  [(dice) => bool('CITY', node('Greater', attribute(dice), constant(dice))), 30],
  [(dice) => bool('CITY', node('GreaterEqual', property(dice), constant(dice))), 5],
  [(dice) => bool('CITY', node('Or', has('BUILDING', dice), has('BUILDING', dice))), 15],
  [(dice) => bool('UNIT', node('Or', has('UNITCOMBAT', dice), has('UNITCOMBAT', dice))), 6],
  [(dice) => int('CITY', node('Plus', attribute(dice), constant(dice))), 2],
  // Four: 64.
  [(dice) => bool('CITY', node('And', has('BONUS', dice), has('BONUS', dice), has('BONUS', dice))), 40],
  [(dice) => bool('UNIT', node('And', has('TECH', dice), has('BONUS', dice), is(dice))), 20],
  [(dice) => bool('PLOT', node('And', is(dice), is(dice), plotThing(dice))), 4],
  // Five: 44.
  [(dice) => int('CITY', node('Div', node('Mult', attribute(dice), constant(dice)), constant(dice))), 31],
  [(dice) => bool('PLOT', node('And', plotThing(dice), node('Or', is(dice), is(dice)))), 7],
  [(dice) => bool('CITY', node('And', has('BONUS', dice), node('Or', has('BUILDING', dice), has('TECH', dice)))), 6],
  // More: 19.
  [
    (dice) =>
      bool('CITY', node('And', node('Or', ...bonuses(8, dice)), node('Or', ...bonuses(6, dice)), has('TECH', dice))),
    9,
  ],
  [
    (dice) =>
      bool(
        'PLOT',
        node('And', is(dice), node('Or', plotThing(dice), plotThing(dice), plotThing(dice)), node('Not', is(dice))),
      ),
    10,
  ],
];

function bonuses(count: number, dice: Dice): readonly string[] {
  return Array.from({ length: count }, () => has('BONUS', dice));
}

/** Statements of all that a thing requires, asked of a player: techs, resources, civics, buildings. */
export function requirementsOf(count: number, seed: string): readonly MixedExpression[] {
  const dice = createDice(seed);
  return Array.from({ length: count }, () => {
    const techs = Array.from({ length: 1 + dice.below(3) }, () => has('TECH', dice));
    const others = [
      ...(dice.oneIn(2) ? [has('BONUS', dice)] : []),
      ...(dice.oneIn(4) ? [node('Or', has('CIVIC', dice), has('CIVIC', dice))] : []),
      ...(dice.oneIn(10) ? [has('BUILDING', dice)] : []),
    ];
    return bool('PLAYER', node('And', ...techs, ...others));
  });
}
