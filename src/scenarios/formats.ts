import { conditionsFormat, loadFormat } from '../content/antares/scenarios/antares-format.js';
import { textSuite } from '../content/antares/scenarios/text-suite.js';
import { traceFormat } from '../content/antares/scenarios/trace-format.js';
import { expressionsFormat } from '../content/civ/scenarios/civ-format.js';
import { formulasFormat } from '../content/lst/scenarios/open-case.js';
import { nativeFormat } from './native/native-format.js';
import { timingFormat } from '../content/l5r/scenarios/l5r-format.js';
import type { ScenarioArchive, ScenarioFormat } from './scenario-format.js';

/** Every family of scenario files, by what its `format` field says. */
export const scenarioFormats: ReadonlyMap<string, ScenarioFormat> = new Map(
  [nativeFormat, formulasFormat, expressionsFormat, conditionsFormat, loadFormat, traceFormat, timingFormat].map(
    (format) => [format.format, format],
  ),
);

/** Archives of cases, by the folder that holds all of it. */
export const scenarioArchives: readonly ScenarioArchive[] = [textSuite];
