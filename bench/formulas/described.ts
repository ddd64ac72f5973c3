/**
 * What the program that the dialect comes from takes: the least of what was measured of it, on another day and machine
 * (Java 17, two cores of an AMD EPYC, its library warm). Milliseconds of one change, and formulas a second.
 */
export const described = {
  fan: 2.84,
  chain500: 2.02,
  columnPerSecond: 1_900_000,
  parsePerSecond: 230_000,
} as const;

/** The name of the ratio to it, which is to no peer of the same run. */
export const describedRatio = 'PCGen (another day)';

export const describedLines: readonly string[] = [
  `${describedRatio}: what that program took, by a measurement on another day and machine, over what edict takes now: fan of 1,000 by 5 modifiers 2.84 to 3.84 ms,`,
  'chain of 500 2.02 to 2.59 ms, evaluations of the column formula 0.2 to 1.9 M a second, parsing 20 to 230 thousand formulas a second; of each the best for it.',
  'Its ladder of 16 took 852 to 19,764 recomputations for one change, by the order of its hash tables (16 ms for the one that was timed); 49 are needed.',
];
