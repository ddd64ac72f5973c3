import { vi } from 'vitest';
import { hotAfter } from '../../src/eval/frames/hot.js';

// Files share a worker: what the last test of one stubbed would hold while the next is loaded.
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.useRealTimers();

// When functions are made is read once in a process: before a test can have said otherwise.
hotAfter({ made: undefined, calls: 0 }, () => undefined);
