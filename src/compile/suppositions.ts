/** What is supposed to be otherwise than it is: answers to questions, by question, word and object. The first answer to a question counts. */
export interface Suppositions {
  /** By question and word. */
  readonly answers: ReadonlyMap<number, readonly Supposition[]>;
}

export interface Supposition {
  /** Id. */
  readonly object: number;
  readonly value: number;
}

/** Words of one question. */
const mostWords = 65_536;

/** The number under which answers to a question about a word lie; word 0 where it is asked of no word. */
export function questionKey(question: number, word: number): number {
  return question * mostWords + word;
}

/** The supposed answer for an object, or undefined. */
export function supposedAnswer({ answers }: Suppositions, key: number, object: number): number | undefined {
  const known = answers.get(key);
  if (known === undefined) return undefined;
  for (const supposition of known) if (supposition.object === object) return supposition.value;
  return undefined;
}

/** Suppositions of a list; of several on one question, word and object the first counts. */
export function suppose(list: Iterable<{ readonly question: number; readonly word: number } & Supposition>): Suppositions {
  const answers = new Map<number, Supposition[]>();
  for (const { question, word, object, value } of list) {
    const key = questionKey(question, word);
    const known = answers.get(key) ?? [];
    if (known.some((each) => each.object === object)) continue;
    known.push({ object, value });
    answers.set(key, known);
  }
  return { answers };
}
