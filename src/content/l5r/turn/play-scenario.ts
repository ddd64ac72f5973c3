import { rewording } from '../../../scenarios/catching.js';
import { type ScenarioProgram, lowerScenario } from '../lower/lower-scenario.js';
import { valuesOf } from '../lower/scenario-nodes.js';
import { roles, stateOf, places } from '../scenario-model.js';
import {
  type Occurrence,
  type Play,
  type Scalar,
  type When,
  boundaries,
  boundaryOf,
  firstPhase,
  payments,
  raisedBy,
} from '../syntax.js';
import { createWorld } from '../../../world.js';
import type { Handle, World, WorldOptions } from '../../../world/api.js';
import type { Fields } from '../../../ir/trigger.js';
import type { Decision, DecisionOption, OccurrenceView, TriggerEvent } from '../../../world/events-api.js';
import { problemsOf } from '../parse/read-scenarios.js';
import { EdictError } from '../../../kernel/errors.js';

interface Stage {
  readonly program: ScenarioProgram;
  readonly world: World;
  readonly handles: ReadonlyMap<number, Handle>;
  readonly names: ReadonlyMap<number, string>;
}

function openStage(program: ScenarioProgram, { executor }: Pick<WorldOptions, 'executor'>): Stage {
  const { playerRoles, entityRoles, model } = program;
  const world = createWorld(program.program, {
    reserve: { objects: playerRoles.size + entityRoles.size, factions: 1, lanes: 1 },
    ...(executor && { executor }),
  });
  const names = new Map<number, string>();
  const handles = new Map<number, Handle>();
  const spawn = (role: number, name: string, object: { readonly kind?: string; readonly class?: string }) => {
    const handle = world.spawn({ ...object, name });
    world.relations.setRole(model.roles[role], handle);
    names.set(handle, name);
    handles.set(role, handle);
  };
  for (const [name, role] of playerRoles) spawn(role, name, { kind: 'player' });
  for (const [name, role] of entityRoles) spawn(role, name, { class: name });
  const stage: Stage = { program, world, handles, names };
  setUp(stage);
  return stage;
}

function playerIn({ program, handles }: Stage, name: string): number {
  return handles.get(program.playerRoles.get(name) ?? -1) ?? 0;
}

function entityIn({ program, handles }: Stage, name: string): number {
  return handles.get(program.entityRoles.get(name) ?? -1) ?? 0;
}

function setUp(stage: Stage): void {
  const { program, world } = stage;
  const { scenario, model, facts, players, entities } = program;
  const { honor = {}, active = players[0], next = null, phase = null } = scenario.given ?? {};
  const put = (object: number, column: number, value: number) => world.set(object, model.columns[column].name, value);
  for (const name of entities) {
    const { controller, attachedTo } = stateOf(scenario, name);
    const entity = entityIn(stage, name);
    if (typeof controller === 'string') put(entity, facts.controller, playerIn(stage, controller));
    if (typeof attachedTo === 'string') put(entity, facts.attachedTo, entityIn(stage, attachedTo));
  }
  for (const [name, value] of Object.entries(honor)) put(playerIn(stage, name), facts.honor, value);
  world.relations.setRole(model.roles[roles.active], active === null ? null : playerIn(stage, active));
  world.relations.setRole(model.roles[roles.next], next === null ? null : playerIn(stage, next));
  if (phase !== null) world.events.raise(firstPhase, valuesIn(stage, { type: firstPhase, name: phase }));
}

function valuesIn({ program, handles }: Stage, occurrence: Occurrence): readonly number[] {
  return valuesOf(program, occurrence).map((value) =>
    value === undefined ? NaN : 'role' in value ? (handles.get(value.role) ?? 0) : value.value,
  );
}

type EntityResult = Readonly<Record<string, Scalar>>;

function readEntity(stage: Stage, name: string): EntityResult {
  const { program, world, names } = stage;
  const { facts, model, scenario } = program;
  const handle = entityIn(stage, name);
  const cell = (column: number): Scalar => world.get(handle, model.columns[column].name) ?? null;
  const nameIn = (column: number) => {
    const object = cell(column);
    return typeof object === 'number' ? (names.get(object) ?? null) : null;
  };
  const said = stateOf(scenario, name);
  const result = new Map<string, Scalar>([
    ['controller', nameIn(facts.controller)],
    ['attachedTo', nameIn(facts.attachedTo)],
  ]);
  for (const [key, byType] of facts.byKey) {
    if (!Object.hasOwn(said, key) && !ownKeys.has(key)) continue;
    const values = byType.map(({ column }) => cell(column));
    result.set(key, values.find((each) => each !== null && each !== false && each !== 0) ?? values[0]);
  }
  return Object.fromEntries(result);
}

