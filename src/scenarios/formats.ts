import { expressionsFormat } from './expressions/expressions-format.js';
import { formulasFormat } from './formulas/formulas-format.js';
import { nativeFormat } from './native/native-format.js';
import type { ScenarioFormat } from './scenario-format.js';

/** Every family of scenario files, by what its `format` field says. */
export const scenarioFormats: ReadonlyMap<string, ScenarioFormat> = new Map(
  [nativeFormat, formulasFormat, expressionsFormat].map((format) => [format.format, format]),
);
