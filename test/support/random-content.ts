import type { ContentSource, EffectSource, GroupSource } from '../../src/content/native/schema.js';
import type { Choices } from './choices.js';
import { type GroupShape, plannedGroup } from './random-scopes.js';
import { type Expressions, type Place, type Vocabulary, randomExpressions } from './random-expression.js';

/**
 * Random content that always loads: kinds in layers, meters and properties of every type, enumerations with and without
 * order, classes with durations and first values, and groups that use the whole language, every effect, priorities and
 * stacking.
 *
 * `first` numbers (7 and 8) label their effects `once 7` and `once 8`, so that a test can count their firings in what
 * explain gives.
 */

export interface RandomContent {
  readonly source: ContentSource;
  readonly names: Vocabulary;
}

const ordered = ['belt', 'tiny', 'small', 'large', 'giant'];
const ring = ['swamp', 'toxic', 'desert', 'tundra', 'ocean'];
const off = ['rubble', 'gas'];
const plain = ['farming', 'mining', 'trade'];

interface Shape {
  readonly kinds: readonly string[];
  readonly classes: readonly string[];
  readonly meters: readonly string[];
}

/**
 * What groups are like: `wild` ones use the whole language, `planned` ones the forms that a planner treats by
 * themselves, `calm` ones of these only such as may leave the world as it is; `mixed` has wild and planned ones.
 */
export type Manner = 'wild' | 'planned' | 'calm' | 'mixed';

/**
 * Content of a seed with the groups of the given numbers. `divisible`: only such as instances of one world can have,
 * without roles, sets of words, and factions that are created.
 */
