import { describe, expect, test } from 'vitest';
import { parseText } from '../../../../src/content/focs/parse/parse-text.js';
import type { Condition, EffectsGroup, Item, Value } from '../../../../src/content/focs/syntax.js';

function itemsOf(text: string): readonly Item[] {
  const { items, problems } = parseText(`${text}\n`);
  expect(problems, text).toEqual([]);
  return items;
}

function conditionOf(text: string): Condition {
  const field = itemsOf(`Special name = "S" description = "" location = ${text}`)[0].fields.get('location');
  if (field?.kind !== 'condition') throw new Error(`no condition came of ${text}`);
  return field.condition;
}

function valueOf(text: string): Value {
  const field = itemsOf(`Statistic name = "S" value = ${text}`)[0].fields.get('value');
  if (field?.kind !== 'values') throw new Error(`no value came of ${text}`);
  return field.values[0];
}

function groupsOf(text: string): readonly EffectsGroup[] {
  return itemsOf(`Special name = "S" description = "" effectsgroups = ${text}`)[0].groups;
}

const operators = { '+': '+', '-': '-', '*': '*', '/': '/', '^': '^', negate: '-' } as const;

/** A value in a short form: operations with all their parentheses. */
function short(value: Value): string {
  switch (value.kind) {
    case 'number':
      return value.integer ? String(value.value) : `${value.value}r`;
    case 'text':
      return JSON.stringify(value.text);
    case 'word':
      return value.word;
    case 'property':
      return [value.subject, ...value.through, value.property].join('.');
    case 'free':
      return value.name;
    case 'running':
      return value.of === undefined ? 'Value' : `Value(${short(value.of)})`;
    case 'operation':
      return value.operator === 'negate'
        ? `(-${short(value.operands[0])})`
        : `(${value.operands.map(short).join(operators[value.operator])})`;
    case 'function':
      return `${value.name}(${value.operands.map(short).join(',')})`;
    case 'statistic':
      return `${value.statistic}{${value.value === undefined ? '' : `${short(value.value)};`}${brief(value.condition)}}`;
    case 'query':
      return `${value.name}{${value.parameters.map(({ label, values }) => `${label}:${values.map(short).join('|')}`).join(';')}}`;
    case 'choice': {
      const { comparison, then, otherwise } = value;
      const choices = [then, otherwise].map((each) => (each === undefined ? '' : short(each)));
      return `<${compared(comparison)}?${choices.join(':')}>`;
    }
  }
}

function compared({ operands, comparators }: { operands: readonly Value[]; comparators: readonly string[] }): string {
  return operands.map((operand, index) => `${short(operand)}${comparators[index] ?? ''}`).join('');
}

/** A condition in a short form. */
function brief({ name, word, operands, parameters, comparison }: Condition): string {
  const parts = [
    ...parameters.map(({ label, values }) => `${label}:${values.map(short).join('|')}`),
    ...operands.map(brief),
    ...(comparison === undefined ? [] : [compared(comparison)]),
  ];
  return `${name}${word === undefined ? '' : `.${word}`}${parts.length === 0 ? '' : `{${parts.join(';')}}`}`;
}

