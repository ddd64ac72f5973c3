/** What to say of formats of this family that are not read, by what their names begin with. */
const foreign: readonly (readonly [string, string])[] = [
  ['ARRAY[ARRAY', 'an array cannot hold arrays'],
  ['ARRAY', 'say what the array holds, such as `ARRAY[NUMBER]`'],
  ['TABLE', "tables are in Edict's own content format only"],
  ['COLUMN', "tables are in Edict's own content format only"],
  ['HANDED', 'write a STRING or BOOLEAN instead'],
  ['COMPOUND', 'write one variable for each part instead'],
];

/** What to do instead of a format that there is not. */
export function formatHint(text: string): string | undefined {
  const upper = text.toUpperCase();
  return foreign.find(([start]) => upper.startsWith(start))?.[1];
}
