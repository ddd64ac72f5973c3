import { z } from 'zod';
import { loadLevel } from '../level/load-level.js';
import { lowerLevel } from '../lower/lower-level.js';
import type { Initial, Level, Reference, When } from '../syntax.js';
import { entryOf, itemsOf, type Value } from '../parse/value.js';
import { applyFact, type FactValue } from '../world/level-facts.js';
import { createLevelModel, initialName, type LevelModel } from '../world/level-model.js';
import { fillLevel, levelReserve, playerAt } from '../world/open-level.js';
import { EdictError } from '../../../kernel/errors.js';
import { kept } from '../../../kernel/maps.js';
import { createWorld } from '../../../world.js';
import type { Handle, World } from '../../../world/api.js';
import type { ScenarioFormat } from '../../../scenarios/scenario-format.js';
import { mapOf, merged, readScenario, valueOf } from './read-level.js';
import { factsSchema, remarks, traceFormatName } from './scenario-schema.js';

const count = z.int().min(0);
const indices = z.array(count);

const sweepSchema = z
  .strictObject({
    t: z.int32(),
    depth: z.int().min(0).default(1),
    range: z.tuple([count, count]),
    /** Changes since the last record. Null: the fact is no longer true. */
    facts: factsSchema.default({}),
    enabled: indices.optional(),
    true: indices,
    unknown: indices.default([]),
  })
  .refine(({ range: [first, last] }) => first <= last, {
    path: ['range'],
    message: 'A range goes from the first condition to the last; give them in that order',
  });

/** Facts at each sweep of a level in the engine, and the conditions that were true. */
const traceSchema = z.strictObject({
  format: z.literal(traceFormatName),
  ...remarks,
  /** The number of initials, and facts of the level as a whole; other fields have no meaning here. */
  level: z.looseObject({
    initials: z.union([count, z.array(z.unknown())]),
    players: z.union([count, z.array(z.unknown())]).optional(),
  }),
  conditions: z.array(z.unknown()),
  sweeps: z.array(sweepSchema),
});

type TraceData = z.output<typeof traceSchema>;
type TraceSweep = TraceData['sweeps'][number];

const tracePolicy = 'compat';

/** The engine plays all its seats. */
const allSeats = 4;

/**
 * The conditions of a trace, in a level of hidden initials that facts describe. In the engine, two objects are
 * identical if they have, or had, the same slot, but a destination is one object. So conditions read bodies that stand
 * for objects, but identity compares stand-ins for references, bound to bodies that stand for slots.
 */
interface TraceLevel {
  readonly level: Level;
  /** References that identity compares. Their stand-ins follow the initials of the trace. */
  readonly compared: readonly Reference[];
  readonly initials: number;
}

function levelOfTrace({ level, conditions }: TraceData, document: Value): TraceLevel {
  const initials = countOf(level.initials);
  const asked = itemsOf(entryOf(document, 'conditions')).map((condition) =>
    merged(condition, [mapOf('when', entryOf(condition, 'when'))]),
  );
  const startTime = entryOf(entryOf(document, 'level') ?? document, 'start_time');
  const { level: loaded, problems } = loadLevel(
    merged(document, [
      valueOf({
        players: new Array(countOf(level.players ?? allSeats)).fill({ type: 'human', cash: 0 }),
        initials: new Array(initials).fill(hidden),
        bases: { [base]: { maxHealth: -1, maxSpeed: 0 } },
      }),
      mapOf('conditions', { type: 'array', at: document.at, items: asked }),
      mapOf('start_time', startTime),
    ]),
    tracePolicy,
  );
  if (loaded === undefined || asked.length !== conditions.length) {
    throw new EdictError(
      'bad-scenario',
      `the conditions of the trace do not load: ${problems.map(({ path, code, message }) => `${path} [${code}]: ${message}`).join('; ')}`,
    );
  }
  const compared: Reference[] = [];
  const standIn = (reference: Reference): Reference => {
    let place = compared.findIndex(({ by, index }) => by === reference.by && index === reference.index);
    if (place < 0) place = compared.push(reference) - 1;
    return { at: reference.at, by: 'initial', index: initials + place };
  };
  const changed = loaded.conditions.map((condition) => ({ ...condition, when: withStandIns(condition.when, standIn) }));
  const plain = {
    owner: undefined,
    flagship: false,
    target: undefined,
    build: [],
    velocity: [0, 0],
    health: undefined,
  } as const;
  const added = compared.map(({ at }): Initial => ({ at, ...hidden, ...plain }));
  return { level: { ...loaded, initials: [...loaded.initials, ...added], conditions: changed }, compared, initials };
}

