import { kept } from '../../kernel/maps.js';
import type { Profile } from '../profile.js';
import { raisable } from '../../kernel/world-limits.js';
import { keepingShape } from '../../kernel/one-shape.js';
import type { PlainEffect } from '../../ir/heard-effects.js';
import { enlarged } from '../../kernel/enlarged.js';
import { variablesOf } from '../../components/cell-blocks.js';
import type { Keep, Kind, Model } from '../../model/model.js';
import { touchClock } from '../../model/stamps.js';
import type { WorldState } from '../../components/state.js';
import { type Room, EdictError } from '../../kernel/errors.js';
import { type Frame, type Node, type Value, sourceSlot } from '../../ir/node.js';
import type { Effect, Modification, Rule } from '../../ir/rule.js';
import { type Evaluate, createFrame } from '../../eval/interpreter.js';
import { type Identity, handleOf } from '../../kernel/identity.js';

export interface CellWrite {
  readonly column: number;
  readonly object: number;
  /** Name of the rule, or of the phase or host system that wrote. */
  readonly rule: string;
  /** 0 where there is none. */
  readonly source: number;
  readonly label: string;
  readonly before: number;
  readonly after: number;
}

/** What changes the world. */
export interface Cause {
  /** Name of the rule, or of the phase or host system. */
  readonly rule: string;
  /** Handle; 0: none. */
  readonly source: number;
  readonly label: string;
}

/** Runs what may change the world. Who compares the world before and after knows the cause of changes. */
export type During = (cause: Cause, act: () => void) => void;

/** Nothing outlives the turn. */
export interface TurnContext {
  readonly state: WorldState;
  readonly frame: Frame;
  /** New for each pass. */
  ledger: StackingLedger;
  /** In this turn. */
  fired: number;
  created: number;
  wrote: number;
  /** Evaluates expressions of effects for the objects in the frame. Executors may replace it by a faster way. */
  evaluate: (node: Node) => Value;
  /** Called for every write while a cell is being explained. */
  readonly watch: ((write: CellWrite) => void) | undefined;
  /** For changes that are no writes of cells. Given together with `watch`, so that effects fire one by one. */
  readonly during: During | undefined;
  /** Handles destroyed at the end of the pass; undefined: at once. */
  doomed: number[] | undefined;
  /** Sights of factions from the end of the pass on; undefined: at once. */
  sightings: Sighting[] | undefined;
  readonly listen: ((message: Message) => void) | undefined;
  /** Called for each firing rule and source of a pass, with its targets, before the effects. */
  readonly observe: ((rule: Rule, source: number, targets: readonly number[]) => void) | undefined;
  /** Called when a part of a pass begins, and at its end. */
  readonly clock: ((part: PassPart) => void) | undefined;
  /** Makes room in the world; undefined where the turn is undone and run again instead. */
  readonly makeRoom: ((what: Room) => boolean) | undefined;
  /**
   * Lets an effect on a source and targets (handles) occur, with all that answers it; false where nothing listens, and
   * it is to be fired as it is.
   */
  readonly occur: Occur | undefined;
  /** Strict order, so that errors name the exact culprit. */
  readonly strict: boolean;
  /** What is asked of rules in the middle of the turn. */
  readonly moments: ReadonlyMap<Rule, Moment> | undefined;
  /** Called before anything flows. It must not change the world. */
  readonly beforeFlows: (() => void) | undefined;
  /** Called before anything grows. It must not change the world. */
  readonly beforeGrowth: (() => void) | undefined;
  /** Called for each target of rules that claim, by id, in turns with a watch. `isFree`: no other had claimed it. */
  readonly claimed: ((rule: Rule, source: number, target: number, isFree: boolean) => void) | undefined;
  /** Notes what rules, flows and formulas do, and their time. */
  readonly profile: Profile | undefined;
}

/** When a rule has its turn for a source, just before it is asked whether it is active. */
export interface Moment {
  /** Handle; 0: before all sources. */
  readonly source: number;
  /** Called once, unless the rule is never reached. It must not change the world. */
  readonly ask: () => void;
}

type Occur = (
  context: TurnContext,
  rule: Rule,
  effect: PlainEffect,
  source: number,
  targets: readonly number[],
) => boolean;

export type PassPart = 'activation' | 'scope' | 'execution' | 'end';

export interface TurnOptions
  extends Partial<
    Pick<
      TurnContext,
      | 'listen'
      | 'observe'
      | 'clock'
      | 'watch'
      | 'during'
      | 'makeRoom'
      | 'occur'
      | 'strict'
      | 'moments'
      | 'beforeFlows'
      | 'beforeGrowth'
      | 'claimed'
      | 'profile'
    >
  > {
  /** Default: the interpreter. */
  readonly evaluate?: Evaluate | undefined;
}

