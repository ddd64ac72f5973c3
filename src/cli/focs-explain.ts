import type { CellWrite } from '../meaning/effects/turn-context.js';
import { printable } from '../content/diagnostics/quote.js';
import type { Game } from '../content/focs/game.js';
import type { GalaxyState, StateObject } from '../content/focs/state/schema.js';
import type { Measured } from '../turns/focs/measure.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { createSession } from '../turns/focs/session.js';
import { type GameCell, findCell, nameOf } from './focs-cell.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** What made a meter what it is after a pass, in order. */
interface Explanation {
  /** The game's id. */
  readonly object: number;
  readonly meter: string;
  /** What the meter was before the turn, and after the pass. */
  readonly initial: number;
  readonly current: number;
  /** What carries the meter is gone: then `current` is what was written last. */
  readonly destroyed: boolean;
  readonly steps: readonly Step[];
}

/** A write to the cell, with the game's id of its source, −1 for none. */
interface Step {
  readonly rule: string;
  readonly source: number;
  readonly label: string;
  readonly before: number;
  readonly after: number;
}

/**
 * Runs a pass and tells what wrote a meter in it: its rule, the object that carried it, and the content's own label.
 */
export function explainCell(
  game: Game,
  source: GalaxyState,
  pass: Measured,
  [object, meter]: readonly string[],
  asJson: boolean,
  terminal: Terminal,
): string {
  const session = createSession(game, source);
  const cell = findCell(session, object, meter);
  const writes: CellWrite[] = [];
  const initial = session.state.cells[cell.initial][cell.id];
  const handle = handleOf(session.state.identity, cell.id);
  const watch = (write: CellWrite): void => {
    if (write.column === cell.current && write.object === cell.id) writes.push(write);
  };
  if (pass === 'all') session.runTurn({ watch });
  else session.runPass(pass, { watch });
  const destroyed = resolve(session.state.identity, handle) === 0;
  const current = destroyed ? (writes.at(-1)?.after ?? initial) : session.state.cells[cell.current][cell.id];
  const gameIds = new Map([...session.imported.objects].map(([gameId, id]) => [id, gameId]));
  const steps = stepsOf(initial, writes, current, (id) => gameIds.get(id) ?? -1);
  const explanation: Explanation = { object: cell.object.id, meter: cell.meter, initial, current, destroyed, steps };
  return asJson
    ? `${JSON.stringify(explanation, undefined, 2)}\n`
    : textOf(explanation, cell, pass, source.objects, terminal);
}

/**
 * Where a write does not begin with what the last one left, the meter was reset in between: at the start of a pass, or
 * between two passes of a turn.
 */
function stepsOf(
  initial: number,
  writes: readonly CellWrite[],
  current: number,
  gameIdOf: (id: number) => number,
): readonly Step[] {
  const steps: Step[] = [];
  let value = initial;
  const moved = (rule: string, after: number): void => {
    if (after !== value) steps.push({ rule, source: -1, label: rule, before: value, after });
    value = after;
  };
  writes.forEach(({ rule, source, label, before, after }, i) => {
    moved(i === 0 ? 'reset' : 'clamp and reset', before);
    steps.push({ rule, source: gameIdOf(source), label, before, after });
    value = after;
  });
  moved(writes.length === 0 ? 'reset' : 'clamp', current);
  return steps;
}

function textOf(
  { meter, initial, current, destroyed, steps }: Explanation,
  { object }: GameCell,
  pass: Measured,
  objects: readonly StateObject[],
  { outColors: colors }: Terminal,
): string {
  const values =
    initial === current ? `stays ${grouped(current, 6)}` : `${grouped(initial, 6)} → ${grouped(current, 6)}`;
  const title = colors.bold(
    printable(
      `${meter} of ${object.type.toLowerCase()} ${nameOf(object)} in ${pass === 'all' ? 'a whole turn' : `pass ${pass}`}: ${values}`,
    ),
  );
  const end = destroyed ? '\nits object is destroyed in it\n' : '';
  if (steps.length === 0) return `${title}\nnothing wrote it\n${end}`;
  const names = new Map(objects.map((each) => [each.id, nameOf(each)]));
  const rows = steps.map(({ rule, source, label, before, after }) => [
    printable(rule),
    source < 0 ? '' : printable(names.get(source) ?? `#${String(source)}`),
    label === rule ? '' : printable(label),
    right(grouped(before, 6)),
    '→',
    right(grouped(after, 6)),
  ]);
  const [head, ...lines] = tableLines(
    [['rule', 'source', 'label', right('before'), '', right('after')], ...rows],
    '  ',
  );
  return `${title}\n\n${colors.bold(head)}\n${lines.join('\n')}\n${end}`;
}
