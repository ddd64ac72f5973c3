import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/**
 * A project that has installed the package and nothing else: of our packages it sees those alone that the package
 * depends on.
 */
let project = '';

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'edict-package-'));
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as readonly [{ readonly filename: string }];
  const installed = join(project, 'node_modules', 'edict');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, filename), '-C', installed, '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  writeFileSync(
    join(project, 'use.ts'),
    `
    import { type World, createWorld, defineContent } from 'edict';
    import type { Batch } from 'edict/batch';
    import { type Inspection, inspect } from 'edict/inspect';
    import { readContent, writeFileWhole } from 'edict/node';
    import { type Agent, firstAgent } from 'edict/play';
    import { type LevelSession, openLevel } from 'edict/antares';
    export const program = defineContent({ kinds: { planet: {} } });
    export const world: World = createWorld(program);
    export const files: readonly { readonly file: string; readonly text: string }[] = readContent('content');
    export const save: (file: string, bytes: Uint8Array) => void = writeFileWhole;
    export const turn: number = world.turn;
    export const figures: Inspection = inspect(world);
    export const agent: Agent = firstAgent();
    export const isEnabled: boolean = world.questions.enabled('farm', 1).enabled;
    export const open: (...given: Parameters<typeof openLevel>) => LevelSession = openLevel;
    export type Seen = Batch['observations'];
    // @ts-expect-error A world has none: its type has come through, and is not any.
    world.nothing;
  `,
  );
}, 120_000);

afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

describe('the declarations of the package', () => {
  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'are whole for a project with module %s and moduleResolution %s',
    (module, moduleResolution) => {
      writeFileSync(
        join(project, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            noEmit: true,
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: false,
            target: 'es2023',
            types: [],
            module,
            moduleResolution,
          },
          files: ['use.ts'],
        }),
      );
      const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project], {
        cwd: project,
        encoding: 'utf8',
      });
      expect(stdout).toBe('');
      expect(status).toBe(0);
    },
    120_000,
  );
});
