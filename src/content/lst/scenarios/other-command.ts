import { logFormat } from '../../../world/decision-log.js';
import { formatName as conditionsFormat } from '../../antares/scenarios/scenario-schema.js';
import { formatName as expressionsFormat } from '../../civ/scenarios/scenario-schema.js';
import { formatName as nativeFormat } from '../../../scenarios/native/scenario-schema.js';
import { formatName } from './scenario-schema.js';

/** What a file is that was given to the wrong command, and the right one, where that is known. */
export function otherCommand(file: string, format: string | undefined): string | undefined {
  if (/\.pcc$/i.test(file))
    return 'is a campaign; check it with edict formulas check, and ask a character of it with edict formulas run or edict explain';
  if (/\.lst$/i.test(file))
    return 'is a file of a campaign; give the .pcc file that names it to edict formulas check or edict formulas run';
  if (format === nativeFormat)
    return `is a scenario file of ${nativeFormat}; run its cases with edict test, and ask its world with edict what-if`;
  if (format === formatName) return `is a scenario file of ${formatName}; run its cases with edict test`;
  if (format === expressionsFormat)
    return `is a scenario file of ${expressionsFormat}; run its cases with edict test, and ask its world with edict expressions run`;
  if (format === logFormat) return 'is the log of a game; play it again with edict play and --replay';
  if (/\.pn$/i.test(file)) return 'is a level; check it with edict levels check, and play it with edict levels run';
  if (format === conditionsFormat)
    return `is a scenario file of ${conditionsFormat}; run it with edict test, and look at its level with edict levels run`;
  if (/\.xml$/i.test(file)) return 'is XML; check its expressions with edict expressions check';
  return undefined;
}
