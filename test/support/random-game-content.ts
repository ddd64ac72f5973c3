import type {
  AbilitySource,
  ActionSource,
  ContentSource,
  ContinuousSource,
  EffectSource,
  FlowSource,
  GroupSource,
  ModifierSource,
  OccurrenceSource,
  TriggerSource,
} from '../../src/content/native/schema.js';
import type { Choices } from './choices.js';
import { randomContent } from './random-content.js';
import { type Expressions, type Place, type Vocabulary, randomExpressions } from './random-expression.js';

/**
 * Random content with every section in it: the groups of random content, solved variables with modifiers, flags, flows,
 * triggers, occurrences, abilities and what is continuous. Wherever an expression may stand, it may read the clock
 * (`turn`, `time`, `age`); wherever one may draw, it may draw.
 */

/** Numbers of the parts that the content has; leaving one out leaves the others as they are. */
export interface GameParts {
  readonly groups: readonly number[];
  readonly modifiers: readonly number[];
  readonly triggers: readonly number[];
  readonly abilities: readonly number[];
  readonly flows: readonly number[];
}

type Kinds = NonNullable<ContentSource['kinds']>;

const numberVariables = ['w0', 'w1', 'w2', 'w3'];
const flagNames = ['early', 'odd'];
const occurrenceNames = ['hit', 'note', 'roll'];

/** What stands in a text of such content: the objects that it may name, and what else. */
interface Spot {
  readonly objects: readonly string[];
  readonly value?: boolean;
  readonly draws?: boolean;
  /** Variables that each object is sure to have or see, or to have none; other objects are of any kind. */
  readonly variables: readonly string[];
  /** Members of collections cannot be asked for variables, nor for flags. */
  readonly solves?: boolean;
  readonly flags?: readonly string[];
}

export function randomGameContent(choices: Choices, parts: GameParts): ContentSource {
  const { source, names } = randomContent(
    choices,
    parts.groups.filter((number) => number % 2 === 0),
  );
  const world = layout(choices.split('layout'), source.kinds ?? {});
  const writer = (own: Choices): Writer => createWriter(own, names, world);
  const each = <Made>(what: string, numbers: readonly number[], make: (own: Choices, number: number) => Made): Made[] =>
    numbers.map((number) => make(choices.split(`${what} ${number}`), number));

  const classes = structuredClone(source.classes ?? {});
  const carriers = Object.keys(classes);
  for (const number of parts.groups.filter((each) => each % 2 === 1)) {
    const own = choices.split(`clock group ${number}`);
    const carrier = classes[own.oneIn(2) ? 'warden' : own.pick(carriers)];
    if (carrier.groups !== undefined) carrier.groups = [...carrier.groups, clockGroup(own, number, writer(own))];
  }
  const kinds = structuredClone(world.kinds);
  for (const { on, modifier } of each('modifier', parts.modifiers, (own) =>
    randomModifier(own, world, names, classes),
  )) {
    const carrier = 'kind' in on ? kinds[on.kind] : classes[on.class];
    carrier.modifiers = [...(carrier.modifiers ?? []), modifier];
  }
  const occurs = parts.abilities.length > 0;
  return {
    ...source,
    roles: ['rival', 'hero'],
    properties: { ...source.properties, tally: { type: 'integer', default: 3 } },
    variables: {
      ...Object.fromEntries(numberVariables.map((name, i) => [name, { default: i }])),
      ready: { type: 'boolean' },
      work: { type: 'focus' },
      given: { input: true, default: 2 },
    },
    functions: {
      rolled: { arguments: ['most'], value: 'floor(random() * most)' },
      since: { arguments: ['who'], value: 'turn - created(who)' },
    },
    kinds,
    classes,
    flows: each('flow', parts.flows, (own) => randomFlow(own, writer(own))),
    triggers: each('trigger', parts.triggers, (own, number) =>
      randomTrigger(own, number, writer(own), parts.triggers, occurs),
    ),
    ...(occurs
      ? {
          timing: {},
          ...timing(choices.split('timing'), writer(choices.split('timing'))),
          abilities: each('ability', parts.abilities, (own, number) =>
            randomAbility(own, number, writer(own), carriers),
          ),
        }
      : {}),
  };
}

