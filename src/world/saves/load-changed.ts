import { inLayout, layoutOf } from '../../components/layout.js';
import { addOwn, checkState, createState, invalidate, restoreState } from '../../state/world-state.js';
import { bearMany } from '../../state/bear-many.js';
import { turnOf } from '../../components/clock.js';
import { holdingLayout } from '../../components/holdings.js';
import { liveIds } from '../../components/live-objects.js';
import type { OwnComponent } from '../../components/own.js';
import type { WorldSizes } from '../../components/component.js';
import type { WorldState } from '../../components/state.js';
import { header } from '../../kernel/arena.js';
import { EdictError, damaged, messageOf } from '../../kernel/errors.js';
import {
  type FileHead,
  type SavedComponents,
  type Snapshot,
  checkHeader,
  hex,
  otherBuild,
} from '../../kernel/snapshot.js';
import { createStringPool } from '../../kernel/strings.js';
import type { Limits } from '../../kernel/world-limits.js';
import type { Program } from '../../ir/rule.js';
import type { Grid } from '../../model/connection.js';
import { type WorldCore, framed, growing } from '../core.js';
import { awaitComponents } from '../own-components.js';
import { type Carry, carriedIds } from './carry.js';
import { carryEvents } from './carry-events.js';
import { carryObjects, countKinds } from './carry-objects.js';
import { carryRelations } from './carry-relations.js';
import { carryValues } from './carry-values.js';
import { counted } from '../../kernel/grouped.js';
import { type LoadReport, createNotes } from './load-report.js';
import { namesBetween, namesGone, namesNew } from './names.js';
import { columnsHash } from './outline.js';
import { type SavedContent, readOutline } from './read-outline.js';

/** A saved world, in a state of the content that it was saved with. */
export interface ForeignWorld extends SavedContent {
  readonly state: WorldState;
  readonly components: SavedComponents;
}

/** Throws `damaged-file` and `foreign-file`; nothing is allocated before the sizes of the file are checked. */
export function openForeign(
  { shape, components = [] }: FileHead,
  snapshot: Snapshot,
  own: readonly OwnComponent[],
  limits: Limits,
): ForeignWorld {
  const saved = readOutline(shape, snapshot);
  const [, lanes, factions, streams] = snapshot.sizes.map((rows) => rows - 1);
  const { header: used } = snapshot;
  const room: WorldSizes = {
    capacity: Math.max(1, used[header.highWater] - 1),
    lanes,
    factions,
    streams,
    cells: used[header.cells],
    words: used[header.words],
    links: Math.max(1, used[header.links]),
    edges: Math.max(1, used[header.edges]),
    frames: Math.max(1, ...framed.map((word) => used[word])),
  };
  try {
    const layout = layoutOf(saved.model, room, own);
    if (columnsHash(layout) !== saved.outline.layout)
      throw otherBuild(`columns ${hex(saved.outline.layout)}`, `columns ${hex(columnsHash(layout))}`);
    const fitting = inLayout(snapshot, layout);
    checkHeader(layout, fitting);
    const state = createState(saved.model, limits, room, '', false);
    for (const each of own) addOwn(state, each);
    restoreState(state, fitting);
    checkState(state);
    return { ...saved, state, components };
  } catch (error) {
    if (!(error instanceof EdictError) || error.code === 'damaged-file' || error.code === 'foreign-file') throw error;
    throw damaged(`its outline of the content does not match its data: ${messageOf(error)}`);
  }
}

/** Throws where nothing would be left: the world is of quite other content. */
export function demandRelated({ state, model }: ForeignWorld, program: Program): void {
  const known = new Set(program.model.kinds.map(({ name }) => name));
  const kinds = new Set<number>();
  for (const id of liveIds(state)) kinds.add(state.identity.kind[id]);
  const names = [...kinds].map((kind) => model.kinds[kind - 1].name);
  if (names.length === 0 || names.some((name) => known.has(name))) return;
  throw new EdictError(
    'foreign-file',
    'the saved world was made with other content: none of the kinds of its objects is in this one ' +
      `(${names.slice(0, 5).join(', ')}); load it with the content that it was saved with`,
  );
}

/** Room for what a saved world brings, at least. */
export function sizesFor({ state, model }: ForeignWorld, program: Program): Required<Omit<WorldSizes, 'instances'>> {
  const { model: now } = program;
  const { header: used } = state.arena;
  const counts = countKinds({ from: state, names: namesBetween(model, now) }, now.kinds.length);
  const { wordCounts } = holdingLayout(now);
  const sum = (each: (kind: number) => number) =>
    now.kinds.reduce((total, { index }) => total + counts[index] * each(index), 0);
  const cells = new Float64Array(now.kinds.length + 1);
  for (const { kind } of now.variables) cells[kind]++;
  const factions = sum((kind) => (now.kinds[kind - 1].faction ? 1 : 0));
  const [, lanes, slots, streams] = state.arena.sizes.map((rows) => rows - 1);
  return {
    capacity: used[header.highWater] - 1,
    lanes,
    factions: Math.max(slots, factions),
    streams,
    cells: 1 + sum((kind) => cells[kind]),
    words: 1 + sum((kind) => wordCounts[kind]),
    links: used[header.links] + 1,
    edges: used[header.edges] + 1,
    frames: Math.max(...framed.map((word) => used[word])),
  };
}

