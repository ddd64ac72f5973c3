/** A rule's plan as plain data for people and machines; every expression is text. */
export interface RuleDescription {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly phase: string;
  readonly priority: number;
  /** From 1: the place in which it runs. */
  readonly order: number;
  readonly carrier: string;
  /** All sources are asked before the first effect. */
  readonly together: boolean;
  /** Why not; empty where they are. */
  readonly because: string;
  readonly activation: readonly string[];
  /** Alternatives: an object that one of them includes is a target. */
  readonly candidates: readonly CandidatesDescription[];
  /** What excludes targets of several alternatives. */
  readonly vetoes: readonly string[];
  /** What sources have in common that share an answer; empty: there is one answer for all. */
  readonly sharedBy: readonly string[];
  readonly effects: readonly EffectDescription[];
  /** Answers are kept while nothing that they depend on changes. */
  readonly kept: boolean;
  /** Why not; empty where they are. */
  readonly unkept: string;
  readonly estimate: EstimateDescription;
}

export interface CandidatesDescription {
  /** A kind or class; empty: any object. */
  readonly of: string;
  /** What is asked of sources before. */
  readonly activation: readonly string[];
  /** What candidates are asked once, for all sources. */
  readonly own: readonly string[];
  /** Other alternatives, of this rule or others, with the same candidates. */
  readonly alike: number;
  /** How few are found at once; empty: all candidates are tested. */
  readonly found: string;
  readonly tests: readonly TestsDescription[];
}

/** Tests that are asked once for sources that have something in common. */
export interface TestsDescription {
  readonly tests: readonly string[];
  readonly sharedBy: readonly string[];
}

export interface EffectDescription {
  readonly text: string;
  /** What its amount depends on; empty for effects that are fired on each target by itself. */
  readonly by: 'nothing' | 'source' | 'target' | 'pair' | '';
}

export interface EstimateDescription {
  readonly tests: number;
  readonly sources: number;
  readonly groups: number;
  readonly targets: number;
  readonly dear: boolean;
}

/** The plan of a growth formula. */
export interface GrowthDescription {
  readonly meter: string;
  readonly formula: string;
  readonly objects: number;
  readonly tests: number;
  readonly dear: boolean;
}

/** All plans of some content. */
export interface ProgramDescription {
  /** The world that estimates are for. */
  readonly world: {
    readonly objects: number;
    readonly sources: number;
    readonly factions: number;
    readonly nodes: number;
  };
  /** More object tests than this are dear. */
  readonly limit: number;
  readonly rules: readonly RuleDescription[];
  readonly growths: readonly GrowthDescription[];
  /** Different expressions and parts of expressions in all content, and those that stand in more than one place. */
  readonly terms: number;
  readonly sharedTerms: number;
}
