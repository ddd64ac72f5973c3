import { type Room, filled, shareOf } from './room.js';

/** Makes a file that is as large as its room. */
export type TextOf = (room: Room) => string;

const kind = 'kinds: { t: { meters: [m] } }\nmeters: { m: {} }\n';
const range = (count: number, of: (index: number) => string, between = ', '): string =>
  Array.from({ length: count }, (_, i) => of(i)).join(between);
const words = (count: number): string => range(count, (i) => `w${String(i)}`);
const half = (room: Room): Room => shareOf(room, 0.5);

/** Files whose form alone is bad: what they say is nothing. */
const forms: Readonly<Record<string, TextOf>> = {
  quotes: ({ characters }) => '"'.repeat(characters),
  'single quotes': ({ characters }) => "'".repeat(characters),
  'bad escapes': ({ characters }) => `a: "${'\\q'.repeat(characters / 2 - 5)}"`,
  'one long word': ({ characters }) => 'a'.repeat(characters),
  'one long number': ({ characters }) => `constants: { c: ${'9'.repeat(characters - 30)} }`,
  'one long key': ({ characters }) => `${'k'.repeat(characters - 10)}: {}`,
  comments: (room) => filled(room, () => '#'),
  'one long comment': ({ characters }) => `#${'x'.repeat(characters - 1)}`,
  'comments after values': (room) => `roles:\n${filled(room, (i) => `  - r${String(i)} # ${'x'.repeat(8)}`)}`,
  'empty lines': ({ characters }) => '\n'.repeat(characters),
  blanks: ({ characters }) => ' '.repeat(characters),
  tabs: ({ characters }) => '\t'.repeat(characters),
  'deep blanks': (room) => `a:\n${filled(room, (i) => `${' '.repeat(i % 2_000)}b:`)}`,
  'control characters': ({ characters }) => '\u0001'.repeat(characters),
  anchors: (room) => `roles: [${filled(room, (i) => ` &a${String(i)} x,`)}]`,
  aliases: (room) => `roles: [${filled(room, (i) => ` *a${String(i)},`)}]`,
  tags: (room) => `roles: [${filled(room, (i) => ` !t${String(i)} x,`)}]`,
  documents: (room) => filled(room, () => '---'),
  'nested empty lists': ({ tokens }) => `a: [${'[],'.repeat(tokens / 3 - 5)}]`,
  'empty maps': ({ tokens }) => `a: [${'{},'.repeat(tokens / 3 - 5)}]`,
  brackets: ({ characters }) => '['.repeat(characters),
  'closing brackets': ({ characters }) => ']'.repeat(characters),
  commas: ({ tokens }) => `roles: [${','.repeat(tokens - 20)}]`,
  colons: ({ tokens }) => `: ${': '.repeat(tokens / 3)}`,
  'question marks': ({ tokens }) => '? '.repeat(tokens / 3),
  dashes: ({ tokens }) => '- '.repeat(tokens / 3),
  'lists in depth': (room) => `a:\n${filled(room, () => `  - ${'['.repeat(55)}${']'.repeat(55)}`)}`,
  'same key': (room) => `meters:\n${filled(room, () => '  m: {}')}`,
  'block texts': (room) => `a:\n${filled(room, () => '  - |\n    x')}`,
};

