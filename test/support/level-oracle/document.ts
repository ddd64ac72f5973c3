/** A `conditions/1` document as plain data. Fields that nothing here reads are left out. */

export type Reference = Readonly<Partial<Record<'initial' | 'flagship' | 'control' | 'target', number>>>;
export type Operator = 'eq' | 'ne' | 'lt' | 'gt' | 'le' | 'ge';
export type Policy = 'compat' | 'sound';
export type Pair = readonly [number, number];

/** Any `when`: which fields there are depends on its type. */
export interface When {
  readonly type: string;
  readonly op: Operator;
  readonly value?: number | boolean | string | null;
  readonly player?: number | null;
  readonly screen?: string;
  readonly line?: number | null;
  readonly of?: readonly When[] | null;
  readonly object?: Reference;
  readonly target?: Reference;
  readonly from?: Reference;
  readonly to?: Reference;
  readonly a?: Reference;
  readonly b?: Reference;
  readonly id?: number;
  readonly page?: number;
  readonly counter?: Counter;
  readonly duration?: string;
  readonly legacy_start_time?: boolean | null;
}

export interface Counter {
  readonly player?: number | null;
  readonly which: number;
}

export interface Filter {
  readonly owner?: 'any' | 'same' | 'different' | null;
  readonly tags?: Readonly<Record<string, boolean | null>> | null;
  readonly attributes?: Readonly<Record<string, boolean | null>> | null;
}

/** Any action: which fields there are depends on its type. */
export interface Action {
  readonly type: string;
  readonly if?: Filter | null;
  readonly override?: { readonly subject?: Reference | null; readonly direct?: Reference | null } | null;
  readonly reflexive?: boolean | null;
  readonly of?: readonly Action[] | null;
  readonly duration?: string;
  readonly enable?: readonly (number | string)[] | null;
  readonly disable?: readonly (number | string)[] | null;
  readonly counter?: Counter;
  readonly value?: number | string | null;
  readonly player?: number | null;
  readonly initial?: readonly number[];
  readonly which?: number;
  readonly base?: string;
  readonly origin?: 'level' | 'subject' | 'direct' | null;
  readonly to?: { readonly x: number; readonly y: number } | null;
  readonly relative?: boolean | null;
  readonly absolute?: boolean | null;
  readonly sound?: string | null;
  readonly id?: number | null;
  readonly screen?: string;
  readonly line?: number;
}

export interface Condition {
  readonly when: When;
  readonly action?: readonly Action[] | null;
  readonly disabled?: boolean | null;
  readonly persistent?: boolean | null;
  readonly subject?: Reference | null;
  readonly direct?: Reference | null;
}

export interface Base {
  readonly maxHealth: number;
  readonly maxSpeed: number;
  readonly attributes: readonly string[];
  readonly tags: Readonly<Partial<Record<string, boolean>>>;
  readonly destination?: boolean;
  readonly occupyCount?: number;
  readonly destroyAction?: readonly Action[];
  readonly die?: boolean;
}

export interface Initial {
  readonly base: string;
  readonly owner?: number;
  readonly position: Pair;
  readonly hidden?: boolean;
  readonly flagship?: boolean;
  readonly target?: number;
  readonly build?: readonly string[];
  readonly velocity?: Pair;
  readonly health?: number;
}

export type Fact = boolean | number | string | null | readonly (number | string)[];

export interface HostEntry {
  readonly t: number;
  readonly phase: 'tick' | 'sweep' | 'front' | 'late';
  readonly set?: Readonly<Record<string, Fact>>;
  readonly sweep?: boolean;
}

export interface Document {
  readonly policy: Policy;
  readonly until: number;
  readonly level: {
    readonly players: readonly { readonly type: 'human' | 'cpu'; readonly cash: number }[];
    readonly start_time?: string;
    readonly ui: { readonly zoom: string; readonly screen: string; readonly line: number };
    readonly initials: readonly Initial[];
    readonly bases: Readonly<Record<string, Base>>;
  };
  readonly conditions: readonly Condition[];
  readonly host: readonly HostEntry[];
}

/** A row of the trace: `fire`, `act`, `skip` or `dropped`, the time, and what belongs to it. */
export type Event = readonly (string | number)[];

/** How a level stands; bodies by slot, those that are named by the initial that they came from, -1: none. */
export interface Standing {
  readonly bodies: readonly ({
    readonly from: number;
    readonly owner: number;
    readonly place: Pair;
    /** In 1/256, as the greatest speed. */
    readonly velocity: Pair;
    readonly health: number;
    readonly maxHealth: number;
    readonly maxSpeed: number;
    readonly attributes: readonly string[];
    readonly destination: number;
    /** By player. */
    readonly occupation: readonly number[];
  } | null)[];
  readonly players: readonly {
    readonly flagship: number;
    readonly control: number;
    readonly target: number;
    readonly ships: number;
    readonly autopilot: boolean;
    readonly building: boolean | null;
  }[];
  readonly screen: {
    readonly zoom: string;
    readonly screen: string;
    readonly line: number;
    readonly message: Pair | null;
  };
}

export interface Outcome {
  readonly events: readonly Event[];
  readonly diagnostics: readonly Event[];
  readonly scores: readonly (readonly number[])[];
  readonly cash: readonly number[];
  readonly winner: number | null;
  readonly over: number | null;
  readonly enabledAtEnd: readonly number[];
  readonly standing: Standing;
  readonly error?: string;
  readonly cycle?: readonly number[];
}
