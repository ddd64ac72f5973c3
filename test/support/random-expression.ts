import type { Choices } from './choices.js';

/**
 * Random texts of the expression language, always of the type that is asked for, over names that content declares. They
 * use every operator, function and aggregate. Numbers stay small: no powers, products only of what is small.
 */

/** What texts may name. */
export interface Vocabulary {
  readonly kinds: readonly string[];
  readonly classes: readonly string[];
  /** Meters and number properties. */
  readonly numbers: readonly string[];
  readonly booleans: readonly string[];
  readonly references: readonly string[];
  readonly stockpiles: readonly string[];
  /** Properties of words: their names, the words, and whether the words have an order (`<`). */
  readonly words: readonly {
    readonly property: string;
    readonly enumeration: string;
    readonly members: readonly string[];
    readonly ordered: boolean;
  }[];
  /** Sets of words that objects hold. */
  readonly sets: readonly { readonly property: string; readonly members: readonly string[] }[];
  readonly roles: readonly string[];
  readonly relations: readonly string[];
  readonly parameters?: { readonly number: string; readonly condition: string };
}

/** What may stand in a text: objects that are bound there, and whether `value` and draws are. */
export interface Place {
  readonly objects: readonly string[];
  readonly value: boolean;
  readonly draws: boolean;
  /** Nothing that differs from turn to turn by itself. */
  readonly steady?: boolean;
}

const modes = ['empire-inclusive', 'empire-exclusive', 'enemies-inclusive', 'enemies-exclusive'];
const mostAggregates = 2;

export interface Expressions {
  number(place: Place, depth: number): string;
  condition(place: Place, depth: number): string;
  object(place: Place, depth: number): string;
}

const functionsOfOne = [
  ...['abs', 'floor', 'ceil', 'round', 'truncate', 'single', '-', 'sign'],
  ...['sqrt', 'log', 'log2', 'sin', 'cos'],
];

const drawn = [
  ...['random()', 'random()', 'uniform(-1, 3)', 'normal(2, 0.5)', 'exponential(2)'],
  ...['poisson(1.5)', 'poisson(20)', 'bernoulli(0.4)', 'exp(normal(0, 1))'],
];

