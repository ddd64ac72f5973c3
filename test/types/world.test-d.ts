import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type Handle,
  type Program,
  type QuerySystem,
  type ShapeOf,
  type World,
  createWorld,
  defineContent,
  loadWorld,
} from 'edict';
import { content, planet, world } from './colony.js';

describe('a world of content that defineContent checked', () => {
  test('gives each value its type, without a cast', () => {
    expectTypeOf(world.get(planet, 'food')).toEqualTypeOf<number>();
    expectTypeOf(world.get(planet, 'stock')).toEqualTypeOf<number>();
    expectTypeOf(world.get(planet, 'fertility')).toEqualTypeOf<number>();
    expectTypeOf(world.get(planet, 'inhabited')).toEqualTypeOf<boolean>();
    expectTypeOf(world.get(planet, 'home')).toEqualTypeOf<Handle | null>();
    expectTypeOf(world.get(planet, 'plan')).toEqualTypeOf<'farm' | 'mill' | null>();
    expectTypeOf(world.get(planet, 'strength')).toEqualTypeOf<number>();
    expectTypeOf(world.get(planet, 'ready')).toEqualTypeOf<boolean>();
  });

  test('gives words, and null only where there is no first one', () => {
    expectTypeOf(world.get(planet, 'size')).toEqualTypeOf<'small' | 'large'>();
    expectTypeOf(world.get(planet, 'season')).toEqualTypeOf<'spring' | 'autumn' | 'never' | null>();
  });

  test('knows its parameters and reports', () => {
    expectTypeOf(world.parameters.tax).toEqualTypeOf<number>();
    expectTypeOf(world.parameters.strict).toEqualTypeOf<boolean>();
    createWorld(content, { parameters: { most: 3 } });
    // @ts-expect-error It is a number.
    createWorld(content, { parameters: { tax: true } });
    // @ts-expect-error There is no such parameter.
    createWorld(content, { parameters: { tacks: 1 } });
    expectTypeOf(world.reports.names).toEqualTypeOf<readonly 'planets'[]>();
    world.reports.series('planets');
    // @ts-expect-error There is no such report.
    world.reports.series('moons');
  });

  test('refuses unknown kinds and classes', () => {
    world.spawn({ class: 'farm', place: { in: planet } });
    // @ts-expect-error There is no such kind.
    world.spawn({ kind: 'plannet' });
    // @ts-expect-error There is no such class.
    world.spawn({ class: 'frm' });
    // @ts-expect-error There is no such kind.
    world.query({ kind: 'moon' });
    expectTypeOf(world.kindOf(planet)).toEqualTypeOf<'side' | 'planet' | 'building'>();
    expectTypeOf(world.classOf(planet)).toEqualTypeOf<'farm' | 'mill' | null>();
  });

  test('refuses unknown names of values, words and values of another type', () => {
    world.set(planet, 'food', 3);
    world.set(planet, 'season', null);
    world.set(planet, 'strength', { type: 'number', value: 3 });
    // @ts-expect-error There is no such value.
    world.get(planet, 'foood');
    // @ts-expect-error There is no such value.
    world.explain(planet, 'foood');
    // @ts-expect-error There is no such word.
    world.set(planet, 'size', 'huge');
    // @ts-expect-error It is a number.
    world.set(planet, 'food', true);
    // @ts-expect-error A set is no value.
    world.get(planet, 'techs');
    // @ts-expect-error There is no such value.
    world.spawn({ kind: 'planet', values: { foood: 1 } });
    // @ts-expect-error There is no such word.
    world.spawn({ kind: 'planet', values: { size: 'huge' } });
  });

  test('refuses unknown sets, words, lists, roles, relations and classes', () => {
    const { relations } = world;
    world.spawn({ kind: 'side', holdings: { techs: ['iron'] }, lists: { trade: [planet] } });
    expectTypeOf(relations.wordsOf(planet, 'techs')).toEqualTypeOf<readonly ('iron' | 'bronze')[]>();
    // @ts-expect-error There is no such word.
    relations.setWord(planet, 'techs', 'steel', true);
    // @ts-expect-error There is no such word.
    world.spawn({ kind: 'side', holdings: { techs: ['steel'] } });
    // @ts-expect-error There is no such set.
    relations.hasWord(planet, 'goods', 'iron');
    // @ts-expect-error There is no such list.
    relations.listOf(planet, 'techs');
    // @ts-expect-error There is no such role.
    relations.setRole('capitol', planet);
    // @ts-expect-error There is no such relation.
    relations.isRelated('peace', planet, planet);
    // @ts-expect-error There is no such class.
    relations.isAvailable(planet, 'forge');
  });

  test('refuses unknown expressions, triggers, occurrences and fields', () => {
    world.questions.ask('people', planet);
    world.questions.ask('requires farm', planet);
    // @ts-expect-error There is no such expression.
    world.questions.ask('peeple', planet);
    // @ts-expect-error There is no such class.
    world.questions.enabled('forge', planet);
    world.triggers.isArmed('alarm');
    // @ts-expect-error There is no such trigger.
    world.triggers.isArmed('alrm');
    world.events.raise('attack', { unit: planet });
    // @ts-expect-error There is no such occurrence.
    world.events.raise('atack');
    // @ts-expect-error There is no such field.
    world.events.raise('attack', { unti: planet });
  });

  test('knows the built-in phases and those that were added', () => {
    const trade = world.addPhase('trade', 'host');
    world.addSystem({ name: 'caravans', phase: trade, run: (now) => now.get(planet, 'food') });
    world.addSystem({ name: 'weather', phase: 'host', run: () => undefined });
    // @ts-expect-error There is no such phase.
    world.addSystem({ name: 'storms', phase: 'hots', run: () => undefined });
    // @ts-expect-error No phase has been added by this text.
    world.addPhase('war', 'trad');
    // @ts-expect-error The world that a system gets is of the same content.
    world.addSystem({ name: 'floods', phase: 'host', run: (now) => now.get(planet, 'foood') });
  });

  test('gives a system by query what it declares', () => {
    world.addSystem({
      name: 'growth',
      phase: 'host',
      query: ['planet'],
      reads: ['food'],
      writes: ['stock'],
      run({ ids, columns, components }) {
        expectTypeOf(ids).toEqualTypeOf<Uint32Array>();
        expectTypeOf(columns.food).toExtend<ArrayLike<number>>();
        expectTypeOf<keyof typeof columns>().toEqualTypeOf<'food' | 'stock'>();
        // @ts-expect-error It is not declared.
        expect(columns.fertility);
        // @ts-expect-error It is not declared.
        expect(components.location);
      },
    });
    world.addSystem({
      name: 'nothing',
      phase: 'host',
      query: [],
      run({ columns, components }) {
        expectTypeOf<keyof typeof columns>().toEqualTypeOf<never>();
        // @ts-expect-error Nothing is declared.
        expect(columns.food);
        // @ts-expect-error Nothing is declared.
        expect(components.owner);
      },
    });
    const kept: QuerySystem<'food', ShapeOf<typeof content>> = {
      name: 'kept',
      phase: 'host',
      query: [],
      reads: ['food'],
      run: ({ columns }) => columns.food[0],
    };
    world.addSystem(kept);
  });

  test('shows all data of an object', () => {
    const view = world.describe(planet);
    expectTypeOf(view.kind).toEqualTypeOf<'side' | 'planet' | 'building'>();
    expectTypeOf(view.values.food).toEqualTypeOf<number | undefined>();
    expectTypeOf(view.holdings.techs).toEqualTypeOf<readonly ('iron' | 'bronze')[] | undefined>();
    expectTypeOf(view.values).not.toHaveProperty('foood');
  });

  test('stays of its content in copies, and when it is loaded', () => {
    expectTypeOf(world.fork()).toEqualTypeOf<typeof world>();
    expectTypeOf(loadWorld(content, world.save())).toEqualTypeOf<typeof world>();
    expectTypeOf(world.program).toEqualTypeOf<typeof content>();
  });

  test('may be given where any world is expected, and a program likewise', () => {
    expectTypeOf(world).toExtend<World>();
    expectTypeOf(content).toExtend<Program>();
    expectTypeOf<World>().not.toExtend<typeof world>();
  });
});

