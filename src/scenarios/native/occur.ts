import type { OccurrenceType } from '../../ir/occurrence.js';
import type { Program } from '../../ir/program.js';
import { header } from '../../kernel/arena.js';
import type { World } from '../../world/api.js';
import type { OccurrenceOption } from '../../world/timing-api.js';
import type { TriggerOptions } from '../../world/trigger-api.js';
import type { RaisedData } from './scenario-schema.js';
import { type Stage, handleOf } from './stage.js';

/** Steps that let something occur, and take decisions. */

/** Lets something occur, or several things simultaneously, until all is done or somebody has to decide. */
export function raise(stage: Stage, occurrences: RaisedData | readonly RaisedData[]): void {
  stage.world.raiseAll(
    [occurrences].flat().map((each) => raisedOf(stage, each)),
    listening(stage),
  );
}

/** Takes an option. A turn that waits tells whoever hears the world. */
export function decide(stage: Stage, option: string | number): void {
  if (!isTurnWaiting(stage.world)) {
    stage.world.decide(option, undefined, listening(stage));
    return;
  }
  stage.world.hear((event) => {
    stage.events.push(event);
  });
  stage.world.decide(option);
}

/** The types that content declares; others are made of what abilities listen to. */
export function declaredTypes({ rules: { timing } }: Program): readonly OccurrenceType[] {
  return timing.types.filter(({ origin }) => origin !== undefined);
}

/** Whether a field of an occurrence holds an object, which scenarios name. */
export function isObjectField({ fields }: OccurrenceType, field: string): boolean {
  return fields.some((each) => each?.name === field && each.type.name === 'entity');
}

function raisedOf(stage: Stage, { type, fields = {} }: RaisedData): OccurrenceOption {
  const declared = declaredTypes(stage.program).find(({ name }) => name === type);
  const values = Object.entries(fields).map(([field, value]) => [
    field,
    typeof value === 'string' && declared !== undefined && isObjectField(declared, field)
      ? handleOf(stage, value)
      : value,
  ]);
  return { type, values: Object.fromEntries(values) as NonNullable<OccurrenceOption['values']> };
}

function listening({ events }: Stage): TriggerOptions {
  return {
    listen: (event) => {
      events.push(event);
    },
  };
}

function isTurnWaiting(world: World): boolean {
  return world.isPaused && world.snapshot().header[header.turnPending] === 1;
}
