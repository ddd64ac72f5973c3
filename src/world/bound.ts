/** Methods, as functions of a record that they share. */
export type MethodsOf<Context, Of> = {
  readonly [Name in keyof Of]: Of[Name] extends (...given: infer Given) => infer Made
    ? (context: Context, ...given: Given) => Made
    : never;
};

/** Functions of a record as methods that have it. */
export function bound<Context, Of>(context: Context, table: MethodsOf<Context, Of>): Of {
  const methods = Object.entries(table) as (readonly [string, (context: Context) => unknown])[];
  return Object.fromEntries(methods.map(([name, method]) => [name, method.bind(undefined, context)])) as Of;
}
