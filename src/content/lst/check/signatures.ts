/** How many arguments a function takes; Infinity: as many as one likes. */
export interface Arity {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

const signatures: readonly Arity[] = [
  { name: 'abs', least: 1, most: 1 },
  { name: 'ceil', least: 1, most: 1 },
  { name: 'floor', least: 1, most: 1 },
  { name: 'round', least: 1, most: 1 },
  { name: 'max', least: 2, most: Infinity },
  { name: 'min', least: 2, most: Infinity },
  { name: 'if', least: 3, most: 3 },
  { name: 'value', least: 0, most: 0 },
  { name: 'length', least: 1, most: 1 },
  { name: 'isEmpty', least: 1, most: 1 },
  { name: 'slice', least: 2, most: 3 },
  { name: 'input', least: 1, most: 1 },
  { name: 'get', least: 2, most: 2 },
  { name: 'getFact', least: 3, most: 3 },
  { name: 'arg', least: 1, most: 1 },
];

/** Functions that are always there, by folded name. */
export const builtInFunctions: ReadonlyMap<string, Arity> = new Map(
  signatures.map((signature) => [signature.name.toLowerCase(), signature]),
);

/** As they are spelt. */
export const builtInNames: readonly string[] = signatures.map(({ name }) => name);

/** Functions of other dialects of this family, by folded name, with what to do instead. */
export const foreignFunctions: ReadonlyMap<string, string> = new Map([
  ['lookup', "tables are in Edict's own content format only, as `lookup`"],
  [
    'getother',
    "variables of other objects are read in Edict's own content format only, by a path such as `self.owner.load`",
  ],
  [
    'dropintocontext',
    "variables of other objects are read in Edict's own content format only, by a path such as `self.owner.load`",
  ],
  ['listall', "lists of objects are in Edict's own content format only, as collections"],
  ['group', "lists of objects are in Edict's own content format only, as collections"],
  ['key', "lists of objects are in Edict's own content format only, as collections"],
  ['count', "lists of objects are in Edict's own content format only, as collections"],
  ['getoptional', "what may be absent is in Edict's own content format only"],
  ['ispresent', "what may be absent is in Edict's own content format only"],
]);

/** `1 argument`, `2 or more arguments`, `2 or 3 arguments`. */
export function describeArity({ least, most }: Pick<Arity, 'least' | 'most'>): string {
  if (most === Infinity) return `${String(least)} or more arguments`;
  const count = least === most ? String(least) : `${String(least)} or ${String(most)}`;
  return `${count} argument${most === 1 ? '' : 's'}`;
}
