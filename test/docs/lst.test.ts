import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lstFormat } from '../../src/content/lst/scenarios/open-case.js';

const page = readFileSync(new URL('../../docs/lst.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/```(\w*)\n([^]+?)```/g)].map(([, language, text]) => ({ language, text }));
const defaults =
  blocks
    .find(({ text }) => text.startsWith('DEFAULTVARIABLEVALUE'))
    ?.text.trimEnd()
    .split('\n') ?? [];

/** The page's cases, with the lines that they leave out, as a file. */
const cases = blocks
  .filter(({ language }) => language === 'yaml')
  .map(({ text }) => {
    const whole = text.replace('\nlst:\n', `\nlst:\n${defaults.map((line) => `  - ${line}\n`).join('')}`);
    return `  - ${whole.trimEnd().split('\n').join('\n    ')}\n`;
  });

describe('docs/lst.md', () => {
  const loaded = lstFormat.load({
    file: 'docs/lst.md',
    text: `format: formulas/1\ncases:\n${cases.join('')}`,
  });

  it('says what the defaults are, and has examples', () => {
    expect(defaults).toHaveLength(5);
    expect(loaded.length).toBeGreaterThan(15);
  });

  it.each(loaded.map((each) => [each.name, each] as const))('the example "%s" passes', (_name, each) => {
    expect(each.run()).toBeUndefined();
  });

  it('leads to places that are there', () => {
    const anchors = new Set(
      [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        heading
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .trim()
          .replace(/\s/g, '-'),
      ),
    );
    for (const [, anchor] of page.matchAll(/\]\(#([\w-]+)\)/g)) expect(anchors, anchor).toContain(anchor);
    for (const [, file] of page.matchAll(/\]\((\w+\.md)/g))
      expect(readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8').length).toBeGreaterThan(100);
  });

  it('has no gap left to fill', () => {
    expect(/\b(?:CAMPAIGN|TABLE|SPEED)[A-Z]+S\b/.exec(page)?.[0]).toBeUndefined();
  });
});
