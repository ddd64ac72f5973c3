import type { Node } from '../../../ir/node.js';
import { numberType } from '../../../eval/operation.js';
import { planetTypes } from '../model/words.js';
import type { Context, Subject } from './context.js';

/** Steps of planets along the wheel of their types. What is off the wheel stays what it is. */

/** The types on the wheel, in its order; the last is next to the first. */
const wheel = planetTypes.slice(0, 9);

const next = (place: number, steps: number): number => (place + steps + wheel.length) % wheel.length;

/** One step toward the nearest type that is wanted; of two equally near ones forward. */
function stepToward(type: Node, wanted: (place: number) => Node, context: Context): Node {
  const { kit } = context;
  const word = (place: number): Node => typeWord(place, context);
  return wheel.reduceRight<Node>((rest, _name, from) => {
    const ways = [1, 2, 3, 4].flatMap((steps) => [
      { to: next(from, steps), step: 1 },
      { to: next(from, -steps), step: -1 },
    ]);
    const moved = ways.reduceRight<Node>(
      (otherwise, { to, step }) => kit.choose(wanted(to), word(next(from, step)), otherwise),
      word(from),
    );
    return kit.choose(kit.compare('==', type, word(from)), kit.choose(wanted(from), word(from), moved), rest);
  }, type);
}

function typeWord(place: number, { kit, builder }: Context): Node {
  return kit.word('planetType', builder.word('planetType', wheel[place]) ?? 0);
}

/** The neighbour on the wheel on the shorter way to the best environment that the planet's species has on it. */
export function nextBetterType({ node }: Subject, context: Context): Node {
  const { kit, builder } = context;
  const type = kit.read(builder.column('planetType'), node);
  const species = kit.read(builder.column('species'), node);
  // The words of environments ascend from bad to good.
  const suits = wheel.map((_name, place) =>
    kit.lookup(builder.tables.environment, numberType, typeWord(place, context), species),
  );
  const best = suits.reduce(kit.greatest);
  return stepToward(type, (place) => kit.compare('==', suits[place], best), context);
}

/** The neighbour on the wheel on the shorter way to the type that the planet had when the game began. */
export function closerToOriginalType({ node }: Subject, context: Context): Node {
  const { kit, builder } = context;
  const type = kit.read(builder.column('planetType'), node);
  const original = kit.read(builder.column('originalPlanetType'), node);
  return stepToward(type, (place) => kit.compare('==', original, typeWord(place, context)), context);
}
