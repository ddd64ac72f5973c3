import { type FrameColumns, openFrame } from '../../src/components/frames.js';
import type { WorldState } from '../../src/components/state.js';

type NewFrame = Readonly<
  { does: number } & Partial<Record<Exclude<keyof FrameColumns, 'does' | 'stage' | 'actSubject' | 'actDirect'>, number>>
>;

/** A frame above all others; returns its row. */
export function pushFrame(state: WorldState, { does, list = 0, depth = 0, trigger = -1, ...others }: NewFrame): number {
  const row = openFrame(state, does, list, depth, trigger);
  for (const [name, value] of Object.entries(others)) state.frames[name as keyof typeof others][row] = value;
  return row;
}
