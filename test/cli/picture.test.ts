import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pngOf } from '../../src/cli/png.js';
import { folderWith } from './files.js';
import { cli, oneSentence } from './run-cli.js';

const meadow = `
enumerations: { states: [bare, grown, burnt] }
properties: { state: { type: states, default: bare }, height: {}, size: {} }
kinds:
  plot: { node: true, ownership: none, properties: [height, state] }
  sheep: { attachesTo: [plot], ownership: none, properties: [size] }
grids: { field: { kind: plot, width: 4, height: 3, cells: true } }
start:
  - { grid: field, values: { height: index, state: "index < 4 ? grown : index > 9 ? burnt : bare" } }
  - { kind: sheep, in: "cell(1, 2, 'field')" }
reports: { "sheep & more": objects(sheep).count(), none: "objects(sheep).filter(s, s.size > 5).mean(s, s.size)" }
`;

async function draw(text: string, ...more: readonly string[]) {
  const folder = folderWith({ 'x.yaml': text });
  const file = join(folder, 'x.svg');
  const { code, error } = await cli(['run', join(folder, 'x.yaml'), '--turns', '3', '--picture', file, ...more]);
  return { code, error, svg: code === 0 ? readFileSync(file, 'utf8') : '' };
}

/** Colours row by row, by the letters of the legend's order; `.` is blank. */
function cellsOf(svg: string): readonly string[] {
  const png = Buffer.from(/base64,([\w+/=]+)/.exec(svg)?.[1] ?? '', 'base64');
  const [width, height, bits] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24]];
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const stride = 1 + Math.ceil((width * bits) / 8);
  return Array.from({ length: height }, (_row, y) =>
    Array.from({ length: width }, (_cell, x) => {
      const byte = rows[y * stride + 1 + Math.floor((x * bits) / 8)];
      return '.abcdefgh'[(byte >> (8 - bits - ((x * bits) % 8))) & ((1 << bits) - 1)];
    }).join(''),
  );
}

const legendOf = (svg: string) =>
  [...svg.matchAll(/<rect [^>]*width="10"[^>]*\/>\n<text [^>]*>([^<]*)</g)].map(([, text]) => text);

describe('edict run --picture', () => {
  it('draws the cells by their first property of words, with the objects on them', async () => {
    const { svg } = await draw(meadow);
    expect(legendOf(svg)).toEqual(['bare', 'grown', 'burnt', 'sheep']);
    expect(cellsOf(svg)).toEqual(['bbbb', 'aaaa', 'adcc']);
    expect(svg).toContain('x, seed 1, turn 3</text>');
  });

  it('draws what --colour says: a property, a condition or a number', async () => {
    const height = await draw(meadow, '--colour', 'height');
    expect(legendOf(height.svg)).toEqual(['height 0', 'height 11']);
    const low = await draw(meadow, '--colour', 'self.height < 5');
    expect(legendOf(low.svg)).toEqual(['false', 'true']);
    expect(cellsOf(low.svg)).toEqual(['bbbb', 'baaa', 'aaaa']);
    const few = await draw(meadow, '--colour', 'mod(self.height, 3)');
    expect(legendOf(few.svg)).toEqual(['0', '1', '2']);
    expect(cellsOf(few.svg)).toEqual(['abca', 'bcab', 'cabc']);
  });

  it('draws a chart of each report, whatever its name holds', async () => {
    const { svg } = await draw(meadow);
    expect(svg).toContain('>sheep &#38; more</text>');
    expect(svg).toContain('>1 to 1, last 1</text>');
    expect(svg).toContain('>absent</text>');
  });

  it('draws points without a grid', async () => {
    const points = 'kinds: { star: {} }\nstart: [{ kind: star, count: 3, at: { x: 10 * index, y: 5 * index } }]\n';
    const { svg } = await draw(points);
    const cells = cellsOf(svg);
    expect([cells.length, cells[0].length]).toEqual([100, 200]);
    expect([cells[0].indexOf('a'), cells[99].indexOf('a')]).toEqual([0, 199]);
    expect(legendOf(svg)).toEqual(['star']);
  });

  it('draws the same bytes again, over its own pictures alone', async () => {
    const folder = folderWith({ 'x.yaml': meadow, 'notes.svg': 'mine' });
    const run = (name: string) => cli(['run', join(folder, 'x.yaml'), '--turns', '1', '--picture', join(folder, name)]);
    await run('x.svg');
    const first = readFileSync(join(folder, 'x.svg'), 'utf8');
    expect((await run('x.svg')).code).toBe(0);
    expect(readFileSync(join(folder, 'x.svg'), 'utf8')).toBe(first);
    const { code, error } = await run('notes.svg');
    expect([code, error]).toEqual([1, expect.stringContaining('exists and is not a picture')]);
    writeFileSync(join(folder, 'x.svg'), '');
    expect((await run('x.svg')).code).toBe(1);
  });

  it.each([
    [['--picture', 'x.png'], 'edict: --picture is "x.png"; give a name that ends in .svg\n'],
    [['--colour', 'height'], 'edict: --colour is for the cells of a picture; give --picture too\n'],
  ])('refuses %j as wrong usage', async (more, message) => {
    const file = join(folderWith({ 'x.yaml': meadow }), 'x.yaml');
    expect(await cli(['run', file, ...more])).toEqual({ code: 2, out: '', error: message });
  });

  it('refuses what cannot be drawn, before it runs', async () => {
    const { code, error } = await draw(meadow, '--colour', 'self.heigth');
    expect([code, error]).toEqual([1, expect.stringMatching(oneSentence)]);
    expect(error).toContain('did you mean `height`?');
    const bare = await draw('kinds: { rock: {} }\nstart: [{ kind: rock }]\n');
    expect([bare.code, bare.error]).toEqual([1, expect.stringContaining('there is nothing to draw')]);
  });
});

it('images use as few bits a pixel as their palette needs', () => {
  const bitsOf = (colours: number) =>
    pngOf({
      width: 3,
      height: 1,
      pixels: Uint8Array.of(0, 1, 0),
      palette: Array.from({ length: colours }, () => '#102030'),
    })[24];
  expect([2, 3, 5, 17].map(bitsOf)).toEqual([1, 2, 4, 8]);
});
