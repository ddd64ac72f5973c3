import type { Model } from '../../model/model.js';
import type { Term } from '../term.js';
import type { Code } from './code.js';
import type { Bound, Emission, Emitted, Get } from './emission.js';
import type { Block, Writer } from './writer.js';

/** An emission under way, and what functions over rows and those of frames do each in their way. */
export interface Emitting {
  readonly model: Model;
  readonly writer: Writer;
  /** Statements that are run once a call. */
  readonly before: Block;
  readonly bindings: Map<number, Bound>;
  readonly thing: Emission['thing'];
  /** Emits the operation of a term. */
  readonly emitOperation: (term: Term) => Emitted;
}

export interface Access
  extends Pick<
    Emission,
    'inFrame' | 'isUniform' | 'isOuter' | 'given' | 'slot' | 'running' | 'runningWhole' | 'overMembers' | 'visit'
  > {
  /** The one kind of what is in a slot that nothing has bound; 0 where it is not known. */
  kindIn(slot: number): number;
  /** The block in which a term is computed. */
  placeOf(term: Term): Block;
  within<T>(place: Block, act: () => T): T;
  emit(term: Term): Emitted;
  readonly givens: readonly Given[];
}

/** Something of the world that a function over rows is given. */
export interface Given {
  readonly name: Code;
  readonly get: Get;
}
