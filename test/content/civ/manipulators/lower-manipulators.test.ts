import { describe, expect, it } from 'vitest';
import type { Flow, FlowBook } from '../../../../src/ir/rule.js';
import { printNode } from '../../../../src/eval/make-node.js';
import { namesOf } from '../../../../src/content/civ/parse/declared-names.js';
import { loadManipulators } from '../../../../src/content/civ/manipulators/load-manipulators.js';
import { lowerManipulators, type Manipulator } from '../../../../src/content/civ/manipulators/manipulator.js';
import { type Policy, objectTypes } from '../../../../src/content/civ/syntax.js';
import { createCivModel } from '../../../../src/content/civ/world/create-civ-model.js';
import { readDeclaration } from '../../../support/civ-declaration.js';
import { readXml } from '../../../../src/content/civ/parse/read-xml.js';

const declaration = readDeclaration(
  {
    types: {
      PROPERTY: ['PROPERTY_MUD', 'PROPERTY_SONG'],
      CIVIC: ['CIVIC_B', 'CIVIC_A'],
      RELIGION: ['RELIGION_OWL'],
      TRAIT: ['TRAIT_X'],
      HANDICAP: ['HANDICAP_X'],
      BUILDING: ['BUILDING_X'],
      CORPORATION: ['CORPORATION_X'],
      SPECIALIST: ['SPECIALIST_X'],
      UNITTYPE: ['UNIT_X'],
      PROMOTION: ['PROMOTION_X'],
      TERRAIN: ['TERRAIN_X'],
      FEATURE: ['FEATURE_X'],
      IMPROVEMENT: ['IMPROVEMENT_X'],
      ROUTE: ['ROUTE_X'],
      BONUS: ['BONUS_X'],
      TECH: ['TECH_X'],
      UNITCOMBAT: ['UNITCOMBAT_X'],
    },
    map: { width: 2, height: 2 },
    objects: [],
  },
  'test',
);
const civ = createCivModel(declaration);
const names = namesOf(declaration, civ.model.aggregators);

function manipulators(xml: string, policy: Policy): readonly Manipulator[] {
  const { root, problem } = readXml(`<PropertyManipulators>${xml}</PropertyManipulators>`, 'test.xml');
  if (root === undefined) throw new Error(problem.message);
  const loaded = loadManipulators(root, names, policy, objectTypes);
  expect(loaded.issues).toEqual([]);
  return loaded.manipulators;
}

function lower(global: string, carried: Readonly<Record<string, string>> = {}, policy: Policy = 'intended'): FlowBook {
  const lists = new Map(Object.entries(carried).map(([id, xml]) => [id, manipulators(xml, policy)]));
  return lowerManipulators(civ, { global: manipulators(global, policy), carried: lists }, policy, 'test.xml');
}

const mud = '<PropertyType>PROPERTY_MUD</PropertyType>';
const source = (rest = ''): string =>
  `<PropertySource><PropertySourceType>PROPERTYSOURCE_CONSTANT</PropertySourceType>${mud}<iAmountPerTurn>1</iAmountPerTurn>${rest}</PropertySource>`;
const ofType = (type: string): string => `<GameObjectType>GAMEOBJECT_${type}</GameObjectType>`;
const byRelation = (relation: string): string => `<RelationType>RELATION_${relation}</RelationType>`;
const kindsOf = ({ flows }: FlowBook): readonly string[] =>
  flows.map(({ carrier, kind }) => `${civ.model.kinds[carrier.kind - 1].name} ${civ.model.kinds[kind - 1].name}`);

describe('who carries what', () => {
  it('what is global is carried by objects of every type, in their order', () => {
    expect(kindsOf(lower(source()))).toEqual([
      'game game',
      'team team',
      'player player',
      'city city',
      'unit unit',
      'plot plot',
    ]);
    expect(
      lower(source()).flows.every(
        ({ receivers, active, carrier }) =>
          receivers === undefined && active === undefined && carrier.where === undefined,
      ),
    ).toBe(true);
  });

  it('a type of objects alone leaves those out that are of others', () => {
    expect(kindsOf(lower(source(ofType('UNIT'))))).toEqual(['unit unit']);
    expect(lower('', { BUILDING_X: source(ofType('PLAYER')) }).flows).toEqual([]);
  });

  it('a relation leads from every type where it starts', () => {
    expect(kindsOf(lower(source(ofType('CITY') + byRelation('SAME_PLOT'))))).toEqual([
      'city city',
      'unit city',
      'plot city',
    ]);
    expect(kindsOf(lower(source(ofType('PLOT') + byRelation('WORKING'))))).toEqual(['city plot']);
  });

  it('global ones come first, then carried ones by kind and registry', () => {
    const ids = [
      'BONUS_X',
      'ROUTE_X',
      'IMPROVEMENT_X',
      'FEATURE_X',
      'TERRAIN_X',
      'PROMOTION_X',
      'UNIT_X',
      'SPECIALIST_X',
      'CORPORATION_X',
      'RELIGION_OWL',
      'BUILDING_X',
      'HANDICAP_X',
      'TRAIT_X',
      'CIVIC_A',
      'CIVIC_B',
      'TECH_X',
      'UNITCOMBAT_X',
    ];
    const { flows } = lower(source(ofType('CITY')), Object.fromEntries(ids.map((id) => [id, source()])));
    expect(
      flows.map(({ name, carrier }) => `${civ.model.kinds[carrier.kind - 1].name} ${name.slice(0, name.indexOf(':'))}`),
    ).toEqual([
      'player CIVIC_B',
      'player CIVIC_A',
      'player RELIGION_OWL',
      'player TRAIT_X',
      'player HANDICAP_X',
      'city global',
      'city BUILDING_X',
      'city RELIGION_OWL',
      'city CORPORATION_X',
      'city SPECIALIST_X',
      'unit UNIT_X',
      'unit PROMOTION_X',
      'plot TERRAIN_X',
      'plot FEATURE_X',
      'plot IMPROVEMENT_X',
      'plot ROUTE_X',
      'plot BONUS_X',
    ]);
    expect(flows.map(({ index }) => index)).toEqual(flows.map((_, i) => i));
  });

  it('specialists count by heads, buildings where they do something', () => {
    const {
      flows: [specialist],
    } = lower('', { SPECIALIST_X: source() });
    expect(specialist.carrier.where).toBeUndefined();
    expect(specialist.carrier.times === undefined ? '' : printNode(specialist.carrier.times)).toContain(
      `read ${String(civ.columns.specialists.get('SPECIALIST_X'))}`,
    );
    const {
      flows: [building],
    } = lower('', { BUILDING_X: source() });
    expect(building.carrier.times).toBeUndefined();
    expect(building.carrier.where === undefined ? '' : printNode(building.carrier.where)).toContain(
      `holds ${String(civ.holdings.get('inactive BUILDING'))}`,
    );
  });

  it('objects are gone through as the game goes through them', () => {
    const objects = Object.fromEntries(
      lower(source()).flows.map(({ carrier }) => [
        civ.model.kinds[carrier.kind - 1].name,
        carrier.objects.map(({ by }) => by).join(' '),
      ]),
    );
    expect(objects).toEqual({
      game: 'objects',
      team: 'objects having reference once sorted',
      player: 'objects having',
      city: 'objects having owned',
      unit: 'objects having owned',
      plot: 'objects',
    });
  });
});

