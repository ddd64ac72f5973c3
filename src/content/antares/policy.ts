/**
 * How levels mean what the engine does otherwise than documented: just as the engine was measured, or as its
 * documentation intends.
 */
export type Policy = 'compat' | 'sound';

export const policies: readonly Policy[] = ['compat', 'sound'];
