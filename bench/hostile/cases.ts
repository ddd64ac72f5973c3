import type { HostileCase } from './case.js';
import { dialectCases } from './dialects.js';
import { nativeCases, scenarioCases } from './native-cases.js';

/** All hostile files, each by its format and name. */
export const hostileCases: readonly HostileCase[] = [...nativeCases, ...scenarioCases, ...dialectCases];