/** Very many of one thing. */
const sections: Readonly<Record<string, TextOf>> = {
  roles: (room) => `roles: [${filled(room, (i) => ` r${String(i)},`)}]`,
  'a long list': (room) => `${kind}triggers: [${filled(room, (i) => ` ${String(i)},`)}]`,
  meters: (room) => `meters:\n${filled(room, (i) => `  m${String(i)}: {}`)}`,
  'meters that cap': (room) =>
    `meters:\n${filled(room, (i) => `  m${String(i)}: { max: m${String(i + 1)} }`)}\n  z: {}`,
  'meters that grow': (room) => `meters:\n${filled(room, (i) => `  m${String(i)}: { growth: "value + 1" }`, 4)}`,
  properties: (room) => `properties:\n${filled(room, (i) => `  p${String(i)}: { type: reference }`)}`,
  'properties of one kind': (room) =>
    `properties:\n${filled(half(room), (i) => `  p${String(i)}: {}`)}\nkinds:\n  t:\n    properties:\n${filled(shareOf(room, 0.4), (i) => `      - p${String(i)}`)}`,
  enumerations: (room) => `enumerations:\n${filled(room, (i) => `  e${String(i)}: [w]`)}`,
  'words many times': (room) => `enumerations:\n${filled(room, (i) => `  e${String(i)}: [${words(255)}]`)}`,
  'words of a set': (room) =>
    `enumerations:\n  e: [${filled(room, (i) => `    w${String(i)},`)}]\nproperties: { s: { type: set, of: e } }`,
  kinds: (room) => `kinds:\n${filled(room, (i) => `  k${String(i)}: {}`)}`,
  'kinds in layers': (room) =>
    `kinds:\n  k0: {}\n${range(253, (i) => `  k${String(i + 1)}: { attachesTo: [${range(i + 1, (j) => `k${String(j)}`)}] }`, '\n')}\nclasses:\n${filled(shareOf(room, 0.5), (i) => `  c${String(i)}: { kind: k253 }`)}`,
  classes: (room) => `${kind}classes:\n${filled(room, (i) => `  c${String(i)}: { kind: t }`)}`,
  constants: (room) => `constants:\n${filled(room, (i) => `  c${String(i)}: 1`)}`,
  functions: (room) => `functions:\n${filled(room, (i) => `  f${String(i)}: { arguments: [x], value: x + 1 }`)}`,
  tables: (room) => `tables:\n${filled(room, (i) => `  t${String(i)}: { by: number, values: [1] }`)}`,
  'a long table': (room) => `tables:\n  t:\n    by: number\n    values:\n${filled(room, () => '    - 1')}`,
  'tables of many words': (room) =>
    `enumerations: { e: [${words(255)}] }\ntables:\n${filled(room, (i) => `  t${String(i)}: { by: [e, e], values: { w0: { w1: 2 } } }`)}`,
  relations: (room) => `relations:\n${filled(room, (i) => `  r${String(i)}: {}`)}`,
  'stacking numbers': (room) => `stacking:\n${filled(room, (i) => `  ${String(i + 1)}: largest`)}`,
  grids: (room) => `${kind}grids:\n${filled(room, (i) => `  g${String(i)}: { kind: t, width: 4000, height: 4000 }`)}`,
  steps: (room) => `steps:\n${filled(room, (i) => `  s${String(i)}: { property: a, remember: b, members: {} }`)}`,
  'one wide rule': (room) =>
    `${kind}classes:\n  c:\n    kind: t\n    groups:\n      - scope: { include: true }\n        effects:\n${filled(room, () => '          - { meter: m, add: 1 }', 3)}`,
  'groups of one class': (room) =>
    `${kind}classes:\n  c:\n    kind: t\n    groups:\n${filled(room, () => '      - { scope: { include: true }, effects: [{ meter: m, add: 1 }] }', 4)}`,
  'classes with groups': (room) =>
    `${kind}classes:\n${filled(room, (i) => `  c${String(i)}: { kind: t, groups: [{ scope: { include: true }, effects: [{ destroy: true }] }] }`, 4)}`,
  'groups that stack': (room) =>
    `stacking: { 1: largest }\n${kind}classes:\n  c:\n    kind: t\n    groups:\n${filled(room, () => '      - { scope: { include: true }, effects: [{ meter: m, add: 1, stacking: 1 }] }', 4)}`,
  'empty groups': (room) =>
    `${kind}classes:\n  c:\n    kind: t\n    groups:\n${filled(room, () => '      - { effects: [] }')}`,
  'classes that create': (room) =>
    `${kind}classes:\n${filled(room, (i) => `  c${String(i)}: { kind: t, groups: [{ scope: { include: true }, effects: [{ create: c${String(i + 1)} }] }] }`, 4)}`,
  'effects that create with values': (room) =>
    `properties:\n${range(200, (i) => `  p${String(i)}: {}`, '\n')}\nkinds: { t: { properties: [${range(200, (i) => `p${String(i)}`)}] } }\nclasses:\n  c:\n    kind: t\n    groups:\n      - scope: { include: true }\n        effects:\n${filled(room, () => `          - { create: c, initial: { ${range(200, (i) => `p${String(i)}: 1`)} } }`, 202)}`,
  'classes with initial values': (room) =>
    `properties:\n${range(200, (i) => `  p${String(i)}: {}`, '\n')}\nkinds: { t: { properties: [${range(200, (i) => `p${String(i)}`)}] } }\nclasses:\n${filled(room, (c) => `  c${String(c)}: { kind: t, initial: { ${range(200, (i) => `p${String(i)}: 1`)} } }`)}`,
  modifiers: (room) =>
    `variables: { v: {} }\nkinds:\n  t:\n    variables: [v]\n    modifiers:\n${filled(room, () => '      - { variable: v, add: 1 }', 2)}`,
  'variables that need one another': (room) =>
    `variables:\n${filled(shareOf(room, 0.25), (i) => `  v${String(i)}: {}`)}\nkinds:\n  t:\n    variables:\n${filled(shareOf(room, 0.2), (i) => `      - v${String(i)}`)}\n    modifiers:\n${filled(shareOf(room, 0.45), (i) => `      - { variable: v${String(i + 1)}, add: self.v${String(i)} }`, 3)}`,
  'tags and modifiers of others': (room) =>
    `variables: { v: {} }\nkinds: { t: { variables: [v] } }\nclasses:\n  a:\n    kind: t\n    modifiers:\n${filled(half(room), (i) => `      - { others: { kind: t, tag: t${String(i)} }, variable: v, add: 1 }`, 2)}\n${filled(shareOf(room, 0.45), (i) => `  c${String(i)}: { kind: t, tags: [t${String(i)}] }`)}`,
  'unknown tags': (room) =>
    `variables: { v: {} }\nkinds: { t: { variables: [v] } }\nclasses:\n  a:\n    kind: t\n    modifiers:\n${filled(half(room), (i) => `      - { others: { kind: t, tag: q${String(i)} }, variable: v, add: 1 }`, 2)}\n${filled(shareOf(room, 0.45), (i) => `  c${String(i)}: { kind: t, tags: [t${String(i)}] }`)}`,
  'a class with many tags': (room) =>
    `kinds: { t: {} }\nclasses:\n  c:\n    kind: t\n    tags:\n${filled(room, (i) => `      - t${String(i)}`)}`,
  flags: (room) => `kinds:\n  t:\n    flags:\n${filled(room, (i) => `      f${String(i)}: true`, 1)}`,
  'flags of flags': (room) =>
    `kinds:\n  t:\n    flags:\n      f0: true\n${filled(room, (i) => `      f${String(i + 1)}: self.f${String(i)}`, 3)}`,
  'flags by classes': (room) =>
    `kinds: { t: { flags: { f: true } } }\nclasses:\n${filled(room, (i) => `  c${String(i)}: { kind: t, flags: { f: false } }`, 1)}`,
  requirements: (room) =>
    `${kind}classes:\n${filled(room, (i) => `  c${String(i)}: { kind: t, requires: { of: t, all: [self.m > 1] } }`, 3)}`,
  environment: (room) =>
    `enumerations: { e: [a, b] }\nkinds: { t: { faction: true, properties: [p, w] } }\nproperties: { p: {}, w: { type: e } }\nenvironment:\n  name: e\n  agents: { of: t, count: 1 }\n  capacity: 96\n  actions: { a: { property: w } }\n  reward: agent.p\n  observation:\n${filled(room, (i) => `    b${String(i)}: { values: { v: agent.p } }`, 2)}`,
  'values of a block': (room) =>
    `enumerations: { e: [a, b] }\nkinds: { t: { faction: true, properties: [p, w] } }\nproperties: { p: {}, w: { type: e } }\nenvironment:\n  name: e\n  agents: { of: t, count: 1 }\n  capacity: 96\n  actions: { a: { property: w } }\n  reward: agent.p\n  observation:\n    b:\n      values:\n${filled(room, (i) => `        v${String(i)}: agent.p`, 2)}`,
  orders: (room) =>
    `enumerations: { e: [${words(255)}] }\nkinds: { t: { faction: true, properties: [p, w] } }\nproperties: { p: {}, w: { type: e } }\nenvironment:\n  name: e\n  agents: { of: t, count: 1 }\n  capacity: 96\n  observation: { b: { values: { v: agent.p } } }\n  reward: agent.p\n  actions:\n${filled({ ...room, operations: room.operations / 255 }, (i) => `    a${String(i)}: { property: w, allowed: agent.p > 1 }`, 3)}`,
};

