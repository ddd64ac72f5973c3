import { type RuleBook, noRules } from '../../ir/rule.js';
import { type Names, namesOf } from '../../content/civ/expression/names.js';
import { type CivModel, createCivModel } from '../../content/civ/world/create-civ-model.js';
import type { CivDeclaration } from '../../content/civ/world/declaration.js';
import { fillWorld, worldSizes } from '../../content/civ/world/fill-world.js';
import { EdictError } from '../../kernel/errors.js';
import type { Handle, World } from '../../world/api.js';
import { createWorld } from '../../world.js';

/** What a declared world is lowered against. */
export interface Setting {
  readonly civ: CivModel;
  readonly names: Names;
}

/** A declared world that is there. */
export interface Stage extends Setting {
  readonly world: World;
  /** Objects by their ids of the declaration, every plot among them. */
  readonly objects: ReadonlyMap<string, Handle>;
}

/** The model of a declaration, with the aggregators of the game alone. */
export function openSetting(declaration: CivDeclaration): Setting {
  const civ = createCivModel(declaration);
  return { civ, names: namesOf(declaration, civ.model.aggregators) };
}

/**
 * A world of a setting, filled. `sequence`: what draws in sequence draw from, where it is not the declared stream from
 * its beginning.
 */
export function openStage(
  setting: Setting,
  rules: Partial<RuleBook> = {},
  sequence = streamOf(setting.civ.declaration.random),
): Stage {
  const { civ } = setting;
  const world = createWorld(
    { model: civ.model, rules: { ...noRules, ...rules }, fingerprint: '' },
    { ...worldSizes(civ), sequence },
  );
  return { ...setting, world, objects: fillWorld(world, civ) };
}

/** The numbers of a list, again and again. */
export function streamOf(numbers: readonly number[]): () => number {
  let drawn = 0;
  return () => (numbers.length === 0 ? 0 : numbers[drawn++ % numbers.length]);
}

/** The handle of an object. Throws where there is none. */
export function objectNamed({ objects }: Pick<Stage, 'objects'>, id: string): Handle {
  const found = objects.get(id);
  if (found === undefined)
    throw new EdictError('unknown-object', `there is no object ${JSON.stringify(id)} in the world`, id);
  return found;
}
