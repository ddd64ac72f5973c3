import { noRules } from '../../src/ir/rule.js';
import { type CivModel, createCivModel } from '../../src/content/civ/world/create-civ-model.js';
import type { CivDeclarationData } from '../../src/content/civ/world/declaration.js';
import { readDeclaration } from './civ-declaration.js';
import { fillWorld, realmReserve } from '../../src/content/civ/world/fill-world.js';
import type { World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';
import type { Choices } from './choices.js';
import { randomDeclaration, randomFacts } from './random-civ.js';

/** One random declared world, run by both executors. */
export interface RealmTwins {
  readonly civ: CivModel;
  readonly compiled: World;
  readonly reference: World;
  /** By the id of the declaration; the same handles in both. */
  readonly objects: ReadonlyMap<string, number>;
  /** Changes some facts that objects store, in both alike. */
  changeBoth(choices: Choices): void;
}

/** `crowd`: so many units more, so that many rows share owners and places. */
export function openTwins(choices: Choices, crowd = 0): RealmTwins {
  const civ = createCivModel(
    readDeclaration(crowded(randomDeclaration(choices), choices.split('crowd'), crowd), 'test'),
  );
  const program = { model: civ.model, rules: noRules, fingerprint: '' };
  const open = (executor: 'compiled' | 'reference'): World =>
    createWorld(program, { reserve: realmReserve(civ), executor });
  const [compiled, reference] = [open('compiled'), open('reference')];
  const objects = fillWorld(compiled, civ);
  fillWorld(reference, civ);
  return {
    civ,
    compiled,
    reference,
    objects,
    changeBoth(changes) {
      for (const { object, question, word, value } of randomFacts(changes, [...objects.keys()], true)) {
        for (const world of [compiled, reference]) {
          if (word === '') world.set(objects.get(object) ?? 0, question, value);
          else world.relations.setWord(objects.get(object) ?? 0, question, word, value === 1);
        }
      }
    },
  };
}

/** Units like those that are there, on plots where cities and units are. */
function crowded(declaration: CivDeclarationData, choices: Choices, crowd: number): CivDeclarationData {
  const units = declaration.objects.filter((object) => object.type === 'UNIT');
  const plots = declaration.objects.flatMap((object) =>
    object.type === 'CITY' || object.type === 'UNIT' ? [object.plot] : [],
  );
  const players = declaration.objects.filter(({ type }) => type === 'PLAYER').map(({ id }) => id);
  if (units.length === 0) return declaration;
  const more = Array.from({ length: crowd }, (_, i) => ({
    ...choices.pick(units),
    id: `unit:crowd ${i}`,
    plot: choices.pick(plots),
    owner: choices.pick(players),
  }));
  return { ...declaration, objects: [...declaration.objects, ...more] };
}
