import { type SurveyColumn, surveyed } from '../../src/ask/survey.js';
import { EdictError } from '../../src/kernel/errors.js';
import { type Timing, measure } from '../measure.js';
import { type AskedRealm, openRealm } from './asked-realm.js';
import { mixOf } from './mix.js';
import { type PeerTime, timePeers } from './peers.js';
import { smallRealm, wholeRealm } from './realm.js';

/** Every expression of the mix on every object of its kind. */
export interface AllCase {
  readonly case: 'all';
  readonly isSmall: boolean;
  readonly expressions: number;
  readonly milliseconds: number;
}

export interface AllTimes {
  readonly survey: Timing;
  /** Pairs of expression and object. */
  readonly pairs: number;
  /** Expressions of which no other says the same. */
  readonly distinct: number;
  /** Milliseconds that the interpreter takes for all pairs, from a sample. */
  readonly reference: number;
  readonly peers: readonly PeerTime[];
}

/**
 * Times the survey when things have changed that many expressions read, and holds a sample of it against the
 * interpreter.
 */
export function runAllCase({ isSmall, expressions: count, milliseconds }: AllCase): AllTimes {
  const size = isSmall ? smallRealm : wholeRealm;
  const { civ, world, objects, expressions } = openRealm(size, '1');
  const sources = expressions(mixOf(count, '1'));
  const asked = [...sources.keys()];
  const columns = world.questions.survey(asked);
  const pairs = columns.reduce((sum, column) => sum + column.count, 0);
  const reference = compareSample(columns, openRealm(size, '1', { executor: 'reference' })) * pairs;
  const distinct = new Set(columns.map(({ kind, expression }) => `${String(kind)} ${expression.text}`)).size;
  const peers = timePeers(civ.declaration, sources, columns);
  let at = 0;
  const survey = measure(
    () => {
      world.questions.survey(asked);
    },
    { milliseconds, rounds: 20, warmups: 20 },
    () => {
      at++;
      world.relations.setWord(handleOf(objects, 'team:0'), 'TECH', `TECH_${String(at % 1_000)}`, at % 2 === 0);
      world.relations.setWord(handleOf(objects, 'unit:0'), 'PROMOTION', 'PROMOTION_0', at % 2 === 0);
      world.set(handleOf(objects, 'city:0'), 'ATTRIBUTE_POPULATION', at % 20);
    },
  );
  return { survey, pairs, distinct, reference, peers };
}

function handleOf(objects: AskedRealm['objects'], id: string): number {
  const handle = objects.get(id);
  if (handle === undefined) throw new EdictError('benchmark', `the realm has no ${id}`);
  return handle;
}

/** Pairs that the interpreter is asked. */
const sampled = 20_000;

/**
 * Asks pairs spread over all one at a time; ids are handles where nothing was destroyed. Returns the milliseconds that
 * one takes. Throws where answers differ.
 */
function compareSample(columns: readonly SurveyColumn[], { world }: AskedRealm): number {
  const picked = Array.from({ length: sampled }, (_, i) => {
    const column = columns[i % columns.length];
    return { column, row: (i * 7_919) % column.count };
  }).filter(({ column }) => !column.expression.text.includes('random'));
  const start = performance.now();
  const answers = picked.map(({ column, row }) => Number(world.questions.ask(column.expression, column.ids[row])));
  const time = performance.now() - start;
  for (const [i, { column, row }] of picked.entries()) {
    if (answers[i] !== surveyed(column, row))
      throw new EdictError(
        'disagreement',
        `${column.expression.text} of object ${String(column.ids[row])}: ${String(surveyed(column, row))}, the interpreter says ${String(answers[i])}`,
      );
  }
  return time / picked.length;
}
