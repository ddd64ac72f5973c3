import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../src/ir/environment.js';
import { contentJsonSchema } from '../../../src/content/native/content-json-schema.js';
import { createWorld } from '../../../src/world.js';
import type { TimingEvent, TriggerEvent } from '../../../src/world/events-api.js';
import { load, sound } from './samples.js';

const root = new URL('../../../', import.meta.url);
const names = [
  'content',
  'objects',
  'rules',
  'variables',
  'flows',
  'start',
  'triggers',
  'abilities',
  'environments',
  'content-errors',
] as const;

/** The pages that describe content, by name. */
const pages = new Map(names.map((name) => [name, readFileSync(new URL(`docs/${name}.md`, root), 'utf8')]));
const reference = [...pages.values()].join('\n');

/** Examples of content on a page; scenario files have a test of their own. */
function examplesOn(name: (typeof names)[number]): readonly string[] {
  return [...(pages.get(name) ?? '').matchAll(/```yaml\n([^]*?)```/g)]
    .map((match) => match[1])
    .filter((text) => !text.startsWith('format:'));
}

function exampleOn(name: (typeof names)[number]): string {
  return examplesOn(name)[0];
}

/** The cells of all tables of the pages, row by row. */
const rows = reference
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
}

function isList(items: JsonSchema | readonly JsonSchema[]): items is readonly JsonSchema[] {
  return Array.isArray(items);
}

/** Every key that the schema knows, at any depth. */
function keysOf(schema: JsonSchema): readonly string[] {
  const { properties = {}, additionalProperties, items, anyOf = [], definitions = {} } = schema;
  const inside = [
    ...Object.values(properties),
    ...anyOf,
    ...Object.values(definitions),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...(items === undefined ? [] : isList(items) ? items : [items]),
  ];
  return [...Object.keys(properties), ...inside.flatMap(keysOf)];
}

