import { usualGrid } from '../../src/model/connection.js';
import type { Model } from '../../src/model/model.js';
import { type Program, noRules } from '../../src/ir/rule.js';
import { modelOf } from './hand-model.js';

/** A model with sets of words, lists and grids, for tests of worlds that have them. */

const words = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);

const base = modelOf({
  kinds: {
    team: { faction: true, ownership: 'none' },
    plot: { node: true },
    city: { attachesTo: ['plot'], orphan: 'detach' },
    unit: { attachesTo: ['plot', 'city'] },
    crate: { attachesTo: ['unit'] },
  },
  enumerations: {
    // 31 words fill the first 32 bits, 32 words begin the next.
    tech: { members: words(70, 'tech') },
    tag: { members: words(31, 'tag') },
    building: { members: words(32, 'building') },
  },
});

const [team, plot, city, unit] = ['team', 'plot', 'city', 'unit'].map((name) => base.kindByName.get(name)?.index ?? 0);

export const held = { techs: 0, tags: 1, buildings: 2 } as const;
export const linked = { trade: 0, working: 1, friends: 2 } as const;

export const heldModel: Model = {
  ...base,
  holdings: [
    { index: held.techs, name: 'techs', words: 0, kinds: [team, city] },
    { index: held.tags, name: 'tags', words: 1, kinds: [city, plot] },
    { index: held.buildings, name: 'buildings', words: 2, kinds: [city] },
  ],
  links: [
    { index: linked.trade, name: 'trade', kinds: [city], to: city },
    { index: linked.working, name: 'working', kinds: [city], to: plot },
    { index: linked.friends, name: 'friends', kinds: [team, unit], to: 0 },
  ],
  grids: [{ index: 0, name: 'map', kind: plot, width: 5, height: 3, wrapX: true, wrapY: false, ...usualGrid }],
};

/** That model without any rules. */
export const heldProgram: Program = { model: heldModel, rules: noRules, fingerprint: 'held' };
