import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadIntended } from '../../../../src/content/civ/parse/load-intended.js';
import type { CivExpression, ObjectType } from '../../../../src/content/civ/syntax.js';
import { rootOf, smallNames } from '../../../support/civ-xml.js';
import { randomCivXml } from '../../../support/random-civ-xml.js';
import { heavy, longTest } from '../../../support/heavy.js';

type Wanted = 'boolean' | 'number';

function load(
  inner: string,
  wanted: Wanted = 'boolean',
  scope: readonly ObjectType[] = ['CITY'],
  purpose: 'pure' | 'any' = 'any',
) {
  return loadIntended(rootOf(`<Active>${inner}</Active>`), smallNames, wanted, scope, purpose);
}

function issuesOf(...given: Parameters<typeof load>): readonly string[] {
  return load(...given).issues.map(({ code, path, severity }) =>
    `${severity === 'lint' ? '(lint) ' : ''}${code} ${path}`.trimEnd(),
  );
}

/** Without types and places. */
function meaning(expression: CivExpression | undefined): unknown {
  return JSON.parse(
    JSON.stringify(expression, (key, value: unknown) =>
      ['type', 'line', 'column'].includes(key) ? undefined : value,
    ) ?? 'null',
  );
}

const literal = (value: number) => ({ node: 'literal', value });