/** Kinds, and which variables the objects of each are sure to see. */
interface Layout {
  readonly kinds: Kinds;
  readonly seen: ReadonlyMap<string, readonly string[]>;
}

/** Each variable is of one kind; every thing that hangs on it sees it. */
function layout(choices: Choices, given: Kinds): Layout {
  const kinds = structuredClone(given);
  const names = Object.keys(kinds);
  for (const variable of [...numberVariables, 'ready', 'work', 'given']) {
    const kind = kinds[choices.oneIn(2) ? choices.pick(['system', 'thing0']) : choices.pick(names)];
    kind.variables = [...(kind.variables ?? []), variable];
  }
  for (const name of names.filter((each) => each.startsWith('thing')))
    kinds[name].properties = [...(kinds[name].properties ?? []), 'tally'];
  const above = (name: string): readonly string[] => [name, ...(kinds[name].attachesTo ?? []).flatMap(above)];
  const seen = new Map(
    names.map((name) => [name, [...new Set(above(name).flatMap((each) => kinds[each].variables ?? []))]]),
  );
  const lookAt = (name: string): Record<string, string> =>
    Object.fromEntries(
      flagNames
        .filter(() => name === 'empire' || choices.oneIn(2))
        .map((flag) => [flag, flagText(choices, flag, seen.get(name) ?? [])]),
    );
  for (const name of names) kinds[name].flags = lookAt(name);
  return { kinds, seen };
}

function flagText(choices: Choices, flag: string, variables: readonly string[]): string {
  const numbers = [
    'turn',
    'time',
    'age(self)',
    'since(self)',
    'self.m0',
    ...variables.filter((name) => numberVariables.includes(name)).map((name) => `self.${name}`),
  ];
  const text = `${choices.pick(numbers)} % ${choices.between(2, 4)} ${choices.pick(['==', '<'])} ${choices.pick(['1', 'age(self)', 'objects(thing0).count()'])}`;
  return flag === 'early' || choices.oneIn(2) ? text : `self.early || ${text}`;
}

interface Writer {
  number(spot: Spot, depth: number): string;
  condition(spot: Spot, depth: number): string;
  object(spot: Spot): string;
  readonly choices: Choices;
  readonly names: Vocabulary;
  readonly world: Layout;
}

