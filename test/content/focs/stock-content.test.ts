import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { constructsOf, hasMeterEffects, takeCensus } from '../../support/focs-census.js';
import { readContent, type Content } from '../../../src/content/focs/content.js';
import { focsFixtures, hasFocsFixtures, stockContent } from '../../support/focs-content.js';
import { longTest } from '../../support/heavy.js';

interface GroupFacts {
  readonly kind: string;
  readonly item: string;
  readonly group: number;
  readonly priority: number;
  readonly stackingGroup: string;
  readonly accountingLabel: string;
  readonly effects: number;
  readonly hasActivation: boolean;
  readonly hasMeterEffects: boolean;
  readonly file: string;
  readonly constructs: Readonly<Record<string, number>>;
}

interface Counts {
  readonly filesParsed: number;
  readonly items: Readonly<Record<string, number>>;
  readonly itemsWithGroups: Readonly<Record<string, number>>;
  readonly scriptedGroups: Readonly<Record<string, number>>;
  readonly groupsWithMeterEffects: Readonly<Record<string, number>>;
}

/**
 * Its groups come from a file that players may change, which is no part of the content here: the one include that is
 * missing.
 */
const customized = 'SPY_CUSTOM_ADVISORIES';

describe.skipIf(!hasFocsFixtures)(
  'the content of the game (skipped where ../shared/fixtures/freeorion is absent)',
  () => {
    let content: Content;
    let counts: Counts;
    let facts: readonly GroupFacts[];

    beforeAll(() => {
      content = readContent(stockContent());
      counts = JSON.parse(readFileSync(join(focsFixtures, 'counts.json'), 'utf8')) as Counts;
      facts = (
        JSON.parse(gunzipSync(readFileSync(join(focsFixtures, 'groups.json.gz'))).toString()) as {
          scripted: readonly GroupFacts[];
        }
      ).scripted;
    });

    test('has no errors, and 17 includes that are missing, 16 of them only relative to the outermost file', () => {
      expect(content.errors).toEqual([]);
      expect(content.warnings).toHaveLength(17);
      expect(content.warnings.every(({ code }) => code === 'missing-include')).toBe(true);
      expect(content.warnings.filter(({ file }) => file.startsWith('techs/ship_weapons/'))).toHaveLength(16);
      expect(content.warnings).toContainEqual(
        expect.objectContaining({
          file: 'techs/spy/CUSTOM_ADVISORIES.focs.txt',
          line: 9,
          column: 1,
          message: 'there is no file `customizations/custom_sitreps.txt` to include',
        }),
      );
      expect(content.files).toHaveLength(counts.filesParsed);
    });

    test('has as many items and groups as the game, but for those of the missing file', () => {
      const missing = facts.filter(({ item }) => item === customized);
      expect(missing).toHaveLength(5);
      expect(missing.some((each) => each.hasMeterEffects)).toBe(false);
      const census = takeCensus(content);
      expect(census.items).toEqual(counts.items);
      expect(census.groups).toEqual({ ...counts.scriptedGroups, Tech: counts.scriptedGroups.Tech - missing.length });
      expect(census.itemsWithGroups).toEqual({ ...counts.itemsWithGroups, Tech: counts.itemsWithGroups.Tech - 1 });
      expect(census.groupsWithMeterEffects).toEqual(counts.groupsWithMeterEffects);
    });

    test('has groups that are the same in all that is known of them', () => {
      const read = content.items.flatMap(({ item, document }) =>
        item.groups.map(
          (group, index): GroupFacts => ({
            kind: item.kind,
            item: item.name,
            group: index,
            priority: group.priority,
            stackingGroup: group.stackingGroup,
            accountingLabel: group.label,
            effects: group.effects.length,
            hasActivation: group.activation !== undefined,
            hasMeterEffects: hasMeterEffects(group),
            file: document.file,
            constructs: Object.fromEntries(constructsOf(group)),
          }),
        ),
      );
      const byGroup = new Map(read.map((each) => [`${each.kind} ${each.item} ${each.group}`, each]));
      const expected = facts.filter(({ item }) => item !== customized);
      expect(read).toHaveLength(expected.length);
      for (const each of expected) expect(byGroup.get(`${each.kind} ${each.item} ${each.group}`)).toEqual(each);
    });

    longTest('is read the same again', () => {
      const again = readContent(stockContent());
      expect(again.items.map(({ item }) => item)).toEqual(content.items.map(({ item }) => item));
    });

    test('has places that show the words that are there', () => {
      let looked = 0;
      for (const { item, document } of content.items) {
        for (const { at, effects } of item.groups) {
          const lineAt = (offset: number): string => {
            const { file, line, column } = document.place(offset);
            return linesOf(file)[line - 1].slice(column - 1);
          };
          expect(lineAt(at)).toMatch(/^effectsgroup/i);
          const { name, word } = effects[0];
          const keyword = name === 'SetMeter' ? `set${word ?? ''}` : name === 'SetShipPartMeter' ? 'set' : name;
          expect(lineAt(effects[0].at).slice(0, keyword.length).toLowerCase()).toBe(keyword.toLowerCase());
          looked += 1;
        }
      }
      expect(looked).toBeGreaterThan(3_900);
    });

    const lines = new Map<string, readonly string[]>();
    function linesOf(file: string): readonly string[] {
      const known = lines.get(file);
      if (known !== undefined) return known;
      const read = readFileSync(join(stockContent(), file), 'utf8')
        .replace(/^\uFEFF/, '')
        .split('\n');
      lines.set(file, read);
      return read;
    }
  },
);
