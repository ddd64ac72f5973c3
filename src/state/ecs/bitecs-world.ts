import {
  $internal,
  type ComponentData,
  type ComponentRef,
  type World as EcsWorld,
  type InternalWorld,
  type Query,
  type WorldContext,
  createEntityIndex,
  createWorld,
  registerComponent,
} from 'bitecs';
import { EdictError } from '../../kernel/errors.js';
import { idLimit, isLive } from '../../kernel/identity.js';
import type { WorldState } from '../../components/state.js';
import { createFollower, fact } from '../../model/stamps.js';
import type { Term } from './terms.js';

/**
 * A world of bitECS 0.4 whose entities are the objects, by id. It follows what has changed: births, deaths, changes of
 * class, and own components. Its data are written directly, because bitECS chooses ids itself and adds components one
 * by one. Calls of bitECS that would change them are refused; components that a host adds beside ours are kept until
 * the object goes.
 */
export interface BitEcs {
  readonly world: EcsWorld;
  /** Of the components known so far. */
  sync(): void;
  /** For one more component. */
  show(component: object, term: Term): void;
}

/** What we have told bitECS about each row. */
interface Shown {
  /** Kind, or class beyond the kinds; 0: none. */
  codes: Int32Array;
  generations: Uint32Array;
}

/** A component in the bit masks of bitECS. */
interface Bit {
  readonly component: object;
  readonly term: Term;
  readonly generation: number;
  readonly flag: number;
}

export function createBitEcs(state: WorldState): BitEcs {
  const { model } = state;
  const index = createEntityIndex();
  const world = createWorld<object>(index);
  const context = (world as InternalWorld)[$internal];
  const bits: Bit[] = [];
  const ours = new Set<object>();
  const masksByCode: (readonly number[] | undefined)[] = [];
  /** Of all of ours, by generation of bitECS, and those that objects have one by one. */
  let ourMasks: readonly number[] = [];
  let ownBits: readonly Bit[] = [];
  const shown: Shown = { codes: new Int32Array(0), generations: new Uint32Array(0) };
  const follower = createFollower(state.stamps, [fact.population]);
  /** All rows are looked at next time. */
  let isDamaged = false;
  let isSyncing = false;
  const componentsById = new LazyComponents(index, (id) =>
    bits.filter((bit) => hasBit(bit, id)).map(({ component }) => component),
  );
  guard();

  return {
    world,
    sync,
    show(component, term) {
      registerComponent(world, component);
      const data = context.componentMap.get(component) as ComponentData;
      data.queries = new RefusingQueries(() => (isDamaged = true));
      bits.push({ component, term, generation: data.generationId, flag: data.bitflag });
      ours.add(component);
      masksByCode.length = 0;
      ourMasks = maskOf(() => true);
      ownBits = bits.filter((bit) => bit.term.own !== undefined);
      isDamaged = true;
    },
  };

  /** Refuses what would end in ids or components that the world does not know. */
  function guard(): void {
    Object.defineProperty(index, 'maxId', {
      get: () => {
        throw refusedCall('addEntity', 'entities are the objects of the world; call spawn of the world');
      },
    });
    context.entitiesWithRelations = new RefusingRelations();
    context.entityComponents = componentsById;
    Object.defineProperty(context, 'entityIndex', {
      get: () => index,
      set: () => {
        throw refusedCall('resetWorld', 'make another world with createWorld of edict');
      },
    });
    Object.defineProperty(world, $internal, { configurable: false, writable: false });
  }

  /** Observers of the host are called meanwhile: they may ask, change the world, and throw. */
  function sync(): void {
    if (isSyncing) return;
    isSyncing = true;
    try {
      follow();
    } catch (error) {
      isDamaged = true;
      throw error;
    } finally {
      isSyncing = false;
    }
  }

  function follow(): void {
    const limit = idLimit(state.identity);
    if (shown.codes.length < state.identity.kind.length) enlarge(state.identity.kind.length);
    // Always asked, so that it is followed from here.
    const changed = follower.changed(limit);
    const given = state.own.map((own) => own.changed);
    const all = isDamaged || changed === undefined || given.includes(undefined);
    // What observers change is for the next time.
    for (const own of state.own) own.changed = [];
    isDamaged = false;
    if (all) for (let id = 1; id < shown.codes.length; id++) update(id);
    else {
      for (const id of changed) update(id);
      for (const ids of given) for (const id of ids ?? []) update(id);
    }
  }

  function enlarge(rows: number): void {
    const { codes, generations } = shown;
    shown.codes = new Int32Array(rows);
    shown.codes.set(codes);
    shown.generations = new Uint32Array(rows);
    shown.generations.set(generations);
  }

  function update(id: number): void {
    const { identity } = state;
    const isThere = id < idLimit(identity) && isLive(identity, id);
    const before = shown.codes[id];
    if (before !== 0 && !(isThere && shown.generations[id] === identity.generation[id])) hide(id);
    if (!isThere) return;
    if (shown.codes[id] === 0) {
      index.sparse[id] = index.aliveCount;
      index.dense[index.aliveCount++] = id;
    }
    const code = codeOf(id);
    const hasNewComponents = setMasks(id, code);
    if (hasNewComponents) componentsById.refresh(id, ours);
    shown.codes[id] = code;
    shown.generations[id] = identity.generation[id];
    for (const query of context.queries) place(query, id, isMatch(context, query, id));
  }

  function hide(id: number): void {
    for (const masks of context.entityMasks) masks[id] = 0;
    for (const query of context.queries) place(query, id, false);
    componentsById.delete(id);
    const last = index.dense[index.aliveCount - 1];
    index.dense[index.sparse[id]] = last;
    index.sparse[last] = index.sparse[id];
    index.dense.length = --index.aliveCount;
    shown.codes[id] = 0;
  }

  function codeOf(id: number): number {
    return state.class[id] === 0 ? state.identity.kind[id] : model.kinds.length + state.class[id];
  }

  /** Returns whether any changed. */
  function setMasks(id: number, code: number): boolean {
    const wanted = (masksByCode[code] ??= masksOf(code));
    let isChanged = false;
    for (let generation = 0; generation < wanted.length; generation++) {
      let mask = wanted[generation];
      for (let i = 0; i < ownBits.length; i++) {
        const { generation: of, flag, term } = ownBits[i];
        if (of === generation && term.own?.present[id] === 1) mask |= flag;
      }
      const masks = context.entityMasks[generation];
      const before = masks[id] ?? 0;
      const after = (before & ~ourMasks[generation]) | mask;
      if (before === after) continue;
      masks[id] = after;
      isChanged = true;
    }
    return isChanged;
  }

  function masksOf(code: number): readonly number[] {
    const kind = code <= model.kinds.length ? code : model.classes[code - model.kinds.length - 1].kind;
    return maskOf(({ kinds, class: of }) => kinds?.[kind] === 1 || (of > 0 && of === code - model.kinds.length));
  }

  /** By generation of bitECS. */
  function maskOf(has: (term: Term) => boolean): readonly number[] {
    const masks = context.entityMasks.map(() => 0);
    for (const { generation, flag, term } of bits) if (has(term)) masks[generation] |= flag;
    return masks;
  }

  function hasBit({ generation, flag }: Bit, id: number): boolean {
    return ((context.entityMasks[generation][id] ?? 0) & flag) !== 0;
  }
}

