import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { focsFixtures, hasFocsFixtures, stockContent } from '../../../support/focs-content.js';
import { traceOf } from '../../../support/focs-games.js';
import { cli } from '../../../cli/run-cli.js';

const skipped = hasFocsFixtures ? '' : ' (skipped: ../shared is absent)';

function runAsText(...more: readonly string[]) {
  return cli(['focs', 'run', '--content', stockContent(), '--state', join(focsFixtures, 'mid_t119.json.gz'), ...more]);
}

function run(...more: readonly string[]) {
  return runAsText(...more, '--json');
}

interface Step {
  readonly rule: string;
  readonly source: number;
  readonly label: string;
  readonly before: number;
  readonly after: number;
}

interface WritesLine {
  readonly kind: string;
  readonly item: string;
  readonly source: number;
  readonly writes: readonly (readonly [number, string, number, number])[];
}

/** What the game itself wrote to a meter, in order. */
function tracedSteps(object: number, meter: string): readonly unknown[] {
  return traceOf<WritesLine>('mid_t119.trace_writes.jsonl.gz').flatMap(({ kind, item, source, writes }) =>
    writes
      .filter(([id, name]) => id === object && name === meter)
      .map(([, , before, after]) => [`${kind} ${item}`, source, before, after]),
  );
}

describe.skipIf(!hasFocsFixtures)(`edict focs on the content of the game${skipped}`, () => {
  it('finds every meter as recorded', async () => {
    const { code, out, error } = await run('--pass', 'c', '--compare');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    // As in the trace of the game, whose lines hold as many sources, active ones, targets and targets after stacking.
    expect(JSON.parse(out)).toMatchObject({
      objects: 1_007,
      pairs: 12_067,
      activePairs: 3_931,
      scopeMatches: 6_327,
      writes: 5_180,
      meters: 11_202,
      equal: 11_202,
      excluded: 33,
      different: 0,
      worst: [],
    });
  }, 60_000);

  it('explains a meter as the trace of the game has it', async () => {
    const { code, out } = await run('--explain', '875', 'target_population');
    expect(code).toBe(0);
    const { current, steps } = JSON.parse(out) as { readonly current: number; readonly steps: readonly Step[] };
    const byRules = steps.filter(({ source }) => source >= 0);
    expect(
      byRules.map(({ rule, source, before, after }) => [rule.replace(/ #\d+$/, ''), source, before, after]),
    ).toEqual(tracedSteps(875, 'TARGET_POPULATION'));
    expect(byRules.map(({ label }) => label)).toContain('GOOD_ENVIRONMENT_LABEL');
    expect(steps[0]).toMatchObject({ rule: 'reset', after: 0 });
    expect(steps.at(-1)?.after).toBe(current);
  }, 60_000);

  it('explains it as docs/commands.md shows', async () => {
    const { out } = await runAsText('--explain', '875', 'target_population');
    const page = readFileSync(new URL('../../../../docs/commands.md', import.meta.url), 'utf8');
    expect(page).toContain(
      out
        .trimEnd()
        .split('\n')
        .map((line) => (line === '' ? '' : `    ${line}`))
        .join('\n'),
    );
  }, 60_000);

  it('explains what the examples in the help ask for', async () => {
    const { out: help } = await cli(['focs', 'run', '--help']);
    const asked = [...help.matchAll(/--explain (\S+) (\S+)$/gm)];
    expect(asked).toHaveLength(2);
    for (const [, object, meter] of asked) {
      const { code, out } = await run('--explain', object, meter);
      expect(code, `${object} ${meter}`).toBe(0);
      expect((JSON.parse(out) as { readonly steps: readonly Step[] }).steps.length).toBeGreaterThan(1);
    }
  }, 60_000);

  it('finds no errors in it', async () => {
    const { code, out } = await cli(['focs', 'check', '--content', stockContent(), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ files: 731, items: 850, errors: [] });
  }, 60_000);
});
