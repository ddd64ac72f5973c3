import { header } from '../kernel/arena.js';
import { EdictError } from '../kernel/errors.js';
import { kept } from '../kernel/maps.js';
import { processSetting } from '../kernel/process-settings.js';
import { type Fact, fact } from '../model/stamps.js';
import { components } from '../components/index.js';
import type { DeclaredReads, StateGuard, WorldState } from '../components/state.js';

/** Read once for each new world. */
export function checksReads(): boolean {
  return processSetting('EDICT_CHECK_READS') === '1';
}

export function createStateGuard(state: WorldState): StateGuard {
  const guard: StateGuard = { view: viewOf(state, demand), declared: undefined, known: new WeakMap() };
  return guard;

  function demand(what: string, facts: readonly Fact[]): void {
    if (guard.declared !== undefined && !facts.some((name) => guard.declared?.facts.has(fact[name]) === true))
      throw undeclared(guard.declared, what, facts.join(' or '));
  }

  function viewOf(of: WorldState, check: Demand): WorldState {
    const arena = viewsOf<WorldState['arena']>((name) =>
      name === 'header' ? headerView(of.arena.header, check) : undefined,
    );
    const derived = viewsOf<WorldState['derived']>((name) => demandListed(name, derivedFacts, check));
    const cells = viewsOf<WorldState['cells']>((name) => {
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

/** Readable only by operations that declare one of these facts; all else never changes. */
const stateFacts: Readonly<Record<string, readonly Fact[]>> = {
  ...Object.fromEntries(
    components.flatMap(({ group, columns, facts = [] }) =>
      (group === undefined ? Object.keys(columns) : [group]).map((name) => [name, facts]),
    ),
  ),
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
  [header.edges]: ['edge'],
};

const derivedFacts: Readonly<Record<string, readonly Fact[]>> = {
  children: ['place'],
  attachedCounts: ['place'],
  gridCells: ['place'],
  gridIndex: ['place'],
  laneRows: ['lanes'],
  laneGraph: ['lanes'],
  lists: ['link'],
  listing: ['link'],
  linkRows: ['link'],
  neighbours: ['edge'],
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

/** Of an object that may be replaced; `look` may throw, or return a replacement. */
function viewsOf<Of extends object>(look: (name: string | symbol) => unknown): (of: Of) => Of {
  const known = new WeakMap<Of, Of>();
  return (of) =>
    kept(
      known,
      of,
      () => new Proxy(of, { get: (target, name) => look(name) ?? (Reflect.get(target, name, target) as unknown) }),
    );
}

export function undeclared({ operation }: Pick<DeclaredReads, 'operation'>, what: string, needed: string): EdictError {
  return new EdictError(
    'undeclared-read',
    `operation ${operation} reads ${what} and does not declare ${needed}; declare it, or stale answers are kept when that changes`,
    operation,
  );
}
