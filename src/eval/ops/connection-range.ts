import type { Step } from '../../model/connection.js';
import { columnsOf, factsOf, kindReached, mostConnected, squareSize } from '../../state/connections.js';
import type { ColumnType, Model } from '../../model/model.js';
import { EdictError } from '../../kernel/errors.js';
import type { ConnectionRange } from './range.js';

/**
 * The range over what steps lead to. Throws where they name what the model does not have, look for what none of it can
 * be, or begin anew on the way.
 */
export function connectionRange(model: Model, steps: readonly Step[]): ConnectionRange {
  steps.forEach((step, place) => {
    checkStep(model, step, place);
  });
  return {
    over: 'connection',
    steps,
    kind: kindReached(model, steps),
    class: 0,
    facts: factsOf(steps),
    reads: columnsOf(steps),
  };
}

function checkStep(model: Model, step: Step, place: number): void {
  const kinds = model.kinds.length;
  switch (step.by) {
    case 'objects':
      if (place > 0) refuse(step, place, 'it stands for all objects whatever is before it; let it be the first step');
      return checkNumber(step, place, 'kind', step.kind, 0, kinds);
    case 'attached':
    case 'owned':
    case 'kind':
      return checkNumber(step, place, 'kind', step.kind, 0, kinds);
    case 'referrers':
      checkNumber(step, place, 'kind', step.kind, 0, kinds);
      return checkColumn(model, step, place, step.column, 'entity');
    case 'reference':
      return checkColumn(model, step, place, step.column, 'entity');
    case 'having':
      return checkColumn(model, step, place, step.column, 'boolean');
    case 'listed':
    case 'listing':
      return checkNumber(step, place, 'link', step.link, 0, model.links.length - 1);
    case 'square':
      checkNumber(step, place, 'grid', step.grid, 0, model.grids.length - 1);
      return checkDistance(model, step, place);
    default:
  }
}

function checkColumn(model: Model, step: Step, place: number, column: number, type: ColumnType['name']): void {
  checkNumber(step, place, 'column', column, 0, model.columns.length - 1);
  const { name, type: found } = model.columns[column];
  if (found.name !== type)
    refuse(step, place, `${name} is of the type ${found.name}; give a property of the type ${type}`);
}

function checkDistance({ grids }: Model, step: Extract<Step, { readonly by: 'square' }>, place: number): void {
  const { grid, distance } = step;
  if (!Number.isInteger(distance) || distance < 0)
    refuse(step, place, `the distance is ${distance}; give a whole number from 0 on`);
  const size = squareSize(grids[grid], distance);
  if (size > mostConnected)
    refuse(
      step,
      place,
      `a distance of ${distance} makes squares of ${size} cells, the limit is ${mostConnected}; give a smaller distance`,
    );
}

function checkNumber(step: Step, place: number, name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    refuse(
      step,
      place,
      `there is no ${name} ${value}; ${most < least ? `the model has none` : `give one from ${least} to ${most}`}`,
    );
  }
}

function refuse(step: Step, place: number, what: string): never {
  throw new EdictError('connection', `step ${place + 1} of a connection (${step.by}): ${what}`);
}
