import { loadContent } from '../../src/content/native/load-content.js';
import { checkScenario } from '../../src/scenarios/native/check-scenario.js';
import { longestScenario } from '../../src/scenarios/native/read-native-scenario.js';
import { type HostileCase, outcomeOf } from './case.js';
import { type TextOf, nativeFiles } from './native.js';
import { type Room, filled, roomOfFile, shareOf } from './room.js';

export const nativeCases: readonly HostileCase[] = Object.entries(nativeFiles).map(([name, textOf]) => ({
  format: 'native',
  name,
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

/** As many cases as a file may have, and as there is room for. */
function fewer(room: Room, line: (index: number) => string): string {
  return filled(room, line).split('\n').slice(0, 1_000).join('\n');
}

const range = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join(', ');

const scenarioFiles: Readonly<Record<string, TextOf>> = {
  cases: (room) => `${top}${content}cases:\n${fewer(room, (i) => `  - { name: c${String(i)}, steps: [] }`)}`,
  'cases with content': (room) =>
    `${top}cases:\n${fewer(room, (i) => `  - { name: c${String(i)}, content: { kinds: { ${range(12, (j) => `t${String(j)}: { meters: [m] }`)} }, meters: { m: {} } }, steps: [] }`)}`,
  'cases that share content': (room) =>
    `${top}content:\n  meters:\n${filled(shareOf(room, 0.1), (i) => `    m${String(i)}: {}`)}\ncases:\n${fewer(shareOf(room, 0.85), (i) => `  - { name: c${String(i)}, content: { kinds: { t: {} } }, steps: [] }`)}`,
  'cases that share a wrong world': (room) =>
    `${top}${content}world: { objects: [${filled(shareOf(room, 0.2), () => ' { kind: u },')}] }\ncases:\n${fewer(shareOf(room, 0.7), (i) => `  - { name: c${String(i)}, steps: [] }`)}`,
  'cases that share a large world': (room) =>
    `${top}${content}world: { objects: [{ kind: t, copies: 990 }] }\ncases:\n${fewer(room, (i) => `  - { name: c${String(i)}, steps: [] }`)}`,
  steps: (room) => `${top}${content}steps:\n${filled(room, () => '  - { run: 0 }')}`,
  'wrong steps': (room) => `${top}${content}steps:\n${filled(room, () => '  - { rnu: 0 }')}`,
  'steps that do nothing': (room) => `${top}${content}steps:\n${filled(room, () => '  - {}')}`,
  'wrong names of objects': (room) =>
    `${top}${content}steps:\n${filled(room, (i) => `  - { expect: { object: o${String(i)}, exists: true } }`)}`,
  'wrong names among many': (room) =>
    `${top}${content}world:\n  objects:\n${filled(shareOf(room, 0.45), (i) => `    - { name: object${String(i)}, kind: t }`)}\nsteps:\n${filled(shareOf(room, 0.45), (i) => `  - { expect: { object: objetc${String(i)}, exists: true } }`)}`,
  objects: (room) =>
    `${top}${content}steps: []\nworld:\n  objects:\n${filled(room, (i) => `    - { name: o${String(i)}, kind: t }`)}`,
  'objects that lack a kind': (room) =>
    `${top}${content}steps: []\nworld:\n  objects:\n${filled(room, (i) => `    - { name: o${String(i)} }`)}`,
  'objects of unknown kinds': (room) =>
    `${top}${content}steps: []\nworld:\n  objects:\n${filled(room, (i) => `    - { name: o${String(i)}, kind: q }`)}`,
  'wrong values of objects': (room) =>
    `${top}${content}steps: []\nworld:\n  objects:\n${filled(room, (i) => `    - { name: o${String(i)}, kind: t, values: { q: 1 } }`)}`,
  'cases of one name': (room) => `${top}${content}cases:\n${filled(room, () => '  - { name: c, steps: [] }')}`,
  'expectations with conditions': (room) =>
    `${top}${content}steps:\n${filled(room, (i) => `  - { expect: { count: { kind: t, where: self.m > ${String(i)}, is: 0 } } }`)}`,
  'wrong values among many': (room) =>
    `${top}content:\n  meters:\n${filled(shareOf(room, 0.3), (i) => `    meter${String(i)}: {}`)}\n  kinds: { t: {} }\nworld: { objects: [{ name: o, kind: t }] }\nsteps:\n${filled(shareOf(room, 0.6), (i) => `  - { expect: { object: o, lacks: [metre${String(i)}] } }`)}`,
  'one long text in quotes': ({ characters }) =>
    `${top}about: "\\x31${'x'.repeat(Math.min(3_999_000, characters - 1_000))}"\n${content}steps: []\n`,
  'one long line': ({ characters }) => `${top}about: ${'x'.repeat(characters - 1_000)}\n${content}steps: []\n`,
};

export const scenarioCases: readonly HostileCase[] = Object.entries(scenarioFiles).map(([name, textOf]) => ({
  format: 'edict-scenario/1',
  name,
  prepare(share) {
    const text = textOf({ ...roomOfFile(share), characters: longestScenario * share });
    return () => {
      const cases = checkScenario('hostile.yaml', text);
      return outcomeOf(
        cases.flatMap(({ errors }) => errors),
        cases.flatMap(({ warnings }) => warnings),
      );
    };
  },
}));