describe('what differs by policy', () => {
  const formOf = (xml: string, policy: Policy): Flow['form'] =>
    lower(xml.replace('<Is/>', ofType('CITY')), {}, policy).flows[0].form;
  const both =
    '<SourcePropertyType>PROPERTY_MUD</SourcePropertyType><TargetPropertyType>PROPERTY_SONG</TargetPropertyType>';
  const column = civ.columns.properties.get('PROPERTY_MUD');

  it('memory', () => {
    expect(lower(source()).memory).toBe('own');
    expect(lower(source(), {}, 'compat').memory).toBe('stale');
  });

  it.each<[xml: string, intended: object, compat: object]>([
    [
      `<PropertySource><PropertySourceType>PROPERTYSOURCE_DECAY</PropertySourceType>${mud}<iPercent>5</iPercent><Is/></PropertySource>`,
      { negative: 'mirrored' },
      { negative: 'plain' },
    ],
    [
      `<PropertyInteraction><PropertyInteractionType>PROPERTYINTERACTION_CONVERT_PERCENT</PropertyInteractionType>${both}<iPercent>5</iPercent><Is/></PropertyInteraction>`,
      { correction: 'others' },
      { correction: 'rest' },
    ],
    [
      `<PropertyInteraction><PropertyInteractionType>PROPERTYINTERACTION_INHIBITED_GROWTH</PropertyInteractionType>${both}<iGrowthPercent>5</iGrowthPercent><iInhibitionPercent>6</iInhibitionPercent><Is/></PropertyInteraction>`,
      { column, growth: 5, inhibition: 6, divisor: 100 },
      { column, divisor: 1 },
    ],
    [
      `<PropertyPropagator><PropertyPropagatorType>PROPERTYPROPAGATOR_GATHER</PropertyPropagatorType>${mud}<iAmountPerTurn>5</iAmountPerTurn><TargetRelationType>RELATION_NEAR</TargetRelationType><Is/></PropertyPropagator>`,
      { negative: 'nothing', targets: { itself: false } },
      { negative: 'taken', targets: { itself: true } },
    ],
  ])('%s', (xml, intended, compat) => {
    expect(formOf(xml, 'intended')).toMatchObject(intended);
    expect(formOf(xml, 'compat')).toMatchObject(compat);
  });
});

describe('targets', () => {
  const spread = (rest: string): string =>
    `<PropertyPropagator><PropertyPropagatorType>PROPERTYPROPAGATOR_SPREAD</PropertyPropagatorType>${mud}<iPercent>5</iPercent>${ofType('UNIT')}${rest}</PropertyPropagator>`;
  const targetsOf = (rest: string, policy: Policy = 'intended') => {
    const {
      flows: [{ form }],
    } = lower(spread(rest), {}, policy);
    if (!('targets' in form)) throw new Error('no propagator');
    return form.targets;
  };

  it('of no type in particular are those of every type, in order', () => {
    const { steps } = targetsOf('<TargetRelationType>RELATION_SAME_PLOT</TargetRelationType>');
    // Cities and units are attached to plots, and the game, owners and their teams are found from there.
    expect(steps.get(civ.kinds.UNIT)?.map((row) => row[1]?.by ?? 'plot')).toEqual([
      'reference',
      'owner',
      'owner',
      'attached',
      'attached',
      'plot',
    ]);
  });

  it('no relation leads to nobody under compat', () => {
    expect(targetsOf('', 'compat').steps).toEqual(new Map([[civ.kinds.UNIT, []]]));
  });

  it('conditions are those of the targets', () => {
    const rest = `<TargetObjectType>GAMEOBJECT_PLOT</TargetObjectType><TargetRelationType>RELATION_NEAR</TargetRelationType><TargetCondition><Is>TAG_HILL</Is></TargetCondition>`;
    const { where } = targetsOf(rest);
    expect(where?.type.name).toBe('boolean');
    expect(targetsOf(rest.replace(/<TargetCondition>.*/, '')).where).toBeUndefined();
  });
});
