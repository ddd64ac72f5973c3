import { describe, expect, test } from 'vitest';
import { base, briefly, errorsOf, load, withEffect, withGroup } from './samples.js';

/** Content, then what is wrong with it: place and code, words of the message, words of the suggestion. */
type Row = readonly [name: string, text: string, brief: string, message: string, suggestion?: string];

const yaml: readonly Row[] = [
  ['a syntax error', 'meters: { a: [ }', '1:14 yaml-syntax', 'not well-formed YAML'],
  [
    'a list that is not closed',
    'kinds:\n  a: { meters: [x }\n',
    '2:16 yaml-syntax',
    'nothing closes this `\\[`, expected `]` before line 2, column 19$',
    'add the missing `]`, or indent',
  ],
  [
    'a map that is not closed',
    'meters:\n  a: { default: 1\n  b: {}\n',
    '2:6 yaml-syntax',
    'nothing closes this `{`, expected `}` before line 3, column 3$',
    'add the missing `}`, or indent',
  ],
  [
    'a list around one that is closed',
    'x: [1, [2, 3]\ny: {}\n',
    '1:4 yaml-syntax',
    'nothing closes this `\\[`, expected `]` before line 2, column 1$',
  ],
  [
    'a map of braces that is not closed',
    '{ meters: { a: {} }\n',
    '1:1 yaml-syntax',
    'nothing closes this `{`, expected `}` before line 2, column 1$',
    'add the missing `}`',
  ],
  [
    'a quote that is not closed',
    'meters:\n  a: { label: "x }\n  b: {}\n',
    '2:15 yaml-syntax',
    'nothing closes this `"`, expected `"` before line 4, column 1$',
    'add the missing `"` where the text ends',
  ],
  ['a tab as indentation', 'meters:\n\ta: {}', '2:1 yaml-syntax', 'tab', 'indent with spaces'],
  ['a second document', 'meters: {}\n---\nkinds: {}', '2:1 yaml-document', 'a second document', 'one document|remove'],
  ['an anchor', 'meters: &x {}', '1:9 yaml-anchor', '`&x` is an anchor', 'quotes'],
  ['an alias', 'meters: *x', '1:9 yaml-alias', '`*x` is an alias', 'quotes'],
  ['a tag', 'meters: !!map {}', '1:9 yaml-tag', '`!!map` is a tag', 'quotes'],
  [
    'a condition that reads as a tag',
    withGroup('activation: !has(source.level)\neffects: []'),
    '21:21 yaml-tag',
    '`!has`? ?',
    'in quotes',
  ],
  ['a directive', '%YAML 1.1\n---\nmeters: {}', '1:1 yaml-directive', 'directive', 'remove the line'],
  ['a merge key', 'meters: { a: { <<: { default: 1 } } }', '1:16 yaml-merge', 'merge key', 'write the entries out'],
  ['a key that is no name', 'meters: { ? [a, b] : {} }', '1:13 yaml-key', 'a map or list', 'write a name'],
  ['a boolean as a key', 'meters: { true: {} }', '1:11 yaml-key', '`true`', 'in quotes'],
  ['no key at all', 'meters: { : {} }', '1:10 yaml-key', 'empty', 'write a name'],
  ['a key twice', 'meters:\n  a: {}\n  b: {}\n  a: {}', '4:3 duplicate-key', 'first in line 2', 'remove one'],
  ['a control character', 'meters: { a\u0000b: {} }', '1:12 control-character', 'U\\+0000', 'text file'],
  ['a list', '- meters', '1:1 wrong-type', 'is a list', 'begin with a section'],
  ['a single value', 'meters', '1:1 wrong-type', 'a single value', 'begin with a section'],
  ['the name of a prototype', 'meters: { __proto__: {} }', '1:11 bad-name', '`__proto__`', 'another name'],
];

