import type { ContentShape } from '../model/content-shape.js';
import { type Model, classAt } from '../model/model.js';
import type { Budget } from './budget.js';
import type { Environment } from './environment.js';
import type { Effect, Modification } from './effect.js';
import type { Callable, Declaration, Expression, Names, Node } from './node.js';
import { type TimingBook, noTiming } from './occurrence.js';
import type { Meant } from './meant.js';
import { type TriggerBook, noTriggers } from './trigger.js';
import type { Step } from '../model/connection.js';
import type { StartStep } from './start.js';

declare const contentShape: unique symbol;

/**
 * Checked content, ready to run. All content formats produce a program, and every world runs one. Its type knows the
 * names of the content if `defineContent` made it.
 */
export interface Program<Shape extends ContentShape = ContentShape> {
  /** Only a type: no program has it. */
  readonly [contentShape]?: Shape;
  readonly model: Model;
  readonly rules: RuleBook;
  readonly environment?: Environment | undefined;
  /** What its rules may count in a turn. No part of the fingerprint: it changes no state. */
  readonly budget?: Budget | undefined;
  /** For expressions of hosts. No part of the fingerprint, nor of compiled content. */
  readonly callable?: Callable | undefined;
  /** A hash of the content (model, rules and environment as text). Saved worlds store it. */
  readonly fingerprint: string;
  /** Findings that its files call meant. Without effect on worlds; not in the hash, nor in compiled content. */
  readonly meant?: Meant | undefined;
  /** How expressions and their parts are written in its files, for people. As `meant`, of no effect. Not enumerable. */
  readonly written?: ReadonlyMap<Node, string> | undefined;
}

/** Adds how expressions are written to a new program. Programs that differ only in this are equal. */
export function withWritten<Of extends Program>(program: Of, written: Program['written']): Of {
  return written === undefined ? program : Object.defineProperty(program, 'written', { value: written });
}

/** The texts of expressions and their parts. */
export interface WrittenTexts {
  get(node: Node): string | undefined;
  set(node: Node, text: string): unknown;
  delete(node: Node): unknown;
}

/** The texts of a program, and of expressions that hosts add: those are forgotten with their expressions. */
export function writtenTexts({ written }: Pick<Program, 'written'>): WrittenTexts {
  const own = new WeakMap<Node, string>();
  return {
    get: (node) => own.get(node) ?? written?.get(node),
    set: (node, text) => own.set(node, text),
    delete: (node) => own.delete(node),
  };
}

/** The names and types of a program's content, for functions that take its worlds: `World<ShapeOf<typeof content>>`. */
export type ShapeOf<Of extends Program> = Of extends Program<infer Shape> ? Shape : never;

/** True if it has the form of a program: hosts may pass something else, such as the result of `loadContent`. */
export function isProgram(given: unknown): given is Program {
  if (typeof given !== 'object' || given === null) return false;
  const { model, rules } = given as Partial<Program>;
  // Some compute their fingerprint on first access, which takes long.
  return 'fingerprint' in given && typeof model === 'object' && typeof rules === 'object';
}

export type * from './effect.js';

/**
 * Filters a list of sources part by part: the last one fills the hole of each removed one. Some dialects take the order
 * of firing from it.
 */
export type Narrowing =
  | { readonly by: 'all' | 'any'; readonly parts: readonly Narrowing[] }
  | { readonly by: 'not'; readonly part: Narrowing }
  | { readonly by: 'test'; readonly test: Node };

/** In the order of firing. */
export type Carrier =
  /** The objects of a class, by ascending id. */
  | { readonly by: 'class'; readonly class: number }
  /**
   * That meet conditions over slot 0, in the order of `kinds`, each by ascending id; no kinds: all. With `times`, over
   * slot 0, each so often.
   */
  | {
      readonly by: 'condition';
      readonly kinds: readonly number[];
      readonly where: readonly Node[];
      readonly times: Node | undefined;
    }
  /** For each faction with a class (a tech), by ascending id, the object of a reference of the faction. */
  | { readonly by: 'seat'; readonly class: number; readonly column: number };

/**
 * `random`: one after the other, in a new order each turn. `simultaneous`: all read the state before the rule; then
 * their effects fire by id. Two that write one cell need a stacking number.
 */
export type RuleOrder = 'random' | 'simultaneous';

