// The commands of docs that draw pictures: lines `$ edict run … --picture docs/images/….svg`.

/**
 * @param {string} page
 * @returns {readonly { readonly file: string, readonly words: readonly string[] }[]}
 */
export function picturesIn(page) {
  return [...page.matchAll(/^ {4}\$ edict (run .*--picture (docs\/images\/\S+\.svg).*)$/gm)].map(
    ([, command, file]) => ({
      file,
      words: [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word),
    }),
  );
}