const forms: readonly Row[] = [
  [
    'an unknown section',
    'metres: {}',
    '1:1 unknown-key',
    '`metres` is not a key of content, expected `edict`',
    'did you mean `meters`',
  ],
  [
    'an unknown key',
    'meters: { a: { defualt: 1 } }',
    '1:16 unknown-key',
    '`defualt` is not a key of `meters.a`, expected `type`',
    'did you mean `default`',
  ],
  [
    'a key unlike any',
    'meters: { a: { zzzzzzzz: 1 } }',
    '1:16 unknown-key',
    'is not a key',
    'remove it, or write one of these',
  ],
  [
    'a missing key',
    `${base}classes:\n  farm:\n    duration: 1`,
    '18:3 missing-key',
    '`classes.farm` has no `kind`, expected the name of a kind',
    'add `kind`',
  ],
  [
    'a missing list of effects',
    withGroup('name: a'),
    '21:9 missing-key',
    '`classes.farm.groups\\[0\\]` has no `effects`, expected a list',
    'add `effects`',
  ],
  [
    'a text for a number',
    'meters: { a: { default: high } }',
    '1:25 wrong-type',
    '`meters.a.default` is the text `high`, expected a finite number',
  ],
  ['a number in quotes', 'meters: { a: { default: "3" } }', '1:25 wrong-type', 'the text `3`', 'without quotes'],
  ['a number for a word', 'enumerations: { a: [b, 1] }', '1:24 wrong-type', 'is `1`, expected a word', 'in quotes'],
  [
    'yes for true',
    'meters: { a: { reset: yes } }',
    '1:23 wrong-type',
    'the text `yes`, expected `true` or `false`',
    'write `true`',
  ],
  [
    'one name for a list',
    'kinds: { a: { attachesTo: b } }',
    '1:27 wrong-type',
    'the text `b`, expected a list of kinds',
    'in brackets',
  ],
  ['a list for a map', 'meters: [a]', '1:9 wrong-type', '`meters` is a list, expected a map from names to meters'],
  [
    'nothing for a map',
    'meters: { a: }',
    '1:14 wrong-type',
    '`meters.a` is empty, expected a map with the keys of a meter',
  ],
  [
    'a map for a condition',
    withGroup('activation: { a: b }\neffects: []'),
    '21:21 wrong-type',
    'a map, expected a condition or a list of conditions',
  ],
  [
    'a list for an amount',
    withEffect('{ meter: population, add: [1] }'),
    '24:39 wrong-type',
    'a list, expected an expression',
  ],
  ['bounds of one number', 'meters: { a: { bounds: [1] } }', '1:24 wrong-type', 'a list of two numbers'],
  [
    'a list for relations',
    'relations: [war]',
    '1:12 wrong-type',
    '`relations` is a list, expected a map from names to relations',
  ],
  [
    'nothing for a relation',
    'relations: { war: }',
    '1:19 wrong-type',
    '`relations.war` is empty, expected a map with the key `symmetric`, or an empty one',
  ],
  [
    'an unknown key of a relation',
    'relations: { war: { symetric: true } }',
    '1:21 unknown-key',
    '`symetric` is not a key of `relations.war`, expected `symmetric`',
    'did you mean `symmetric`',
  ],
  [
    'a text for symmetric',
    'relations: { war: { symmetric: no } }',
    '1:32 wrong-type',
    'the text `no`, expected `true` or `false`',
    'write `false`',
  ],
  [
    'an infinite default',
    'meters: { a: { default: .inf } }',
    '1:25 not-finite',
    'is infinite, expected a finite number',
  ],
  [
    'a default that is no number',
    'meters: { a: { default: .nan } }',
    '1:25 not-finite',
    'is not a number, expected a finite number',
  ],
  ['an infinite priority', withGroup('priority: -.inf\neffects: []'), '21:19 not-finite', 'is infinite'],
  [
    'an infinite amount',
    withEffect('{ meter: population, add: .inf }'),
    '24:39 not-finite',
    'infinite, expected an expression',
  ],
  [
    'an infinite first value',
    `${base}classes: { a: { kind: building, initial: { level: .inf } } }`,
    '17:51 not-finite',
    'infinite',
  ],
  [
    'a negative duration',
    `${base}classes: { a: { kind: ship, duration: -1 } }`,
    '17:39 out-of-range',
    'is `-1`, expected a whole number from 0',
  ],
  [
    'a fractional duration',
    `${base}classes: { a: { kind: ship, duration: 1.5 } }`,
    '17:39 out-of-range',
    'is `1.5`, expected a whole number',
  ],
  [
    'a negative stacking number',
    withEffect('{ meter: population, add: 1, stacking: -1 }'),
    '24:52 out-of-range',
    'is `-1`',
  ],
  [
    'a fractional stacking number',
    withEffect('{ meter: population, add: 1, stacking: 0.5 }'),
    '24:52 out-of-range',
    'is `0.5`',
  ],
  [
    'a stacking number beyond 32 bits',
    withEffect('{ meter: population, add: 1, stacking: 2147483648 }'),
    '24:52 out-of-range',
    'to 2147483647',
  ],
  ['another version', 'edict: 2', '1:8 unknown-version', 'is `2`, expected 1'],
  [
    'an unknown profile',
    'profile: effects-v0.4',
    '1:10 unknown-profile',
    'expected `effects-v0.3`',
    'did you mean `effects-v0.3`',
  ],
  [
    'an unknown type of meter',
    'meters: { a: { type: intger } }',
    '1:22 unknown-type',
    'the text `intger`',
    'did you mean `integer`',
  ],
  [
    'an unknown ownership',
    'kinds: { a: { ownership: nobody } }',
    '1:26 unknown-ownership',
    'expected `stored`, `none` or',
  ],
  [
    'a misspelt ownership',
    'kinds: { a: { ownership: sotred } }',
    '1:26 unknown-ownership',
    '`sotred`',
    'did you mean `stored`',
  ],
  [
    'an unknown orphan',
    'kinds: { a: { orphan: destory } }',
    '1:23 unknown-orphan',
    '`destory`',
    'did you mean `destroy`',
  ],
  ['an unknown way to keep', 'stacking: { 7: largets }', '1:16 unknown-keep', '`largets`', 'did you mean `largest`'],
  [
    'an unknown recipient',
    withEffect('{ meter: population, add: 1, on: empire }'),
    '24:46 unknown-recipient',
    '`empire`',
    'did you mean `empires`',
  ],
  [
    'a misspelt form of enumeration',
    'enumerations: { a: { orderd: [b] } }',
    '1:22 unknown-key',
    '`orderd` is not a key of `enumerations.a`',
    'did you mean `ordered`',
  ],
  [
    'an unknown form of enumeration',
    'enumerations: { a: { foo: [b] } }',
    '1:20 unknown-form',
    'a map with `foo`, expected a list of words',
  ],
  [
    'a misspelt form of effect',
    withEffect('{ metre: population, add: 1 }'),
    '24:15 unknown-key',
    '`metre` is not a key',
    'did you mean `meter`',
  ],
  [
    'an unknown form of effect',
    withEffect('{ explode: true }'),
    '24:13 unknown-form',
    'a map with `explode`, expected an effect',
  ],
  [
    'a misspelt amount',
    withEffect('{ meter: population, ad: 1 }'),
    '24:34 unknown-key',
    '`ad` is not a key',
    'did you mean `add`',
  ],
  [
    'an effect that does two things',
    withEffect('{ create: farm, destroy: true }'),
    '24:29 unknown-key',
    '`destroy` is not a key',
  ],
  ['destroy: false', withEffect('{ destroy: false }'), '24:24 wrong-type', 'is `false`, expected `true`'],
];

