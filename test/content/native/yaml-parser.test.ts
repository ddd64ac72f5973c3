import { expect, test } from 'vitest';
import { loadContent, loadFiles } from '../../../src/content/native/load-content.js';
import { type YamlParser, createYamlParser } from '../../../src/content/native/yaml-file.js';

const meters = { file: 'meters.yaml', text: 'meters:\n  food: { default: 5 }\n' };
const kinds = { file: 'kinds.yaml', text: 'kinds:\n  farm: { meters: [food] }\n' };

/** Notes whether a text got the same document again. */
function watched(parser: YamlParser) {
  const documents = new Map<string, unknown>();
  const again: string[] = [];
  const watching: YamlParser = {
    ...parser,
    parse(text, limit) {
      const parsed = parser.parse(text, limit);
      if (parsed.document !== undefined && documents.get(text) === parsed.document) again.push(text);
      documents.set(text, parsed.document);
      return parsed;
    },
  };
  return { watching, again };
}

test('parses only what changed, with the same result', () => {
  const { watching, again } = watched(createYamlParser());
  const changed = { ...meters, text: 'meters:\n  food: { default: 6 }\n' };
  const wrong = { ...meters, text: 'meters:\n  fod: { default: 6 }\n' };
  for (const files of [
    [meters, kinds],
    [changed, kinds],
    [wrong, kinds],
    [wrong, kinds],
    [meters, kinds],
  ]) {
    watching.sweep();
    const alone = loadContent(files);
    const kept = loadFiles(files, {}, watching);
    expect(kept.ok).toBe(alone.ok);
    if (kept.ok && alone.ok) expect(kept.program.fingerprint).toBe(alone.program.fingerprint);
    if (!kept.ok && !alone.ok) expect(kept.errors).toEqual(alone.errors);
  }
  expect(again).toEqual([kinds.text, kinds.text, wrong.text, kinds.text, kinds.text]);
});

test('keeps to the limits of each load, and to faults', () => {
  const parser = createYamlParser();
  expect(loadFiles([meters, kinds], {}, parser).ok).toBe(true);
  const options = { limits: { loadTokens: 5 } };
  expect(loadFiles([meters, kinds], options, parser)).toEqual(loadContent([meters, kinds], options));
  const anchored = { ...meters, text: 'meters: &all\n  food: { default: 5 }\n' };
  const refused = loadContent([anchored, kinds]);
  expect(refused.ok).toBe(false);
  for (let time = 0; time < 2; time++) expect(loadFiles([anchored, kinds], {}, parser)).toEqual(refused);
});

test('forgets texts that were not read again', () => {
  const { watching, again } = watched(createYamlParser());
  loadFiles([meters, kinds], {}, watching);
  watching.sweep();
  loadFiles([kinds], {}, watching);
  watching.sweep();
  loadFiles([meters, kinds], {}, watching);
  expect(again).toEqual([kinds.text, kinds.text]);
});
