import { describe, expect, it } from 'vitest';
import { censusOf } from '../../../../src/content/civ/commands/check-files.js';
import { checkDocument, readCompat, findExpressions } from '../../../../src/content/civ/parse/check-document.js';
import { usedNames } from '../../../../src/content/civ/parse/declared-names.js';
import type { XmlElement } from '../../../../src/content/civ/syntax.js';
import { readXml } from '../../../../src/content/civ/parse/read-xml.js';
import { longTest } from '../../../support/heavy.js';

function rootOf(xml: string): XmlElement {
  const { root, problem } = readXml(xml, 'a.xml');
  if (root === undefined) throw new Error(problem.message);
  return root;
}

const has = (kind: string, id: string): string => `<Has><GOMType>GOM_${kind}</GOMType><ID>${id}</ID></Has>`;

describe('findExpressions', () => {
  it('says of whom holders are asked, who carries manipulators, and whose they are', () => {
    const part = (type: string, inside: string): string => `<b><Type>${type}</Type>${inside}</b>`;
    const root = rootOf(
      `<a>${part('BUILDING_A', '<PropertyManipulators><PropertySource><Active>1</Active></PropertySource></PropertyManipulators><TrainCondition>1</TrainCondition>')}${part(
        'CIVIC_A',
        '<PropertyManipulators/>',
      )}${part('odd', '<PropertyManipulators/>')}<PropertyManipulators/><ReplacementCondition>1</ReplacementCondition></a>`,
    );
    const all = 'GAME TEAM PLAYER CITY UNIT PLOT';
    const brief = (types?: Parameters<typeof findExpressions>[1]) =>
      findExpressions(root, types).map(
        ({ element, owner, wanted, scope }) => `${element.name} ${wanted ?? '-'} ${owner} ${scope.join(' ')}`,
      );
    expect(brief()).toEqual([
      'PropertyManipulators - BUILDING_A CITY',
      'TrainCondition boolean BUILDING_A CITY',
      'PropertyManipulators - CIVIC_A PLAYER',
      `PropertyManipulators - odd ${all}`,
      `PropertyManipulators -  ${all}`,
      'ReplacementCondition boolean  GAME',
    ]);
    // What is declared counts for more than what it is called.
    expect(brief({ TERRAIN: ['odd'], RELIGION: ['CIVIC_A'] })).toEqual(
      expect.arrayContaining(['PropertyManipulators - odd PLOT', 'PropertyManipulators - CIVIC_A PLAYER CITY']),
    );
  });

  it('asks an element that holds many things once whose they are', () => {
    let looked = 0;
    const leaf = rootOf('<Active>1</Active>');
    const children = Array.from({ length: 500 }, () => ({
      ...leaf,
      get name() {
        looked += 1;
        return 'Active';
      },
    }));
    const found = findExpressions({ ...leaf, name: 'a', children });
    expect(found).toHaveLength(500);
    expect(looked).toBeLessThan(500 * 10);
  });

  it('takes a root for a holder', () => {
    expect(findExpressions(rootOf('<Active>1</Active>'))).toMatchObject([{ owner: '', wanted: 'boolean' }]);
  });
});

describe('usedNames', () => {
  it('declares what is used, so that only the form is checked', () => {
    const root = rootOf(`<a>
      <Active><And>${has('TECH', 'TECH_A')}<Option>OPTION_A</Option><Option><OptionType>PLAYER</OptionType><ID>OPTION_B</ID></Option><Define>DEFINE_A</Define><Greater><AttributeType>ATTRIBUTE_A</AttributeType><Constant>DEFINE_B</Constant></Greater></And></Active>
      <iAmountPerTurn><Plus><Adapt><ID>ADAPT_A</ID><PropertyType>PROPERTY_A</PropertyType></Adapt><Python>callback</Python></Plus></iAmountPerTurn>
      <Active>${has('TEKH', 'TECH_A')}</Active>
      <Active><Is>TAG_A</Is></Active>
    </a>`);
    const { expressions, issues } = checkDocument(root, usedNames([root]), 'intended');
    expect(expressions).toHaveLength(2);
    expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'unknown-id Active/Has/GOMType',
      'unknown-id Active/Is',
    ]);
  });
});

