import {
  type Class,
  type Column,
  type Enumeration,
  type Kind,
  type Model,
  type ColumnType,
  type Type,
  type Variable,
  modelOf,
} from '../../../../src/model/model.js';
import {
  type Compiled,
  type ExpressionContext,
  type Library,
  type Macro,
  type OccurringField,
  compileExpression,
} from '../../../../src/content/expression/compile-expression.js';
import { parseExpression } from '../../../../src/content/expression/parse-expression.js';
import { macroOf } from '../../../../src/content/expression/check/expand-calls.js';
import { builtInAggregators } from '../../../../src/state/aggregators.js';
import { makeNode, printNode } from '../../../../src/eval/make-node.js';
import type { Flag, Names, Node } from '../../../../src/ir/node.js';
import { applies } from '../../../../src/eval/ops/logic.js';
import { usualGrid } from '../../../../src/model/connection.js';
import { type Limits, defaultLimits } from '../../../../src/kernel/world-limits.js';

/** A small world: empires own planets; buildings hang on planets, planets and ships on systems. */

export const number: ColumnType = { name: 'number' };
export const boolean: ColumnType = { name: 'boolean' };
export const entity: ColumnType = { name: 'entity' };
const kindType: ColumnType = { name: 'kind' };
const classType: ColumnType = { name: 'class' };

export const types = { number, boolean, entity, kind: kindType, class: classType } as const;

const enumerations: readonly Enumeration[] = [
  { index: 0, name: 'focus', members: ['farming', 'industry', 'target', '__proto__'], order: 'none', ring: 0 },
  {
    index: 1,
    name: 'size',
    members: ['asteroids', 'tiny', 'small', 'medium', 'large', 'huge', 'gasGiant'],
    order: 'ordered',
    ring: 0,
  },
  { index: 2, name: 'environment', members: ['swamp', 'toxic', 'inferno', 'ocean', 'gas'], order: 'wheel', ring: 4 },
  { index: 3, name: 'colour', members: ['red', 'none', 'deep blue'], order: 'none', ring: 0 },
  { index: 4, name: 'tech', members: ['physics', 'optics'], order: 'none', ring: 0 },
  { index: 5, name: 'step', members: ['march', 'battle'], order: 'none', ring: 0 },
];

export const [focus, size, environment, colour] = enumerations.map(
  ({ index }): ColumnType => ({ name: 'enumeration', index }),
);

const kindNames = ['empire', 'system', 'planet', 'building', 'ship'];
const kindIndex = (name: string): number => kindNames.indexOf(name) + 1;

type Given = readonly [
  name: string,
  role: Column['role'],
  type: ColumnType,
  kinds: readonly string[],
  initial?: number,
];

const given: readonly Given[] = [
  ['maxPopulation', 'meter', number, ['planet']],
  ['population', 'meter', number, ['planet']],
  ['size', 'property', size, ['planet'], 4],
  ['environment', 'property', environment, ['planet']],
  ['focus', 'property', focus, ['planet']],
  ['capital', 'property', boolean, ['planet']],
  ['fertility', 'property', number, ['planet'], 2],
  ['target', 'property', entity, ['building']],
  ['blueprint', 'property', classType, ['building']],
  ['minerals', 'property', number, ['empire'], 100],
  ['attack', 'meter', number, ['ship', 'building']],
  ['colour', 'property', colour, ['system']],
  ['ghost', 'property', number, []],
  ['constructor', 'meter', number, ['planet']],
  ['stance', 'property', focus, ['empire'], 2],
];

export const column = (name: string): number => given.findIndex(([known]) => known === name);

function makeColumn([name, role, type, kinds, initial = 0]: Given, index: number): Column {
  const having = new Uint8Array(kindNames.length + 1);
  for (const kind of kinds) having[kindIndex(kind)] = 1;
  return {
    index,
    name,
    role,
    type,
    initial,
    kinds: having,
    storage: 'f64',
    integer: false,
    minimum: -Infinity,
    maximum: Infinity,
    reset: false,
    cap: -1,
  };
}

function makeKind(name: string, attachesTo: readonly string[], index: number): Kind {
  return {
    index,
    name,
    faction: name === 'empire',
    node: name === 'system',
    ownership: name === 'system' ? { rule: 'through', kind: kindIndex('planet') } : { rule: 'stored' },
    attachesTo: attachesTo.map(kindIndex),
    orphan: 'detach',
    columns: given.flatMap(([, , , kinds], place) => (kinds.includes(name) ? [place] : [])),
  };
}