/** Behaviour in time: triggers, occurrences, abilities, flows. */
const behaviour: Readonly<Record<string, TextOf>> = {
  triggers: (room) =>
    `roles: [r]\n${kind}triggers:\n${filled(room, (i) => `  - { name: t${String(i)}, when: r.m > 1, do: [] }`, 3)}`,
  'triggers that arm': (room) =>
    `${kind}triggers:\n${filled(room, (i) => `  - { name: t${String(i)}, when: time > 1, disarmed: true, do: [{ arm: t${String(i + 1)} }, { check: true }] }`, 3)}`,
  'a trigger that arms all': (room) =>
    `triggers:\n${filled(half(room), (i) => `  - { name: t${String(i)}, when: true, do: [{ check: true }] }`, 1)}\n  - name: z\n    when: true\n    do:\n      - arm:\n${filled(shareOf(room, 0.3), (i) => `          - t${String(i)}`)}`,
  'actions in depth': (room) =>
    `triggers:\n${filled(room, (i) => `  - { name: t${String(i)}, when: true, do: [${'{ do: ['.repeat(25)}{ check: true }${'] }'.repeat(25)}] }`, 1)}`,
  'many actions': (room) =>
    `triggers:\n  - name: t\n    when: true\n    do:\n${filled(room, () => '      - { check: true }')}`,
  'tell with values': (room) =>
    `triggers:\n  - name: t\n    when: true\n    do:\n      - tell: x\n        values:\n${filled(room, (i) => `          v${String(i)}: time`, 1)}`,
  flows: (room) =>
    `properties: { p: { type: integer } }\nkinds: { t: { properties: [p] } }\nflows:\n${filled(room, () => '  - { decay: p, percent: 5, carrier: t }')}`,
  'flows with targets': (room) =>
    `properties: { p: { type: integer } }\nkinds: { t: { node: true, properties: [p] } }\ngrids: { g: { kind: t, width: 3, height: 3 } }\nconnections: { around: { from: t, steps: [{ square: g, distance: 1 }] } }\nflows:\n${filled(room, () => '  - { diffuse: p, percent: 5, carrier: t, targets: around }')}`,
  connections: (room) => `${kind}connections:\n${filled(room, (i) => `  c${String(i)}: { from: t, steps: [parent] }`)}`,
  'steps of a connection': (room) => `${kind}connections:\n  c:\n    steps:\n${filled(room, () => '      - parent')}`,
  'connections called': (room) =>
    `${kind}connections:\n${filled(half(room), (i) => `  c${String(i)}: { from: t, steps: [{ attached: t }] }`)}\nexpressions:\n${filled(shareOf(room, 0.45), (i) => `  e${String(i)}: { of: t, is: "c${String(i)}(self).sum(x, x.m)" }`, 6)}`,
  occurrences: (room) => `${kind}occurrences:\n${filled(room, (i) => `  o${String(i)}: { fields: { unit: t } }`)}`,
  'occurrences with many fields': (room) =>
    `${kind}occurrences:\n  o:\n    fields:\n${filled(room, (i) => `      f${String(i)}: number`)}`,
  'fields of enumerations': (room) =>
    `${kind}enumerations:\n${filled(half(room), (i) => `  e${String(i)}: [w]`)}\noccurrences:\n  o:\n    fields:\n${filled(shareOf(room, 0.45), (i) => `      f${String(i)}: e${String(i)}`)}`,
  'fields of kinds': (room) =>
    `kinds:\n${range(250, (i) => `  k${String(i)}: {}`, '\n')}\noccurrences:\n${filled(shareOf(room, 0.95), (i) => `  o${String(i)}: { fields: { unit: k${String(i % 250)} } }`)}`,
  abilities: (room) =>
    `${kind}occurrences: { o: {} }\nabilities:\n${filled(room, (i) => `  - { name: a${String(i)}, class: trait, on: o, if: time > 3, do: [{ tell: x }] }`, 3)}`,
  'abilities on many occurrences': (room) =>
    `${kind}occurrences:\n${filled(half(room), (i) => `  o${String(i)}: {}`)}\nabilities:\n  - name: a\n    class: trait\n    do: [{ tell: x }]\n    on:\n${filled(shareOf(room, 0.45), (i) => `      - o${String(i)}`)}`,
  'substitutions in a chain': (room) =>
    `occurrences:\n${filled(half(room), (i) => `  o${String(i)}: {}`)}\nabilities:\n${filled(shareOf(room, 0.45), (i) => `  - { name: a${String(i)}, class: substitute, on: o${String(i)}, into: { type: o${String(i + 1)} } }`)}`,
  'created abilities': (room) =>
    `occurrences: { o: {} }\nabilities:\n${filled(room, (i) => `  - { name: a${String(i)}, class: trait, carrier: created, on: o, do: [{ add: a${String(i + 1)} }] }`)}`,
  'abilities by many classes': (room) =>
    `${kind}occurrences: { o: {} }\nclasses:\n${filled(shareOf(room, 0.4), (i) => `  c${String(i)}: { kind: t }`)}\nabilities:\n  - name: a\n    class: trait\n    on: o\n    do: [{ tell: x }]\n    carrier:\n      class:\n${filled(shareOf(room, 0.4), (i) => `        - c${String(i)}`)}`,
  continuous: (room) =>
    `${kind}occurrences: { o: {} }\ncontinuous:\n${filled(room, (i) => `  - { name: a${String(i)}, carrier: { kind: t }, while: self.m > 1, begin: [{ meter: m, add: 1 }] }`, 5)}`,
  'occurrences that raise': (room) =>
    `${kind}occurrences:\n${filled(room, (i) => `  o${String(i)}: { fields: { unit: t }, do: [{ raise: o${String(i + 1)}, values: { unit: occurrence.unit } }] }`, 3)}`,
  'an occurrence raised with many fields': (room) =>
    `occurrences:\n  o:\n    fields:\n${filled(half(room), (i) => `      f${String(i)}: number`)}\ntriggers:\n  - name: t\n    when: true\n    do:\n      - raise: o\n        values:\n${filled(shareOf(room, 0.45), (i) => `          f${String(i)}: 1`, 1)}`,
};

