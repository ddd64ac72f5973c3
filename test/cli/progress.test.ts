import { describe, expect, it, vi } from 'vitest';
import { createPatientProgress } from '../../src/cli/progress.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { runScenarios } from '../../src/scenarios/run-scenarios.js';
import { formats } from '../support/formats.js';
import { folderWith } from './files.js';

describe('progress', () => {
  it('is told of what takes long, and again when it has been stopped', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const told: string[] = [];
    const progress = createPatientProgress(
      {
        error: (text: string) => {
          told.push(text);
        },
        live: undefined,
      } as unknown as Terminal,
      false,
    );
    for (let round = 0; round < 2; round++) {
      for (let done = 0; done <= 100; done++) {
        now += 20;
        progress.update(done, 100);
      }
      progress.stop();
    }
    expect(told).toEqual([76, 80, 90, 100, 76, 80, 90, 100].map((done) => `turn ${done} of 100 (${done}%)\n`));
  });

  it('is told of each turn of a scenario', () => {
    const folder = folderWith({
      'two.yaml': `format: edict-scenario/1
content: { kinds: { a: {} } }
cases:
  - name: two runs
    steps: [{ run: 3 }, { run: 2 }]
`,
    });
    const told: (readonly [number, number])[] = [];
    expect([
      ...runScenarios([folder], formats, (done, total) => {
        told.push([done, total]);
      }),
    ]).toMatchObject([{ passed: 1 }]);
    expect(told).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [0, 2],
      [1, 2],
    ]);
  });
});
