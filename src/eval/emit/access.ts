import {
  type Block,
  type Bound,
  type Emission,
  type Emitted,
  type Get,
  type KnownMembers,
  type Writer,
} from './emission.js';
import { type Code, js } from './code.js';
import { type OpenLoops } from './open-loops.js';
import type { Term } from '../term.js';

/** Code that knows its own writes: a value is computed once for several uses, until `forget` says that it is stale. */
export interface Sharing {
  /** Its own writes may change facts or columns with this stamp. */
  readonly changes: (stamp: number) => boolean;
  /** The code is a loop over sources in pieces, `from`. */
  readonly inPieces?: boolean;
  /** An aggregate without code is refused, not interpreted. */
  readonly isWhole?: boolean;
}

/** Parts in which functions over rows and of frames differ. */
export interface Emitting {
  readonly writer: Writer;
  readonly before: Block;
  readonly bindings: Map<number, Bound>;
  readonly thing: Emission['thing'];
  readonly emitOperation: (term: Term) => Emitted;
  /** See `OpenLoops`. */
  readonly outside: OpenLoops['outside'];
}

export interface Access
  extends Pick<
    Emission,
    | 'inFrame'
    | 'isUniform'
    | 'isOuter'
    | 'given'
    | 'slot'
    | 'running'
    | 'runningWhole'
    | 'overMembers'
    | 'visit'
    | 'derivedNow'
  > {
  /** The one kind of the objects in an unbound slot; 0 where unknown. */
  kindIn(slot: number): number;
  /** The object in an unbound slot is not the same for all of a call. */
  varies(slot: number): boolean;
  placeOf(term: Term): Block;
  within<T>(place: Block, act: () => T): T;
  emit(term: Term): Emitted;
  readonly givens: readonly Given[];
}

export interface Given {
  readonly name: Code;
  readonly get: Get;
}

/** Members by fixed differences where a condition holds, else those that a search finds, in a loop. */
export function eitherWay(
  { when, plus, offsets, begin, search }: KnownMembers,
  loop: Code,
  each: (member: Code) => Code,
  { inside, add }: Writer,
): Code {
  const all = inside(() => {
    begin();
    for (const offset of offsets) add(js`{ ${each(js`${plus} + ${offset}`)} }`);
  });
  const searched = inside(() => {
    search();
    add(loop);
  });
  return js`if (${when}) { ${all} } else { ${searched} }`;
}
