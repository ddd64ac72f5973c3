import { describe, expect, it } from 'vitest';
import {
  type Numeric,
  addNumeric,
  divideNumeric,
  maximumNumeric,
  minimumNumeric,
  scaleNumeric,
  subtractNumeric,
  whole,
} from '../../../../src/kernel/numeric-value.js';
import { lstFormat } from '../../../../src/content/lst/scenarios/open-case.js';
import { longTest } from '../../../support/heavy.js';

/** A variable of a shape: what it is from those before it, and how content says that. */
interface Made {
  readonly name: string;
  readonly reads: readonly string[];
  readonly modifiers: readonly string[];
  value(of: (name: string) => Numeric): Numeric;
}

const int = (value: number): Numeric => ({ value, whole: true });

/** Many variables over one, each with five modifiers. */
function fan(count: number): readonly Made[] {
  return Array.from({ length: count }, (_each, i) => ({
    name: `F${String(i)}`,
    reads: ['Source'],
    modifiers: [`SET|Source+${String(i)}`, 'MULTIPLY|3', 'DIVIDE|2', 'ADD|5', 'MIN|1000'],
    value: (of) =>
      minimumNumeric(
        int(1000),
        addNumeric(divideNumeric(scaleNumeric(addNumeric(of('Source'), int(i)), int(3)), int(2)), int(5)),
      ),
  }));
}

/** Each over the one before it. */
function chain(count: number): readonly Made[] {
  return Array.from({ length: count }, (_each, i) => {
    const before = i === 0 ? 'Source' : `C${String(i - 1)}`;
    return {
      name: `C${String(i)}`,
      reads: [before],
      modifiers: [`SET|${before}+1`],
      value: (of) => addNumeric(of(before), int(1)),
    };
  });
}

/** Two over one, and one over the two, again and again. */
function ladder(count: number): readonly Made[] {
  return Array.from({ length: count }, (_each, i): readonly Made[] => {
    const [top, left, right] = [i === 0 ? 'Source' : `T${String(i)}`, `L${String(i)}`, `R${String(i)}`];
    return [
      { name: left, reads: [top], modifiers: [`SET|${top}`], value: (of) => of(top) },
      { name: right, reads: [top], modifiers: [`SET|${top}`], value: (of) => of(top) },
      {
        name: `T${String(i + 1)}`,
        reads: [left, right],
        modifiers: [`SET|max(${left},${right})+${left}-${right}`],
        value: (of) => subtractNumeric(addNumeric(maximumNumeric(of(left), of(right)), of(left)), of(right)),
      },
    ];
  }).flat();
}

/** Rows of variables, each over some of the row before, and some that stop the wave. */
function layers(count: number, width: number): readonly Made[] {
  let seed = 7;
  const draw = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  return Array.from({ length: count }, (_each, i) => {
    const row = Math.floor(i / width);
    const reads =
      row === 0
        ? ['Source']
        : [...new Set(Array.from({ length: 3 }, () => `M${String((row - 1) * width + draw(width))}`))];
    const [limit, least] = [draw(200), draw(9) - 4];
    return {
      name: `M${String(i)}`,
      reads,
      modifiers: [`SET|${reads.join('+')}`, `MIN|${String(limit)}`, `MAX|${String(least)}`],
      // MAX comes first by its inherent priority.
      value: (of) => minimumNumeric(int(limit), maximumNumeric(reads.map(of).reduce(addNumeric), int(least))),
    };
  });
}

function valuesFor(shape: readonly Made[], source: number): ReadonlyMap<string, Numeric> {
  const values = new Map([['Source', whole(source)]]);
  for (const { name, value } of shape) {
    values.set(
      name,
      value((read) => values.get(read) ?? whole(0)),
    );
  }
  return values;
}

/** A case of a shape: some changes of what all is over, with all values, what changed, and how many were solved. */
function caseOf(shape: readonly Made[]): string {
  const sources = [5, 17, 17, -3];
  const objects = sources.map((source, i) => ({
    scope: 'SKILL',
    key: `Change ${String(i)}`,
    tokens: [`MODIFY:Source|SET|${String(source)}|PRIORITY=${String(i)}`],
  }));
  let before = valuesFor(shape, 0);
  const steps = sources.flatMap((source, i) => {
    const after = valuesFor(shape, source);
    const changed = [...after]
      .filter(
        ([name, { value, whole: isWhole }]) => before.get(name)?.value !== value || before.get(name)?.whole !== isWhole,
      )
      .map(([name]) => name);
    const solves = 1 + shape.filter(({ reads }) => reads.some((read) => changed.includes(read))).length;
    before = after;
    const gets = [...after].map(([get, { value, whole: isWhole }]) => ({
      get,
      expect: { format: 'NUMBER', class: isWhole ? 'int' : 'double', value },
    }));
    return [{ grant: `SKILL|Change ${String(i)}`, changed, solves }, ...gets];
  });
  const lst = [
    'DEFAULTVARIABLEVALUE:NUMBER|0',
    'GLOBAL:NUMBER=Source',
    ...shape.map(({ name }) => `GLOBAL:NUMBER=${name}`),
    ...shape.flatMap(({ name, modifiers }) => modifiers.map((each) => `MODIFY:${name}|${each}`)),
  ];
  return JSON.stringify({
    format: 'formulas/1',
    theme: 'large',
    cases: [{ name: 'a', lst, objects, steps }],
    checksum: { any: 1 },
  });
}

describe('shapes with many variables', () => {
  it.each([
    ['a fan', fan(60)],
    ['a chain', chain(200)],
    ['a ladder', ladder(16)],
    ['layers', layers(120, 11)],
  ] as const)('%s is solved exactly, each variable once', (_what, shape) => {
    expect(lstFormat.load({ file: 'large.json', text: caseOf(shape) })[0].run()).toBeUndefined();
  });

  longTest('a chain of 20,000 needs no stack', () => {
    const shape = chain(20_000);
    const last = shape[shape.length - 1].name;
    const lst = [
      'DEFAULTVARIABLEVALUE:NUMBER|0',
      'GLOBAL:NUMBER=Source',
      ...shape.map(({ name }) => `GLOBAL:NUMBER=${name}`),
      ...shape.map(({ name, modifiers }) => `MODIFY:${name}|${modifiers[0]}`),
    ];
    const objects = [{ scope: 'SKILL', key: 'Change', tokens: ['MODIFY:Source|SET|1'] }];
    const steps = [
      { grant: 'SKILL|Change', solves: 20_001 },
      { get: last, expect: { format: 'NUMBER', class: 'int', value: 20_001 } },
    ];
    const text = JSON.stringify({ format: 'formulas/1', cases: [{ name: 'a', lst, objects, steps }] });
    expect(lstFormat.load({ file: 'large.json', text })[0].run()).toBeUndefined();
  });
});
