import { describe, expect, it } from 'vitest';
import { namesOf } from '../../../../src/content/civ/parse/declared-names.js';
import {
  carrierTypes,
  type LoadedManipulators,
  type ManipulatorTag,
  manipulatorKinds,
} from '../../../../src/content/civ/manipulators/manipulator.js';
import { loadManipulators } from '../../../../src/content/civ/manipulators/load-manipulators.js';
import { type ObjectType, type Policy, objectTypes } from '../../../../src/content/civ/syntax.js';
import { readDeclaration } from '../../../support/civ-declaration.js';
import { readXml } from '../../../../src/content/civ/parse/read-xml.js';

const declaration = readDeclaration(
  {
    types: {
      PROPERTY: ['PROPERTY_MUD', 'PROPERTY_SONG'],
      RELIGION: ['RELIGION_OWL'],
      CIVIC: ['CIVIC_TITHES'],
      SPECIALIST: ['SPECIALIST_BARD'],
      TECH: ['TECH_WHEEL'],
    },
    attributes: { ATTRIBUTE_NOISE: ['CITY'] },
    map: { width: 1, height: 1 },
    objects: [],
  },
  'test',
);
const names = namesOf(declaration, []);

function load(
  xml: string,
  policy: Policy = 'intended',
  carriers: readonly ObjectType[] = ['CITY'],
): LoadedManipulators {
  const { root, problem } = readXml(xml, 'test.xml');
  if (root === undefined) throw new Error(problem.message);
  return loadManipulators(root, names, policy, carriers);
}

const all = (...elements: string[]): string => `<PropertyManipulators>${elements.join('')}</PropertyManipulators>`;
const element = (tag: string, type: string, rest: string): string =>
  `<${tag}><${tag}Type>${type}</${tag}Type>${rest}</${tag}>`;
const mud = '<PropertyType>PROPERTY_MUD</PropertyType>';
const amount = '<iAmountPerTurn>5</iAmountPerTurn>';
const source = (rest: string, type = 'CONSTANT'): string => element('PropertySource', `PROPERTYSOURCE_${type}`, rest);
const interaction = (rest: string, type = 'CONVERT_CONSTANT'): string =>
  element('PropertyInteraction', `PROPERTYINTERACTION_${type}`, rest);
const propagator = (rest: string, type = 'DIFFUSE'): string =>
  element('PropertyPropagator', `PROPERTYPROPAGATOR_${type}`, rest);
const both =
  '<SourcePropertyType>PROPERTY_MUD</SourcePropertyType><TargetPropertyType>PROPERTY_SONG</TargetPropertyType>';
const near = '<TargetRelationType>RELATION_NEAR</TargetRelationType>';

