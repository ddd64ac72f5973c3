import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'python/README.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const longest = 300;

function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** Fenced blocks and indented ones are code. */
function withoutCode(text: string): string {
  return text.replace(/^ *```[^]*?^ *```/gm, '```').replace(/(?<=\n)\n(?: {4}.*\n+)+/g, '\n');
}

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading] of withoutCode(textOf(page)).matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s/g, '-');
    let unique = anchor;
    for (let i = 1; anchors.has(unique); i++) unique = `${anchor}-${String(i)}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Paragraphs, list entries and cells of tables, each on one line. */
function blocksOf(text: string): readonly string[] {
  const lines = withoutCode(text)
    .split('\n')
    .map((line) => line.trim());
  const cells = lines
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const paragraphs = lines
    .map((line) => (line.startsWith('|') || line.startsWith('#') || line.startsWith('```') ? '' : line))
    .join('\n')
    .split(/\n\n+|\n(?=(?:[-*]|\d+\.) )/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim());
  return [...cells, ...paragraphs];
}

/** Without the addresses of links, which nobody reads. */
function readLength(block: string): number {
  return block.replace(/\]\([^)]*\)/g, ']').length;
}

describe.each(pages)('%s', (page) => {
  it('leads to pages and headings that are there', () => {
    const broken = [...withoutCode(textOf(page)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)/g)].filter(
      ([, path, anchor]) => {
        const target = path === '' ? page : normalize(join(dirname(page), path));
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
      },
    );
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it(`has no paragraph and no cell of more than ${String(longest)} characters`, () => {
    expect(blocksOf(textOf(page)).filter((block) => readLength(block) > longest)).toEqual([]);
  });
});