function createWriter(choices: Choices, names: Vocabulary, world: Layout): Writer {
  const plain: Expressions = randomExpressions(choices.split('plain'), names);
  const placeOf = ({ objects, value = false, draws = false }: Spot): Place => ({ objects, value, draws });
  const probability = (): string => choices.pick(['0.2', '0.5', '0.9']);
  const clock = (base: string): string =>
    choices.pick(['turn', 'time', `age(${base})`, `age(${base})`, `created(${base})`, `since(${base})`]);
  const kindsSeeing = (variable: string): readonly string[] =>
    [...world.seen].filter(([, seen]) => seen.includes(variable)).map(([kind]) => kind);

  function leaf(spot: Spot): string {
    const base = choices.pick(spot.objects);
    const numbers = spot.variables.filter((name) => numberVariables.includes(name) || name === 'given');
    const options = [
      clock(base),
      clock(base),
      `${base}.${choices.pick(names.numbers)}`,
      choices.pick(['1', '2', '0.5', '-3']),
    ];
    if (numbers.length > 0) options.push(...[0, 1, 2].map(() => `${base}.${choices.pick(numbers)}`));
    if (spot.draws === true) options.push('random()', 'rolled(4)');
    if (spot.value === true) options.push('value');
    return choices.pick(options);
  }

  /** Members of a collection, of all those that are there or of a part that draws decide. */
  function members(spot: Spot, name: string): { readonly text: string; readonly inner: Spot } {
    const numbers = numberVariables.filter(() => spot.solves !== true);
    const asked = numbers.length > 0 && choices.oneIn(2) ? choices.pick(numbers) : undefined;
    const kind = choices.pick(asked === undefined ? names.kinds : kindsSeeing(asked));
    const inner: Spot = { ...spot, objects: [name], variables: asked === undefined ? [] : [asked], flags: [] };
    const all = choices.pick([
      `objects(${kind})`,
      `objects(${kind})`,
      `contents(${choices.pick(spot.objects)}, ${kind})`,
    ]);
    return { text: choices.oneIn(3) ? `${all}.filter(${name}, ${condition(inner, 0)})` : all, inner };
  }

  function nested({ objects }: Spot): string | undefined {
    const last = objects.find((name) => /^e\d$/.test(name));
    return last === undefined ? 'e0' : last === 'e0' ? 'e1' : undefined;
  }

  function number(spot: Spot, depth: number): string {
    if (depth <= 0 || choices.oneIn(4)) return leaf(spot);
    const again = (): string => number(spot, depth - 1);
    const name = nested(spot);
    switch (choices.below(name === undefined ? 6 : 8)) {
      case 0:
        return `(${again()} ${choices.pick(['+', '-', '/', '%'])} ${again()})`;
      case 1:
        return `${choices.pick(['min', 'max'])}(${again()}, ${again()})`;
      case 2:
        return `(${condition(spot, depth - 1)} ? ${again()} : ${again()})`;
      case 3:
        return plain.number(placeOf(spot), depth);
      case 4:
        return `clamp(${again()}, -9, 9)`;
      case 5:
        return leaf(spot);
      case 6: {
        const { text } = members(spot, name ?? '');
        return `${text}.count()`;
      }
      default: {
        const { text, inner } = members(spot, name ?? '');
        return `${text}.${choices.pick(['sum', 'max', 'min', 'mean'])}(${name ?? ''}, ${number(inner, depth - 1)})`;
      }
    }
  }

  function condition(spot: Spot, depth: number): string {
    const base = choices.pick(spot.objects);
    const compared = (): string =>
      `${number(spot, depth - 1)} ${choices.pick(['<', '>=', '==', '!='])} ${choices.pick(['1', '2', '4', number(spot, 0)])}`;
    if (spot.draws === true && choices.oneIn(3)) return `chance(${probability()})`;
    if (depth <= 0 || choices.oneIn(4)) {
      const flags = spot.solves === true ? [] : (spot.flags ?? flagNames);
      const options = [compared(), `${clock(base)} % ${choices.between(2, 3)} == ${choices.below(2)}`];
      if (flags.length > 0) options.push(`${base}.${choices.pick(flags)}`);
      if (spot.variables.includes('ready')) options.push(`${base}.ready`);
      if (spot.variables.includes('work')) options.push(`${base}.work == ${choices.pick(['farming', 'mining'])}`);
      return choices.pick(options);
    }
    const again = (): string => condition(spot, depth - 1);
    const name = nested(spot);
    switch (choices.below(name === undefined ? 5 : 7)) {
      case 0:
        return `(${again()} && ${again()})`;
      case 1:
        return `(${again()} || ${again()})`;
      case 2:
        return `!(${again()})`;
      case 3:
        return compared();
      case 4:
        return plain.condition(placeOf(spot), depth);
      default: {
        const { text, inner } = members(spot, name ?? '');
        return `${text}.${choices.pick(['exists', 'all'])}(${name ?? ''}, ${condition(inner, depth - 1)})`;
      }
    }
  }

  function object(spot: Spot): string {
    const base = choices.pick(spot.objects);
    const options = [
      base,
      base,
      `${base}.goal`,
      `${base}.parent`,
      `(${clock(base)} % 2 == 0 ? ${base} : ${base}.goal)`,
      `objects(${choices.pick(names.kinds)}).first()`,
    ];
    if (spot.draws === true)
      options.push(
        `objects(${choices.pick(names.kinds)}).filter(e0, chance(${probability()})).first()`,
        `(chance(${probability()}) ? ${base} : ${base}.goal)`,
      );
    return choices.pick(options);
  }

  return { number, condition, object, choices, names, world };
}