export function beginTurn(state: WorldState, turn: number, options: TurnOptions = {}): TurnContext {
  touchClock(state.stamps, turn);
  return contextOf(state, createFrame(state, turn, options.evaluate), options);
}

const contextOf = keepingShape(
  (
    state: WorldState,
    frame: Frame,
    {
      watch,
      during,
      observe,
      clock,
      listen,
      makeRoom,
      occur,
      strict = false,
      moments,
      beforeFlows,
      beforeGrowth,
      claimed,
      profile,
    }: TurnOptions,
  ): TurnContext => ({
    state,
    frame,
    evaluate: frame.evaluate,
    ledger: createLedger(state.model),
    fired: 0,
    created: 0,
    wrote: 0,
    watch,
    during,
    observe,
    clock,
    listen,
    makeRoom,
    occur,
    doomed: undefined,
    sightings: undefined,
    strict,
    moments,
    beforeFlows,
    beforeGrowth,
    claimed,
    profile,
  }),
);

/** Runs an effect of a rule, with it as the cause of what changes. */
export function duringEffect(
  { during, state, frame }: TurnContext,
  { name, label }: Rule,
  effect: Effect | undefined,
  act: () => void,
): void {
  const own = effect?.label ?? '';
  if (during === undefined) act();
  else during({ rule: name, source: handleOf(state.identity, frame.slots[sourceSlot]), label: own || label }, act);
}

/** The object that an effect fires on for a recipient; 0: nobody. */
export function holderOf(
  context: TurnContext,
  { holder }: { readonly holder?: Node | undefined },
  recipient: number,
): number {
  return holder === undefined ? recipient : (context.evaluate(holder) ?? 0);
}

/** Throws when the rule exceeds the limit. */
export function countFirings(context: TurnContext, rule: Rule): void {
  const { turnLimits } = context.state;
  const limit = turnLimits.effects;
  if (++context.fired > limit) {
    throw new EdictError(
      'limit-effects',
      `rule ${rule.name} fires effect number ${context.fired} of turn ${context.frame.turn}, the limit is ${limit}; narrow its scope or raise ${raisable(turnLimits, 'effects')}`,
      rule.name,
    );
  }
}

/** So many meters, properties and variables count as one more object created. */
export const cellsACount = 64;

/**
 * Before creation; throws when the rule exceeds the limit. Memory grows with the cells of the kind, so objects of wide
 * kinds count as several.
 */
export function countCreated(context: TurnContext, rule: Rule, count: number, kind: Kind): void {
  const { model, turnLimits } = context.state;
  const limit = turnLimits.created;
  const weight = 1 + Math.floor((kind.columns.length + variablesOf(model, kind.index).length) / cellsACount);
  context.created += count * weight;
  if (context.created <= limit) return;
  const wide = weight === 1 ? '' : `, where each ${kind.name} counts as ${weight}`;
  throw new EdictError(
    'limit-created',
    `rule ${rule.name} brings the objects created in turn ${context.frame.turn} to ${context.created}${wide}, the limit is ${limit}; create fewer or raise ${raisable(turnLimits, 'created')}`,
    rule.name,
  );
}

/**
 * Stacking: of effects with one number only one counts on an object in a turn. Where a number keeps the first, its
 * firing marks the object. Where it keeps the largest, smallest or mean, the cell is recomputed from the first with the
 * chosen amount.
 */
interface StackingLedger {
  readonly keeps: ReadonlyMap<number, Keep>;
  /** Handles fired on, by number. */
  readonly fired: Map<number, Set<number>>;
  readonly claims: Claims;
  /** Logs of cells written by a keeping number: by column, then by handle. */
  readonly logs: Map<number, Map<number, CellLog>>;
}

interface CellLog {
  readonly base: number;
  readonly entries: LogEntry[];
  /** After the last entry. */
  value: number;
}

interface LogEntry {
  readonly modification: Modification;
  /** Of a keeping number, or 0. */
  readonly stacking: number;
  /** Of several amounts the sum, for their mean, or the one that counts. */
  amount: number;
  amounts: number;
}

/** `claims`: reused, and empty. */
export function createLedger(model: Model, claims = createClaims()): StackingLedger {
  return { keeps: model.stacking, fired: new Map(), claims, logs: new Map() };
}

export function keepOf(ledger: StackingLedger, stacking: number): Keep {
  return ledger.keeps.get(stacking) ?? 'first';
}

