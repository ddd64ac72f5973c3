import type { Variable } from '../../src/model/model.js';
import type { Campaign } from '../../src/content/lst/load-campaign.js';
import { EdictError } from '../../src/kernel/errors.js';
import { createWorld } from '../../src/world.js';
import type { ExecutorName, Handle, World } from '../../src/world/api.js';
import { createRoster } from '../../src/world/roster.js';
import type { PlainNumber } from './plain-number.js';
import type { SheetObject } from './sheet.js';

/** A world with characters that share some content. */
export interface Characters {
  readonly world: World;
  readonly roots: readonly Handle[];
  /** The value of a variable of a character; undefined for what is no number. */
  number(root: Handle, variable: string): PlainNumber | undefined;
  /** An input, for `write`. */
  input(name: string): Variable;
  /** Writes an input of a character: one change, or part of one. */
  write(root: Handle, input: Variable, value: number): void;
}

/** `executor`: that of the environment where it is left out. */
export function createCharacters(campaign: Campaign, count: number, executor?: ExecutorName): Characters {
  const world = createWorld(campaign.program, {
    reserve: { objects: count + 16, cells: count * campaign.program.model.variables.length + 16 },
    ...(executor === undefined ? {} : { executor }),
  });
  const { name: kind } = campaign.program.model.kinds[campaign.root - 1];
  const roots: Handle[] = [];
  world.variables.change(() => {
    for (let i = 0; i < count; i++) roots.push(world.spawn({ kind }));
  });
  return {
    world,
    roots,
    number(root, name) {
      const found = world.variables.typed(root, known(name, campaign.variableOf(undefined, name)));
      return found.type === 'numeric' ? { value: found.value, whole: found.whole } : undefined;
    },
    input: (name) => known(name, campaign.channelOf(undefined, name)),
    write: (root, input, value) => world.set(root, input, { type: 'numeric', value, whole: true }),
  };
}

/** Grants a declared object to a character, or takes it away: by turns. */
export function createSwitch({ world }: Characters, root: Handle, { scope, key }: SheetObject): () => void {
  const object = createRoster(world, root).objectOf(`${scope}|${key}`);
  return () => (world.variables.isGranted(object) ? world.variables.revoke(object) : world.variables.grant(object));
}

function known(name: string, variable: Variable | undefined): Variable {
  if (variable !== undefined) return variable;
  throw new EdictError('benchmark', `the generated campaign has no ${name}`);
}