const all = [...numberVariables, 'given', 'ready', 'work'];

function clockGroup(choices: Choices, number: number, { number: amount, condition, names }: Writer): GroupSource {
  const inScope: Spot = { objects: ['source', 'target'], draws: true, variables: all };
  const inActivation: Spot = { ...inScope, objects: ['source'] };
  const change = (): string => `clamp(${amount({ ...inScope, value: true }, 2)}, -20, 20)`;
  const meter = choices.oneIn(2);
  const effects = Array.from({ length: choices.between(1, 2) }, (): EffectSource => {
    const how = { [choices.pick(['set', 'add', 'add', 'min', 'max'])]: change() };
    const cell = choices.pick(names.numbers.filter((name) => name.startsWith(meter ? 'm' : 'n')));
    return meter ? { meter: cell, ...how } : { property: cell, ...how };
  });
  return {
    name: `clock${number}`,
    ...(choices.oneIn(2) ? { activation: [condition(inActivation, 2)] } : {}),
    scope: {
      include: [
        choices.oneIn(3)
          ? 'target == source'
          : `target.kind == ${choices.pick(names.kinds)} && ${condition(inScope, 2)}`,
        condition(inScope, 2),
      ],
      ...(choices.oneIn(3) ? { exclude: condition(inScope, 1) } : {}),
    },
    effects,
  };
}

interface PlacedModifier {
  readonly on: { readonly kind: string } | { readonly class: string };
  readonly modifier: ModifierSource;
}

const amountKeys = ['set', 'add', 'add', 'multiply', 'max', 'min'] as const;

/**
 * A modifier of a variable that its carrier has or sees; it reads only variables of lower numbers, so that none needs
 * itself.
 */
function randomModifier(
  choices: Choices,
  world: Layout,
  names: Vocabulary,
  classes: NonNullable<ContentSource['classes']>,
): PlacedModifier {
  const variable = choices.pick([...numberVariables, ...numberVariables, 'ready', 'work']);
  const kinds = [...world.seen].filter(([, seen]) => seen.includes(variable)).map(([kind]) => kind);
  const carriers = Object.entries(classes)
    .filter(([, { kind }]) => kinds.includes(kind))
    .map(([name]) => name);
  const reached = choices.pick(kinds);
  const isOfClass = carriers.length > 0 && choices.oneIn(2);
  const carrier = isOfClass ? choices.pick(carriers) : reached;
  const self = isOfClass ? classes[carrier].kind : reached;
  const rank = numberVariables.includes(variable) ? numberVariables.indexOf(variable) : numberVariables.length;
  const sees = (world.seen.get(self) ?? []).filter(
    (name) => name === 'given' || (numberVariables.includes(name) && numberVariables.indexOf(name) < rank),
  );
  const { number, condition } = createWriter(choices.split('text'), names, world);
  const spot: Spot = { objects: ['self'], variables: sees, solves: true };
  const depth = choices.between(0, 2);
  const amount =
    variable === 'ready'
      ? { set: condition(spot, depth) }
      : variable === 'work'
        ? { set: choices.pick(['farming', `(${condition(spot, depth)} ? mining : trade)`]) }
        : { [choices.pick(amountKeys)]: number({ ...spot, value: true }, depth) };
  return {
    on: isOfClass ? { class: carrier } : { kind: carrier },
    modifier: {
      variable,
      ...amount,
      ...(choices.oneIn(3) ? { when: condition(spot, 1) } : {}),
      ...(choices.oneIn(3) ? { priority: choices.between(0, 3) } : {}),
      ...(!isOfClass && choices.oneIn(6) ? { others: { kind: self } } : {}),
    },
  };
}

