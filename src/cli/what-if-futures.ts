import type { Handle, World } from '../world/api.js';
import type { CellValue } from '../world/host-values.js';
import type { Difference, Divergence, DivergentWrite, Future } from '../world/questions-api.js';
import { printable } from '../content/text/quote.js';
import { EdictError } from '../kernel/errors.js';
import { catching } from '../scenarios/catching.js';
import { print } from './command.js';
import { idOf, nameOf } from './find-object.js';
import { runSilently } from './progress.js';
import { suppositionIn } from './suppositions.js';
import { type Colors, type Terminal, cellText, counted, right, signed, tableText } from './terminal.js';

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
  const valueJson = (value: Difference['first'], isObject: boolean): unknown => {
    if (!isObject) return value;
    return Array.isArray(value) ? value.map((each) => idOf(Number(each))) : value === null ? null : idOf(Number(value));
  };
  const differenceJson = ({ object, what, isObject, first, second }: Difference) => ({
    object: idOf(object),
    what,
    first: valueJson(first, isObject),
    second: valueJson(second, isObject),
  });
  const writeJson = (write: DivergentWrite | undefined) =>
    write === undefined
      ? null
      : { ...write, object: idOf(write.object), source: write.source === 0 ? null : idOf(write.source) };
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
      totals: totals.map(({ what, objects, sum = null }) => ({ what, objects, sum })),
      differences: differences.map(differenceJson),
    })),
  };
}

function reportText({ world, turns, futures }: Report, colors: Colors): string {
  const parts = futures.map((future) => {
    const { suppose, diverges, totals, differences, counts } = future;
    const title = colors.bold(printable(`If ${suppose.join(', and ')}, for ${counted(turns, 'turn')}`));
    const isOver = (counts.at(-1) ?? 0) === 0;
    if (diverges === undefined)
      return `${title}\nnothing but the assumed facts differs in any turn${isOver ? ', and in the end not even they' : ''}\n`;
    const rows = [...totals]
      .sort((a, b) => b.objects - a.objects)
      .map(({ what, objects, sum }) => [what, right(objects), right(sum === undefined ? '' : signed(sum))]);
    const more = (counts.at(-1) ?? 0) - differences.length;
    return [
      title,
      ...divergenceText(world, diverges),
      '',
      rows.length === 0
        ? 'after the last turn nothing differs any more'
        : tableText(['after the last turn', right('objects'), right('sum')], rows, colors),
      ...(rows.length === 0 ? [] : ['', differencesText(world, differences, colors)]),
      ...(more > 0 ? [`  and ${counted(more, 'difference')} more`] : []),
      '',
    ].join('\n');
  });
  return parts.join('\n');
}

function divergenceText(world: World, { turn, difference, first, second }: Divergence): readonly string[] {
  if ((first ?? second) === undefined) {
    const [without, assumed] = [difference.first, difference.second].map((value) =>
      valueText(world, value, difference.isObject),
    );
    return [
      `first in turn ${turn}: ${difference.what} of ${objectText(world, difference.object)}, ${without} → ${assumed}`,
    ];
  }
  return [
    `first in turn ${turn}, by the write`,
    `  without: ${writeText(world, first)}`,
    `  then:    ${writeText(world, second)}`,
  ];
}

function writeText(world: World, write: DivergentWrite | undefined): string {
  if (write === undefined) return 'none';
  const { object, column, before, after, rule, source, phase } = write;
  const isObject = world.program.model.columnByName.get(column)?.type.name === 'entity';
  const by = source === 0 || rule === phase ? rule : `${rule} of ${objectText(world, source)}`;
  const change = `${valueText(world, before, isObject)} → ${valueText(world, after, isObject)}`;
  return printable(`${column} of ${objectText(world, object)} ${change}, by ${by} in ${phase}`);
}

function differencesText(world: World, differences: readonly Difference[], colors: Colors): string {
  const rows = differences.map(({ object, what, isObject, first, second }) => [
    objectText(world, object),
    what,
    right(valueText(world, first, isObject)),
    '→',
    right(valueText(world, second, isObject)),
  ]);
  return tableText(['object', 'what', right('without'), '', right('then')], rows, colors);
}

/** Objects of the futures may be born in them. */
function objectText(world: World, object: Handle): string {
  return world.isLive(object) ? nameOf(world, object) : `#${idOf(object)}`;
}

function valueText(world: World, value: Difference['first'], isObject: boolean): string {
  const one = (each: CellValue): string =>
    isObject && typeof each === 'number' ? objectText(world, each as Handle) : cellText(each);
  return Array.isArray(value)
    ? value.map((each) => one(each as CellValue)).join(', ') || 'none'
    : one(value as CellValue);
}
