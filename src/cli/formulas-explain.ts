import { formatOf } from '../scenarios/format-of.js';
import { causeText } from '../scenarios/formulas/cause-text.js';
import { openCase } from '../scenarios/formulas/open-case.js';
import { formatName } from '../scenarios/formulas/scenario-schema.js';
import { type Stage, objectAt, openStage } from '../scenarios/formulas/stage.js';
import { type ValueJson, valueJson, valueText } from '../scenarios/formulas/value-text.js';
import { readText } from '../files/read-file.js';
import { usageError } from './failure.js';
import { campaignToRun } from './formulas.js';
import { type Deed, characterName, doDeeds, variableNamed } from './formulas-deeds.js';
import type { Terminal } from './terminal.js';
import { type HistoryWords, historyJson, historyText, whyUnmodified } from './variable-history.js';

/** What a command line asks of the variable of a character. */
export interface AskedHistory {
  /** `PC` or `SCOPE|key`. */
  readonly object: string;
  readonly variable: string;
  /** A campaign, or a file of cases. */
  readonly file: string;
  readonly case: string | undefined;
  /** Of a case: how many of its steps are done first; all where it is left out. */
  readonly step: number | undefined;
  readonly deeds: readonly Deed[];
  readonly json: boolean;
}

/** Whether a file is a campaign or a file of cases of campaigns, so that it has characters to ask. */
export function hasCharacter(file: string): boolean {
  return isCampaign(file) || formatOf(readText(file)) === formatName;
}

/** Explains the variable of a character; undefined where its campaign has errors, which are then told. */
export function explainCharacter(terminal: Terminal, asked: AskedHistory): string | undefined {
  const stage = stageOf(terminal, asked);
  if (stage === undefined) return undefined;
  doDeeds(stage, asked.deeds);
  const { place, variable } = variableNamed(stage.campaign, asked.object, asked.variable);
  const object = objectAt(stage, place);
  const history = stage.world.explainVariable(object, variable);
  const words = wordsOf(stage);
  const name = place ?? characterName;
  if (asked.json) return `${JSON.stringify(historyJson(name, variable.name, history, words), undefined, 2)}\n`;
  return historyText(
    `${variable.name} of ${name}`,
    history,
    words,
    whyUnmodified(stage.world, object, [variable], words),
    terminal,
  );
}

function isCampaign(file: string): boolean {
  return file.toLowerCase().endsWith('.pcc');
}

function stageOf(terminal: Terminal, { file, case: name, step }: AskedHistory): Stage | undefined {
  if (!isCampaign(file)) return openCase(file, readText(file), { case: name, step });
  if (step !== undefined) throw usageError('--step goes with a scenario file; a campaign has no steps');
  if (name !== undefined) throw usageError('--case goes with a scenario file; a campaign has no cases');
  const campaign = campaignToRun(terminal, file);
  return campaign === undefined ? undefined : openStage(campaign);
}

function wordsOf(stage: Stage): HistoryWords<ValueJson> {
  const nameOf = (carrier: number): string => stage.world.classOf(carrier) ?? characterName;
  return {
    text: valueText,
    json: valueJson,
    carrierText: nameOf,
    carrierJson: nameOf,
    causeText: (cause) => causeText(stage, cause),
    noAmount: 'failed',
    input: 'it is a channel: its value is what was written',
  };
}