/** An effects group: `class/group`. */
export interface Rule extends Declaration {
  readonly label: string;
  readonly carrier: Carrier;
  readonly phase: 'meters' | 'actions';
  readonly priority: number;
  readonly activation: readonly Node[];
  /** Where the activation also decides the order of sources. */
  readonly narrowing?: Narrowing;
  /** Union and difference; over slots 0 (source) and 1 (candidate). */
  readonly include: readonly Node[];
  readonly exclude: readonly Node[];
  /** As written, for people. */
  readonly texts?: Readonly<Record<'activation' | 'include' | 'exclude', readonly string[]>>;
  readonly effects: readonly Effect[];
  /** Not 0: skips objects that were in scope of a rule with this number in the phase. */
  readonly claims: number;
  /** In which its sources run. Left out: one after the other, by id. */
  readonly order?: RuleOrder | undefined;
  /** `source`: of neighbouring rules of one priority, each source fires all. */
  readonly dispatch: 'rule' | 'source';
  /** Columns read by the expressions and written by the effects; sorted indices. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Later rules may see other objects, or roles. */
  readonly structural: boolean;
  /** Abilities may listen to its effects. */
  readonly heard?: boolean;
}

/** A meter's value in the growth phase, over slot 0 (the object) and `value`. */
export interface Growth {
  readonly column: number;
  readonly formula: Node;
}

/** Modifiers of kinds come before those of classes. */
export type ModifierCarrier =
  | { readonly by: 'class'; readonly class: number }
  | { readonly by: 'kind'; readonly kind: number };

/** Granted objects under the root of the carrier, itself included. */
export interface Grouping {
  readonly kind: number;
  readonly which:
    | { readonly by: 'all' }
    | { readonly by: 'group'; readonly group: string }
    | { readonly by: 'class'; readonly class: number };
}

/**
 * Of a solved variable, in force while its carrier is granted. Those of a cell apply by user priority, inherent
 * priority (see solve/modifier-book.ts), those of kinds by definition, then those of classes by first grant of the
 * carrier and by definition.
 */
export interface CellModifier extends Declaration {
  readonly variable: number;
  readonly carrier: ModifierCarrier;
  /** Owners of the changed cells, or what hangs on them. Left out: the carrier. */
  readonly others?: Grouping | undefined;
  readonly modification: CellModification;
  /** Over slot 0: the carrier, or with `others` the object reached. */
  readonly amount: Node;
  readonly text: string;
  /** User priority, lower first. */
  readonly priority: number;
  /** Skip the modifier, or fail the cell and its readers. */
  readonly whenAbsent: 'skip' | 'fail';
}

export function ruleTitle({ name, origin }: Rule): string {
  return `rule ${name} (${origin.file}:${origin.line})`;
}

export function modifierTitle({ name, origin }: CellModifier): string {
  return `modifier ${name} (${origin.file}:${origin.line})`;
}

/** `union` appends elements that an array lacks. */
export type CellModification = Modification | 'union';

