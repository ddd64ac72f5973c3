/** Of findings about sound content (plans/findings): content may say that one is meant so. */
export const findingCodes = [
  'reset-read-early',
  'order-by-file',
  'table-gap',
  'empty-role',
  'always-absent',
  'beyond-bounds',
  'never-made',
  'undone-effect',
  'unused',
] as const;

export type FindingCode = (typeof findingCodes)[number];

/** Why findings are meant so, by code, then by the name of what they concern. */
export type Meant = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function isMeant(meant: Meant | undefined, code: FindingCode, name: string): boolean {
  return meant?.get(code)?.has(name) === true;
}
