import { expect, test } from 'vitest';
import { constructsOf, hasMeterEffects, takeCensus } from '../../support/focs-census.js';
import { readContent } from '../../../src/content/focs/content.js';
import type { EffectsGroup } from '../../../src/content/focs/syntax.js';
import { contentFolder } from '../../support/focs-content.js';

const special = (name: string, groups: string): string =>
  `Special name = "${name}" description = "" effectsgroups = [ ${groups} ]\n`;

function groupOf(text: string): EffectsGroup {
  const { items, errors } = readContent(contentFolder({ 'a.focs.txt': special('S', `EffectsGroup ${text}`) }));
  expect(errors).toEqual([]);
  return items[0].item.groups[0];
}

test('items and groups are counted by kind', () => {
  const field =
    'FieldType name = "F" description = "" stealth = 1 effectsgroups = EffectsGroup scope = Source effects = SetSize value = 1 graphic = ""\n';
  const folder = contentFolder({
    'a.focs.txt': special(
      'A',
      'EffectsGroup scope = Source effects = Destroy EffectsGroup scope = Source effects = [ NoOp SetSpeed value = 1 ]',
    ),
    'b.focs.txt': `${special('B', '')}${special('A', 'EffectsGroup scope = Source effects = Destroy')}${field}`,
  });
  expect(takeCensus(readContent(folder))).toEqual({
    items: { Special: 2, FieldType: 1 },
    itemsWithGroups: { Special: 1, FieldType: 1 },
    groups: { Special: 2, FieldType: 1 },
    groupsWithMeterEffects: { Special: 1, FieldType: 1 },
  });
});

test('meters may be set inside of choices, but not by what is made', () => {
  expect(
    hasMeterEffects(
      groupOf(
        'scope = Source effects = If condition = Ship effects = Destroy else = [ NoOp If condition = Ship effects = SetFuel value = 1 ]',
      ),
    ),
  ).toBe(true);
  expect(hasMeterEffects(groupOf('scope = Source effects = SetEmpireMeter meter = "M" value = 1'))).toBe(true);
  expect(hasMeterEffects(groupOf('scope = Source effects = SetCapacity partname = "P" value = 1'))).toBe(true);
  expect(
    hasMeterEffects(groupOf('scope = Source effects = CreateBuilding type = "B" effects = SetStealth value = 1')),
  ).toBe(false);
});

test('constructs are counted by the names of the game', () => {
  const group =
    groupOf(`scope = And [ Planet Building Object id = Source.PlanetID Planet size = Tiny OwnedBy empire = -1 Not Human Design name = CurrentContent ]
    activation = (1 < abs(Statistic Count condition = Fuel low = CurrentTurn))
    effects = [
      SetMaxSupply value = Value + Value(Target.Planet.MaxSupply) * OneOf(1, RandomNumber(2, 3)) ^ 2
      GenerateSitrepMessage message = "M" parameters = tag = "t" data = GameRule name = "R"
      If condition = WithinStarlaneJumps jumps = 1 condition = MaximumNumberOf number = 1 sortkey = LocalCandidate.Age condition = Ship effects = MoveTo destination = Source
        else = SetDamage partname = "P" value = (1 > Target.Age ? UniverseWidth : 5)
    ]`);
  expect(Object.fromEntries(constructsOf(group))).toEqual({
    'C:And': 1,
    'C:Building': 1,
    'C:Compare': 1,
    'C:MeterValue': 1,
    'C:Not': 1,
    'C:NumberOf': 1,
    'C:ObjectID': 1,
    'C:OwnedBy': 2,
    'C:PlanetSize': 1,
    'C:PredefinedShipDesign': 1,
    'C:Source': 1,
    'C:Type': 2,
    'C:WithinStarlaneJumps': 1,
    'E:GenerateSitrepMessage': 1,
    'E:If': 1,
    'E:MoveTo': 1,
    'E:SetMeter:MAX_SUPPLY': 1,
    'E:SetShipPartMeter:CAPACITY': 1,
    'V:*': 1,
    'V:+': 1,
    'V:GameRule': 1,
    'V:LocalCandidate.Age': 1,
    'V:Source.PlanetID': 1,
    'V:Statistic.count': 1,
    'V:Target.Age': 1,
    'V:Target.Planet.MaxSupply': 1,
    'V:Value': 1,
    'V:^': 1,
    'V:abs': 1,
    'V:currentturn': 1,
    'V:immediate': 1,
    'V:random': 1,
    'V:randompick': 1,
    'V:universewidth': 1,
  });
});