describe('every form, as both policies read it', () => {
  it.each<[string, string, object]>([
    [
      source(`${mud}${amount}`),
      'PropertySource CONSTANT',
      { properties: ['PROPERTY_MUD'], expression: { node: 'literal', value: 5 } },
    ],
    [
      source(`${mud}${amount}<iLimit>-20</iLimit>`, 'CONSTANT_LIMITED'),
      'PropertySource CONSTANT_LIMITED',
      { properties: ['PROPERTY_MUD'], numbers: { iAmountPerTurn: 5, iLimit: -20 } },
    ],
    [
      source(`${mud}<iPercent>10</iPercent>`, 'DECAY'),
      'PropertySource DECAY',
      { numbers: { iPercent: 10, iNoDecayAmount: 0 } },
    ],
    [
      source(`${mud}<iPercent>10</iPercent><iNoDecayAmount>3</iNoDecayAmount>`, 'DECAY'),
      'PropertySource DECAY',
      { numbers: { iPercent: 10, iNoDecayAmount: 3 } },
    ],
    [
      source(`${mud}<AttributeType>ATTRIBUTE_NOISE</AttributeType>${amount}`, 'ATTRIBUTE_CONSTANT'),
      'PropertySource ATTRIBUTE_CONSTANT',
      { attribute: 'ATTRIBUTE_NOISE', numbers: { iAmountPerTurn: 5 } },
    ],
    [
      interaction(`${both}${amount}`),
      'PropertyInteraction CONVERT_CONSTANT',
      { properties: ['PROPERTY_MUD', 'PROPERTY_SONG'], numbers: { iAmountPerTurn: 5 } },
    ],
    [
      interaction(`${both}<iPercent>+7</iPercent><iNoConvertAmount>2</iNoConvertAmount>`, 'CONVERT_PERCENT'),
      'PropertyInteraction CONVERT_PERCENT',
      { numbers: { iPercent: 7, iNoConvertAmount: 2 } },
    ],
    [
      interaction(
        `${both}<iGrowthPercent>3</iGrowthPercent><iInhibitionPercent>2</iInhibitionPercent>`,
        'INHIBITED_GROWTH',
      ),
      'PropertyInteraction INHIBITED_GROWTH',
      { properties: ['PROPERTY_MUD', 'PROPERTY_SONG'], numbers: { iGrowthPercent: 3, iInhibitionPercent: 2 } },
    ],
    [
      propagator(`${mud}${near}<iTargetDistance>2</iTargetDistance><iPercent>5</iPercent>`),
      'PropertyPropagator DIFFUSE',
      {
        numbers: { iPercent: 5 },
        targets: { objectType: undefined, relation: { relation: 'NEAR', distance: 2 }, condition: undefined },
      },
    ],
    [
      propagator(`${mud}${near}<TargetObjectType>GAMEOBJECT_PLOT</TargetObjectType><iPercent>5</iPercent>`, 'SPREAD'),
      'PropertyPropagator SPREAD',
      { targets: { objectType: 'PLOT', relation: { relation: 'NEAR', distance: 0 } } },
    ],
    [
      propagator(
        `${mud}<TargetRelationType>RELATION_ASSOCIATED</TargetRelationType>${amount}<TargetCondition>1</TargetCondition>`,
        'GATHER',
      ),
      'PropertyPropagator GATHER',
      {
        numbers: { iAmountPerTurn: 5 },
        targets: { relation: { relation: 'ASSOCIATED', distance: 0 }, condition: { node: 'literal', value: 1 } },
      },
    ],
  ])('%s', (xml, formName, form) => {
    const [tag, name] = formName.split(' ');
    const row = manipulatorKinds[tag as ManipulatorTag].forms.get(`${tag.toUpperCase()}_${name}`);
    expect(row).toBeDefined();
    for (const policy of ['intended', 'compat'] as const) {
      const { manipulators, issues } = load(all(xml), policy);
      expect(issues).toEqual([]);
      expect(manipulators).toMatchObject([{ form: { ...form, row } }]);
    }
  });

  it('sources come first, then interactions, then propagators', () => {
    const xml = all(
      propagator(`${mud}${near}<iPercent>5</iPercent>`),
      source(`${mud}${amount}`),
      interaction(`${both}${amount}`),
      source(`${mud}${amount}`),
    );
    for (const policy of ['intended', 'compat'] as const) {
      expect(load(xml, policy).manipulators.map(({ name }) => name)).toEqual([
        'PropertySource[1]',
        'PropertySource[2]',
        'PropertyInteraction',
        'PropertyPropagator',
      ]);
    }
  });

  it('whom it is for', () => {
    const xml = all(
      source(
        `${mud}${amount}<GameObjectType>GAMEOBJECT_PLOT</GameObjectType><RelationType>RELATION_NEAR</RelationType><iDistance>3</iDistance><Active>0</Active>`,
      ),
    );
    for (const policy of ['intended', 'compat'] as const) {
      expect(load(xml, policy).manipulators).toMatchObject([
        { objectType: 'PLOT', relation: { relation: 'NEAR', distance: 3 }, active: { node: 'literal', value: 0 } },
      ]);
    }
  });
});

