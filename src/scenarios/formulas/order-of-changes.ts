import { asSolved, partsIn } from '../../eval/shape.js';
import type { Node } from '../../ir/node.js';
import type { CellModifier } from '../../ir/rule.js';
import { type Variable, classAt, kindAt } from '../../model/model.js';
import type { Handle, World } from '../../world/api.js';

/** A cell that changed. */
export interface ChangedCell {
  readonly object: Handle;
  readonly variable: Variable;
}

/**
 * The first two cells of a list in the wrong order: the first needs the second. What needs what is found from the
 * modifiers in force, not from how the world solves them.
 */
export function firstOutOfOrder(
  world: World,
  changed: readonly ChangedCell[],
): readonly [ChangedCell, ChangedCell] | undefined {
  const places = new Map(changed.map(({ object, variable }, place) => [keyOf(object, variable.index), place]));
  const variables = new Set(changed.map(({ variable }) => variable.index));
  const granted = world.query().filter((object) => world.isGranted(object));
  for (const modifier of world.program.rules.modifiers) {
    if (!variables.has(modifier.variable)) continue;
    const reads = variablesIn(modifier.amount);
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
  return `${String(object)} ${variable}`;
}

function placesOf(world: World, { carrier, others }: CellModifier, granted: readonly Handle[]): readonly Handle[] {
  const { model } = world.program;
  const carriers = granted.filter((object) =>
    carrier.by === 'kind'
      ? world.kindOf(object) === kindAt(model, carrier.kind).name
      : world.classOf(object) === classAt(model, carrier.class).name,
  );
  if (others === undefined || carriers.length === 0) return carriers;
  const { kind, which } = others;
  return granted.filter((object) => {
    const className = world.classOf(object);
    if (world.kindOf(object) !== kindAt(model, kind).name || className === null) return false;
    const found = model.classByName.get(className);
    return (
      which.by === 'all' ||
      (which.by === 'class' ? found?.index === which.class : found?.groups?.has(which.group) === true)
    );
  });
}

/** The place in the list of a variable as an object sees it. */
function placeIn(
  world: World,
  places: ReadonlyMap<string, number>,
  seenBy: Handle,
  variable: number,
): number | undefined {
  const { model } = world.program;
  const kind = kindAt(model, model.variables[variable].kind).name;
  for (let at: Handle | null = seenBy; at !== null; at = world.parentOf(at)) {
    if (world.kindOf(at) === kind) return places.get(keyOf(at, variable));
  }
  return undefined;
}

function variablesIn(node: Node): readonly number[] {
  return [...partsIn(node)].flatMap((part) => asSolved(part)?.variable ?? []);
}
