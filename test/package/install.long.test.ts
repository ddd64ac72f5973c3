import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** The first program of the README, and what it prints. */
const [, program = '', printed = ''] =
  /```js\n([^]+?)```\n\nIt prints\n\n```\n([^]+?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];

/** A folder with an empty project, in which npm has installed the packed package. */
let folder = '';

function inFolder(command: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' },
  });
  expect(`${stderr}${status === 0 ? '' : stdout}`).toBe('');
  expect(status).toBe(0);
  return stdout;
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edict-install-'));
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as readonly [{ readonly filename: string }];
  write('package.json', JSON.stringify({ name: 'empty', version: '1.0.0' }));
  inFolder('npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--omit=optional',
    '--loglevel=error',
    `./${filename}`,
  ]);
}, 240_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the package, installed into an empty project', () => {
  it('runs the example of the README as an ES module', () => {
    expect(inFolder(process.execPath, [write('hello.mjs', program)])).toBe(printed);
  });

  it('runs it with require', () => {
    const required = program.replace(/^import (\{.*\}) from ('.*');$/m, 'const $1 = require($2);');
    expect(required).not.toBe(program);
    expect(inFolder(process.execPath, ['--no-warnings', write('hello.cjs', required)])).toBe(printed);
  });

  it.each([
    ['a module', 'hello-module.mts', 'nodenext'],
    ['CommonJS', 'hello-common.cts', 'nodenext'],
    ['a module of a bundler', 'hello-bundled.ts', 'bundler'],
  ])(
    'compiles it as strict TypeScript, as %s',
    (_, name, moduleResolution) => {
      write(name, program);
      write(
        'tsconfig.json',
        JSON.stringify({
          compilerOptions: {
            outDir: 'out',
            strict: true,
            exactOptionalPropertyTypes: true,
            noUncheckedIndexedAccess: true,
            skipLibCheck: false,
            target: 'es2023',
            lib: ['es2023', 'dom'],
            types: [],
            module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
            moduleResolution,
          },
          files: [name],
        }),
      );
      inFolder(process.execPath, [compiler, '-p', '.']);
      if (moduleResolution === 'bundler') return;
      const made = join('out', name.replace('.mts', '.mjs').replace('.cts', '.cjs'));
      expect(inFolder(process.execPath, ['--no-warnings', made])).toBe(printed);
    },
    120_000,
  );

  it('has its command, whose first world needs nothing else', () => {
    const told = inFolder(process.execPath, [
      'node_modules/edict/bin/edict.mjs',
      'run',
      '--objects',
      '300',
      '--turns',
      '2',
      '--json',
    ]);
    expect(JSON.parse(told)).toMatchObject({ turn: 2 });
  });

  it('gives its pages and schemas by name', () => {
    const asked = write(
      'ask.cjs',
      `const schema = require('edict/schema/content.schema.json');
      console.log(typeof schema.$schema, require.resolve('edict/docs/embedding.md').endsWith('embedding.md'));`,
    );
    expect(inFolder(process.execPath, [asked])).toBe('string true\n');
  });
});

it('can be published: npm corrects nothing', () => {
  const { stderr, status } = spawnSync('npm', ['publish', '--dry-run', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const warnings = stderr.split('\n').filter((line) => /^npm (?:warn|error)/i.test(line));
  // That nobody is logged in.
  expect(warnings.filter((line) => !line.includes('logged in'))).toEqual([]);
});
