import { describe, expect, test } from 'vitest';
import { readProgram } from '../../../src/compiled/read-program.js';
import { writeProgram } from '../../../src/compiled/write-program.js';
import { createWorld } from '../../../src/world.js';
import type { Program } from '../../../src/ir/rule.js';
import { loadContent } from '../../../src/content/native/load-content.js';
import { briefly, errorsOf, load, sound } from './samples.js';

/** Animals; two lines before the mixins, and six lines of them. */
const content = (classes: string, mixins = 'grazer, runner'): string => `
enumerations: { skill: [swim, climb] }
meters: { weight: { default: 1 } }
properties: { energy: {}, trail: {}, skills: { type: set, of: skill }, fur: {} }
kinds: { animal: { meters: [weight], properties: [energy, trail, skills] }, stone: { properties: [trail] } }
mixins:
  grazer:
    initial: { energy: 3, weight: 7, skills: [swim] }
    tags: [grazing]
    groups:
      - { name: eat, scope: { include: target == source }, effects: [{ property: trail, set: 10 * value + 1 }] }
      - { scope: { include: target == source }, effects: [{ property: trail, set: 10 * value + 2 }] }
  runner:
    tags: [running, grazing]
    groups:
      - name: run
        label: Runs
        scope: { include: target == source }
        effects: [{ property: trail, set: 10 * value + 3, if: "random() < 2" }]
classes:
${classes.replaceAll('MIXINS', `[${mixins}]`)}`;

const sheep = `
  sheep:
    kind: animal
    mixins: MIXINS
    initial: { weight: 9 }
    tags: [woolly]
    groups: [{ scope: { include: target == source }, effects: [{ property: trail, set: 10 * value + 4 }] }]
  goat: { kind: animal, mixins: [runner] }
`;

describe('a class with mixins', () => {
  const program: Program = sound(content(sheep));

  test('has their groups in the order of the list, then its own', () => {
    expect(program.rules.rules.map(({ name, label }) => [name, label])).toEqual([
      ['sheep/eat', 'eat'],
      ['sheep/2', 'sheep/2'],
      ['sheep/run', 'Runs'],
      ['sheep/4', 'sheep/4'],
      ['goat/run', 'Runs'],
    ]);
    for (const executor of ['compiled', 'reference'] as const) {
      const world = createWorld(program, { executor });
      const [one, other] = [world.spawn({ class: 'sheep' }), world.spawn({ class: 'goat' })];
      world.step();
      expect([world.get(one, 'trail'), world.get(other, 'trail')]).toEqual([1234, 3]);
    }
  });

  test('has their first values under its own, and their tags', () => {
    const [first, second] = program.model.classes;
    const named = [...first.initial].map(([column, value]) => [program.model.columns[column].name, value]);
    expect(named).toEqual([
      ['weight', 9],
      ['energy', 3],
    ]);
    expect([...(first.held?.get(0) ?? [])]).toEqual([1]);
    expect([...(first.groups ?? [])]).toEqual(['grazing', 'running', 'woolly']);
    expect([...second.initial]).toEqual([]);
  });

  test('has rules of its own: no effect is that of another rule', () => {
    const [, , first, , second] = program.rules.rules;
    expect(second.effects).toEqual(first.effects);
    expect(second.effects[0]).not.toBe(first.effects[0]);
    expect([first.index, second.index]).toEqual([2, 4]);
  });

  test('is the same when compiled', () => {
    expect(readProgram(writeProgram(program))).toStrictEqual(program);
  });

  test('may be in another file than the mixins', () => {
    const [mixins, classes] = content(sheep).split('classes:\n');
    expect(sound(mixins, `classes:\n${classes}`).fingerprint).toBe(program.fingerprint);
  });
});

describe('errors', () => {
  const refused = (text: string, ...expected: readonly (readonly [code: string, message: string])[]): void => {
    const errors = errorsOf(text);
    expect(errors.map(({ code }) => code)).toEqual(expected.map(([code]) => code));
    for (const [i, [, message]] of expected.entries()) expect(errors[i].message).toContain(message);
  };

  test('unknown mixins, and one twice', () => {
    refused(content('  sheep: { kind: animal, mixins: [grazr] }'), ['unknown-name', 'there is no mixin `grazr`']);
    refused(content('  sheep: { kind: animal, mixins: [runner, runner] }'), [
      'duplicate-name',
      '`runner` is already a mixin of this class',
    ]);
  });

  test('groups of one name', () => {
    const other = content('  sheep: { kind: animal, mixins: [runner, other] }').replace(
      'classes:',
      '  other: { groups: [{ name: run, scope: { include: true }, effects: [{ destroy: true }] }] }\nclasses:',
    );
    refused(other, ['duplicate-name', '`run` is already a group of this class']);
    refused(
      content(
        '  sheep: { kind: animal, mixins: [runner], groups: [{ name: run, scope: { include: true }, effects: [{ destroy: true }] }] }',
      ),
      ['duplicate-name', '`run` is already a group of this class'],
    );
  });

  test('mistakes in a mixin are reported once, however many classes have it, and where none has', () => {
    const wrong = (classes: string): string => content(classes).replace('10 * value + 1', '10 * valeu');
    for (const classes of ['  sheep: { kind: animal }', sheep, `${sheep}  cow: { kind: animal, mixins: [grazer] }`])
      refused(wrong(classes), ['unknown-name', '`valeu`']);
  });

  test('first values that the kind of the class does not have, or that differ', () => {
    refused(
      content('  rock: { kind: stone, mixins: [grazer] }'),
      ['not-on-kind', 'the mixin `grazer` gives a first value to `weight`'],
      ['not-on-kind', 'gives a first value to `energy`'],
      ['not-on-kind', 'gives a first value to `skills`'],
    );
    const other = (own: string): string =>
      content(`  sheep: { kind: animal, mixins: [grazer, heavy]${own} }`).replace(
        'classes:',
        '  heavy: { initial: { weight: 8 } }\nclasses:',
      );
    refused(other(''), ['duplicate-name', 'another mixin of this class gives another first value to `weight`']);
    expect(errorsOf(other(', initial: { weight: 2 }'))).toEqual([]);
    refused(content('  sheep: { kind: animal }').replace('energy: 3', 'enrgy: 3'), ['unknown-name', '`enrgy`']);
  });

  test('the groups of all classes together count against the limit of operations', () => {
    const many = Array.from({ length: 200 }, (_, i) => `  c${i}: { kind: animal, mixins: [grazer, runner] }`).join(
      '\n',
    );
    const result = loadContent([{ file: 'content.yaml', text: content(many) }], {
      limits: { loadOperations: 2_000 },
    });
    expect(result.ok ? [] : result.errors.map(({ code }) => code)).toContain('too-large');
    expect(load(content(many))).toMatchObject({ ok: true });
  });

  test('the profile keeps its groups to one kind of effects', () => {
    const mixed = content('  sheep: { kind: animal, mixins: [runner] }').replace(
      'effects: [{ property: trail, set: 10 * value + 3, if: "random() < 2" }]',
      'effects: [{ property: trail, add: 3 }, { meter: weight, add: 1 }]',
    );
    expect(errorsOf(mixed)).toEqual([]);
    expect(briefly(errorsOf(`profile: effects-v0.3${mixed}`))).toEqual([expect.stringContaining('mixed-group')]);
  });
});
