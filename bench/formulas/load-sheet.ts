import { type Campaign, loadCampaign } from '../../src/content/lst/load-campaign.js';
import { fixtureCampaign } from '../../src/content/lst/parse/campaign-text.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { SheetText } from './sheet.js';

/** Milliseconds of the stages from text to content. */
export interface LoadTimes {
  /** Lines taken apart. */
  readonly read: number;
  /** Formulas parsed, names and formats checked, lowered, loops looked for. */
  readonly check: number;
}

export interface LoadedSheet {
  readonly campaign: Campaign;
  readonly times: LoadTimes;
}

export function loadSheet({ lines, objects }: SheetText): LoadedSheet {
  const start = performance.now();
  const text = fixtureCampaign(lines, objects);
  const read = performance.now();
  const loaded = loadCampaign(text);
  const end = performance.now();
  if (!loaded.ok)
    throw new EdictError('benchmark', `the generated campaign does not load: ${loaded.problems[0].message}`);
  return { campaign: loaded.campaign, times: { read: read - start, check: end - read } };
}
