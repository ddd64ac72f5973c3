import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operators, integrators } from '../../src/content/civ/parse/operators.js';
import { holderTags } from '../../src/content/civ/parse/check-document.js';
import { manipulatorKinds } from '../../src/content/civ/manipulators/manipulator.js';
import { relationNames } from '../../src/content/civ/syntax.js';
import { gomKinds } from '../../src/content/civ/world/gom-kinds.js';
import { builtInAggregators } from '../../src/state/aggregators.js';
import { civFormat } from '../../src/content/civ/scenarios/civ-format.js';

const page = readFileSync(new URL('../../docs/civ.md', import.meta.url), 'utf8');
const valley = readFileSync(new URL('../../examples/civ/valley.yaml', import.meta.url), 'utf8');
const world = valley.slice(valley.indexOf('\nworld:') + 1, valley.indexOf('\ncases:') + 1);

const blocks = [...page.matchAll(/```yaml\n([^]+?)```/g)].map(([, text]) => text);
const listed = (texts: readonly string[]): string =>
  texts.map((text) => `  - ${text.trimEnd().split('\n').join('\n    ')}\n`).join('');
const isTurns = (text: string): boolean => /^turns:/m.test(text);

describe('docs/civ.md', () => {
  const text = `format: expressions/1\n${world}cases:\n${listed(blocks.filter((block) => !isTurns(block)))}turns:\n${listed(blocks.filter(isTurns))}`;
  const loaded = civFormat.load({ file: 'docs/civ.md', text });

  it('has examples', () => {
    expect(loaded).toHaveLength(blocks.length);
    expect(loaded.length).toBeGreaterThan(8);
  });

  it.each(loaded.map((each) => [each.name, each] as const))('the example "%s" passes', (_name, each) => {
    expect(each.run()).toBeUndefined();
  });

  it.each([
    ['operators', operators.keys()],
    ['integrators', integrators.keys()],
    ['holders', holderTags.map(({ name }) => name)],
    ['aggregators', builtInAggregators.map(({ name }) => name)],
    [
      'elements of manipulators',
      Object.values(manipulatorKinds).flatMap(({ typeTag, propertyTags }) => [typeTag, ...propertyTags]),
    ],
  ])('names all %s', (_what, names) => {
    for (const name of names) expect(page, name).toContain(`\`${name}\``);
  });

  it('names all kinds, relations and forms of flows', () => {
    for (const name of [...gomKinds, ...relationNames]) expect(page, name).toMatch(new RegExp(`\\b${name}\\b`));
    for (const { forms } of Object.values(manipulatorKinds))
      for (const name of forms.keys()) expect(page, name).toContain(`\`${name.replace(/^PROPERTY[A-Z]+_/, '')}\``);
  });

  it('leads to places that are there', () => {
    const anchorsOf = (text: string): ReadonlySet<string> =>
      new Set(
        [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
          heading
            .toLowerCase()
            .replace(/[^\w\s-]/g, '')
            .trim()
            .replace(/\s/g, '-'),
        ),
      );
    for (const [, anchor] of page.matchAll(/\]\(#([\w-]+)\)/g)) expect(anchorsOf(page), anchor).toContain(anchor);
    for (const [, file, anchor] of page.matchAll(/\]\((\w+\.md)(?:#([\w-]+))?\)/g)) {
      const other = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');
      if (anchor !== undefined) expect(anchorsOf(other), `${file}#${anchor}`).toContain(anchor);
    }
  });
});
