/** Who is granted below each root, as far as modifiers of others want to know: objects that may be reached, and carriers that reach objects of a kind. */
export interface Members {
  readonly reached: Book;
  readonly carriers: Book;
}

/** Lists of objects by root and kind. */
export interface Book {
  list(root: number, kind: number): readonly number[];
  add(root: number, kind: number, object: number): void;
  remove(root: number, kind: number, object: number): void;
}

export function createMembers(): Members {
  return { reached: createBook(), carriers: createBook() };
}

const kinds = 256;

function createBook(): Book {
  const lists = new Map<number, number[]>();
  return {
    list: (root, kind) => lists.get(root * kinds + kind) ?? nobody,
    add(root, kind, object) {
      const key = root * kinds + kind;
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [object]);
      else list.push(object);
    },
    // Their order is of no consequence, so the last one takes the place.
    remove(root, kind, object) {
      const list = lists.get(root * kinds + kind);
      const at = list?.indexOf(object) ?? -1;
      if (list === undefined || at < 0) return;
      const last = list.pop();
      if (last !== undefined && at < list.length) list[at] = last;
    },
  };
}

const nobody: readonly number[] = [];