function randomFlow(choices: Choices, { number, condition }: Writer): FlowSource {
  const self: Spot = { objects: ['self'], variables: [] };
  const carrier = {
    kind: 'thing0',
    ...(choices.oneIn(2) ? { where: condition(self, 2) } : {}),
    ...(choices.oneIn(4) ? { times: `clamp(${number(self, 1)}, 0, 3)` } : {}),
  };
  return {
    constant: 'tally',
    amount: `clamp(${number(self, 2)}, -9, 9)`,
    carrier,
    ...(choices.oneIn(3) ? { active: condition(self, 1) } : {}),
  };
}

const roles: Spot = { objects: ['rival', 'hero'], draws: true, variables: all };
const acting: Spot = { objects: ['source', 'target', 'hero'], draws: true, variables: all };

function randomTrigger(
  choices: Choices,
  number: number,
  writer: Writer,
  numbers: readonly number[],
  occurs: boolean,
): TriggerSource {
  const { condition, object } = writer;
  const looks = choices.oneIn(4)
    ? { looks: 'rise' as const }
    : choices.oneIn(4)
      ? { every: choices.between(2, 3) }
      : {};
  return {
    name: `t${number}`,
    when: choices.oneIn(3)
      ? `chance(${choices.pick(['0.2', '0.5', '0.8'])})`
      : choices.oneIn(3)
        ? [condition(roles, 1), condition(roles, 1)]
        : condition(roles, 2),
    ...looks,
    ...(choices.oneIn(4) ? {} : { persistent: true }),
    ...(choices.oneIn(6) ? { disarmed: true } : {}),
    ...(choices.oneIn(4) ? {} : { subject: choices.oneIn(3) ? 'objects(thing0).first()' : object(roles) }),
    ...(choices.oneIn(2) ? { direct: object(roles) } : {}),
    do: Array.from({ length: choices.between(1, 3) }, (_, i) =>
      randomAction(choices.split(`action ${i}`), writer, numbers, occurs),
    ),
  };
}

function randomAction(
  choices: Choices,
  writer: Writer,
  triggers: readonly number[],
  occurs: boolean,
  depth = 0,
): ActionSource {
  const { number, condition, object, names } = writer;
  const common = {
    ...(choices.oneIn(3) ? { if: condition(acting, 1) } : {}),
    ...(choices.oneIn(4) ? { subject: object(acting) } : {}),
    ...(choices.oneIn(3) ? { direct: object(acting) } : {}),
    ...(choices.oneIn(8) ? { swap: true } : {}),
  };
  const change = { [choices.pick(['set', 'add', 'add'])]: `clamp(${number({ ...acting, value: true }, 2)}, -9, 9)` };
  const trigger = (): string => `t${choices.pick(triggers)}`;
  const effect = (): ActionSource =>
    choices.oneIn(2)
      ? { meter: choices.pick(names.numbers.filter((name) => name.startsWith('m'))), ...change, ...common }
      : { property: choices.pick(names.numbers.filter((name) => name.startsWith('n'))), ...change, ...common };
  switch (choices.below(occurs ? 13 : 11)) {
    case 0:
      return { tell: 'heard', values: { amount: number(acting, 2), is: condition(acting, 1) }, ...common };
    case 1:
      return { delay: choices.between(0, 2), ...common };
    case 2:
      return choices.oneIn(3) && triggers.length > 0
        ? { check: true, ...common, if: `${condition(acting, 0)} && chance(0.3)` }
        : effect();
    case 3:
      return triggers.length > 0 ? { arm: trigger(), ...common } : effect();
    case 4:
      return triggers.length > 0 ? { disarm: trigger(), ...common } : effect();
    case 5:
      return depth < 1
        ? { do: [0, 1].map((i) => randomAction(choices.split(i), writer, triggers, occurs, depth + 1)), ...common }
        : effect();
    case 6:
      return { bind: 'hero', to: object(acting), ...common };
    case 7:
      return choices.oneIn(2)
        ? { create: choices.pick(names.classes), ...common, if: 'objects().count() < 40 && chance(0.4)' }
        : { destroy: true, ...common, if: 'chance(0.15)' };
    case 11:
    case 12:
      return {
        raise: choices.pick(occurrenceNames),
        values: { unit: object(acting), amount: `clamp(${number(acting, 1)}, -3, 5)` },
        ...common,
      };
    default:
      return effect();
  }
}

