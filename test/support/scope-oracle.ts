import type { CellValue, Handle, ObjectView, World } from '../../src/world/api.js';
import type { Choices } from './choices.js';
import { baseContent } from './content.js';

/**
 * What a scope is, written down a second time: random conditions as texts, each with a plain function over what the
 * host sees of the world. Nothing of the kernel is used but `describe` and `isVisible`, and nothing of the language but
 * its text.
 */

/**
 * What a condition says of an object: it holds or not, or what it asks for is missing (it does not apply) or not found
 * (the object is excluded).
 */
export type Verdict = boolean | 'missing' | 'not found';

/** The world as the host sees it at one moment. */
export interface Shadow {
  readonly views: ReadonlyMap<Handle, ObjectView>;
  sees(faction: Handle, object: Handle): boolean;
}

export interface Condition {
  /** In the expression language. */
  readonly text: string;
  holds(shadow: Shadow, source: ObjectView, target: ObjectView): Verdict;
}

type Name = 'source' | 'target';

const kindsWithoutOwner: readonly string[] = Object.entries(baseContent.kinds ?? {}).flatMap(([name, kind]) =>
  'ownership' in kind && kind.ownership === 'none' ? [name] : [],
);

export function shadowOf(world: World): Shadow {
  return {
    views: new Map(world.query().map((handle) => [handle, world.describe(handle)])),
    sees: (faction, object) => world.relations.isVisible(faction, object),
  };
}

/**
 * Union of the inclusive conditions, without what an exclusive one takes, and without whom something is not found of.
 */
export function inScope(
  shadow: Shadow,
  source: ObjectView,
  target: ObjectView,
  include: readonly Condition[],
  exclude: readonly Condition[],
): boolean {
  const [adds, removes] = [include, exclude].map((list) =>
    list.map((condition) => condition.holds(shadow, source, target)),
  );
  return (
    adds.includes(true) && !adds.includes('not found') && !removes.includes('not found') && !removes.includes(true)
  );
}

/** A random condition. `tested` is whose absences count: the target of a scope, the source of an activation. */
export function randomCondition(choices: Choices, tested: Name, depth: number): Condition {
  if (depth > 0 && !choices.oneIn(3)) {
    const [a, b] = [randomCondition(choices, tested, depth - 1), randomCondition(choices, tested, depth - 1)];
    switch (choices.below(5)) {
      case 0:
      case 1:
        return { text: `(${a.text} && ${b.text})`, holds: (...at) => decide([a.holds(...at), b.holds(...at)], false) };
      case 2:
        return { text: `(${a.text} || ${b.text})`, holds: (...at) => decide([a.holds(...at), b.holds(...at)], true) };
      case 3:
        return { text: `!${a.text}`, holds: (...at) => negated(a.holds(...at)) };
      default:
        return { text: `applies(${a.text})`, holds: (...at) => a.holds(...at) === true };
    }
  }
  return leaf(choices, tested);
}