describe('the pages about content', () => {
  test('have an example each, which is sound', () => {
    const examples = names.map(examplesOn);
    expect(examples.map(({ length }) => length)).toEqual([1, 3, 2, 1, 3, 1, 1, 1, 1, 0]);
    for (const example of examples.flat()) expect(load(example)).toMatchObject({ ok: true, warnings: [] });
  });

  test('the example of variables does what the page says of it', () => {
    const world = createWorld(sound(exampleOn('variables')));
    const hero = world.spawn({ kind: 'hero' });
    const maul = world.spawn({ class: 'maul', place: { in: hero } });
    const penalized = (): unknown => world.get(maul, 'penalized');
    expect([world.get(hero, 'grip'), world.get(maul, 'handsRequired'), world.get(maul, 'hands'), penalized()]).toEqual([
      2,
      2,
      2,
      false,
    ]);
    world.spawn({ class: 'shield', place: { in: hero } });
    expect([world.get(hero, 'hands'), penalized()]).toEqual([1, true]);
    const training = world.spawn({ class: 'training', place: { in: hero } });
    expect([world.get(maul, 'handsRequired'), penalized()]).toEqual([1, false]);
    world.variables.revoke(training);
    expect(penalized()).toBe(true);
    world.set(hero, 'load', 25);
    expect(world.get(hero, 'pace')).toBe(5);
    world.set(hero, 'ground', 'marsh');
    expect(world.get(hero, 'pace')).toBe(2.5);
    world.spawn({ class: 'boots', place: { in: hero } });
    expect(world.get(hero, 'pace')).toBe(4);
    expect(world.explain(hero, 'pace').steps.map(({ rule }) => rule)).toEqual(['hero/pace', 'hero/pace', 'Boots']);
  });

  test('the example of sets does what the page says of it', () => {
    const world = createWorld(sound(exampleOn('objects')));
    const [pupil, lawyer] = [[], ['law']].map((techs) => world.spawn({ kind: 'player', holdings: { techs } }));
    for (const owner of [pupil, lawyer])
      for (const subject of ['bronze', 'iron', null]) world.spawn({ class: 'school', owner, values: { subject } });
    const techs = (): readonly unknown[] => [pupil, lawyer].map((player) => world.relations.wordsOf(player, 'techs'));
    world.step();
    expect(techs()).toEqual([['bronze', 'iron'], ['law']]);
    world.relations.setWord(lawyer, 'techs', 'bronze', true);
    world.relations.setWord(pupil, 'techs', 'law', true);
    world.spawn({ class: 'decline' });
    world.run(2);
    expect(techs()).toEqual([['iron', 'law'], ['law']]);
  });

  test('the example of flows does what the page says of it', () => {
    const world = createWorld(sound(exampleOn('flows')));
    const team = world.spawn({ kind: 'team', holdings: { techs: ['law'] } });
    const player = world.spawn({ kind: 'player', values: { side: team } });
    const plots = [0, 1, 2, 3].map((x) => world.spawn({ kind: 'plot', place: { x, y: 0 } }));
    const [small, large] = [1, 3].map((size, i) =>
      world.spawn({ kind: 'city', owner: player, place: { in: plots[i] }, values: { size } }),
    );
    world.relations.setList(small, 'trade', [large]);
    const knight = world.spawn({ class: 'knight', owner: player, place: { in: plots[3] } });
    expect(world.questions.ask('people', team)).toBe(4);
    expect(world.questions.enabled('knight', player)).toEqual({
      enabled: false,
      failing: ['bronze in self.side.techs'],
    });
    expect([
      world.questions.evaluate('self.thriving', { source: small }),
      world.questions.evaluate('self.swift', { source: knight }),
    ]).toEqual([true, false]);
    world.relations.setWord(team, 'techs', 'iron', true);
    expect(world.questions.evaluate('self.swift', { source: knight })).toBe(true);
    world.run(1);
    // 4 and 12 less 2 each, as law turns them into order.
    expect(plots.map((plot) => [world.get(plot, 'crime'), world.get(plot, 'order')])).toEqual([
      [2, 2],
      [10, 2],
      [0, 0],
      [0, 0],
    ]);
    world.run(6);
    expect(world.questions.evaluate('self.safe', { source: large })).toBe(false);
    expect(world.get(plots[2], 'crime')).toBeGreaterThan(0);
  });

  test('the example of triggers does what the page says of it', () => {
    const world = createWorld(sound(exampleOn('triggers')));
    const crown = world.spawn({ kind: 'realm' });
    const [capital, keep] = [0, 9].map((x) =>
      world.spawn({ kind: 'city', owner: crown, place: { x, y: 0 }, values: { walls: 15 } }),
    );
    const [hero, guard] = [keep, capital].map((city) =>
      world.spawn({ kind: 'band', owner: crown, place: { in: city } }),
    );
    world.relations.setRole('capital', capital);
    world.relations.setRole('hero', hero);
    const told: unknown[] = [];
    world.triggers.hear((event) => {
      if (event.kind === 'message') told.push([event.time, event.message.text, event.message.values]);
    });
    world.run(2);
    expect([told, world.triggers.delayed, world.parentOf(hero)]).toEqual([
      [[1, 'The beacon burns', { walls: 15 }]],
      1,
      keep,
    ]);
    world.run(2);
    expect([world.triggers.delayed, world.parentOf(hero), world.get(crown, 'gold')]).toEqual([0, capital, 0]);
    world.run(7);
    expect(world.get(crown, 'gold')).toBe(20);
    world.destroy(guard);
    const walls = (): unknown => {
      world.run(2);
      return world.get(capital, 'walls');
    };
    expect(walls()).toBe(15);
    world.move(hero, { in: keep });
    expect(walls()).toBe(10);
    world.move(hero, { in: capital });
    expect(walls()).toBe(10);
    world.destroy(hero);
    expect(walls()).toBe(5);
    expect(told.slice(1)).toEqual([
      [14, 'Nobody guards the walls', {}],
      [18, 'Nobody guards the walls', {}],
    ]);
  });

  test.each(['compiled', 'reference'] as const)(
    'the example of abilities does what the page says of it (%s)',
    (executor) => {
      const world = createWorld(sound(exampleOn('abilities')), { executor });
      const told: string[] = [];
      const listen = (event: TimingEvent | TriggerEvent): void => {
        if (event.kind === 'message') told.push(event.message.text);
      };
      const [red, blue] = [0, 1].map(() => world.spawn({ kind: 'side' }));
      const [knight, monk] = ['knight', 'monk'].map((name) => world.spawn({ class: name, owner: blue }));
      const berserk = world.spawn({ class: 'berserk', owner: red });
      world.relations.setRole('active', red);
      const health = (): readonly unknown[] =>
        [knight, monk, berserk].filter((unit) => world.isLive(unit)).map((unit) => world.get(unit, 'health'));
      expect(world.events.raise('battleBegins', { part: 'battle' }, { listen })).toBe(true);
      expect(world.events.raise('strike', { unit: berserk, player: red, target: knight }, { listen })).toBe(false);
      expect([world.events.decision?.player, world.events.decision?.options.map(({ name }) => name)]).toEqual([
        blue,
        ['intercede', 'pass'],
      ]);
      expect(world.events.decide('intercede', blue, { listen })).toBe(true);
      expect([health(), told]).toEqual([[5, 5, 8], []]);
      world.events.raise('strike', { unit: berserk, player: red, target: monk }, { listen });
      expect([health(), told]).toEqual([[5, 3, 8], ['First blood']]);
      world.events.raise('strike', { unit: knight, player: blue, target: berserk }, { listen });
      expect([health(), world.get(berserk, 'strength')]).toEqual([[5, 4, 6], 2]);
      world.events.raise('damage', { unit: berserk, amount: 2 }, { listen });
      expect([health(), world.get(berserk, 'strength')]).toEqual([[5, 4, 4], 5]);
      world.events.raise('damage', { unit: monk, amount: 4 }, { listen });
      expect([health(), world.get(monk, 'mood'), world.get(red, 'gold')]).toEqual([[5, 1, 4], 'angry', 0]);
      world.events.raise('damage', { unit: knight, amount: 4 }, { listen });
      expect([health(), world.get(knight, 'strength')]).toEqual([[2, 1, 4], 1]);
      world.events.raise('damage', { unit: knight, amount: 3 }, { listen });
      expect([health(), world.get(red, 'gold'), told]).toEqual([[1, 4], 5, ['First blood']]);
    },
  );

  test('the example of environments has the sizes that the page says, and rules that do what is ordered', () => {
    const program = sound(exampleOn('environments'));
    expect(program.environment && shapeOf(program.environment)).toMatchObject({
      agents: 2,
      heads: 8,
      observationSize: 4 * 3 + 2,
      choices: [3, 3, 3, 3, 4, 4, 4, 4],
      turns: 100,
    });
    const world = createWorld(program);
    const side = world.spawn({ kind: 'side' });
    const [home, hill] = [0, 1].map((x) => world.spawn({ kind: 'place', place: { x, y: 0 } }));
    const town = world.spawn({ class: 'village', owner: side, place: { in: home } });
    world.step();
    expect([world.get(town, 'work'), world.parentOf(town)]).toEqual(['farm', home]);
    world.set(town, 'newWork', 'mine');
    world.set(town, 'goal', hill);
    world.step();
    expect([world.get(town, 'work'), world.parentOf(town)]).toEqual(['mine', hill]);
  });

  test('every example in a table is YAML', () => {
    const examples = rows
      .map((cells) => /^`(.*)`$/.exec(cells.at(-1) ?? '')?.[1])
      .filter((text) => text?.includes(':') === true);
    expect(examples.length).toBeGreaterThan(50);
    for (const text of examples)
      expect(() => {
        parse((text ?? '').replace('…', ''));
      }, text).not.toThrow();
  });

  test('name every key', () => {
    for (const key of new Set(keysOf(contentJsonSchema())))
      expect(reference, key).toMatch(new RegExp(`\`(scope\\.|[^\`]*\\b)?${key}\\b`));
  });

  test('name every code', () => {
    const folder = new URL('src/content/native/', root);
    const sources = readdirSync(folder)
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .join('\n');
    const codes = new Set(
      [
        ...sources.matchAll(
          /(?:code(?::| =| \?\?)|[\])\w'`],|\(|\[)\s*'((?:yaml|unknown|missing|wrong|out|not|bad|reserved|duplicate|empty|too|bounds|cap|kind|attachment|ownership|stacking|step|nobody|two|never|mixed|profile|default|no|control|file|variable|function|input|unused|flag|same|substitution)-[a-z-]+)'/g,
        ),
      ].map((match) => match[1]),
    );
    expect(codes.size).toBeGreaterThan(68);
    const named = new Set([...reference.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map((match) => match[1]));
    for (const code of codes) expect(named, code).toContain(code);
  });
});
