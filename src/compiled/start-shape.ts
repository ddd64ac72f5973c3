import { sameType } from '../eval/operation.js';
import { expression, runningIn } from '../ir/expression-shape.js';
import { optional, record, tagged } from '../ir/record-shape.js';
import { type Reading, type Shape, checked, indexOf, listOf, modelIn, refuse, text, whole, word } from '../ir/shape.js';
import {
  type CreateStep,
  type EdgeMaking,
  type EdgeTable,
  type StartPlace,
  type StartStep,
  type StartTable,
  isTablePath,
  mostRepeats,
} from '../ir/start.js';
import { origin } from './model-shape.js';

/** Over the object of a step and its number. */
const own = { slots: 1, running: true } as const;
/** Over no object. */
const number = expression({ slots: 0, type: 'number' });
const coordinate = numbered(expression({ ...own, type: 'number' }));
const object = numbered(expression({ ...own, type: 'entity' }));

/** The running value is a number of the step. */
function numbered(shape: ReturnType<typeof expression>): ReturnType<typeof expression> {
  return checked(shape, (node, from) =>
    (runningIn(from, node)?.name ?? 'number') === 'number' ? undefined : 'an expression of a value that is no number',
  );
}

const values: Shape<CreateStep['values']> = listOf(
  checked(
    record<CreateStep['values'][number]>({ column: indexOf('column'), value: numbered(expression(own)) }),
    ({ column, value }, from) =>
      sameType(modelIn(from).columns[column].type, value.type) ? undefined : 'a value of another type than its column',
  ),
);

const ofFile = {
  name: checked(text, (name: string) => (isTablePath(name) ? undefined : 'a path that leads elsewhere')),
  format: word<StartTable['format']>('csv', 'arrow'),
} as const;

const making: Shape<EdgeMaking> = tagged<EdgeMaking, 'by'>('by', {
  random: { count: number, site: whole() },
  smallWorld: { neighbours: number, rewire: number, site: whole() },
  scaleFree: { each: number, site: whole() },
  table: { table: record<EdgeTable>({ ...ofFile, from: text, to: text }) },
});

const table = record<StartTable>({
  ...ofFile,
  columns: listOf(
    record<StartTable['columns'][number]>({
      from: text,
      column: checked(indexOf('column'), (index, from) =>
        modelIn(from).columns[index].type.name === 'entity' ? 'a column of references' : undefined,
      ),
    }),
  ),
});

const place: Shape<StartPlace> = tagged<StartPlace, 'by'>('by', {
  in: { object },
  at: { x: coordinate, y: coordinate },
  among: {
    kind: indexOf('kind'),
    where: optional(expression({ slots: 1, type: 'boolean' })),
    site: whole(),
  },
});

/** Steps within `levels` others may hold more of them. */
function stepsWithin(levels: number): Shape<readonly StartStep[]> {
  const inner: Shape<readonly StartStep[]> =
    levels === mostRepeats
      ? { write: () => undefined, read: (json, from) => tooDeep(json, from) }
      : stepsWithin(levels + 1);
  return listOf(
    checked(
      tagged<StartStep, 'does'>('does', {
        create: {
          class: indexOf('class', 0),
          kind: indexOf('kind'),
          count: optional(number),
          table: optional(table),
          owner: optional(object),
          place: optional(place),
          values,
          origin,
        },
        grid: { grid: indexOf('grid'), values, origin },
        edges: { graph: indexOf('graph'), make: making, origin },
        repeat: { times: number, steps: inner, origin },
      }),
      faultOf,
    ),
  );
}

function tooDeep(json: unknown, from: Reading): never {
  return refuse(from, `steps that repeat others at most ${mostRepeats} levels deep`, json);
}

/** Columns must be of the kind, and nodes have coordinates. */
function faultOf(step: StartStep, from: Reading): string | undefined {
  if (step.does === 'repeat' || step.does === 'edges') return undefined;
  const { classes, columns, grids, kinds } = modelIn(from);
  const kind = step.does === 'grid' ? grids[step.grid].kind : step.kind;
  const written = [
    ...step.values.map(({ column }) => column),
    ...(step.does === 'create' ? (step.table?.columns ?? []).map(({ column }) => column) : []),
  ];
  if (written.some((column) => columns[column].kinds[kind] !== 1)) return 'a value that objects of the kind lack';
  if (step.does === 'grid') return undefined;
  if (step.class !== 0 && classes[step.class - 1].kind !== kind) return 'a class of another kind';
  if (step.table !== undefined && step.count !== undefined) return 'a table with a count';
  return kinds[kind - 1].node && step.place?.by !== 'at' ? 'a node without coordinates' : undefined;
}

export const start = stepsWithin(0);
