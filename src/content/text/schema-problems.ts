import type { z } from 'zod';
import { didYouMean } from './nearest-name.js';
import { labelOf, nameOf, type Path, type Problem } from './problem.js';

export type { Problem } from './problem.js';

type Issue = z.core.$ZodIssue;

export function schemaProblems(schema: z.ZodType, value: unknown): readonly Problem[] {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? [] : result.error.issues.flatMap((issue) => problemsOf(issue, schema, []));
}

function problemsOf(issue: Issue, schema: z.ZodType, around: Path): readonly Problem[] {
  const path = [...around, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  const { input } = issue;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(key, path, keysAt(schema, path)));
    case 'invalid_union':
      return unionProblems(issue, schema, path);
    case 'invalid_type': {
      // A text with `: ` in it is a mapping to YAML.
      const isUnquoted = issue.expected === 'string' && input !== undefined && input !== null && !Array.isArray(input);
      const found = unlike(path, input, nameOfType(issue.expected), 'wrong-type');
      return [isUnquoted ? { ...found, suggestion: 'put it in quotes' } : found];
    }
    case 'too_small':
    case 'too_big': {
      const isEmpty = input === '' || (Array.isArray(input) && input.length === 0);
      return [badValue(path, `is ${isEmpty ? 'empty' : nameOf(input)}, expected ${sizeOf(issue)}`)];
    }
    case 'invalid_value':
      return [unlike(path, input, issue.values.map(nameOf).join(' or '))];
    case 'invalid_format':
      return [badValue(path, `is ${nameOf(input)}, expected a text of the form ${issue.pattern ?? issue.format}`)];
    case 'not_multiple_of':
      return [badValue(path, `is ${nameOf(input)}, expected a multiple of ${issue.divisor}`)];
    case 'invalid_key': {
      const key = String(issue.path.at(-1));
      const container = path.slice(0, -1);
      const [first] = issue.issues.flatMap((inner) => problemsOf({ ...inner, path: [] }, schema, []));
      const why = first.message.replace(/^the file is /, 'it is ');
      const message = `the key ${JSON.stringify(key)} in ${labelOf(container)} is not right: ${why}`;
      return [{ path: container, key, code: 'bad-key', message }];
    }
    case 'invalid_element':
      return issue.issues.flatMap((inner) => problemsOf(inner, schema, path));
    case 'custom':
      return [badValue(path, `is not right: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`)];
  }
}

function badValue(path: Path, what: string, code = 'bad-value'): Problem {
  return { path, code, message: `${labelOf(path)} ${what}` };
}

function unlike(path: Path, input: unknown, expected: string, code?: string): Problem {
  return input === undefined
    ? badValue(path, `is missing, expected ${expected}`, 'missing-key')
    : badValue(path, `is ${nameOf(input)}, expected ${expected}`, code);
}

function unknownKey(key: string, path: Path, known: readonly string[]): Problem {
  const suggestion = didYouMean(key, known) ?? `the keys here are ${known.join(', ')}`;
  const where = path.length === 0 ? 'at the top of the file' : `in ${labelOf(path)}`;
  return { path, key, code: 'unknown-key', message: `there is no key ${JSON.stringify(key)} ${where}`, suggestion };
}

/** The branch that got furthest speaks for a union; else the union says what it wants. */
function unionProblems(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  schema: z.ZodType,
  path: Path,
): readonly Problem[] {
  const { input } = issue;
  if ('discriminator' in issue && 'options' in issue)
    return [discriminatorProblem(input, String(issue.discriminator), issue.options ?? [], path)];
  const isOther = ({ path: inside, code }: Issue) =>
    inside.length === 0 && (code === 'invalid_type' || code === 'invalid_union');
  const furthest = issue.errors.find((issues) => !issues.some(isOther));
  if (furthest !== undefined) return furthest.flatMap((inner) => problemsOf(inner, schema, path));
  const wanted = [...new Set(issue.errors.flatMap(typesWanted))].map((type) =>
    typeof input === 'number' && type === 'a number' ? 'a finite number' : type,
  );
  return [unlike(path, input, wanted.join(' or '), 'wrong-type')];
}

function typesWanted(issues: readonly Issue[]): readonly string[] {
  return issues.flatMap((inner) => {
    if (inner.code === 'invalid_union') return inner.errors.flatMap(typesWanted);
    return inner.code === 'invalid_type' ? [nameOfType(inner.expected)] : [];
  });
}

function discriminatorProblem(input: unknown, key: string, options: readonly unknown[], path: Path): Problem {
  const given =
    typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[key] : undefined;
  const found = unlike(path, given, `one of ${options.map(nameOf).join(', ')}`);
  const suggestion = typeof given === 'string' ? didYouMean(given, options.map(String)) : undefined;
  return suggestion === undefined ? found : { ...found, suggestion };
}

function sizeOf(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  if (issue.origin === 'string') return 'text';
  const isLeast = issue.code === 'too_small';
  const bound = Number(isLeast ? issue.minimum : issue.maximum);
  if (issue.origin === 'array')
    return `${isLeast && bound === 1 ? 'one entry' : `${bound} entries`} at ${isLeast ? 'least' : 'most'}`;
  const direction = isLeast ? 'more' : 'less';
  return issue.inclusive === false ? `${direction} than ${bound}` : `${bound} or ${direction}`;
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['object', 'a mapping (keys with values)'],
  ['record', 'a mapping (keys with values)'],
  ['array', 'a list'],
  ['tuple', 'a list'],
  ['string', 'text'],
  ['boolean', 'true or false'],
  ['int', 'a whole number'],
  ['null', 'null'],
]);

function nameOfType(type: string): string {
  return typeNames.get(type) ?? `a ${type}`;
}

function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  let at = unwrapped(schema);
  for (const part of path) at = at.flatMap((definition) => stepInto(definition, part));
  const keys = at.flatMap(({ shape, keyType }) => Object.keys(shape ?? keyType?.def.entries ?? {}));
  return [...new Set(keys)];
}

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly keyType?: { readonly def: { readonly entries?: Readonly<Record<string, unknown>> } };
  readonly options?: readonly z.ZodType[];
}

/** Each branch of a union by itself. */
function unwrapped(schema: z.ZodType): readonly Definition[] {
  const definition: Definition = schema.def;
  const { innerType, options } = definition;
  return innerType === undefined ? (options?.flatMap(unwrapped) ?? [definition]) : unwrapped(innerType);
}

function stepInto({ element, shape, valueType }: Definition, part: string | number): readonly Definition[] {
  const inner = typeof part === 'number' ? element : (shape?.[part] ?? valueType);
  return inner === undefined ? [] : unwrapped(inner);
}
