/** A variable of the environment of this process; none in a browser. Read at each call, as tests change it. */
export function processSetting(name: string): string | undefined {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  };
  return process?.env?.[name];
}
