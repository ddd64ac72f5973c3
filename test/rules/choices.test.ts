import { describe, expect, test } from 'vitest';
import { heavy } from '../support/heavy.js';
import type { ContentSource, GroupSource } from '../../src/content/native/schema.js';
import { createTermBook, termOf } from '../../src/eval/term-book.js';
import { targetSlot } from '../../src/ir/node.js';
import { planSelection } from '../../src/match/selection-plan.js';
import type { Handle, WorldOptions } from '../../src/world/api.js';
import { baseContent, contentWith, sceneWith } from '../support/content.js';

const kinds = baseContent.kinds;
const sections: Partial<ContentSource> = {
  enumerations: { ...baseContent.enumerations, tech: ['physics', 'optics', 'lasers'] },
  properties: {
    ...baseContent.properties,
    techs: { type: 'set', of: 'tech' },
    seeks: { type: 'tech' },
    found: { type: 'number' },
  },
  kinds: {
    ...structuredClone(kinds),
    empire: { ...kinds.empire, properties: ['minerals', 'techs'] },
    ship: { ...kinds.ship, properties: [...kinds.ship.properties, 'seeks', 'found'] },
  },
};

/** Systems with planets and a ship each; what the ships leave behind, by turn. */
function played(groups: readonly GroupSource[], executor: WorldOptions['executor'], turns = heavy(4, 8)) {
  const scene = sceneWith({ classes: { probe: { kind: 'ship', groups: [...groups] } }, sections }, {
    executor,
    seed: 'choices',
  } as WorldOptions);
  const { add, world } = scene;
  const empire = add('empire');
  const planets: Handle[] = [];
  const probes: Handle[] = [];
  for (let i = 0; i < 12; i++) {
    const system = add('system', { place: { x: i, y: 0 } });
    for (let k = 0; k < i; k++)
      planets.push(add('planet', { owner: empire, place: { in: system }, values: { fertility: k } }));
    probes.push(add('probe', { place: { in: system }, owner: empire }));
  }
  const trail: (readonly unknown[])[] = [];
  for (let turn = 0; turn < turns; turn++) {
    world.step();
    trail.push([
      ...planets.map((id) => scene.get(id, 'wealth')),
      ...probes.map((id) => [scene.get(id, 'weight'), scene.get(id, 'armed')]),
      world.hash(),
    ]);
  }
  return { scene, planets, probes, trail };
}

const cases: readonly (readonly [name: string, group: GroupSource])[] = [
  [
    'a random planet of the system',
    {
      scope: { include: 'target == attached(source.system, planet).random()' },
      effects: [{ meter: 'wealth', add: 1 }],
    },
  ],
  [
    'a random planet that passes',
    {
      scope: { include: 'objects(planet).filter(p, p.fertility > 2).random() == target' },
      effects: [{ meter: 'wealth', add: 1 }],
    },
  ],
  [
    'the most fertile, and one of these by draw',
    {
      scope: { include: 'target == objects(planet).maxBy(p, min(p.fertility, 4), random())' },
      effects: [{ meter: 'wealth', add: 1 }],
    },
  ],
  [
    'by weight, in a list of choices',
    {
      scope: {
        include:
          'target in [attached(source.system, planet).weighted(p, p.fertility), objects(planet).top(2, p, p.fertility, random()).at(1)]',
      },
      effects: [{ meter: 'wealth', add: 1 }],
    },
  ],
  [
    'for each target one that attaches to it',
    {
      scope: { include: 'target.kind == planet && attached(target.system, planet).random() == target' },
      effects: [{ meter: 'wealth', add: 1 }],
    },
  ],
  [
    'in an amount',
    {
      scope: { include: 'target == source' },
      effects: [
        {
          property: 'weight',
          set: 'objects(planet).random().fertility + objects(planet).indexOf(attached(source.system, planet).random())',
        },
      ],
    },
  ],
];

describe('both executors choose alike:', () => {
  test.each(cases)('%s', (_name, group) => {
    const { trail } = played([group], 'reference');
    expect(played([group], 'compiled').trail).toEqual(trail);
    expect(new Set(trail.map((each) => JSON.stringify(each.slice(0, -1)))).size).toBeGreaterThan(1);
  });
});

