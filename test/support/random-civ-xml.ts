import fc from 'fast-check';

const operators = [
  'And',
  'Or',
  'Not',
  'BEqual',
  'If',
  'Greater',
  'GreaterEqual',
  'Equal',
  'NotEqual',
  'Less',
  'LessEqual',
  'Plus',
  'Minus',
  'Mult',
  'Div',
  'Modulo',
  'Min',
  'Max',
  'Abs',
  'Random',
  'Adapt',
  'Aggregate',
  'IntegrateAnd',
  'IntegrateOr',
  'IntegrateSum',
  'IntegrateMean',
  'IntegrateAvg',
  'IntegrateNum',
  'IntegrateCount',
  'Xor',
];

const leaves = [
  '<Constant>1</Constant>',
  '<Constant>0</Constant>',
  '<Constant>-7</Constant>',
  '<Constant>LARGEST</Constant>',
  '<Define>NOTHING</Define>',
  '<Define>X</Define>',
  '<Option>GAMEOPTION_ERA</Option>',
  '<Option><OptionType>PLAYER</OptionType><ID>PLAYEROPTION_QUIET</ID></Option>',
  '<Has><GOMType>GOM_TECH</GOMType><ID>TECH_WHEEL</ID></Has>',
  '<Has><GOMType>GOM_FEATURE</GOMType><ID>FEATURE_REED</ID></Has>',
  '<Has><ID>FEATURE_REED</ID></Has>',
  '<Is>TAG_CITY</Is>',
  '<Is>TAG_SPY</Is>',
  '<Is>TAG_?</Is>',
  '<AttributeType>ATTRIBUTE_POPULATION</AttributeType>',
  '<AttributeType>ATTRIBUTE_TEAMS</AttributeType>',
  '<PropertyType>PROPERTY_NOISE</PropertyType>',
  '<Python>countFish</Python>',
  '<RelationType>RELATION_ASSOCIATED</RelationType>',
  '<RelationType>RELATION_NEAR</RelationType>',
  '<RelationType>RELATION_X</RelationType>',
  '<GameObjectType>GAMEOBJECT_PLOT</GameObjectType>',
  '<GameObjectType>GAMEOBJECT_UNIT</GameObjectType>',
  '<iDistance>2</iDistance>',
  '<iDistance>x</iDistance>',
  '<Aggregator>MAX</Aggregator>',
  '<ID>ADAPT_COST</ID>',
  '1',
  '-3',
  'true',
  'LARGEST',
  '',
];

const ranges = [
  '<RelationType>RELATION_ASSOCIATED</RelationType><GameObjectType>GAMEOBJECT_PLOT</GameObjectType>',
  '<iDistance>2</iDistance><RelationType>RELATION_NEAR</RelationType><GameObjectType>GAMEOBJECT_CITY</GameObjectType>',
  '',
];

const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...leaves),
    fc
      .tuple(fc.constantFrom(...operators), fc.constantFrom(...ranges), fc.array(tie('node'), { maxLength: 3 }))
      .map(
        ([tag, range, operands]) =>
          `<${tag}>${tag.startsWith('Integrate') || tag === 'Aggregate' ? range : ''}${operands.join('')}</${tag}>`,
      ),
  ),
}));

/** Documents of a holder with expressions in it, some of them right. */
export const randomCivXml: fc.Arbitrary<string> = node.map((inner) => `<Active>${inner}</Active>`);