/** Fills a world without objects. Throws, and the world is of no use then, for what could not go on. */
export function carryWorld(core: WorldCore, world: ForeignWorld): LoadReport {
  const { state: to, program } = core;
  const { state: from, outline, model } = world;
  const notes = createNotes();
  const names = namesBetween(model, to.model);
  awaitEach(core, world, notes);
  const carry: Carry = { from, to, outline, program, names, notes };
  to.strings = createStringPool(from.strings.texts, to.limits.texts);
  noteDeclared(carry);
  carryObjects(carry);
  carryValues(carry);
  carryOwn(carry);
  carryRelations(carry);
  carryStreams(carry);
  carryEvents(carry);
  invalidate(to);
  addCells(core, carry);
  return { changes: notes.changes };
}

/** Parts without which objects may be: those that are gone with objects are noted with them. */
function noteDeclared({ from, to, names, notes }: Carry): void {
  const gone = 'no longer in the content';
  const counts = new Float64Array(from.model.kinds.length + 1);
  const classes = new Float64Array(from.model.classes.length + 1);
  for (const id of liveIds(from)) {
    counts[from.identity.kind[id]]++;
    if (names.kinds[from.identity.kind[id]] > 0) classes[from.class[id]]++;
  }
  for (const at of namesGone(names.kinds, 1))
    if (counts[at] === 0) notes.note('dropped', 'kind', from.model.kinds[at - 1].name, 0, gone);
  for (const at of namesNew(names.kinds, 1, to.model.kinds.length))
    notes.note('added', 'kind', to.model.kinds[at - 1].name, 0, 'new in the content');
  for (const at of namesGone(names.classes, 1))
    if (classes[at] === 0) notes.note('dropped', 'class', from.model.classes[at - 1].name, 0, gone);
  for (const at of namesNew(names.classes, 1, to.model.classes.length))
    notes.note('added', 'class', to.model.classes[at - 1].name, 0, 'new in the content');
  for (const { index, name } of to.model.enumerations) {
    const old = from.model.enumerations.findIndex((each) => each.name === name);
    if (old < 0) continue;
    const words = names.words(old, index);
    for (const at of namesGone(words, 1))
      notes.note('dropped', 'word', `${name}.${from.model.enumerations[old].members[at - 1]}`, 0, gone);
    for (const at of namesNew(words, 1, to.model.enumerations[index].members.length))
      notes.note('added', 'word', `${name}.${to.model.enumerations[index].members[at - 1]}`, 0, 'new in the content');
  }
}

/** Those that cannot be declared here, such as groups of columns that are gone, are dropped. */
function awaitEach(core: WorldCore, { components }: ForeignWorld, notes: Carry['notes']): void {
  for (const component of components) {
    try {
      awaitComponents(core, [component]);
    } catch (error) {
      if (!(error instanceof EdictError)) throw error;
      notes.note('dropped', 'component', component[0], 0, messageOf(error));
    }
  }
}

function carryOwn(carry: Carry): void {
  const { from, to } = carry;
  for (const own of to.own) {
    const old = from.own.find(({ name }) => name === own.name);
    if (old === undefined) continue;
    for (const id of carriedIds(carry)) {
      own.present[id] = old.present[id];
      for (const field of Object.keys(own.fields)) own.columns[field][id] = old.columns[field][id];
    }
  }
}

function carryStreams({ from, to }: Carry): void {
  to.streams.names.set(from.streams.names.subarray(0, to.streams.names.length));
  to.streams.states.set(from.streams.states.subarray(0, to.streams.states.length));
  to.arena.header[header.streams] = from.arena.header[header.streams];
}

/** Of grids that make their own: those at points that the saved grid did not have. */
function addCells(core: WorldCore, { from, names, notes }: Carry): void {
  for (const grid of core.state.model.grids) {
    if (!grid.makesCells) continue;
    const old = from.model.grids.find(({ name, kind }) => name === grid.name && names.kinds[kind] === grid.kind);
    const points = pointsBeyond(grid, old);
    if (points.x.length === 0) continue;
    const { kind, class: of } = grid;
    growing(core, () => {
      bearMany(core.state, {
        kind,
        class: of,
        owner: 0,
        created: turnOf(core.state),
        count: points.x.length,
        places: points,
      });
    });
    notes.note('added', 'grid', grid.name, points.x.length, `${counted(points.x.length, 'cell')} more`);
  }
}

function pointsBeyond({ width, height }: Grid, old: Grid | undefined) {
  const [x, y]: [number[], number[]] = [[], []];
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      if (old !== undefined && column < old.width && row < old.height) continue;
      x.push(column);
      y.push(row);
    }
  return { x: Float64Array.from(x), y: Float64Array.from(y) };
}
