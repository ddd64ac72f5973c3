import { createLineIndex, positionAt } from '../../content/text/line-index.js';
import type { Program } from '../../ir/rule.js';
import { EdictError } from '../../kernel/errors.js';
import type { NoteRead } from '../../files/read-log.js';
import { formatOf } from '../format-of.js';
import { refuseBroken } from '../no-format.js';
import { fitting } from './case-content.js';
import { type Scenario, casesOf, readScenario } from './read-native-scenario.js';
import { formatName } from './scenario-schema.js';
import type { Path } from '../../content/native/source-document.js';

/** A content file, which has no format field, stands for a scenario of that content and nothing else. */
export function scenarioFrom(file: string, text: string, note?: NoteRead, what?: string): Scenario {
  if (formatOf(text) !== undefined) return fitting(file, readScenario(file, text, note), what);
  refuseBroken(file, text);
  const data = { format: formatName, content: {}, steps: [] };
  return { document: documentOf(file, text), data, cases: casesOf(data, file), isContent: true, note };
}

/** All parts of such a scenario but its content come from the section `start`. */
function documentOf(file: string, text: string) {
  const lines = createLineIndex(text);
  const begin = Math.max(0, text.search(/^["']?start["']?[ \t]*:/m));
  const isContent = (path: Path) => path[0] === 'content';
  const offset = (path: Path) => (isContent(path) ? 0 : begin);
  const position = (path: Path) => positionAt(lines, offset(path));
  return {
    file,
    text,
    value: null,
    offset,
    position,
    line: (path: Path) => position(path).line,
    range: (path: Path) => (isContent(path) ? ([0, text.length] as const) : undefined),
  };
}

/** Content of a file that stands for a scenario makes the first objects itself. */
export function demandBeginning({ isContent, document: { file } }: Scenario, { model, rules }: Program): void {
  if (isContent !== true || rules.start !== undefined || model.grids.some(({ makesCells }) => makesCells)) return;
  throw new EdictError(
    'no-scenario',
    `${file} is content whose worlds begin empty: it has neither a section start nor a grid with cells: true; ` +
      `give it a start, such as start: [{ kind: …, count: 10 }], or name it as the content of a scenario file (format: ${formatName}) with objects`,
    file,
  );
}
