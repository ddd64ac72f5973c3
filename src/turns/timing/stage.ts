import { valuesOf } from '../../content/timing/lower/occurrence-values.js';
import type { ScenarioProgram } from '../../content/timing/lower/lower-scenario.js';
import { roles, stateOf } from '../../content/timing/scenario-model.js';
import type { Occurrence } from '../../content/timing/syntax.js';
import { firstPhase } from '../../content/timing/types.js';
import type { ExecutorName, Handle, World } from '../../world/api.js';
import { createWorld } from '../../world.js';

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
