import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Hot, hotAfter } from '../../../src/eval/frames/hot.js';
import type { EdictError } from '../../../src/kernel/errors.js';

/** What it knows is known for the whole process: each test has a module of its own. */
let countCall: typeof hotAfter;
let errors: { readonly EdictError: typeof EdictError };

beforeEach(async () => {
  vi.resetModules();
  ({ hotAfter: countCall } = await import('../../../src/eval/frames/hot.js'));
  errors = await import('../../../src/kernel/errors.js');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function cold(): Hot<string> {
  return { made: undefined, calls: 0 };
}

/** The calls after which something is made; 0: it is not made by so many. */
function callsUntilMade(most: number, hot = cold()): number {
  for (let call = 1; call <= most; call++) {
    countCall(hot, () => 'made');
    if (hot.made !== undefined) return call;
  }
  return 0;
}

describe('a function is made', () => {
  test.each([
    ['', 501],
    ['hot', 501],
    ['always', 1],
    ['never', 0],
  ] as const)('where EDICT_GENERATE is "%s" with call %d', (mode, call) => {
    vi.stubEnv('EDICT_GENERATE', mode);
    expect(callsUntilMade(2000)).toBe(call);
  });

  test('once', () => {
    vi.stubEnv('EDICT_GENERATE', 'always');
    const hot = cold();
    const make = vi.fn(() => 'made');
    for (let i = 0; i < 5; i++) countCall(hot, make);
    expect(make).toHaveBeenCalledTimes(1);
    expect(hot).toEqual({ made: 'made', calls: Infinity });
  });

  test('as was asked for at first: the variable is read once', () => {
    vi.stubEnv('EDICT_GENERATE', 'never');
    expect(callsUntilMade(5)).toBe(0);
    vi.stubEnv('EDICT_GENERATE', 'always');
    expect(callsUntilMade(5)).toBe(0);
    vi.stubEnv('EDICT_GENERATE', 'sometimes');
    expect(() => callsUntilMade(5)).not.toThrow();
  });

  test('for no more than ten thousand things', () => {
    vi.stubEnv('EDICT_GENERATE', 'always');
    for (let i = 0; i < 10_000; i++) expect(callsUntilMade(1)).toBe(1);
    expect(callsUntilMade(5)).toBe(0);
  });
});

test('another word than those that there are is refused', () => {
  vi.stubEnv('EDICT_GENERATE', 'sometimes');
  expect(() => callsUntilMade(1)).toThrow('EDICT_GENERATE is "sometimes"; give hot, never, always');
});

describe('where making fails', () => {
  beforeEach(() => {
    vi.stubEnv('EDICT_GENERATE', 'always');
  });

  function failing(error: Error): () => string {
    return vi.fn(() => {
      throw error;
    });
  }

  test('what code cannot have is not tried again, and other things are', () => {
    const hot = cold();
    const make = failing(new errors.EdictError('not-generated', 'generated code cannot have that'));
    for (let i = 0; i < 5; i++) countCall(hot, make);
    expect(make).toHaveBeenCalledTimes(1);
    expect(hot).toEqual({ made: undefined, calls: Infinity });
    expect(callsUntilMade(1)).toBe(1);
  });

  test('for an engine that makes no functions, nothing is tried any more', () => {
    countCall(cold(), failing(new EvalError('Code generation from strings disallowed for this context')));
    const make = vi.fn(() => 'made');
    const hot = cold();
    countCall(hot, make);
    expect(make).not.toHaveBeenCalled();
    expect(hot).toEqual({ made: undefined, calls: Infinity });
  });

  test.each([
    new SyntaxError('Unexpected token'),
    new RangeError('Maximum call stack size exceeded'),
    new TypeError('is not a function'),
  ])('for a mistake of ours (%s), that is thrown, and nothing else hangs on it', (error) => {
    const hot = cold();
    expect(() => {
      countCall(hot, failing(error));
    }).toThrow(error);
    expect(hot.made).toBeUndefined();
    expect(() => {
      countCall(hot, failing(error));
    }).not.toThrow();
    expect(callsUntilMade(1)).toBe(1);
  });
});
