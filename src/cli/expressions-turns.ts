import { checkDocument } from '../content/civ/documents/check-document.js';
import { isCarrier } from '../content/civ/documents/find-expressions.js';
import { lowerManipulators } from '../content/civ/manipulators/lower-manipulators.js';
import type { Manipulator } from '../content/civ/manipulators/manipulator.js';
import type { Policy } from '../content/civ/policy.js';
import type { FlowBook } from '../ir/flow.js';
import { printable } from '../content/diagnostics/quote.js';
import { EdictError } from '../kernel/errors.js';
import { didYouMean } from '../scenarios/did-you-mean.js';
import { type Setting, type Stage, objectNamed } from '../scenarios/expressions/stage.js';
import { described } from './expressions-check.js';
import { readXmlFile } from './expressions-files.js';
import { objectIn } from './expressions-suppose.js';
import { askedBy } from './failure.js';
import { problemList } from './problem-list.js';
import { right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** The flows of a document's manipulators; undefined where they do not load, after telling why. */
export function flowsOf(
  terminal: Terminal,
  { civ, names }: Setting,
  file: string,
  policy: Policy,
): FlowBook | undefined {
  const { errorColors: colors } = terminal;
  const paint = { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim };
  const { text, root, problem } = readXmlFile(file);
  const checked = root === undefined ? undefined : checkDocument(root, names, policy, civ.declaration.types);
  const found =
    problem === undefined
      ? described(checked?.issues ?? [], file, text).map(({ diagnostic }) => diagnostic)
      : [problem];
  if (found.length > 0) terminal.error(`${problemList(found, paint)}\n\n`);
  const errors = found.filter(({ severity }) => severity === 'error').length;
  if (checked === undefined || errors > 0) {
    terminal.error(
      `${colors.red(`edict: the manipulators have ${errors === 1 ? '1 error' : `${String(errors)} errors`}, so nothing was run; mend ${errors === 1 ? 'it' : 'them'} and try again`)}\n`,
    );
    return undefined;
  }
  const global: Manipulator[] = [];
  const carried = new Map<string, Manipulator[]>();
  for (const { owner, manipulator } of checked.manipulators) {
    const list = isCarrier(owner, civ.declaration.types) ? (carried.get(owner) ?? []) : global;
    list.push(manipulator);
    if (list !== global) carried.set(owner, list);
  }
  return lowerManipulators(civ, { global, carried }, policy, file);
}

/** A property of an object that is watched. */
export interface Tracked {
  readonly object: string;
  readonly property: string;
  /** At the start, then after each turn. */
  readonly values: readonly number[];
}

/** Runs turns and writes down what is watched, each `object PROPERTY`. */
export function runTurns(stage: Stage, turns: number, track: readonly string[]): readonly Tracked[] {
  const watched = track.map((text) =>
    askedBy('--track', text, () => {
      const { id, rest } = objectIn(stage, text, '--track', "give an object and a property: 'city:1 PROPERTY_X'");
      if (!stage.names.properties.has(rest))
        throw new EdictError(
          'unknown-name',
          `there is no property ${JSON.stringify(rest)}${didYouMean(rest, [...stage.names.properties])}`,
          rest,
        );
      return { object: id, handle: objectNamed(stage, id), property: rest, values: [] as number[] };
    }),
  );
  const note = (): void => {
    for (const { handle, property, values } of watched) values.push(Number(stage.world.get(handle, property)));
  };
  note();
  for (let turn = 1; turn <= turns; turn++) {
    stage.world.run(1);
    note();
  }
  return watched.map(({ object, property, values }) => ({ object, property, values }));
}

export function trackText(tracked: readonly Tracked[], { outColors: colors }: Terminal): string {
  const turns = tracked[0]?.values.length ?? 0;
  const rows = Array.from({ length: turns }, (_row, turn) => [
    turn === 0 ? 'start' : `turn ${String(turn)}`,
    ...tracked.map(({ values }) => right(values[turn])),
  ]);
  const [head, ...body] = tableLines(
    [['', ...tracked.map(({ object, property }) => right(printable(`${object} ${property}`)))], ...rows],
    '  ',
  );
  return `${colors.bold(head)}\n${body.join('\n')}\n`;
}
