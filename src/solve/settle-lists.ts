import { type Graph, addToLink } from './graph.js';
import { scopeFactor, settleList } from './modifier-list.js';
import { cellIn } from './records.js';

/**
 * Puts in place what has changed in lists. Returns cells that are to be solved with the program that they have; the
 * others are to be linked.
 */
export function settleLists(graph: Graph): readonly number[] {
  const { audiences, book, tables, folds, changedLists, isToLink, charge } = graph;
  const folded: number[] = [];
  for (const list of changedLists) {
    if (audiences.lists[list.index] !== list) continue;
    const before = list.settled;
    const change = settleList(list, book);
    if (change === 'none') continue;
    charge(list.targets.size, list.variable);
    for (const target of list.targets) {
      const cell = cellIn(graph, list.variable, target);
      if (cell === 0) continue;
      const fold = change === 'carriers' && isToLink[cell] === 0 ? folds.get(cell) : undefined;
      if (fold === undefined) {
        addToLink(graph, cell);
        continue;
      }
      const factor = scopeFactor(target);
      tables.linkedSum[cell] += Math.imul(list.sum - before.sum, factor);
      tables.otherLinkedSum[cell] += Math.imul(list.otherSum - before.otherSum, factor);
      fold.grantSum = (fold.grantSum + Math.imul(list.grantSum - before.grantSum, factor)) | 0;
      folded.push(cell);
    }
  }
  changedLists.clear();
  return folded;
}