const base = 'body';
const hidden = { base, position: [0, 0] as const, hidden: true };

function countOf(list: number | readonly unknown[]): number {
  return typeof list === 'number' ? list : list.length;
}

function withStandIns(when: When, standIn: (reference: Reference) => Reference): When {
  if (when.type === 'identity') return { ...when, a: standIn(when.a), b: standIn(when.b) };
  return when.type === 'count' ? { ...when, of: when.of.map((member) => withStandIns(member, standIn)) } : when;
}

interface TraceStage {
  readonly world: World;
  readonly model: LevelModel;
  readonly trace: TraceLevel;
  readonly facts: Map<string, FactValue>;
  readonly bodies: Map<string, Handle>;
}

function openTrace(trace: TraceLevel): TraceStage {
  const model = createLevelModel(trace.level, tracePolicy);
  const world = createWorld(lowerLevel(model), { reserve: levelReserve(model) });
  fillLevel(world, model);
  return { world, model, trace, facts: new Map(), bodies: new Map() };
}

/** Throws `bad-scenario` or `bad-fact` for unknown facts. */
function applyFacts(stage: TraceStage, changed: Readonly<Record<string, FactValue>>): void {
  const { trace, facts } = stage;
  for (const [name, value] of Object.entries(changed)) facts.set(name, value);
  const about = new Set(Object.keys(changed).map((name) => name.split('.', 2).join('.')));
  for (let number = 0; number < trace.initials; number++)
    if (about.delete(`initial.${number}`)) applyInitial(stage, number);
  // Selected objects are compared by owner, which may only be known now.
  for (let seat = 0; seat < trace.level.players.length; seat++)
    if (about.delete(`player.${seat}`)) applyPlayer(stage, seat);
  for (const name of Object.keys(changed).filter((each) => each.startsWith('ui.'))) {
    about.delete(name);
    if ((facts.get(name) ?? null) !== null || name === 'ui.message') apply(stage, name, null);
  }
  const [unknown] = about;
  if (unknown !== undefined)
    throw new EdictError(
      'bad-scenario',
      `the trace has facts of ${unknown}, which its level has not; say in \`level\` how many initials and players there are`,
      unknown,
    );
  for (const [place, reference] of trace.compared.entries()) bindStandIn(stage, trace.initials + place, reference);
}

/** `unknown`: the value without a fact. */
function apply({ world, model, facts }: TraceStage, name: string, unknown: FactValue): void {
  applyFact(world, model, name, facts.get(name) ?? unknown, new Map());
}

function factsOf({ facts }: TraceStage, of: string): readonly (readonly [name: string, field: string])[] {
  const names = [...facts.keys()].filter((name) => name.startsWith(`${of}.`));
  return names.map((name) => [name, name.slice(of.length + 1)]);
}

const unknownOfInitial: Readonly<Record<string, FactValue>> = {
  owner: null,
  velocity: [0, 0],
  health: -1,
  maxHealth: -1,
};

/** Applies all facts of an initial to its present object. */
function applyInitial(stage: TraceStage, number: number): void {
  const { world, facts } = stage;
  const of = `initial.${number}`;
  const body = bodyOf(stage, `${of}.object`);
  world.relations.setRole(initialName(number), body);
  for (const [name, field] of factsOf(stage, of)) {
    if (field === 'object' || body === null) continue;
    if (field === 'dest') world.set(body, 'destination', bodyOf(stage, name));
    else if (field === 'position' && facts.get(name) === null) world.move(body, null);
    else apply(stage, name, unknownOfInitial[field]);
  }
}

const objectFacts: readonly string[] = ['flagship', 'control', 'target'];

const unknownOfPlayer: Readonly<Partial<Record<string, FactValue>>> = {
  cash: 0,
  ships: 0,
  score: [0, 0, 0],
  autopilot: false,
};

function applyPlayer(stage: TraceStage, seat: number): void {
  const { world, model, facts } = stage;
  const player = playerAt(world, model, seat);
  for (const [name, field] of factsOf(stage, `player.${seat}`)) {
    if (player === undefined || !objectFacts.includes(field)) {
      apply(stage, name, unknownOfPlayer[field] ?? null);
      continue;
    }
    const body = bodyOf(stage, name);
    world.set(player, field, body);
    // Facts give an object of no initial no owner, but it is selected.
    if (field === 'control' && body !== null && !hasOwner(stage, facts.get(name))) world.setOwner(body, player);
  }
}

