import { describe, expect, it } from 'vitest';
import { loadIntended } from '../../../../src/content/civ/parse/load-intended.js';
import { printExpression } from '../../../../src/content/civ/parse/operators.js';
import type { CivExpression } from '../../../../src/content/civ/syntax.js';
import { rootOf, smallNames } from '../../../support/civ-xml.js';

function printed(inner: string, wanted: 'boolean' | 'number'): string {
  const { expression, issues } = loadIntended(
    rootOf(`<Active>${inner}</Active>`),
    smallNames,
    wanted,
    ['CITY', 'PLOT'],
    'any',
  );
  if (expression === undefined) throw new Error(issues[0]?.message);
  return printExpression(expression);
}

const a = '<Is>TAG_CITY</Is>';
const b = '<Is>TAG_HILL</Is>';
const p = '<AttributeType>ATTRIBUTE_POPULATION</AttributeType>';
const n = '<PropertyType>PROPERTY_NOISE</PropertyType>';
const cities = '<RelationType>RELATION_ASSOCIATED</RelationType><GameObjectType>GAMEOBJECT_CITY</GameObjectType>';
const near =
  '<RelationType>RELATION_NEAR</RelationType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType><iDistance>2</iDistance>';

describe('printExpression', () => {
  it.each([
    [
      `<And><Has><GOMType>GOM_FEATURE</GOMType><ID>FEATURE_REED</ID></Has><Or><Has><GOMType>GOM_ROUTE</GOMType><ID>ROUTE_PATH</ID></Has><Has><GOMType>GOM_ROUTE</GOMType><ID>ROUTE_STREET</ID></Has></Or></And>`,
      'has FEATURE_REED and (has ROUTE_PATH or has ROUTE_STREET)',
    ],
    [`<Or><And>${a}${b}</And><Not><Or>${a}${b}</Or></Not></Or>`, 'is CITY and is HILL or not (is CITY or is HILL)'],
    [`<And><And>${a}${b}</And><And>${a}${b}</And></And>`, 'is CITY and is HILL and is CITY and is HILL'],
    [`<Not><Not><Greater>${n}<Constant>80</Constant></Greater></Not></Not>`, 'not not (noise > 80)'],
    [`<BEqual><Less>${n}${p}</Less><And>${a}</And></BEqual>`, '(noise < POPULATION) == is CITY'],
    [
      `<If>${a}<If>${b}<Constant>1</Constant><Constant>0</Constant></If><Constant>FALSE</Constant></If>`,
      'if is CITY then (if is HILL then true else false) else false',
    ],
    [`<IntegrateOr>${near}</IntegrateOr>`, 'any of NEAR(2) plots'],
    [`<IntegrateOr>${near}<And>${a}${b}</And></IntegrateOr>`, 'any of (is CITY and is HILL) over NEAR(2) plots'],
    [
      `<And><Option>GAMEOPTION_ERA</Option><Option><OptionType>BUG</OptionType><ID>BUG_LEVEL</ID></Option><Option><OptionType>PLAYER</OptionType><ID>PLAYEROPTION_QUIET</ID></Option></And>`,
      'option GAMEOPTION_ERA and BUG option BUG_LEVEL and player option PLAYEROPTION_QUIET',
    ],
  ])('prints the condition %s', (inner, text) => {
    expect(printed(inner, 'boolean')).toBe(text);
  });

  it.each([
    [`<Minus><Minus>${p}${n}</Minus><Minus>${p}${n}</Minus></Minus>`, 'POPULATION - noise - (POPULATION - noise)'],
    [`<Plus>${p}<Plus>${n}${n}</Plus></Plus>`, 'POPULATION + (noise + noise)'],
    [`<Mult><Plus>${p}${n}</Plus><Mult>${p}${n}</Mult></Mult>`, '(POPULATION + noise) * (POPULATION * noise)'],
    [
      `<Div><Mult>${p}${n}</Mult><Modulo>${p}<Constant>-3</Constant></Modulo></Div>`,
      'POPULATION * noise / (POPULATION % -3)',
    ],
    [
      `<Max><Abs>${n}</Abs><Min>${p}<Random>6</Random></Min><Python>countFish</Python></Max>`,
      'max(abs(noise), min(POPULATION, random(6)), countFish())',
    ],
    [
      `<Adapt><ID>ADAPT_COST</ID><Plus>${p}<Adapt>1</Adapt></Plus></Adapt>`,
      'adapted(POPULATION + adapted(1), ADAPT_COST)',
    ],
    [`<IntegrateSum>${cities}${p}</IntegrateSum>`, 'sum of POPULATION over ASSOCIATED cities'],
    [
      `<IntegrateSum>${cities}<IntegrateAvg>${near}${n}</IntegrateAvg></IntegrateSum>`,
      'sum of (mean of noise over NEAR(2) plots) over ASSOCIATED cities',
    ],
    [
      `<Aggregate>${cities}<Aggregator>GEOMETRIC_MEAN</Aggregator><If>${a}${p}${n}</If></Aggregate>`,
      'GEOMETRIC_MEAN of (if is CITY then POPULATION else noise) over ASSOCIATED cities',
    ],
  ])('prints the number %s', (inner, text) => {
    expect(printed(inner, 'number')).toBe(text);
  });

  it('leaves out what is deeper than any expression may be', () => {
    let expression: CivExpression = { node: 'literal', value: 1, type: 'boolean', line: 1, column: 1 };
    for (let i = 0; i < 50_000; i++)
      expression = { node: 'not', operands: [expression], type: 'boolean', line: 1, column: 1 };
    const text = printExpression(expression);
    expect(text.endsWith('not …')).toBe(true);
    expect(text.length).toBe('not '.length * 200 + 1);
  });
});
