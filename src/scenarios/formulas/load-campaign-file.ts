import type { LoadedCampaign } from '../../content/lst/campaign.js';
import { loadCampaign } from '../../content/lst/load.js';
import { readCampaign } from '../../content/lst/text/read-campaign.js';

/**
 * Reads and loads a campaign from its `.pcc` file and the files that it names, with all that is wrong in any of them.
 */
export function loadCampaignFile(file: string): LoadedCampaign {
  const text = readCampaign(file);
  if (text.problems.length === 0) return loadCampaign(text);
  // What files that cannot be read would have declared is unknown, so that the rest cannot be judged.
  if (text.problems.some(({ code }) => code === 'file'))
    return { ok: false, problems: text.problems, warnings: [], more: text.more };
  const loaded = loadCampaign({ ...text, problems: [], more: 0 });
  const others = loaded.ok ? { problems: [], more: 0 } : loaded;
  return {
    ok: false,
    problems: [...text.problems, ...others.problems],
    warnings: loaded.warnings,
    more: text.more + others.more,
  };
}
