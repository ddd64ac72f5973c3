import type { CampaignText, ObjectText } from './campaign-text.js';
import type { Line, SourceText } from './line.js';

/** An object as fixtures give it. */
export interface FixtureObject {
  readonly scope: string;
  readonly key: string;
  readonly groups?: readonly string[] | undefined;
  /** `SCOPE|key` */
  readonly parent?: string | undefined;
  readonly tokens?: readonly string[] | undefined;
}

/**
 * A campaign from a list of lines of all kinds, and objects: problems name the file `lst`, or `SCOPE|key` with the
 * number of the token for its line.
 */
export function fixtureCampaign(
  lst: readonly string[],
  objects: readonly FixtureObject[] = [],
  name = 'lst',
): CampaignText {
  return {
    name,
    control: lst.map((text, index): Line => ({ file: 'lst', line: index + 1, column: 1, text, kind: 'any' })),
    objects: objects.map(objectOf),
    problems: [],
    more: 0,
  };
}

function objectOf({ scope, key, groups = [], parent, tokens = [] }: FixtureObject): ObjectText {
  const file = `${scope}|${key}`;
  return {
    scope,
    key,
    groups,
    ...(parent === undefined ? {} : { parent }),
    tokens: tokens.map((text, index): SourceText => ({ file, line: index + 1, column: 1, text })),
    origin: { file, line: 1, column: 1, text: file },
  };
}
