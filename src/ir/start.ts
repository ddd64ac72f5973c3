import { type Node, type Origin, askingRule } from './node.js';

/** How a world begins: steps that `createWorld` runs once, in order, before the first turn. */

export type StartStep = CreateStep | GridStep | RepeatStep | EdgesStep;

interface StepBase<Does extends string> {
  readonly does: Does;
  readonly origin: Origin;
}

/**
 * Expressions of a step are over slot 0, the object, and the running value: its number in the step, from 0. Each is
 * evaluated for all objects of the step before any of its values is written.
 */
interface FillingStep<Does extends string> extends StepBase<Does> {
  /** In this order. Absent: the object keeps its first value. */
  readonly values: readonly { readonly column: number; readonly value: Node }[];
}

/** First all objects are made, nowhere; then they get values of the table, owners, places, and other values. */
export interface CreateStep extends FillingStep<'create'> {
  /** 0: none. */
  readonly class: number;
  readonly kind: number;
  /** Over no object, rounded toward zero; below 1 or absent: none. Left out: 1, or as many as there are places. */
  readonly count?: Node;
  /** An object for each row. */
  readonly table?: StartTable;
  /** Absent or none: nobody. */
  readonly owner?: Node;
  readonly place?: StartPlace;
}

export interface StartTable {
  /** As written: the path of a file, relative to the content. */
  readonly name: string;
  readonly format: 'csv' | 'arrow';
  readonly columns: readonly { readonly from: string; readonly column: number }[];
}

export type StartPlace =
  /** At the place of an object, as `create` of a rule. */
  | { readonly by: 'in'; readonly object: Node }
  | { readonly by: 'at'; readonly x: Node; readonly y: Node }
  /** On objects of a kind, each at most once: drawn, or all of them in order where the step has no count. */
  | {
      readonly by: 'among';
      readonly kind: number;
      readonly where?: Node;
      /** Number of the place in the text that draws. */
      readonly site: number;
    };

/** Sets values of the objects on a grid. */
export interface GridStep extends FillingStep<'grid'> {
  readonly grid: number;
}

export interface RepeatStep extends StepBase<'repeat'> {
  /** Over no object; rounded toward zero. */
  readonly times: Node;
  readonly steps: readonly StartStep[];
}

/** Adds edges to a graph, between the objects of its kind by ascending id. */
export interface EdgesStep extends StepBase<'edges'> {
  readonly graph: number;
  readonly make: EdgeMaking;
}

/** Numbers are over no object. `site`: number of the place in the text that draws. */
export type EdgeMaking =
  /** So many pairs of different nodes, each pair drawn by itself. */
  | { readonly by: 'random'; readonly count: Node; readonly site: number }
  /** A ring in which each node is joined to its nearest ones; each edge is rewired with a probability. */
  | { readonly by: 'smallWorld'; readonly neighbours: Node; readonly rewire: Node; readonly site: number }
  /** Each node is joined to so many earlier ones, in proportion to their edges. */
  | { readonly by: 'scaleFree'; readonly each: Node; readonly site: number }
  | { readonly by: 'table'; readonly table: EdgeTable };

/** Of numbers of nodes, from 0, in two columns. */
export interface EdgeTable extends Pick<StartTable, 'name' | 'format'> {
  readonly from: string;
  readonly to: string;
}

/** The file that a step reads, and the columns of it. */
export function tableOf(
  step: StartStep,
): (Pick<StartTable, 'name' | 'format'> & { readonly columns: readonly string[] }) | undefined {
  if (step.does === 'edges' && step.make.by === 'table') {
    const { name, format, from, to } = step.make.table;
    return { name, format, columns: [from, to] };
  }
  if (step.does !== 'create' || step.table === undefined) return undefined;
  const { name, format, columns } = step.table;
  return { name, format, columns: columns.map(({ from }) => from) };
}

/** Of a draw of the step that is run as number `run`, from 0: no rule has this index. */
export function startRule(run: number): number {
  return askingRule - 1 - run;
}

/** The turn of the draws. */
export const startTurn = 0;

/** Levels of `repeat`. */
export const mostRepeats = 8;

/** Steps that run for one world. */
export const mostStartSteps = 100_000;

export function startTitle({ does, origin }: StartStep): string {
  return `the step ${does} of start (${origin.file}:${origin.line})`;
}

/** With those within others. */
export function everyStep(steps: readonly StartStep[]): readonly StartStep[] {
  return steps.flatMap((step) => (step.does === 'repeat' ? [step, ...everyStep(step.steps)] : [step]));
}

/** Below the folder of the content: content may not name files elsewhere. */
export function isTablePath(path: string): boolean {
  return (
    path.length <= 1_000 &&
    !/[\0\\:]/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
