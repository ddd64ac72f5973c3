import type { Problem } from '../../content/diagnostics/schema-problems.js';
import type { Path } from '../../content/native/source-document.js';
import { harnessAggregators } from './harness-aggregators.js';
import type { CaseData, ScenarioData, TurnsData, FactData } from './scenario-schema.js';
import type { CivDeclaration } from '../../content/civ/world/declaration.js';
import { nearestName } from '../../content/diagnostics/nearest-name.js';

/**
 * What the schema cannot say: which keys exclude or need one another, and names that mean nothing. The value fits the
 * schema.
 */
export function structureProblems({ world, cases, turns }: ScenarioData): readonly Problem[] {
  const known = knownNames(world);
  const seen = new Set<string>();
  const again = ({ name }: { readonly name: string }, path: Path): readonly Problem[] => {
    if (seen.has(name))
      return [
        {
          path: [...path, 'name'],
          code: 'duplicate-name',
          message: `two cases are called ${JSON.stringify(name)}; give each its own name`,
        },
      ];
    seen.add(name);
    return [];
  };
  return [
    ...(cases.length + turns.length === 0
      ? [structureProblem([], 'the file has neither cases nor turns; give it some of either')]
      : []),
    ...cases.flatMap((each, i) => [...again(each, ['cases', i]), ...caseProblems(each, known, ['cases', i])]),
    ...turns.flatMap((each, i) => [...again(each, ['turns', i]), ...turnsProblems(each, known, ['turns', i])]),
  ];
}

function caseProblems(data: CaseData, known: KnownNames, path: Path): readonly Problem[] {
  const { on = [], expect, whatIf, register = [] } = data;
  return [
    ...purposeProblems(data, path),
    ...listProblems(on, known.objects, 'object', [...path, 'on']),
    ...listProblems(register, registrable, 'aggregator', [...path, 'register']),
    ...answerProblems(data, expect, [...path, 'expect']),
    ...(whatIf?.overrides ?? []).flatMap((override, i) =>
      factProblems(override, known, [...path, 'whatIf', 'overrides', i]),
    ),
    ...(['before', 'after'] as const).flatMap((side) =>
      answerProblems(
        data,
        whatIf?.expect?.map((each) => each[side]),
        [...path, 'whatIf', 'expect'],
        [side],
      ),
    ),
  ];
}

const registrable: ReadonlySet<string> = new Set(harnessAggregators.keys());

function purposeProblems(
  { on, scope, expect, whatIf, loadError, diagnostics }: CaseData,
  path: Path,
): readonly Problem[] {
  const hasValues = expect !== undefined || whatIf?.expect !== undefined;
  const problems: Problem[] = [];
  if (on === undefined && scope === undefined)
    problems.push(
      structureProblem(
        path,
        'a case has neither on nor scope; say which objects are asked, or of which types they are',
      ),
    );
  if (diagnostics !== undefined && expect === undefined)
    problems.push(
      structureProblem(path, 'diagnostics go with values that are expected; give expect too', 'diagnostics'),
    );
  return [
    ...problems,
    ...expectationProblems(
      hasValues,
      loadError,
      'an expression that does not load',
      'expect, whatIf with expect, or loadError',
      path,
    ),
  ];
}

function expectationProblems(
  hasValues: boolean,
  loadError: CaseData['loadError'],
  what: string,
  choices: string,
  path: Path,
): readonly Problem[] {
  if (hasValues)
    return loadError?.severity === 'error'
      ? [structureProblem(path, `values are expected of ${what}; leave out either them or the loadError`)]
      : [];
  return loadError === undefined ? [structureProblem(path, `a case expects nothing; give it ${choices}`)] : [];
}

/** Values of the wrong type, or more or fewer than objects. `inside` leads from an entry to its value. */
function answerProblems(
  { on = [], type }: CaseData,
  expected: readonly (number | boolean)[] | undefined,
  path: Path,
  inside: Path = [],
): readonly Problem[] {
  if (expected === undefined) return [];
  if (expected.length !== on.length)
    return [
      structureProblem(
        path,
        `${String(on.length)} objects are asked and ${String(expected.length)} values are expected; give one for each`,
      ),
    ];
  const [wanted, words] = type === 'bool' ? ['boolean', 'true or false'] : ['number', 'a whole number'];
  return expected.flatMap((value, i) => {
    if (typeof value === wanted) return [];
    return [
      structureProblem(
        [...path, i, ...inside],
        `${String(value)} is expected of an expression of type ${type}; give ${words}`,
      ),
    ];
  });
}

