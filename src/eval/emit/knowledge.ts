import { type Block, type KnownInputs, type Known, type Writer } from './emission.js';
import { type Code } from './code.js';
import type { Term } from '../term.js';
import type { Access } from './access.js';

export function createKnowledge(writer: Writer, access: Access, shares: boolean) {
  let consumer = {};
  return { find, entryOf, asConsumer, forget };

  function forget(isStale: (term: KnownInputs) => boolean): void {
    for (let at: Block | undefined = writer.here; at !== undefined; at = at.outer) {
      for (const [term, known] of at.known)
        if (isStale(term)) at.known.delete(term);
        else known.derived.clear();
      for (const [source, { stamps }] of at.derived)
        if (isStale({ free: 0, runs: false, stamps })) at.derived.delete(source);
    }
  }

  /** A known value of a term. In a frame, a heavy term is evaluated at each use, because each counts visits. */
  function find<T>(term: Term, partOf: (known: Known) => T | undefined): T | undefined {
    for (let at: Block | undefined = writer.here; at !== undefined; at = at.outer) {
      const known = at.known.get(term);
      const part = known !== undefined && isShared(term, known) ? partOf(known) : undefined;
      if (part !== undefined) return part;
    }
    return undefined;
  }

  function isShared(term: Term, { consumer: by }: Known): boolean {
    return shares || by === consumer || !(access.inFrame || term.heavy);
  }

  function entryOf(term: Term): Known {
    const known = writer.here.known.get(term);
    if (known !== undefined && isShared(term, known)) return known;
    const made = { emitted: undefined, derived: new Map<string, Code>(), consumer };
    writer.here.known.set(term, made);
    return made;
  }

  function asConsumer<Result>(act: () => Result): Result {
    const saved = consumer;
    consumer = {};
    try {
      return act();
    } finally {
      consumer = saved;
    }
  }
}
