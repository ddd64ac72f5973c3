import type { StartStepSource } from './content-source.js';
import { amount, anyValue, condition, kindName, label, object, propertyName } from './schema-parts.js';
import {
  type FormRule,
  type Shape,
  either,
  exactlyOne,
  form,
  headsOf,
  later,
  list,
  map,
  mapTo,
  named,
  optional,
  required,
  rule,
  text,
} from './document-shape.js';
import { quoteText } from '../text/quote.js';

const values = () =>
  optional(
    mapTo(anyValue, 'a map from meters and properties to expressions', { energy: 'floor(8 * random())' }),
    'By meter or property, over `self` and `index`, in this order; each for all objects before the next.',
  );

const placeKeys = ['in', 'at', 'among'] as const;

const onePlace: FormRule = rule((data) => {
  const [first, second] = placeKeys.filter((key) => data[key] !== undefined);
  return second === undefined
    ? undefined
    : {
        key: second,
        code: 'two-ways',
        message: `a step has both ${quoteText(first)} and ${quoteText(second)}, expected one place`,
        suggestion: `remove ${quoteText(second)}`,
      };
});

const placed = {
  in: optional(object, 'The object at whose place each of them is, over `self` and `index`.', 'objects(plot).first()'),
  at: optional(
    map('a map with `x` and `y`', {
      x: required(amount, 'Over `self` and `index`.', '10 * random()'),
      y: required(amount, 'Over `self` and `index`.', '10 * random()'),
    }),
    'Their coordinates.',
  ),
  among: optional(
    either(
      [
        kindName,
        form({
          kind: required(kindName, 'Their kind.'),
          where: optional(condition, 'A condition over `self`, one of them. Default: all of the kind.', 'self.dry'),
        }),
      ],
      'a kind, or a map with `kind` and `where`',
    ),
    'Objects at whose places they are, at most one each: drawn, or without `count` one at each.',
  ),
  owner: optional(object, 'The faction that owns each of them, over `self` and `index`. Default nobody.'),
  values: values(),
};

const count = optional(amount, 'How many. Default 1, or with `among` one for each.', 100);

const columns = required(
  mapTo(propertyName, 'a map from columns to meters and properties'),
  'Which column gives which meter or property; an empty cell leaves its first value.',
  { height: 'height' },
);

const ofTable = {
  class: optional(named('a class', 'farm'), 'Their class.'),
  kind: optional(kindName, 'Their kind, where they have no class.'),
  columns,
  ...placed,
};

const oneKind: FormRule = rule(({ class: of, kind }) =>
  (of === undefined) === (kind === undefined)
    ? {
        code: of === undefined ? 'missing-key' : 'two-ways',
        message: `a table has ${of === undefined ? 'neither a class nor a kind' : 'both a class and a kind'}, expected one of the two`,
        suggestion: of === undefined ? 'add `class`' : 'remove `kind`',
      }
    : undefined,
);

const path = text('the path of a file, relative to the content', 'cells.csv');

const makingKeys = ['random', 'smallWorld', 'scaleFree', 'file'] as const;

const oneMaking: FormRule = exactlyOne(makingKeys, ([first, second]) =>
  first === undefined
    ? {
        key: 'edges',
        code: 'missing-key',
        message: `a step of edges says nothing of how they are made, expected one of ${makingKeys.map(quoteText).join(', ')}`,
        suggestion: 'add one of them, such as `random: 1000`',
      }
    : {
        key: second,
        code: 'two-ways',
        message: `a step of edges has both ${quoteText(first)} and ${quoteText(second)}, expected one of them`,
        suggestion: 'write two steps',
      },
);

const ofFile = (key: string): FormRule =>
  rule((data) =>
    data[key] === undefined || data.file !== undefined
      ? undefined
      : {
          key,
          code: 'missing-key',
          message: `${quoteText(key)} names a column, and the step reads no file, expected \`file\``,
          suggestion: `add \`file\`, or remove ${quoteText(key)}`,
        },
  );

const smallWorld = map('a map with `neighbours` and `rewire`', {
  neighbours: required(amount, 'To how many nodes next to it on a ring each node is joined first.', 4),
  rewire: required(amount, 'Probability that an edge gets another second end.', 0.1),
});

const scaleFree = map('a map with `each`', {
  each: required(amount, 'To how many earlier nodes each node is joined.', 3),
});

const edgeForm = form(
  {
    edges: required(named('a network', 'contacts'), 'Adds edges to a network.'),
    random: optional(amount, 'How many edges between random nodes.', 5000),
    smallWorld: optional(smallWorld, 'Edges of a small world, after Watts and Strogatz.'),
    scaleFree: optional(scaleFree, 'Edges in proportion to those that are there, after Barabási and Albert.'),
    file: optional(path, 'A CSV or Arrow file with two columns of numbers of nodes, from 0.'),
    from: optional(label, 'The column of the first ends. Default `from`.', 'source'),
    to: optional(label, 'The column of the second ends. Default `to`.', 'target'),
  },
  [oneMaking, ofFile('from'), ofFile('to')],
);

const stepForms = [
  form({ create: required(named('a class', 'farm'), 'Creates objects of a class.'), count, ...placed }, [onePlace]),
  form({ kind: required(kindName, 'Creates objects of a kind, without a class.'), count, ...placed }, [onePlace]),
  form({ grid: required(named('a grid', 'map'), 'Sets values of the objects on a grid.'), values: values() }),
  form({
    repeat: required(amount, 'Runs other steps so many times.', 4),
    do: required(
      list(
        later((): Shape<StartStepSource> => startStep),
        'a list of steps',
      ),
      'The steps, in this order.',
      [{ create: 'farm' }],
    ),
  }),
  form({ csv: required(path, 'Creates an object for each line of a CSV file.'), ...ofTable }, [onePlace, oneKind]),
  form({ arrow: required(path, 'Creates an object for each row of an Arrow file.'), ...ofTable }, [onePlace, oneKind]),
  edgeForm,
] as const;

export const startStep: Shape<StartStepSource> = either(stepForms, `a step: a map with ${headsOf(stepForms)}`, {
  id: 'startStep',
  code: 'unknown-step',
});
