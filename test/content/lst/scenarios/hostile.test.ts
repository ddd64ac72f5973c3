import { expect, test } from 'vitest';
import { loadCampaign } from '../../../../src/content/lst/load-campaign.js';
import { fixtureCampaign } from '../../../../src/content/lst/parse/campaign-text.js';
import { createRoster } from '../../../../src/world/roster.js';
import { createWorld } from '../../../../src/world.js';
import { lstFormat } from '../../../../src/content/lst/scenarios/open-case.js';
import { longTest } from '../../../support/heavy.js';

const begin = ['DEFAULTVARIABLEVALUE:NUMBER|0', 'DEFAULTVARIABLEVALUE:BOOLEAN|false'];

test('a fact of an object that a function chooses, with an argument that it never takes', () => {
  const lst = [
    ...begin,
    'FACTDEF:SKILL|Rank\tDATAFORMAT:NUMBER',
    'FUNCTION:pick\tVALUE:if(arg(1),get("SKILL","First"),get("SKILL","Second"))',
    'FUNCTION:same\tVALUE:arg(1)',
    'GLOBAL:NUMBER=Top',
    'GLOBAL:NUMBER=Size',
    'MODIFY:Top|ADD|getFact("SKILL",pick(Size,1==1),"Rank")',
    'MODIFY:Top|ADD|getFact("SKILL",same(Size,get("SKILL","Second")),"Rank")',
  ];
  const objects = [
    { scope: 'SKILL', key: 'First', tokens: ['FACT:Rank|4'] },
    { scope: 'SKILL', key: 'Second', tokens: ['FACT:Rank|30'] },
    { scope: 'SKILL', key: 'Grow', tokens: ['MODIFY:Size|ADD|1'] },
  ];
  const steps = [
    { get: 'Top', expect: { format: 'NUMBER', class: 'int', value: 34 } },
    { grant: 'SKILL|Grow', changed: ['Size'], solves: 2 },
  ];
  const [only] = lstFormat.load({
    file: 'case.json',
    text: JSON.stringify({
      format: 'formulas/1',
      theme: 'facts',
      cases: [{ name: 'one', source: 'intended', why: '', lst, objects, steps }],
    }),
  });
  expect(only.run()).toBeUndefined();
});

longTest(
  'functions that double and double are refused before they fill the memory, in one formula or in many',
  () => {
    const doubling = Array.from(
      { length: 15 },
      (_, i) => `FUNCTION:f${i}\tVALUE:${i === 0 ? 'arg(0)+arg(0)' : `f${i - 1}(arg(0))+f${i - 1}(arg(0))`}`,
    );
    const one = loadCampaign(
      fixtureCampaign(
        [...begin, ...doubling, 'FUNCTION:f15\tVALUE:f14(f14(arg(0)))', 'GLOBAL:NUMBER=A', 'MODIFY:A|SET|f15(1)'],
        [],
      ),
    );
    expect(one.ok ? [] : one.problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringMatching(/^syntax: .*100000 parts/),
    ]);
    const many = loadCampaign(
      fixtureCampaign(
        [...begin, ...doubling, 'GLOBAL:NUMBER=A', ...Array.from({ length: 1_200 }, () => 'MODIFY:A|ADD|f11(1)')],
        [],
      ),
    );
    expect(many.ok ? '' : many.problems[0].message).toMatch(/3000000 parts/);
  },
  60_000,
);

longTest(
  'objects that all reach one another are loaded without looking at pairs',
  () => {
    const objects = Array.from({ length: 20_000 }, (_, i) => ({
      scope: 'SKILL',
      key: `S${i}`,
      tokens: ['MODIFYOTHER:SKILL|ALL|Rank|ADD|Base'],
    }));
    const loaded = loadCampaign(fixtureCampaign([...begin, 'LOCAL:SKILL|NUMBER=Rank', 'GLOBAL:NUMBER=Base'], objects));
    if (!loaded.ok) throw new Error(loaded.problems[0].message);
    const world = createWorld(loaded.campaign.program);
    const roster = createRoster(world, world.spawn({ kind: 'PC' }));
    world.variables.change(() => {
      for (let i = 0; i < 100; i++) roster.grant(`SKILL|S${i}`);
    });
    expect(world.variables.lastChange.solves).toBe(100);
  },
  60_000,
);
