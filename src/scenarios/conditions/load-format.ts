import { loadLevel } from '../../content/antares/level/load-level.js';
import { type Policy, policies } from '../../content/antares/policy.js';
import type { Value } from '../../content/antares/value.js';
import type { ScenarioFormat } from '../scenario-format.js';
import { type ExpectedFault, faultOfLoad } from './fault-of-load.js';
import { plainLevel } from './plain-level.js';
import { entryOf, itemsOf, mapOf, merged, readScenario } from './read-scenario.js';
import { loadFormatName, loadSchema } from './scenario-schema.js';

/** Conditions that must load, or must be refused at a place. */
export const loadFormat: ScenarioFormat = {
  format: loadFormatName,
  load(file) {
    const { data, document } = readScenario(file, loadSchema);
    const plain = plainLevel();
    const [bad, good] = (['bad', 'good'] as const).map((key) =>
      itemsOf(entryOf(document, key)).map((entry) => levelOf(plain, entry)),
    );
    return [
      // What is broken is broken under both policies.
      ...data.bad.map((each, i) => ({ name: each.name, run: () => faultUnder(bad[i], () => each) })),
      ...data.good.map((each, i) => ({
        name: each.name,
        run: () => faultUnder(good[i], (policy) => (policy === 'sound' ? each.sound : undefined)),
      })),
    ];
  },
};

function levelOf(plain: Value, entry: Value): Value {
  return merged(entry, [plain, entryOf(entry, 'level'), mapOf('conditions', entryOf(entry, 'conditions'))]);
}

function faultUnder(level: Value, expected: (policy: Policy) => ExpectedFault | undefined): string | undefined {
  const faults = policies.flatMap((policy) => {
    const fault = faultOfLoad(loadLevel(level, policy).problems, expected(policy));
    return fault === undefined ? [] : [`policy ${policy}: ${fault}`];
  });
  return faults.length === 0 ? undefined : faults.join('\n');
}
