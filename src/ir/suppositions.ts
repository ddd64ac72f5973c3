/** What is supposed to be otherwise than it is: answers to questions, by question and word, then by object (id). */
export interface Suppositions {
  readonly answers: ReadonlyMap<number, Answers>;
}

/** Supposed values by object. */
export type Answers = ReadonlyMap<number, number>;

export interface Supposition {
  readonly question: number;
  /** 0 where the question is asked of no word. */
  readonly word: number;
  /** Id. */
  readonly object: number;
  readonly value: number;
}

/** Words of one question. */
const mostWords = 65_536;

/** The number under which answers to a question about a word lie. */
export function questionKey(question: number, word: number): number {
  return question * mostWords + word;
}

/**
 * Suppositions of a list; of several on one question, word and object the first counts. Nothing is supposed of none.
 */
export function suppose(list: Iterable<Supposition>): Suppositions {
  const answers = new Map<number, Map<number, number>>();
  for (const { question, word, object, value } of list) {
    if (object === 0) continue;
    const key = questionKey(question, word);
    const known = answers.get(key);
    if (known === undefined) answers.set(key, new Map([[object, value]]));
    else if (!known.has(object)) known.set(object, value);
  }
  return { answers };
}
