import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ranges, steps } from '../../../../src/content/expression/check/collections.js';
import { folds } from '../../../../src/content/expression/check/lower-folds.js';
import { functions } from '../../../../src/content/expression/check/lower-functions.js';
import { compileExpression } from '../../../../src/content/expression/compile-expression.js';
import type { Parameter } from '../../../../src/model/parameter.js';
import { answering, contextOf, number, shown } from './model.js';

const page = readFileSync(new URL('../../../../docs/language.md', import.meta.url), 'utf8');
const rows = [...functions.values(), ...ranges.values(), ...steps.values(), ...folds.values()];

const scope = contextOf('scope');

/** Everything that some expression may name. */
const crowded: Parameter = {
  index: 0,
  name: 'crowded',
  type: { name: 'number' },
  integer: false,
  initial: 3,
  minimum: 0,
  maximum: 10,
  about: '',
};

const everything = {
  ...scope,
  model: { ...scope.model, parameters: [crowded], parameterByName: new Map([['crowded', crowded]]) },
  isIndexed: true,
  slots: new Map([...scope.slots, ['agent', 0], ['choice', 1]]),
  value: number,
  ...answering,
};

function compiles(text: string): void {
  const compiled = compileExpression(text, undefined, everything);
  expect(compiled.ok ? 'ok' : shown(compiled)).toBe('ok');
}

describe('docs/language.md', () => {
  /** The last cell of each row of a table whose last column holds examples. */
  const examples = page
    .split('\n')
    .flatMap((line) => /^\|.*\| `(.*)` \|$/.exec(line)?.[1].replaceAll('\\|', '|') ?? []);

  test('has an example on every line of its tables', () => {
    const lines = page.split('\n').filter((line) => /^\| (?!.*\| example \|$)/.test(line));
    expect(examples).toHaveLength(lines.length);
  });

  test.each(examples)('%s', compiles);

  test.each(rows.map((row) => row.signature))('tells of %s', (signature) => {
    expect(page).toContain(`\`${signature}\``);
  });
});

/** At least one for each function, range, step and fold. */
const samples: readonly string[] = [
  ...['abs', 'floor', 'ceil', 'round', 'truncate', 'single', 'sign', 'sqrt', 'exp', 'log', 'log2', 'sin', 'cos'].map(
    (name) => `${name}(source.population)`,
  ),
  'atan2(source.population, 3)',
  'mod(turn - 5, 4)',
  'lerp(source.population, 10, 0.5)',
  'uniform(2, 5)',
  'normal(source.population, 2)',
  'exponential(source.population)',
  'poisson(source.population)',
  'bernoulli(0.25)',
  ...['min', 'max'].map((name) => `${name}(source.population, 3, 5)`),
  'pow(source.population, 0.5)',
  'clamp(source.population, 0, 10)',
  'approach(source.population, source.maxPopulation, 1)',
  'random() * 6',
  'chance(0.25)',
  'links(source).count()',
  'within(source, 2.5).count()',
  'x(source) + y(target)',
  ...['offsetX', 'offsetY', 'span', 'heading'].map((name) => `${name}(source, target)`),
  'within(target.environment, source.planet.environment, 1)',
  'has(target.population)',
  'default(target.population, 3) > 2',
  'applies(target.population > 3)',
  "affiliation(target, source, 'enemies-exclusive')",
  'ownedBy(target, source)',
  "ownedBy(source, role('rival'))",
  "related(source, target, 'war')",
  'sees(source, target)',
  'distance(source, target) <= 100',
  'jumps(source, target) <= 3',
  'distanceTo(target, farm) <= 50',
  'jumpsTo(target, farm) == 0',
  'stockpile(source, minerals) >= 100',
  'available(source, farm)',
  'age(source) > 10',
  'created(source) == created(target)',
  'was(occurrence.planet.population) > 3',
  "lookup('crops', target.environment)",
  'size(objects(planet))',
  'objects(planet).count()',
  'instances(farm).count()',
  'attached(source.planet, building).count()',
  'contents(source.system, building).count()',
  'owned(source.owner, planet).count()',
  'owners(target.system).count()',
  'near(source, 1).count()',
  'neighbours(source).count()',
  'steps(source, target) > 2',
  'cell(0, 0) != source',
  'column(target) == row(target)',
  'empty(target, ship)',
  'objects(planet).filter(p, p.population > 3).count()',
  'objects(planet).map(p, p.population).sum()',
  'objects(planet).exists(p, p.population > 3)',
  'attached(source.system, planet).all(p, p.owner == source.owner)',
  'objects(planet).first()',
  ...['sum', 'mean', 'min', 'max'].map((name) => `objects(planet).${name}(p, p.population)`),
  'instances(farm).anyWithinJumps(target, 3)',
  'objects(planet).filter(p, p.population > 3).anyWithinDistance(source, 50)',
  "objects(planet).collect('MAX', p, p.population)",
  'objects(planet).top(3, p, p.population).count()',
  'objects(planet).bottom(3, p, p.population).count()',
  'objects(planet).random()',
  'objects(planet).weighted(p, p.population)',
  'objects(planet).minBy(p, p.population, p.size, ownedBy(p, source))',
  'objects(planet).maxBy(p, p.population)',
  'objects(planet).at(2)',
  'objects(planet).indexOf(target)',
];

describe('the table of functions', () => {
  test.each(rows.map((row) => [row.signature, row.name] as const))('a sample uses %s', (signature, name) => {
    const call = signature.startsWith('.') ? `.${name}(` : `${name}(`;
    expect(samples.some((sample) => sample.includes(call))).toBe(true);
  });

  test.each(samples)('%s compiles', compiles);
});