/** As bitECS does it. */
function isMatch({ entityMasks }: WorldContext, { masks, notMasks, orMasks, generations }: Query, id: number): boolean {
  let hasOr = true;
  for (const generation in orMasks) hasOr = generation === '';
  for (let i = 0; i < generations.length; i++) {
    const generation = generations[i];
    const mask = entityMasks[generation][id] ?? 0;
    const all = masks[generation] ?? 0;
    if ((mask & (notMasks[generation] ?? 0)) !== 0 || (mask & all) !== all) return false;
    hasOr ||= (mask & (orMasks[generation] ?? 0)) !== 0;
  }
  return hasOr;
}

/** Puts an entity into the answer of a query or takes it out, and tells its observers. */
function place(query: Query, id: number, isIn: boolean): void {
  const isLeaving = query.toRemove.has(id);
  if (isLeaving) query.toRemove.remove(id);
  const was = query.has(id);
  if (isIn === (was && !isLeaving)) return;
  if (isIn) {
    if (!was) query.add(id);
    query.addObservable.notify(id);
  } else {
    query.remove(id);
    if (!isLeaving) query.removeObservable.notify(id);
  }
}

function refusedCall(call: string, remedy: string): EdictError {
  return new EdictError('bad-view', `${call} of bitECS was called with the view of a world: ${remedy}`);
}

/** bitECS asks it first when it removes an entity. */
class RefusingRelations extends Set<number> {
  override has(): never {
    throw refusedCall('removeEntity', 'call destroy of the world');
  }
}

/** bitECS goes through it when one of our components is added to an entity or removed from it. */
class RefusingQueries extends Set<Query> {
  readonly #damaged: () => void;

  constructor(damaged: () => void) {
    super();
    this.#damaged = damaged;
  }

  override forEach(): never {
    // The mask has been written already.
    this.#damaged();
    throw refusedCall(
      'addComponent or removeComponent',
      'the components of an object follow from its kind and class; use add and remove of a component of your own',
    );
  }
}

/** The components of each entity, made when somebody asks. */
class LazyComponents extends Map<number, Set<ComponentRef>> {
  readonly #index: ReturnType<typeof createEntityIndex>;
  readonly #find: (id: number) => readonly ComponentRef[];

  constructor(index: ReturnType<typeof createEntityIndex>, find: (id: number) => readonly ComponentRef[]) {
    super();
    this.#index = index;
    this.#find = find;
  }

  override get(id: number): Set<ComponentRef> | undefined {
    const known = super.get(id);
    if (known !== undefined || this.#index.dense[this.#index.sparse[id]] !== id) return known;
    const found = new Set(this.#find(id));
    this.set(id, found);
    return found;
  }

  override keys(): MapIterator<number> {
    return this.#index.dense.values();
  }

  /** After ours have changed; what the host has added stays. */
  refresh(id: number, ours: ReadonlySet<ComponentRef>): void {
    const known = super.get(id);
    if (known === undefined) return;
    const found = new Set(this.#find(id));
    for (const component of known) if (!ours.has(component)) found.add(component);
    this.set(id, found);
  }
}