const names: readonly Row[] = [
  ['a name with a control character', 'roles: ["a\\u0007b"]', '1:9 bad-name', 'U\\+0007', 'remove it'],
  ['a name that turns the text', 'roles: ["a\\u202eb"]', '1:9 bad-name', 'U\\+202E', 'remove it'],
  ['a name of half a character', 'roles: ["\\ud800"]', '1:9 bad-name', 'U\\+D800|replacement'],
  ['a name that is too long', `meters: { ${'x'.repeat(65)}: {} }`, '1:11 bad-name', '65 characters long', 'shorter'],
  ['an empty name', 'meters: { "": {} }', '1:11 bad-name', 'is empty', 'write a name'],
  [
    'a name with a space at its end',
    'roles: ["a "]',
    '1:9 bad-name',
    'begins or ends with a space',
    'remove the space',
  ],
  ['a number for a name', 'meters: { 12: {} }', '1:11 bad-name', 'is a number', 'begin it with a letter'],
  ['a class with a slash', `${base}classes: { a/b: { kind: ship } }`, '17:12 bad-name', 'slash', 'write `-`'],
  ['a group with a slash', withGroup('name: a/b\neffects: []'), '21:15 bad-name', 'slash', 'write `-`'],
  [
    'a label with a control character',
    withGroup('label: "a\\u001bb"\neffects: []'),
    '21:16 bad-label',
    'invisible',
    'one line',
  ],
  ['a meter named owner', 'meters: { owner: {} }', '1:11 reserved-name', '`owner` is reserved', 'another name'],
  ['a kind named parent', 'kinds: { parent: {} }', '1:10 reserved-name', '`parent`'],
  ['an enumeration named number', 'enumerations: { number: [a] }', '1:17 reserved-name', '`number`'],
  [
    'a property with the name of a meter',
    'meters: { a: {} }\nproperties: { a: {} }',
    '2:15 duplicate-name',
    'already the name of a meter in line 1',
    'rename',
  ],
  [
    'a kind with the name of a property',
    'properties: { a: {} }\nkinds: { a: {} }',
    '2:10 duplicate-name',
    'already the name of a property in line 1',
  ],
  ['a role twice', 'roles: [a, a]', '1:12 duplicate-name', 'already a role in line 1'],
  ['a relation twice', 'relations: { a: {}, a: {} }', '1:21 duplicate-key', 'first in line 1'],
  [
    'a relation named by a number',
    'relations: { 7: {} }',
    '1:14 bad-name',
    'the name `7` is a number',
    'begin it with a letter',
  ],
  [
    'a relation with a space at its end',
    'relations: { "a ": {} }',
    '1:14 bad-name',
    'begins or ends with a space',
    'remove the space',
  ],
  [
    'a group twice',
    withGroup('name: a\neffects: []').replace(/\n$/, '\n      - { name: a, effects: [] }\n'),
    '23:17 duplicate-name',
    'already a group of this class in line 21',
  ],
  [
    'a group with the number of another',
    withGroup('name: 2\neffects: []').replace('name: 2', 'name: "2"').replace(/\n$/, '\n      - { effects: [] }\n'),
    '23:9 duplicate-name',
    '`2` is already a group',
  ],
];

