const ticksPerSecond = 60;

/** Levels written for a setup of a third of the length count its time threefold. */
const oldPace = 3;

/** A time since the beginning of setup, in the old count, as a time of the game. In ticks. */
export function ticksOfOldTime(duration: number, setupSeconds: number): number {
  const setup = ticksPerSecond * setupSeconds;
  return oldPace * duration < setup
    ? oldPace * duration - setup
    : duration - ticksPerSecond * Math.floor(setupSeconds / oldPace);
}
