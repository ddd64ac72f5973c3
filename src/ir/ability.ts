import type { Raised } from './raised.js';
import type { Node } from './node.js';
import type { Origin } from './origin.js';

/**
 * Points of time around a batch. `would`: when it is settled what would happen, and may still lead elsewhere; `when`:
 * as it happens.
 */
export type Point = 'before' | 'would' | 'when' | 'after';

/** Its step follows from it: A negates, prevents or substitutes; C reacts; all else is B. */
export type AbilityClass =
  | 'negate'
  | 'prevent'
  | 'substitute'
  | 'trait'
  | 'delayed'
  | 'rulebook'
  | 'reduction'
  | 'reaction';

/**
 * What answers occurrences. Its expressions see in slot 0 whose ability it is (`self`), in slot 1 the occurrence's
 * subject, by operations the occurrence's fields, what is remembered of it, and the ability's controller.
 */
export interface Ability {
  /** From 0; the order in which they are asked. */
  readonly index: number;
  /** Unique, unless abilities are copies of one. */
  readonly name: string;
  readonly class: AbilityClass;
  readonly at: Point;
  /** Any of these; each type once. */
  readonly on: readonly Listening[];
  readonly carrier: AbilityCarrier;
  /**
   * Who takes it, or chooses. Over slot 0; left out: nobody. Of created ones the controller is given when they are
   * created.
   */
  readonly controller?: Node | undefined;
  /** It exists only where this is true; over slot 0. Absent counts as false. */
  readonly live?: Node | undefined;
  /** It answers only where this is true. Absent counts as false. */
  readonly condition?: Node | undefined;
  /** It is gone once it has started. */
  readonly next: boolean;
  /** It is gone when the turn ends. */
  readonly lapses: boolean;
  /** It answers only where nothing that it listens to (`on`, with `where`) has applied in this turn before. */
  readonly first: boolean;
  /** Its controller is asked whether it is to be. */
  readonly optional: boolean;
  /** Index of a list of actions: subject slot 0, direct object slot 1; -1: none. */
  readonly list: number;
  /**
   * Of substitutes: what occurs instead. Where subject and player are left out, they are those of what it is put in
   * place of; all other fields that are left out are absent.
   */
  readonly into?: Raised | undefined;
  /** It is a source of what a payment asks for: so much. Such abilities answer payments alone. */
  readonly yields?: Node | undefined;
  /**
   * Abilities of one number are the same copy: one of them is used, and all are. Left out: each is its own, and each
   * object's.
   */
  readonly copy?: number | undefined;
  readonly origin: Origin;
}

export interface Listening {
  readonly type: number;
  /** Over slots 0 and 1 and the occurrence's fields. Absent counts as false. */
  readonly where?: Node | undefined;
}

export type AbilityCarrier =
  /** The world has it once. */
  | { readonly by: 'world' }
  /** It exists where actions create it (the deed `add`). */
  | { readonly by: 'creation' }
  /**
   * Every object of one of these classes, by ascending id. `own`: it answers only to occurrences of which that object
   * is the subject; also after it has gone.
   */
  | { readonly by: 'classes'; readonly classes: ReadonlySet<number>; readonly own: boolean }
  | { readonly by: 'kind'; readonly kind: number; readonly own: boolean };

/**
 * What holds while a condition holds. It begins and ends at the *when* point of the batch that makes it true or false.
 */
export interface Continuous {
  readonly index: number;
  readonly name: string;
  readonly carrier: Exclude<AbilityCarrier, { readonly by: 'world' | 'creation' }>;
  /** Over slot 0. Absent counts as false. */
  readonly condition: Node;
  /** A boolean column of its carriers: it holds. */
  readonly column: number;
  /** Lists that are run, with the carrier in slots 0 and 1; -1: none. */
  readonly begins: number;
  readonly ends: number;
  readonly origin: Origin;
}
