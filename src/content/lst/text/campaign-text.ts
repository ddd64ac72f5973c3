import type { Line, SourceText } from './line.js';
import type { Problem } from './problem.js';

/** An object as it was declared. */
export interface ObjectText {
  /** As it was written; whether there is such a scope is not looked at. */
  readonly scope: string;
  readonly key: string;
  /** Groups that were declared otherwise than by tokens `GROUP:…`. */
  readonly groups: readonly string[];
  /** `SCOPE|key` of the object that it is part of. */
  readonly parent?: string;
  /** The token that says so, where one does. */
  readonly parentOrigin?: SourceText;
  /** `NAME:rest`, in their order, without those that `parent` comes from. */
  readonly tokens: readonly SourceText[];
  /** Its text is that of the key, or `SCOPE|key` where it came from no file. */
  readonly origin: SourceText;
}

export interface CampaignText {
  /** For people: the file, or the fixture's name. */
  readonly name: string;
  /** Lines of data control, variable and global modifier files, in the order of files. */
  readonly control: readonly Line[];
  readonly objects: readonly ObjectText[];
  /** What is wrong with the files, in the order in which they are named; then lines and objects may be missing. */
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

/**
 * A campaign of lines of all kinds, and objects: problems name the file `lst`, or `SCOPE|key` and the number of the
 * token for its line.
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
