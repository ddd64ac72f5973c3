import { loadContent } from '../../content/native/load.js';
import { EdictError } from '../../kernel/errors.js';
import type { World } from '../../world/api.js';
import { didYouMean } from '../did-you-mean.js';
import { formatOf } from '../format-of.js';
import { readText } from '../read-input.js';
import { contentFiles, listOf } from './case-content.js';
import { type CaseDefinition, type Scenario, readScenario } from './read-scenario.js';
import { formatName } from './scenario-schema.js';
import { setUpStage } from './set-up-world.js';

/** A scenario's world before its first step, for running it at will. */
export interface OpenedScenario {
  readonly world: World;
  readonly title: string;
  readonly seed: string;
}

/** Opens the world of a case of a scenario file, the first where none is named. Throws when the file, its content or its world is not right. */
export function openScenario(file: string, options: { readonly case?: string; readonly seed?: string } = {}): OpenedScenario {
  const text = readText(file);
  const format = formatOf(text);
  if (format !== formatName) {
    const found = format === undefined ? 'has no format field' : `has the format ${JSON.stringify(format)}`;
    throw new EdictError('no-scenario', `${file} ${found}; to run content, put it into a scenario file (format: ${formatName}) that gives it a world`, file);
  }
  const read = readScenario(file, text);
  if (!read.ok) throw new EdictError('bad-scenario', `${file} does not fit its format:\n${listOf(read.errors)}`, file);
  const definition = chosenCase(read.scenario, file, options.case);
  const loaded = loadContent(contentFiles(read.scenario, definition));
  if (!loaded.ok) throw new EdictError('bad-content', `the content of ${file} does not load:\n${listOf(loaded.errors)}`, file);
  const { world } = setUpStage(loaded.program, read.scenario, definition, options.seed === undefined ? {} : { seed: options.seed });
  const title = read.scenario.data.cases === undefined || definition.name === read.scenario.data.name ? definition.name : `${read.scenario.data.name ?? file}: ${definition.name}`;
  return { world, title, seed: options.seed ?? String(definition.data.world?.seed ?? read.scenario.data.world?.seed ?? '1') };
}

function chosenCase(scenario: Scenario, file: string, name: string | undefined): CaseDefinition {
  const chosen = name === undefined ? scenario.cases[0] : scenario.cases.find((each) => each.name === name);
  if (chosen !== undefined) return chosen;
  throw new EdictError('unknown-case', `${file} has no case ${JSON.stringify(name ?? '')}${didYouMean(name ?? '', scenario.cases.map((each) => each.name))}`, file);
}