/** Each of a name is of one of the kinds; ships and planets have crews. */
const variables: readonly Variable[] = (
  [
    ['crewed', 'planet', number],
    ['crewed', 'ship', number],
    ['garrison', 'system', number],
    ['loyal', 'planet', boolean],
    ['mood', 'empire', focus],
  ] as const
).map(([name, kind, type], index) => ({
  index,
  name,
  kind: kindIndex(kind),
  type,
  initial: { value: 0 },
  input: false,
  offset: 0,
  explanation: '',
}));

const half = macroOf('half', ['x'], bodyOf('x / 2'));

/** What content would declare beside the model. */
export const library: Library = {
  variables: new Map(variables.map(({ name }) => [name, variables.filter((each) => each.name === name)])),
  functions: new Map(
    [
      half,
      macroOf('crowd', ['of', 'least'], bodyOf('attached(of, planet).filter(p, p.population > least)')),
      macroOf('first', ['a', 'b'], bodyOf('a')),
    ].map((macro) => [macro.name, macro]),
  ),
  tables: new Map([
    ['crops', { index: 0, type: number, keys: [{ type: environment, rows: 6 }] }],
    [
      'odds',
      {
        index: 1,
        type: boolean,
        keys: [
          { type: number, rows: 5 },
          { type: environment, rows: 6 },
        ],
      },
    ],
  ]),
  room: { left: 1_000_000 },
};

function bodyOf(text: string): Macro['body'] {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.expression;
}

export function makeModel(): Model {
  const attachesTo = [[], [], ['system'], ['planet'], ['system']];
  const kinds = kindNames.map((name, place) => makeKind(name, attachesTo[place], place + 1));
  const columns = given.map(makeColumn);
  const classes: readonly Class[] = ['farm', 'mine', 'toString'].map((name, place) => ({
    index: place + 1,
    name,
    kind: kindIndex('building'),
    duration: 0,
    invisible: false,
    initial: new Map(),
  }));
  return modelOf({
    holdings: [{ index: 0, name: 'techs', words: 4, kinds: [kindIndex('empire')] }],
    links: [
      { index: 0, name: 'trade', kinds: [kindIndex('planet')], to: kindIndex('planet') },
      { index: 1, name: 'cargo', kinds: [kindIndex('ship')], to: 0 },
    ],
    graphs: [{ index: 0, name: 'friends', kind: 5, directed: false }],
    spaces: [{ index: 0, name: 'void', kinds: [5], width: 100, height: 80, wrapX: true, wrapY: false }],
    grids: [
      {
        index: 0,
        name: 'map',
        kind: kindIndex('system'),
        width: 10,
        height: 8,
        wrapX: true,
        wrapY: false,
        ...usualGrid,
      },
    ],
    connections: [
      {
        index: 0,
        name: 'realm',
        from: kindIndex('empire'),
        to: kindIndex('planet'),
        steps: [{ by: 'owned', kind: kindIndex('planet') }],
      },
      { index: 1, name: 'above', from: 0, to: 0, steps: [{ by: 'parent' }] },
    ],
    questions: ['thriving', 'busy'].map((name, index) => ({ index, name, words: -1, type: 'boolean' as const })),
    aggregators: builtInAggregators,
    kinds,
    columns,
    enumerations,
    classes,
    roles: ['ally', 'rival'],
    relations: [
      { name: 'war', symmetric: true },
      { name: 'alliance', symmetric: false },
    ],
    variables,
    tables: [
      { name: 'crops', width: 1, values: new Float64Array(6) },
      { name: 'odds', width: 6, values: new Float64Array(30) },
    ],
  });
}

/** A flag of planets; farms have their own condition instead of that of buildings, and mines none. */
const flagged = (
  name: string,
  question: number,
  branches: readonly (readonly ['class' | 'kind', number, number, string])[],
): readonly [string, Flag] => [
  name,
  {
    name,
    question,
    branches: branches.map(([by, index, kind, text]) => ({
      by,
      index,
      kind,
      text,
      origin: { file: '', line: 1, column: 1 },
      node: flagNode(text, kind),
    })),
  },
];

function flagNode(text: string, kind: number): Node {
  const compiled = compileExpression(text, boolean, {
    model,
    library,
    limits: defaultLimits,
    slots: new Map([['self', 0]]),
    kinds: new Map([[0, [kind]]]),
    tested: 0,
    value: undefined,
    firstFree: 1,
    sites: { next: 0 },
    still: true,
  });
  if (!compiled.ok) throw new Error(text);
  return makeNode(applies, undefined, compiled.node);
}