const declarations: readonly Row[] = [
  [
    'an enumeration without words',
    'enumerations: { a: [] }',
    '1:17 empty-enumeration',
    '`a` has no words',
    'list its words',
  ],
  ['a wheel without a ring', 'enumerations: { a: { wheel: [], off: [b] } }', '1:17 empty-enumeration', 'no words'],
  [
    'a word twice',
    'enumerations:\n  a:\n    wheel: [b, c]\n    off: [b]',
    '4:11 duplicate-word',
    '`b` is already there in line 3',
    'remove one',
  ],
  [
    'too many words',
    `enumerations: { a: [${Array.from({ length: 256 }, (_, i) => `w${i}`).join(', ')}] }`,
    '1:17 too-many-words',
    '256 words, expected at most 255',
    'two enumerations',
  ],
  [
    'bounds the wrong way round',
    'meters: { a: { bounds: [3, 1] } }',
    '1:24 bounds-reversed',
    'are 3 and 1',
    'write \\[1, 3\\]',
  ],
  [
    'an unknown cap',
    'meters: { ab: { max: maxab }, maxAb: {} }',
    '1:22 unknown-name',
    'the max of `ab` is `maxab`, an unknown name',
    'did you mean `maxAb`',
  ],
  [
    'a property as a cap',
    'meters: { a: { max: b } }\nproperties: { b: {} }',
    '1:21 wrong-role',
    'a property; expected a meter',
  ],
  ['an unknown target', 'meters: { a: { target: b } }', '1:24 unknown-name', 'the target of `a`', 'declare it'],
  ['a meter that caps itself', 'meters: { a: { max: a } }', '1:21 cap-cycle', '`a` is capped by `a`', 'remove one'],
  [
    'caps in a circle',
    'meters: { x: { max: a }, a: { max: b }, b: { max: c }, c: { max: a } }',
    '1:36 cap-cycle',
    '`a` is capped by `b`, which is capped by `c`, which is capped by `a`',
  ],
  [
    'a fraction in a whole number',
    'meters: { a: { type: integer, default: 0.5 } }',
    '1:40 out-of-range',
    'would be `0.5`, expected a whole number',
  ],
  [
    'a number beyond 32 bits',
    'properties: { a: { type: float32, default: 1e300 } }',
    '1:44 out-of-range',
    '32 bits',
    'use the type `number`',
  ],
  [
    'an unknown type',
    'enumerations: { colour: [red] }\nproperties: { a: { type: color } }',
    '2:26 unknown-type',
    '`color`, expected',
    'did you mean `colour`',
  ],
  [
    'an unknown word',
    'enumerations: { a: [red, blue] }\nproperties: { b: { type: a, default: blu } }',
    '2:38 unknown-name',
    'the text `blu`, expected a word of `a`: `red` or `blue`',
    'did you mean `blue`',
  ],
  [
    'a number for a word',
    'enumerations: { a: [red] }\nproperties: { b: { type: a, default: 1 } }',
    '2:38 wrong-type',
    'would be `1`, expected a word',
  ],
  [
    'a word for a truth',
    'properties: { b: { type: boolean, default: on } }',
    '1:44 wrong-type',
    'the text `on`, expected `true` or `false`',
  ],
  [
    'an unknown class',
    `properties: { b: { type: class, default: frm } }\n${base
      .replace(/^properties: .*$/m, '')
      .replace(/, properties: \[[^\]]*\]/g, '')
      .replace('properties: [minerals]', '')}classes: { farm: { kind: ship } }`,
    '1:42 unknown-name',
    'expected a class',
    'did you mean `farm`',
  ],
  [
    'an object by default',
    'properties: { b: { type: reference, default: home } }',
    '1:46 wrong-type',
    'objects are named at run time',
    'effect',
  ],
  [
    'an unknown kind',
    'kinds: { system: {}, planet: { attachesTo: [sytem] } }',
    '1:45 unknown-name',
    '`sytem` is not a kind, expected `system` or `planet`',
    'did you mean `system`',
  ],
  ['a kind twice', 'kinds: { system: {}, planet: { attachesTo: [system, system] } }', '1:53 duplicate-name', 'twice'],
  [
    'a kind on itself',
    'kinds: { planet: { attachesTo: [planet] } }',
    '1:33 attachment-cycle',
    '`planet` is attached to `planet`',
    'remove',
  ],
  [
    'kinds in a circle',
    'kinds:\n  a: { attachesTo: [b] }\n  b: { attachesTo: [c] }\n  c: { attachesTo: [a] }',
    '4:21 attachment-cycle',
    '`a` is attached to `b`, which is attached to `c`, which is attached to `a`',
  ],
  [
    'a faction that is a node',
    'kinds: { a: { faction: true, node: true } }',
    '1:30 kind-conflict',
    'both a faction and a node',
    'two kinds',
  ],
  [
    'a faction on something',
    'kinds: { b: {}, a: { faction: true, attachesTo: [b] } }',
    '1:37 kind-conflict',
    'a faction and attached',
  ],
  [
    'a node on something',
    'kinds: { b: {}, a: { node: true, attachesTo: [b] } }',
    '1:34 kind-conflict',
    'a node and attached',
  ],
  [
    'a faction with an owner',
    'kinds: { a: { faction: true, ownership: stored } }',
    '1:30 kind-conflict',
    'owned by another',
  ],
  [
    'an owner through nothing known',
    'kinds: { a: { ownership: { through: b } } }',
    '1:37 unknown-name',
    '`b` is not a kind',
  ],
  [
    'an owner through what is elsewhere',
    'kinds: { a: { ownership: { through: b } }, b: {} }',
    '1:37 ownership-through',
    'never attached to it',
    'let `b` attach',
  ],
  [
    'an owner through what has none',
    'kinds: { a: { ownership: { through: b } }, b: { attachesTo: [a], ownership: none } }',
    '1:37 ownership-through',
    'no owner of its own',
  ],
  [
    'a list with an unknown meter',
    'meters: { population: {} }\nkinds: { a: { meters: [popultion] } }',
    '2:24 unknown-name',
    '`popultion` is not a meter, expected `population`',
    'did you mean `population`',
  ],
  [
    'a property among meters',
    'properties: { size: {} }\nkinds: { a: { meters: [size] } }',
    '2:24 wrong-role',
    'is a property, expected a meter',
    'under `properties`',
  ],
  [
    'too many kinds',
    `kinds: {${Array.from({ length: 255 }, (_, i) => ` k${i}: {}`).join(',')} }`,
    '1:2440 too-many-kinds',
    '255 kinds, expected at most 254',
    'classes',
  ],
  [
    'a stacking number 0',
    'stacking: { 0: largest }',
    '1:13 bad-stacking',
    '`0` is not a stacking number',
    'always fires',
  ],
  ['a stacking name', 'stacking: { a: largest }', '1:13 bad-stacking', '`a` is not a stacking number'],
  [
    'a class of a kind without a name',
    `${base}classes: { farm: { kind: '' } }`,
    '17:26 unknown-name',
    'is not a kind, expected',
    'declare it under `kinds`',
  ],
  [
    'a class of an unknown kind',
    `${base}classes: { farm: { kind: bulding } }`,
    '17:26 unknown-name',
    '`bulding` is not a kind',
    'did you mean `building`',
  ],
  [
    'a first value of what the kind lacks',
    `${base}classes: { farm: { kind: ship, initial: { level: 1 } } }`,
    '17:43 not-on-kind',
    'objects of kind `ship` have no `level`',
    'properties',
  ],
  [
    'a first value of nothing known',
    `${base}classes: { farm: { kind: building, initial: { levl: 1 } } }`,
    '17:47 unknown-name',
    'unknown name `levl`',
    'did you mean `level`',
  ],
  [
    'a first value of another type',
    `${base}classes: { farm: { kind: building, initial: { level: high } } }`,
    '17:54 wrong-type',
    '`level` would be the text `high`, expected a number',
  ],
];

