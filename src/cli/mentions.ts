import { type SourceValue, isContainer, isList } from '../content/native/source-tree.js';

/** Names in texts: the text as a whole, its identifiers, and what it has in quotes. */
export function createMentions() {
  const names = new Set<string>();
  return {
    names: names as ReadonlySet<string>,
    /** All keys and texts at any depth. */
    add(value: SourceValue): void {
      const left = [value];
      for (const each of left) {
        if (typeof each === 'string') addText(each);
        if (!isContainer(each)) continue;
        if (isList(each)) {
          for (const item of each) left.push(item);
          continue;
        }
        for (const [key, inner] of Object.entries(each)) {
          addText(key);
          left.push(inner);
        }
      }
    },
  };

  function addText(text: string): void {
    names.add(text);
    for (const [name] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) names.add(name);
    for (const [, single, double] of text.matchAll(/'([^']*)'|"([^"]*)"/g)) names.add(single ?? double);
  }
}