describe('loadIntended', () => {
  it('resolves constants, defines and defaults', () => {
    expect(meaning(load('<Constant>TRUE</Constant>').expression)).toEqual(literal(1));
    expect(meaning(load('<Constant>LARGEST</Constant>').expression)).toEqual(literal(1));
    expect(meaning(load('<Define>LARGEST</Define>', 'number').expression)).toEqual(literal(12));
    expect(meaning(load('<Define>USE_MUD</Define>', 'number').expression)).toEqual(literal(1));
    expect(meaning(load(' -0 ', 'number').expression)).toEqual(literal(0));
    expect(meaning(load('<Adapt>+7</Adapt>', 'number').expression)).toEqual({
      node: 'adapt',
      id: 'ADAPT_DEFAULT',
      operands: [literal(7)],
    });
    expect(meaning(load('<Adapt><Constant>7</Constant><ID>ADAPT_COST</ID></Adapt>', 'number').expression)).toEqual({
      node: 'adapt',
      id: 'ADAPT_COST',
      operands: [literal(7)],
    });
    expect(
      meaning(load('<Option><ID>BUG_LEVEL</ID><OptionType>BUG</OptionType></Option>', 'number').expression),
    ).toEqual({ node: 'option', of: 'BUG', id: 'BUG_LEVEL' });
  });

  it('keeps -0 out of literals', () => {
    const { expression } = load('<Constant>-0</Constant>', 'number');
    expect(expression?.node === 'literal' && Object.is(expression.value, 0)).toBe(true);
  });

  it("names every integrator's aggregator; a missing operand is true", () => {
    const range =
      '<RelationType>RELATION_NEAR</RelationType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType><iDistance>3</iDistance>';
    const of = (tag: string, operand: string, wanted: Wanted) =>
      meaning(load(`<${tag}>${range}${operand}</${tag}>`, wanted).expression);
    const found = { node: 'integrate', relation: 'NEAR', objectType: 'PLOT', distance: 3 };
    expect(of('IntegrateOr', '', 'boolean')).toEqual({ ...found, aggregator: 'OR', operands: [literal(1)] });
    expect(of('IntegrateCount', '', 'number')).toEqual({ ...found, aggregator: 'NUM', operands: [literal(1)] });
    expect(of('IntegrateAnd', '<Constant>0</Constant>', 'boolean')).toEqual({
      ...found,
      aggregator: 'AND',
      operands: [literal(0)],
    });
    expect(of('IntegrateAvg', '<Constant>2</Constant>', 'number')).toEqual({
      ...found,
      aggregator: 'MEAN',
      operands: [literal(2)],
    });
    expect(issuesOf(`<IntegrateSum>${range}</IntegrateSum>`, 'number')).toEqual(['arity IntegrateSum']);
    expect(
      meaning(
        load(
          `<Aggregate><Constant>4</Constant>${range.replace('NEAR', 'ASSOCIATED')}<Aggregator>MAX</Aggregator></Aggregate>`,
          'number',
        ).expression,
      ),
    ).toEqual({
      ...found,
      wholly: true,
      aggregator: 'MAX',
      relation: 'ASSOCIATED',
      distance: 0,
      operands: [literal(4)],
    });
  });

  it('gives places of elements, and of texts in them', () => {
    const { expression, issues } = loadIntended(
      rootOf('<Active>\n  <And>\n    <Is>TAG_CITY</Is>\n    <Is> TAG_X </Is>\n  </And>\n</Active>'),
      smallNames,
      'boolean',
      ['PLOT'],
      'any',
    );
    expect(expression).toBeUndefined();
    expect(issues).toMatchObject([{ code: 'unknown-id', path: 'And/Is[2]', line: 4, column: 10 }]);
    expect(load('<Not>1</Not>').expression).toMatchObject({
      type: 'boolean',
      line: 1,
      column: 9,
      operands: [{ line: 1, column: 14 }],
    });
  });

  it('finds all issues: siblings of a faulty element are looked at, its own operands are not', () => {
    expect(issuesOf('<And><Xor><Foo/></Xor><Is>TAG_SPY</Is><Greater><Bar/></Greater><Not><Baz/></Not></And>')).toEqual([
      'unknown-tag And/Xor',
      '(lint) never-true And/Is',
      'arity And/Greater',
      'unknown-tag And/Not/Baz',
    ]);
  });

  it('looks at operands before it remarks on the whole', () => {
    expect(issuesOf('<Div><Foo/><Constant>0</Constant></Div>', 'number')).toEqual(['unknown-tag Div/Foo']);
    expect(
      issuesOf(
        '<Div><Abs><Div><Constant>1</Constant><Constant>NOTHING</Constant></Div></Abs><Define>NOTHING</Define></Div>',
        'number',
      ),
    ).toEqual(['(lint) div-zero Div/Abs/Div', '(lint) div-zero Div']);
    expect(issuesOf('<Modulo><Constant>1</Constant><Plus>0</Plus></Modulo>', 'number')).toEqual([]);
  });

  it.each<readonly [string, Wanted, readonly string[]]>([
    // What is known, then what is wanted, then how many, then parameters.
    ['<Nand/>', 'number', ['unknown-tag Nand']],
    ['<And/>', 'number', ['type And']],
    ['<Has/>', 'boolean', ['arity Has']],
    ['<Has><GOMType>GOM_TECH</GOMType><ID>TECH_WHEEL</ID><ID>TECH_SAIL</ID></Has>', 'boolean', ['arity Has']],
    ['<Has><GOMType>GOM_TECH</GOMType><ID>TECH_WHEEL</ID><Constant>1</Constant></Has>', 'boolean', ['arity Has']],
    ['<Has>TECH_WHEEL</Has>', 'boolean', ['arity Has']],
    ['<Has><GOMType>TECH</GOMType><ID>TECH_WHEEL</ID></Has>', 'boolean', ['unknown-id Has/GOMType']],
    ['<Has><GOMType>GOM_TECH</GOMType><ID>BUILDING_MILL</ID></Has>', 'boolean', ['unknown-id Has/ID']],
    ['<Is/>', 'boolean', ['unknown-id Is']],
    ['<Is><Constant>1</Constant></Is>', 'boolean', ['arity Is']],
    ['<Constant/>', 'boolean', ['type Constant']],
    ['<Constant>2</Constant>', 'boolean', ['type Constant']],
    ['<Constant>true</Constant>', 'number', ['type Constant']],
    ['<Constant>1e3</Constant>', 'number', ['type Constant']],
    ['<Constant>-2147483649</Constant>', 'number', ['type Constant']],
    ['<Constant>toString</Constant>', 'number', ['unknown-id Constant']],
    ['<Define>constructor</Define>', 'number', ['unknown-id Define']],
    ['maybe', 'boolean', ['unknown-id']],
    ['<Not>maybe</Not>', 'boolean', ['unknown-id Not']],
    ['<Not>1<Constant>1</Constant></Not>', 'boolean', ['arity Not']],
    ['<Greater>1</Greater>', 'boolean', ['arity Greater']],
    ['1<Constant>1</Constant>', 'boolean', ['arity']],
    ['<Option/>', 'boolean', ['unknown-id Option']],
    ['<Option><OptionType>GAME</OptionType></Option>', 'boolean', ['arity Option']],
    [
      '<Option><OptionType>TEAM</OptionType><ID>GAMEOPTION_ERA</ID></Option>',
      'boolean',
      ['unknown-id Option/OptionType'],
    ],
    ['<Option><OptionType>BUG</OptionType><ID>GAMEOPTION_ERA</ID></Option>', 'boolean', ['unknown-id Option/ID']],
    ['<Python>countBirds</Python>', 'number', ['unknown-id Python']],
    ['<AttributeType>ATTRIBUTE_PLAYERS</AttributeType>', 'number', ['type AttributeType']],
    ['<AttributeType>ATTRIBUTE_WALLS</AttributeType>', 'number', []],
    ['<PropertyType>NOISE</PropertyType>', 'number', ['unknown-id PropertyType']],
    ['<Adapt><ID>ADAPT_DEFAULT</ID></Adapt>', 'number', ['arity Adapt']],
    ['<Adapt><ID>ADAPT_DEFAULT</ID>7</Adapt>', 'number', ['arity Adapt']],
    ['<If><Constant>7</Constant><Constant>7</Constant><Constant>7</Constant></If>', 'number', ['type If/Constant[1]']],
  ])('%s, wanted as %s', (inner, wanted, issues) => {
    expect(issuesOf(inner, wanted)).toEqual(issues);
  });

  it('refuses what is not the same each time where that is asked for', () => {
    const inner = '<Greater><Random><Foo/></Random><Python>countFish</Python></Greater>';
    expect(issuesOf(inner, 'boolean', ['CITY'], 'pure')).toEqual(['impure Greater/Random', 'impure Greater/Python']);
    expect(issuesOf(inner)).toEqual(['unknown-tag Greater/Random/Foo']);
  });

  it('reports what fails for every type in scope, and only that', () => {
    const inner = '<Greater><AttributeType>ATTRIBUTE_POPULATION</AttributeType><Constant>1</Constant></Greater>';
    expect(issuesOf(inner, 'boolean', ['UNIT', 'CITY'])).toEqual([]);
    expect(issuesOf(inner, 'boolean', ['UNIT', 'PLOT'])).toEqual(['type Greater/AttributeType']);
    expect(
      issuesOf('<Option><OptionType>PLAYER</OptionType><ID>PLAYEROPTION_QUIET</ID></Option>', 'boolean', [
        'GAME',
        'TEAM',
      ]),
    ).toEqual(['type Option']);
    expect(
      issuesOf('<Option><OptionType>PLAYER</OptionType><ID>PLAYEROPTION_QUIET</ID></Option>', 'boolean', [
        'GAME',
        'PLAYER',
      ]),
    ).toEqual([]);
    expect(issuesOf('<Has><GOMType>GOM_UNITCOMBAT</GOMType><ID>X</ID></Has>', 'boolean', ['GAME'])).toEqual([
      'unknown-id Has/ID',
    ]);
    expect(
      issuesOf('<Has><GOMType>GOM_FEATURE</GOMType><ID>FEATURE_REED</ID></Has>', 'boolean', ['GAME', 'TEAM', 'PLAYER']),
    ).toEqual(['(lint) never-true Has']);
    expect(issuesOf('<Has><GOMType>GOM_OPTION</GOMType><ID>GAMEOPTION_STORMS</ID></Has>', 'boolean', ['TEAM'])).toEqual(
      [],
    );
  });

  it.each<readonly [string, string, ObjectType, readonly string[]]>([
    ['ASSOCIATED', 'TEAM', 'GAME', []],
    ['SAME_PLOT', 'GAME', 'PLOT', []],
    ['SAME_PLOT', 'PLOT', 'PLAYER', ['type IntegrateOr/RelationType']],
    ['NEAR', 'UNIT', 'TEAM', ['type IntegrateOr/RelationType']],
    ['TRADE', 'CITY', 'CITY', []],
    ['TRADE', 'PLOT', 'CITY', ['type IntegrateOr/RelationType']],
    ['WORKING', 'PLOT', 'CITY', []],
    ['WORKING', 'CITY', 'PLOT', []],
    ['WORKING', 'CITY', 'CITY', ['type IntegrateOr/RelationType']],
    ['BEHIND', 'CITY', 'CITY', ['unknown-id IntegrateOr/RelationType']],
    ['NEAR', 'TOWN', 'CITY', ['unknown-id IntegrateOr/GameObjectType']],
  ])('%s to %s from %s', (relation, to, from, issues) => {
    expect(
      issuesOf(
        `<IntegrateOr><RelationType>RELATION_${relation}</RelationType><GameObjectType>GAMEOBJECT_${to}</GameObjectType></IntegrateOr>`,
        'boolean',
        [from],
      ),
    ).toEqual(issues);
  });

  it('asks operands of an integrator of the objects that it finds', () => {
    const inner =
      '<IntegrateOr><RelationType>RELATION_ASSOCIATED</RelationType><GameObjectType>GAMEOBJECT_UNIT</GameObjectType><Or><Is>TAG_SPY</Is><Is>TAG_HILL</Is><Greater><AttributeType>ATTRIBUTE_HEALTH</AttributeType><Constant>1</Constant></Greater></Or></IntegrateOr>';
    expect(issuesOf(inner)).toEqual(['type IntegrateOr/Or/Greater/AttributeType']);
  });

  it.each(['-1', '', '1.5', 'two', '1001', '99999999999999999999'])('refuses the distance %j', (distance) => {
    expect(
      issuesOf(
        `<IntegrateOr><RelationType>RELATION_NEAR</RelationType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType><iDistance>${distance}</iDistance></IntegrateOr>`,
      ),
    ).toEqual(['type IntegrateOr/iDistance']);
  });

  it('refuses what is too deep, with its place', () => {
    const nested = (levels: number): string => `${'<Not>'.repeat(levels)}1${'</Not>'.repeat(levels)}`;
    expect(issuesOf(nested(200))).toEqual([]);
    const [issue, ...others] = load(nested(201)).issues;
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ code: 'too-deep', line: 1, column: 9 + 200 * 5 });
    expect(issue.path.split('/')).toHaveLength(201);
    expect(issuesOf(nested(990)).map((text) => text.slice(0, 8))).toEqual(['too-deep']);
  });

  it('refuses more aggregates inside one another than the limit, where each multiplies the work', () => {
    const nested = (levels: number): string =>
      levels === 0
        ? ''
        : `<IntegrateOr><RelationType>RELATION_ASSOCIATED</RelationType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType>${nested(levels - 1)}</IntegrateOr>`;
    expect(issuesOf(nested(3))).toEqual([]);
    expect(issuesOf(nested(4))).toEqual(['too-deep IntegrateOr/IntegrateOr/IntegrateOr/IntegrateOr']);
  });

  longTest('takes thousands of operands and of mistakes', () => {
    expect(load(`<And>${'<Is>TAG_ANARCHY</Is>'.repeat(20_000)}</And>`).issues).toEqual([]);
    const { issues } = load(`<And>${'<Is>TAG_ANARKY</Is>'.repeat(20_000)}</And>`);
    expect(issues).toHaveLength(1_001);
    expect(issues.slice(-2)).toMatchObject([
      { code: 'unknown-id', path: 'And/Is[1000]' },
      {
        code: 'more-errors',
        path: 'And/Is[1000]',
        message: 'there are 19000 more errors, expected at most 1000 to be shown',
      },
    ]);
  });

  it('gives an expression or an error, whatever the elements', () => {
    fc.assert(
      fc.property(randomCivXml, fc.constantFrom<Wanted>('boolean', 'number'), fc.boolean(), (xml, wanted, pure) => {
        const { expression, issues } = loadIntended(
          rootOf(xml),
          smallNames,
          wanted,
          ['CITY', 'PLOT'],
          pure ? 'pure' : 'any',
        );
        expect(expression === undefined).toBe(issues.some(({ severity }) => severity === 'error'));
        if (expression !== undefined) expect(expression.type).toBe(wanted);
      }),
      { numRuns: heavy(250, 2_000) },
    );
  });
});
