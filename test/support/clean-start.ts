import { vi } from 'vitest';

// Files share a worker: what the last test of one stubbed would hold while the next is loaded.
vi.unstubAllEnvs();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.useRealTimers();
