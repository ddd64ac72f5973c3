import type { EffectSource, GroupSource } from '../../src/content/native/schema.js';
import type { Choices } from './choices.js';
import { type Place, type Vocabulary, randomExpressions } from './random-expression.js';

/**
 * Random groups in the forms that a planner treats by themselves: joins by identity and equality, nearness by jumps and
 * distance with every sort of bound, what two objects are to each other by way of their factions, unions, exclusions,
 * absences, amounts that read what is written.
 *
 * `calm` groups only write numbers and ask neither chance nor the turn, so their answers may be kept; what they write
 * is given to `resets` where there are such meters, so that turn after turn may be the same.
 */

export interface GroupShape {
  readonly kinds: readonly string[];
  readonly meters: readonly string[];
  readonly numbers: readonly string[];
  readonly resets: readonly string[];
  readonly calm: boolean;
}

const modes = ['empire-inclusive', 'empire-exclusive', 'enemies-inclusive', 'enemies-exclusive'];
const radii = [
  '0',
  '0.000000001',
  '0.3',
  '0.5',
  '0.7',
  '1',
  '1.4142135623730951',
  '2',
  '3',
  '5',
  '1000000',
  '5e-324',
  '1e-300',
  '1e300',
  '-1',
];
const steps = ['0', '1', '1', '2', '2.5', '3', '0.5', '100', '-1'];

export function plannedGroup(choices: Choices, number: number, shape: GroupShape, names: Vocabulary): GroupSource {
  const forms = scopeForms(choices, shape, names);
  const include = Array.from({ length: choices.oneIn(3) ? choices.between(2, 3) : 1 }, () => forms.scope());
  const isMeters = choices.oneIn(2);
  return {
    name: `g${number}`,
    ...(choices.oneIn(3) ? { priority: choices.between(95, 105) } : {}),
    ...(choices.oneIn(3) ? { activation: [forms.source()] } : {}),
    scope: {
      include,
      ...(choices.oneIn(3)
        ? {
            exclude: Array.from({ length: choices.between(1, 2) }, () =>
              choices.pick([forms.own, forms.keyed, forms.source, forms.absent])(),
            ),
          }
        : {}),
    },
    effects: plannedEffects(choices, isMeters, shape, names, forms),
  };
}

export interface ScopeForms {
  /** A whole inclusive condition. */
  scope(): string;
  /** Of the target alone. */
  own(): string;
  /** Of the source alone. */
  source(): string;
  /** A join that finds targets by an index. */
  join(): string;
  /** Of both, by what one is to the other. */
  keyed(): string;
  /** What some kinds do not have. */
  absent(): string;
}

