import type { Line, SourceText } from './line.js';
import type { Problem } from './campaign-problem.js';

export interface ObjectText {
  /** As it was written: such a scope need not exist. */
  readonly scope: string;
  readonly key: string;
  /** Groups that were declared otherwise than by tokens `GROUP:…`. */
  readonly groups: readonly string[];
  /** `SCOPE|key` of the object that it is part of. */
  readonly parent: string | undefined;
  /** The token that says so, where one does. */
  readonly parentOrigin?: SourceText | undefined;
  /** `NAME:rest`, in their order, without those that `parent` comes from. */
  readonly tokens: readonly SourceText[];
  /** Its text is that of the key, or `SCOPE|key` where it came from no file. */
  readonly origin: SourceText;
}

export interface CampaignText {
  /** The file, or the fixture's name. */
  readonly name: string;
  /** Of data control, variable and global modifier files, in the order of files. */
  readonly control: readonly Line[];
  readonly objects: readonly ObjectText[];
  /** In the order in which files are named. Where there are any, lines and objects may be missing. */
  readonly problems: readonly Problem[];
  /** Further problems that are not listed. */
  readonly more: number;
}

export interface FixtureObject {
  readonly scope: string;
  readonly key: string;
  readonly groups?: readonly string[] | undefined;
  /** `SCOPE|key` */
  readonly parent?: string | undefined;
  readonly tokens?: readonly string[] | undefined;
}

/** Problems name the file `lst`, or `SCOPE|key` with the number of the token for its line. */
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