describe('values', () => {
  test.each([
    ['1 + 2 * 3', '(1+(2*3))'],
    ['1 - 2 - 3', '((1-2)-3)'],
    ['8 / 4 / 2 * 3', '(((8/4)/2)*3)'],
    ['-2 ^ 2', '((-2)^2)'],
    ['2 * 3 ^ 2 + 1', '((2*(3^2))+1)'],
    ['- - 1', '(-(-1))'],
    ['2*-3', '(2*(-3))'],
    ['(1 + 2) * 3', '((1+2)*3)'],
    ['((2))', '2'],
    ['1. + .5 + 0.25', '((1r+0.5r)+0.25r)'],
    ['"a text\nwith a line end"', '"a text\\nwith a line end"'],
  ])('%s is %s', (text, expected) => {
    expect(short(valueOf(text))).toBe(expected);
  });

  test.each([
    ['Source.Owner', 'Source.Owner'],
    ['localcandidate.SYSTEM.lastturnbattlehere', 'LocalCandidate.System.LastTurnBattleHere'],
    ['Target.Planet.System.ID', 'Target.Planet.System.ID'],
    ['Value', 'Value'],
    ['Value(Target.MaxSupply) + value', '(Value(Target.MaxSupply)+Value)'],
    ['CurrentTurn * galaxysize', '(CurrentTurn*GalaxySize)'],
    ['min(1, Max(2, 3), abs(-4))', 'min(1,max(2,3),abs((-4)))'],
    ['OneOf("a", "b")', 'OneOf("a","b")'],
    ['OneOf(UserString("A"), UserString("B"))', 'OneOf(UserString{text:"A"},UserString{text:"B"})'],
    ['RandomNumber(0.5, 1)', 'RandomNumber(0.5r,1)'],
    ['Statistic Count condition = Planet', 'Count{Type.Planet}'],
    ['Statistic If condition = Ship * 2', '(If{Type.Ship}*2)'],
    ['Statistic Min Value = LocalCandidate.X Condition = Planet', 'Min{LocalCandidate.X;Type.Planet}'],
    [
      '1 + JumpsBetween object = Source.ID object = Statistic Max value = LocalCandidate.ID condition = All',
      '(1+JumpsBetween{object:Source.ID;object:Max{LocalCandidate.ID;All}})',
    ],
    ['GameRule name = "A" * 2', '(GameRule{name:"A"}*2)'],
    ['HullFuel name = Source.Hull * 0.1', '(HullFuel{name:Source.Hull}*0.1r)'],
    [
      'PartsInShipDesign name = "A" design = Target.DesignID + 1',
      'PartsInShipDesign{name:"A";design:(Target.DesignID+1)}',
    ],
    ['PartsInShipDesign design = 1', 'PartsInShipDesign{design:1}'],
    ['ShipPartsOwned empire = 1 class = FighterBay', 'ShipPartsOwned{empire:1;class:FighterBay}'],
    [
      'TurnTechResearched empire = Source.Owner name = CurrentContent - 1',
      '(TurnTechResearched{empire:Source.Owner;name:CurrentContent}-1)',
    ],
    ['max(Partial, Value)', 'max(Partial,Value)'],
    ['(1 < 2 ? 3 : 4)', '<1<2?3:4>'],
    ['(1 = 2 ? 3)', '<1==2?3:>'],
    ['(1 != 2) + ((3 >= 4))', '(<1!=2?:>+<3>=4?:>)'],
    ['((1 + 2) * 3 > 4 ? (5) : 6 - 7)', '<((1+2)*3)>4?5:(6-7)>'],
  ])('%s is %s', (text, expected) => {
    expect(short(valueOf(text))).toBe(expected);
  });
});