const steps: readonly Row[] = [
  [
    'steps of nothing known',
    `${base}steps: { siz: { property: environment, remember: formerEnvironment, members: {} } }`,
    '17:10 unknown-name',
    '`siz` is not a property',
    'did you mean `size`',
  ],
  [
    'steps of a wheel',
    `${base.replace('aim: { type: reference }', 'aim: { type: environment }').replace('rich]', 'rich, aim]')}steps: { environment: { property: formerEnvironment, remember: aim, members: {} } }`,
    '17:10 not-ordered',
    'which are a wheel',
    'ordered',
  ],
  [
    'steps of a number',
    `${base}steps: { level: { property: environment, remember: formerEnvironment, members: {} } }`,
    '17:10 wrong-type',
    'holds no words',
  ],
  [
    'steps that remember the wrong words',
    `${base.replace('formerEnvironment: { type: environment }', 'formerEnvironment: { type: focus }')}steps: { size: { property: environment, remember: formerEnvironment, members: {} } }`,
    '17:51 wrong-type',
    'words of `focus`, expected words of `environment`',
    'one type',
  ],
  [
    'steps that overlap',
    `${base}steps: { size: { property: environment, remember: environment, members: {} } }`,
    '17:51 step-overlap',
    'two properties other than',
    'three different',
  ],
  [
    'an unknown member',
    `${base}steps: { size: { property: environment, remember: formerEnvironment, members: { asteroid: { value: asteroids, born: toxic } } } }`,
    '17:81 unknown-name',
    '`asteroid` is not a word here',
    'did you mean `asteroids`',
  ],
  [
    'an unknown value',
    `${base}steps: { size: { property: environment, remember: formerEnvironment, members: { asteroids: { value: rock, born: toxic } } } }`,
    '17:101 unknown-name',
    '`rock` is not a word here, expected a word of `environment`',
  ],
  [
    'steps on a kind that cannot remember',
    `${base.replace('formerEnvironment, rich]', 'rich]')}steps: { size: { property: environment, remember: formerEnvironment, members: {} } }`,
    '17:51 not-on-kind',
    'kind `planet` have `size` but no `formerEnvironment`',
    'list `formerEnvironment`',
  ],
];