describe('a handle', () => {
  test('is a number for whatever takes numbers', () => {
    expectTypeOf(planet).toEqualTypeOf<Handle>();
    expectTypeOf<Handle>().toExtend<number>();
    expectTypeOf(planet % 2).toEqualTypeOf<number>();
    expectTypeOf(new Map<number, string>().get(planet)).toEqualTypeOf<string | undefined>();
  });

  test('is not made from a number, but found by one', () => {
    expectTypeOf<number>().not.toExtend<Handle>();
    // @ts-expect-error A number is no handle.
    world.get(1, 'food');
    // @ts-expect-error A number is no handle.
    world.spawn({ kind: 'planet', owner: 1 });
    // @ts-expect-error A number is no handle.
    world.set(planet, 'home', 1);
    expectTypeOf(world.find(1)).toEqualTypeOf<Handle | undefined>();
  });
});

describe('content in a variable', () => {
  test('keeps its names with as const', () => {
    const source = {
      enumerations: { size: ['small', 'large'] },
      meters: { food: { type: 'integer', bounds: [0, null] } },
      properties: { size: { type: 'size', default: 'small' } },
      kinds: { planet: { meters: ['food'], properties: ['size'], ownership: 'stored' } },
    } as const;
    const of = createWorld(defineContent(source, { limits: {} }));
    expectTypeOf(of.get(planet, 'size')).toEqualTypeOf<'small' | 'large'>();
    // @ts-expect-error There is no such kind.
    of.spawn({ kind: 'plannet' });
  });

  test('keeps names without it, and takes any word where it is not literal', () => {
    const source = {
      enumerations: { size: ['small', 'large'] },
      meters: { food: { type: 'integer', bounds: [0, null] } },
      properties: { size: { type: 'size' }, inhabited: { type: 'boolean' } },
      kinds: { planet: { meters: ['food'], ownership: 'stored' }, ship: { ownership: { through: 'planet' } } },
      classes: {
        bomb: {
          kind: 'ship',
          groups: [{ scope: { include: 'target == source' }, effects: [{ destroy: true }, { meter: 'food', set: 0 }] }],
        },
      },
    };
    const of = createWorld(defineContent(source));
    expectTypeOf(of.get(planet, 'food')).toEqualTypeOf<number>();
    expectTypeOf(of.get(planet, 'size')).toEqualTypeOf<string | number | boolean | null>();
    // @ts-expect-error There is no such kind.
    of.spawn({ kind: 'plannet' });
    // @ts-expect-error There is no such value.
    of.get(planet, 'foood');
  });

  test('must fit', () => {
    const misspelled = { meters: { food: { typ: 'integer' } } };
    // @ts-expect-error A meter has no such key.
    defineContent(misspelled);
    const mistyped = { meters: { food: { type: 1 } } };
    // @ts-expect-error The type of a meter is a word.
    defineContent(mistyped);
  });
});

describe('content in place', () => {
  test('is refused with unknown keys and words', () => {
    // @ts-expect-error There is no such section.
    defineContent({ kindss: {} });
    // @ts-expect-error A kind has no such key.
    defineContent({ kinds: { planet: { metters: ['food'] } } });
    // @ts-expect-error There is no such type.
    defineContent({ meters: { food: { type: 'intger' } } });
    // @ts-expect-error A property has no such key.
    defineContent({ properties: { size: { typ: 'size' } } });
    // @ts-expect-error An effect has no such key.
    defineContent({ classes: { farm: { kind: 'planet', groups: [{ effects: [{ meter: 'food', ad: 1 }] }] } } });
    // @ts-expect-error There is no such option.
    defineContent({ kinds: { planet: {} } }, { limts: {} });
  });
});
