import { EdictError } from '../../src/kernel/errors.js';
import type { Handle, World } from '../../src/world/api.js';
import type { Choices } from './choices.js';
import { anyPlace, holdAny, valueFor } from './random-world.js';

const changes = [
  'set',
  'set',
  'owner',
  'move',
  'move',
  'connect',
  'connect',
  'disconnect',
  'disconnect',
  'visible',
  'seen',
  'available',
  'related',
  'related',
  'role',
  'spawn',
  'destroy',
  'cells',
  'cells',
] as const;

/**
 * A change that a host makes, by every call that writes, some of them refused. Equal worlds and equal choices give
 * equal changes; what is refused is told in words, so that it can be compared too.
 */
export function randomChange(world: World, choices: Choices): string {
  try {
    return change(world, choices);
  } catch (error) {
    if (error instanceof EdictError) return error.message;
    throw error;
  }
}

function change(world: World, choices: Choices): string {
  const { model } = world.program;
  const all = world.query();
  if (all.length === 0) return `spawn ${world.spawn({ kind: 'empire' })}`;
  const object = choices.pick(all);
  const other = choices.pick(all);
  const factions = world.query({ kind: 'empire' });
  const nodes = world.query({ kind: 'system' });
  const faction = (): Handle => (factions.length === 0 ? other : choices.pick(factions));
  const node = (): Handle => (nodes.length === 0 ? other : choices.pick(nodes));
  const what: (typeof changes)[number] = choices.pick(changes);
  switch (what) {
    case 'set':
      setAny(world, choices, object);
      break;
    case 'owner':
      world.setOwner(object, choices.oneIn(4) ? null : faction());
      break;
    case 'move':
      world.move(object, choices.oneIn(3) ? { in: node() } : anyPlace(choices, all));
      break;
    case 'connect':
      world.relations.connect(node(), node());
      break;
    case 'disconnect': {
      const at = node();
      const near = world.relations.neighbours(at);
      world.relations.disconnect(at, near.length === 0 ? node() : choices.pick(near));
      break;
    }
    case 'visible':
      world.relations.setVisible(faction(), object, choices.oneIn(2));
      break;
    case 'seen':
      world.relations.setVisibleTo(object, choices.some(factions));
      break;
    case 'available':
      world.relations.setAvailable(faction(), choices.pick(model.classes).name, choices.oneIn(2));
      break;
    case 'related':
      world.relations.setRelated(choices.pick(model.relations).name, faction(), faction(), choices.oneIn(2));
      break;
    case 'role':
      world.relations.setRole('rival', choices.oneIn(4) ? null : choices.oneIn(2) ? faction() : object);
      break;
    case 'spawn': {
      const definition = choices.pick(model.classes);
      const kind = model.kinds[definition.kind - 1];
      const owner =
        kind.ownership.rule === 'stored' && !kind.faction && factions.length > 0 ? { owner: faction() } : {};
      return `spawn ${world.spawn({ class: definition.name, ...owner, place: kind.node ? { x: choices.between(0, 3), y: 1 } : kind.faction ? null : anyPlace(choices, all) })}`;
    }
    case 'destroy':
      if (choices.oneIn(2)) world.destroy(object);
      break;
    case 'cells':
      writeCells(world, choices, object);
      break;
  }
  return what;
}

function setAny(world: World, choices: Choices, object: Handle): void {
  const { model } = world.program;
  const columns = model.kindByName.get(world.kindOf(object))?.columns ?? [];
  holdAny(world, choices, object);
  if (columns.length === 0) return;
  const column = model.columns[choices.pick(columns)];
  world.set(object, column.name, valueFor(model, column, choices, world.query()));
}

/** Past all calls, into the columns themselves. */
function writeCells(world: World, choices: Choices, object: Handle): void {
  const { model } = world.program;
  const { columns } = world.ecs();
  const { id, kind } = world.describe(object);
  const numbers = (model.kindByName.get(kind)?.columns ?? []).filter((index) =>
    ['number', 'boolean'].includes(model.columns[index].type.name),
  );
  if (numbers.length === 0) return;
  const column = model.columns[choices.pick(numbers)];
  const cells = columns.get(column.name);
  if (cells !== undefined) cells.value[id] = column.type.name === 'boolean' ? choices.below(2) : choices.between(0, 9);
  world.ecs().changed(column.name);
}