describe('conditions', () => {
  test.each([
    ['Planet', 'Type.Planet'],
    ['productioncenter', 'Type.ProductionCenter'],
    ['Building', 'Type.Building'],
    ['Building name = ["A" CurrentContent]', 'Building{name:"A"|CurrentContent}'],
    ['Planet type = [Swamp, GASGIANT] ', 'Planet{type:Swamp|GasGiant}'],
    ['Planet size = Tiny', 'Planet{size:Tiny}'],
    [
      'And [Planet environment = Good species = "A" Species name = "B"]',
      'And{Planet{environment:Good;species:"A"};Species{name:"B"}}',
    ],
    ['And [Planet environment = Good Species]', 'And{Planet{environment:Good};Species}'],
    ['OwnedBy affiliation = EnemyOf empire = Source.Owner', 'OwnedBy.EnemyOf{empire:Source.Owner}'],
    ['OwnedBy affiliation = anyempire', 'OwnedBy.AnyEmpire'],
    ['OwnedBy empire = 1', 'OwnedBy{empire:1}'],
    ['OwnerHasTech name = "A"', 'OwnerHasTech{name:"A"}'],
    ['NotOwnerHasTech name = "A"', 'Not{OwnerHasTech{name:"A"}}'],
    ['NotContainsPlanet', 'Not{Contains{Type.Planet}}'],
    ['Turn low=1high=2', 'Turn{low:1;high:2}'],
    ['Turn high = 2', 'Turn{high:2}'],
    ['Contains Building name = "A"', 'Contains{Building{name:"A"}}'],
    ['Contains condition = Building name = "A"', 'Contains{Building{name:"A"}}'],
    ['WithinDistance distance = 5 * 2 Source', 'WithinDistance{distance:(5*2);Source}'],
    ['Number low = 1 high = 2 condition = Ship', 'Number{low:1;high:2;Type.Ship}'],
    ['And [Number condition = Ship]', 'And{Number{Type.Ship}}'],
    ['Contains TargetPopulation low = 1 high = 2', 'Contains{MeterValue.TargetPopulation{low:1;high:2}}'],
    ['And [Stealth low = 5 Ship, Armed]', 'And{MeterValue.Stealth{low:5};Type.Ship;Armed}'],
    ['OrderedAlternativesOf [Ship]', 'OrderedAlternativesOf{Type.Ship}'],
    [
      'MaximumNumberOf Number = 1 SortKey = LocalCandidate.Happiness Condition = Planet',
      'MaximumNumberOf{number:1;sortkey:LocalCandidate.Happiness;Type.Planet}',
    ],
    ['Enqueued type = Building name = "A"', 'Enqueued.Building{name:"A"}'],
    [
      'Location type = Focus name = LocalCandidate.Species name = "F"',
      'Location.Focus{name:LocalCandidate.Species;name:"F"}',
    ],
    ['Design design = 1', 'Design{design:1}'],
    ['Design name = "A"', 'Design{name:"A"}'],
    ['Design', 'Design'],
    ['DesignHasPartClass Low=1 High=9 Class=Stealth', 'DesignHasPartClass{low:1;high:9;class:Stealth}'],
    ['Described description = "D" condition = Not All', 'Described{description:"D";Not{All}}'],
    ['(1 < 2)', 'Compare{1<2}'],
    ['(Source.Owner = LocalCandidate.Owner)', 'Compare{Source.Owner==LocalCandidate.Owner}'],
    ['(Value = 1)', 'Compare{Value==1}'],
    ['(1 <= LocalCandidate.Age < 2 + 3)', 'Compare{1<=LocalCandidate.Age<(2+3)}'],
    ['((1 + 2) * 3 > (4))', 'Compare{((1+2)*3)>4}'],
    ['((1 > 2))', 'Compare{1>2}'],
    ['((1 > 2) + (3 > 4) > 0)', 'Compare{(<1>2?:>+<3>4?:>)>0}'],
    ['(LocalCandidate.PlanetType = Swamp)', 'Compare{LocalCandidate.PlanetType==Swamp}'],
    ['(Ship)', 'Type.Ship'],
    ['Not (Source)', 'Not{Source}'],
    ['(((And [Ship (1 = 1)])))', 'And{Type.Ship;Compare{1==1}}'],
    ['(GalaxyMaxAIAggression >= 1)', 'Compare{GalaxyMaxAIAggression>=1}'],
    ['(Source.TurnsSinceFocusChange == 0)', 'Compare{Source.TurnsSinceFocusChange==0}'],
  ])('%s is %s', (text, expected) => {
    expect(brief(conditionOf(text))).toBe(expected);
  });
});

