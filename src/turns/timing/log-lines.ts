import { places } from '../../content/timing/facts.js';
import { told } from '../../content/timing/lower/abilities.js';
import type { ScenarioProgram } from '../../content/timing/lower/lower-scenario.js';
import { boundaries, firstPhase } from '../../content/timing/walk.js';
import type { Fields } from '../../ir/trigger.js';
import type { OccurrenceView } from '../../world/timing-api.js';
import type { TriggerEvent } from '../../world/trigger-api.js';
import { entityIn, type Stage } from './stage.js';

export function lineOf(stage: Stage, event: TriggerEvent): string | undefined {
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

/** Its type, then its card, then its player. */
export function occurrenceText(stage: Stage, { name, values }: Pick<OccurrenceView, 'name' | 'values'>): string {
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
      // Nothing changes by less than nothing.
      const [amount, target] = [values[places.amount], values[places.target]];
      return `apply ${occurrenceText(stage, occurrence)}${Number.isNaN(amount) ? '' : `=${Math.max(0, amount)}`}${target > 0 ? `->${wordOf(program, target)}` : ''}`;
    }
  }
}

function noted(stage: Stage, fields: Fields): string | undefined {
  const { world, program } = stage;
  const { model, facts } = program;
  if (typeof fields[told.note] === 'string') return fields[told.note] as string;
  if (typeof fields[told.create] === 'string') return `create ${fields[told.create] as string}`;
  if (fields[told.phase] === true) return `phase is ${world.stepOfPlay ?? none}`;
  const card = fields[told.force];
  if (typeof card !== 'string') return undefined;
  const base = facts.byKey.get('force')?.find(({ sort }) => sort === 'number')?.column ?? -1;
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