export function randomContent(
  choices: Choices,
  groups: readonly number[],
  manner: Manner = 'wild',
  divisible = false,
): RandomContent {
  const layers = Array.from({ length: choices.between(1, 4) }, (_, i) => `thing${i}`);
  const kinds = ['empire', 'system', ...layers, 'law'];
  const meters = Array.from({ length: choices.between(2, 5) }, (_, i) => `m${i}`);
  const numbers = Array.from({ length: choices.between(1, 3) }, (_, i) => `n${i}`);
  const classes = Array.from({ length: choices.between(2, 5) }, (_, i) => `c${i}`);
  const shape: Shape = { kinds, classes, meters };
  const names: Vocabulary = {
    kinds,
    classes: [...classes, 'warden'],
    numbers: [...meters, ...numbers],
    booleans: ['armed'],
    references: ['goal'],
    stockpiles: ['gold'],
    roles: divisible ? [] : ['rival'],
    relations: ['war', 'alliance'],
    words: [
      { property: 'size', enumeration: 'size', members: ordered, ordered: true },
      { property: 'environment', enumeration: 'environment', members: [...ring, ...off], ordered: false },
      { property: 'former', enumeration: 'environment', members: [...ring, ...off], ordered: false },
      { property: 'focus', enumeration: 'focus', members: plain, ordered: false },
    ],
    sets: divisible ? [] : [{ property: 'trades', members: plain }],
    parameters: { number: 'yield', condition: 'alarm' },
  };
  const carriers = [...classes, 'warden'];
  const isCalm = manner === 'calm';
  const definitions = Object.fromEntries(
    meters.map((name, i) => [name, randomMeter(choices.split(name), i, meters, names, isCalm)]),
  );
  const planned: GroupShape = {
    kinds,
    meters,
    numbers,
    resets: meters.filter((name) => definitions[name].reset),
    calm: isCalm,
  };
  const carried = new Map<string, GroupSource[]>(carriers.map((name) => [name, []]));
  for (const number of groups) {
    const own = choices.split(`group ${number}`);
    const isWild = manner === 'wild' || (manner === 'mixed' && own.oneIn(3));
    carried
      .get(own.oneIn(isWild ? 2 : 5) ? 'warden' : own.pick(carriers))
      ?.push(
        !isCalm && own.split('going').oneIn(8)
          ? goingGroup(own.split('goes'), number, shape)
          : isWild
            ? randomGroup(own, number, shape, names)
            : plannedGroup(own, number, planned, names),
      );
  }
  // Groups of some classes are those of others, too.
  const mixins = classes.filter((name) => choices.split(`mixin ${name}`).oneIn(4));
  const mixed: ReadonlySet<string> = new Set(mixins);
  return {
    names,
    source: {
      enumerations: {
        size: { ordered: [...ordered] },
        environment: { wheel: [...ring], off: [...off] },
        focus: [...plain],
      },
      parameters: {
        yield: { type: choices.split('yield').pick(['number', 'integer'] as const), default: 2, range: [-5, 5] },
        alarm: { type: 'boolean', default: choices.split('alarm').oneIn(2) },
      },
      reports: randomReports(choices.split('reports'), names),
      roles: divisible ? [] : ['rival'],
      relations: { war: {}, alliance: { symmetric: choices.split('relations').oneIn(4) } },
      stacking: { 2: 'largest', 3: 'smallest', 4: 'mean' },
      meters: definitions,
      properties: {
        size: { type: 'size', default: choices.pick(ordered) },
        environment: { type: 'environment', default: choices.pick(ring) },
        former: { type: 'environment' },
        focus: { type: 'focus' },
        ...(divisible ? {} : { trades: { type: 'set', of: 'focus' } }),
        armed: { type: 'boolean', default: choices.oneIn(2) },
        goal: { type: 'reference' },
        plan: { type: 'class' },
        gold: { type: 'number', default: 50 },
        ...Object.fromEntries(
          numbers.map((name) => [
            name,
            { type: choices.pick(['number', 'integer', 'float32']), default: choices.between(-3, 3) },
          ]),
        ),
      },
      kinds: randomKinds(choices.split('kinds'), layers, meters, numbers, divisible ? [] : ['trades']),
      steps: {
        size: {
          property: 'environment',
          remember: 'former',
          members: { belt: { value: 'rubble', born: 'desert' }, giant: { value: 'gas', born: 'toxic' } },
        },
      },
      classes: {
        ...Object.fromEntries(
          classes.map((name) => {
            const own = choices.split(name);
            return [
              name,
              {
                kind: own.pick(kinds.slice(divisible ? 1 : 0, -1)),
                duration: !isCalm && own.oneIn(4) ? own.between(1, 3) : 0,
                invisible: own.oneIn(5),
                ...(mixed.has(name) ? {} : { groups: carried.get(name) ?? [] }),
                mixins: mixins.filter((mixin) => mixin === name || own.split(mixin).oneIn(4)),
              },
            ];
          }),
        ),
        warden: { kind: 'law', groups: carried.get('warden') ?? [] },
      },
      mixins: Object.fromEntries(mixins.map((name) => [name, { groups: carried.get(name) ?? [] }])),
    },
  };
}

/** Over all objects of a kind. */
function randomReports(choices: Choices, names: Vocabulary): NonNullable<ContentSource['reports']> {
  const expressions = randomExpressions(choices, names);
  const place: Place = { objects: ['v0'], value: false, draws: false };
  const all = () => `objects(${choices.pick(names.kinds)})`;
  return {
    total: `${all()}.${choices.pick(['sum', 'mean', 'max'])}(v0, ${expressions.number(place, 2)})`,
    some: `${all()}.exists(v0, ${expressions.condition(place, 2)})`,
    bare: choices.pick(['yield', 'alarm', 'turn', `${all()}.count()`]),
  };
}