const effects: readonly Row[] = [
  [
    'an unknown meter',
    withEffect('{ meter: populaton, add: 1 }'),
    '24:22 unknown-name',
    'unknown name `populaton`, expected a meter',
    'did you mean `population`',
  ],
  [
    'a property as a meter',
    withEffect('{ meter: level, add: 1 }'),
    '24:22 wrong-role',
    'is a property, expected a meter',
    'write `property: …`',
  ],
  [
    'a meter as a property',
    withEffect('{ property: population, add: 1 }'),
    '24:25 wrong-role',
    'is a meter, expected a property',
    'write `meter: …`',
  ],
  [
    'no amount',
    withEffect('{ meter: population }'),
    '24:15 missing-amount'.replace('13', '15'),
    'no amount, expected one of `set`',
    'add: 1',
  ],
  [
    'two amounts',
    withEffect('{ meter: population, add: 1, set: 2 }'),
    '24:34 two-amounts',
    'both `set` and `add`',
    'two effects',
  ],
  [
    'a meter that nobody has',
    withEffect('{ meter: idle, add: 1 }').replace('  maxPopulation:', '  idle: {}\n  maxPopulation:'),
    '25:22 nobody-has',
    'no kind has `idle`',
    'meters of a kind',
  ],
  [
    'a stockpile that no empire has',
    withEffect('{ stockpile: level, add: 1 }'),
    '24:26 not-on-factions',
    'is not a stockpile',
    'faction|property',
  ],
  [
    'a meter of empires that they lack',
    withEffect('{ meter: population, add: 1, on: empires }'),
    '24:46 not-on-factions',
    'empires have no `population`',
    'remove `on: empires`',
  ],
  [
    'adding to a word',
    withEffect('{ property: size, add: 1 }'),
    '24:31 not-a-number',
    '`add` cannot write `size`',
    'step',
  ],
  [
    'multiplying a truth',
    withEffect('{ property: rich, multiply: 2 }'),
    '24:31 not-a-number',
    '`multiply` cannot write `rich`',
    'set',
  ],
  ['a step of a number', withEffect('{ step: level }'), '24:21 not-ordered', 'no order to step along', 'add'],
  ['a step of a wheel', withEffect('{ step: environment, by: 1 }'), '24:21 not-ordered', 'no order', 'ordered'],
  [
    'giving an empire',
    withEffect('{ give: source.owner, on: empires }'),
    '24:39 never-fires',
    'nobody can give an empire',
    'remove',
  ],
  [
    'moving an empire',
    withEffect('{ move: source.planet, on: empires }'),
    '24:40 never-fires',
    'nobody can move an empire',
  ],
  ['an unknown class', withEffect('{ create: frm }'), '24:23 unknown-name', '`frm`', 'did you mean `farm`'],
  [
    'a first value that the class lacks',
    withEffect('{ create: farm, initial: { size: large } }'),
    '24:40 not-on-kind',
    'kind `building` have no `size`',
  ],
  [
    'a first value of nothing known',
    withEffect('{ create: farm, initial: { levle: 1 } }'),
    '24:40 unknown-name',
    '`levle`',
    'did you mean `level`',
  ],
  [
    'a first value of another type',
    withEffect('{ create: farm, initial: { level: source } }'),
    '24:47 type-mismatch',
    'number',
  ],
  [
    'a condition as an amount',
    withEffect('{ meter: population, add: source == target }'),
    '24:39 type-mismatch',
    'expected a number',
  ],
  ['a number as a condition', withGroup('activation: 5\neffects: []'), '21:21 type-mismatch', 'expected a condition'],
  [
    'a misspelt word',
    withGroup('activation: source.planet.size == tinny\neffects: []'),
    '21:43 unknown-name',
    '`tinny`',
    'did you mean `tiny`',
  ],
  [
    'a misspelt member',
    withGroup('activation: source.planet.sise == tiny\neffects: []'),
    '21:35 unknown-member',
    '`sise`',
    'did you mean `size`',
  ],
  ['a syntax error', withGroup('activation: source.planet.size ==\neffects: []'), '21:40 syntax', 'expected'],
  [
    'a comma that ends a text',
    withEffect('{ meter: population, add: min(3, stacking: 1 }'),
    '24:42 syntax',
    'expected `\\)`',
    'in quotes',
  ],
  [
    'a target in an activation',
    withGroup('activation: target == source\neffects: []'),
    '21:21 unknown-name',
    '`target`',
  ],
  [
    'a kept amount that is none',
    withEffect('{ destroy: true, stacking: 7 }'),
    '24:40 stacking-mixed',
    'keeps the largest, but this effect has no amount',
    'keeps the first',
  ],
  [
    'kept amounts of two meters',
    withGroup(
      'scope: { include: "true" }\neffects:\n  - { meter: population, add: 1, stacking: 7 }\n  - { meter: maxPopulation, add: 1, stacking: 7 }',
    ),
    '24:55 stacking-mixed',
    'the one in line 23 writes `population` with `add`, this one writes `maxPopulation` with `add`',
    'another stacking number',
  ],
  [
    'kept amounts in two ways',
    withGroup(
      'scope: { include: "true" }\neffects:\n  - { meter: population, add: 1, stacking: 7 }\n  - { meter: population, set: 1, stacking: 7 }',
    ),
    '24:52 stacking-mixed',
    'with `add`, this one writes `population` with `set`',
  ],
];

