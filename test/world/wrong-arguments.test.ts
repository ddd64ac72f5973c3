import { describe, expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { EdictError } from '../../src/kernel/errors.js';
import { createWorld } from '../../src/world.js';
import type { Handle, World } from '../../src/world/api.js';
import { mutationsOf, swapped } from '../support/hostile-values.js';
import { heavy } from '../support/heavy.js';

/** Content that has something for every member of a world. */
const program = defineContent({
  enumerations: { tech: ['bronze', 'iron'], ground: ['road', 'marsh'] },
  meters: { gold: { default: 5 }, health: { default: 3 } },
  properties: {
    techs: { type: 'set', of: 'tech' },
    escort: { type: 'list', of: 'city' },
    friend: { type: 'reference' },
    open: { type: 'boolean', default: true },
    ground: { type: 'ground' },
    rank: { type: 'class' },
  },
  variables: { load: { input: true }, pace: {} },
  roles: ['capital'],
  relations: { war: { symmetric: false } },
  networks: { roads: { kind: 'system' } },
  kinds: {
    system: { node: true, ownership: 'none' },
    realm: { faction: true, meters: ['gold'], properties: ['techs', 'friend'], flags: { armed: 'iron in self.techs' } },
    city: {
      attachesTo: ['system'],
      meters: ['health'],
      properties: ['escort', 'open', 'ground', 'rank'],
      variables: ['load', 'pace'],
      modifiers: [{ variable: 'pace', set: '10 - self.load' }],
    },
  },
  classes: {
    forge: {
      kind: 'city',
      requires: 'iron in self.techs',
      groups: [
        { name: 'smithing', scope: { include: ['target.kind == city'] }, effects: [{ meter: 'health', add: 1 }] },
      ],
    },
    mill: { kind: 'city' },
  },
  expressions: { wealth: { of: 'realm', is: 'self.gold * 2' }, rich: { of: 'realm', is: 'self.gold > 4' } },
  triggers: [{ name: 'alarm', when: 'capital.health < 1', do: [{ tell: 'alarm' }] }],
  timing: { players: 'realm', steps: ['march'] },
  occurrences: {
    raid: {
      fields: { city: 'city', player: 'realm', amount: 'number' },
      subject: 'city',
      do: [{ meter: 'health', add: '-occurrence.amount' }],
    },
    toll: { fields: { player: 'realm', amount: 'number' } },
  },
  abilities: [{ name: 'shield', class: 'reaction', carrier: { class: 'forge' }, on: 'raid', do: [{ tell: 'shield' }] }],
});

interface Stage {
  readonly world: World;
  readonly system: Handle;
  readonly other: Handle;
  readonly realm: Handle;
  readonly rival: Handle;
  readonly city: Handle;
}

function stage(): Stage {
  const world = createWorld(program, { reserve: { objects: 64 } });
  const [system, other] = [0, 5].map((x) => world.spawn({ kind: 'system', place: { x, y: 0 } }));
  const [realm, rival] = ['Red', 'Blue'].map((name) => world.spawn({ kind: 'realm', name }));
  const city = world.spawn({ class: 'forge', name: 'Forge', owner: realm, place: { in: system } });
  world.relations.setRole('capital', city);
  world.relations.connect(system, other);
  world.step();
  return { world, system, other, realm, rival, city };
}

/** Sound arguments of every call, by its name; of some several. A new member needs an entry of its own. */
const soundCalls: Readonly<Record<string, (stage: Stage) => readonly (readonly unknown[])[]>> = {
  spawn: ({ realm, system, city }) => [
    [
      {
        class: 'mill',
        name: 'Mill',
        owner: realm,
        place: { in: system },
        granted: true,
        values: { health: 4, open: true, ground: 'road', load: 1 },
        lists: { escort: [city] },
      },
    ],
    [{ kind: 'realm', holdings: { techs: ['iron'] } }],
  ],
  destroy: ({ city }) => [[city]],
  isLive: ({ city }) => [[city]],
  get: ({ city }) => [
    [city, 'health'],
    [city, 'load'],
  ],
  set: ({ city, realm, rival }) => [
    [city, 'health', 2],
    [city, 'load', 2],
    [city, 'load', { type: 'number', value: 3 }],
    [city, 'ground', 'marsh'],
    [city, 'open', false],
    [city, 'rank', 'mill'],
    [realm, 'friend', rival],
  ],
  setOwner: ({ city, rival }) => [[city, rival]],
  move: ({ city, system, other }) => [
    [city, { in: other }],
    [city, { lane: [system, other], fraction: 0.5 }],
    [city, { x: 1, y: 2 }],
  ],
  'relations.connect': ({ system, other }) => [[system, other]],
  'relations.disconnect': ({ system, other }) => [[system, other]],
  'relations.neighbours': ({ system }) => [[system]],
  'relations.setEdges': ({ system, other }) => [['roads', [system], [other]]],
  'relations.edgesOf': () => [['roads']],
  'relations.setVisible': ({ realm, other }) => [[realm, other, true]],
  'relations.setVisibleTo': ({ realm, rival, other }) => [[other, [realm, rival]]],
  'relations.isVisible': ({ realm, other }) => [[realm, other]],
  'relations.setAvailable': ({ realm }) => [[realm, 'mill', true]],
  'relations.isAvailable': ({ realm }) => [[realm, 'mill']],
  'relations.setRelated': ({ realm, rival }) => [['war', realm, rival, true]],
  'relations.isRelated': ({ realm, rival }) => [['war', realm, rival]],
  'relations.setWord': ({ realm }) => [[realm, 'techs', 'iron', true]],
  'relations.hasWord': ({ realm }) => [[realm, 'techs', 'iron']],
  'relations.wordsOf': ({ realm }) => [[realm, 'techs']],
  'relations.setList': ({ city }) => [[city, 'escort', [city]]],
  'relations.listOf': ({ city }) => [[city, 'escort']],
  'relations.setRole': ({ city }) => [['capital', city]],
  kindOf: ({ city }) => [[city]],
  classOf: ({ city }) => [[city]],
  nameOf: ({ city }) => [[city]],
  parentOf: ({ city }) => [[city]],
  ownersOf: ({ city }) => [[city]],
  positionOf: ({ city }) => [[city]],
  describe: ({ city }) => [[city]],
  find: ({ city }) => [[city], ['Forge']],
  query: ({ realm }) => [[{ kind: 'city', class: 'forge', owner: realm, where: 'self.health > 1' }]],
  'questions.evaluate': ({ city, realm }) => [['source.health + 1', { source: city, target: realm }]],
  random: () => [['dice']],
  ecs: () => [[]],
  column: () => [['health']],
  component: () => [
    ['velocity', { x: 'f64', y: 'u8' }],
    ['motion', { at: 'health' }],
  ],
  addPhase: () => [['later', 'host']],
  addSystem: () => [
    [{ name: 'weather', phase: 'host', run: () => undefined }],
    [{ name: 'wind', phase: 'host', query: ['city'], reads: ['gold'], writes: ['health'], run: () => undefined }],
  ],
  step: () => [[() => undefined]],
  run: () => [[1, () => undefined]],
  explain: ({ city }) => [
    [city, 'health'],
    [city, 'pace'],
    [city, 'escort'],
    [city, 'owner'],
  ],
  explainAll: ({ city, world }) => {
    const since = world.snapshot();
    world.step();
    return [
      [[{ object: city, name: 'health' }]],
      [
        [
          { object: city, name: 'escort' },
          { object: city, name: 'pace' },
        ],
        { since },
      ],
    ];
  },
  'questions.explainRule': ({ world, city }) => [[world.program.rules.rules[0].name, city, city]],
  'questions.futures': ({ city }) => [
    [{ suppose: [[{ object: city, column: 'health', value: 4 }], []], turns: 2, most: 3 }],
  ],
  'questions.whyNot': ({ world, city }) => [[world.program.rules.rules[0].name, city, city]],
  snapshot: ({ world }) => [[world.snapshot()]],
  restore: ({ world }) => [[world.snapshot()]],
  fork: () => [[]],
  hash: () => [[]],
  save: () => [[]],
  'variables.grant': ({ city }) => [[city]],
  'variables.revoke': ({ city }) => [[city]],
  'variables.isGranted': ({ city }) => [[city]],
  'variables.change': () => [[() => 1]],
  'variables.typed': ({ city, world }) => [
    [city, 'pace'],
    [city, world.program.model.variables[0]],
  ],
  'variables.evaluate': ({ world, city }) => [[world.program.rules.modifiers[0].amount, city]],
  'questions.ask': ({ realm, world }) => [
    ['wealth', realm],
    [world.program.rules.expressions[0], realm],
  ],
  'questions.askAll': ({ realm, rival }) => [['wealth', [realm, rival]]],
  'questions.askInOrder': ({ realm, rival }) => [['wealth', [realm, rival], () => 1]],
  'questions.whatIf': ({ realm, city, other }) => [
    [
      [
        { object: realm, question: 'armed', value: true },
        { object: city, column: 'health', value: 1 },
        { object: realm, holding: 'techs', word: 'iron', value: true },
        { object: city, owner: realm },
        { object: city, place: { in: other } },
        { object: realm, available: 'mill', value: true },
      ],
    ],
  ],
  'questions.enabled': ({ realm }) => [
    ['forge', realm, [{ object: realm, holding: 'techs', word: 'iron', value: true }]],
  ],
  'questions.survey': () => [[['wealth', 'rich']]],
  'questions.sweep': ({ realm, rival }) => [
    [
      {
        facts: [{ holding: 'techs', word: 'iron' }, { question: 'armed' }],
        value: true,
        objects: [realm, rival],
        expressions: ['rich', 'wealth'],
      },
    ],
  ],
  'questions.unlockedBy': () => [
    [{ holding: 'techs', word: 'iron' }],
    [{ question: 'armed' }],
    [{ column: 'gold' }],
    [{ available: 'mill' }],
  ],
  'triggers.setTime': () => [[4]],
  'triggers.advance': () => [[1, { listen: () => undefined, steps: 3, sweeps: false }]],
  'triggers.poll': () => [[{ listen: () => undefined, steps: 3 }]],
  'triggers.resume': () => [[{ listen: () => undefined, steps: 3 }]],
  'triggers.isArmed': () => [['alarm'], [0]],
  'triggers.arm': () => [['alarm', false]],
  'triggers.isTrue': () => [['alarm']],
  'triggers.hear': () => [[() => undefined]],
  'events.raise': ({ city, realm }) => [
    ['toll', { player: realm, amount: 1 }],
    ['raid', { city, player: realm, amount: 1 }, { listen: () => undefined, steps: 4 }],
    ['toll', [realm, 1]],
    [0, [city, realm, 1]],
  ],
  'events.raiseAll': ({ city, realm }) => [
    [
      [
        { type: 'raid', values: { city, player: realm, amount: 1 } },
        { type: 'toll', values: { player: realm, amount: 1 } },
      ],
      { listen: () => undefined, steps: 4 },
    ],
  ],
  'events.pass': ({ realm }) => [['toll', 'before', { player: realm, amount: 1 }, { listen: () => undefined }]],
  'events.pay': ({ realm }) => [['toll', 'toll', { player: realm, amount: 1 }, { listen: () => undefined }]],
  'events.decide': ({ realm }) => [
    [0, realm, { listen: () => undefined, steps: 2 }],
    ['shield', realm],
  ],
  'events.answerWith': () => [[() => undefined]],
};

const partNames = ['questions', 'triggers', 'events', 'variables', 'relations'] as const;

/** Of the world by their name, of a part as `part.name`. */
const methods = [
  ...methodNames(stage().world),
  ...partNames.flatMap((part) => methodNames(stage().world[part]).map((name) => `${part}.${name}`)),
];

function methodNames(of: object): readonly string[] {
  return Object.entries(of)
    .filter(([, member]) => typeof member === 'function')
    .map(([name]) => name);
}

function methodNamed(world: World, path: string): (...given: readonly unknown[]) => unknown {
  const [first, name] = path.split('.');
  const owner: object = name === undefined ? world : world[first as (typeof partNames)[number]];
  return Reflect.get(owner, name ?? first) as (...given: readonly unknown[]) => unknown;
}

/** Calls that are made where a decision is waited for. */
const waiting: readonly string[] = ['events.decide', 'triggers.resume'];

function staged(name: string): Stage {
  const made = stage();
  if (waiting.includes(name)) made.world.events.raise('raid', { city: made.city, player: made.realm, amount: 1 });
  return made;
}

/** What these are given is kept with the world, not with its state, so that no snapshot takes it back. */
const lasting: readonly string[] = [
  'addPhase',
  'addSystem',
  'component',
  'events.answerWith',
  'triggers.hear',
  'variables.change',
];

const example = stage();
/** The number of sound calls of a member. */
const countOf = (name: string): number => soundCalls[name](example).length;

/** What a world is still good for. */
function goOn(world: World): void {
  while (world.triggers.isPaused) {
    if (world.events.optionCount > 0) world.events.decide(0);
    else world.triggers.resume();
  }
  world.step();
  world.hash();
}

/** Nothing but an EdictError is thrown, and what is refused leaves the world as it was. */
function faultOf(
  { world }: Stage,
  name: string,
  args: readonly unknown[],
): { readonly fault: string | undefined; readonly isRefused: boolean } {
  const before = world.hash();
  let isRefused = false;
  try {
    methodNamed(world, name)(...args);
  } catch (error) {
    isRefused = true;
    if (!(error instanceof EdictError))
      return {
        fault: `threw ${error instanceof Error ? String(error.stack).split('\n').slice(0, 4).join(' ') : String(error)}`,
        isRefused,
      };
    if (!/^edict: .{10}/.test(error.message)) return { fault: `says only ${error.message}`, isRefused };
  }
  if (isRefused && world.hash() !== before) return { fault: 'changed the world before it refused', isRefused };
  try {
    goOn(world);
  } catch (error) {
    return { fault: `left a world that does not go on: ${String(error)}`, isRefused };
  }
  return { fault: undefined, isRefused };
}

describe('arguments of a wrong type', () => {
  test('are tried with every member of a world', () => {
    expect([...methods].sort()).toEqual(Object.keys(soundCalls).sort());
  });

  test.each(methods)(
    '%s refuses them by one clear error, and leaves the world as it was',
    (name) => {
      const count = countOf(name);
      for (let i = 0; i < count; i++) {
        const sound = staged(name);
        const { fault, isRefused } = faultOf(sound, name, soundCalls[name](sound)[i]);
        expect(fault).toBeUndefined();
        expect([name, isRefused]).toEqual([name, false]);
      }
      const { faults, refused } = mutated(name, mutationsOf);
      expect(faults).toBe('');
      if (count > 0 && !['ecs', 'fork', 'hash', 'save', 'isLive'].includes(name))
        expect(refused).toBeGreaterThan(heavy(0, 4));
    },
    60_000,
  );
});

describe('handles of other objects than those that are meant', () => {
  const world = stage();
  const gone = world.world.spawn({ kind: 'realm' });
  world.world.destroy(gone);
  const large = createWorld(program, { reserve: { objects: 64 } });
  const foreign = Array.from({ length: 40 }, () => large.spawn({ kind: 'city' })).slice(-1);
  // The same id once more: its generation tells it from the first.
  large.destroy(foreign[0]);
  foreign.push(large.spawn({ kind: 'city' }));
  const handles = Object.entries({
    system: world.system,
    realm: world.realm,
    city: world.city,
    gone,
    'of another world': foreign[0],
    'of its second object': foreign[1],
  }).map(([what, handle]) => ({ name: `the handle ${what}`, make: () => handle }));

  const isHandle = (value: unknown): boolean => Object.values(world).includes(value);

  test('are six', () => {
    expect(new Set(handles.map(({ make }) => make())).size).toBe(6);
    expect(handles.map(({ make }) => world.world.isLive(make()))).toEqual([true, true, true, false, false, false]);
  });

  // To run a handle's number of turns or ticks is sound, and long.
  test.each(methods.filter((name) => name !== 'run' && name !== 'triggers.advance'))(
    '%s takes them, or refuses them by one clear error and leaves the world as it was',
    (name) => {
      expect(mutated(name, (args, opaque) => swapped(args, opaque, isHandle, handles)).faults).toBe('');
    },
    60_000,
  );
});

/** Every sound call of a member, mutated: what went wrong, line by line, and how many were refused. */
function mutated(name: string, mutations: typeof mutationsOf): { readonly faults: string; readonly refused: number } {
  const faults: string[] = [];
  let refused = 0;
  for (let i = 0; i < countOf(name); i++) {
    let made = staged(name);
    const start = made.world.snapshot();
    // The places of arguments are the same in every stage.
    const opaque = new Set<unknown>(opaqueParts(made));
    for (const [at, { label, args }] of [...mutations(soundCalls[name](made)[i], opaque)].entries()) {
      if (at % heavy(25, 2) !== 0) continue;
      const { fault, isRefused } = faultOf(made, name, args);
      if (fault !== undefined) faults.push(`${name}: ${label} ${fault}`);
      if (isRefused) refused++;
      // What is refused has changed nothing, and the turn after it nothing that another call looks at.
      if (fault === undefined && isRefused && !waiting.includes(name)) continue;
      if (fault !== undefined || lasting.includes(name)) made = staged(name);
      else made.world.restore(start);
    }
  }
  return { faults: faults.join('\n'), refused };
}

/** What the package made itself is passed as a whole. */
function opaqueParts({ world }: Stage): readonly unknown[] {
  const { model, rules } = world.program;
  return [
    world.snapshot().strings,
    ...model.variables,
    ...rules.expressions,
    ...rules.modifiers.map(({ amount }) => amount),
  ];
}
