/** Rows of uses by what they say, so that many can be looked through. Derived: it is kept in step by whoever adds and drops rows. */
export interface UseIndex {
  add(row: number, occurrence: number, ability: number, source: number, number: number): void;
  /** Forgets the rows behind one. */
  drop(down: number): void;
  /** Whether one behind a row says that. */
  has(from: number, occurrence: number, ability: number, source: number, number: number): boolean;
}

export function createUseIndex(): UseIndex {
  /** By text: rows, ascending. */
  const rows = new Map<string, number[]>();
  /** By row: its text. */
  const texts: string[] = [''];
  return {
    add(row, ...said) {
      const text = said.join(' ');
      texts[row] = text;
      const known = rows.get(text);
      if (known === undefined) rows.set(text, [row]);
      else known.push(row);
    },
    drop(down) {
      while (texts.length > down + 1) {
        const text = texts.pop() ?? '';
        const known = rows.get(text);
        if (known === undefined || known.length <= 1) rows.delete(text);
        else known.pop();
      }
    },
    has: (from, ...said) => (rows.get(said.join(' '))?.at(-1) ?? 0) > from,
  };
}
