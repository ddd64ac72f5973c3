import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
const sources = ['use.ts', 'library.ts'];

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
  for (const file of sources) copyFileSync(join(root, 'test/package/consumer', file), join(project, file));
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
            declaration: true,
            outDir: 'out',
            strict: true,
            exactOptionalPropertyTypes: true,
            noUncheckedIndexedAccess: true,
            skipLibCheck: false,
            target: 'es2023',
            types: [],
            module,
            moduleResolution,
          },
          files: sources,
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