function turnsProblems(
  { carriers, events, turns, track, expect, conserves, loadError }: TurnsData,
  known: KnownNames,
  path: Path,
): readonly Problem[] {
  const hasValues = expect !== undefined || conserves !== undefined;
  return [
    ...expectationProblems(
      hasValues,
      loadError,
      'manipulators that do not load',
      'expect, conserves or loadError',
      path,
    ),
    ...keyProblems(carriers, known.ids, 'id', [...path, 'carriers']),
    ...keyProblems(conserves, known.properties, 'property', [...path, 'conserves']),
    ...events.flatMap((event, i) => factProblems(event, known, [...path, 'events', i])),
    ...keyProblems(track, known.objects, 'object', [...path, 'track']),
    ...keyProblems(expect, known.objects, 'object', [...path, 'expect']),
    ...Object.entries(track).flatMap(([object, properties]) =>
      listProblems(properties, known.properties, 'property', [...path, 'track', object]),
    ),
    ...Object.entries(expect ?? {}).flatMap(([object, properties]) => [
      ...keyProblems(properties, known.properties, 'property', [...path, 'expect', object]),
      ...Object.entries(properties).flatMap(([property, values]) =>
        lengthProblems(values, turns, [...path, 'expect', object, property]),
      ),
    ]),
  ];
}

function lengthProblems(values: readonly number[], turns: number, path: Path): readonly Problem[] {
  return values.length === turns
    ? []
    : [
        structureProblem(
          path,
          `${String(turns)} turns are run and ${String(values.length)} values are expected; give one for each`,
        ),
      ];
}

const subjects = ['gom', 'tag', 'property', 'attribute'] as const;
type Subject = (typeof subjects)[number];

/** The keys that go with each. */
const partners: Readonly<Record<Subject, readonly ('id' | 'has' | 'value')[]>> = {
  gom: ['id', 'has'],
  tag: ['has'],
  property: ['value'],
  attribute: ['value'],
};

/**
 * What is wrong with a fact about an object. Ids, tags and attributes that are not known are found when it is looked
 * up.
 */
function factProblems(fact: FactData, known: KnownNames, path: Path): readonly Problem[] {
  const problems = [...nameProblems(fact.object, known.objects, 'object', { path: [...path, 'object'] })];
  const about = subjects.filter((subject) => fact[subject] !== undefined);
  if (about.length !== 1) {
    const has = about.length === 0 ? 'is about nothing' : `is about several things (${about.join(', ')})`;
    return [...problems, structureProblem(path, `a fact ${has}; give it exactly one of ${subjects.join(', ')}`)];
  }
  const [subject] = about;
  for (const key of ['id', 'has', 'value'] as const) {
    const goes = partners[subject].includes(key);
    if (goes && fact[key] === undefined)
      problems.push({ path, code: 'missing-key', message: `a fact about ${subject} has no ${key}; give it one` });
    if (!goes && fact[key] !== undefined)
      problems.push(structureProblem(path, `${key} does not go with ${subject}; leave it out`, key));
  }
  return problems;
}

/** What the cases of a file may name. */
interface KnownNames {
  readonly objects: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
  /** Of all kinds of things. */
  readonly ids: ReadonlySet<string>;
}

function knownNames({ objects, map, types, options }: CivDeclaration): KnownNames {
  const names = new Set(objects.map(({ id }) => id));
  for (let y = 0; y < map.height; y++) for (let x = 0; x < map.width; x++) names.add(`plot:${String(x)},${String(y)}`);
  return {
    objects: names,
    properties: new Set(types.PROPERTY),
    ids: new Set([...Object.values(types).flat(), ...options.keys()]),
  };
}

/** Names of a list that are not known. */
function listProblems(
  names: readonly string[],
  known: ReadonlySet<string>,
  what: string,
  path: Path,
): readonly Problem[] {
  return names.flatMap((name, i) => nameProblems(name, known, what, { path: [...path, i] }));
}

/** Keys of a mapping that are not known. */
function keyProblems(
  mapping: object | undefined,
  known: ReadonlySet<string>,
  what: string,
  path: Path,
): readonly Problem[] {
  return Object.keys(mapping ?? {}).flatMap((key) => nameProblems(key, known, what, { path, key }));
}

/** A name that is not known. */
function nameProblems(
  name: string,
  known: ReadonlySet<string>,
  what: string,
  place: Pick<Problem, 'path' | 'key'>,
): readonly Problem[] {
  if (known.has(name)) return [];
  const near = nearestName(name, known);
  return [
    {
      ...place,
      code: 'unknown-name',
      message: `there is no ${what} ${JSON.stringify(name)}`,
      ...(near === undefined ? {} : { suggestion: `did you mean ${near}?` }),
    },
  ];
}

/** Something that does not go together. */
function structureProblem(path: Path, message: string, key?: string): Problem {
  return key === undefined ? { path, code: 'bad-structure', message } : { path, key, code: 'bad-structure', message };
}