describe('a choice in a scope', () => {
  const generatorOf = (text: string, more = sections): string | undefined => {
    const [rule] = contentWith({
      groups: [{ scope: { include: text }, effects: [{ meter: 'wealth', add: 1 }] }],
      sections: more,
    }).rules.rules;
    const plan = planSelection(
      rule.include.map((node) => termOf(createTermBook(), node)),
      [],
      targetSlot,
    );
    return plan.conjunctions[0].generator?.by;
  };

  test('names its target where it does not read one', () => {
    expect(generatorOf('target == objects(planet).random()')).toBe('identity');
    expect(generatorOf('attached(source.system, planet).filter(p, chance(0.5)).random() == target')).toBe('identity');
    expect(generatorOf('target == objects(planet).minBy(p, p.fertility, random())')).toBe('identity');
    expect(generatorOf('target == attached(source.system, planet).top(3, p, p.fertility).at(2)')).toBe('identity');
    expect(generatorOf('target == attached(target.system, planet).random()')).toBeUndefined();
    expect(generatorOf('target == objects(planet).filter(p, p != target).random()')).toBeUndefined();
  });

  test('names its target in a neighbourhood', () => {
    const onGrid = { ...sections, grids: { field: { kind: 'system', width: 4, height: 3, wrap: true } } };
    const generator = (include: string) => generatorOf(include, onGrid);
    expect(generator('target == neighbours(source).random()')).toBe('identity');
    expect(generator('near(source, 2).filter(s, s != source.system).maxBy(s, column(s), random()) == target')).toBe(
      'identity',
    );
    expect(generator('target == neighbours(target).random()')).toBeUndefined();
  });

  test('is one for each source', () => {
    const group = {
      scope: { include: 'target == attached(source.system, planet).random()' },
      effects: [{ meter: 'wealth', set: 'value + 100' }],
    };
    const { planets, scene } = played([group], 'compiled', 1);
    // Eleven systems have planets.
    expect(planets.filter((id) => Number(scene.get(id, 'wealth')) >= 100)).toHaveLength(11);
  });
});

describe('words of sets', () => {
  test('are counted, and asked by a word that the world decides', () => {
    const group = {
      scope: { include: 'target == source' },
      effects: [{ property: 'found', set: '(source.seeks in source.owner.techs ? 10 : 0) + size(source.owner.techs)' }],
    };
    for (const executor of ['reference', 'compiled'] as const) {
      const scene = sceneWith({ classes: { probe: { kind: 'ship', groups: [group] } }, sections }, { executor });
      const { add, world } = scene;
      const empire = add('empire');
      for (const word of ['optics', 'lasers']) world.relations.setWord(empire, 'techs', word, true);
      const place = { in: add('system', { place: { x: 0, y: 0 } }) };
      const seeking = ['optics', 'physics', 'lasers', null].map((seeks) =>
        add('probe', { place, owner: empire, values: { seeks } }),
      );
      const alone = add('probe', { place, values: { seeks: 'optics' } });
      world.step();
      expect([...seeking, alone].map((id) => scene.get(id, 'found'))).toEqual([12, 2, 12, 2, 0]);
    }
  });

  test('are supposed one by one', () => {
    const expressions = {
      count: { of: 'empire', is: 'size(self.techs)' },
      asked: { of: 'ship', is: 'self.seeks in self.owner.techs' },
      own: { of: 'empire', is: 'objects(ship).exists(s, s.seeks in self.techs)' },
    } as const;
    for (const executor of ['reference', 'compiled'] as const) {
      const { add, world } = sceneWith({ sections: { ...sections, expressions } }, { executor });
      const empire = add('empire');
      world.relations.setWord(empire, 'techs', 'optics', true);
      const place = { in: add('system', { place: { x: 0, y: 0 } }) };
      const ship = add('ship', { place, owner: empire, values: { seeks: 'lasers' } });
      const shown = (word: string, value: boolean): readonly unknown[] =>
        world.questions
          .whatIf([{ object: empire, holding: 'techs', word, value }])
          .changes([empire, ship])
          .map(({ expression, before, after }) => [expression, before, after]);
      expect(shown('lasers', true)).toEqual([
        ['count', 1, 2],
        ['asked', false, true],
        ['own', false, true],
      ]);
      expect(shown('physics', true)).toEqual([['count', 1, 2]]);
      expect(shown('optics', false)).toEqual([['count', 1, 0]]);
      const swept = world.questions.sweep({
        facts: ['physics', 'optics', 'lasers'].map((word) => ({ holding: 'techs', word })),
        objects: [empire],
      });
      const found = Array.from({ length: swept.length }, (_, i) => [
        swept.facts[i],
        swept.expressions[i].name,
        swept.before[i],
        swept.after[i],
      ]);
      expect(found).toEqual([
        [0, 'count', 1, 2],
        [2, 'count', 1, 2],
        [2, 'own', 0, 1],
      ]);
    }
  });
});