/** Expressions. */
const expressions: Readonly<Record<string, TextOf>> = {
  expressions: (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: self.m + ${String(i)} }`, 4)}`,
  'a wide and': ({ characters }) =>
    `${kind}expressions: { e: { of: t, is: "${range(Math.floor(characters / 22), () => 'self.m > 1', ' && ')}" } }`,
  'wide ands': (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: "${range(900, (j) => `self.m > ${String(i * 900 + j)}`, ' && ')}" }`, 2_800)}`,
  'a wide sum': ({ characters }) =>
    `${kind}expressions: { e: { of: t, is: "${range(Math.floor(characters / 11), () => 'self.m', ' + ')}" } }`,
  'deep expressions': (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: "${'('.repeat(190)}self.m${' + 1)'.repeat(190)}" }`, 400)}`,
  'brackets in depth': ({ characters }) =>
    `${kind}expressions: { e: { of: t, is: "${'('.repeat(characters / 2 - 100)}1${')'.repeat(characters / 2 - 100)}" } }`,
  'signs in depth': ({ characters }) => `${kind}expressions: { e: { of: t, is: "${'-'.repeat(characters - 100)}1" } }`,
  negations: (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: "${'!'.repeat(150)}(self.m > 1)" }`, 155)}`,
  'choices in depth': ({ characters }) =>
    `${kind}expressions: { e: { of: t, is: "${'true ? 1 : '.repeat(characters / 12)}1" } }`,
  'members in depth': ({ characters }) =>
    `${kind}expressions: { e: { of: t, is: "self${'.parent'.repeat(characters / 8)}" } }`,
  'a list of words': ({ characters }) =>
    `${kind}expressions: { e: { of: t, is: "self.m in [${'1,'.repeat(characters / 2 - 100)}1]" } }`,
  'a call of many values': ({ characters }) =>
    `${kind}expressions: { e: { of: t, is: "max(${'1,'.repeat(characters / 2 - 100)}1)" } }`,
  'long names': ({ characters }) => `${kind}expressions: { e: { of: t, is: "self.${'m'.repeat(characters - 100)}" } }`,
  'expressions that parse for nothing': (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: "${range(700, () => 'x', '+')}" }`)}`,
  'syntax errors after much': (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: "${range(700, () => 'x', '+')}+" }`)}`,
  'type errors in wide expressions': (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: "${range(300, () => 'self.m>true', '&&')}" }`)}`,
  'expressions of numbers': (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: "${range(190, () => '1', '+')}" }`)}`,
  'expressions as long as can be': (room) =>
    `${kind}expressions:\n${range(29, (i) => `  e${String(i)}: { of: t, is: "${range(Math.floor(room.characters / 62), () => '1', '+')}" }`, '\n')}`,
  'lists as long as can be': (room) =>
    `${kind}expressions:\n${range(29, (i) => `  e${String(i)}: { of: t, is: "self.m in [${range(Math.floor(room.characters / 62), () => '1', ',')}]" }`, '\n')}`,
  'many lists in an expression': (room) =>
    `${kind}expressions:\n${range(29, (i) => `  e${String(i)}: { of: t, is: "${range(130, () => `self.m in [${range(Math.floor(room.characters / 8_200), () => '1', ',')}]`, '||')}" }`, '\n')}`,
  'as many operands as can be': (room) =>
    `${kind}expressions:\n${range(29, (i) => `  e${String(i)}: { of: t, is: "${range(2, () => `(${range(Math.floor(room.characters / 444), () => 'true', '||')})`, '&&')}" }`, '\n')}`,
  'empty subscripts': (room) =>
    `${kind}expressions:\n${range(29, (i) => `  e${String(i)}: { of: t, is: "${'[]'.repeat(room.characters / 62)}" }`, '\n')}`,
  'flags as long as can be': (room) =>
    `meters: { m: {} }\nkinds:\n  t:\n    meters: [m]\n    flags:\n${range(4, (i) => `      f${String(i)}: "self.m in [${range(Math.floor(room.characters / 8.2), () => '1', ',')}]"`, '\n')}`,
  'one long text in quotes': ({ characters }) => `a: "\\x31${'1'.repeat(characters - 20)}"`,
  'first words of sets': (room) =>
    `enumerations:\n  e: [${filled(shareOf(room, 0.4), (i) => `    word${String(i)},`)}]\nproperties: { s: { type: set, of: e } }\nkinds: { t: { properties: [s] } }\nclasses:\n  c:\n    kind: t\n    initial:\n      s:\n${filled(shareOf(room, 0.4), (i) => `        - word${String(20_000 - i)}`)}`,
  'words in expressions': (room) =>
    `enumerations:\n  e: [${filled(shareOf(room, 0.4), (i) => `    word${String(i)},`)}]\nproperties: { s: { type: set, of: e } }\nkinds: { t: { properties: [s] } }\nexpressions:\n${filled(shareOf(room, 0.4), (i) => `  e${String(i)}: { of: t, is: word${String(i)} in self.s }`, 2)}`,
  'sets of one kind': (room) =>
    `enumerations: { e: [w] }\nproperties:\n${filled(shareOf(room, 0.45), (i) => `  p${String(i)}: { type: set, of: e }`)}\nkinds:\n  t:\n    properties:\n${filled(shareOf(room, 0.45), (i) => `      - p${String(i)}`)}`,
  'connections through many lists': (room) =>
    `properties:\n${filled(shareOf(room, 0.45), (i) => `  p${String(i)}: { type: list }`)}\nconnections:\n${filled(shareOf(room, 0.45), (i) => `  c${String(i)}: { steps: [{ listed: p${String(i)} }] }`)}`,
  'flows through many connections': (room) =>
    `properties: { p: { type: integer } }\nkinds: { t: { node: true, properties: [p] } }\nconnections:\n${filled(shareOf(room, 0.45), (i) => `  c${String(i)}: { from: t, steps: [{ attached: t }] }`)}\nflows:\n${filled(shareOf(room, 0.45), (i) => `  - { decay: p, percent: 1, carrier: t, receivers: c${String(i)} }`)}`,
  phases: (room) =>
    `kinds: { t: {} }\nabilities:\n${filled(room, (i) => `  - { name: a${String(i)}, class: trait, on: { phase: p${String(i)}, at: after }, do: [{ tell: x }] }`)}`,
  'forms of many kinds': (room) =>
    `kinds:\n${range(250, (i) => `  k${String(i)}: {}`, '\n')}\nmeters: { m: {} }\nabilities:\n${filled(shareOf(room, 0.9), (i) => `  - { name: a${String(i)}, class: trait, on: [destroys, creates, moves, gives, { gains: m }], do: [{ tell: x }] }`)}`,
  'arming and disarming': (room) =>
    `triggers:\n${filled(shareOf(room, 0.6), (i) => `  - { name: t${String(i)}, when: true, do: [{ check: true }] }`, 1)}\n  - name: z\n    when: true\n    do:\n      - arm: [${range(4_000, (i) => `t${String(i)}`)}]\n        disarm: [${range(4_000, (i) => `t${String(4_000 + i)}`)}]`,
  'roles in expressions': (room) =>
    `roles: [${filled(shareOf(room, 0.4), (i) => `    r${String(i)},`)}]\n${kind}triggers:\n${filled(shareOf(room, 0.5), (i) => `  - { name: t${String(i)}, when: r${String(i)}.m > 1, do: [{ check: true }] }`, 3)}`,
  'roles bound': (room) =>
    `roles: [${filled(shareOf(room, 0.4), (i) => `    r${String(i)},`)}]\ntriggers:\n${filled(shareOf(room, 0.5), (i) => `  - { name: t${String(i)}, when: true, do: [{ bind: r${String(i)}, to: 'null' }] }`, 2)}`,
  'variables of variables': (room) =>
    `${kind}variables:\n${filled(shareOf(room, 0.3), (i) => `  v${String(i)}: {}`)}\nfunctions:\n${filled(shareOf(room, 0.5), (i) => `  f${String(i)}: { arguments: [a, b, c], value: a }`)}`,
  'flags in a wide expression': (room) =>
    `kinds:\n  t:\n    flags:\n${filled(shareOf(room, 0.5), (i) => `      f${String(i)}: true`, 1)}\nexpressions: { e: { of: t, is: "${range(4_000, (i) => `self.f${String(i)}`, ' && ')}" } }`,
  'a table in expressions': (room) =>
    `${kind}tables:\n${filled(shareOf(room, 0.4), (i) => `  t${String(i)}: { by: number, values: [1, 2] }`)}\nexpressions:\n${filled(shareOf(room, 0.5), (i) => `  e${String(i)}: { of: t, is: "lookup('t${String(i)}', self.m)" }`, 3)}`,
  'relations in expressions': (room) =>
    `kinds: { t: { faction: true } }\nrelations:\n${filled(shareOf(room, 0.4), (i) => `  r${String(i)}: {}`)}\nexpressions:\n${filled(shareOf(room, 0.5), (i) => `  e${String(i)}: { of: t, is: "related(self, self, 'r${String(i)}')" }`, 3)}`,
  'a long text': ({ characters }) =>
    `${kind}expressions: { e: { of: t, is: "'${'m'.repeat(characters - 100)}' == 'a'" } }`,
  'bad signs': ({ characters }) => `${kind}expressions: { e: { of: t, is: "${'$ '.repeat(characters / 2 - 100)}" } }`,
  'many syntax errors': (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: ") (" }`)}`,
  'many type errors': ({ characters }) =>
    `${kind}expressions: { e: { of: t, is: "${range(Math.floor(characters / 22), () => 'self.q > true', ' && ')}" } }`,
  aggregates: (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: "objects(t).filter(x, x.m > ${String(i)}).sum(x, x.m)" }`, 9)}`,
  'aggregates in depth': (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: "objects(t).sum(a, objects(t).sum(b, objects(t).sum(c, a.m + b.m + c.m + ${String(i)})))" }`, 14)}`,
  'conditions that share parts': (room) =>
    `${kind}classes:\n  c:\n    kind: t\n    groups:\n${filled(room, (i) => `      - { activation: "source.m > 1 && source.m < ${String(i)}", scope: { include: ["target.m > 1", target == source] }, effects: [{ meter: m, add: 1 }] }`, 16)}`,
  'conditions in a list': (room) =>
    `${kind}classes:\n  c:\n    kind: t\n    groups:\n      - effects: [{ meter: m, add: 1 }]\n        scope:\n          include:\n${filled(room, (i) => `            - target.m > ${String(i)}`, 3)}`,
  'functions of functions': (room) =>
    `${kind}functions:\n${filled(room, (i) => `  f${String(i)}: { arguments: [x], value: "f${String(i + 1)}(x) + 1" }`)}\nexpressions: { e: { of: t, is: f0(1) } }`,
  'functions that double': (room) =>
    `${kind}functions:\n  f0: { arguments: [x], value: "x + 1" }\n${range(30, (i) => `  f${String(i + 1)}: { arguments: [x], value: "f${String(i)}(x) + f${String(i)}(x)" }`, '\n')}\nexpressions:\n${filled(shareOf(room, 0.9), (i) => `  e${String(i)}: { of: t, is: f12(${String(i)}) }`)}`,
  'functions in short chains': (room) =>
    `${kind}functions:\n  f0: { arguments: [x], value: "x + 1" }\n${range(50, (i) => `  f${String(i + 1)}: { arguments: [x], value: "f${String(i)}(x) + 1" }`, '\n')}\nexpressions:\n${filled(shareOf(room, 0.9), (i) => `  e${String(i)}: { of: t, is: f50(${String(i)}) }`, 103)}`,
  'functions of one argument many times': (room) =>
    `${kind}functions:\n${filled(room, (i) => `  f${String(i)}: { arguments: [x], value: "${range(60, () => 'x', ' + ')}" }`)}`,
  'functions that are called': (room) =>
    `${kind}functions:\n${filled(half(room), (i) => `  f${String(i)}: { arguments: [x], value: x + 1 }`)}\nexpressions:\n${filled(shareOf(room, 0.45), (i) => `  e${String(i)}: { of: t, is: f${String(i)}(1) }`, 4)}`,
  'functions in a circle': (room) =>
    `functions:\n${filled(shareOf(room, 0.99), (i) => `  f${String(i)}: { arguments: [x], value: "f${String(i + 1)}(x)" }`)}\n  z: { value: z() }`,
  'a function of many arguments': (room) =>
    `functions:\n  f:\n    value: 1\n    arguments:\n${filled(room, (i) => `      - a${String(i)}`)}`,
  'constants of constants': (room) =>
    `constants:\n${filled(half(room), (i) => `  c${String(i)}: ${String(i)}`)}\n${kind}expressions:\n${filled(shareOf(room, 0.45), (i) => `  e${String(i)}: { of: t, is: self.m > c${String(i)} }`, 3)}`,
  'constants that name constants': (room) => `constants:\n${filled(room, (i) => `  c${String(i)}: c${String(i + 1)}`)}`,
  'expressions that name one another': (room) =>
    `${kind}expressions:\n${filled(room, (i) => `  e${String(i)}: { of: t, is: e${String(i + 1)} }`)}`,
};

