import type { StartStepSource } from './content-source.js';
import { amount, anyValue, condition, kindName, object, propertyName } from './schema-parts.js';
import {
  type FormRule,
  type Shape,
  either,
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
] as const;

export const startStep: Shape<StartStepSource> = either(stepForms, `a step: a map with ${headsOf(stepForms)}`, {
  id: 'startStep',
  code: 'unknown-step',
});