describe('effects groups', () => {
  test('have defaults', () => {
    expect(groupsOf('EffectsGroup scope = Source effects = NoOp')).toMatchObject([
      {
        scope: { name: 'Source' },
        stackingGroup: '',
        label: '',
        priority: 100,
        effects: [{ name: 'NoOp', label: '' }],
      },
    ]);
    expect(groupsOf('EffectsGroup scope = Source effects = NoOp')[0].activation).toBeUndefined();
  });

  test('have all their parameters, each for what is around it', () => {
    const [group] =
      groupsOf(`effectsgroup description = "d" scope = Turn low = 1 activation = OwnerHasTech name = "T" stackinggroup = "S" accountinglabel = "L"
      priority = (10 + 2 * -3) effects = SetTargetResearch value = Value + 1 accountinglabel = "E"`);
    expect(group).toMatchObject({
      scope: { name: 'Turn' },
      activation: { name: 'OwnerHasTech' },
      stackingGroup: 'S',
      label: 'L',
      priority: 4,
      effects: [{ name: 'SetMeter', word: 'TargetResearch', label: 'E', parameters: [{ label: 'value' }] }],
    });
  });

  test('hold effects of all sorts', () => {
    const [{ effects }] = groupsOf(`[ EffectsGroup scope = Source effects = [
      SetMaxDamage partname = "P" value = 1
      SetEmpireMeter empire = Source.Owner meter = "M" value = Value
      If condition = Ship effects = [ Destroy NoOp ] else = If condition = Fleet effects = Destroy
      GenerateSitrepMessage message = "M" label = "L" NoStringtableLookup icon = "I" parameters = [ tag = "a" data = Target.ID tag = "b" data = "x" ]
        affiliation = CanSee condition = Ship
      GenerateSitRepMessage message = "M" parameters = tag = "a" data = 1 empire = 1
      MoveTowards speed = 40 target = Object id = 5
      MoveTowards speed = 1 x = 2 y = 3
      SetVisibility affiliation = AllyOf empire = 1 visibility = max(Basic, Value) condition = All
      CreatePlanet type = OneOf(Swamp, Toxic) planetsize = tiny effects = AddSpecial name = "A"
      CreateField type = "F" size = 5
      CreateShip designname = "D" empire = 1 species = Source.Species
      SetOverlayTexture name = "t" size = 120
      SetEmpireCapital
    ] ]`);
    expect(
      effects.map(
        ({ name, word, spelling }) =>
          `${name}${word === undefined ? '' : `.${word}`}${spelling === undefined ? '' : `=${spelling}`}`,
      ),
    ).toEqual([
      'SetShipPartMeter.MaxCapacity',
      'SetEmpireMeter',
      'If',
      'GenerateSitRepMessage.CanSee=GenerateSitrepMessage',
      'GenerateSitRepMessage',
      'MoveTowards',
      'MoveTowards',
      'SetVisibility.AllyOf',
      'CreatePlanet',
      'CreateField',
      'CreateShip',
      'SetOverlayTexture',
      'SetEmpireCapital',
    ]);
    const [, , choice, message, single, towards, point, visibility, planet] = effects;
    expect(choice).toMatchObject({
      conditions: [{ label: 'condition', condition: { word: 'Ship' } }],
      effects: [{ name: 'Destroy' }, { name: 'NoOp' }],
      otherwise: [{ name: 'If', effects: [{}], otherwise: [] }],
    });
    expect(message.parameters.map(({ label }) => label)).toEqual([
      'message',
      'label',
      'nostringtablelookup',
      'icon',
      'tag',
      'data',
      'tag',
      'data',
    ]);
    expect(message.conditions).toMatchObject([{ label: 'condition' }]);
    expect(single.parameters.map(({ label }) => label)).toEqual(['message', 'tag', 'data', 'empire']);
    expect(towards.conditions).toMatchObject([{ label: 'target', condition: { name: 'Object' } }]);
    expect(point.parameters.map(({ label }) => label)).toEqual(['speed', 'x', 'y']);
    expect(visibility.conditions).toMatchObject([{ condition: { name: 'All' } }]);
    expect(planet).toMatchObject({ effects: [{ name: 'AddSpecial' }] });
  });
});

