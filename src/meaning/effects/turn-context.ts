import { variablesOf } from '../../components/cell-blocks.js';
import type { Kind } from '../../model/model.js';
import { touchClock } from '../../model/stamps.js';
import type { WorldState } from '../../components/state.js';
import { EdictError, type Room } from '../../kernel/errors.js';
import type { Frame } from '../../ir/frame.js';
import type { Node, Value } from '../../ir/node.js';
import type { BranchEffect, Effect, Rule } from '../../ir/rule.js';
import type { Message } from './message.js';
import type { Sighting } from './sighting.js';
import { type StackingLedger, createLedger } from './stacking.js';
import { type Evaluate, createFrame } from '../../eval/interpreter.js';

/** A write to a cell, as explain reports it. */
export interface CellWrite {
  readonly column: number;
  readonly object: number;
  /** Name of the rule, or of the phase or host system that wrote. */
  readonly rule: string;
  /** Id of the source, 0 where there is none. */
  readonly source: number;
  readonly label: string;
  readonly before: number;
  readonly after: number;
}

/**
 * What a turn carries along: what it is evaluated in, what has fired, how much, and who watches. Nothing of it outlives
 * the turn.
 */
export interface TurnContext {
  readonly state: WorldState;
  readonly frame: Frame;
  /** Begins anew with each pass. */
  ledger: StackingLedger;
  /** Firings of effects, and objects created, so far in this turn. */
  fired: number;
  created: number;
  /** Cells written by rules so far. */
  wrote: number;
  /**
   * Evaluates what an effect says, for the objects in the frame's slots. An executor may put a faster way in its place.
   */
  evaluate: (node: Node) => Value;
  /** Called for every write while somebody explains a cell. */
  readonly watch: ((write: CellWrite) => void) | undefined;
  /** Handles of what is destroyed when the pass is over; undefined where it goes at once. */
  doomed: number[] | undefined;
  /** What factions are to see when the pass is over; undefined where they see it at once. */
  sightings: Sighting[] | undefined;
  /** Told what rules tell the host. */
  readonly listen: ((message: Message) => void) | undefined;
  /** Told of each rule and source of a pass that fires, with its targets, before the effects. */
  readonly observe: FiringObserver | undefined;
  /** Told when a part of a pass begins, and at its end. */
  readonly clock: ((part: PassPart) => void) | undefined;
  /**
   * Makes room in the world, where that may be done in the middle of things; undefined where the turn is undone and run
   * again instead.
   */
  readonly makeRoom: ((what: Room) => boolean) | undefined;
  /**
   * Lets an effect on some objects (a source and targets, by handles) occur, with all that answers it, where something
   * listens to it; false where nothing does, and it is to be fired as it is.
   */
  readonly occur:
    | ((
        context: TurnContext,
        rule: Rule,
        effect: Exclude<Effect, BranchEffect>,
        source: number,
        targets: readonly number[],
      ) => boolean)
    | undefined;
  /** Everything one by one, so that an error names exactly what strict order would have named. */
  readonly strict: boolean;
}

export type FiringObserver = (rule: Rule, source: number, targets: readonly number[]) => void;
export type PassPart = 'activation' | 'scope' | 'execution' | 'end';

export interface TurnOptions {
  readonly listen?: ((message: Message) => void) | undefined;
  readonly observe?: FiringObserver | undefined;
  readonly clock?: ((part: PassPart) => void) | undefined;
  readonly watch?: ((write: CellWrite) => void) | undefined;
  readonly makeRoom?: ((what: Room) => boolean) | undefined;
  readonly occur?: TurnContext['occur'];
  readonly strict?: boolean;
  /** Default: the interpreter. */
  readonly evaluate?: Evaluate | undefined;
}

export function beginTurn(
  state: WorldState,
  turn: number,
  { watch, observe, clock, listen, makeRoom, occur, evaluate, strict = false }: TurnOptions = {},
): TurnContext {
  touchClock(state.stamps, turn);
  const frame = createFrame(state, turn, evaluate);
  return {
    state,
    frame,
    evaluate: frame.evaluate,
    ledger: createLedger(state.model),
    fired: 0,
    created: 0,
    wrote: 0,
    watch,
    observe,
    clock,
    listen,
    makeRoom,
    occur,
    doomed: undefined,
    sightings: undefined,
    strict,
  };
}

/** Counts firings; throws when the rule passes the limit. */
export function countFirings(context: TurnContext, rule: Rule, count = 1): void {
  const limit = context.state.limits.effectsPerTurn;
  context.fired += count;
  if (context.fired > limit) {
    throw new EdictError(
      'limit-effects',
      `rule ${rule.name} fires effect number ${context.fired} of turn ${context.frame.turn}, the limit is ${limit}; narrow its scope or raise limits.effectsPerTurn`,
      rule.name,
    );
  }
}

/**
 * Meters, properties and variables that an object has besides, for which it counts once more among those that are
 * created.
 */
const cellsACount = 64;

/**
 * Counts objects that a rule is about to create; throws when it passes the limit. What they take grows with the cells
 * of their kind, so those of wide kinds count as several.
 */
export function countCreated(context: TurnContext, rule: Rule, count: number, kind: Kind): void {
  const {
    model,
    limits: { createdPerTurn: limit },
  } = context.state;
  const weight = 1 + Math.floor((kind.columns.length + variablesOf(model, kind.index).length) / cellsACount);
  context.created += count * weight;
  if (context.created <= limit) return;
  const wide = weight === 1 ? '' : `, where each ${kind.name} counts as ${weight}`;
  throw new EdictError(
    'limit-created',
    `rule ${rule.name} brings the objects created in turn ${context.frame.turn} to ${context.created}${wide}, the limit is ${limit}; create fewer or raise limits.createdPerTurn`,
    rule.name,
  );
}
