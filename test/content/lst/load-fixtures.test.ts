import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type LoadedCampaign, loadCampaign } from '../../../src/content/lst/load-campaign.js';
import { type FixtureObject, fixtureCampaign } from '../../../src/content/lst/parse/campaign-text.js';

/** The fixtures of formulas, which lie beside a checkout and are no part of it. */
const folder = fileURLToPath(new URL('../../../../shared/fixtures/formulas/', import.meta.url));

interface Step {
  readonly eval?: string;
  readonly get?: string;
  readonly of?: string;
  readonly as?: string;
  readonly format?: string;
  readonly explanation?: string;
  readonly scope?: string;
  readonly write?: string;
  readonly value?: string;
  readonly expect?: { readonly format?: string; readonly text?: string };
  readonly expectError?: { readonly on: string; readonly code: string };
}

interface Case {
  readonly name: string;
  readonly lst: readonly string[];
  readonly objects?: readonly FixtureObject[];
  readonly steps?: readonly Step[];
  readonly loadError?: { readonly code: string; readonly line?: string; readonly cycle?: readonly string[] };
}

const themes = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];

function casesOf(file: string): readonly Case[] {
  return (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { readonly cases: readonly Case[] }).cases;
}

/** What a failing load says, in the words of the fixtures. */
function errorsOf(loaded: LoadedCampaign): unknown {
  if (loaded.ok) return 'loaded';
  return loaded.problems.map(({ code, token, cycle }) =>
    cycle === undefined ? { code, line: token } : { code, cycle: cycle.toSorted((a, b) => (a < b ? -1 : 1)) },
  );
}

function checkStep(loaded: Extract<LoadedCampaign, { readonly ok: true }>, step: Step): void {
  const { campaign } = loaded;
  if (step.explanation !== undefined)
    expect(campaign.explanationOf(step.scope, step.explanation)).toBe(step.expect?.text);
  if (step.get !== undefined) expect(campaign.variableOf(step.of, step.get), step.get).toBeDefined();
  if (step.write !== undefined) {
    const channel = campaign.channelOf(step.of, step.write);
    expect(channel && campaign.constantOf(channel, step.value ?? '') !== undefined, step.write).toBe(
      step.expectError === undefined,
    );
  }
  if (step.eval === undefined) return;
  const { of, as, format, expectError } = step;
  const compiled = campaign.formulaIn(step.eval, {
    ...(of === undefined ? {} : { of }),
    ...(as === undefined ? {} : { as }),
    ...(format === undefined ? {} : { format }),
  });
  const code = compiled.ok ? 'none' : compiled.problem.code;
  expect(code, step.eval).toBe(expectError?.on === 'load' ? expectError.code : 'none');
}

describe.skipIf(themes.length === 0)('fixtures of formulas (../shared is needed)', () => {
  it.each(themes)('%s: loads what it must, refuses the rest, as is written there', (file) => {
    for (const { name, lst, objects, steps = [], loadError } of casesOf(file)) {
      const loaded = loadCampaign(fixtureCampaign(lst, objects));
      if (loadError !== undefined) {
        const expected =
          loadError.cycle === undefined
            ? loadError
            : { ...loadError, cycle: loadError.cycle.toSorted((a, b) => (a < b ? -1 : 1)) };
        expect(errorsOf(loaded), name).toEqual([expected]);
        continue;
      }
      expect(errorsOf(loaded), name).toBe('loaded');
      if (loaded.ok)
        steps.forEach((step) => {
          checkStep(loaded, step);
        });
    }
  });
});