/** Keys that every entity has. */
const ownKeys: ReadonlySet<string> = new Set(['inPlay', 'bowed', 'location', 'dishonored', 'force']);

function readHonor(stage: Stage): Readonly<Record<string, number>> {
  const { facts, model, players } = stage.program;
  const { name: honor } = model.columns[facts.honor];
  return Object.fromEntries(players.map((name) => [name, Number(stage.world.get(playerIn(stage, name), honor))]));
}

function lineOf(stage: Stage, event: TriggerEvent): string | undefined {
  switch (event.kind) {
    case 'start':
      return `${event.step}:${event.name}(${occurrenceText(stage, event.occurrence)})`;
    case 'end':
      return `end ${event.name}`;
    case 'apply':
      return applied(stage, event.occurrence);
    case 'fail':
    case 'fizzle':
    case 'zero':
      return `${event.kind} ${occurrenceText(stage, event.occurrence)}`;
    case 'adjust':
      return `adjust ${event.by}`;
    case 'pass':
      return `pass ${nameOf(stage, event.player)}`;
    case 'create':
      return `create ${event.name}`;
    case 'yield':
      return `gold ${event.name} ${event.amount}`;
    case 'pay':
      return event.isPaid ? `paid ${event.cost}` : 'not paid';
    case 'act':
      return noted(stage, event.fields ?? {});
    default:
      return undefined;
  }
}

/** Prints `type:card:player`. */
function occurrenceText(stage: Stage, { name, values }: Pick<OccurrenceView, 'name' | 'values'>): string {
  const objects = [values[places.card], values[places.player]]
    .filter((handle) => handle > 0)
    .map((handle) => nameOf(stage, handle));
  return [name, ...objects].join(':');
}

function applied(stage: Stage, occurrence: OccurrenceView): string | undefined {
  const { program } = stage;
  const { name, values } = occurrence;
  switch (name) {
    case firstPhase:
      return undefined;
    case boundaries.phaseBegins:
      return `phase begins ${wordOf(program, values[places.name])}`;
    case boundaries.phaseEnds:
      return `phase ends ${wordOf(program, values[places.name])}`;
    case boundaries.turnBegins:
      return `turn begins ${nameOf(stage, values[places.player])}`;
    case boundaries.turnEnds:
      return `turn ends ${nameOf(stage, values[places.player])}`;
    default: {
      // Counts cannot change by less than nothing.
      const [amount, target] = [values[places.amount], values[places.target]];
      return `apply ${occurrenceText(stage, occurrence)}${Number.isNaN(amount) ? '' : `=${Math.max(0, amount)}`}${target > 0 ? `->${wordOf(program, target)}` : ''}`;
    }
  }
}

function noted(stage: Stage, fields: Fields): string | undefined {
  const { world, program } = stage;
  const { model, facts } = program;
  const { note, create: created, phase: isPhase, force: card } = fields;
  if (typeof note === 'string') return note;
  if (typeof created === 'string') return `create ${created}`;
  if (isPhase === true) return `phase is ${world.events.stepOfPlay ?? none}`;
  if (typeof card !== 'string') return undefined;
  const base = facts.byKey.get('force')?.find(({ type }) => type === 'number')?.column ?? -1;
  const [force, bonus] = [base, facts.bonus].map((column) =>
    Number(world.get(entityIn(stage, card), model.columns[column].name)),
  );
  return `force ${card}=${force + bonus}`;
}

const none = 'none';

function nameOf({ names }: Stage, handle: number): string {
  return names.get(handle) ?? none;
}

function wordOf({ model }: ScenarioProgram, place: number): string {
  return place > 0 ? model.enumerations[0].members[place - 1] : none;
}

export interface Played {
  readonly log: readonly string[];
  readonly entities: Readonly<Record<string, EntityResult>>;
  readonly honor: Readonly<Record<string, number>>;
}

