import { type Variable, kindAt } from '../model/model.js';
import type { Handle, World } from '../world/api.js';

interface HeldVariable {
  readonly holder: Handle;
  readonly variable: Variable;
}

/** Its own, or that of the nearest object that it hangs on. */
export function variableSeenFrom(
  world: World,
  object: Handle,
  variables: readonly Variable[],
): HeldVariable | undefined {
  const { model } = world.program;
  for (let holder: Handle | null = object; holder !== null; holder = world.parentOf(holder)) {
    const kind = world.kindOf(holder);
    const variable = variables.find((each) => kindAt(model, each.kind).name === kind);
    if (variable !== undefined) return { holder, variable };
  }
  return undefined;
}
