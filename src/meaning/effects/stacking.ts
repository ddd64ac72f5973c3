import type { Keep, Model } from '../../model/model.js';
import type { Modification } from '../../ir/rule.js';
import { type Claims, createClaims } from './claims.js';
import { modified } from './modification.js';

/**
 * Stacking: of the effects with one number only one counts on an object in a turn. Where a number keeps the first, the
 * first that fires marks the object. Where it keeps the largest, smallest or mean, every amount counts toward the
 * choice, and the chosen one stands at the place of the first: the cell is then recomputed from there, with the amounts
 * of the other writes as they were.
 */
export interface StackingLedger {
  readonly keeps: ReadonlyMap<number, Keep>;
  /** Handles that a number has fired on, by number. */
  readonly fired: Map<number, Set<number>>;
  readonly claims: Claims;
  /** Logs of cells that a keeping number has written: by column, then by handle. */
  readonly logs: Map<number, Map<number, CellLog>>;
}

interface CellLog {
  /** The value before the first entry. */
  readonly base: number;
  readonly entries: LogEntry[];
}

interface LogEntry {
  readonly modification: Modification;
  /** Of a keeping number, or 0. */
  readonly stacking: number;
  /** One amount, or all that compete. */
  readonly amounts: number[];
}

/** `claims`: whose memory is used again; none of them may hold. */
export function createLedger(model: Model, claims = createClaims()): StackingLedger {
  return { keeps: model.stacking, fired: new Map(), claims, logs: new Map() };
}

export function keepOf(ledger: StackingLedger, stacking: number): Keep {
  return ledger.keeps.get(stacking) ?? 'first';
}

/** Whether an effect of this number may still fire on an object. */
export function mayFire(ledger: StackingLedger, stacking: number, handle: number): boolean {
  return stacking === 0 || keepOf(ledger, stacking) !== 'first' || ledger.fired.get(stacking)?.has(handle) !== true;
}

/** Notes that an effect of this number has fired on an object. */
export function noteFired(ledger: StackingLedger, stacking: number, handle: number): void {
  if (stacking === 0) return;
  const handles = ledger.fired.get(stacking) ?? new Set();
  ledger.fired.set(stacking, handles.add(handle));
}

/**
 * The value of a cell after a write, by the log where there is one. `store` rounds as the column does. A log begins
 * with the first write of a keeping number; cells without one cost a look-up.
 */
export function valueAfter(
  ledger: StackingLedger,
  column: number,
  handle: number,
  current: number,
  modification: Modification,
  stacking: number,
  amount: number,
  store: (value: number) => number,
): number {
  const keeping = stacking !== 0 && keepOf(ledger, stacking) !== 'first';
  let log = ledger.logs.get(column)?.get(handle);
  if (log === undefined) {
    if (!keeping) return store(modified(modification, current, amount));
    log = { base: current, entries: [] };
    const byHandle = ledger.logs.get(column) ?? new Map<number, CellLog>();
    ledger.logs.set(column, byHandle.set(handle, log));
  }
  const earlier = keeping ? log.entries.find((entry) => entry.stacking === stacking) : undefined;
  if (earlier === undefined) log.entries.push({ modification, stacking: keeping ? stacking : 0, amounts: [amount] });
  else earlier.amounts.push(amount);
  return log.entries.reduce(
    (value, entry) => store(modified(entry.modification, value, chosen(ledger, entry))),
    log.base,
  );
}

function chosen(ledger: StackingLedger, entry: LogEntry): number {
  const [first, ...rest] = entry.amounts;
  switch (keepOf(ledger, entry.stacking)) {
    case 'first':
      return first;
    case 'largest':
      return rest.reduce((best, amount) => (amount > best ? amount : best), first);
    case 'smallest':
      return rest.reduce((best, amount) => (amount < best ? amount : best), first);
    case 'mean':
      return rest.reduce((sum, amount) => sum + amount, first) / entry.amounts.length;
  }
}
