import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { picturesIn } from '../../scripts/pictures.mjs';
import { cli } from '../cli/run-cli.js';
import { folderWith } from '../cli/files.js';
import { longTest } from '../support/heavy.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const page = textOf('docs/agents.md');
const pictures = picturesIn(page);

describe('docs/agents.md', () => {
  it('shows parts of the models as they are', () => {
    let model = '';
    let shown = 0;
    for (const [, linked, block] of page.matchAll(/\(\.\.\/(examples\/agents\/\w+\.yaml)\)|```yaml\n([^]*?)```/g)) {
      if (block === undefined) model = linked;
      else {
        expect(textOf(model), `${model} has\n${block}`).toContain(block);
        shown++;
      }
    }
    expect(shown).toBeGreaterThan(8);
  });

  it('shows each picture that it draws, none of them large', () => {
    const images = [...page.matchAll(/\]\((images\/[\w-]+\.svg)\)/g)].map(([, image]) => `docs/${image}`);
    expect(images.sort()).toEqual(pictures.map(({ file }) => file).sort());
    for (const file of images) expect(statSync(join(root, file)).size, file).toBeLessThan(60_000);
  });

  const quick = pictures.filter(({ file }) => /schelling|life/.test(file));

  it.each(quick)('$file is up to date; if not, run `node scripts/write-pictures.mjs`', drawsIt);

  describe('all pictures', () => {
    longTest('are up to date; if not, run `node scripts/write-pictures.mjs`', async () => {
      for (const picture of pictures) await drawsIt(picture);
    });
  });
});

async function drawsIt({ file, words }: (typeof pictures)[number]): Promise<void> {
  const drawn = join(folderWith({}), 'drawn.svg');
  const argv = words.map((word) => (word === file ? drawn : word.startsWith('examples/') ? join(root, word) : word));
  const { code, error } = await cli(argv);
  expect({ code, error: code === 0 ? '' : error }).toEqual({ code: 0, error: '' });
  expect(unpacked(readFileSync(drawn, 'utf8'))).toBe(unpacked(textOf(file)));
}

/** Compressors of other versions of Node may write other bytes. */
function unpacked(svg: string): string {
  return svg.replace(/(?<=base64,)[\w+/=]+/, (data) => {
    const png = Buffer.from(data, 'base64');
    const at = png.indexOf('IDAT');
    const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    return `${png.subarray(0, at - 4).toString('hex')} ${pixels.toString('hex')}`;
  });
}
