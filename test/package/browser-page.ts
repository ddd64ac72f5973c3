import { type Texts, playWorlds } from './browser-worlds.js';

/** What a page tells its test. */
export interface Told {
  readonly worlds?: ReturnType<typeof playWorlds>;
  readonly failure?: string;
  /** What the page's policy has refused Edict. */
  readonly refused: readonly string[];
  readonly makesCode: boolean;
  readonly makesModules: boolean;
}

/** `refused` is filled by a listener that runs before this. */
const page = globalThis as unknown as {
  readonly texts: Texts;
  readonly refused: readonly string[];
  readonly WebAssembly: { readonly Module: new (bytes: Uint8Array) => unknown };
  tell(told: Told): void;
};

function play(): Pick<Told, 'worlds' | 'failure'> {
  try {
    return { worlds: playWorlds(page.texts) };
  } catch (error) {
    return { failure: error instanceof Error ? String(error.stack) : String(error) };
  }
}

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

const played = play();
// Violations are told in tasks of their own.
setTimeout(() => {
  page.tell({
    ...played,
    refused: [...page.refused],
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    makesCode: succeeds(() => new Function('return 1')),
    makesModules: succeeds(() => new page.WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))),
  });
}, 100);
