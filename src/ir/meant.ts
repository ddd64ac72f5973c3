/** Codes of findings about sound content (plans/findings) that content may accept as intended. */
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

/** Reasons for accepting findings, by code, then by the name that the finding concerns. */
export type Meant = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function isMeant(meant: Meant | undefined, code: FindingCode, name: string): boolean {
  return meant?.get(code)?.has(name) === true;
}
