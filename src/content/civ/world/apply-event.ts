import { EdictError } from '../../../kernel/errors.js';
import { quoteText } from '../../diagnostics/quote.js';
import { changedOptions } from './create-civ-model.js';

/** A change of a world between turns, as a declaration of turns lists it. */
export type CivEvent =
  | { readonly object: string; readonly property: string; readonly value: number }
  /** Without ATTRIBUTE_. */
  | { readonly object: string; readonly attribute: string; readonly value: number }
  /** Stored things; of kind OPTION, on the game, what is set. */
  | { readonly object: string; readonly gom: string; readonly id: string; readonly has: boolean };

/** What a world must be able to do so that events can change it; worlds of the kernel are such. */
export interface ChangeableWorld {
  set(object: number, column: string, value: number): void;
  setHeld(object: number, holding: string, word: string, held: boolean): void;
}

/** Changes a world. Throws EdictError where an event names what there is not. */
export function applyEvent(world: ChangeableWorld, objects: ReadonlyMap<string, number>, event: CivEvent): void {
  const object = objects.get(event.object);
  if (object === undefined)
    throw new EdictError(
      'bad-event',
      `there is no object ${quoteText(event.object)}; name one that the world declares`,
      event.object,
    );
  if ('gom' in event) {
    world.setHeld(object, event.gom, event.id, event.has);
    if (event.gom === 'OPTION') world.setHeld(object, changedOptions, event.id, true);
  } else if ('property' in event) world.set(object, event.property, event.value);
  else world.set(object, `ATTRIBUTE_${event.attribute}`, event.value);
}