function randomMeter(
  choices: Choices,
  index: number,
  meters: readonly string[],
  names: Vocabulary,
  isCalm: boolean,
): NonNullable<ContentSource['meters']>[string] {
  const expressions = randomExpressions(choices, names);
  const later = meters.slice(index + 1);
  const reset = choices.oneIn(3) || (isCalm && !choices.oneIn(4));
  return {
    type: choices.pick(['number', 'number', 'integer', 'float32']),
    default: choices.between(0, 10),
    reset,
    ...(choices.oneIn(2) ? { bounds: [choices.pick([-50, 0]), choices.pick([20, 100, null])] } : {}),
    ...(later.length > 0 && choices.oneIn(3) ? { max: choices.pick(later) } : {}),
    ...(later.length > 0 && choices.oneIn(4) ? { target: choices.pick(later) } : {}),
    ...(choices.oneIn(isCalm ? 6 : 2)
      ? {
          growth: `clamp(${expressions.number({ objects: ['self'], value: true, draws: !isCalm, steady: isCalm }, 2)}, -100, 100)`,
        }
      : {}),
  };
}

function randomKinds(
  choices: Choices,
  layers: readonly string[],
  meters: readonly string[],
  numbers: readonly string[],
  sets: readonly string[],
): NonNullable<ContentSource['kinds']> {
  // Words that a step carries along must be on the same kinds.
  const stepped = ['size', 'environment', 'former'];
  const some = (): { meters: string[]; properties: string[] } => ({
    meters: [...choices.some(meters)],
    properties: [...choices.some([...numbers, 'focus', 'armed', 'goal', 'plan']), ...(choices.oneIn(2) ? stepped : [])],
  });
  const things = layers.map((name, i): [string, NonNullable<ContentSource['kinds']>[string]] => {
    const above = ['system', ...layers.slice(0, i)];
    const all = {
      meters: [...meters],
      properties: [...numbers, ...stepped, 'focus', ...sets, 'armed', 'goal', 'plan'],
    };
    return [
      name,
      {
        ...(i === 0 ? all : some()),
        attachesTo: i === 0 ? ['system'] : [...new Set([choices.pick(above), ...choices.some(above)])],
        orphan: choices.pick(['destroy', 'detach']),
        ownership: i > 0 && choices.oneIn(4) ? 'none' : 'stored',
      },
    ];
  });
  return {
    empire: { faction: true, meters: [...choices.some(meters)], properties: ['gold', ...sets] },
    system: { node: true, ownership: choices.oneIn(3) ? 'none' : { through: 'thing0' }, ...some() },
    ...Object.fromEntries(things),
    law: { ownership: 'none', properties: ['goal'] },
  };
}

const inRules: Place = { objects: ['source', 'target'], value: false, draws: true };

function randomGroup(choices: Choices, number: number, shape: Shape, names: Vocabulary): GroupSource {
  const expressions = randomExpressions(choices, names);
  const conditions = (least: number, place: Place): string[] =>
    Array.from({ length: least + choices.below(3) }, () => expressions.condition(place, choices.between(0, 3)));
  // Half of the scopes reach many for certain, so that rules meet each other.
  const wide = choices.oneIn(2)
    ? [choices.pick(['true', `target.kind == ${choices.pick(shape.kinds)}`, 'target.m0 > -100'])]
    : [];
  const isMeters = choices.oneIn(2);
  const effects: EffectSource[] = Array.from({ length: choices.between(1, 3) }, () =>
    isMeters ? meterEffect(choices, expressions, shape) : otherEffect(choices, expressions, shape, names),
  ).map((effect, i) =>
    'property' in effect && names.sets.length > 0 && choices.split(`hold ${i}`).oneIn(4)
      ? holdEffect(choices.split(`held ${i}`), names)
      : effect,
  );
  const mixing = choices.split('mixing');
  if (mixing.oneIn(4))
    effects.push(isMeters ? numberEffect(mixing, names) : meterEffect(mixing, randomExpressions(mixing, names), shape));
  const isDrastic = effects.some((effect) => 'create' in effect || 'destroy' in effect);
  const how = choices.split('how');
  // Rules that name their target run as a loop over their sources.
  const named = how.oneIn(3)
    ? [
        `target == ${how.pick(['source', 'source', 'source.goal', 'source.parent', 'source.owner'])}`,
        ...conditionsOf(how, names, inRules),
      ].join(' && ')
    : undefined;
  return {
    name: `g${number}`,
    ...(how.oneIn(3) ? { order: how.pick(['sequential', 'random', 'simultaneous'] as const) } : {}),
    ...(choices.oneIn(2) ? { priority: choices.between(95, 105) } : {}),
    ...(choices.oneIn(4) || isDrastic
      ? {
          activation: [
            ...(isDrastic ? ['objects().count() < 60 && chance(0.5)'] : []),
            ...conditions(0, { ...inRules, objects: ['source'] }),
          ],
        }
      : {}),
    scope: {
      include:
        named ?? [...wide, ...conditions(1, inRules)].map((text) => (isDrastic ? `(${text}) && chance(0.2)` : text)),
      ...(choices.oneIn(3) ? { exclude: conditions(0, inRules) } : {}),
    },
    effects: withLists(
      effects.map((effect, i) => withConditions(choices.split(`condition ${i}`), effect, names)),
      choices.split('lists'),
      names,
      2,
    ),
  };
}

