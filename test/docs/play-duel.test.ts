import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { longTest } from '../support/heavy.js';

longTest('the example of a game that hosts play prints one game, played in four ways', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const printed = execFileSync(process.execPath, ['examples/play-duel.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  expect(printed).toMatch(
    /^over after \d+ turns and \d{3} decisions; the loser is (?:Ada|Bran)\nplayed again: state [\da-f]{16}\ndecision 51, (?:react|choose|order) of (?:Ada|Bran): .+, .+\nstopped and gone on: true; the copy: true\n$/,
  );
});