describe('checkDocument', () => {
  const briefly = (
    issues: readonly {
      readonly code: string;
      readonly severity: string;
      readonly line: number;
      readonly message: string;
    }[],
  ) => issues.map(({ code, severity, line, message }) => `${severity} ${code} ${String(line)}: ${message}`);
  const many = (line: string): XmlElement => rootOf(`<a>${Array.from({ length: 1_200 }, () => line).join('\n')}</a>`);

  it('keeps a thousand errors, and counts the others', () => {
    for (const line of [
      '<Active><Grater/></Active>',
      '<PropertyManipulators><Wrong/></PropertyManipulators>',
      '<PropertyManipulators><PropertySource><Active><Grater/></Active></PropertySource></PropertyManipulators>',
    ]) {
      const { expressions, manipulators, issues } = checkDocument(many(line), usedNames([]), 'intended');
      expect([expressions, manipulators]).toEqual([[], []]);
      expect(issues).toHaveLength(1_001);
      expect(issues.at(-1)).toMatchObject({ severity: 'error', code: 'more-errors', line: issues[999].line });
    }
    const { issues } = checkDocument(many('<Active><Grater/></Active>'), usedNames([]), 'intended');
    expect(briefly(issues.slice(-2))).toEqual([
      'error unknown-tag 1000: unknown expression `Grater`; did you mean `Greater`?',
      'error more-errors 1000: there are 200 more errors, expected at most 1000 to be shown',
    ]);
  });

  it('keeps a thousand oddities, and loads all the same', () => {
    const line =
      '<Active><Greater><Div><Constant>1</Constant><Constant>0</Constant></Div><Constant>1</Constant></Greater></Active>';
    const intended = checkDocument(many(line), usedNames([]), 'intended');
    expect(intended.expressions).toHaveLength(1_200);
    expect(intended.issues).toHaveLength(1_001);
    expect(briefly(intended.issues.slice(-1))).toEqual([
      'lint more-warnings 1000: there are 200 more warnings, expected at most 1000 to be shown',
    ]);
    const compat = checkDocument(many('<Active><Wrong/></Active>'), usedNames([]), 'compat');
    expect(compat.expressions).toHaveLength(1_200);
    expect(briefly(compat.issues.slice(-1))).toEqual([
      'lint more-warnings 1000: there are 200 more warnings, expected at most 1000 to be shown',
    ]);
  });

  longTest('shares the search for names among all expressions', () => {
    let looked = 0;
    const techs = new Set(Array.from({ length: 5_000 }, (_, i) => `TECH_${String(i)}`));
    const counted = function* (): SetIterator<string> {
      for (const name of new Set(techs)) {
        looked += 1;
        yield name;
      }
    };
    techs.keys = counted;
    const used = usedNames([]);
    const root = rootOf(`<a>${`<Active>${has('TECH', 'TEHC_X')}</Active>`.repeat(500)}</a>`);
    expect(
      checkDocument(root, { ...used, ids: new Map([...used.ids, ['TECH', techs]]) }, 'intended').issues,
    ).toHaveLength(500);
    expect(looked).toBeLessThan(600_000);
  });
});

describe('readCompat', () => {
  const names = usedNames([]);
  const passed = (xml: string, wanted: 'boolean' | 'number' = 'boolean') =>
    readCompat(rootOf(xml), names, wanted).issues.map(
      ({ path, message }) => `${path}: ${message.replace(/^the game knows no /, '')}`,
    );

  it('tells what is passed over and what stands for it', () => {
    expect(passed('<Active><And><Constant>1</Constant><Is>TAG_HILL</Is></And></Active>')).toEqual([]);
    expect(passed('<Active>1</Active>')).toEqual([]);
    expect(passed('<Active><And><Xor>1</Xor><Xor/></And></Active>')).toEqual([
      'And/Xor[1]: `Xor` where a condition is wanted: its text `1` is read as true',
      'And/Xor[2]: `Xor` where a condition is wanted: its text is read as false',
    ]);
    expect(
      passed(
        '<Active><LessEqual><Abs><Constant>1</Constant></Abs><Constant>2</Constant><Constant>3</Constant></LessEqual></Active>',
      ),
    ).toEqual([
      'LessEqual: `LessEqual` where a condition is wanted: its first element `Abs` stands for it, and the other 2 are not read',
      'LessEqual/Abs: `Abs` where a condition is wanted: its first element `Constant` stands for it',
    ]);
    expect(
      passed(`<i><Plus>${has('TECH', 'A')}<Constant>1</Constant><Constant>CROWD</Constant></Plus></i>`, 'number'),
    ).toEqual([
      'Plus/Has: `Has` where a number is wanted: its first element `GOMType` stands for it, and the other is not read',
      'Plus/Has/GOMType: `GOMType` where a number is wanted: its text `GOM_TECH` is read as 0',
      // Digits are read all the same.
      'Plus/Constant[2]: `Constant` where a number is wanted: its text `CROWD` is read as 0',
    ]);
  });
});

