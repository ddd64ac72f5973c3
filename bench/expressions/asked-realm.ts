import type { Expression } from '../../src/ir/node.js';
import { type FlowBook, type Program, noFlows, noRules } from '../../src/ir/rule.js';
import { builtInAggregators } from '../../src/state/aggregators.js';
import type { CivExpression } from '../../src/content/civ/syntax.js';
import { loadIntended } from '../../src/content/civ/parse/load-intended.js';
import { type Names, namesOf } from '../../src/content/civ/parse/declared-names.js';
import { expressionOf } from '../../src/content/civ/lower/lower-expression.js';
import { type CivModel, createCivModel } from '../../src/content/civ/world/create-civ-model.js';
import { readDeclaration } from '../../test/support/civ-declaration.js';
import { fillWorld, realmReserve } from '../../src/content/civ/world/fill-world.js';
import { readXml } from '../../src/content/civ/parse/read-xml.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { ExecutorName, World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import type { MixedExpression } from './mix.js';
import { type RealmSize, declareRealm } from './realm.js';

/** A realm with a world of it. */
export interface AskedRealm {
  readonly civ: CivModel;
  readonly names: Names;
  readonly world: World;
  readonly objects: ReadonlyMap<string, number>;
  /** As they are asked, each with what was read of it. */
  expressions(mix: readonly MixedExpression[]): ReadonlyMap<Expression, CivExpression>;
}

export interface RealmOptions {
  readonly executor?: ExecutorName;
  readonly flowsOf?: (civ: CivModel, names: Names) => FlowBook;
}

/** Makes a realm, with flows where they are given. Throws where an expression of the benchmark is not sound. */
export function openRealm(
  size: RealmSize,
  seed: string,
  { executor = 'compiled', flowsOf = () => noFlows }: RealmOptions = {},
): AskedRealm {
  const civ = createCivModel(readDeclaration(declareRealm(size, seed), 'realm'));
  const names = namesOf(civ.declaration, builtInAggregators);
  const program: Program = {
    model: civ.model,
    rules: { ...noRules, flows: flowsOf(civ, names) },
    fingerprint: 'bench',
  };
  const world = createWorld(program, { seed, executor, reserve: realmReserve(civ), limits: { visitsPerTurn: 1e12 } });
  const objects = fillWorld(world, civ);
  return {
    civ,
    names,
    world,
    objects,
    expressions: (mix) => new Map(mix.map((each, index) => loadOne(civ, names, each, index))),
  };
}

function loadOne(
  civ: CivModel,
  names: Names,
  { xml, type, on }: MixedExpression,
  index: number,
): readonly [Expression, CivExpression] {
  const read = readXml(xml, 'benchmark');
  if (read.root === undefined) throw new EdictError('benchmark', read.problem.message);
  const { expression, issues } = loadIntended(read.root, names, type, [on], 'any');
  if (expression === undefined) throw new EdictError('benchmark', `${xml}: ${issues[0].message}`);
  return [
    expressionOf({
      expression,
      civ,
      scope: [on],
      policy: 'intended',
      name: `expression ${String(index)}`,
      index,
      file: 'benchmark',
    }),
    expression,
  ];
}