/** Some with conditions, some on objects that expressions name. */
function withConditions(choices: Choices, effect: EffectSource, names: Vocabulary): EffectSource {
  if ('do' in effect) return effect;
  const expressions = randomExpressions(choices, names);
  const isOnOthers = choices.oneIn(5);
  return {
    ...effect,
    ...(choices.oneIn(4) ? { if: expressions.condition(inRules, choices.between(0, 2)) } : {}),
    ...(isOnOthers ? { on: choices.pick(['source.goal', 'target.goal', `(${expressions.object(inRules, 2)})`]) } : {}),
  };
}

/** Some of them in lists, perhaps in each other. */
function withLists(
  effects: readonly EffectSource[],
  choices: Choices,
  names: Vocabulary,
  depth: number,
): readonly EffectSource[] {
  if (depth === 0 || effects.length === 0 || !choices.oneIn(4)) return effects;
  const from = choices.below(effects.length);
  const to = choices.between(from + 1, effects.length);
  const parted = choices.between(from, to);
  const inner = (list: readonly EffectSource[], part: string): readonly EffectSource[] =>
    withLists(list, choices.split(part), names, depth - 1);
  const list: EffectSource = {
    do: inner(effects.slice(from, parted), 'do'),
    ...(choices.oneIn(8) && parted === to
      ? {}
      : {
          if: randomExpressions(choices.split('if'), names).condition(inRules, choices.between(0, 2)),
          else: inner(effects.slice(parted, to), 'else'),
        }),
  };
  return [...effects.slice(0, from), list, ...effects.slice(to)];
}

function numberEffect(choices: Choices, names: Vocabulary): EffectSource {
  return {
    property: choices.pick(names.numbers.filter((name) => name.startsWith('n'))),
    add: amount(choices, randomExpressions(choices, names)),
  };
}

function conditionsOf(choices: Choices, names: Vocabulary, place: Place): readonly string[] {
  const expressions = randomExpressions(choices, names);
  return Array.from({ length: choices.below(3) }, () => `(${expressions.condition(place, choices.below(3))})`);
}

/**
 * Who goes somewhere, or to somebody, by what the source or the target holds itself: most often nothing that is asked
 * changes by it.
 */
function goingGroup(choices: Choices, number: number, { kinds }: Shape): GroupSource {
  const value = choices.pick([
    'source.goal',
    'target.goal',
    'target.goal',
    'null',
    '(target.m0 > 2 ? source.goal : target.goal)',
  ]);
  const scopes = [
    'target == source',
    'target == source',
    'target == source.goal',
    ...['target.goal == source', 'target.m0 > source.m0', 'target.goal == source.goal'].map(
      (said) => `target.kind == ${choices.pick(kinds)} && ${said}`,
    ),
  ];
  return {
    name: `g${number}`,
    activation: [...choices.some(['source.m0 > 2', 'source.armed', 'source.goal != null', 'source.owner != null'])],
    scope: { include: choices.pick(scopes) },
    effects: [
      {
        ...(choices.oneIn(3) ? { give: value } : { move: value }),
        ...(choices.oneIn(6) ? { on: 'source' as const } : {}),
      },
    ],
  };
}