describe.each([
  ['YAML', yaml],
  ['forms', forms],
  ['names', names],
  ['declarations', declarations],
  ['steps', steps],
  ['groups and effects', effects],
] as const)('errors of %s', (_, rows) => {
  for (const [name, text, brief, message, suggestion = ''] of rows)
    test(name, () => {
      const errors = errorsOf(text);
      expect(briefly(errors), errors.map((error) => error.message).join('\n')).toEqual([brief]);
      const [error] = errors;
      expect(error.message).toMatch(new RegExp(message));
      expect(error.suggestion ?? '').toMatch(new RegExp(suggestion));
      expect(error.excerpt).toBe(
        text
          .replace(/^\ufeff/, '')
          .split('\n')
          [error.line - 1].slice((error.excerptColumn ?? 1) - 1)
          .slice(0, 160),
      );
    });
});

describe('warnings', () => {
  const warningsOf = (text: string): readonly string[] => {
    const result = load(text);
    expect(result.ok, JSON.stringify(result)).toBe(true);
    return briefly(result.warnings);
  };

  test('a group that includes nothing', () => {
    expect(warningsOf(withGroup('effects: [{ destroy: true }]'))).toEqual(['21:9 empty-scope']);
    expect(warningsOf(withGroup('effects: [{ destroy: true }]\nscope: { exclude: "true" }'))).toEqual([
      '22:9 empty-scope',
    ]);
    expect(warningsOf(withGroup('effects: [{ destroy: true }]\nscope: { include: [] }'))).toEqual(['22:9 empty-scope']);
    expect(warningsOf(withGroup('effects: [{ destroy: true }]\nscope: { include: true }'))).toEqual([]);
  });

  test('a group without effects', () => {
    expect(warningsOf(withGroup('effects: []'))).toEqual(['21:18 no-effects']);
  });

  test('a default outside the bounds', () => {
    expect(warningsOf('meters: { a: { default: 5, bounds: [0, 3] } }')).toEqual(['1:16 default-out-of-bounds']);
    expect(warningsOf('meters: { a: { bounds: [1, null] } }')).toEqual(['1:16 default-out-of-bounds']);
  });

  test('what an expression asks for in vain', () => {
    expect(
      warningsOf(
        withGroup('scope: { include: target.ship.level > 1 }\neffects: [{ destroy: true }]').replace(
          'properties: [aim, level',
          'properties: [aim',
        ),
      ),
    ).toEqual(['21:39 never-present']);
  });
});

