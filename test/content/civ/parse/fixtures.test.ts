import { describe, expect, it } from 'vitest';
import { builtInAggregators } from '../../../../src/state/aggregators.js';
import { loadCompat } from '../../../../src/content/civ/parse/load-compat.js';
import { loadIntended } from '../../../../src/content/civ/parse/load-intended.js';
import { type Names, namesOf } from '../../../../src/content/civ/parse/declared-names.js';
import { printExpression } from '../../../../src/content/civ/parse/operators.js';
import { readXml } from '../../../../src/content/civ/parse/read-xml.js';
import type { XmlElement } from '../../../../src/content/civ/syntax.js';
import { type ExpressionCase, expressionCases, hasExpressionFixtures } from '../../../support/expression-fixtures.js';

const byName: Readonly<Record<string, 'boolean' | 'number'>> = { bool: 'boolean', int: 'number' };

function holderOf({ xml, file }: ExpressionCase): XmlElement {
  const { root, problem } = readXml(xml, file);
  if (problem !== undefined) throw new Error(problem.message);
  return root;
}

function namesFor({ world, register }: ExpressionCase): Names {
  const registered = register.map((name) => {
    const type = name === 'TEST_MAJORITY' ? ('boolean' as const) : ('number' as const);
    return { name, input: type, output: type, fold: () => 0 };
  });
  return namesOf(world, [...builtInAggregators, ...registered]);
}

const cases = expressionCases();

// The fixtures lie outside of the repository: where it is checked out alone, this is skipped, and shown so.
describe.skipIf(!hasExpressionFixtures)('loading the cases of all fixtures', () => {
  it.each(
    cases.filter(({ policy }) => policy === 'intended').map((each) => [`${each.file} ${each.name}`, each] as const),
  )('%s, as intended', (_, each) => {
    const { expression, issues } = loadIntended(
      holderOf(each),
      namesFor(each),
      byName[each.type],
      each.scope,
      each.whatIf ? 'pure' : 'any',
    );
    const [first] = issues;
    expect(first === undefined ? undefined : { code: first.code, path: first.path, severity: first.severity }).toEqual(
      each.loadError,
    );
    expect(expression === undefined).toBe(each.loadError?.severity === 'error');
    if (expression !== undefined) expect(printExpression(expression)).not.toBe('');
  });

  it.each(
    cases.filter(({ policy }) => policy === 'compat').map((each) => [`${each.file} ${each.name}`, each] as const),
  )('%s, as shipped', (_, each) => {
    expect(loadCompat(holderOf(each), namesFor(each), byName[each.type]).type).toBe(byName[each.type]);
  });
});
