import { describe, expect, it } from 'vitest';
import { loadCampaign } from '../../src/content/lst/load-campaign.js';
import { fixtureCampaign } from '../../src/content/lst/parse/campaign-text.js';
import type { Handle, World } from '../../src/world/api.js';
import { type Roster, createRoster } from '../../src/world/roster.js';
import { createWorld } from '../../src/world.js';

const lst = [
  'DEFAULTVARIABLEVALUE:NUMBER|0',
  'GLOBAL:NUMBER=Sum',
  'LOCAL:EQUIPMENT|NUMBER=Weight',
  'LOCAL:EQUIPMENT.PART|NUMBER=Edge',
  'MODIFYOTHER:EQUIPMENT.PART|ALL|Sum|ADD|Edge',
];
const objects = [
  {
    scope: 'EQUIPMENT',
    key: 'Axe',
    tokens: ['MODIFY:Weight|SET|2', 'PART:1|MODIFY:Edge|SET|3', 'PART:2|MODIFY:Edge|SET|4'],
  },
  { scope: 'EQUIPMENT.PART', key: 'Rune', parent: 'EQUIPMENT|Axe', tokens: ['MODIFY:Edge|SET|10'] },
  { scope: 'SKILL', key: 'Smith', tokens: ['MODIFY:Sum|ADD|100'] },
];

interface Tools {
  readonly world: World;
  readonly root: Handle;
  readonly roster: Roster;
  sum(): number;
}

function tools(lines: readonly string[] = lst, declared: Parameters<typeof fixtureCampaign>[1] = objects): Tools {
  const loaded = loadCampaign(fixtureCampaign(lines, declared));
  if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join('; '));
  const world = createWorld(loaded.campaign.program);
  const root = world.spawn({ kind: 'PC' });
  return {
    world,
    root,
    roster: createRoster(world, root),
    sum() {
      const value = world.variables.typed(root, 'Sum');
      return value.type === 'numeric' ? value.value : NaN;
    },
  };
}

const axe = 'EQUIPMENT|Axe';
const rune = 'EQUIPMENT.PART|Rune';
const [first, second] = ['EQUIPMENT.PART|Axe#1', 'EQUIPMENT.PART|Axe#2'];

describe('objects', () => {
  it('are made when they are asked for, once, with what they are part of, and not granted', () => {
    const { world, root, roster, sum } = tools();
    const before = world.size;
    const object = roster.objectOf(first);
    expect(world.size).toBe(before + 2);
    expect(roster.objectOf(first)).toBe(object);
    expect(world.parentOf(object)).toBe(roster.objectOf(axe));
    expect(world.parentOf(roster.objectOf(axe))).toBe(root);
    expect([object, roster.objectOf(axe)].map((each) => world.variables.isGranted(each))).toEqual([false, false]);
    expect(sum()).toBe(0);
  });

  it('are made again when they are gone', () => {
    const { world, roster, sum } = tools();
    roster.grant('SKILL|Smith');
    world.destroy(roster.objectOf('SKILL|Smith'));
    expect(sum()).toBe(0);
    roster.grant('SKILL|Smith');
    expect(sum()).toBe(100);
  });

  it('of an unknown class are refused, and nothing is made', () => {
    const { world, roster } = tools();
    const before = world.size;
    for (const ask of [
      () => roster.objectOf('SKILL|Tailor'),
      () => {
        roster.grant('SKILL|Tailor');
      },
      () => {
        roster.revoke('SKILL|Tailor');
      },
    ]) {
      expect(ask).toThrow(/there is no object "SKILL\|Tailor" in this content; known are EQUIPMENT\|Axe, /);
    }
    expect(world.size).toBe(before);
  });
});

describe('grants and revokes', () => {
  it('take parts along, and each is one change', () => {
    const { world, roster, sum } = tools();
    roster.grant(axe);
    expect(sum()).toBe(7);
    expect(world.variables.lastChange.solves).toBe(4);
    expect(world.variables.isGranted(roster.objectOf(rune))).toBe(false);
    roster.grant(rune);
    expect(sum()).toBe(17);
    roster.revoke(axe);
    expect(sum()).toBe(0);
    expect([axe, first, second, rune].filter((each) => world.variables.isGranted(roster.objectOf(each)))).toEqual([]);
    roster.grant(axe);
    // What is part of it by its own declaration does not come back by itself.
    expect([axe, first, second, rune].filter((each) => world.variables.isGranted(roster.objectOf(each)))).toEqual([
      axe,
      first,
      second,
    ]);
  });

  it('again change nothing', () => {
    const { world, roster, sum } = tools();
    roster.grant(axe);
    roster.revoke(second);
    expect(sum()).toBe(3);
    roster.grant(axe);
    expect(sum()).toBe(3);
    expect(world.variables.lastChange).toEqual({ solves: 0, changed: [] });
    roster.grant('SKILL|Smith');
    roster.revoke('EQUIPMENT.PART|Axe#2');
    expect(world.variables.lastChange).toEqual({ solves: 0, changed: [] });
    roster.grant('SKILL|Smith');
    expect(world.variables.lastChange).toEqual({ solves: 0, changed: [] });
  });

  it('of a part by itself leave the whole as it is', () => {
    const { world, roster, sum } = tools();
    roster.grant(second);
    expect(sum()).toBe(4);
    roster.revoke(axe);
    expect(sum()).toBe(4);
    expect(world.variables.lastChange).toEqual({ solves: 0, changed: [] });
    roster.grant(axe);
    expect(sum()).toBe(7);
  });

  it('need no variables', () => {
    const { world, roster } = tools([], [{ scope: 'SKILL', key: 'Smith' }]);
    roster.grant('SKILL|Smith');
    roster.revoke('SKILL|Smith');
    expect(world.variables.lastChange).toEqual({ solves: 0, changed: [] });
    expect(world.classOf(roster.objectOf('SKILL|Smith'))).toBe('SKILL|Smith');
  });
});
