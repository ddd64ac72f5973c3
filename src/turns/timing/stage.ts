import type { ScenarioProgram } from '../../content/timing/lower/lower-scenario.js';
import { valuesOf } from '../../content/timing/lower/nodes.js';
import { roles, stateOf } from '../../content/timing/scenario-model.js';
import type { Occurrence, Scalar } from '../../content/timing/syntax.js';
import { firstPhase } from '../../content/timing/walk.js';
import { createWorld } from '../../world.js';
import type { ExecutorName, Handle, World } from '../../world/api.js';

/** A world of a scenario, and who is who in it. */
export interface Stage {
  readonly program: ScenarioProgram;
  readonly world: World;
  readonly handles: {
    player(name: string): Handle;
    entity(name: string): Handle;
    /** By role: those of players and entities. */
    role(index: number): Handle;
  };
  readonly names: ReadonlyMap<Handle, string>;
}

/** Opens a scenario before its first entry. */
export function openStage(program: ScenarioProgram, executor: ExecutorName | undefined): Stage {
  const { players, entities, model } = program;
  const world = createWorld(program.program, {
    capacity: players.length + entities.length,
    factions: 1,
    lanes: 1,
    ...(executor === undefined ? {} : { executor }),
  });
  const names = new Map<Handle, string>();
  const byRole = new Map<number, Handle>();
  const spawn = (role: number, name: string, object: { readonly kind?: string; readonly class?: string }): void => {
    const handle = world.spawn({ ...object, name });
    world.setRole(model.roles[role], handle);
    names.set(handle, name);
    byRole.set(role, handle);
  };
  for (const name of players) spawn(program.playerRoles.get(name) ?? -1, name, { kind: 'player' });
  for (const name of entities) spawn(program.entityRoles.get(name) ?? -1, name, { class: name });
  const role = (index: number): Handle => byRole.get(index) ?? 0;
  const handles = {
    role,
    player: (name: string) => role(program.playerRoles.get(name) ?? -1),
    entity: (name: string) => role(program.entityRoles.get(name) ?? -1),
  };
  const stage: Stage = { program, world, handles, names };
  setUp(stage);
  return stage;
}

/** What is so at first and names objects; the phase that is under way. */
function setUp({ program, world, handles }: Stage): void {
  const {
    scenario: { given = {} },
    model,
    facts,
    players,
    entities,
  } = program;
  const { columns } = model;
  for (const name of entities) {
    const { controller, attachedTo } = stateOf(program.scenario, name);
    if (typeof controller === 'string')
      world.set(handles.entity(name), columns[facts.controller].name, handles.player(controller));
    if (typeof attachedTo === 'string')
      world.set(handles.entity(name), columns[facts.attachedTo].name, handles.entity(attachedTo));
  }
  for (const [name, honor] of Object.entries(given.honor ?? {}))
    world.set(handles.player(name), columns[facts.honor].name, honor);
  const { active = players[0], next = null, phase = null } = given;
  world.setRole(model.roles[roles.active], active === null ? null : handles.player(active));
  world.setRole(model.roles[roles.next], next === null ? null : handles.player(next));
  // Nothing can listen to this, so it is done at once.
  if (phase !== null) world.raise(firstPhase, valuesIn({ program, handles }, { type: firstPhase, name: phase }));
}

/** The values of an occurrence as worlds take them: by field, objects as handles. */
export function valuesIn(
  { program, handles }: Pick<Stage, 'program' | 'handles'>,
  occurrence: Occurrence,
): readonly number[] {
  return valuesOf(program, occurrence).map((value) =>
    value === undefined ? NaN : 'role' in value ? handles.role(value.role) : value.value,
  );
}

/** How an entity stands: by key, what is so of every entity and what its scenario says of it or has made of it. */
export type EntityResult = Readonly<Record<string, Scalar>>;

export function readEntities(stage: Stage): Readonly<Record<string, EntityResult>> {
  return Object.fromEntries(stage.program.entities.map((name) => [name, readEntity(stage, name)]));
}

function readEntity({ program, world, handles, names }: Stage, name: string): EntityResult {
  const {
    facts,
    model: { columns },
    scenario,
  } = program;
  const handle = handles.entity(name);
  const cell = (column: number): Scalar => world.get(handle, columns[column].name) ?? null;
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
    const isSaid = Object.hasOwn(said, key) || ownKeys.has(key);
    const values = bySort.map(({ column }) => cell(column));
    const value = values.find((each) => each !== null && each !== false && each !== 0) ?? values[0];
    if (isSaid) result.set(key, value);
  }
  return Object.fromEntries(result);
}

/** Keys that every entity has something to say of. */
const ownKeys: ReadonlySet<string> = new Set(['inPlay', 'bowed', 'location', 'dishonored', 'force']);

export function readHonor({ program, world, handles }: Stage): Readonly<Record<string, number>> {
  const {
    facts,
    model: { columns },
    players,
  } = program;
  return Object.fromEntries(
    players.map((name) => [name, Number(world.get(handles.player(name), columns[facts.honor].name))]),
  );
}