function amount(choices: Choices, expressions: Expressions): string {
  const text = expressions.number({ ...inRules, value: true }, choices.between(0, 3));
  return `clamp(${text}, -20, 20)`;
}

function stackingOf(choices: Choices): { stacking?: number; label?: string } {
  if (!choices.oneIn(2)) return {};
  const stacking = choices.pick([7, 8]);
  return { stacking, label: `once ${stacking}` };
}

function meterEffect(choices: Choices, expressions: Expressions, { meters }: Shape): EffectSource {
  // A number that chooses among amounts is for one cell and one way to write it.
  if (choices.oneIn(3)) {
    const [stacking, meter, key] = choices.pick([
      [2, meters[0], 'add'],
      [3, meters[1], 'add'],
      [4, meters[0], 'set'],
    ] as const);
    return { meter, [key]: amount(choices, expressions), stacking };
  }
  const key = choices.pick(['set', 'add', 'add', 'min', 'max', 'divide']);
  return {
    meter: choices.pick(meters),
    [key]: amount(choices, expressions),
    ...stackingOf(choices),
    ...(choices.oneIn(4) ? { on: 'source' } : {}),
  };
}

/** Its choices are its own, so that what else is chosen stays the same. */
function holdEffect(choices: Choices, names: Vocabulary): EffectSource {
  const expressions = randomExpressions(choices, names);
  const { property, members } = choices.pick(names.sets);
  const word = choices.oneIn(2)
    ? choices.pick(members)
    : choices.pick(['source.focus', 'target.focus', `(${expressions.condition(inRules, 1)} ? target.focus : null)`]);
  return {
    hold: word,
    in: property,
    to: choices.oneIn(2) ? true : expressions.condition(inRules, 1),
    ...stackingOf(choices),
    ...(choices.oneIn(3) ? { on: choices.pick(['source', 'empires']) } : {}),
  };
}

function otherEffect(choices: Choices, expressions: Expressions, { classes }: Shape, names: Vocabulary): EffectSource {
  const more = { ...stackingOf(choices), ...(choices.oneIn(5) ? { on: 'source' as const } : {}) };
  const object = (): string => expressions.object(inRules, 2);
  const aClass = (): string =>
    choices.oneIn(4)
      ? `(${expressions.condition(inRules, 1)} ? ${choices.pick(classes)} : ${choices.pick(classes)})`
      : choices.pick(classes);
  switch (choices.below(13)) {
    case 0:
    case 1:
      return {
        property: choices.pick(names.numbers.filter((name) => name.startsWith('n'))),
        [choices.pick(['set', 'add', 'min', 'max', 'divide'])]: amount(choices, expressions),
        ...more,
      };
    case 2:
      return { stockpile: 'gold', add: amount(choices, expressions), ...stackingOf(choices) };
    case 3: {
      const { property, members } = choices.pick(names.words);
      return { property, set: choices.oneIn(6) ? 'null' : choices.pick(members), ...more };
    }
    case 4:
      return { property: 'armed', set: expressions.condition(inRules, 2), ...more };
    case 5:
      return { property: 'goal', set: choices.oneIn(4) ? 'null' : object(), ...more };
    case 6:
      return { property: 'plan', set: aClass(), ...more };
    case 7:
      return { step: 'size', by: `clamp(${expressions.number(inRules, 1)}, -3, 3)`, ...more };
    case 8:
      return {
        create: choices.oneIn(5) ? 'target.plan' : aClass(),
        count: choices.pick(['1', '2', 'target.n0']),
        ...more,
      };
    case 9:
      return { destroy: true, ...more };
    case 10:
      return { available: aClass(), to: expressions.condition(inRules, 1), ...stackingOf(choices) };
    case 11:
      return {
        give: choices.oneIn(4)
          ? 'null'
          : choices.pick([`${object()}.owner`, ...(names.roles.length > 0 ? ["role('rival')"] : []), object()]),
        ...more,
      };
    default:
      return { move: object(), ...more };
  }
}
