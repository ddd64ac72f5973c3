import type { Campaign, Place } from '../load-campaign.js';
import { type Variable, kindAt, classAt } from '../../../model/model.js';
import { EdictError } from '../../../kernel/errors.js';
import type { Handle, World } from '../../../world/api.js';
import type { CellName, FailureCause, TypedValue } from '../../../world/variables-api.js';
import { type Roster, createRoster } from '../../../world/roster.js';
import { createWorld } from '../../../world.js';
import { meantOrKnown } from '../../text/nearest-name.js';
import { variableSeenFrom } from '../../../scenarios/variable-holder.js';
import { isReached } from '../check/whole-campaign.js';
import { valueText } from './value-text.js';
import { asSolved, partsIn } from '../../../eval/node-shape.js';
import type { CellModifier } from '../../../ir/rule.js';

export interface Stage {
  readonly campaign: Campaign;
  readonly world: World;
  readonly roster: Roster;
}

export function openStage(campaign: Campaign): Stage {
  const world = createWorld(campaign.program);
  const root = world.spawn({ kind: kindAt(campaign.program.model, campaign.root).name });
  return { campaign, world, roster: createRoster(world, root) };
}

export function objectAt({ roster, campaign }: Stage, place: Place): Handle {
  return place === undefined ? roster.root : roster.objectOf(classNameOf(campaign, place));
}

export function seenFrom(place: Place): string {
  return place === undefined ? 'of the character' : `to be seen from ${place}`;
}

export function classNameOf(campaign: Campaign, reference: string): string {
  const found = campaign.classOf(reference);
  if (found !== undefined) return found.name;
  const names = campaign.program.model.classes.map(({ name }) => name);
  const hint = reference.includes('|') ? meantOrKnown(reference, names) : 'objects are written SCOPE|key';
  throw new EdictError(
    'unknown-object',
    `there is no object ${JSON.stringify(reference)} in the campaign; ${hint}`,
    reference,
  );
}

export function changedCells({ world }: Stage): readonly ChangedCell[] {
  return world.variables.lastChange.changed.map((cell) => cellOf(world, cell));
}

function cellOf(world: World, { object, variable: wanted }: CellName): ChangedCell {
  const { kinds, variables } = world.program.model;
  const kindName = world.kindOf(object);
  const variable = variables.find(
    ({ name, kind, input }) => !input && name === wanted && kinds[kind - 1].name === kindName,
  );
  if (variable !== undefined) return { object, variable };
  throw new EdictError('unknown-name', `${wanted} is not a variable of ${kindName}`);
}

export function nameOfCell({ campaign, world }: Stage, { object, variable }: ChangedCell): string {
  const className = world.classOf(object);
  return campaign.nameOf(variable, className === null ? undefined : world.program.model.classByName.get(className));
}

export function causeText(stage: Stage, cause: FailureCause): string {
  if (cause.by === 'variable') return `it needs ${nameOfCell(stage, cellOf(stage.world, cause.cell))}, which failed`;
  const [array, ...numbers] = cause.of;
  if (array?.type !== 'array') return `${cause.operation} has no value for ${cause.of.map(valueText).join(', ')}`;
  const elements = `an array of ${array.elements.length} element${array.elements.length === 1 ? '' : 's'}`;
  return cause.operation === 'element'
    ? `there is no index ${textOf(numbers)} in ${elements}`
    : `there is no ${cause.operation} from ${textOf(numbers)} in ${elements}`;
}

function textOf(numbers: readonly TypedValue[]): string {
  return numbers.map(valueText).join(' to ');
}

interface ChangedCell {
  readonly object: Handle;
  readonly variable: Variable;
}

/** The first two cells of which the first needs the second, by the modifiers in force, not by how they are solved. */
export function firstOutOfOrder(
  world: World,
  changed: readonly ChangedCell[],
): readonly [ChangedCell, ChangedCell] | undefined {
  const places = new Map(changed.map(({ object, variable }, place) => [keyOf(object, variable.index), place]));
  const variables = new Set(changed.map(({ variable }) => variable.index));
  const granted = world.query().filter((object) => world.variables.isGranted(object));
  for (const modifier of world.program.rules.modifiers) {
    if (!variables.has(modifier.variable)) continue;
    const reads = [...partsIn(modifier.amount)].flatMap((part) => asSolved(part)?.variable ?? []);
    for (const seen of placesOf(world, modifier, granted)) {
      const place = placeIn(world, places, seen, modifier.variable);
      if (place === undefined) continue;
      const later = reads
        .map((read) => placeIn(world, places, seen, read))
        .find((other) => other !== undefined && other > place);
      if (later !== undefined) return [changed[place], changed[later]];
    }
  }
  return undefined;
}

function keyOf(object: Handle, variable: number): string {
  return `${object} ${variable}`;
}

function placesOf(world: World, { carrier, others }: CellModifier, granted: readonly Handle[]): readonly Handle[] {
  const { model } = world.program;
  const carriers = granted.filter((object) =>
    carrier.by === 'kind'
      ? world.kindOf(object) === kindAt(model, carrier.kind).name
      : world.classOf(object) === classAt(model, carrier.class).name,
  );
  if (others === undefined || carriers.length === 0) return carriers;
  return granted.filter((object) => {
    const found = model.classByName.get(world.classOf(object) ?? '');
    return found !== undefined && isReached(found, others);
  });
}

function placeIn(
  world: World,
  places: ReadonlyMap<string, number>,
  seenBy: Handle,
  variable: number,
): number | undefined {
  const seen = variableSeenFrom(world, seenBy, [world.program.model.variables[variable]]);
  return seen && places.get(keyOf(seen.holder, variable));
}
