/** Kinds of things that an object of the game may have, without `GOM_`. */
export const gomKinds = [
  'BUILDING',
  'PROMOTION',
  'TRAIT',
  'FEATURE',
  'OPTION',
  'TERRAIN',
  'GAMESPEED',
  'ROUTE',
  'BONUS',
  'UNITTYPE',
  'TECH',
  'CIVIC',
  'RELIGION',
  'CORPORATION',
  'IMPROVEMENT',
  'UNITCOMBAT',
  'HANDICAP',
] as const;
export type GomKind = (typeof gomKinds)[number];

/** Kinds whose ids a declaration lists. Options need not be listed: they have values, and are declared with them. */
export const declaredKinds = [...gomKinds, 'PROPERTY', 'SPECIALIST', 'PLAYEROPTION', 'ADAPT'] as const;

const known: ReadonlySet<string> = new Set(gomKinds);

export function isGomKind(text: string): text is GomKind {
  return known.has(text);
}

export const gomPrefix = 'GOM_';

/** The kind of GOM that a text such as `GOM_TECH` names; any other text has none. */
export function gomKindIn(text: string): string {
  return text.startsWith(gomPrefix) ? text.slice(gomPrefix.length) : '';
}
