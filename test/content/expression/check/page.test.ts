import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ranges, steps } from '../../../../src/content/expression/check/collections.js';
import { folds } from '../../../../src/content/expression/check/lower-folds.js';
import { functions } from '../../../../src/content/expression/check/lower-functions.js';
import { compileExpression } from '../../../../src/content/expression/compile-expression.js';
import { answering, contextOf, number, shown } from './model.js';

const page = readFileSync(new URL('../../../../docs/language.md', import.meta.url), 'utf8');
const rows = [...functions.values(), ...ranges.values(), ...steps.values(), ...folds.values()];

const scope = contextOf('scope');

/** Everything that some expression may name. */
const everything = {
  ...scope,
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

describe('the table of functions', () => {
  test.each(rows.map((row) => [row.signature, row] as const))(
    '%s has a meaning and an example that compiles and uses it',
    (_signature, row) => {
      expect(row.meaning).not.toBe('');
      expect(row.example).toContain(`${row.name}(`);
      compiles(row.example);
    },
  );
});