export function mayFire(ledger: StackingLedger, stacking: number, handle: number): boolean {
  return stacking === 0 || keepOf(ledger, stacking) !== 'first' || ledger.fired.get(stacking)?.has(handle) !== true;
}

export function noteFired(ledger: StackingLedger, stacking: number, handle: number): void {
  if (stacking === 0) return;
  const handles = ledger.fired.get(stacking) ?? new Set();
  ledger.fired.set(stacking, handles.add(handle));
}

/**
 * The value of a cell after a write, by its log if any. `store` rounds as the column does. A log begins with the first
 * write of a keeping number.
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
  const keep = stacking === 0 ? 'first' : keepOf(ledger, stacking);
  const number = keep === 'first' ? 0 : stacking;
  let log = ledger.logs.get(column)?.get(handle);
  if (log === undefined) {
    if (number === 0) return store(modified(modification, current, amount));
    log = { base: current, entries: [], value: current };
    kept(ledger.logs, column, () => new Map<number, CellLog>()).set(handle, log);
  }
  const earlier = number === 0 ? undefined : log.entries.find((entry) => entry.stacking === number);
  const isSame = earlier !== undefined && !addAmount(earlier, keep, amount);
  if (earlier === undefined) log.entries.push({ modification, stacking: number, amount, amounts: 1 });
  // The cell may have been written by something that is not in the log.
  if (!Object.is(current, log.value)) log.value = replayed(ledger, log, store);
  else if (earlier === undefined) log.value = store(modified(modification, current, amount));
  else if (!isSame) log.value = replayed(ledger, log, store);
  return log.value;
}

/** Whether another amount counts now. */
function addAmount(entry: LogEntry, keep: Keep, amount: number): boolean {
  entry.amounts++;
  const before = entry.amount;
  if (keep === 'mean') entry.amount += amount;
  else if (keep === 'largest' ? amount > before : amount < before) entry.amount = amount;
  return keep === 'mean' || entry.amount !== before;
}

function replayed(ledger: StackingLedger, { base, entries }: CellLog, store: (value: number) => number): number {
  let value = base;
  for (const { modification, stacking, amount, amounts } of entries) {
    const isMean = stacking !== 0 && keepOf(ledger, stacking) === 'mean';
    value = store(modified(modification, value, isMean ? amount / amounts : amount));
  }
  return value;
}

/** By number of the claim. */
interface Claims {
  /** False where the object is already claimed by this number. */
  claim(number: number, identity: Identity, id: number): boolean;
  clear(): void;
}

/** Claims by row, with the generation of the claimed tenant. Memory is reused after `clear`. */
export function createClaims(): Claims {
  const byNumber: (Uint32Array | undefined)[] = [];
  // Most turns claim nothing.
  let numbers = nothing;
  let ids = nothing;
  let count = 0;

  function rowsOf(number: number, rows: number): Uint32Array {
    const known = byNumber[number];
    if (known !== undefined && known.length >= rows) return known;
    const made = new Uint32Array(rows);
    if (known !== undefined) made.set(known);
    return (byNumber[number] = made);
  }

  return {
    claim(number, { kind, generation }, id) {
      const rows = rowsOf(number, kind.length);
      const tenant = generation[id] + 1;
      if (rows[id] === tenant) return false;
      rows[id] = tenant;
      if (count === ids.length) {
        const room = Math.max(1024, 2 * count);
        [numbers, ids] = [enlarged(numbers, room), enlarged(ids, room)];
      }
      numbers[count] = number;
      ids[count++] = id;
      return true;
    },
    clear() {
      for (let i = 0; i < count; i++) {
        const rows = byNumber[numbers[i]];
        if (rows !== undefined) rows[ids[i]] = 0;
      }
      count = 0;
    },
  };
}

const nothing = new Int32Array(0);

/** Division by zero gives 0, as everywhere in the native language. */
export function modified(modification: Modification, value: number, amount: number): number {
  switch (modification) {
    case 'set':
      return amount;
    case 'add':
      return value + amount;
    case 'multiply':
      return value * amount;
    case 'divide':
      return amount === 0 ? 0 : value / amount;
    case 'minimum':
      return amount < value ? amount : value;
    case 'maximum':
      return amount > value ? amount : value;
  }
}

/** Objects are handles; absent values are left out. */
export interface Message {
  readonly rule: string;
  readonly source: number;
  readonly target: number;
  readonly text: string;
  readonly values: Readonly<Record<string, number>>;
}

/** Handles, so that objects destroyed meanwhile are skipped. */
export interface Sighting {
  readonly faction: number;
  readonly object: number;
  readonly seen: boolean;
}