describe('what is wrong when everything must be right', () => {
  const root = 'PropertyManipulators';
  it.each<[what: string, xml: string, code: string, path: string]>([
    ['another root', '<PropertyManipulator/>', 'unknown-tag', 'PropertyManipulator'],
    ['text in the root', all('text'), 'type', root],
    ['an unknown kind', all('<PropertySink/>'), 'unknown-tag', `${root}/PropertySink`],
    [
      'an unknown form',
      all(source(`${mud}${amount}`, 'CONSTANTS')),
      'unknown-id',
      `${root}/PropertySource/PropertySourceType`,
    ],
    ['no form', all(`<PropertySource>${mud}${amount}</PropertySource>`), 'arity', `${root}/PropertySource`],
    [
      'an unknown property',
      all(source(`${mud}${amount}`), source(`<PropertyType>PROPERTY_MUT</PropertyType>${amount}`)),
      'unknown-id',
      `${root}/PropertySource[2]/PropertyType`,
    ],
    ['no property', all(source(amount)), 'arity', `${root}/PropertySource`],
    [
      'an unknown second property',
      all(interaction(`${both.replace('PROPERTY_SONG', 'PROPERTY_SNOG')}${amount}`)),
      'unknown-id',
      `${root}/PropertyInteraction/TargetPropertyType`,
    ],
    ['no amount', all(source(mud)), 'arity', `${root}/PropertySource`],
    ['two amounts', all(source(`${mud}${amount}${amount}`)), 'arity', `${root}/PropertySource`],
    [
      'an amount that is no number',
      all(interaction(`${both}<iAmountPerTurn>5.5</iAmountPerTurn>`)),
      'type',
      `${root}/PropertyInteraction/iAmountPerTurn`,
    ],
    [
      'an amount of 33 bits',
      all(interaction(`${both}<iAmountPerTurn>2147483648</iAmountPerTurn>`)),
      'type',
      `${root}/PropertyInteraction/iAmountPerTurn`,
    ],
    [
      'an expression for a plain number',
      all(interaction(`${both}<iAmountPerTurn><Constant>5</Constant></iAmountPerTurn>`)),
      'type',
      `${root}/PropertyInteraction/iAmountPerTurn`,
    ],
    [
      'a relation without a type of objects',
      all(source(`${mud}${amount}<RelationType>RELATION_NEAR</RelationType>`)),
      'arity',
      `${root}/PropertySource`,
    ],
    ['no relation to targets', all(propagator(`${mud}<iPercent>5</iPercent>`)), 'arity', `${root}/PropertyPropagator`],
    [
      'an unknown relation',
      all(
        source(
          `${mud}${amount}<GameObjectType>GAMEOBJECT_PLOT</GameObjectType><RelationType>RELATION_BEHIND</RelationType>`,
        ),
      ),
      'unknown-id',
      `${root}/PropertySource/RelationType`,
    ],
    [
      'a relation that starts elsewhere',
      all(
        source(
          `${mud}${amount}<GameObjectType>GAMEOBJECT_CITY</GameObjectType><RelationType>RELATION_WORKING</RelationType>`,
        ),
      ),
      'type',
      `${root}/PropertySource/RelationType`,
    ],
    [
      'targets of an unknown type',
      all(propagator(`${mud}${near}<iPercent>5</iPercent><TargetObjectType>GAMEOBJECT_ISLE</TargetObjectType>`)),
      'unknown-id',
      `${root}/PropertyPropagator/TargetObjectType`,
    ],
    [
      'a relation that leads to no targets',
      all(
        propagator(
          `${mud}<TargetRelationType>RELATION_TRADE</TargetRelationType><iPercent>5</iPercent><TargetObjectType>GAMEOBJECT_UNIT</TargetObjectType>`,
        ),
      ),
      'type',
      `${root}/PropertyPropagator/TargetRelationType`,
    ],
    [
      'a distance below 0',
      all(propagator(`${mud}${near}<iPercent>5</iPercent><iTargetDistance>-1</iTargetDistance>`)),
      'type',
      `${root}/PropertyPropagator/iTargetDistance`,
    ],
    [
      'a distance beyond all maps',
      all(
        source(
          `${mud}${amount}<GameObjectType>GAMEOBJECT_PLOT</GameObjectType><RelationType>RELATION_NEAR</RelationType><iDistance>1001</iDistance>`,
        ),
      ),
      'type',
      `${root}/PropertySource/iDistance`,
    ],
    [
      'an attribute of others',
      all(
        source(
          `${mud}<GameObjectType>GAMEOBJECT_PLOT</GameObjectType><AttributeType>ATTRIBUTE_NOISE</AttributeType>${amount}`,
          'ATTRIBUTE_CONSTANT',
        ),
      ),
      'type',
      `${root}/PropertySource/AttributeType`,
    ],
    [
      'an unknown attribute',
      all(source(`${mud}<AttributeType>ATTRIBUTE_NOSE</AttributeType>${amount}`, 'ATTRIBUTE_CONSTANT')),
      'unknown-id',
      `${root}/PropertySource/AttributeType`,
    ],
    [
      'an element that it does not take',
      all(source(`${mud}${amount}<iLimit>5</iLimit>`)),
      'unknown-tag',
      `${root}/PropertySource/iLimit`,
    ],
    ['nothing in Active', all(source(`${mud}${amount}<Active/>`)), 'arity', `${root}/PropertySource/Active`],
    [
      'an unknown element in Active',
      all(source(`${mud}${amount}<Active><Or><Hass/></Or></Active>`)),
      'unknown-tag',
      `${root}/PropertySource/Active/Or/Hass`,
    ],
    [
      'a draw in an amount',
      all(source(`${mud}<iAmountPerTurn><Random>5</Random></iAmountPerTurn>`)),
      'impure',
      `${root}/PropertySource/iAmountPerTurn/Random`,
    ],
    [
      'a condition of targets',
      all(propagator(`${mud}${near}<iPercent>5</iPercent><TargetCondition><Plus>1</Plus></TargetCondition>`)),
      'type',
      `${root}/PropertyPropagator/TargetCondition/Plus`,
    ],
  ])('%s', (_what, xml, code, path) => {
    const { manipulators, issues } = load(xml);
    expect(manipulators).toEqual([]);
    expect(issues[0]).toMatchObject({ code, path, severity: 'error' });
    expect(issues[0].message).toMatch(/expected|give|leave|did you mean|leads|attribute/);
    expect(issues[0].line).toBe(1);
  });

  it('names come before structure, that before Active, the amount and the condition, manipulator by manipulator', () => {
    const xml = all(
      propagator(
        '<PropertyType>PROPERTY_MUT</PropertyType><TargetCondition><Xor/></TargetCondition><Active><Nor/></Active><iPercent>x</iPercent>',
      ),
      source(`${mud}<iAmountPerTurn><Xor/></iAmountPerTurn><Active><Nor/></Active>`),
    );
    expect(load(xml).issues.map(({ code, path }) => `${code} ${path.slice(path.indexOf('/') + 1)}`)).toEqual([
      'unknown-tag PropertySource/Active/Nor',
      'unknown-tag PropertySource/iAmountPerTurn/Xor',
      'unknown-id PropertyPropagator/PropertyType',
      'arity PropertyPropagator',
      'type PropertyPropagator/iPercent',
      'unknown-tag PropertyPropagator/Active/Nor',
      'unknown-tag PropertyPropagator/TargetCondition/Xor',
    ]);
  });

  it('what is asked of objects that cannot have it is noted and loads: those of the type it is for, or else of its carrier', () => {
    const spying = '<Active><Is>TAG_SPY</Is></Active>';
    expect(load(all(source(`${mud}${amount}${spying}`))).issues).toMatchObject([
      { code: 'never-true', severity: 'lint', path: 'PropertyManipulators/PropertySource/Active/Is' },
    ]);
    expect(load(all(source(`${mud}${amount}${spying}`))).manipulators).toHaveLength(1);
    expect(
      load(all(source(`${mud}${amount}${spying}<GameObjectType>GAMEOBJECT_UNIT</GameObjectType>`))).issues,
    ).toEqual([]);
    expect(load(all(source(`${mud}${amount}${spying}`)), 'intended', objectTypes).issues).toEqual([]);
  });
});

