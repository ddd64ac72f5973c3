import { describe, expect, it } from 'vitest';
import { findHolders } from '../../../../src/content/civ/parse/check-document.js';
import { rootOf } from '../../../support/civ-xml.js';

const document = `<Infos>
  <BuildingInfo>
    <Type>BUILDING_MILL</Type>
    <iCost>30</iCost>
    <YieldChanges><iYield>1</iYield></YieldChanges>
    <ConstructCondition><Has><GOMType>GOM_TECH</GOMType><ID>TECH_WHEEL</ID></Has></ConstructCondition>
    <PropertyManipulators><PropertySource><Active><Is>TAG_ANARCHY</Is></Active><iAmountPerTurn>-3</iAmountPerTurn></PropertySource></PropertyManipulators>
  </BuildingInfo>
  <Action><MissionType>M</MissionType><iCost><Random>3</Random></iCost><ActionOutcomes><Outcome><iChance>20</iChance><Yields><iYield>1</iYield><iYield>2</iYield></Yields><PlotCondition>1</PlotCondition></Outcome></ActionOutcomes></Action>
</Infos>`;

describe('findHolders', () => {
  it('finds all holders in the order of the document, with what each wants', () => {
    expect(
      findHolders(rootOf(document)).map(
        ({ element, tag, parent }) => `${parent.name}/${element.name} ${tag.wanted} ${element.line}`,
      ),
    ).toEqual([
      'BuildingInfo/ConstructCondition boolean 6',
      'PropertySource/Active boolean 7',
      'PropertySource/iAmountPerTurn number 7',
      'Action/iCost number 9',
      'Outcome/iChance number 9',
      'Yields/iYield number 9',
      'Yields/iYield number 9',
      'Outcome/PlotCondition boolean 9',
    ]);
  });

  it('does not search inside of a holder', () => {
    expect(findHolders(rootOf('<Active><Active/></Active>'))).toHaveLength(1);
  });

  it('takes other tags', () => {
    expect(
      findHolders(rootOf(document), [{ name: 'Type', wanted: 'number' }]).map(({ element }) => element.text),
    ).toEqual(['BUILDING_MILL']);
  });

  it('needs no stack of calls for deep documents', () => {
    const levels = 999;
    expect(findHolders(rootOf(`${'<a>'.repeat(levels)}<Active/>${'</a>'.repeat(levels)}`))).toHaveLength(1);
  });
});
