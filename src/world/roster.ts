import { type Model, classAt } from '../model/model.js';
import { EdictError } from '../kernel/errors.js';
import { shorten } from '../kernel/given.js';
import { kept } from '../kernel/maps.js';
import type { Handle, World } from './api.js';
import { idOf, insideOf } from './core.js';
import { meantOrKnown } from '../content/text/nearest-name.js';
import { nameGiven } from './host-arguments.js';

/** One object of each class, attached to a root. The roster makes an object at the first call that names its class. */
export interface Roster {
  /** The object that the others are attached to. */
  readonly root: Handle;
  /**
   * The object of a class. The call makes it, and the objects that it is part of, but does not grant them. Throws
   * `unknown-name`.
   */
  objectOf(className: string): Handle;
  /** Grants the object of a class and the parts that are granted with it, unless it is granted already. */
  grant(className: string): void;
  /** Revokes the object of a class and all objects attached to it, if it is granted. */
  revoke(className: string): void;
}

/**
 * Makes a roster. The root is attached to no object. Each grant and revoke counts as one change of the world, even if
 * it changes nothing.
 */
export function createRoster(world: World, root: Handle): Roster {
  idOf(insideOf(world).core, root);
  const { model } = world.program;
  const parts = partsGrantedTogether(model);
  /** By index of class. */
  const objects = new Map<number, Handle>();

  const objectOfClass = (index: number): Handle => {
    const known = objects.get(index);
    if (known !== undefined && world.isLive(known)) return known;
    const { name, home } = classAt(model, index);
    const object = world.spawn({
      class: name,
      place: { in: home === undefined ? root : objectOfClass(home.class) },
      granted: false,
    });
    objects.set(index, object);
    return object;
  };

  const hasVariables = model.variables.length > 0;

  return {
    root,
    objectOf: (className) => objectOfClass(indexOf(model, className)),
    grant(className) {
      const index = indexOf(model, className);
      const object = objectOfClass(index);
      if (!hasVariables) return;
      const below = world.variables.isGranted(object) ? [] : partsBelow(index, parts);
      // Outside of the change, whose undo would leave stale handles.
      for (const part of below) objectOfClass(part);
      // A single grant need not copy the state.
      if (below.length === 0) world.variables.grant(object);
      else
        world.variables.change(() => {
          for (const part of [index, ...below].map(objectOfClass))
            if (!world.variables.isGranted(part)) world.variables.grant(part);
        });
    },
    revoke(className) {
      const object = objectOfClass(indexOf(model, className));
      if (!hasVariables) return;
      if (world.variables.isGranted(object)) world.variables.revoke(object);
      else world.variables.change(() => {});
    },
  };
}

function indexOf(model: Model, className: string): number {
  const found = model.classByName.get(className);
  if (found !== undefined) return found.index;
  throw new EdictError(
    'unknown-name',
    `there is no object ${shorten(nameGiven('object', className))} in this content; ` +
      meantOrKnown(className, [...model.classByName.keys()]),
    className,
  );
}

/** By class. */
function partsGrantedTogether(model: Model): ReadonlyMap<number, readonly number[]> {
  const parts = new Map<number, number[]>();
  for (const { index, home } of model.classes) {
    if (home?.together === true) kept(parts, home.class, (): number[] => []).push(index);
  }
  return parts;
}

function partsBelow(index: number, parts: ReadonlyMap<number, readonly number[]>): readonly number[] {
  return (parts.get(index) ?? []).flatMap((part) => [part, ...partsBelow(part, parts)]);
}
