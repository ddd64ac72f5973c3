import { describe, expect, it } from 'vitest';
import { createWorld, defineContent, reload } from '../../src/index.js';
import type { World } from '../../src/world/api.js';
import { codeOf } from '../support/code-of.js';
import { colonyContent } from '../cli/files.js';

const executors = ['compiled', 'reference'] as const;

interface Change {
  readonly add?: number;
  readonly kinds?: object;
  readonly rank?: string;
  readonly reports?: object;
  readonly wait?: number;
  readonly tells?: string;
}
