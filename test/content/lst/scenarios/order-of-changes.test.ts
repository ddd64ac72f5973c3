import { describe, expect, it } from 'vitest';
import { loadCampaign } from '../../../../src/content/lst/load-campaign.js';
import { fixtureCampaign } from '../../../../src/content/lst/parse/campaign-text.js';
import {
  firstOutOfOrder,
  type Stage,
  changedCells,
  nameOfCell,
  openStage,
} from '../../../../src/content/lst/scenarios/character.js';
import { runStep } from '../../../../src/content/lst/scenarios/open-case.js';
import type { Change } from '../../../../src/world/variables-api.js';

const lst = [
  'DEFAULTVARIABLEVALUE:NUMBER|0',
  'GLOBAL:NUMBER=Base',
  'GLOBAL:NUMBER=Total',
  'GLOBAL:NUMBER=Other',
  'LOCAL:EQUIPMENT|NUMBER=Weight',
  'LOCAL:EQUIPMENT.PART|NUMBER=Edge',
  'MODIFYOTHER:EQUIPMENT|GROUP=Sharp|Weight|SET|Base+1',
  'MODIFYOTHER:EQUIPMENT|Blade|Total|ADD|Weight',
  'MODIFYOTHER:EQUIPMENT.PART|ALL|Edge|SET|Weight*2',
  'MODIFY:Other|SET|Base',
];
const objects = [
  { scope: 'EQUIPMENT', key: 'Blade', tokens: ['GROUP:Sharp', 'PART:1|MODIFY:Edge|ADD|Total'] },
  { scope: 'EQUIPMENT', key: 'Knife', tokens: ['GROUP:Sharp', 'MODIFY:Weight|ADD|Total'] },
  { scope: 'SKILL', key: 'Strong', tokens: ['MODIFY:Base|SET|3'] },
];

/** A character whose Base has just changed, with a blade, a knife, or both. */
function changedStage(...granted: readonly string[]): Stage {
  const loaded = loadCampaign(fixtureCampaign(lst, objects));
  if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join('; '));
  const stage = openStage(loaded.campaign);
  for (const each of granted) stage.roster.grant(`EQUIPMENT|${each}`);
  stage.roster.grant('SKILL|Strong');
  return stage;
}

/** Names of the pair that is out of order when the cells that changed are told in an order. */
function wrongPair(stage: Stage, order: readonly string[]): readonly string[] | undefined {
  const byName = new Map(changedCells(stage).map((cell) => [nameOfCell(stage, cell), cell]));
  expect([...byName.keys()].sort()).toEqual([...order].sort());
  const cells = order.flatMap((name) => byName.get(name) ?? []);
  return firstOutOfOrder(stage.world, cells)?.map((cell) => nameOfCell(stage, cell));
}

describe('the order in which changes are told', () => {
  const [weight, edge, heavy] = ['EQUIPMENT|Blade|Weight', 'EQUIPMENT.PART|Blade#1|Edge', 'EQUIPMENT|Knife|Weight'];

  it.each([
    [['Base', weight, 'Total', edge, heavy, 'Other'], undefined],
    [['Base', 'Other', weight, 'Total', heavy, edge], undefined],
    [
      [weight, 'Base', 'Total', edge, heavy, 'Other'],
      [weight, 'Base'],
    ],
    [
      ['Base', 'Total', weight, edge, heavy, 'Other'],
      ['Total', weight],
    ],
    [
      ['Base', edge, weight, 'Total', heavy, 'Other'],
      [edge, weight],
    ],
    [
      ['Base', weight, edge, 'Total', heavy, 'Other'],
      [edge, 'Total'],
    ],
    [
      ['Base', weight, heavy, 'Total', edge, 'Other'],
      [heavy, 'Total'],
    ],
    [
      ['Other', 'Base', weight, 'Total', edge, heavy],
      ['Other', 'Base'],
    ],
  ])('%j', (order, wrong) => {
    expect(wrongPair(changedStage('Blade', 'Knife'), order)).toEqual(wrong);
  });

  it('looks at what is in force alone', () => {
    // Nothing of the knife needs the total while it is not granted.
    expect(wrongPair(changedStage('Blade'), ['Other', 'Base', weight, 'Total', edge])).toEqual(['Other', 'Base']);
    expect(wrongPair(changedStage('Blade'), ['Base', weight, 'Total', edge, 'Other'])).toBeUndefined();
  });

  it('is that of the world', () => {
    const stage = changedStage('Blade', 'Knife');
    expect(changedCells(stage)).toHaveLength(6);
    expect(firstOutOfOrder(stage.world, changedCells(stage))).toBeUndefined();
  });
});

describe('a world that tells its changes wrongly', () => {
  const changed = ['Base', 'Other', 'EQUIPMENT|Blade|Weight', 'Total', 'EQUIPMENT.PART|Blade#1|Edge'];

  /** What a step says of a world that tells something else of its changes. */
  function faultWith(change: (right: Change) => Change): string | undefined {
    const stage = changedStage('Blade');
    const right = stage.world.variables.lastChange;
    // The step changes nothing, and is told what the last one changed.
    return runStep(
      { ...stage, world: { ...stage.world, variables: { ...stage.world.variables, lastChange: change(right) } } },
      { grant: 'SKILL|Strong', changed, solves: 5 },
    );
  }

  it('is found out', () => {
    expect(faultWith((right) => right)).toBeUndefined();
    expect(faultWith(({ solves, changed: cells }) => ({ solves, changed: [...cells].reverse() }))).toMatch(
      / is reported before \S+, which it depends on$/,
    );
    expect(faultWith(({ solves, changed: cells }) => ({ solves, changed: [...cells, cells[1]] }))).toContain(
      'is reported more than once',
    );
    expect(faultWith(({ solves, changed: cells }) => ({ solves, changed: cells.slice(1) }))).toContain(
      'Base did not change, expected it to',
    );
    expect(faultWith(({ solves, changed: cells }) => ({ solves: solves + 1, changed: cells }))).toBe(
      'it takes 6 recomputations, expected 5',
    );
  });
});
