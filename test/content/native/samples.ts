import { test } from 'vitest';
import type { Program, Rule } from '../../../src/ir/rule.js';
import type { Diagnostic } from '../../../src/content/text/diagnostic.js';
import { formatDiagnostic } from '../../../src/content/text/format-diagnostic.js';
import { type LoadResult, loadContent } from '../../../src/content/native/load-content.js';

/** A small world that tests build on: empires, systems, planets, buildings, ships. Sixteen lines. */
export const base = `enumerations:
  focus: [farming, industry]
  size: { ordered: [asteroids, tiny, small, medium, large, huge, gasGiant] }
  environment: { wheel: [swamp, toxic, inferno], off: [asteroids, gas] }
meters:
  population: { default: 1, bounds: [0, 1000], max: maxPopulation, target: maxPopulation }
  maxPopulation: { reset: true }
properties: { size: { type: size, default: medium }, environment: { type: environment }, formerEnvironment: { type: environment }, aim: { type: reference }, rich: { type: boolean }, level: { type: integer }, recipe: { type: class }, minerals: { default: 100 } }
kinds:
  empire: { faction: true, properties: [minerals] }
  system: { node: true, ownership: { through: planet } }
  planet: { attachesTo: [system], meters: [population, maxPopulation], properties: [size, environment, formerEnvironment, rich] }
  building: { attachesTo: [planet], properties: [aim, level, recipe] }
  ship: { attachesTo: [system], orphan: detach }
roles: [rival]
stacking: { 7: largest }
`;

/** Lines of `base`. */
export const baseLines = base.split('\n').length - 1;

/** `base` with one class, `farm`, of one group; the group begins in line 21 and column 9. */
export function withGroup(group: string): string {
  const body = group
    .split('\n')
    .map((line, i) => (i === 0 ? `      - ${line}` : `        ${line}`))
    .join('\n');
  return `${base}classes:\n  farm:\n    kind: building\n    groups:\n${body}\n`;
}

/** `base` with one group of one effect, in line 23. */
export function withEffect(effect: string): string {
  return withGroup(`name: test\nscope: { include: target == source }\neffects:\n  - ${effect}`);
}

export function load(...texts: readonly string[]): LoadResult {
  return loadContent(
    texts.map((text, i) => ({ file: texts.length === 1 ? 'content.yaml' : `file-${i + 1}.yaml`, text })),
  );
}

/** The program of content that is sound; fails with all its errors when it is not. */
export function sound(...texts: readonly string[]): Program {
  const result = load(...texts);
  if (!result.ok) throw new Error(result.errors.map((error) => formatDiagnostic(error)).join('\n'));
  return result.program;
}

/** The rules of `farm`. */
export function rulesOf(...texts: readonly string[]): readonly Rule[] {
  return sound(...texts).rules.rules;
}

export function errorsOf(...texts: readonly string[]): readonly Diagnostic[] {
  const result = load(...texts);
  return result.ok ? [] : result.errors;
}

/** Errors in short: `3:12 unknown-name`. */
export function briefly(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(({ line, column, code }) => `${line}:${column} ${code}`);
}

/** Content with a mistake: where or what it is, words of the message, words of the suggestion. */
export type MistakeRow = readonly [name: string, text: string, brief: string, message: string, suggestion?: string];

/** A test for each row. */
export function testRows(
  rows: readonly MistakeRow[],
  run: (text: string, brief: string, message: string, suggestion: string) => void,
): void {
  for (const [name, text, brief, message, suggestion = ''] of rows)
    test(name, () => {
      run(text, brief, message, suggestion);
    });
}