export function scopeForms(
  choices: Choices,
  { kinds, meters, numbers, calm }: GroupShape,
  names: Vocabulary,
): ScopeForms {
  const expressions = randomExpressions(choices, names);
  const place = (...objects: readonly string[]): Place => ({ objects, value: false, draws: !calm, steady: calm });
  const kind = (): string => choices.pick(kinds);
  const value = (): string => choices.pick([...meters, ...numbers]);
  const literal = (): string => choices.pick(['0', '1', '2.5', '-3', '5', '40']);
  const rival = names.roles.length > 0 ? `role('${names.roles[0]}')` : 'source.goal';
  const outer = (): string =>
    choices.pick([
      'source',
      'source',
      'source',
      'source.owner',
      'source.parent',
      'source.system',
      'source.goal',
      `source.${kind()}`,
      rival,
    ]);
  const number = (): string =>
    choices.pick([
      `source.${value()}`,
      `source.${value()} / 10`,
      'jumps(source, source.goal)',
      `distance(source, ${rival})`,
      `contents(source).count()`,
    ]);

  function nearness(): string {
    const measure = choices.oneIn(2) ? 'jumps' : 'distance';
    const ends = choices.oneIn(2) ? `target, ${outer()}` : `${outer()}, target`;
    const bound = choices.oneIn(3)
      ? number()
      : choices.oneIn(8)
        ? 'jumps(source, source.goal)'
        : choices.pick(measure === 'jumps' ? steps : radii);
    const isBelow = choices.oneIn(3);
    return choices.oneIn(3)
      ? `${bound} ${isBelow ? '>' : '>='} ${measure}(${ends})`
      : `${measure}(${ends}) ${isBelow ? '<' : '<='} ${bound}`;
  }

  function equality(): string {
    const same = choices.pick([
      'kind',
      'class',
      'system',
      'parent',
      'owner',
      'goal',
      'focus',
      'size',
      'environment',
      'armed',
      kind(),
    ]);
    const [left, right] = choices.pick([
      [`target.${same}`, `source.${same}`],
      [`target.${same}`, `source.${same}`],
      ['target.goal', 'source'],
      ['target.parent', 'source'],
      ['target.owner', outer()],
      ['target.system', outer()],
      ['target.plan', 'source.class'],
      ['target.environment', 'source.former'],
      ['target.goal', outer()],
    ]);
    return choices.oneIn(3) ? `${right} == ${left}` : `${left} == ${right}`;
  }

  function identity(): string {
    return choices.oneIn(2) ? `target == ${outer()}` : `${outer()} == target`;
  }

  function between(): string {
    const [a, b] = choices.oneIn(2) ? ['target', outer()] : [outer(), 'target'];
    const said = choices.pick([
      `affiliation(${a}, ${b}, '${choices.pick(modes)}')`,
      `affiliation(${a}, ${b}, '${choices.pick(modes)}')`,
      `ownedBy(${a}, ${b})`,
      `sees(${a}, ${b})`,
      `related(${a}, ${b}, '${choices.pick(names.relations)}')`,
    ]);
    return choices.oneIn(4) ? `!${said}` : said;
  }

  function own(): string {
    return choices.pick([
      `target.kind == ${kind()}`,
      `target.kind == ${kind()}`,
      `(target.kind == ${kind()} || target.kind == ${kind()})`,
      `target.class == ${choices.pick(names.classes)}`,
      `target.${value()} >= ${literal()}`,
      `target.${value()} < ${literal()}`,
      'target.owner == null',
      `affiliation(target, null, '${choices.pick(modes)}')`,
      `contents(target).count() > ${choices.below(3)}`,
      `attached(target, ${kind()}).exists(v0, v0.${value()} > ${literal()})`,
      'has(target.n0)',
      'target.armed',
      `applies(target.${value()} > 1)`,
      expressions.condition(place('target'), 2),
    ]);
  }

  /** Something of the target that fits the source, whatever else the target is. */
  function within(): string {
    const range = choices.pick([
      'attached(target)',
      `attached(target, ${kind()})`,
      'contents(target)',
      `contents(target, ${kind()})`,
    ]);
    const member = choices.pick([
      `v0.${value()} > source.${value()}`,
      'ownedBy(v0, source)',
      'v0 == source.goal',
      'v0 == source',
      `v0.kind == ${kind()} && v0.goal == source.goal`,
      `distance(v0, ${outer()}) <= ${choices.pick(radii)}`,
      `jumps(v0, source) <= ${choices.pick(steps)} || v0.class == source.class`,
      'sees(source, v0)',
      'source.armed',
      'v0.owner == source.owner',
    ]);
    return `${choices.oneIn(3) ? '!' : ''}${range}.exists(v0, ${member})`;
  }

  function keyed(): string {
    const range = choices.pick([
      `objects(${kind()})`,
      `instances(${choices.pick(names.classes)})`,
      'attached(target)',
      'attached(source)',
      'contents(target)',
      `contents(source, ${kind()})`,
      'owned(source)',
      `owned(target, ${kind()})`,
      'owners(target)',
      'contents(target.system)',
      `objects(${kind()}).filter(v0, distance(v0, target) <= ${choices.pick(radii)})`,
    ]);
    return choices.pick([
      between(),
      between(),
      between(),
      within(),
      within(),
      `target.${value()} >= source.${value()}`,
      `!(${equality()})`,
      `!(${nearness()})`,
      `(${equality()} || ${between()})`,
      `${range}.exists(v0, v0.${value()} > source.${value()} && v0 != target)`,
      `${range}.exists(v0, ${choices.pick(['v0 == target', 'v0.owner == source.owner', 'v0.goal == target', 'v0.kind == target.kind'])})`,
      `${range}.count() > ${choices.below(4)}`,
      `${range}.sum(v0, v0.${value()}) >= target.${value()}`,
      `(source.${value()} > 1 ? ${own()} : ${between()})`,
      expressions.condition(place('source', 'target'), 2),
    ]);
  }

  function source(): string {
    return choices.pick([
      `source.${value()} > ${literal()}`,
      'source.armed',
      'source.owner != null',
      `contents(source).exists(v0, v0.kind == ${kind()})`,
      `objects(${kind()}).count() > ${choices.below(9)}`,
      `source.class != ${choices.pick(names.classes)}`,
      ...(calm ? [] : ['turn % 2 == 0', 'chance(0.5)']),
      expressions.condition(place('source'), 2),
    ]);
  }

  function absent(): string {
    return choices.pick([
      `target.${choices.pick(numbers)} > ${literal()}`,
      `target.${value()} != ${literal()}`,
      'target.focus == mining',
      'target.goal == null',
      `stockpile(target, gold) >= ${literal()}`,
    ]);
  }

  function join(): string {
    return choices.pick([identity, equality, equality, nearness, nearness])();
  }

  function conjunction(): string {
    const parts = [
      ...(choices.oneIn(5) ? [] : [choices.pick([join, join, between])()]),
      ...(choices.oneIn(3) ? [] : [own()]),
      ...(choices.oneIn(3) ? [keyed()] : []),
      ...(choices.oneIn(5) ? [source()] : []),
      ...(choices.oneIn(6) ? [absent()] : []),
      ...(choices.oneIn(6) ? [join()] : []),
      ...(!calm && choices.oneIn(6) ? ['chance(0.5)'] : []),
    ];
    const turned = choices.oneIn(2) ? parts : [...parts].reverse();
    return turned.length === 0 ? 'true' : turned.map((part) => `(${part})`).join(' && ');
  }

  return {
    scope: () => (choices.oneIn(4) ? `(${conjunction()}) || (${conjunction()})` : conjunction()),
    own,
    source,
    join,
    keyed,
    absent,
  };
}

