/**
 * What a selection gives: for each outer row the number of its answer, and the answers' ids side by side. Rows with
 * equal keys share an answer. The arrays are used again by the next selection into them.
 */
export interface Answers {
  /** By row; −1 where the answer is nobody. */
  groupOf: Int32Array;
  /** By answer: where its ids begin and end. */
  start: Int32Array;
  end: Int32Array;
  ids: Int32Array;
  groups: number;
  /** Ids of each answer ascend. */
  ordered: boolean;
}

export function createAnswers(): Answers {
  return {
    groupOf: new Int32Array(64),
    start: new Int32Array(64),
    end: new Int32Array(64),
    ids: new Int32Array(1024),
    groups: 0,
    ordered: true,
  };
}

/** Makes room for the rows of a selection; none has an answer yet. */
export function beginAnswers(answers: Answers, rows: number): void {
  if (answers.groupOf.length < rows) answers.groupOf = new Int32Array(2 * rows);
  answers.groupOf.fill(-1, 0, rows);
  answers.groups = 0;
  answers.ordered = true;
}

/** Makes room for so many ids more behind those there are. */
export function reserveIds(answers: Answers, used: number, more: number): void {
  if (answers.ids.length >= used + more) return;
  const larger = new Int32Array(Math.max(used + more, 2 * answers.ids.length));
  larger.set(answers.ids.subarray(0, used));
  answers.ids = larger;
}

/** Adds an answer whose ids lie from `start` to `end`; returns its number. */
export function addAnswer(answers: Answers, start: number, end: number): number {
  const group = answers.groups++;
  if (group >= answers.start.length) {
    answers.start = grown(answers.start);
    answers.end = grown(answers.end);
  }
  answers.start[group] = start;
  answers.end[group] = end;
  return group;
}

function grown(array: Int32Array): Int32Array {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** Sorts the ids of every answer. */
export function orderAnswers(answers: Answers): void {
  if (answers.ordered) return;
  for (let group = 0; group < answers.groups; group++) {
    if (answers.end[group] - answers.start[group] > 1)
      answers.ids.subarray(answers.start[group], answers.end[group]).sort();
  }
  answers.ordered = true;
}