describe('what the shipped game makes of anything', () => {
  it.each<[what: string, xml: string]>([
    ['another kind', all('<PropertySink/>')],
    ['an unknown form', all(source(`${mud}${amount}`, 'CONSTANTS'))],
    ['an unknown property', all(source(`<PropertyType>PROPERTY_MUT</PropertyType>${amount}`))],
    ['no property', all(source(amount))],
    ['a relation without a type of objects', all(source(`${mud}${amount}<RelationType>RELATION_NEAR</RelationType>`))],
    ['objects of an unknown type', all(source(`${mud}${amount}<GameObjectType>GAMEOBJECT_ISLE</GameObjectType>`))],
    [
      'an unknown relation',
      all(
        source(
          `${mud}${amount}<GameObjectType>GAMEOBJECT_PLOT</GameObjectType><RelationType>RELATION_BEHIND</RelationType>`,
        ),
      ),
    ],
    [
      'nothing as near as less than here',
      all(
        source(
          `${mud}${amount}<GameObjectType>GAMEOBJECT_PLOT</GameObjectType><RelationType>RELATION_NEAR</RelationType><iDistance>-1</iDistance>`,
        ),
      ),
    ],
    [
      'an unknown attribute',
      all(source(`${mud}<AttributeType>ATTRIBUTE_NOSE</AttributeType>${amount}`, 'ATTRIBUTE_CONSTANT')),
    ],
  ])('does nothing with %s', (_what, xml) => {
    expect(load(xml, 'compat')).toEqual({ manipulators: [], issues: [] });
  });

  it.each<[what: string, xml: string, form: object]>([
    ['no amount is 0', source(mud), { expression: { node: 'literal', value: 0 } }],
    [
      'numbers are what begins the text',
      source(`${mud}<iAmountPerTurn>-7 men</iAmountPerTurn><iLimit>x</iLimit>`, 'CONSTANT_LIMITED'),
      { numbers: { iAmountPerTurn: -7, iLimit: 0 } },
    ],
    [
      'of several the first counts',
      source(`${mud}${amount}<iAmountPerTurn>6</iAmountPerTurn><iLimit>1</iLimit>`, 'CONSTANT_LIMITED'),
      { numbers: { iAmountPerTurn: 5, iLimit: 1 } },
    ],
    ['no relation leads to nobody', propagator(`${mud}<iPercent>5</iPercent>`), { targets: { relation: undefined } }],
    [
      'targets of an unknown type are nobody',
      propagator(`${mud}${near}<iPercent>5</iPercent><TargetObjectType>GAMEOBJECT_ISLE</TargetObjectType>`),
      { targets: { relation: undefined } },
    ],
  ])('%s', (_what, xml, form) => {
    expect(load(all(xml), 'compat').manipulators).toMatchObject([{ form }]);
  });
});

describe('the types of objects that carry something', () => {
  it.each<[string, readonly ObjectType[]]>([
    ['global', objectTypes],
    ['CIVIC_TITHES', ['PLAYER']],
    ['RELIGION_OWL', ['PLAYER', 'CITY']],
    ['SPECIALIST_BARD', ['CITY']],
    ['TECH_WHEEL', []],
  ])('%s', (carrier, types) => {
    expect(carrierTypes(declaration, carrier)).toEqual(types);
  });
});
