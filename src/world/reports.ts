import type { Asker, Asking } from '../ask/asker.js';
import { turnOf } from '../components/clock.js';
import type { WorldState } from '../components/state.js';
import type { Report } from '../ir/rule.js';
import { blaming } from '../kernel/errors.js';
import { keptBy } from '../kernel/maps.js';
import { type WorldCore, answer, partOf, turnsCompleted } from './core.js';
import { refuse } from './host-arguments.js';
import { type ReportBook, cutBook, keptOf } from './report-book.js';
import type { WorldReports } from './reports-api.js';

const noObject = Int32Array.of(0);

/** At the end of a turn, which fails if a report does. */
export function evaluateReports(core: WorldCore): void {
  const { reports, row, isMuted } = core.reportBook;
  if (isMuted) return;
  const { state, asker } = core;
  answer(core, () => {
    if (asker.askAll(nodesOf(reports), row, askingOf(state))) return;
    for (const report of reports) row[report.index] = valueOf(report, state, asker);
  });
}

const nodesOf = keptBy((reports: readonly Report[]) => reports.map(({ node }) => node), new WeakMap());

function askingOf(state: WorldState): Asking {
  return { turn: turnOf(state), suppositions: undefined, absent: NaN };
}

function valueOf({ name, node }: Report, state: WorldState, asker: Asker): number {
  const into = new Float64Array(1);
  blaming(`report ${name}`, name, () => {
    asker.ask(node, noObject, 1, into, askingOf(state));
  });
  return into[0];
}

/** After the state has been restored. */
export function cutReports({ reportBook, state }: WorldCore): void {
  cutBook(reportBook, turnOf(state));
}

/** A turn that failed or waits has restored the world. */
function bookOf(core: WorldCore): ReportBook {
  cutBook(core.reportBook, turnsCompleted(core));
  return core.reportBook;
}

function placeIn({ placeOf }: ReportBook, name: string): number {
  return (placeOf.get(name) ?? refuse('report', name, [...placeOf.keys()])).index + 1;
}

export const reportsPart = partOf<WorldReports>(
  {
    series(core, name) {
      const book = bookOf(core);
      return keptOf(book, placeIn(book, name));
    },
    last(core, name) {
      const book = bookOf(core);
      const place = placeIn(book, name);
      return book.length === 0 ? NaN : book.columns[place][book.length - 1];
    },
  },
  {
    names: ({ reportBook }) => reportBook.reports.map(({ name }) => name),
    turns: (core) => keptOf(bookOf(core), 0),
  },
);