/** Throws `bad-scenario` for an invalid scenario, and errors of resolving, which name the entry. */
export function playScenario(scenario: Play, options: Pick<WorldOptions, 'executor'> = {}): Played {
  demandSound(scenario);
  const stage = openStage(lowerScenario(scenario), options);
  const decide = createDecider(stage, scenario);
  const { world } = stage;
  const log: string[] = [];
  let active = scenario.given?.active === undefined ? stage.program.players[0] : scenario.given.active;
  const listen = (event: TriggerEvent) => {
    if (event.kind === 'apply') {
      const { name, values } = event.occurrence;
      if (name === boundaries.turnEnds) active = null;
      if (name === boundaries.turnBegins) active = stage.names.get(values[places.player]) ?? null;
    }
    const line = lineOf(stage, event);
    if (line !== undefined) log.push(line);
  };
  scenario.when.forEach((entry, i) => {
    const play = () => {
      let isDone = begin(stage, entry, active, listen);
      while (!isDone) {
        const { decision } = world.events;
        isDone =
          decision === undefined
            ? world.triggers.resume({ listen })
            : world.events.decide(decide(decision), decision.player, { listen });
      }
    };
    rewording(play, (sentence) => `when[${i}]: ${sentence}`);
  });
  const entities = stage.program.entities.map((name) => [name, readEntity(stage, name)] as const);
  return { log, entities: Object.fromEntries(entities), honor: readHonor(stage) };
}

function demandSound(scenario: Play): void {
  const problems = problemsOf(scenario);
  if (problems.length === 0) return;
  const sentences = problems.map(({ message, suggestion }) =>
    suggestion === undefined ? message : `${message} (${suggestion})`,
  );
  throw new EdictError('bad-scenario', `the scenario does not fit its format: ${sentences.join('; ')}`);
}

function begin(stage: Stage, entry: When, active: string | null, listen: (event: TriggerEvent) => void): boolean {
  const { world } = stage;
  const { timePoint, at = 'after', next, pay } = entry;
  const one = (occurrence: Occurrence) => world.events.raise(occurrence.type, valuesIn(stage, occurrence), { listen });
  const raised = raisedBy({ item: entry, path: [] }).map(({ item }) => item);
  if (entry.raise !== undefined && !Array.isArray(entry.raise)) return one(raised[0]);
  if (raised.length > 0)
    return world.events.raiseAll(
      raised.map((each) => ({ type: each.type, values: valuesIn(stage, each) })),
      { listen },
    );
  if (timePoint !== undefined) return world.events.pass(timePoint, at, [], { listen });
  const boundary = boundaryOf(entry);
  if (boundary?.type === boundaries.turnEnds) {
    const values = [...valuesIn(stage, { ...boundary, player: active })];
    if (next !== undefined && next !== null) values[places.nextPlayer] = playerIn(stage, next);
    return world.events.raise(boundary.type, values, { listen });
  }
  if (boundary !== undefined) return one(boundary);
  if (pay === undefined) return true;
  const values = valuesIn(stage, { type: payments.pays, player: pay.player, amount: pay.cost });
  return world.events.pay(payments.pays, payments.paid, values, { listen });
}

/**
 * Returns the place of an option. Takes the first entry of a player's queue that names an option out of the queue.
 * Without one, chooses the first option, no reaction, or yes.
 */
function createDecider(stage: Stage, { given }: Play): (decision: Decision) => number {
  const queues = new Map(Object.entries(given?.decisions ?? {}).map(([player, entries]) => [player, [...entries]]));
  return (decision) => {
    const queue = queues.get(decision.player === null ? '' : (stage.names.get(decision.player) ?? '')) ?? [];
    const named = decision.options.map((option) => namesOf(stage, decision, option));
    for (const [at, entry] of queue.entries()) {
      const index = named.findIndex((names) => names.includes(entry));
      if (index < 0) continue;
      queue.splice(at, 1);
      return decision.options[index].index;
    }
    return usual(decision);
  };
}

function namesOf(stage: Stage, { kind }: Decision, option: DecisionOption): readonly string[] {
  const { program } = stage;
  const { name, ability, view } = option;
  const occurrence = view === undefined ? undefined : occurrenceText(stage, view);
  if (kind === 'group') return occurrence === undefined ? [name] : [occurrence];
  if (kind === 'choose') {
    if (name === 'no') return ['no', 'pass'];
    const id = ability === undefined ? undefined : program.model.abilities[ability];
    return id === undefined ? ['yes'] : ['yes', id, `${id}(${occurrence ?? ''})`];
  }
  return occurrence === undefined ? [name] : [name, `${name}(${occurrence})`];
}

function usual({ kind, options }: Decision): number {
  const wanted = kind === 'react' ? 'pass' : kind === 'choose' ? 'yes' : undefined;
  return (
    options.find(({ name, ability }) => name === wanted && (wanted === 'yes' || ability === undefined)) ?? options[0]
  ).index;
}
