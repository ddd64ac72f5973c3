import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { type DiagnosticPaint, formatDiagnostic } from '../content/diagnostics/format.js';
import { printable } from '../content/diagnostics/quote.js';
import { grouped } from './table.js';

/** Problems of one file that are shown; a file that is no content at all has thousands. */
const mostShown = 100;

/**
 * Problems, a blank line between them, without a last line end; of many in one file the first, and then how many more
 * there are. `others`: where to see those.
 */
export function problemList(problems: readonly Diagnostic[], paint: DiagnosticPaint, others = ''): string {
  const counts = new Map<string, number>();
  const shown = problems.filter(({ file }) => {
    const count = (counts.get(file) ?? 0) + 1;
    counts.set(file, count);
    return count <= mostShown;
  });
  const more = [...counts]
    .filter(([, count]) => count > mostShown)
    .map(
      ([file, count]) =>
        `${paint.place(`${printable(file)}:`)} ${grouped(count - mostShown)} more ${count - mostShown === 1 ? 'problem' : 'problems'}${others}`,
    );
  return [...shown.map((problem) => formatDiagnostic(problem, paint)), ...more].join('\n\n');
}