export const model = makeModel();

export const names: Names = {
  constants: new Map([
    ['reach', { type: number, value: 2 }],
    ['raging', { type: boolean, value: 1 }],
  ]),
  flags: new Map([
    flagged('thriving', 0, [['kind', 3, 3, 'self.population > 3 && attached(self, building).exists(b, b.attack > 1)']]),
    flagged('busy', 1, [
      ['class', 1, 4, 'self.planet.population > 5'],
      ['kind', 4, 4, 'self.crewed > 1'],
    ]),
  ]),
};

/** Where an expression stands. */
export type Place = 'scope' | 'activation' | 'amount' | 'growth' | 'modifier';

export function contextOf(place: Place, limits: Partial<Limits> = {}): ExpressionContext {
  const alone: readonly [string, number][] = [
    ['source', 0],
    ['self', 0],
  ];
  const growth = place === 'growth' || place === 'modifier';
  const objects: readonly [string, number][] = growth
    ? [['self', 0]]
    : place === 'activation'
      ? alone
      : [...alone, ['target', 1]];
  return {
    model,
    library,
    names,
    limits: { ...defaultLimits, ...limits },
    slots: new Map(objects),
    tested: place === 'scope' ? 1 : place === 'activation' ? 0 : -1,
    value: place === 'scope' || place === 'activation' ? undefined : number,
    firstFree: growth || place === 'activation' ? 1 : 2,
    sites: { next: 0 },
    ...(place === 'modifier' ? { solves: true, kinds: new Map([[0, [kindIndex('building')]]]) } : {}),
  };
}

/**
 * The IR's text of a text that compiles; a sentence for each problem of one that does not. Columns and the like by
 * name.
 */
/** What an ability also knows that answers raids or feasts; `remember` numbers everything 7. */
export const answering: Pick<ExpressionContext, 'occurring' | 'steps'> = {
  steps: 5,
  occurring: {
    types: [
      {
        name: 'raid',
        fields: new Map<string, OccurringField>([
          ['planet', { place: 0, type: entity, kinds: [kindIndex('planet')] }],
          ['amount', { place: 1, type: number, kinds: undefined }],
          ['who', { place: 2, type: entity, kinds: [kindIndex('empire')] }],
          ['aim', { place: 3, type: focus, kinds: undefined }],
        ]),
      },
      {
        name: 'feast',
        fields: new Map<string, OccurringField>([
          ['amount', { place: 1, type: number, kinds: undefined }],
          ['aim', { place: 3, type: entity, kinds: undefined }],
          ['ghost', { place: 4, type: entity, kinds: undefined }],
        ]),
      },
    ],
    remember: () => 7,
    controller: { kinds: [kindIndex('empire')] },
  },
};

export function ir(text: string, expected: Type | 'any' = boolean, place: Place = 'scope'): string {
  return shown(compileExpression(text, expected === 'any' ? undefined : expected, contextOf(place)));
}

export function shown(compiled: Compiled): string {
  if (!compiled.ok) return compiled.problems.map((problem) => `${problem.code}: ${problem.message}`).join('\n');
  return printNode(compiled.node)
    .replace(/\(read (\d+)/g, (_text, index: string) => `(read ${given[Number(index)][0]}`)
    .replace(/\((constant|running) enumeration \d+/g, '($1 enumeration')
    .replace(/\(running number\)/g, '(running)');
}

/** Problems as `code at "text": message | suggestion`. */
export function problems(
  text: string,
  expected: Type | undefined = boolean,
  context: ExpressionContext = contextOf('scope'),
): readonly string[] {
  const compiled = compileExpression(text, expected, context);
  if (compiled.ok) return [];
  return compiled.problems.map(
    ({ code, message, span, suggestion }) =>
      `${code} at "${text.slice(span.start, span.end)}": ${message}${suggestion === undefined ? '' : ` | ${suggestion}`}`,
  );
}

/** Warnings as problems are shown. */
export function warnings(text: string, expected: Type | undefined = boolean): readonly string[] {
  const compiled = compileExpression(text, expected, contextOf('scope'));
  if (!compiled.ok) return [shown(compiled)];
  return compiled.warnings.map(
    ({ code, message, span }) => `${code} at "${text.slice(span.start, span.end)}": ${message}`,
  );
}
