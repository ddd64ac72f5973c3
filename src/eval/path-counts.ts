/** How often an executor took each of its ways since the world was made. */
export type PathCounts = ReturnType<typeof createPathCounts>;

export function createPathCounts() {
  return {
    /** Rules whose sources were all evaluated before anything was written. */
    together: 0,
    /** Of these, those whose results of an earlier turn still held. */
    reused: 0,
    /** Sources that shared the result of another with the same keys. */
    shared: 0,
    /** Rules whose sources were evaluated one after the other, with effects written column by column. */
    inTurn: 0,
    /** The same with each effect fired by itself. */
    fired: 0,
    /** Times that sources were asked for what effects do not change, and tested for the rest in their turn. */
    late: 0,
    /** Of those fired, those whose one effect fired after all sources and values were evaluated. */
    ahead: 0,
    /** Rules whose sources all read the state before the rule, and fired effect by effect. */
    atOnce: 0,
    /** Rules run as one generated loop over their sources. */
    whole: 0,
    /** Phases whose columns were restored as an earlier turn left them. */
    putBack: 0,
    /** Phases run in strict order, because another order met what that would have refused. */
    strict: 0,
    /** Results found by each generator, and those that no generator narrowed. */
    identity: 0,
    equality: 0,
    jumps: 0,
    distance: 0,
    everything: 0,
    /** Candidates found by name, without their own set. */
    named: 0,
    /** Tests evaluated for a whole own set because several results share them. */
    sharedBits: 0,
    /** Aggregates over the world whose members were found like a scope. */
    fitting: 0,
    /** Selections that were unions of several conditions. */
    unions: 0,
    /** Phases of flows solved as columns, and diffusions in them over pairs of neighbours. */
    flows: 0,
    paired: 0,
    generated: 0,
    generatedCalls: 0,
  };
}