function hasOwner({ facts, trace }: TraceStage, object: FactValue | undefined): boolean {
  for (let number = 0; number < trace.initials; number++)
    if (facts.get(`initial.${number}.object`) === object && facts.has(`initial.${number}.owner`)) return true;
  return false;
}

function bodyOf(stage: TraceStage, fact: string): Handle | null {
  const name = objectIn(stage, fact);
  return name === undefined ? null : bodyNamed(stage, name);
}

function objectIn({ facts }: TraceStage, fact: string): string | undefined {
  const value = facts.get(fact) ?? null;
  if (value === null) return undefined;
  if (typeof value === 'string' && value.includes(':')) return value;
  throw new EdictError(
    'bad-scenario',
    `the fact ${fact} of the trace is ${JSON.stringify(value)}; give the name of an object, such as "5:14726", or null`,
    fact,
  );
}

function bodyNamed({ world, bodies }: TraceStage, name: string): Handle {
  return kept(bodies, name, () => world.spawn({ kind: 'body', name }));
}

/** Binds a stand-in to the body for the slot of a referenced object, if there is one. */
function bindStandIn(stage: TraceStage, number: number, reference: Reference): void {
  const name = nameBy(stage, reference);
  stage.world.relations.setRole(
    initialName(number),
    name === undefined ? null : bodyNamed(stage, `slot ${name.split(':')[0]}`),
  );
}

function nameBy(stage: TraceStage, { by, index }: Reference): string | undefined {
  if (by === 'initial') return objectIn(stage, `initial.${index}.object`);
  const name = objectIn(stage, `player.${index}.${by}`);
  if (name === undefined || by !== 'control') return name;
  // As everywhere, what is selected must be the player's own.
  const player = playerAt(stage.world, stage.model, index);
  return player !== undefined && stage.world.ownersOf(bodyNamed(stage, name)).some((owner) => owner === player)
    ? name
    : undefined;
}

const mostShown = 5;

/** At every record exactly the listed conditions of its range must be enabled and true. */
function runTrace(data: TraceData, document: Value): string | undefined {
  const stage = openTrace(levelOfTrace(data, document));
  const count = data.conditions.length;
  enable(stage, count, []);
  const faults: string[] = [];
  for (const [place, sweep] of data.sweeps.entries()) {
    if (sweep.range[1] >= count) return `record ${place} looks at condition ${sweep.range[1]}, but there are ${count}`;
    stage.world.triggers.setTime(sweep.t);
    applyFacts(stage, sweep.facts);
    if (sweep.enabled !== undefined) enable(stage, count, sweep.enabled);
    const fault = faultOfSweep(stage, sweep);
    if (fault !== undefined)
      faults.push(`record ${place} at time ${sweep.t}, conditions ${sweep.range.join(' to ')}: ${fault}`);
  }
  if (faults.length === 0) return undefined;
  const more = faults.length > mostShown ? [`and ${faults.length - mostShown} more records`] : [];
  return [...faults.slice(0, mostShown), ...more].join('\n');
}

function enable({ world: { triggers } }: TraceStage, count: number, enabled: readonly number[]): void {
  const listed = new Set(enabled);
  for (let index = 0; index < count; index++)
    if (triggers.isArmed(index) !== listed.has(index)) triggers.arm(index, listed.has(index));
}

function faultOfSweep(
  { world }: TraceStage,
  { range: [first, last], true: listed, unknown }: TraceSweep,
): string | undefined {
  const expected = listed.filter((index) => !unknown.includes(index));
  const found: number[] = [];
  for (let index = first; index <= last; index++)
    if (world.triggers.isArmed(index) && !unknown.includes(index) && world.triggers.isTrue(index)) found.push(index);
  const isSame = found.length === expected.length && found.every((index) => expected.includes(index));
  return isSame ? undefined : `true are ${listOf(found)}, expected ${listOf(expected)}`;
}

function listOf(indices: readonly number[]): string {
  return indices.length === 0 ? 'none' : indices.join(', ');
}

export const traceFormat: ScenarioFormat = {
  format: traceFormatName,
  load(file) {
    const { data, document } = readScenario(file, traceSchema);
    return [{ name: data.name ?? traceFormatName, run: () => runTrace(data, document) }];
  },
};
