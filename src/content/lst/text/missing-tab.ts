/** Tokens that stand behind a TAB. */
const fields = /[ \u00a0](FACT|GROUP|MODIFY|MODIFYOTHER|PARENT|PART|EXPLANATION|VALUE|DATAFORMAT):/;

/** A token that blanks stand before, where a TAB was meant to: its name and colon, and where it begins. */
export function findMissingTab(text: string): { readonly token: string; readonly at: number } | undefined {
  const found = fields.exec(text);
  return found === null ? undefined : { token: `${found[1]}:`, at: found.index + 1 };
}
