import type { Variable } from '../../../model/model.js';
import type { Campaign, Place } from '../load-campaign.js';
import { EdictError } from '../../../kernel/errors.js';
import { meantOrKnown } from '../../text/nearest-name.js';
import { variableSeenFrom } from '../../../scenarios/variable-holder.js';
import type { Handle } from '../../../world/api.js';
import { formatName } from '../parse/value-format.js';
import { contentValue } from '../scenarios/value-text.js';
import { type Stage, classNameOf, objectAt, seenFrom } from '../scenarios/character.js';
import { type OptionRow, misused } from '../../../cli/command.js';

type Action = (stage: Stage) => Written | undefined;

/** An object whose channel was written while it was not granted. */
interface Written {
  readonly object: Handle;
  readonly text: string;
}

export const characterName = 'PC';

export interface GivenAction {
  readonly option: string;
  readonly text: string;
}

export function actionOptions(given: GivenAction[]): readonly OptionRow[] {
  const read = (option: string) => (text: string) => {
    given.push({ option, text });
    return given;
  };
  return [
    ['--grant <object>', 'grant an object, SCOPE|key; may be given again', { read }],
    ['--revoke <object>', 'revoke an object; actions are done in the order of the command line', { read }],
    ['--write <channel=value>', 'write a channel, Channel=value or SCOPE|key|Channel=value', { read }],
  ];
}

/** Reads late, so that a mistake in an action does not fail a command that ignores it. */
export function readActions(given: readonly GivenAction[]): Action {
  const actions = given.map(({ option, text }) => (option === '--write' ? writeIn(text) : grantIn(option, text)));
  return (stage) => {
    const { world } = stage;
    const lost = actions
      .flatMap((action) => action(stage) ?? [])
      .find(({ object }) => !world.variables.isGranted(object));
    if (lost === undefined) return;
    const name = world.classOf(lost.object) ?? '';
    throw new EdictError(
      'not-granted',
      `--write ${JSON.stringify(lost.text)}: ${name} is not granted, so that nothing reads what is written; give --grant ${JSON.stringify(name)} too`,
      name,
    );
  };
}

function grantIn(option: string, text: string): Action {
  if (!/^[^|]+\|.+$/s.test(text))
    throw misused(option, text, "give the scope and key of an object, such as 'EQUIPMENT|Sword', in quotes");
  return ({ campaign, roster }) => {
    roster[option === '--grant' ? 'grant' : 'revoke'](classNameOf(campaign, text));
    return undefined;
  };
}

/** Names have none of these signs: the first `=` after one ends it. Keys may have any. */
const writeForm = /^(?:([Pp][Cc]|[^|=]+\|.+?)[|:])?([A-Za-z][A-Za-z0-9_]*)=(.*)$/s;

function writeIn(text: string): Action {
  const [, of, channel, value] = writeForm.exec(text) ?? [];
  if (channel === undefined)
    throw misused('--write', text, "give Channel=value, or 'SCOPE|key|Channel=value' for the channel of an object");
  return (stage) => {
    const object = write(stage, isCharacter(of) ? undefined : of, channel, value);
    const { world, roster } = stage;
    return object === roster.root || world.variables.isGranted(object) ? undefined : { object, text };
  };
}

function isCharacter(of: string | undefined): boolean {
  return of?.toUpperCase() === characterName;
}

/** Returns the channel's object. */
function write(stage: Stage, of: string | undefined, channel: string, value: string): Handle {
  const { campaign, world } = stage;
  const place = of === undefined ? undefined : classNameOf(campaign, of);
  const variable = campaign.channelOf(place, channel);
  if (variable === undefined) throw unknownName(campaign, place, channel, 'channel');
  const content = campaign.constantOf(variable, value);
  if (content === undefined)
    throw new EdictError(
      'format',
      `${JSON.stringify(value)} cannot be written to ${variable.name}: it is not a constant of the format ${formatName(campaign.formatOf(variable))}`,
      variable.name,
    );
  const at = objectAt(stage, place);
  world.set(at, variable, contentValue(variable.type, content));
  return variableSeenFrom(world, at, [variable])?.holder ?? at;
}

export function variableNamed(campaign: Campaign, object: string | undefined, name: string) {
  const place = object === undefined || isCharacter(object) ? undefined : classNameOf(campaign, object);
  const variable = campaign.variableOf(place, name) ?? campaign.channelOf(place, name);
  if (variable === undefined) throw unknownName(campaign, place, name, 'variable');
  return { place, variable };
}

function unknownName(campaign: Campaign, place: Place, name: string, what: 'variable' | 'channel'): EdictError {
  const isChannel = what === 'channel';
  const known = campaign.program.model.variables.filter(({ input }) => input || !isChannel);
  const seen = known.filter(
    (each) => (each.input ? campaign.channelOf(place, each.name) : campaign.variableOf(place, each.name)) === each,
  );
  const names = [...new Set(seen.map((each) => each.name))];
  const isOther = isChannel && campaign.variableOf(place, name) !== undefined;
  const hint = isOther
    ? `: it is a variable, which modifiers make; ${names.length === 0 ? 'no channel is seen from there' : `channels there are ${names.join(', ')}`}`
    : `; ${elsewhere(campaign, known, name) ?? meantOrKnown(name, names)}`;
  return new EdictError(
    'unknown-variable',
    `there is no ${what} ${JSON.stringify(name)} ${seenFrom(place)}${hint}`,
    isChannel ? name : undefined,
  );
}

function elsewhere({ program: { model } }: Campaign, variables: readonly Variable[], name: string): string | undefined {
  const scopes = variables
    .filter((each) => each.name.toLowerCase() === name.toLowerCase())
    .map(({ kind }) => model.kinds[kind - 1].name);
  return scopes.length === 0 ? undefined : `objects of ${scopes.join(', ')} have one, so give one of those, SCOPE|key`;
}