export function randomExpressions(choices: Choices, names: Vocabulary): Expressions {
  const constant = (): string => choices.pick(['0', '1', '2', '3', '5', '0.5', '-1', '10', '-2.5', '7']);
  const nested = (place: Place): number => place.objects.filter((name) => /^v\d$/.test(name)).length;
  const bound = (place: Place): Place & { readonly name: string } => {
    const name = `v${nested(place)}`;
    return { ...place, objects: [...place.objects, name], name };
  };

  function object(place: Place, depth: number): string {
    const base = choices.pick(place.objects);
    if (depth <= 0 || choices.oneIn(2)) return base;
    const inner = object(place, depth - 1);
    switch (choices.below(nested(place) < mostAggregates ? 6 : 5)) {
      case 0:
        return `${inner}.owner`;
      case 1:
        return `${inner}.parent`;
      case 2:
        return `${inner}.${choices.pick(names.kinds)}`;
      case 3:
        return names.references.length > 0 ? `${inner}.${choices.pick(names.references)}` : inner;
      case 4:
        return names.roles.length > 0 ? `role('${choices.pick(names.roles)}')` : inner;
      default:
        return `${collection(place, depth - 1)}.first()`;
    }
  }

  function collection(place: Place, depth: number): string {
    const of = object({ ...place, objects: place.objects }, Math.min(depth, 1));
    const kind = choices.pick(names.kinds);
    const start = choices.pick([
      `objects(${kind})`,
      'objects()',
      `instances(${choices.pick(names.classes)})`,
      `attached(${of})`,
      `attached(${of}, ${kind})`,
      `contents(${of})`,
      `contents(${of}, ${kind})`,
      `owned(${of})`,
      `owned(${of}, ${kind})`,
      `owners(${of})`,
    ]);
    if (choices.oneIn(3)) {
      const inner = bound(place);
      return `${start}.filter(${inner.name}, ${condition(inner, depth - 1)})`;
    }
    return start;
  }

  function number(place: Place, depth: number): string {
    if (depth <= 0 || choices.oneIn(4)) {
      const leaves = [
        constant(),
        constant(),
        place.steady === true ? '4' : 'turn',
        `${choices.pick(place.objects)}.${choices.pick(names.numbers)}`,
        `${choices.pick(place.objects)}.${choices.pick(names.numbers)}`,
      ];
      if (place.value) leaves.push('value');
      if (names.parameters !== undefined) leaves.push(names.parameters.number);
      return choices.pick(leaves);
    }
    const again = (): string => number(place, depth - 1);
    switch (choices.below(nested(place) < mostAggregates ? 16 : 14)) {
      case 0:
        return `(${again()} + ${again()})`;
      case 1:
        return `(${again()} - ${again()})`;
      case 2:
        return `(clamp(${again()}, -20, 20) * ${constant()})`;
      case 3:
        return `(${again()} / ${again()})`;
      case 4:
        return `(${again()} % ${again()})`;
      case 5:
        return `${choices.pick(['min', 'max', 'mod', 'atan2'])}(${again()}, ${again()})`;
      case 6:
        return `${choices.pick(functionsOfOne)}(${again()})`;
      case 7:
        return `(${condition(place, depth - 1)} ? ${again()} : ${again()})`;
      case 8:
        return choices.split('three').oneIn(4)
          ? `lerp(${again()}, ${constant()}, 0.25)`
          : `${choices.pick(['clamp', 'approach'])}(${again()}, ${constant()}, ${again()})`;
      case 9:
        return `${choices.pick(['distance', 'jumps'])}(${object(place, depth - 1)}, ${object(place, depth - 1)})`;
      case 10:
        return names.stockpiles.length > 0
          ? `stockpile(${object(place, depth - 1)}, ${choices.pick(names.stockpiles)})`
          : again();
      case 11:
        return `default(${object(place, depth - 1)}.${choices.pick(names.numbers)}, ${again()})`;
      case 12:
        return place.draws
          ? choices.pick(drawn)
          : place.steady === true
            ? again()
            : `${choices.pick(['age', 'age', 'created'])}(${object(place, depth - 1)})`;
      case 13:
        return `${object(place, depth - 1)}.${choices.pick(names.numbers)}`;
      case 14:
        return choices.oneIn(3)
          ? `${choices.pick(['distanceTo', 'jumpsTo'])}(${object(place, depth - 1)}, ${choices.pick(names.classes)})`
          : `${collection(place, depth - 1)}.count()`;
      default: {
        const inner = bound(place);
        const of = number(inner, depth - 1);
        const from = collection(place, depth - 1);
        const fold = choices.pick(['sum', 'mean', 'min', 'max']);
        return choices.oneIn(4)
          ? `${from}.map(${inner.name}, ${of}).${fold}()`
          : `${from}.${fold}(${inner.name}, ${of})`;
      }
    }
  }

  function wordTest(place: Place, depth: number): string {
    if (names.words.length === 0) return 'true';
    const { property, members, ordered, enumeration } = choices.pick(names.words);
    const of = `${object(place, Math.min(depth - 1, 1))}.${property}`;
    const word = choices.pick(members);
    const own = choices.split(`${of} ${word}`);
    if (names.sets.length > 0 && own.oneIn(4)) {
      const set = own.pick(names.sets);
      return `(${own.pick(set.members)} in ${object(place, Math.min(depth - 1, 1))}.${set.property})`;
    }
    switch (choices.below(6)) {
      case 0:
        return `within(${of}, ${word}, ${number(place, 0)})`;
      case 1: {
        const same = names.words.filter((each) => each.enumeration === enumeration);
        return `within(${of}, ${choices.pick(place.objects)}.${choices.pick(same).property}, ${choices.between(0, 3)})`;
      }
      case 2:
        return `${of} in [${[word, choices.pick(members), 'null'].slice(choices.below(2)).join(', ')}]`;
      case 3:
        return `(${of} ${ordered ? choices.pick(['<', '<=', '>', '>=']) : '!='} ${word})`;
      case 4:
        return `(${of} == null)`;
      default:
        return `(${of} == ${word})`;
    }
  }

  function condition(place: Place, depth: number): string {
    const base = choices.pick(place.objects);
    if (depth <= 0 || choices.oneIn(5)) {
      return choices.pick([
        `(${base}.kind == ${choices.pick(names.kinds)})`,
        `(${base}.class == ${choices.pick(names.classes)})`,
        `(${base}.${choices.pick(names.numbers)} ${choices.pick(['<', '>=', '==', '!='])} ${constant()})`,
        names.booleans.length > 0 ? `${base}.${choices.pick(names.booleans)}` : 'true',
        place.steady === true ? 'false' : `(turn % 2 == ${choices.below(2)})`,
        wordTest(place, 0),
        'true',
        names.parameters?.condition ?? 'false',
        'false',
      ]);
    }
    const again = (): string => condition(place, depth - 1);
    const one = (): string => object(place, depth - 1);
    switch (choices.below(nested(place) < mostAggregates ? 16 : 14)) {
      case 0:
        return `(${again()} && ${again()})`;
      case 1:
        return `(${again()} || ${again()})`;
      case 2:
        return `!(${again()})`;
      case 3:
        return `applies(${again()})`;
      case 4:
      case 5:
        return `(${number(place, depth - 1)} ${choices.pick(['<', '<=', '>', '>=', '==', '!='])} ${number(place, depth - 1)})`;
      case 6:
      case 7:
        return wordTest(place, depth);
      case 8:
        return `affiliation(${one()}, ${choices.oneIn(3) ? 'null' : one()}, '${choices.pick(modes)}')`;
      case 9:
        switch (choices.below(names.relations.length > 0 ? 3 : 2)) {
          case 0:
            return `ownedBy(${one()}, ${one()})`;
          case 1:
            return `sees(${one()}, ${one()})`;
          default:
            return `related(${one()}, ${one()}, '${choices.pick(names.relations)}')`;
        }
      case 10:
        return place.draws ? `chance(${choices.pick(['0.2', '0.5', '0.9'])})` : `(${one()} == ${one()})`;
      case 11:
        return choices.oneIn(2) ? `(${one()} == ${one()})` : `(${one()} != null)`;
      case 12:
        return choices.oneIn(2)
          ? `has(${one()}.${choices.pick(names.numbers)})`
          : `available(${one()}, ${choices.pick(names.classes)})`;
      case 13:
        return `(${again()} ? ${again()} : ${again()})`;
      case 14:
        return choices.oneIn(2)
          ? nearness(place, depth)
          : `${collection(place, depth - 1)}.exists(${bound(place).name}, ${condition(bound(place), depth - 1)})`;
      default: {
        const inner = bound(place);
        return `${collection(place, depth - 1)}.${choices.pick(['exists', 'all'])}(${inner.name}, ${condition(inner, depth - 1)})`;
      }
    }
  }

  /** Whether any of all objects, of a kind or of a class is near one; often only one of them is asked for. */
  function nearness(place: Place, depth: number): string {
    const inner = bound(place);
    const start = choices.pick([
      `objects(${choices.pick(names.kinds)})`,
      'objects()',
      `instances(${choices.pick(names.classes)})`,
    ]);
    const filter = choices.pick([
      '',
      `.filter(${inner.name}, ${inner.name} == ${choices.pick(place.objects)})`,
      `.filter(${inner.name}, ${condition(inner, depth - 1)})`,
    ]);
    return `${start}${filter}.${choices.pick(['anyWithinJumps', 'anyWithinDistance'])}(${object(place, depth - 1)}, ${number(place, choices.below(2))})`;
  }

  return { number, condition, object };
}
