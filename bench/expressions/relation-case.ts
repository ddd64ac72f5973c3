import { type Timing, measure } from '../measure.js';
import { assertEqual } from './agreement.js';
import { openRealm } from './asked-realm.js';
import type { MixedExpression } from './mix.js';
import { smallRealm, wholeRealm } from './realm.js';

/** One aggregate over all cities and the plots that each works. */
export interface RelationCase {
  readonly case: 'relation';
  readonly isSmall: boolean;
  readonly milliseconds: number;
}

export interface RelationTimes {
  readonly edict: Timing;
  /** Objects that are looked at: cities and their plots. */
  readonly objects: number;
  /** Milliseconds of the interpreter. */
  readonly reference: number;
}

const crimeOfPlots: MixedExpression = {
  xml: `<iAmountPerTurn><IntegrateSum><RelationType>RELATION_WORKING</RelationType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType>
    <If><Has><GOMType>GOM_TERRAIN</GOMType><ID>TERRAIN_3</ID></Has><Constant>0</Constant><PropertyType>PROPERTY_1</PropertyType></If></IntegrateSum></iAmountPerTurn>`,
  type: 'number',
  on: 'CITY',
};

/** Times the aggregate after a plot has changed. Throws where the interpreter says otherwise. */
export function runRelationCase({ isSmall, milliseconds }: RelationCase): RelationTimes {
  const size = isSmall ? smallRealm : wholeRealm;
  const { world, objects, expressions } = openRealm(size, '1');
  const [crime] = expressions([crimeOfPlots]).keys();
  const plain = openRealm(size, '1', { executor: 'reference' });
  const [{ numbers = [], ids, count }] = world.questions.survey([crime]);
  const start = performance.now();
  const expected = plain.world.questions.askAll(crime, Array.from(ids.subarray(0, count)));
  const reference = performance.now() - start;
  assertEqual('crime of plots', numbers, expected);
  const plots = Array.from(ids.subarray(0, count)).reduce(
    (sum, city) => sum + world.relations.listOf(city, 'working').length,
    0,
  );
  const plot = objects.get('plot:3,3') ?? 0;
  let at = 0;
  const edict = measure(
    () => {
      world.questions.survey([crime]);
    },
    { milliseconds, rounds: 20, warmups: 50 },
    () => {
      world.set(plot, 'PROPERTY_1', ++at % 400);
    },
  );
  return { edict, objects: count + plots, reference };
}
