/** How often an executor took each of its ways since the world was made: tests and hosts see what really ran. */
export interface PathCounts {
  /** Rules whose sources were all asked before anything was written. */
  together: number;
  /** Of these, those whose answers of an earlier turn still held. */
  reused: number;
  /** Sources that had the answer of another with the same keys. */
  shared: number;
  /** Rules whose sources were asked one after the other, with effects written column by column. */
  inTurn: number;
  /** The same with each effect fired by itself. */
  fired: number;
  /** Of these, those whose one effect fired when all sources had been asked and all its values were known. */
  ahead: number;
  /** Phases whose columns were put back as an earlier turn left them. */
  putBack: number;
  /** Phases run in strict order, because another order met what that would have refused. */
  strict: number;
  /** Answers found by each generator, and those that a generator could not narrow. */
  identity: number;
  equality: number;
  jumps: number;
  distance: number;
  everything: number;
  /** Candidates looked at by name, without their own set. */
  named: number;
  /** Tests that were answered for a whole own set because several answers share them. */
  sharedBits: number;
  /** Aggregates over the world whose members were found as a scope is. */
  fitting: number;
  /** Selections that were unions of several conditions. */
  unions: number;
  /** Phases of flows that were solved as columns, and diffusions in them that went over pairs of neighbours. */
  flows: number;
  paired: number;
  /** Generated functions, and batches of rows that they were run over. */
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
