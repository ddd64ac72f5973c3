import { type Command, Option } from 'commander';
import type { Class, Variable } from '../model/model.js';
import type { Campaign } from '../content/lst/campaign.js';
import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../scenarios/did-you-mean.js';
import { contentValue } from '../scenarios/formulas/value-text.js';
import { type Stage, objectAt } from '../scenarios/formulas/stage.js';
import { usageError } from './failure.js';

/** What a command line does to a character before it is asked something. */
export type Deed =
  | { readonly does: 'grant' | 'revoke'; readonly object: string }
  | { readonly does: 'write'; readonly of: string | undefined; readonly channel: string; readonly value: string };

/** What the character is called where an object is asked for. */
export const characterName = 'PC';

/** An option that does something to a character, as it was given. */
export interface GivenDeed {
  readonly option: '--grant' | '--revoke' | '--write';
  readonly text: string;
}

/**
 * Adds the options that do something to a character. Returns what they were given, in the order of the command line.
 */
export function addDeedOptions(command: Command): readonly GivenDeed[] {
  const given: GivenDeed[] = [];
  const adding =
    (option: GivenDeed['option']) =>
    (text: string): readonly GivenDeed[] => {
      given.push({ option, text });
      return given;
    };
  command
    .addOption(
      new Option('--grant <object>', 'grant an object, SCOPE|key; may be given again').argParser(adding('--grant')),
    )
    .addOption(
      new Option('--revoke <object>', 'revoke an object; deeds are done in the order of the command line').argParser(
        adding('--revoke'),
      ),
    )
    .addOption(
      new Option('--write <channel=value>', 'write a channel, Channel=value or SCOPE|key|Channel=value').argParser(
        adding('--write'),
      ),
    );
  return given;
}

/**
 * What options ask for. Throws for the first that cannot be read; that is no fault of commands that they do not go
 * with.
 */
export function readDeeds(given: readonly GivenDeed[]): readonly Deed[] {
  return given.map(({ option, text }) =>
    option === '--write'
      ? writeIn(text)
      : { does: option === '--grant' ? 'grant' : 'revoke', object: objectIn(option, text) },
  );
}

function objectIn(option: string, text: string): string {
  if (/^[^|]+\|.+$/s.test(text)) return text;
  throw usageError(
    `${option} is ${JSON.stringify(text)}; give the scope and key of an object, such as 'EQUIPMENT|Sword', in quotes`,
  );
}

/**
 * Names of variables and channels have none of these signs, so the first `=` behind one ends it; keys of objects may
 * have any.
 */
const writeForm = /^(?:([Pp][Cc]|[^|=]+\|.+?)[|:])?([A-Za-z][A-Za-z0-9_]*)=(.*)$/s;

function writeIn(text: string): Deed {
  const [, of, channel, value] = writeForm.exec(text) ?? [];
  if (channel === undefined)
    throw usageError(
      `--write is ${JSON.stringify(text)}; give Channel=value, or 'SCOPE|key|Channel=value' for the channel of an object`,
    );
  return { does: 'write', of: isCharacter(of) ? undefined : of, channel, value };
}

function isCharacter(of: string | undefined): boolean {
  return of?.toUpperCase() === characterName;
}

/** Does what was asked for, one change each. Throws for the first that cannot be. */
export function doDeeds(stage: Stage, deeds: readonly Deed[]): void {
  for (const deed of deeds) {
    if (deed.does === 'write') write(stage, deed);
    else stage.roster[deed.does](classNamed(stage.campaign, deed.object).name);
  }
}

function write(stage: Stage, { of, channel, value }: Extract<Deed, { does: 'write' }>): void {
  const { campaign, world } = stage;
  const place = of === undefined ? undefined : classNamed(campaign, of).name;
  const variable = campaign.channelOf(place, channel);
  if (variable === undefined) throw noChannel(campaign, place, channel);
  const content = campaign.constantOf(variable, value);
  if (content === undefined) {
    throw new EdictError(
      'format',
      `${JSON.stringify(value)} cannot be written to ${variable.name}: it is no constant of its format`,
      variable.name,
    );
  }
  world.setInput(objectAt(stage, place), variable, contentValue(variable.type, content));
}

/** The class of an object that a command line names. */
export function classNamed(campaign: Campaign, reference: string): Class {
  const found = campaign.classOf(reference);
  if (found !== undefined) return found;
  const known = campaign.program.model.classes.map(({ name }) => name);
  throw new EdictError(
    'unknown-object',
    `there is no object ${JSON.stringify(reference)} in the campaign${didYouMean(reference, known)}`,
    reference,
  );
}

/** A variable as a command line asks for it: where it is looked up, and what it is. */
export interface AskedVariable {
  /** `SCOPE|key`; undefined for the character. */
  readonly place: string | undefined;
  readonly variable: Variable;
}

/**
 * The variable or channel of an object (`SCOPE|key`, or the character's `PC` or undefined). Throws where it is not to
 * be seen from there.
 */
export function variableNamed(campaign: Campaign, object: string | undefined, name: string): AskedVariable {
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

/** Where there is such a name, if it is another scope. */
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