/** Mistakes by the ten thousand. */
const mistakes: Readonly<Record<string, TextOf>> = {
  'misspelt names': (room) =>
    `meters:\n${filled(half(room), (i) => `  meter${String(i)}name: {}`)}\nkinds: { t: { meters: [meter1name] } }\nexpressions:\n${filled(shareOf(room, 0.45), (i) => `  e${String(i)}: { of: t, is: self.metre${String(i)}nam }`)}`,
  'misspelt meters of a kind': (room) =>
    `meters:\n${filled(half(room), (i) => `  meter${String(i)}name: {}`)}\nkinds:\n  t:\n    meters:\n${filled(shareOf(room, 0.45), (i) => `      - metre${String(i)}nam`)}`,
  'misspelt long names': (room) =>
    `meters:\n${filled(half(room), (i) => `  ${'long'.repeat(14)}${String(i)}: {}`)}\nkinds:\n  t:\n    meters:\n${filled(shareOf(room, 0.45), (i) => `      - ${'lang'.repeat(14)}${String(i)}`)}`,
  'misspelt words': (room) =>
    `enumerations:\n  e: [${filled(half(room), (i) => `    word${String(i)},`)}]\nproperties:\n  s: { type: set, of: e }\n  w: { type: e }\nkinds: { t: { properties: [s] } }\nexpressions:\n${filled(shareOf(room, 0.4), (i) => `  e${String(i)}: { of: t, is: wrod${String(i)} in self.s }`)}`,
  'misspelt constants': (room) =>
    `constants:\n${filled(half(room), (i) => `  const${String(i)}: 1`)}\n${kind}expressions:\n${filled(shareOf(room, 0.45), (i) => `  e${String(i)}: { of: t, is: cnost${String(i)} + 1 }`)}`,
  'misspelt classes': (room) =>
    `${kind}classes:\n${filled(half(room), (i) => `  class${String(i)}: { kind: t }`)}\n  z:\n    kind: t\n    groups:\n${filled(shareOf(room, 0.4), (i) => `      - { scope: { include: true }, effects: [{ create: calss${String(i)} }] }`, 2)}`,
  'misspelt occurrences': (room) =>
    `occurrences:\n${filled(half(room), (i) => `  occur${String(i)}: {}`)}\nabilities:\n${filled(shareOf(room, 0.45), (i) => `  - { name: a${String(i)}, class: trait, on: ocucr${String(i)}, do: [{ tell: x }] }`)}`,
  'misspelt triggers': (room) =>
    `triggers:\n${filled(room, (i) => `  - { name: t${String(i)}, when: true, do: [{ arm: tt${String(i)} }] }`, 1)}`,
  'misspelt functions': (room) =>
    `${kind}functions:\n${filled(half(room), (i) => `  func${String(i)}: { arguments: [x], value: x }`)}\nexpressions:\n${filled(shareOf(room, 0.45), (i) => `  e${String(i)}: { of: t, is: fucn${String(i)}(1) }`)}`,
  'wrong keys': (room) => `meters:\n${filled(room, (i) => `  m${String(i)}: { defualt: 1 }`)}`,
  'wrong keys at the top': (room) => filled(room, (i) => `k${String(i)}: 1`),
  'wrong keys of one map': (room) => `meters:\n  m:\n${filled(room, (i) => `    k${String(i)}: 1`)}`,
  'wrong values': (room) => `meters:\n${filled(room, (i) => `  m${String(i)}: []`)}`,
  'wrong lists': (room) => `kinds:\n  t:\n    meters:\n${filled(room, () => '      - []')}`,
  'wrong actions': (room) =>
    `triggers:\n  - name: t\n    when: true\n    do:\n${filled(room, () => '      - { chekc: true }')}`,
  'wrong actions in depth': (room) =>
    `triggers:\n${filled(room, (i) => `  - { name: t${String(i)}, when: true, do: [${'{ do: ['.repeat(25)}{ chekc: true }${'] }'.repeat(25)}] }`)}`,
  'wrong effects': (room) =>
    `${kind}classes:\n  c:\n    kind: t\n    groups:\n      - effects:\n${filled(room, () => '          - { metre: m, add: 1 }')}`,
  'wrong effects of many groups': (room) =>
    `${kind}classes:\n  c:\n    kind: t\n    groups:\n${filled(room, () => '      - { effects: [{ metre: m, add: 1 }] }')}`,
  'wrong steps of a connection': (room) =>
    `${kind}connections:\n  c:\n    steps:\n${filled(room, () => '      - { atached: t }')}`,
  'wrong flows': (room) => `flows:\n${filled(room, () => '  - { decy: p, percent: 5, carrier: t }')}`,
  'wrong abilities': (room) => `abilities:\n${filled(room, () => '  - { nmae: p, clas: 5, carier: t }')}`,
  'duplicate names': (room) => `roles: [${filled(room, () => ' r,')}]`,
  'duplicate triggers': (room) => `triggers:\n${filled(room, () => '  - { name: t, when: true, do: [] }', 1)}`,
  'unknown kinds': (room) => `kinds:\n  t:\n    attachesTo:\n${filled(room, (i) => `      - k${String(i)}`)}`,
  'missing keys': (room) => `classes:\n${filled(room, (i) => `  c${String(i)}: {}`)}`,
};

/** The worst native files that we know of, by what they hold. */
export const nativeFiles: Readonly<Record<string, TextOf>> = {
  ...forms,
  ...sections,
  ...behaviour,
  ...expressions,
  ...mistakes,
};