describe('items', () => {
  test('have fields, flags and lists, in any order', () => {
    const [species] = itemsOf(`SPECIES description = "d" name = "SP" playable CanColonize tags = "A"
      environments = [ type = Swamp environment = Good type = Toxic environment = Poor ]
      foci = [ Focus name = "F" description = "" location = OwnedBy empire = 1 graphic = "g" Focus name = "G" description = "" ]`);
    expect(species).toMatchObject({ kind: 'Species', name: 'SP', groups: [], at: 0 });
    expect([...species.flags]).toEqual(['Playable', 'CanColonize']);
    const { environments, foci } = Object.fromEntries(species.fields);
    expect(environments).toMatchObject({ kind: 'entries' });
    const entries = (field: typeof foci): unknown =>
      field.kind === 'entries' ? field.entries.map((entry) => [...entry.keys()]) : [];
    expect(entries(environments)).toEqual([
      ['type', 'environment'],
      ['type', 'environment'],
    ]);
    expect(entries(foci)).toEqual([
      ['name', 'description', 'location', 'graphic'],
      ['name', 'description'],
    ]);
  });

  test('of all kinds', () => {
    const items = itemsOf(`
      Tech name = "T" description = "" short_description = "" category = "C" researchcost = 2 * 3 researchturns = 1 Unresearchable
        unlock = [ Item type = Building name = "B" Item type = ShipHull name = "H" ] prerequisites = [ "A" "B" ] graphic = ""
      BuildingType name = "B" description = "" captureresult = destroy buildcost = 1 buildtime = 1 tags = [ "A", "B" ] location = Species name = "S" icon = ""
      Hull name = "H" description = "" speed = 1 fuel = 1 NoDefaultFuelEffect stealth = 1 structure = 1 slots = [ Slot type = External position = (0.1, 0.2) Slot type = Core position = (1, 2) ]
        buildcost = 1 buildtime = 1 consumption = [ Special name = "X" consumption = 1 condition = Source Troops consumption = 2 ] location = All graphic = ""
      Part name = "P" description = "" class = FighterHangar capacity = 1 damage = 2 mountableSlotTypes = [External Internal] buildcost = 1 buildtime = 1 location = All
      FieldType name = "F" description = "" stealth = 1 graphic = ""
      ShipDesign name = "D" description = "" hull = "H" parts = [ "" "P" ] model = ""
      ShipDesignOrdering uuid = "1" uuid = "2"
      SpeciesCensusOrdering tag = "A" tag = "B" tag = "C"
      Statistic name = "St" value = Statistic Count condition = Fleet
      Fleet name = "Fl" ships = "A"
      MonsterFleet name = "M" ships = [ "A" ] spawnrate = 1.5 spawnlimit = 2 location = Not Contains Monster
      GameRule name = "R" description = "" category = "" type = Toggle default = On
      GameRule name = "R2" description = "" category = "" type = Integer default = -1 min = -2 max = 3
      Article name = "A" category = "" short_description = "" description = "" icon = ""
      Item type = ShipPart name = "P"
      Category name = "C" graphic = "" colour = (1, 2, 3, 255)
    `);
    expect(items.map(({ kind, name }) => `${kind} ${name}`.trim())).toEqual([
      'Tech T',
      'BuildingType B',
      'Hull H',
      'Part P',
      'FieldType F',
      'ShipDesign D',
      'ShipDesignOrdering',
      'SpeciesCensusOrdering',
      'Statistic St',
      'Fleet Fl',
      'MonsterFleet M',
      'GameRule R',
      'GameRule R2',
      'Article A',
      'Item P',
      'Category C',
    ]);
    const census = items[7].fields.get('tag');
    expect(census?.kind === 'values' ? census.values.length : 0).toBe(3);
    const slots = items[2].fields.get('slots');
    expect(slots?.kind === 'entries' ? slots.entries.map((entry) => entry.get('position')) : []).toMatchObject([
      { values: [{ value: 0.1 }, { value: 0.2 }] },
      { values: [{ value: 1 }, { value: 2 }] },
    ]);
    const consumption = items[2].fields.get('consumption');
    expect(consumption?.kind === 'entries' ? consumption.entries.map((entry) => [...entry.keys()]) : []).toEqual([
      ['name', 'consumption', 'condition'],
      ['consumption'],
    ]);
  });

  test('may have empty lists', () => {
    expect(
      itemsOf('Species name = "S" description = "" tags = [] foci = [ ] environments = [] effectsgroups = []'),
    ).toMatchObject([{ name: 'S', groups: [] }]);
  });

  test('say where they and their parts begin', () => {
    const text =
      'Special name = "S" description = "" effectsgroups = EffectsGroup scope = Not Ship effects = SetSize value = 1 + 2';
    const [
      {
        at,
        groups: [group],
      },
    ] = itemsOf(`  ${text}`);
    const offsets = [
      at,
      group.at,
      group.scope.at,
      group.scope.operands[0].at,
      group.effects[0].at,
      group.effects[0].parameters[0].at,
      group.effects[0].parameters[0].values[0].at,
    ];
    expect(offsets.map((offset) => text.slice(offset - 2).split(' ')[0])).toEqual([
      'Special',
      'EffectsGroup',
      'Not',
      'Ship',
      'SetSize',
      'value',
      '+',
    ]);
  });

  test('are separated by nothing, and comments count for nothing', () => {
    expect(itemsOf('// Tech\nFleet/* name */name="A"ships="B"Fleet name="C"// "\nships=["D""E"]/**/')).toHaveLength(2);
    expect(itemsOf('')).toEqual([]);
    expect(itemsOf(' // only a comment')).toEqual([]);
  });
});
