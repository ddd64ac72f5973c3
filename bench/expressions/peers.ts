import jsonLogic from 'json-logic-js';
import { LogicEngine } from 'json-logic-engine';
import type { Expression } from '../../src/ir/node.js';
import { type SurveyColumn, surveyed } from '../../src/ask/survey.js';
import { type CivDeclaration } from '../../src/content/civ/world/declaration.js';
import { type CivExpression, type ObjectType, objectTypes } from '../../src/content/civ/syntax.js';
import { EdictError } from '../../src/kernel/errors.js';
import { type Logic, type LogicData, logicOf } from './logic.js';
import { peerData } from './peer-data.js';

/** Rules engines that are asked the same of plain objects, which have all that is derived worked out beforehand. */
export const peerNames = ['json-logic-js', 'json-logic-engine'] as const;

export interface PeerTime {
  readonly name: (typeof peerNames)[number];
  /** Of one expression and object, by the best of some rounds over a sample. */
  readonly milliseconds: number;
  /** Pairs of the sample. */
  readonly pairs: number;
}

/** An expression that peers can say, and the objects of its type. */
interface Sampled {
  readonly rule: Logic;
  readonly column: SurveyColumn;
  readonly data: readonly LogicData[];
}

const step = 10;
const rounds = 3;

/** Asks peers every tenth expression for all objects. Throws where they disagree. */
export function timePeers(
  declaration: CivDeclaration,
  sources: ReadonlyMap<Expression, CivExpression>,
  columns: readonly SurveyColumn[],
): readonly PeerTime[] {
  const objects = peerData(declaration);
  const sample = columns
    .filter((_, i) => i % step === 0)
    .flatMap((column): readonly Sampled[] => {
      const source = sources.get(column.expression);
      const rule = source === undefined ? undefined : logicOf(source);
      const data = objects[typeOf(column.kind)];
      return rule === undefined || data === undefined || typeof rule !== 'object' ? [] : [{ rule, column, data }];
    });
  const pairs = sample.reduce((sum, { data }) => sum + data.length, 0);
  return peerNames.map((name) => {
    const asked = sample.map((each) => ({ ...each, ask: askerOf(name, each.rule) }));
    for (const each of asked) compare(name, each);
    let best = Infinity;
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      for (const { ask, data } of asked) for (const object of data) ask(object);
      best = Math.min(best, performance.now() - start);
    }
    return { name, milliseconds: best / pairs, pairs };
  });
}

type Ask = (object: LogicData) => unknown;

function askerOf(name: PeerTime['name'], rule: Logic): Ask {
  if (name === 'json-logic-js') return (object): unknown => jsonLogic.apply(rule, object);
  return new LogicEngine().build(rule) as Ask;
}

function compare(name: string, { ask, data, column }: Sampled & { readonly ask: Ask }): void {
  for (const [place, object] of data.entries()) {
    const answer = Math.trunc(Number(ask(object) ?? 0)) || 0;
    const expected = surveyed(column, place);
    if (answer !== expected)
      throw new EdictError(
        'disagreement',
        `${column.expression.text}, object ${String(place)}: ${name} says ${String(answer)}, expected ${String(expected)}`,
      );
  }
}

/** Kinds are numbered as types are listed. */
function typeOf(kind: number): ObjectType {
  return objectTypes[kind - 1];
}
