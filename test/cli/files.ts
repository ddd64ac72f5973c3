import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with files for one test; removed after it. Returns its path. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'edict-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

/** A scenario of one planet that grows by 1 a turn, to 3 above a farm. */
export const colony = `format: edict-scenario/1
name: Colony
content:
  meters:
    maxPopulation: { reset: true }
    population: { default: 1, max: maxPopulation, target: maxPopulation }
  kinds:
    empire: { faction: true }
    planet: { meters: [population, maxPopulation] }
    building: { attachesTo: [planet] }
  classes:
    farm:
      kind: building
      groups:
        - { name: fields, label: Fields, scope: { include: "target == source.planet" }, effects: [{ meter: maxPopulation, add: 3 }] }
world:
  objects:
    - { name: Blue, kind: empire }
    - { name: Terra, kind: planet, owner: Blue }
    - { name: Farm, class: farm, in: Terra, owner: Blue }
cases:
  - name: grows
    steps:
      - run: 1
      - expect: { object: Terra, values: { population: 2 } }
  - name: stops growing
    world: { seed: other }
    steps:
      - run: 9
      - expect: { object: Terra, values: { population: 3 } }
`;
