import { loadContent } from '../../src/content/native/load.js';
import { checkScenario } from '../../src/scenarios/native/check-scenario.js';
import { longestScenario } from '../../src/scenarios/native/read-scenario.js';
import { type HostileCase, outcomeOf } from './case.js';
import { type TextOf, nativeFiles } from './native.js';
import { filled, roomOfFile, shareOf } from './room.js';

export const nativeCases: readonly HostileCase[] = Object.entries(nativeFiles).map(([name, textOf]) => ({
  format: 'native', name,
  prepare(share) {
    const text = textOf(roomOfFile(share));
    return () => {
      const loaded = loadContent([{ file: 'hostile.yaml', text }]);
      return outcomeOf(loaded.ok ? [] : loaded.errors, loaded.warnings);
    };
  },
}));

const top = 'format: edict-scenario/1\n';
const content = 'content: { meters: { m: {} }, kinds: { t: { meters: [m] } } }\n';

const scenarioFiles: Readonly<Record<string, TextOf>> = {
  cases: (room) => `${top}${content}cases:\n${filled(room, (i) => `  - { name: c${String(i)}, steps: [] }`)}`,
  'cases with content': (room) => `${top}cases:\n${filled(room, (i) => `  - { name: c${String(i)}, content: { kinds: { t: {} } }, steps: [] }`)}`,
  steps: (room) => `${top}${content}steps:\n${filled(room, () => '  - { run: 0 }')}`,
  'wrong steps': (room) => `${top}${content}steps:\n${filled(room, () => '  - { rnu: 0 }')}`,
  'steps that do nothing': (room) => `${top}${content}steps:\n${filled(room, () => '  - {}')}`,
  'wrong names of objects': (room) => `${top}${content}steps:\n${filled(room, (i) => `  - { expect: { object: o${String(i)}, exists: true } }`)}`,
  'wrong names among many': (room) => `${top}${content}world:\n  objects:\n${filled(shareOf(room, 0.45), (i) => `    - { name: object${String(i)}, kind: t }`)}\nsteps:\n${filled(shareOf(room, 0.45), (i) => `  - { expect: { object: objetc${String(i)}, exists: true } }`)}`,
  objects: (room) => `${top}${content}steps: []\nworld:\n  objects:\n${filled(room, (i) => `    - { name: o${String(i)}, kind: t }`)}`,
  'objects that lack a kind': (room) => `${top}${content}steps: []\nworld:\n  objects:\n${filled(room, (i) => `    - { name: o${String(i)} }`)}`,
  'objects of unknown kinds': (room) => `${top}${content}steps: []\nworld:\n  objects:\n${filled(room, (i) => `    - { name: o${String(i)}, kind: q }`)}`,
  'wrong values of objects': (room) => `${top}${content}steps: []\nworld:\n  objects:\n${filled(room, (i) => `    - { name: o${String(i)}, kind: t, values: { q: 1 } }`)}`,
  'cases of one name': (room) => `${top}${content}cases:\n${filled(room, () => '  - { name: c, steps: [] }')}`,
  'expectations with conditions': (room) => `${top}${content}steps:\n${filled(room, (i) => `  - { expect: { count: { kind: t, where: self.m > ${String(i)}, is: 0 } } }`)}`,
  'one long line': ({ characters }) => `${top}about: ${'x'.repeat(characters - 100)}\n${content}steps: []\n`,
};

export const scenarioCases: readonly HostileCase[] = Object.entries(scenarioFiles).map(([name, textOf]) => ({
  format: 'edict-scenario/1', name,
  prepare(share) {
    const text = textOf({ ...roomOfFile(share), characters: longestScenario * share });
    return () => {
      const cases = checkScenario('hostile.yaml', text);
      return outcomeOf(cases.flatMap(({ errors }) => errors), cases.flatMap(({ warnings }) => warnings));
    };
  },
}));