function plannedEffects(
  choices: Choices,
  isMeters: boolean,
  { meters, numbers, resets, kinds, calm }: GroupShape,
  names: Vocabulary,
  forms: ScopeForms,
): EffectSource[] {
  const place: Place = { objects: ['source', 'target'], value: true, draws: !calm, steady: calm };
  const expressions = randomExpressions(choices, names);
  const targets = isMeters ? (calm && resets.length > 0 && !choices.oneIn(6) ? resets : meters) : numbers;
  const first = choices.pick(targets);
  const any = (): string => choices.pick([...meters, ...numbers]);
  const amount = (written: string): string =>
    choices.pick([
      choices.pick(['1', '2', '-3', '0.1', '2.5', '0']),
      `source.${any()}`,
      `target.${any()}`,
      `source.${any()} - target.${any()}`,
      'value + 1',
      `value / 2 + source.${any()}`,
      `target.${written}`,
      `target.${written} + target.${first}`,
      `source.${written} + 1`,
      `target.parent.${written}`,
      `contents(target).sum(v0, v0.${any()})`,
      `contents(target).sum(v0, v0.${written})`,
      `owned(source).count()`,
      `objects(${choices.pick(kinds)}).mean(v0, v0.${any()})`,
      `attached(source).max(v0, v0.${any()}) + target.${any()}`,
      `objects(${choices.pick(kinds)}).filter(v0, v0.${any()} > target.${any()}).count()`,
      `distance(source, target)`,
      `(${forms.keyed()} ? 2 : 1)`,
      expressions.number(place, 2),
    ]);
  return Array.from({ length: choices.between(1, 3) }, (): EffectSource => {
    const column = choices.oneIn(2) ? first : choices.pick(targets);
    const key = choices.pick(['add', 'add', 'add', 'set', 'min', 'max', 'divide', 'multiply'] as const);
    if (isMeters && !calm && choices.oneIn(8))
      return {
        ...choices.pick([
          { meter: meters[0], stacking: 2 },
          { meter: meters[1], stacking: 3 },
        ]),
        add: `clamp(${amount(column)}, -20, 20)`,
      };
    // Two such in a turn or two leave the range of numbers.
    const [how, text] = choices.oneIn(60)
      ? ['set', 'value * 1e308 + 1e308']
      : [key, `clamp(${amount(column)}, -20, 20)`];
    return isMeters ? { meter: column, [how]: text } : { property: column, [how]: text };
  });
}
