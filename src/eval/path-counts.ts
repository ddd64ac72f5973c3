/**
 * How often an executor took each of its ways since the world was made, so that tests and hosts see what really ran.
 */
export interface PathCounts {
  /** Rules whose sources were all evaluated before anything was written. */
  together: number;
  /** Of these, those whose results of an earlier turn still held. */
  reused: number;
  /** Sources that shared the result of another with the same keys. */
  shared: number;
  /** Rules whose sources were evaluated one after the other, with effects written column by column. */
  inTurn: number;
  /** The same with each effect fired by itself. */
  fired: number;
  /** Of these, those whose one effect fired after all sources and values were evaluated. */
  ahead: number;
  /** Phases whose columns were restored as an earlier turn left them. */
  putBack: number;
  /** Phases run in strict order, because another order met what that would have refused. */
  strict: number;
  /** Results found by each generator, and those that no generator narrowed. */
  identity: number;
  equality: number;
  jumps: number;
  distance: number;
  everything: number;
  /** Candidates found by name, without their own set. */
  named: number;
  /** Tests evaluated for a whole own set because several results share them. */
  sharedBits: number;
  /** Aggregates over the world whose members were found like a scope. */
  fitting: number;
  /** Selections that were unions of several conditions. */
  unions: number;
  /** Phases of flows solved as columns, and diffusions in them over pairs of neighbours. */
  flows: number;
  paired: number;
  generated: number;
  generatedCalls: number;
}

export function createPathCounts(): PathCounts {
  return {
    together: 0,
    reused: 0,
    shared: 0,
    inTurn: 0,
    fired: 0,
    ahead: 0,
    putBack: 0,
    strict: 0,
    identity: 0,
    equality: 0,
    jumps: 0,
    distance: 0,
    everything: 0,
    named: 0,
    sharedBits: 0,
    fitting: 0,
    unions: 0,
    flows: 0,
    paired: 0,
    generated: 0,
    generatedCalls: 0,
  };
}
