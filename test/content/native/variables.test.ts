import { describe, expect, test } from 'vitest';
import type { ContentSource } from '../../../src/content/native/schema.js';
import { defineContent } from '../../../src/content/native/define.js';
import { printNode } from '../../../src/eval/make-node.js';
import type { CellModifier } from '../../../src/ir/rule.js';
import { briefly, errorsOf, load, sound, testRows } from './samples.js';

/** Heroes with packs, items on both, gems on items. Nine lines. */
const base = `enumerations: { ground: [road, marsh] }
meters: { health: { default: 10 } }
properties: { strength: { default: 12 }, rival: { type: reference } }
variables: { hands: { default: 2 }, needed: {}, unfit: { type: boolean }, path: { type: ground, default: road }, help: { input: true }, spare: {} }
kinds:
  hero: { meters: [health], properties: [strength, rival], variables: [hands, path, help] }
  pack: { attachesTo: [hero], variables: [spare] }
  item: { attachesTo: [hero, pack], variables: [needed, unfit] }
  cart: { variables: [hands] }
`;

/** `base` with classes; the first line of them is line 11. */
const withClasses = (classes: string): string => `${base}classes:\n${classes}\n`;

/** `base` with one modifier of an item, in line 11. */
const withModifier = (modifier: string): string =>
  withClasses(`  maul: { kind: item, tags: [weapon], modifiers: [${modifier}] }`);

const modifiersOf = (text: string): readonly CellModifier[] => sound(text).rules.modifiers;

