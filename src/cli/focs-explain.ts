import type { CellWrite } from '../compile/effects/turn-context.js';
import type { Game } from '../content/focs/game.js';
import type { GalaxyState } from '../content/focs/state/schema.js';
import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../scenarios/did-you-mean.js';
import type { PassName } from '../turns/focs/passes.js';
import { type GameSession, createSession } from '../turns/focs/session.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** Tells, in order, what wrote a meter in a pass: its rule, the object that carried it, and the content's own label. */
export function explainCell(game: Game, source: GalaxyState, pass: PassName | 'all', [object, meter]: readonly [string, string], asJson: boolean, terminal: Terminal): string {
  const session = createSession(game, source);
  const { id, column, name } = cellOf(session, object, meter);
  const writes: CellWrite[] = [];
  const before = session.state.cells[column][id];
  const watch = (write: CellWrite): void => {
    if (write.column === column && write.object === id) writes.push(write);
  };
  if (pass === 'all') session.runTurn({ watch });
  else session.runPass(pass, { watch });
  const after = session.state.cells[column][id];
  const names = gameIds(session);
  const rules = writes.map(({ rule, source: by, label, before: from, after: to }): Step => ({ rule, source: names.get(by) ?? -1, label, before: from, after: to }));
  const steps = [...step('reset', before, rules.at(0)?.before ?? after), ...rules, ...step('clamp', rules.at(-1)?.after ?? after, after)];
  if (asJson) return `${JSON.stringify({ object: Number(object), meter: name, before, after, steps }, undefined, 2)}\n`;
  const rows = steps.map(({ rule, source: by, label, before: from, after: to }) => [rule, by < 0 ? '' : String(by), label === rule ? '' : label, right(grouped(from, 6)), '→', right(grouped(to, 6))]);
  const title = terminal.outColors.bold(`${name} of object ${object} in pass ${pass}: ${grouped(before, 6)} → ${grouped(after, 6)}`);
  return `${title}\n\n${tableLines([['rule', 'source', 'label', right('before'), '', right('after')], ...rows], '  ').join('\n')}\n`;
}

/** A write to the cell, with the game's id of its source, −1 for none. */
interface Step {
  readonly rule: string;
  readonly source: number;
  readonly label: string;
  readonly before: number;
  readonly after: number;
}

/** What a part of the pass that is no rule did to the cell, where it did something. */
function step(rule: string, before: number, after: number): readonly Step[] {
  return before === after ? [] : [{ rule, source: -1, label: rule, before, after }];
}

/** A cell by the game's id and the meter's name; `PART/METER` for parts of a ship. */
function cellOf({ imported }: GameSession, object: string, meter: string): { readonly id: number; readonly column: number; readonly name: string } {
  const gameId = /^\d+$/.test(object) ? Number(object) : NaN;
  const [part, partMeter] = meter.includes('/') ? meter.split('/') : [undefined, meter];
  const id = part === undefined ? imported.idOf(gameId) : imported.parts.get(gameId)?.get(part) ?? 0;
  if (id === 0) throw new EdictError('unknown-object', `the state has no object ${object}${part === undefined ? '' : ` with part ${part}`}; give the id of an object in the game`);
  const name = partMeter.toUpperCase();
  const columns = imported.game.meters.get(name);
  if (columns === undefined) throw new EdictError('unknown-column', `there is no meter ${JSON.stringify(partMeter)}${didYouMean(name, [...imported.game.meters.keys()])}`);
  if (imported.game.model.columns[columns.current].kinds[imported.state.identity.kind[id]] !== 1) {
    throw new EdictError('bad-value', `object ${object} has no ${name}; ask for a meter that it has`);
  }
  return { id, column: columns.current, name: part === undefined ? name : `${part}/${name}` };
}

function gameIds({ imported: { objects } }: GameSession): ReadonlyMap<number, number> {
  return new Map([...objects].map(([gameId, id]) => [id, gameId]));
}
