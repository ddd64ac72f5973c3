import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { apiPages, entries } from '../../scripts/api-pages.mjs';
import * as batches from '../../src/entries/edict-batch.js';
import * as inspection from '../../src/entries/edict-inspect.js';
import * as node from '../../src/entries/edict-node.js';
import * as play from '../../src/entries/edict-play.js';
import * as antares from '../../src/content/antares/edict-antares.js';
import * as edict from '../../src/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = apiPages();
const pageOf = (name: string): string => pages.get(name) ?? '';

/** The part of a page about one export. */
function section(page: string, name: string): string {
  return new RegExp(`^### ${name}\\n([^]*?)(?=\\n#{2,3} |$(?![^]))`, 'm').exec(page)?.[1] ?? '';
}

describe('the reference pages of the library', () => {
  it('are up to date; if not, run `node scripts/write-api.mjs`', () => {
    expect(readdirSync(`${root}docs/api`).sort()).toEqual([...pages.keys()].sort());
    for (const [page, text] of pages) expect(readFileSync(`${root}docs/api/${page}`, 'utf8')).toBe(text);
  });

  it('are one for each entry point of the package', () => {
    const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
      readonly exports: Readonly<Record<string, { readonly default: string } | string>>;
    };
    // Folders and files are texts.
    const modules = Object.entries(exports).flatMap(([name, of]) =>
      typeof of === 'string' ? [] : [[name, of.default]],
    );
    expect(
      entries.map(({ entry, source }) => [
        entry.replace(/^edict/, '.'),
        source.replace(/^src/, './dist').replace(/ts$/, 'js'),
      ]),
    ).toEqual(modules);
  });

  it.each([
    ['edict.md', edict],
    ['batch.md', batches],
    ['node.md', node],
    ['play.md', play],
    ['inspect.md', inspection],
    ['antares.md', antares],
  ])('%s has every value of its entry', (page, values) => {
    for (const name of Object.keys(values)) expect(pageOf(page), name).toMatch(new RegExp(`^### ${name}$`, 'm'));
  });

  it('have every member of a world, its parts and a batch', () => {
    const world = edict.createWorld(edict.defineContent({}));
    const batch = batches.createBatch(batches.openEnvironment('cart-pole'));
    const documented: readonly (readonly [page: string, type: string, of: object])[] = [
      ['edict.md', 'World', world],
      ['edict.md', 'WorldQuestions', world.questions],
      ['edict.md', 'WorldTriggers', world.triggers],
      ['edict.md', 'WorldEvents', world.events],
      ['edict.md', 'WorldVariables', world.variables],
      ['edict.md', 'WorldRelations', world.relations],
      ['batch.md', 'Batch', batch],
    ];
    for (const [page, type, of] of documented) {
      const text = section(pageOf(page), type);
      for (const name of Object.keys(of)) expect(text, `${type}.${name}`).toMatch(new RegExp(`^\\* \`${name}\\b`, 'm'));
    }
  });

  it('have the lists of docstrings as lists, one line for each outcome', () => {
    const outcomes = section(pageOf('inspect.md'), 'WhyNotOutcome');
    expect(outcomes.match(/^- `[a-z ]+`: /gm)).toHaveLength(10);
    for (const text of pages.values()) expect(text).not.toMatch(/\S - `/);
  });

  it('have no line above 300 characters, and every event', () => {
    for (const text of pages.values())
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(300);
    const events = section(pageOf('play.md'), 'TriggerEvent') + section(pageOf('play.md'), 'TimingEvent');
    for (const kind of [
      ...['fire', 'act', 'message', 'skip', 'dropped', 'start', 'end', 'apply', 'fail', 'fizzle', 'zero', 'cancel'],
      ...['replace', 'adjust', 'retarget', 'pass', 'create', 'lapse', 'yield', 'pay', 'decide', 'loop'],
      ...['begin-continuous', 'end-continuous'],
    ])
      expect(events).toMatch(new RegExp(`["']${kind}["']`));
  });
});
