import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leadingInteger, loadCompat } from '../../../../src/content/civ/parse/load-compat.js';
import { printExpression } from '../../../../src/content/civ/parse/operators.js';
import type { CivExpression } from '../../../../src/content/civ/syntax.js';
import { EdictError } from '../../../../src/kernel/errors.js';
import { rootOf, smallNames } from '../../../support/civ-xml.js';
import { randomCivXml } from '../../../support/random-civ-xml.js';
import { heavy } from '../../../support/heavy.js';

type Wanted = 'boolean' | 'number';

function load(inner: string, wanted: Wanted) {
  return loadCompat(rootOf(`<Holder>${inner}</Holder>`), smallNames, wanted);
}

const one = '<Constant>1</Constant>';
const population = '<AttributeType>ATTRIBUTE_POPULATION</AttributeType>';
const range =
  '<RelationType>RELATION_NEAR</RelationType><iDistance>4</iDistance><GameObjectType>GAMEOBJECT_PLOT</GameObjectType>';

describe('loadCompat', () => {
  it.each<readonly [string, Wanted, string]>([
    // What it does not know stands for its first child, in the type that is wanted.
    ['', 'boolean', 'false'],
    ['7', 'number', '7'],
    [`<Is>TAG_CITY</Is>${one}`, 'boolean', 'is CITY'],
    [`<Xor><Nand><Is>TAG_CITY</Is></Nand>${one}</Xor>`, 'boolean', 'is CITY'],
    [`<Less>${population}${one}</Less>`, 'boolean', 'false'],
    [`<Abs>${population}</Abs>`, 'number', 'POPULATION'],
    [`<Modulo>${population}${one}</Modulo>`, 'number', 'POPULATION'],
    ['<Not><PropertyType>PROPERTY_NOISE</PropertyType></Not>', 'boolean', 'not false'],
    ['<Option>GAMEOPTION_STORMS</Option>', 'boolean', 'false'],
    ['<Define>LARGEST</Define>', 'boolean', 'true'],
    ['<Define>LARGEST</Define>', 'number', '0'],
    ['<Has><GOMType>5</GOMType><ID>TECH_WHEEL</ID></Has>', 'number', '5'],
    [`<And>${one}${one}</And>`, 'number', '1'],
    [`<Constant>${population}</Constant>`, 'number', 'POPULATION'],
    [`<Constant><Is>TAG_CITY</Is></Constant>`, 'boolean', 'false'],
    [`<IntegrateAnd>${range}${one}</IntegrateAnd>`, 'boolean', 'false'],
    // Literals.
    ['<Constant>true</Constant>', 'boolean', 'true'],
    ['<Constant>True</Constant>', 'boolean', 'false'],
    ['<Constant>2</Constant>', 'boolean', 'false'],
    ['<Constant>NOTHING</Constant>', 'boolean', 'false'],
    ['<Constant>+12 apples</Constant>', 'number', '12'],
    ['<Constant>3.9</Constant>', 'number', '3'],
    ['<Constant>- 3</Constant>', 'number', '0'],
    // Wrong numbers of operands.
    [`<BEqual>${one}</BEqual>`, 'boolean', 'false'],
    [`<Equal>${one}${one}${one}</Equal>`, 'boolean', 'false'],
    [`<Minus>${population}</Minus>`, 'number', '0'],
    [`<Div>${population}${one}${one}</Div>`, 'number', '0'],
    [`<If>${one}${population}</If>`, 'number', '0'],
    [`<If>${one}${population}${one}</If>`, 'number', 'if true then POPULATION else 1'],
    ['<Or>1</Or>', 'boolean', 'true'],
    ['<Plus>5</Plus>', 'number', '5'],
    [`<Mult>${population}</Mult>`, 'number', 'POPULATION'],
    [`<Mult>${population}${one}${one}</Mult>`, 'number', 'POPULATION * 1 * 1'],
    // A literal is not negated, and only the first child counts.
    ['<Not>1</Not>', 'boolean', 'true'],
    ['<Not>0</Not>', 'boolean', 'false'],
    [`<Not>${one}<Is>TAG_CITY</Is></Not>`, 'boolean', 'not true'],
    ['<Random>6</Random>', 'number', 'random(6)'],
    [`<Random>${population}${one}</Random>`, 'number', 'random(POPULATION)'],
    ['<Adapt>6</Adapt>', 'number', 'adapted(6)'],
    [`<Adapt>${population}</Adapt>`, 'number', 'adapted(POPULATION)'],
    ['<Adapt><ID>ADAPT_COST</ID></Adapt>', 'number', 'adapted(0)'],
    [`<Adapt><ID>ADAPT_COST</ID>${population}${one}</Adapt>`, 'number', 'adapted(POPULATION, ADAPT_COST)'],
    // Unknown names.
    ['<Has><GOMType>GOM_TECH</GOMType><ID>TECH_WHEEL</ID></Has>', 'boolean', 'has TECH_WHEEL'],
    ['<Has><ID>TECH_WHEEL</ID><GOMType>GOM_TECH</GOMType></Has>', 'boolean', 'has TECH_WHEEL'],
    ['<Has><GOMType>GOM_BUILDING</GOMType><ID>TECH_WHEEL</ID></Has>', 'boolean', 'false'],
    ['<Has><GOMType>TECH</GOMType><ID>TECH_WHEEL</ID></Has>', 'boolean', 'false'],
    ['<Has/>', 'boolean', 'false'],
    ['<Is>TAG_X</Is>', 'boolean', 'false'],
    ['<AttributeType>ATTRIBUTE_X</AttributeType>', 'number', '0'],
    ['<PropertyType/>', 'number', '0'],
    ['<Python>countBirds</Python>', 'number', '0'],
    ['<Python>countFish</Python>', 'number', 'countFish()'],
    // Integrators.
    [`<IntegrateOr>${range}</IntegrateOr>`, 'boolean', 'any of NEAR(0) plots'],
    [`<IntegrateOr><Is>TAG_HILL</Is>${range}</IntegrateOr>`, 'boolean', 'any of is HILL over NEAR(0) plots'],
    [
      '<IntegrateOr><GameObjectType>GAMEOBJECT_PLOT</GameObjectType><Is>TAG_HILL</Is></IntegrateOr>',
      'boolean',
      'false',
    ],
    [
      '<IntegrateOr><RelationType>RELATION_NEAR</RelationType><GameObjectType>GAMEOBJECT_TOWN</GameObjectType></IntegrateOr>',
      'boolean',
      'false',
    ],
    [`<IntegrateSum>${range}${population}</IntegrateSum>`, 'number', 'sum of POPULATION over NEAR(0) plots'],
    [`<IntegrateSum>${population}${range}</IntegrateSum>`, 'number', '0'],
    [`<IntegrateSum>${population}${range}${one}</IntegrateSum>`, 'number', 'sum of 1 over NEAR(0) plots'],
    [`<IntegrateCount>${range}</IntegrateCount>`, 'number', '0'],
    [`<IntegrateCount>${range}<Is>TAG_HILL</Is></IntegrateCount>`, 'number', 'count of is HILL over NEAR(0) plots'],
    [
      `<IntegrateAvg><RelationType>RELATION_X</RelationType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType>${population}</IntegrateAvg>`,
      'number',
      '0',
    ],
    [`<IntegrateMean>${range}${population}</IntegrateMean>`, 'number', '0'],
  ])('reads %s, wanted as %s, as %s', (inner, wanted, printed) => {
    const expression = load(inner, wanted);
    expect(printExpression(expression)).toBe(printed);
    expect(expression.type).toBe(wanted);
  });

  it('wraps what does not fit 32 bits', () => {
    expect(leadingInteger('2147483648')).toBe(-2_147_483_648);
    expect(leadingInteger('-2147483648')).toBe(-2_147_483_648);
    expect(leadingInteger('4294967297')).toBe(1);
    expect(Object.is(leadingInteger('-0'), 0)).toBe(true);
  });

  it('passes over any number of elements that it does not know', () => {
    expect(printExpression(load(`${'<X>'.repeat(900)}<Is>TAG_CITY</Is>${'</X>'.repeat(900)}`, 'boolean'))).toBe(
      'is CITY',
    );
  });

  it('refuses what no file of the game could hold: trees and aggregates too deep', () => {
    const nested = (levels: number): string => `${'<Not>'.repeat(levels)}${one}${'</Not>'.repeat(levels)}`;
    expect(load(nested(199), 'boolean').node).toBe('not');
    expect(() => load(nested(200), 'boolean')).toThrow(EdictError);
    expect(() => load(nested(200), 'boolean')).toThrow('line 1, column 1009');
    const inner = (levels: number): string =>
      levels === 0 ? one : `<IntegrateOr>${range}${inner(levels - 1)}</IntegrateOr>`;
    expect(load(inner(3), 'boolean').node).toBe('integrate');
    expect(() => load(inner(4), 'boolean')).toThrow('nested aggregates');
  });

  it('has a value for everything but aggregates too deep', () => {
    const loaded = (xml: string, wanted: Wanted): CivExpression | undefined => {
      try {
        return loadCompat(rootOf(xml), smallNames, wanted);
      } catch (error) {
        expect(String(error)).toContain('nested aggregates');
        return undefined;
      }
    };
    fc.assert(
      fc.property(randomCivXml, fc.constantFrom<Wanted>('boolean', 'number'), (xml, wanted) => {
        const expression = loaded(xml, wanted);
        if (expression === undefined) return;
        expect(expression.type).toBe(wanted);
        expect(printExpression(expression)).not.toBe('');
      }),
      { numRuns: heavy(250, 2_000) },
    );
  });
});
