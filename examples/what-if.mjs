// Questions to a world: sets and lists, what would be if facts were otherwise, what is enabled, what a fact opens.
// Run it with `node examples/what-if.mjs` after `npm run build`.
import { createWorld, defineContent } from 'edict';
import { surveyed } from 'edict/inspect';

const content = defineContent({
  enumerations: { tech: ['law', 'iron', 'optics'] },
  properties: {
    techs: { type: 'set', of: 'tech' },
    trade: { type: 'list', of: 'city' },
    gold: { default: 20 },
    size: { type: 'integer', default: 1 },
  },
  kinds: {
    player: { faction: true, properties: ['techs', 'gold'] },
    city: { properties: ['size', 'trade'], flags: { lawful: 'law in self.owner.techs' } },
    unit: {},
  },
  classes: {
    court: { kind: 'unit', requires: { of: 'city', all: ['self.lawful', 'self.size >= 3'] } },
    knight: { kind: 'unit', requires: ['iron in self.techs', 'self.gold >= 10'] },
  },
  expressions: {
    people: { of: 'player', is: 'owned(self, city).sum(c, c.size)' },
    routes: { of: 'city', is: 'self.trade.filter(c, c.lawful).count()' },
  },
});

const world = createWorld(content, { seed: 'what-if', reserve: { words: 64, links: 64 } });
const ann = world.spawn({ kind: 'player', name: 'Ann', holdings: { techs: ['law'] } });
const ben = world.spawn({ kind: 'player', name: 'Ben', values: { gold: 5 } });
const rome = world.spawn({ kind: 'city', name: 'Rome', owner: ann, values: { size: 4 } });
const bath = world.spawn({
  kind: 'city',
  name: 'Bath',
  owner: ben,
  values: { size: 3 },
  lists: { trade: [rome, rome] },
});
world.relations.setWord(ben, 'techs', 'optics', true);
world.relations.setList(rome, 'trade', [bath]);
console.log(
  `Ben has ${world.relations.wordsOf(ben, 'techs').join(', ')}; Bath lists ${world.relations.listOf(bath, 'trade').length}`,
);

const supposed = [
  { object: ben, holding: 'techs', word: 'iron', value: true },
  { object: rome, owner: ben },
];
for (const { expression, object, before, after, answer } of world.questions.whatIf(supposed).changes(world.query())) {
  console.log(
    `${expression} of ${world.nameOf(object)}: ${before} -> ${after}${answer === undefined ? '' : ` (${answer})`}`,
  );
}
console.log(`people of Ann: ${world.questions.ask('people', ann)}`);

const { enabled, failing } = world.questions.enabled('knight', ben);
console.log(`knight of Ben: ${enabled}, for want of ${failing.join(' and ')}`);
console.log(`with iron: for want of ${world.questions.enabled('knight', ben, supposed).failing.join(' and ')}`);
console.log(`law opens ${world.questions.unlockedBy({ holding: 'techs', word: 'law' }).join(', ')}`);

for (const column of world.questions.survey(content.rules.expressions.filter(({ name }) => name === 'routes'))) {
  for (let i = 0; i < column.count; i++)
    console.log(`routes of ${world.nameOf(world.find(column.ids[i]))}: ${surveyed(column, i)}`);
}

const techs = ['law', 'iron', 'optics'];
const players = [ann, ben];
const { length, facts, objects, expressions, after } = world.questions.sweep({
  facts: techs.map((word) => ({ holding: 'techs', word })),
  objects: players,
});
for (let i = 0; i < length; i++)
  console.log(
    `${techs[facts[i]]} for ${world.nameOf(players[objects[i]])}: ${expressions[i].name} would be ${after[i] === 1}`,
  );