/** Rules evaluated together before the first fires; by priority, then definition. */
export interface RulePass {
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** A number or condition about the whole world, over no slots, kept for the host at the end of each turn. */
export interface Report extends Declaration {
  readonly node: Node;
  /** As written. */
  readonly text: string;
}

export interface RuleBook {
  /** Of the phases, by phase order, priority, definition. */
  readonly rules: readonly Rule[];
  /** For turns made of passes. */
  readonly passes: readonly RulePass[];
  readonly growths: readonly Growth[];
  /** Of solved variables, by definition. */
  readonly modifiers: readonly CellModifier[];
  readonly expressions: readonly Expression[];
  readonly flows: FlowBook;
  readonly triggers: TriggerBook;
  /** Its lists are those of `triggers`. */
  readonly timing: TimingBook;
  /** Names outside of the model; left out where there are none. */
  readonly names?: Names;
  /** Left out where there are none. */
  readonly reports?: readonly Report[];
  /** How a world begins; left out where it begins empty. */
  readonly start?: readonly StartStep[];
}

/** 0: several. */
export function kindOfCarrier(model: Model, carrier: Carrier): number {
  if (carrier.by === 'class') return classAt(model, carrier.class).kind;
  return carrier.by === 'condition' && carrier.kinds.length === 1 ? carrier.kinds[0] : 0;
}

/** No object is a source twice. */
export function firesOnce(carrier: Carrier): boolean {
  switch (carrier.by) {
    case 'class':
      return true;
    case 'seat':
      return false;
    case 'condition':
      return carrier.times === undefined && new Set(carrier.kinds).size === carrier.kinds.length;
  }
}

/**
 * Moves or makes 32-bit whole numbers once a turn. All flows see the values at the start of the phase. Those of a stage
 * first all predict their changes, then correct them, so their order does not matter. Stages: propagators (spread,
 * diffuse, gather), interactions (convert, inhibit), sources.
 */
export interface Flow extends Declaration {
  readonly carrier: FlowCarrier;
  /** Left out: the carrier itself. No steps lead nowhere. */
  readonly receivers?: readonly Step[] | undefined;
  /** Kind of the receivers; others are ignored. 0: any. */
  readonly kind: number;
  /** Over slot 0, the receiver, before anything flows. Left out: always true. */
  readonly active?: Node | undefined;
  readonly form: FlowForm;
}

export interface FlowCarrier {
  /** Leads to all candidates, from no object, in order. */
  readonly objects: readonly Step[];
  readonly kind: number;
  /** Over slot 0, the carrier; left out: all carry it. */
  readonly where?: Node;
  /** Its number on a carrier, over slot 0; left out: one. Below 1: none. */
  readonly times?: Node;
}

/** Columns wrap at 32 bits; percentages and amounts are whole. Divisions truncate toward zero. */
export type FlowForm = SourceForm | InteractionForm | PropagatorForm;

export type SourceForm =
  /** An amount over slot 0 (the receiver), evaluated when sources predict. */
  | { readonly does: 'constant'; readonly column: number; readonly amount: Node }
  /** An amount, up to the limit. */
  | { readonly does: 'limited'; readonly column: number; readonly amount: number; readonly limit: number }
  /**
   * A percentage of the part that is farther from 0 than `floor`. `negative`: values below 0 are corrected mirrored, or
   * as they are.
   */
  | {
      readonly does: 'decay';
      readonly column: number;
      readonly percent: number;
      readonly floor: number;
      readonly negative: 'mirrored' | 'plain';
    };

export type InteractionForm =
  | { readonly does: 'convert'; readonly from: number; readonly to: number; readonly amount: number }
  /** `correction`: by half of others' changes, or by the rest of the source. */
  | {
      readonly does: 'convertPercent';
      readonly from: number;
      readonly to: number;
      readonly percent: number;
      readonly floor: number;
      readonly correction: 'others' | 'rest';
    }
  /** Grows `column` by its own growth less inhibition by `inhibitor`, over the divisor. */
  | {
      readonly does: 'inhibitedGrowth';
      readonly column: number;
      readonly inhibitor: number;
      readonly growth: number;
      readonly inhibition: number;
      readonly divisor: 1 | 100;
    };

export type PropagatorForm =
  | {
      readonly does: 'spread' | 'diffuse';
      readonly column: number;
      readonly percent: number;
      readonly targets: FlowTargets;
    }
  /** `negative`: from a value below 0 nothing is taken, or it goes the other way. */
  | {
      readonly does: 'gather';
      readonly column: number;
      readonly amount: number;
      readonly negative: 'nothing' | 'taken';
      readonly targets: FlowTargets;
    };

export interface FlowTargets {
  /** By the receiver's kind: each row of steps in turn, from the receiver. */
  readonly steps: ReadonlyMap<number, readonly (readonly Step[])[]>;
  /** Over slot 0, the target; left out: all. */
  readonly where?: Node | undefined;
  /** True if the receiver counts where steps lead back to it. */
  readonly itself: boolean;
}

/** All flows, and how propagators remember predictions. */
export interface FlowBook {
  readonly flows: readonly Flow[];
  /**
   * `own`: corrections see predictions for their own targets. `stale`: those of the last propagator, with what each
   * correction appends, stand for all (see the fixtures' README, section 8); results then depend on the order of flows.
   */
  readonly memory: 'own' | 'stale';
}

export const noFlows: FlowBook = { flows: [], memory: 'own' };

export const noRules: RuleBook = {
  rules: [],
  passes: [],
  growths: [],
  modifiers: [],
  expressions: [],
  flows: noFlows,
  triggers: noTriggers,
  timing: noTiming,
};
