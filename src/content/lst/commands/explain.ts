import type { Context, Explainer, ExplainChoice } from '../../../cli/command.js';
import { usageError } from '../../../cli/usage-error.js';
import { type HistoryWords, printHistory, variableHistory, whyUnmodified } from '../../../cli/variable-history.js';
import { readText } from '../../../files/read-file.js';
import { formatOf } from '../../../scenarios/format-of.js';
import { openCase } from '../scenarios/open-case.js';
import { formatName } from '../scenarios/scenario-schema.js';
import { type Stage, causeText, objectAt, openStage } from '../scenarios/character.js';
import { valueJson, valueText } from '../scenarios/value-text.js';
import { type GivenDeed, characterName, deedOptions, readDeeds, variableNamed } from './changes.js';
import { campaignToRun } from './lst.js';

export function createExplainer(): Explainer {
  const given: GivenDeed[] = [];
  return {
    options: deedOptions(given),
    files: 'a campaign',
    subject: 'the character of a campaign',
    note: 'Of a campaign (a .pcc file) or a scenario file of one it asks a character: PC itself, or an object of it, SCOPE|key.',
    examples: [
      "explain PC Hands campaign.pcc --grant 'SKILL|Extra Hands'",
      "explain 'EQUIPMENT|Sword' HandsRequired cases.json --case 'a sword'",
    ],
    isFor: (file) => isCampaign(file) || formatOf(readText(file)) === formatName,
    refuseOptions() {
      if (given.length > 0)
        throw usageError(
          `${given[0].option} does something to the character of a campaign; name its .pcc file, or leave it out`,
        );
    },
    explain(context, object, name, file, options) {
      const doDeeds = readDeeds(given);
      const stage = stageOf(context, file, options);
      if (stage === undefined) return;
      doDeeds(stage);
      const { place, variable } = variableNamed(stage.campaign, object, name);
      const at = objectAt(stage, place);
      const holder = place ?? characterName;
      const words = wordsOf(stage);
      const report = {
        object: holder,
        variable: variable.name,
        title: `${variable.name} of ${holder}`,
        history: variableHistory(stage.world, at, variable),
        unmodified: whyUnmodified(stage.world, at, [variable], words),
        words,
      };
      printHistory(context.terminal, report, options.json);
    },
  };
}

function isCampaign(file: string): boolean {
  return file.toLowerCase().endsWith('.pcc');
}

function stageOf(context: Context, file: string, { case: name, step }: ExplainChoice): Stage | undefined {
  if (!isCampaign(file)) return openCase(file, readText(file), { case: name, step });
  if (step !== undefined) throw usageError('--step goes with a scenario file; a campaign has no steps');
  if (name !== undefined) throw usageError('--case goes with a scenario file; a campaign has no cases');
  const campaign = campaignToRun(context, file);
  return campaign && openStage(campaign);
}

function wordsOf(stage: Stage): HistoryWords {
  const carrierName = (carrier: number) => stage.world.classOf(carrier) ?? characterName;
  return {
    text: valueText,
    json: valueJson,
    carrierText: carrierName,
    carrierJson: carrierName,
    causeText: (cause) => causeText(stage, cause),
    noAmount: 'failed',
    input: 'it is a channel: its value is what was written',
  };
}
