import type { ScenarioProgram } from '../../content/timing/lower/lower-scenario.js';
import { valuesOf } from '../../content/timing/lower/nodes.js';
import { roles, stateOf } from '../../content/timing/scenario-model.js';
import type { Occurrence, Scalar } from '../../content/timing/syntax.js';
import { firstPhase } from '../../content/timing/walk.js';
import { createWorld } from '../../world.js';
import type { ExecutorName, Handle, World } from '../../world/api.js';

export interface Stage {
  readonly program: ScenarioProgram;
  readonly world: World;
  /** By role: those of players and entities. */
  readonly handles: ReadonlyMap<number, Handle>;
  readonly names: ReadonlyMap<Handle, string>;
}

export function openStage(program: ScenarioProgram, executor: ExecutorName | undefined): Stage {
  const { playerRoles, entityRoles, model } = program;
  const world = createWorld(program.program, {
    capacity: playerRoles.size + entityRoles.size,
    factions: 1,
    lanes: 1,
    ...(executor && { executor }),
  });
  const names = new Map<Handle, string>();
  const handles = new Map<number, Handle>();
  const spawn = (role: number, name: string, object: { readonly kind?: string; readonly class?: string }): void => {
    const handle = world.spawn({ ...object, name });
    world.setRole(model.roles[role], handle);
    names.set(handle, name);
    handles.set(role, handle);
  };
  for (const [name, role] of playerRoles) spawn(role, name, { kind: 'player' });
  for (const [name, role] of entityRoles) spawn(role, name, { class: name });
  const stage: Stage = { program, world, handles, names };
  setUp(stage);
  return stage;
}

export function playerIn({ program, handles }: Stage, name: string): Handle {
  return handles.get(program.playerRoles.get(name) ?? -1) ?? 0;
}

export function entityIn({ program, handles }: Stage, name: string): Handle {
  return handles.get(program.entityRoles.get(name) ?? -1) ?? 0;
}

function setUp(stage: Stage): void {
  const { program, world } = stage;
  const { scenario, model, facts, players, entities } = program;
  const { honor = {}, active = players[0], next = null, phase = null } = scenario.given ?? {};
  const put = (object: Handle, column: number, value: number): void => {
    world.set(object, model.columns[column].name, value);
  };
  for (const name of entities) {
    const { controller, attachedTo } = stateOf(scenario, name);
    const entity = entityIn(stage, name);
    if (typeof controller === 'string') put(entity, facts.controller, playerIn(stage, controller));
    if (typeof attachedTo === 'string') put(entity, facts.attachedTo, entityIn(stage, attachedTo));
  }
  for (const [name, value] of Object.entries(honor)) put(playerIn(stage, name), facts.honor, value);
  world.setRole(model.roles[roles.active], active === null ? null : playerIn(stage, active));
  world.setRole(model.roles[roles.next], next === null ? null : playerIn(stage, next));
  // Nothing can listen to this, so it is done at once.
  if (phase !== null) world.raise(firstPhase, valuesIn(stage, { type: firstPhase, name: phase }));
}

/** The values of an occurrence as worlds take them: by field, objects as handles. */
export function valuesIn({ program, handles }: Stage, occurrence: Occurrence): readonly number[] {
  return valuesOf(program, occurrence).map((value) =>
    value === undefined ? NaN : 'role' in value ? (handles.get(value.role) ?? 0) : value.value,
  );
}

/** How an entity stands, by key. */
export type EntityResult = Readonly<Record<string, Scalar>>;

export function readEntities(stage: Stage): Readonly<Record<string, EntityResult>> {
  return Object.fromEntries(stage.program.entities.map((name) => [name, readEntity(stage, name)]));
}

function readEntity(stage: Stage, name: string): EntityResult {
  const { program, world, names } = stage;
  const { facts, model, scenario } = program;
  const handle = entityIn(stage, name);
  const cell = (column: number): Scalar => world.get(handle, model.columns[column].name) ?? null;
  const nameIn = (column: number): string | null => {
    const object = cell(column);
    return typeof object === 'number' ? (names.get(object) ?? null) : null;
  };
  const said = stateOf(scenario, name);
  const result = new Map<string, Scalar>([
    ['controller', nameIn(facts.controller)],
    ['attachedTo', nameIn(facts.attachedTo)],
  ]);
  for (const [key, bySort] of facts.byKey) {
    // A key that means something to some entities means nothing to the others.
    if (!Object.hasOwn(said, key) && !ownKeys.has(key)) continue;
    const values = bySort.map(({ column }) => cell(column));
    result.set(key, values.find((each) => each !== null && each !== false && each !== 0) ?? values[0]);
  }
  return Object.fromEntries(result);
}

/** Keys that every entity has something to say of. */
const ownKeys: ReadonlySet<string> = new Set(['inPlay', 'bowed', 'location', 'dishonored', 'force']);

export function readHonor(stage: Stage): Readonly<Record<string, number>> {
  const { facts, model, players } = stage.program;
  const { name: honor } = model.columns[facts.honor];
  return Object.fromEntries(players.map((name) => [name, Number(stage.world.get(playerIn(stage, name), honor))]));
}
