import type { Line, SourceText } from './line.js';
import type { Problem } from './campaign-problem.js';

export interface ObjectText {
  readonly scope: string;
  readonly key: string;
  readonly groups: readonly string[];
  /** `SCOPE|key` of the object that it is part of. */
  readonly parent: string | undefined;
  /** The token that names the parent. */
  readonly parentOrigin?: SourceText | undefined;
  readonly tokens: readonly SourceText[];
  /** The key, or `SCOPE|key` where it came from no file. */
  readonly origin: SourceText;
}

export interface CampaignText {
  readonly name: string;
  readonly control: readonly Line[];
  readonly objects: readonly ObjectText[];
  /** In the order in which files are named. With any, lines and objects may be missing. */
  readonly problems: readonly Problem[];
  /** Number of problems that are not listed. */
  readonly more: number;
}

export interface FixtureObject {
  readonly scope: string;
  readonly key: string;
  readonly groups?: readonly string[] | undefined;
  readonly parent?: string | undefined;
  readonly tokens?: readonly string[] | undefined;
}

/** Problems are in the file `lst`, or in `SCOPE|key` at the number of the token. */
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
    parent,
    tokens: tokens.map((text, index): SourceText => ({ file, line: index + 1, column: 1, text })),
    origin: { file, line: 1, column: 1, text: file },
  };
}