describe('variables', () => {
  test('each kind that lists one has its own, in the order of declarations and kinds', () => {
    const { variables } = sound(base).model;
    expect(variables.map(({ index, name, kind, offset }) => [index, name, kind, offset])).toEqual([
      [0, 'hands', 1, 0],
      [1, 'hands', 4, 0],
      [2, 'needed', 3, 0],
      [3, 'unfit', 3, 1],
      [4, 'path', 1, 1],
      [5, 'help', 1, 2],
      [6, 'spare', 2, 0],
    ]);
    expect(variables.map(({ type, initial, input }) => [type.name, initial, input])).toEqual([
      ['number', { value: 2 }, false],
      ['number', { value: 2 }, false],
      ['number', { value: 0 }, false],
      ['boolean', { value: 0 }, false],
      ['enumeration', { value: 1 }, false],
      ['number', { value: 0 }, true],
      ['number', { value: 0 }, false],
    ]);
  });

  testRows(
    [
      [
        'an unknown type',
        'variables: { a: { type: numbr } }',
        '1:25 unknown-type',
        'the type of `a` is `numbr`, expected `number` or `boolean`',
        'did you mean `number`?',
      ],
      [
        'a type of columns only',
        'variables: { a: { type: integer } }',
        '1:25 unknown-type',
        'expected `number` or `boolean`',
        'write one of these',
      ],
      [
        'a default of another type',
        'variables: { a: { type: boolean, default: 1 } }',
        '1:43 wrong-type',
        '`a` would be `1`, expected `true` or `false`',
      ],
      [
        'an unknown word',
        'enumerations: { g: [road] }\nvariables: { a: { type: g, default: roadd } }',
        '2:37 unknown-name',
        'a word of `g`',
        'did you mean `road`?',
      ],
      [
        'an unknown key',
        'variables: { a: { inputs: true } }',
        '1:19 unknown-key',
        '`inputs` is not a key of `variables.a`',
        'did you mean `input`?',
      ],
      [
        'a text for a flag',
        'variables: { a: { input: yes } }',
        '1:26 wrong-type',
        'expected `true` or `false`',
        'write `true`',
      ],
      [
        'a long explanation',
        `variables: { a: { explanation: ${'x'.repeat(201)} } }`,
        '1:32 bad-label',
        '201 characters',
      ],
      [
        'the name of a meter',
        'meters: { a: {} }\nvariables: { a: {} }',
        '2:14 duplicate-name',
        'already the name of a meter in line 1',
      ],
      [
        'the name of a property',
        'properties: { a: {} }\nvariables: { a: {} }',
        '2:14 duplicate-name',
        'already the name of a property in line 1',
      ],
      [
        'the name of a kind',
        'variables: { a: {} }\nkinds: { a: {} }',
        '2:10 duplicate-name',
        'already the name of a variable in line 1',
      ],
      ['a name with a meaning', 'variables: { owner: {} }', '1:14 reserved-name', '`owner`'],
      ['a list', 'variables: [a]', '1:12 wrong-type', 'a map from names to variables'],
      [
        'an unknown one on a kind',
        'variables: { hands: {} }\nkinds: { hero: { variables: [hadns] } }',
        '2:30 unknown-name',
        '`hadns` is not a variable, expected `hands`',
        'did you mean `hands`?',
      ],
      [
        'none declared',
        'kinds: { hero: { variables: [hands] } }',
        '1:30 unknown-name',
        '`hands` is not a variable',
        'declare it under `variables`',
      ],
      [
        'one twice on a kind',
        'variables: { hands: {} }\nkinds: { hero: { variables: [hands, hands] } }',
        '2:37 duplicate-name',
        'is listed twice',
      ],
      [
        'a meter among variables',
        'meters: { health: {} }\nkinds: { hero: { variables: [health] } }',
        '2:30 wrong-role',
        '`health` is a meter, expected a variable',
        'list it under `meters`',
      ],
      [
        'a property among variables',
        'properties: { health: {} }\nkinds: { hero: { variables: [health] } }',
        '2:30 wrong-role',
        '`health` is a property, expected a variable',
        'list it under `properties`',
      ],
      [
        'a variable among meters',
        'variables: { hands: {} }\nkinds: { hero: { meters: [hands] } }',
        '2:27 wrong-role',
        '`hands` is a variable, expected a meter',
        'list it under `variables`',
      ],
      [
        'a variable among properties',
        'variables: { hands: {} }\nkinds: { hero: { properties: [hands] } }',
        '2:31 wrong-role',
        '`hands` is a variable, expected a property',
        'list it under `variables`',
      ],
      [
        'on a kind and on one that it hangs on',
        'variables: { a: {} }\nkinds:\n  hero: { variables: [a] }\n  item: { attachesTo: [hero], variables: [a] }',
        '4:43 variable-overlap',
        'objects of kind `item` can hang on one of kind `hero`, which has the variable `a` too',
        'remove it here',
      ],
      [
        'on a kind and on one further up',
        'variables: { a: {} }\nkinds:\n  gem: { attachesTo: [item], variables: [a] }\n  item: { attachesTo: [hero] }\n  hero: { variables: [a] }',
        '3:42 variable-overlap',
        '`gem` can hang on one of kind `hero`',
      ],
    ],
    (text, brief, message, suggestion) => {
      const errors = errorsOf(text);
      expect(briefly(errors)).toEqual([brief]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );

  test('a lost one is blamed once', () => {
    const lost =
      'variables: { hands: { type: nubmer } }\nkinds: { hero: { variables: [hands] } }\nclasses: { a: { kind: hero, modifiers: [{ variable: hands, add: self.hands }] } }';
    expect(briefly(errorsOf(lost))).toEqual(['1:29 unknown-type']);
    expect(
      briefly(
        errorsOf(
          'variables: { hands: 3 }\nkinds: { hero: { variables: [hands] } }\nclasses: { a: { kind: hero, modifiers: [{ variable: hands, add: 1 }] } }',
        ),
      ),
    ).toEqual(['1:21 wrong-type']);
    expect(
      briefly(
        errorsOf(
          'variables: { hands: {} }\nkinds: { hero: { variables: [hands, 3] } }\nclasses: { a: { kind: hero, modifiers: [{ variable: hands, add: self.hands }] } }',
        ),
      ),
    ).toEqual(['2:37 wrong-type']);
  });
});

describe('nothing but modifiers writes them', () => {
  const withEffect = (effect: string): string =>
    withClasses(`  maul: { kind: item, groups: [{ scope: { include: target == source }, effects: [${effect}] }] }`);
  test.each([
    ['meter', '{ meter: hands, add: 1 }'],
    ['property', '{ property: hands, set: 1 }'],
    ['stockpile', '{ stockpile: hands, add: 1 }'],
    ['step', '{ step: path }'],
    ['create', '{ create: maul, initial: { needed: 1 } }'],
  ])('an effect: %s', (_, effect) => {
    const [error, ...more] = errorsOf(withEffect(effect));
    expect(more).toEqual([]);
    expect(error).toMatchObject({
      line: 11,
      code: 'wrong-role',
      suggestion: 'give a class or kind a modifier of it, under `modifiers`',
    });
    expect(error.message).toMatch(
      /is a variable, which modifiers make, expected a (meter|property|meter or property)$/,
    );
  });

  test('first values of a class', () => {
    expect(errorsOf(withClasses('  maul: { kind: item, initial: { needed: 1 } }'))).toMatchObject([
      { code: 'wrong-role', line: 11, column: 34 },
    ]);
  });

  test('everything reads them', () => {
    const text = `${base.replace('{ default: 10 }', '{ default: 10, growth: value + self.hands }')}classes:
  maul:
    kind: item
    groups:
      - activation: source.unfit
        scope: { include: target.kind == hero && target.hands > source.needed }
        effects: [{ meter: health, add: source.hero.hands + target.help }]
`;
    expect(load(text)).toMatchObject({ ok: true, warnings: [] });
  });

  test('the profile takes one for a meter', () => {
    const text = withEffect('{ meter: health, add: source.hands }');
    expect(load(text).ok).toBe(true);
    expect(errorsOf(`profile: effects-v0.3\n${text}`)).toMatchObject([
      { code: 'profile-meter-reference', line: 12, message: expect.stringContaining('refers to a variable') as string },
    ]);
    expect(load(`profile: effects-v0.3\n${text.replace('source.hands', '1')}`).ok).toBe(true);
  });
});

describe('modifiers', () => {
  test('of a kind come first, then those of classes', () => {
    const text = base
      .replace(
        '  cart: { variables: [hands] }',
        '  cart: { variables: [hands], modifiers: [{ variable: hands, add: 9 }] }',
      )
      .concat(
        'classes:\n  a: { kind: hero, modifiers: [{ variable: hands, multiply: 2, priority: 7, label: Twice }, { variable: path, set: marsh }] }\n',
      );
    expect(
      modifiersOf(text).map(
        ({ index, name, variable, carrier, modification, priority, whenAbsent, text: written, origin }) => ({
          index,
          name,
          variable,
          carrier,
          modification,
          priority,
          whenAbsent,
          written,
          line: origin.line,
        }),
      ),
    ).toEqual([
      {
        index: 0,
        name: 'cart/hands',
        variable: 1,
        carrier: { by: 'kind', kind: 4 },
        modification: 'add',
        priority: 0,
        whenAbsent: 'skip',
        written: '9',
        line: 9,
      },
      {
        index: 1,
        name: 'Twice',
        variable: 0,
        carrier: { by: 'class', class: 1 },
        modification: 'multiply',
        priority: 7,
        whenAbsent: 'skip',
        written: '2',
        line: 11,
      },
      {
        index: 2,
        name: 'a/path',
        variable: 4,
        carrier: { by: 'class', class: 1 },
        modification: 'set',
        priority: 0,
        whenAbsent: 'skip',
        written: 'marsh',
        line: 11,
      },
    ]);
  });

  test.each([
    ['set', 'set'],
    ['add', 'add'],
    ['multiply', 'multiply'],
    ['divide', 'divide'],
    ['min', 'minimum'],
    ['max', 'maximum'],
  ])('%s', (key, modification) => {
    expect(modifiersOf(withModifier(`{ variable: needed, ${key}: value + 1 }`))).toMatchObject([
      { modification, variable: 2 },
    ]);
  });

  test('of what the object hangs on', () => {
    expect(
      modifiersOf(withModifier('{ variable: hands, add: 1 }, { variable: spare, add: self.needed }')).map(
        ({ variable }) => variable,
      ),
    ).toEqual([0, 6]);
  });

  test('of a name that several kinds have become several', () => {
    const text = base
      .replace('attachesTo: [hero, pack]', 'attachesTo: [hero, cart]')
      .concat('classes: { maul: { kind: item, modifiers: [{ variable: hands, add: 1 }] } }\n');
    expect(modifiersOf(text).map(({ index, variable }) => [index, variable])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  test('when: the amount is there only while all conditions hold', () => {
    const [one, two] = modifiersOf(
      withModifier(
        '{ variable: needed, add: 3, when: self.hands > 1 }, { variable: unfit, set: true, when: [self.unfit == false, true] }'.replace(
          'self.unfit == false',
          'self.needed > 1',
        ),
      ),
    );
    expect(printNode(one.amount)).toMatch(
      /^\(choose \(or \(compare > \(solved 0 notFound \(slot 0\)\) .*\) \(compare < \(created .*\)\)\) \(constant number 3\) \(constant number 0\)\)$/,
    );
    expect(printNode(two.amount)).toMatch(
      /^\(choose \(or \(and \(compare .*\) \(constant boolean 1\)\) .*\) \(constant boolean 1\) \(constant boolean 0\)\)$/,
    );
    expect(one.text).toBe('3');
  });

  test('others', () => {
    const [all, tagged, ofClass, both] = modifiersOf(
      withModifier(
        '{ others: { kind: item }, variable: needed, add: 1 }, { others: { kind: item, tag: weapon }, variable: needed, add: self.hands }, { others: { class: maul }, variable: hands, add: 1 }, { others: { kind: item, class: maul }, variable: needed, add: 1 }',
      ),
    );
    expect([all, tagged, ofClass, both].map(({ others }) => others)).toEqual([
      { kind: 3, which: { by: 'all' } },
      { kind: 3, which: { by: 'group', group: 'weapon' } },
      { kind: 3, which: { by: 'class', class: 1 } },
      { kind: 3, which: { by: 'class', class: 1 } },
    ]);
    expect(ofClass.variable).toBe(0);
  });

  test('tags', () => {
    expect([...(sound(withModifier('{ variable: needed, add: 1 }')).model.classes[0].groups ?? [])]).toEqual([
      'weapon',
    ]);
    expect(briefly(errorsOf(withClasses('  a: { kind: item, tags: [b, b] }')))).toEqual(['11:30 duplicate-name']);
    expect(briefly(errorsOf(withClasses('  a: { kind: item, tags: [" b"] }')))).toEqual(['11:27 bad-name']);
    const warned = load(
      withClasses(
        '  a: { kind: hero, tags: [tall] }\n  b: { kind: item, modifiers: [{ others: { kind: item, tag: tall }, variable: needed, add: 1 }] }',
      ),
    );
    expect(warned.warnings.map(({ code, line }) => [code, line])).toEqual([['empty-tag', 12]]);
    expect(warned.ok).toBe(true);
  });

  /** The error is where the `^` stands. */
  testRows(
    [
      [
        'of an unknown variable',
        '{ variable: ^hadns, add: 1 }',
        'unknown-name',
        'unknown name `hadns`, expected a variable',
        'did you mean `hands`?',
      ],
      [
        'of nothing like any',
        '{ variable: ^zzzzzz, add: 1 }',
        'unknown-name',
        'unknown name',
        'declare it under `variables`',
      ],
      [
        'of a meter',
        '{ variable: ^health, add: 1 }',
        'wrong-role',
        '`health` is a meter, expected a variable',
        'write it with an effect',
      ],
      ['of a property', '{ variable: ^strength, add: 1 }', 'wrong-role', '`strength` is a property'],
      [
        'of an input',
        '{ variable: ^help, add: 1 }',
        'input-variable',
        '`help` is an input, which the host sets',
        'another variable',
      ],
      [
        'without a variable',
        '^{ add: 1 }',
        'missing-key',
        '`classes.maul.modifiers[0]` has no `variable`',
        'add `variable`',
      ],
      [
        'without an amount',
        '{ ^variable: needed }',
        'missing-amount',
        'the modifier of `needed` has no amount, expected one of `set`',
        'add: 1',
      ],
      [
        'with two amounts',
        '{ variable: needed, set: 1, ^add: 2 }',
        'two-amounts',
        'has both `set` and `add`',
        'write two modifiers',
      ],
      [
        'with an unknown key',
        '{ variable: needed, ^prioritty: 1, add: 2 }',
        'unknown-key',
        'is not a key',
        'did you mean `priority`?',
      ],
      [
        'add to a condition',
        '{ variable: unfit, ^add: 1 }',
        'not-a-number',
        '`add` cannot change `unfit`, which holds no number',
        'write `set:`',
      ],
      [
        'an amount of another type',
        '{ variable: unfit, set: ^1 }',
        'type-mismatch',
        'expected a condition, found a number',
      ],
      [
        'a word of another enumeration',
        '{ variable: path, set: ^roadd }',
        'unknown-name',
        'a word of `ground`',
        'did you mean `road`?',
      ],
      [
        'a condition that is none',
        '{ variable: needed, add: 1, when: ^self.needed }',
        'type-mismatch',
        'expected a condition, found a number',
      ],
      [
        'a condition of the running value',
        '{ variable: needed, add: 1, when: ^value > 1 }',
        'no-value',
        'there is no `value` here',
      ],
      [
        'a priority below 0',
        '{ variable: needed, add: 1, priority: ^-1 }',
        'out-of-range',
        'a whole number from 0 to 2147483647',
      ],
      ['a priority with a fraction', '{ variable: needed, add: 1, priority: ^0.5 }', 'out-of-range', 'a whole number'],
      [
        'a priority beyond 32 bits',
        '{ variable: needed, add: 1, priority: ^2147483648 }',
        'out-of-range',
        'to 2147483647',
      ],
      ['a label of two lines', '{ variable: needed, add: 1, label: ^"a\\nb" }', 'bad-label', 'invisible'],
      ['source in an amount', '{ variable: needed, add: ^source.hands }', 'unknown-name', '`source`', 'write `self`'],
      ['chance', '{ variable: unfit, set: ^chance(0.5) }', 'draw-in-modifier', '`chance` draws', 'let an effect draw'],
      [
        'variables of members',
        '{ variable: needed, set: "objects(cart).sum(c, c.^hands)" }',
        'member-variable',
        'cannot ask the members of a collection',
      ],
      [
        'what nobody on the way has',
        '{ variable: needed, set: self.cart.hands + self.rival.hands + self.owner.^hands }',
        'not-visible',
        'which neither has the variable',
      ],
      [
        'others of nothing',
        '{ others: ^{}, variable: needed, add: 1 }',
        'missing-key',
        'names neither a kind nor a class',
        'add `kind`',
      ],
      [
        'others of a tag alone',
        '{ others: ^{ tag: weapon }, variable: needed, add: 1 }',
        'missing-key',
        'neither a kind nor a class',
      ],
      [
        'others of a class and a tag',
        '{ others: { class: maul, ^tag: weapon }, variable: needed, add: 1 }',
        'two-groups',
        'both a class and a tag',
        'two modifiers',
      ],
      [
        'others of an unknown kind',
        '{ others: { kind: ^itemm }, variable: needed, add: 1 }',
        'unknown-name',
        '`itemm` is not a kind',
        'did you mean `item`?',
      ],
      [
        'others of an unknown class',
        '{ others: { class: ^mauls }, variable: needed, add: 1 }',
        'unknown-name',
        '`mauls` is not a class',
        'did you mean `maul`?',
      ],
      [
        'others of an unknown tag',
        '{ others: { kind: item, tag: ^weapn }, variable: needed, add: 1 }',
        'unknown-name',
        '`weapn` is a tag of no class',
        'did you mean `weapon`?',
      ],
      [
        'others of a class of another kind',
        '{ others: { class: ^maul, kind: pack }, variable: needed, add: 1 }',
        'not-on-kind',
        'objects of class `maul` are of kind `item`, not `pack`',
      ],
      [
        'others that never meet',
        '{ others: ^{ kind: cart }, variable: hands, add: 1 }',
        'never-fires',
        '`item` and `cart` never hang on one object',
      ],
      [
        'a variable that others do not see',
        '{ others: { kind: pack }, variable: ^needed, add: 1 }',
        'not-visible',
        'objects of kind `pack` neither have the variable `needed`',
        '`item` has it: reach them with `others`',
      ],
    ],
    (marked, code, message, suggestion) => {
      const column = withModifier(marked).split('\n')[10].indexOf('^') + 1;
      const errors = errorsOf(withModifier(marked.replace('^', '')));
      expect(briefly(errors)).toEqual([`11:${column} ${code}`]);
      expect(errors[0].message).toContain(message);
      expect(errors[0].suggestion ?? '').toContain(suggestion);
    },
  );

  test('those of a class that is lost are checked as far as can be', () => {
    expect(
      briefly(
        errorsOf(
          withClasses('  a: { kind: itme, modifiers: [{ variable: needed, add: 1 }, { variable: hadns, add: 1 }] }'),
        ),
      ),
    ).toEqual(['11:14 unknown-name', '11:74 unknown-name']);
    const twice = load(
      withClasses('  a: { kind: item }'),
      'classes: { a: { kind: item, modifiers: [{ variable: needed, add: true }] } }',
    );
    expect(twice.ok ? [] : twice.errors.map(({ code }) => code).sort()).toEqual(['duplicate-name', 'type-mismatch']);
  });

  test('of a variable that no kind has', () => {
    const [error] = errorsOf(
      withModifier('{ variable: lonely, add: 1 }').replace('spare: {}', 'spare: {}, lonely: {}'),
    );
    expect(error).toMatchObject({ code: 'not-visible', suggestion: 'list it under the variables of a kind' });
  });
});

describe('loops', () => {
  test.each([
    [
      'a variable of itself',
      '{ variable: needed, add: self.needed }',
      '11:51 variable-loop',
      '`maul.needed` needs `maul.needed`',
    ],
    [
      'by what it hangs on',
      '{ variable: hands, add: self.hero.hands }',
      '11:51 variable-loop',
      '`hero.hands` needs `hero.hands`',
    ],
    [
      'two of each other',
      '{ variable: needed, set: "self.unfit ? 1 : 2" }, { variable: unfit, set: self.needed > 1 }',
      '11:51 variable-loop',
      '`maul.needed` needs `maul.unfit`, which needs `maul.needed`',
    ],
    [
      'in a condition',
      '{ variable: needed, set: 1, when: self.needed > 0 }',
      '11:51 variable-loop',
      '`maul.needed` needs `maul.needed`',
    ],
    [
      'of others that hold it',
      '{ others: { kind: item }, variable: needed, add: self.needed }',
      '11:51 variable-loop',
      '`maul.needed` needs',
    ],
  ])('%s', (_, modifier, brief, message) => {
    const errors = errorsOf(withModifier(modifier));
    expect(briefly(errors)).toEqual([brief]);
    expect(errors[0].message).toContain(message);
  });

  test.each([
    ['the running value', '{ variable: needed, add: value }'],
    ['what only data can close', '{ variable: hands, add: self.hero.rival.hands }'],
    ['a member of a collection by a meter', '{ variable: needed, add: "objects(hero).sum(h, h.health)" }'],
  ])('%s is none', (_, modifier) => {
    expect(load(withModifier(modifier)).ok).toBe(true);
  });

  test('what to do', () => {
    expect(errorsOf(withModifier('{ variable: needed, add: self.needed }'))[0].suggestion).toBe(
      'write `value` for the value before this modifier',
    );
    expect(
      errorsOf(
        withModifier('{ variable: needed, set: "self.unfit ? 1 : 2" }, { variable: unfit, set: self.needed > 1 }'),
      )[0].suggestion,
    ).toContain('remove one modifier');
  });
});

describe('the fingerprint', () => {
  const of = (text: string): string => sound(text).fingerprint;
  const given = withModifier('{ variable: needed, add: 1 }');

  test('tells variables and modifiers apart', () => {
    const others = [
      withModifier('{ variable: needed, add: 2 }'),
      withModifier('{ variable: needed, set: 1 }'),
      withModifier('{ variable: needed, add: 1, priority: 1 }'),
      withModifier('{ variable: hands, add: 1 }'),
      withModifier('{ variable: needed, add: 1, others: { kind: item } }'),
      given.replace('default: 2', 'default: 3'),
      given.replace('input: true', 'input: false'),
      given.replace('[weapon]', '[tool]'),
    ];
    expect(new Set([given, ...others].map(of)).size).toBe(others.length + 1);
  });

  test('does not see labels, explanations and functions', () => {
    expect(of(withModifier('{ variable: needed, add: 1, label: More }'))).toBe(of(given));
    expect(of(given.replace('default: 2', 'default: 2, explanation: Both'))).toBe(of(given));
    expect(of(`functions: { one: { value: 1 } }\n${withModifier('{ variable: needed, add: one() }')}`)).toBe(of(given));
  });
});

test('the same from TypeScript', () => {
  const content: ContentSource = {
    variables: { hands: { default: 2 } },
    functions: { twice: { arguments: ['x'], value: 'x * 2' } },
    tables: { more: { by: 'number', values: [1, 2] } },
    kinds: { hero: { variables: ['hands'], modifiers: [{ variable: 'hands', add: "twice(lookup('more', 1))" }] } },
  };
  const yaml =
    'variables: { hands: { default: 2 } }\nfunctions: { twice: { arguments: [x], value: x * 2 } }\ntables: { more: { by: number, values: [1, 2] } }\nkinds: { hero: { variables: [hands], modifiers: [{ variable: hands, add: "twice(lookup(\'more\', 1))" }] } }';
  expect(defineContent(content).fingerprint).toBe(sound(yaml).fingerprint);
  expect(() => defineContent({ ...content, functions: { twice: { arguments: ['x'], value: 'x *' } } })).toThrow(
    /functions\.twice\.value: .*/,
  );
});
