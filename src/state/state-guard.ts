import { env } from 'node:process';
import { header } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { type Fact, fact } from '../model/stamps.js';

/**
 * What is kept of the answers of an operation is kept by what the operation declares that it reads, so a read that is
 * not declared gives stale answers. A guard makes such a read an error: it shows a state in which only what is declared
 * can be read. The reference interpreter uses one where EDICT_CHECK_READS is 1, as it is in tests.
 */
export interface StateGuard<State> {
  /** The state, in which only what `declared` lists can be read. */
  readonly view: State;
  /** What is evaluated, with what it reads; undefined where nothing is. */
  declared: DeclaredReads | undefined;
  /** What was found out of nodes that were evaluated, kept from one frame to the next. */
  readonly known: WeakMap<object, DeclaredReads>;
}

export interface DeclaredReads {
  readonly operation: string;
  readonly facts: ReadonlySet<number>;
  readonly columns: ReadonlySet<number>;
}

/** Whether reads are to be checked: says the environment, once for each world that is made. */
export function checksReads(): boolean {
  return env.EDICT_CHECK_READS === '1';
}

/** The parts of a state of which not all may be read or none. */
interface Guarded {
  readonly arena: { readonly header: Uint32Array };
  readonly derived: object;
  readonly cells: readonly object[];
}

export function createStateGuard<State extends Guarded>(state: State): StateGuard<State> {
  const guard: StateGuard<State> = { view: viewOf(state, demand), declared: undefined, known: new WeakMap() };
  return guard;

  function demand(what: string, facts: readonly Fact[]): void {
    if (guard.declared !== undefined && !facts.some((name) => guard.declared?.facts.has(fact[name]) === true))
      throw undeclared(guard.declared, what, facts.join(' or '));
  }

  function viewOf(of: State, check: Demand): State {
    const arena = viewsOf<State['arena']>((name) =>
      name === 'header' ? headerView(of.arena.header, check) : undefined,
    );
    const derived = viewsOf<State['derived']>((name) => demandListed(name, derivedFacts, check));
    const cells = viewsOf<State['cells']>((name) => {
      demandColumn(guard.declared, name);
    });
    return new Proxy(of, {
      get(target, name) {
        if (name === 'arena') return arena(target.arena);
        if (name === 'derived') return derived(target.derived);
        if (name === 'cells') return cells(target.cells);
        demandListed(name, stateFacts, check);
        return Reflect.get(target, name) as unknown;
      },
    });
  }
}

type Demand = (what: string, facts: readonly Fact[]) => void;

/**
 * What may be read only by whom declares one of these facts; what is listed nowhere is no part of what changes, and may
 * be read by all.
 */
const stateFacts: Readonly<Record<string, readonly Fact[]>> = {
  class: ['population'],
  created: ['population'],
  identity: ['population'],
  faction: ['population'],
  factionEntity: ['population'],
  name: ['name'],
  owner: ['owner'],
  parent: ['place'],
  place: ['place', 'spot'],
  end: ['place', 'spot'],
  otherEnd: ['place', 'spot'],
  fraction: ['place', 'spot'],
  x: ['place', 'spot'],
  y: ['place', 'spot'],
  seenBy: ['sight'],
  sightedBy: ['sight'],
  networkOf: ['network'],
  laneEnd: ['lanes'],
  laneOtherEnd: ['lanes'],
  available: ['availability'],
  related: ['relation'],
  role: ['role'],
  block: ['cells'],
  granted: ['cells'],
  grant: ['cells'],
  cellValues: ['cells'],
  cellClasses: ['cells'],
  wordBlock: ['holding'],
  words: ['holding'],
  linkOf: ['link'],
  linkFrom: ['link'],
  linkTo: ['link'],
  instances: ['clock'],
  occurrences: ['occurrence'],
  past: ['occurrence'],
  uses: ['occurrence'],
  copies: ['occurrence'],
  memories: ['occurrence'],
  gone: ['occurrence'],
  armed: [],
  wasTrue: [],
  frames: [],
  parked: [],
  delays: [],
  answers: [],
  streams: [],
  sequence: [],
};

const headerFacts: Readonly<Record<string, readonly Fact[]>> = {
  [header.turn]: ['clock'],
  [header.time]: ['clock'],
  [header.polls]: ['clock'],
  [header.seedLow]: ['clock'],
  [header.seedHigh]: ['clock'],
  [header.step]: ['step'],
  [header.live]: ['population'],
  [header.highWater]: ['population'],
  [header.lanes]: ['lanes'],
  [header.links]: ['link'],
};

const derivedFacts: Readonly<Record<string, readonly Fact[]>> = {
  children: ['place'],
  grids: ['place'],
  laneRows: ['lanes'],
  laneGraph: ['lanes'],
  lists: ['link'],
  listing: ['link'],
  linkRows: ['link'],
  uses: ['occurrence'],
};

function demandListed(
  name: string | symbol,
  listed: Readonly<Record<string, readonly Fact[]>>,
  check: Demand,
): undefined {
  if (typeof name === 'string' && Object.hasOwn(listed, name)) check(name, listed[name]);
}

function demandColumn(declared: DeclaredReads | undefined, name: string | symbol): undefined {
  const column = typeof name === 'string' ? Number(name) : NaN;
  if (declared !== undefined && Number.isInteger(column) && !declared.columns.has(column))
    throw undeclared(declared, `column ${String(name)}`, 'that column');
}

function headerView(words: Uint32Array, check: Demand): Uint32Array {
  return new Proxy(words, {
    get(target, name) {
      demandListed(name, headerFacts, (what, facts) => {
        check(`word ${what} of the header`, facts);
      });
      return Reflect.get(target, name, target) as unknown;
    },
  });
}

/**
 * Makes the view of an object that is another one from time to time; `look` may throw, or give what is shown instead.
 */
function viewsOf<Of extends object>(look: (name: string | symbol) => unknown): (of: Of) => Of {
  const known = new WeakMap<Of, Of>();
  return (of) => {
    let view = known.get(of);
    if (view === undefined)
      known.set(
        of,
        (view = new Proxy(of, { get: (target, name) => look(name) ?? (Reflect.get(target, name, target) as unknown) })),
      );
    return view;
  };
}

export function undeclared({ operation }: Pick<DeclaredReads, 'operation'>, what: string, needed: string): EdictError {
  return new EdictError(
    'undeclared-read',
    `operation ${operation} reads ${what} and does not declare ${needed}; declare it, or stale answers are kept when that changes`,
    operation,
  );
}