describe('a tree that is too deep for the game', () => {
  const deep = `<Active>${'<Not>'.repeat(201)}${'</Not>'.repeat(201)}</Active>`;
  const integrated =
    '<IntegrateOr><RelationType>RELATION_ASSOCIATED</RelationType><GameObjectType>GAMEOBJECT_CITY</GameObjectType>'.repeat(
      4,
    ) + '</IntegrateOr>'.repeat(4);
  const issues = (xml: string) => checkDocument(rootOf(xml), usedNames([]), 'compat').issues;

  it('is an error at the element that is too deep', () => {
    expect(issues(deep)).toMatchObject([
      {
        code: 'too-deep',
        severity: 'error',
        path: 'Active',
        line: 1,
        column: 9 + 200 * 5,
        message: 'the expression is more than 200 levels deep; nothing real is so deep',
      },
    ]);
    expect(issues(`<Active>\n${integrated}</Active>`)).toMatchObject([
      {
        code: 'too-deep',
        line: 2,
        column: expect.any(Number) as number,
        message: 'more than 3 nested aggregates; each multiplies the work',
      },
    ]);
  });

  it('is one in manipulators too', () => {
    const source = `<PropertySource><PropertySourceType>PROPERTYSOURCE_CONSTANT</PropertySourceType><PropertyType>PROPERTY_A</PropertyType><iAmountPerTurn>1</iAmountPerTurn>${deep}</PropertySource>`;
    const root = rootOf(
      `<a>\n<PropertyManipulators>${source}</PropertyManipulators><TrainCondition>1</TrainCondition></a>`,
    );
    const checked = checkDocument(root, usedNames([root]), 'compat');
    expect(checked.issues).toMatchObject([{ code: 'too-deep', path: 'PropertyManipulators', line: 2 }]);
    expect(checked.expressions).toHaveLength(1);
  });
});

describe('names that the game does not know', () => {
  it('are told with what becomes of them', () => {
    const root = rootOf(
      `<a><Active><And>${has('TECH', 'TECH_A')}${has('TEKH', 'TECH_A')}<Is>TAG_A</Is><Is/><Greater><PropertyType>PROPERTY_B</PropertyType><PropertyType>PROPERTY_A</PropertyType></Greater></And></Active></a>`,
    );
    const names = { ...usedNames([]), properties: new Set(['PROPERTY_A']) };
    expect(checkDocument(root, names, 'compat').issues.map(({ path, message }) => `${path}: ${message}`)).toEqual(
      [
        'And/Has[1]: there is no `TECH_A`, which the game reads as false',
        'And/Has[2]: there is no `GOM_TEKH`, which the game reads as false',
        'And/Is[1]: there is no `TAG_A`, which the game reads as false',
        'And/Is[2]: `Is` has no name, which the game reads as false',
        'And/Greater/PropertyType[1]: there is no `PROPERTY_B`, which the game reads as 0',
      ].map((line) => `Active/${line}`),
    );
  });
});

describe('censusOf', () => {
  it('counts an aggregator by name as such', () => {
    const range = '<RelationType>RELATION_ASSOCIATED</RelationType><GameObjectType>GAMEOBJECT_CITY</GameObjectType>';
    const root = rootOf(
      `<a><Active><Or><IntegrateAnd>${range}<Is>TAG_ANARCHY</Is></IntegrateAnd><Aggregate><Aggregator>AND</Aggregator>${range}<Is>TAG_ANARCHY</Is></Aggregate></Or></Active></a>`,
    );
    const { elements } = censusOf(checkDocument(root, usedNames([root]), 'intended').expressions);
    expect([elements.get('IntegrateAnd'), elements.get('Aggregate')]).toEqual([1, 1]);
  });

  it('counts nodes by their elements, largest numbers first', () => {
    const root = rootOf(`<a>
      <Active><Or>${has('TECH', 'A')}${has('TECH', 'B')}${has('BONUS', 'A')}</Or></Active>
      <Active><Or>${has('TECH', 'A')}${has('TECH', 'B')}${has('BONUS', 'A')}</Or></Active>
      <iAmountPerTurn><If><LessEqual><Abs><Constant>-1</Constant></Abs><Constant>2</Constant></LessEqual><Aggregate><Aggregator>MIN</Aggregator><RelationType>RELATION_ASSOCIATED</RelationType><GameObjectType>GAMEOBJECT_CITY</GameObjectType><Random>3</Random></Aggregate><Modulo><Constant>7</Constant><Constant>4</Constant></Modulo></If></iAmountPerTurn>
    </a>`);
    const census = censusOf(checkDocument(root, usedNames([root]), 'intended').expressions);
    expect(census).toMatchObject({ expressions: 3, distinct: 2, nodes: 19, largest: 11 });
    expect([...census.holders]).toEqual([
      ['Active', 2],
      ['iAmountPerTurn', 1],
    ]);
    expect([...census.kinds]).toEqual([
      ['TECH', 4],
      ['BONUS', 2],
    ]);
    expect([...census.elements]).toEqual([
      ['Has', 6],
      ['Constant', 5],
      ['Or', 2],
      ['Abs', 1],
      ['Aggregate', 1],
      ['If', 1],
      ['LessEqual', 1],
      ['Modulo', 1],
      ['Random', 1],
    ]);
  });
});
