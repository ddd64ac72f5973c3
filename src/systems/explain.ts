export interface CellStep<Value = number> {
  /** Name of the rule, or of the phase or host system. */
  readonly rule: string;
  /** Handle of the source, 0 where there is none. */
  readonly source: number;
  readonly label: string;
  readonly before: Value;
  readonly after: Value;
}

/** What happened to a cell in a turn, in order. `initial` is null for an object that was born in the turn. */
export interface CellHistory<Value = number> {
  readonly initial: Value | null;
  readonly current: Value;
  readonly steps: readonly CellStep<Value>[];
}
