import type { World } from '../world/api.js';
import type { Divergence, Future } from '../world/questions-api.js';
import { printable } from '../content/text/quote.js';
import { EdictError } from '../kernel/errors.js';
import { catching } from '../scenarios/catching.js';
import { print } from './command.js';
import {
  type Sides,
  differenceJson,
  differenceLines,
  differenceText,
  totalsJson,
  totalsText,
  writeJson,
  writeLines,
} from './difference-text.js';
import { runSilently } from './progress.js';
import { suppositionIn } from './suppositions.js';
import { type Colors, type Terminal, counted } from './terminal.js';

interface FutureChoice {
  readonly suppose?: readonly string[];
  readonly or?: readonly string[];
  readonly after?: number;
  readonly json?: true;
}

interface Report {
  readonly world: World;
  readonly turns: number;
  readonly futures: readonly (Future & { readonly suppose: readonly string[] })[];
}

/** Differences shown of each future. */
const mostShown = 20;

export function reportFutures(
  terminal: Terminal,
  world: World,
  { suppose = [], or = [], after = 0, json }: FutureChoice,
  turns: number,
): void {
  runSilently(terminal, world, after);
  const texts = [suppose, ...or.map((text) => [text])];
  const assumed = texts.map((facts) => facts.map((text) => suppositionIn(world, text)));
  const found = catching(
    () => world.questions.futures({ suppose: assumed, turns, most: mostShown }),
    (error) => {
      if (error.code !== 'decision-needed') throw error;
      throw new EdictError(
        error.code,
        'players decide in these turns, and futures take no decisions here; ask world.questions.futures, with an agent',
      );
    },
  );
  const futures = found.map((future, i) => ({ ...future, suppose: texts[i] }));
  print(terminal, json, { world, turns, futures }, reportJson, reportText);
}

function reportJson({ world, turns, futures }: Report) {
  const divergenceJson = ({ turn, difference, first, second }: Divergence) => ({
    turn,
    difference: differenceJson(difference),
    first: writeJson(first),
    second: writeJson(second),
  });
  return {
    turn: world.turn,
    turns,
    futures: futures.map(({ suppose, counts, diverges, differences, totals }) => ({
      suppose,
      counts,
      diverges: diverges === undefined ? null : divergenceJson(diverges),
      totals: totalsJson(totals),
      differences: differences.map(differenceJson),
    })),
  };
}

function reportText({ world, turns, futures }: Report, colors: Colors): string {
  const sides: Sides = { first: world, second: world, names: ['without', 'then'] };
  const parts = futures.map((future) => {
    const { suppose, diverges, totals, differences, counts } = future;
    const title = colors.bold(printable(`If ${suppose.join(', and ')}, for ${counted(turns, 'turn')}`));
    const count = counts.at(-1) ?? 0;
    const end =
      count === 0
        ? ['after the last turn nothing differs any more']
        : [
            totalsText('after the last turn', totals, colors),
            '',
            ...differenceLines(sides, differences, count, colors),
          ];
    const begin =
      diverges === undefined ? ['nothing but the assumed facts differs in any turn'] : divergenceText(sides, diverges);
    return [title, ...begin, '', ...end, ''].join('\n');
  });
  return parts.join('\n');
}

function divergenceText(sides: Sides, { turn, difference, first, second }: Divergence): readonly string[] {
  if ((first ?? second) === undefined)
    return [printable(`first in turn ${turn}: ${differenceText(sides, difference)}`)];
  return [`first in turn ${turn}, by the write`, ...writeLines(sides, first, second)];
}
