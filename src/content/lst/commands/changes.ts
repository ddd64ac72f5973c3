import type { Class, Variable } from '../../../model/model.js';
import type { Campaign } from '../campaign.js';
import { EdictError } from '../../../kernel/errors.js';
import { didYouMean } from '../../../scenarios/did-you-mean.js';
import { contentValue } from '../scenarios/value-text.js';
import { type Stage, objectAt } from '../scenarios/character.js';
import type { OptionRow } from '../../../cli/command.js';
import { misused, unknownName } from '../../../cli/failure.js';

type Deed = (stage: Stage) => void;

export const characterName = 'PC';

export interface GivenDeed {
  readonly option: string;
  readonly text: string;
}

/** Fills `given`, in the order of the command line. */
export function deedOptions(given: GivenDeed[]): readonly OptionRow[] {
  const read = (option: string) => (text: string) => {
    given.push({ option, text });
    return given;
  };
  return [
    ['--grant <object>', 'grant an object, SCOPE|key; may be given again', { read }],
    ['--revoke <object>', 'revoke an object; deeds are done in the order of the command line', { read }],
    ['--write <channel=value>', 'write a channel, Channel=value or SCOPE|key|Channel=value', { read }],
  ];
}

/** Read late: a mistake in them is no fault of commands that they do not go with. */
export function readDeeds(given: readonly GivenDeed[]): Deed {
  const deeds = given.map(({ option, text }) => (option === '--write' ? writeIn(text) : grantIn(option, text)));
  return (stage) => {
    for (const deed of deeds) deed(stage);
  };
}

function grantIn(option: string, text: string): Deed {
  if (!/^[^|]+\|.+$/s.test(text))
    throw misused(option, text, "give the scope and key of an object, such as 'EQUIPMENT|Sword', in quotes");
  return ({ campaign, roster }) => roster[option === '--grant' ? 'grant' : 'revoke'](classNamed(campaign, text).name);
}

/** Names have none of these signs, so the first `=` after one ends it; keys of objects may have any. */
const writeForm = /^(?:([Pp][Cc]|[^|=]+\|.+?)[|:])?([A-Za-z][A-Za-z0-9_]*)=(.*)$/s;

function writeIn(text: string): Deed {
  const [, of, channel, value] = writeForm.exec(text) ?? [];
  if (channel === undefined)
    throw misused('--write', text, "give Channel=value, or 'SCOPE|key|Channel=value' for the channel of an object");
  return (stage) => write(stage, isCharacter(of) ? undefined : of, channel, value);
}

function isCharacter(of: string | undefined): boolean {
  return of?.toUpperCase() === characterName;
}

function write(stage: Stage, of: string | undefined, channel: string, value: string): void {
  const { campaign, world } = stage;
  const place = of === undefined ? undefined : classNamed(campaign, of).name;
  const variable = campaign.channelOf(place, channel);
  if (variable === undefined) throw noChannel(campaign, place, channel);
  const content = campaign.constantOf(variable, value);
  if (content === undefined)
    throw new EdictError(
      'format',
      `${JSON.stringify(value)} cannot be written to ${variable.name}: it is no constant of its format`,
      variable.name,
    );
  world.set(objectAt(stage, place), variable, contentValue(variable.type, content));
}

function classNamed(campaign: Campaign, reference: string): Class {
  const found = campaign.classOf(reference);
  if (found !== undefined) return found;
  const known = campaign.program.model.classes.map(({ name }) => name);
  throw unknownName('object', reference, known, { code: 'unknown-object', where: ' in the campaign' });
}

/** Throws where the variable or channel is not to be seen from the object. */
export function variableNamed(campaign: Campaign, object: string | undefined, name: string) {
  const place = object === undefined || isCharacter(object) ? undefined : classNamed(campaign, object).name;
  const variable = campaign.variableOf(place, name) ?? campaign.channelOf(place, name);
  if (variable !== undefined) return { place, variable };
  const { variables } = campaign.program.model;
  const seen = variables.filter(
    (each) => (each.input ? campaign.channelOf(place, each.name) : campaign.variableOf(place, each.name)) === each,
  );
  throw new EdictError(
    'unknown-variable',
    `there is no variable ${JSON.stringify(name)} ${seenFrom(place)}${elsewhere(campaign, variables, name) ?? didYouMean(name, namesOf(seen))}`,
  );
}

function noChannel(campaign: Campaign, place: string | undefined, name: string): EdictError {
  const channels = campaign.program.model.variables.filter(({ input }) => input);
  const seen = namesOf(channels.filter((channel) => campaign.channelOf(place, channel.name) === channel));
  const isVariable = campaign.variableOf(place, name) !== undefined;
  const hint = isVariable
    ? `: it is a variable, which modifiers make; ${seen.length === 0 ? 'no channel is seen from there' : `channels there are ${seen.join(', ')}`}`
    : (elsewhere(campaign, channels, name) ?? didYouMean(name, seen));
  return new EdictError(
    'unknown-variable',
    `there is no channel ${JSON.stringify(name)} ${seenFrom(place)}${hint}`,
    name,
  );
}

function seenFrom(place: string | undefined): string {
  return place === undefined ? 'of the character' : `to be seen from ${place}`;
}

/** Of other scopes. */
function elsewhere({ program: { model } }: Campaign, variables: readonly Variable[], name: string): string | undefined {
  const scopes = variables
    .filter((each) => each.name.toLowerCase() === name.toLowerCase())
    .map(({ kind }) => model.kinds[kind - 1].name);
  return scopes.length === 0
    ? undefined
    : `; objects of ${scopes.join(', ')} have one, so give one of those, SCOPE|key`;
}

function namesOf(variables: readonly Variable[]): readonly string[] {
  return [...new Set(variables.map(({ name }) => name))];
}