describe('all errors of a load together', () => {
  test('in the order of files, lines and columns', () => {
    const result = load(
      'kinds: { a: { meters: [x] } }\nmeters: { b: { max: c, target: d } }',
      'classes: { f: { kind: g } }\nroles: [h, h]',
    );
    expect(result.ok ? [] : result.errors.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([
      'file-1.yaml:1:24',
      'file-1.yaml:2:21',
      'file-1.yaml:2:32',
      'file-2.yaml:1:23',
      'file-2.yaml:2:12',
    ]);
  });

  test('a broken file does not hide those of the form of another, nor blame it for names', () => {
    const result = load('meters: [', 'kinds: { a: { meters: [x], orphn: detach } }');
    expect(result.ok ? [] : result.errors.map(({ file, code }) => `${file} ${code}`)).toEqual([
      'file-1.yaml yaml-syntax',
      'file-2.yaml unknown-key',
    ]);
  });

  test('names of another file are known, whatever the order', () => {
    expect(load('kinds: { a: { meters: [x] } }', 'meters: { x: {} }').ok).toBe(true);
  });

  test('a name of another file is named with its file', () => {
    const errors = errorsOf('meters: { x: {} }', 'meters: { x: {} }');
    expect(errors.map(({ file, message }) => `${file} ${message}`)).toEqual([
      'file-2.yaml `x` is already a meter in `file-1.yaml`, line 1, expected a unique name for a meter',
    ]);
  });
});

describe('one mistake is one error', () => {
  test.each([
    [
      'a misspelt section',
      withEffect('{ meter: population, add: source.level }').replace('meters:\n', 'metres:\n'),
      ['5:1 unknown-key'],
    ],
    [
      'a property of an unknown type',
      withGroup(
        'activation: source.planet.size == tiny\neffects: [{ property: size, set: tiny }]\nscope: { include: "true" }',
      ).replace('{ type: size,', '{ type: siez,'),
      ['8:29 unknown-type'],
    ],
    [
      'a class of an unknown kind',
      withEffect('{ create: farm, initial: { level: 1 } }').replace(
        'kind: building',
        'kind: bulding\n    initial: { level: 2 }',
      ),
      ['19:11 unknown-name'],
    ],
    [
      'a class without a kind',
      withEffect('{ create: farm, initial: { level: 1 } }').replace('    kind: building\n', ''),
      ['18:3 missing-key'],
    ],
    [
      'a meter that is no meter',
      withEffect('{ meter: population, add: 1 }').replace(/ {2}population: .*/, '  population: 5'),
      ['6:15 wrong-type'],
    ],
    [
      'an enumeration of an unknown form',
      withGroup(
        'activation: source.planet.size == tiny\neffects: [{ step: size }]\nscope: { include: "true" }',
      ).replace('{ ordered:', '{ ordred:'),
      ['3:11 unknown-key'],
    ],
    [
      'a misspelt meter of a kind',
      withEffect('{ meter: maxPopulation, add: 1 }').replace(
        'meters: [population, maxPopulation]',
        'meters: [population, maxPopulaton]',
      ),
      ['12:56 unknown-name'],
    ],
    [
      'a misspelt list of a kind',
      withEffect('{ meter: maxPopulation, add: 1 }').replace('meters: [population', 'metres: [population'),
      ['12:35 unknown-key'],
    ],
    ['a misspelt amount', withEffect('{ meter: population, ad: 1 }'), ['24:34 unknown-key']],
    ['a misspelt group list', withGroup('effcts: []'), ['21:9 unknown-key']],
    [
      'a second section of one name',
      `${withEffect('{ meter: later, add: 1 }')}meters: { later: {} }\n`,
      ['25:1 duplicate-key'],
    ],
    [
      'a name that is refused',
      withEffect('{ meter: owner, add: 1 }').replace('  population:', '  owner: {}\n  population:'),
      ['6:3 reserved-name'],
    ],
    [
      'a misspelt type of a property',
      withGroup(
        'activation: source.planet.size == tiny\neffects: [{ step: size }]\nscope: { include: "true" }',
      ).replace('size: { type: size,', 'size: { tpe: size,'),
      ['8:23 unknown-key'],
    ],
    [
      'a misspelt part of a wheel',
      withGroup('activation: source.planet.environment == gas\neffects: []').replace('off:', 'of:'),
      ['4:50 unknown-key'],
    ],
    [
      'a kind under another key',
      withEffect('{ create: farm }').replace('kind: building', 'sort: building'),
      ['19:5 unknown-key'],
    ],
    [
      'a misspelt kind that passes an owner on',
      base.replace('planet: { attachesTo: [system]', 'planet: { attachesTo: [sytem]'),
      ['12:26 unknown-name'],
    ],
    [
      'a misspelt key of a profile',
      `profle: effects-v0.3\n${withEffect('{ meter: population, add: source.population }')}`,
      ['1:1 unknown-key'],
    ],
  ])('%s', (_name, text, expected) => {
    const errors = errorsOf(text);
    expect(briefly(errors), errors.map((error) => error.message).join('\n')).toEqual(expected);
  });
});