/**
 * Occurrences, and what begins and ends with a condition. Later ones may raise earlier ones, so that none goes on for
 * ever.
 */
function timing(
  choices: Choices,
  writer: Writer,
): { readonly occurrences: Readonly<Record<string, OccurrenceSource>>; readonly continuous: ContinuousSource[] } {
  const { number, condition, world } = writer;
  const kind = choices.pick(['thing0', 'system']);
  const self: Spot = {
    objects: ['self'],
    variables: (world.seen.get(kind) ?? []).filter((name) => numberVariables.includes(name)),
  };
  const acts = (own: Choices): ActionSource[] =>
    [0, 1].slice(0, own.between(1, 2)).map((i) => randomAction(own.split(i), writer, [], false));
  return {
    occurrences: Object.fromEntries(
      occurrenceNames.map((name, i): [string, OccurrenceSource] => [
        name,
        {
          fields: { unit: 'object', amount: 'number' },
          subject: 'unit',
          amount: 'amount',
          ...(choices.oneIn(2)
            ? {
                possible: choices.pick([
                  'turn % 2 == 0',
                  'occurrence.unit.m0 > 1',
                  'age(occurrence.unit) < 3',
                  'time > 2',
                ]),
              }
            : {}),
          do: [
            ...acts(choices.split(name)),
            ...(i > 0 && choices.oneIn(2)
              ? [
                  {
                    raise: occurrenceNames[i - 1],
                    values: { unit: 'target', amount: `clamp(${number(acting, 1)}, 0, 5)` },
                    if: 'chance(0.5)',
                  },
                ]
              : []),
          ],
        },
      ]),
    ),
    continuous: choices.oneIn(2)
      ? []
      : [
          {
            name: 'mood',
            carrier: { kind },
            while: condition(self, 2),
            begin: acts(choices.split('begin')),
            end: acts(choices.split('end')),
          },
        ],
  };
}

const abilityClasses = ['negate', 'trait', 'trait', 'trait', 'delayed', 'rulebook', 'reduction', 'prevent'] as const;

function randomAbility(choices: Choices, number: number, writer: Writer, classes: readonly string[]): AbilitySource {
  const { condition } = writer;
  const sort = choices.pick(abilityClasses);
  const isOfWorld = choices.oneIn(2);
  const carrier = choices.oneIn(2) ? { class: choices.pick(classes) } : { kind: choices.pick(['thing0', 'system']) };
  const self: Spot = isOfWorld
    ? { objects: ['hero', 'occurrence.unit'], variables: [] }
    : { objects: ['self', 'occurrence.unit', 'hero'], variables: [] };
  const heard = choices.pick<AbilitySource['on']>(['hit', 'note', 'roll', ['hit', 'roll']]);
  const acts = [0, 1].slice(0, choices.between(1, 2)).map((i) => randomAction(choices.split(i), writer, [], false));
  return {
    name: `a${number}`,
    class: sort,
    on: heard,
    ...(isOfWorld ? {} : { carrier }),
    ...(choices.oneIn(2) ? { where: condition(self, 1) } : {}),
    ...(choices.oneIn(2) ? { if: condition(self, 2) } : {}),
    ...(choices.oneIn(3) && !isOfWorld ? { live: condition({ objects: ['self'], variables: [] }, 1) } : {}),
    ...(choices.oneIn(4) ? { first: true } : {}),
    do: sort === 'reduction' ? [{ adjust: '-1' }, ...acts] : sort === 'negate' || sort === 'prevent' ? [] : acts,
  };
}
