import { existsSync, readFileSync } from 'node:fs';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { build as buildByEsbuild } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { build as buildByVite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { galaxyFiles } from '../../src/galaxy/load-galaxy.js';
import type { Told } from './browser-page.js';
import { type Texts, playWorlds } from './browser-worlds.js';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const browsers = [
  env.EDICT_BROWSER ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = browsers.find((path) => path !== '' && existsSync(path));

if (executablePath === undefined)
  console.warn('no browser: install Chromium (apt-get install chromium), or name one in EDICT_BROWSER');

/** Neither code from texts nor WebAssembly, nor anything but the page's own files. */
const strict = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'";

const listener = `globalThis.refused = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  refused.push(violatedDirective + ' ' + blockedURI);
});`;

const entry = fileOf('browser-page.ts');

async function bundledByEsbuild(): Promise<string> {
  const { outputFiles } = await buildByEsbuild({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    format: 'iife',
  });
  return outputFiles[0].text;
}

async function bundledByVite(): Promise<string> {
  const built = await buildByVite({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'page' } },
  });
  const [{ output }] = Array.isArray(built) ? built : [built as Extract<typeof built, { readonly output: unknown }>];
  return output[0].code;
}

describe.skipIf(executablePath === undefined)('a page in a browser', () => {
  const { content } = parse(readFileSync(fileOf('../../examples/colony.yaml'), 'utf8')) as {
    readonly content: unknown;
  };
  const texts: Texts = {
    colony: [{ file: 'colony.yaml', text: stringify(content) }],
    galaxy: galaxyFiles(),
    turns: 50,
    objects: 2_000,
  };
  let browser: Browser;
  let expected: ReturnType<typeof playWorlds>;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
    expected = playWorlds(texts);
  }, 120_000);

  afterAll(() => browser.close());

  async function play(script: string, policy?: string): Promise<Told> {
    const page = await browser.newPage();
    const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
      '/': [
        'text/html',
        '<!doctype html><script src="first.js"></script><script type="module" src="page.js"></script>',
      ],
      '/first.js': ['text/javascript', `${listener} globalThis.texts = ${JSON.stringify(texts)};`],
      '/page.js': ['text/javascript', script],
    };
    await page.route('**/*', (route) => {
      const [contentType, body] = files[new URL(route.request().url()).pathname] ?? ['text/plain', ''];
      const headers = policy === undefined ? {} : { 'content-security-policy': policy };
      return route.fulfill({ contentType: `${contentType}; charset=utf-8`, body, headers });
    });
    let told: (given: Told) => void;
    const answer = new Promise<Told>((resolve) => (told = resolve));
    await page.exposeFunction('tell', (given: Told) => told(given));
    await page.goto('http://edict.test/');
    try {
      return await answer;
    } finally {
      await page.close();
    }
  }

  it.each([
    ['esbuild', bundledByEsbuild],
    ['vite', bundledByVite],
  ])('plays the colony and the galaxy as Node does, bundled by %s', async (_, bundled) => {
    const { worlds, failure, refused } = await play(await bundled());
    expect(failure).toBeUndefined();
    expect(worlds).toEqual(expected);
    expect(refused).toEqual([]);
  });

  it('plays them alike where the page forbids code from texts and WebAssembly, for which it is asked once', async () => {
    const { worlds, failure, refused, makesCode, makesModules } = await play(await bundledByEsbuild(), strict);
    expect(failure).toBeUndefined();
    expect([makesCode, makesModules]).toEqual([false, false]);
    expect(worlds).toEqual(expected);
    expect(refused).toHaveLength(1);
  });
});