function leaf(choices: Choices, tested: Name): Condition {
  const name: Name = tested === 'source' ? 'source' : choices.pick(['source', 'target', 'target', 'target'] as const);
  const of = (at: readonly [ObjectView, ObjectView]): ObjectView => at[name === 'source' ? 0 : 1];
  const isTested = name === tested;
  const atom = (text: string, holds: (shadow: Shadow, object: ObjectView) => Verdict): Condition => ({
    text: `(${text})`,
    holds: (shadow, ...at) => holds(shadow, of(at)),
  });
  switch (choices.below(11)) {
    case 0: {
      const kind = choices.pick(Object.keys(baseContent.kinds));
      return atom(`${name}.kind == ${kind}`, (_, object) => object.kind === kind);
    }
    case 1: {
      const item = choices.pick(Object.keys(baseContent.classes));
      return atom(`${name}.class == ${item}`, (_, object) => object.class === item);
    }
    case 2: {
      const [least, operator] = [choices.pick([0, 2, 10]), choices.pick(['>=', '<'] as const)];
      const meter = choices.pick(['wealth', 'crew', 'limit', 'stock']);
      return atom(`${name}.${meter} ${operator} ${least}`, (_, { values }) => {
        const value = values[meter] ?? (isTested ? undefined : 0);
        return typeof value === 'number' ? value >= least === (operator === '>=') : 'missing';
      });
    }
    case 3: {
      const word = choices.pick(baseContent.enumerations.environment.wheel);
      return atom(`${name}.environment == ${word}`, (shadow, object) =>
        climbed(shadow, object, 'environment', isTested, 'terran', (value) => value === word),
      );
    }
    case 4: {
      const order = baseContent.enumerations.size.ordered;
      const [place, range] = [choices.below(order.length), choices.between(0, 3)];
      return atom(`within(${name}.size, ${order[place]}, ${range})`, (shadow, object) =>
        climbed(
          shadow,
          object,
          'size',
          isTested,
          'medium',
          (value) => value !== null && Math.abs(order.findIndex((word) => word === value) - place) <= range,
        ),
      );
    }
    case 5:
      return atom(`${name}.goal == null`, (shadow, object) =>
        climbed(shadow, object, 'goal', isTested, null, (value) => value === null),
      );
    case 6: {
      const property = choices.pick(['environment', 'rank', 'goal', 'colour']);
      return atom(`has(${name}.${property})`, (shadow, object) => find(shadow, object, property) !== undefined);
    }
    case 7: {
      const most = choices.pick([0, 50, 100]);
      return atom(`stockpile(${name}, minerals) <= ${most}`, (shadow, { owners }) => {
        const value = owners.length === 1 ? shadow.views.get(owners[0])?.values.minerals : undefined;
        return typeof value === 'number' ? value <= most : 'missing';
      });
    }
    case 8: {
      const mode = choices.pick([
        'empire-inclusive',
        'empire-exclusive',
        'enemies-inclusive',
        'enemies-exclusive',
      ] as const);
      if (tested === 'source' || choices.oneIn(3)) {
        return atom(`affiliation(${name}, null, '${mode}')`, (shadow, object) =>
          canBeOwned(shadow, object) ? (object.owners.length === 0) === mode.startsWith('empire') : 'not found',
        );
      }
      return {
        text: `affiliation(target, source, '${mode}')`,
        holds: (shadow, source, target) =>
          source.owners.length > 0 && !canBeOwned(shadow, target)
            ? 'not found'
            : affiliated(target.owners, source.owners, mode),
      };
    }
    case 9: {
      if (tested === 'source')
        return { text: '(source.owner == null)', holds: (_, source) => source.owners.length !== 1 };
      const most = choices.pick([1.5, 2.5]);
      return {
        text: `(distance(source, target) <= ${most})`,
        holds: (_, { position: p }, { position: q }) =>
          p === null || q === null ? 'missing' : Math.hypot(p.x - q.x, p.y - q.y) <= most,
      };
    }
    default: {
      if (tested === 'source') return { text: '(source.parent == null)', holds: (_, source) => source.parent === null };
      return {
        text: 'sees(source, target)',
        holds: (shadow, source, target) =>
          source.owners.length === 0 ? 'missing' : source.owners.some((faction) => shadow.sees(faction, target.handle)),
      };
    }
  }
}

/** Whether an object, or the nearest that it hangs on, is of a kind that can be owned. */
function canBeOwned(shadow: Shadow, object: ObjectView): boolean {
  for (
    let at: ObjectView | undefined = object;
    at !== undefined;
    at = at.parent === null ? undefined : shadow.views.get(at.parent)
  ) {
    if (!kindsWithoutOwner.includes(at.kind)) return true;
  }
  return false;
}

function affiliated(owners: readonly Handle[], factions: readonly Handle[], mode: string): Verdict {
  if (factions.length === 0) return 'missing';
  const own = owners.filter((owner) => factions.includes(owner));
  const others = owners.filter((owner) => !factions.includes(owner));
  if (mode === 'empire-inclusive') return own.length > 0;
  if (mode === 'empire-exclusive') return own.length > 0 && others.length === 0;
  return others.length > 0 && (mode === 'enemies-inclusive' || own.length === 0);
}

/** A property of an object or of what it hangs on; undefined where nobody has it. */
function find(shadow: Shadow, object: ObjectView, property: string): CellValue | undefined {
  for (
    let at: ObjectView | undefined = object;
    at !== undefined;
    at = at.parent === null ? undefined : shadow.views.get(at.parent)
  ) {
    if (Object.hasOwn(at.values, property)) return at.values[property];
  }
  return undefined;
}

function climbed(
  shadow: Shadow,
  object: ObjectView,
  property: string,
  isTested: boolean,
  byDefault: CellValue,
  test: (value: CellValue) => boolean,
): Verdict {
  const value = find(shadow, object, property);
  if (value !== undefined) return test(value);
  return isTested ? 'not found' : test(byDefault);
}

function negated(verdict: Verdict): Verdict {
  return typeof verdict === 'boolean' ? !verdict : verdict;
}

function decide(verdicts: readonly Verdict[], deciding: boolean): Verdict {
  if (verdicts.includes(deciding)) return deciding;
  if (verdicts.includes('not found')) return 'not found';
  return verdicts.includes('missing') ? 'missing' : !deciding;
}
