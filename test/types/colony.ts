import { createWorld, defineContent } from 'edict';

/** Content with everything that types know of. */
export const content = defineContent({
  enumerations: {
    size: ['small', 'large'],
    tech: { ordered: ['iron', 'bronze'] },
    season: { wheel: ['spring', 'autumn'], off: ['never'] },
  },
  meters: { food: { default: 1, bounds: [0, null] }, stock: { type: 'integer' } },
  properties: {
    fertility: {},
    inhabited: { type: 'boolean' },
    size: { type: 'size', default: 'small' },
    season: { type: 'season' },
    home: { type: 'reference' },
    plan: { type: 'class' },
    techs: { type: 'set', of: 'tech' },
    trade: { type: 'list', of: 'planet' },
  },
  variables: { strength: { default: 1, input: true }, ready: { type: 'boolean' } },
  kinds: {
    side: { faction: true, properties: ['techs', 'plan'] },
    planet: {
      meters: ['food', 'stock'],
      properties: ['fertility', 'inhabited', 'size', 'season', 'home', 'trade'],
      variables: ['strength', 'ready'],
    },
    building: { attachesTo: ['planet'] },
  },
  classes: {
    farm: {
      kind: 'building',
      groups: [{ scope: { include: 'target == source.planet' }, effects: [{ meter: 'food', add: 1 }] }],
    },
    mill: { kind: 'building' },
  },
  roles: ['capital'],
  relations: { war: {} },
  parameters: { tax: { default: 0.1 }, strict: { type: 'boolean' }, most: { type: 'integer', range: [0, 9] } },
  reports: { planets: 'objects(planet).count()' },
  expressions: { people: { of: 'planet', is: 'self.food' } },
  triggers: [{ name: 'alarm', when: 'false', do: [{ tell: 'alarm' }] }],
  occurrences: { attack: { fields: { unit: 'object', amount: 'number' }, subject: 'unit' } },
});

export const world = createWorld(content);
export const planet = world.spawn({ kind: 'planet' });
