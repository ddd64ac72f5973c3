import type { z } from 'zod';
import { nearestName } from './nearest-name.js';
import type { Path, Problem } from './problem.js';

export type { Problem } from './problem.js';

type Issue = z.core.$ZodIssue;

/** What a schema has against a value, as sentences. */
export function schemaProblems(schema: z.ZodType, value: unknown): readonly Problem[] {
  const result = schema.safeParse(value, { reportInput: true });
  return result.success ? [] : result.error.issues.flatMap((issue) => problemsOf(issue, schema, []));
}

function problemsOf(issue: Issue, schema: z.ZodType, around: Path): readonly Problem[] {
  const path = [...around, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(key, path, keysAt(schema, path)));
    case 'invalid_union':
      return unionProblems(issue, schema, path);
    case 'invalid_type':
      return [typeProblem(issue.expected, issue.input, path)];
    case 'too_small':
    case 'too_big':
      return [
        {
          path,
          code: 'bad-value',
          message: `${labelOf(path)} is ${issue.input === '' || (Array.isArray(issue.input) && issue.input.length === 0) ? 'empty' : nameOf(issue.input)}, expected ${sizeOf(issue)}`,
        },
      ];
    case 'invalid_value':
      if (issue.input === undefined)
        return [
          {
            path,
            code: 'missing-key',
            message: `${labelOf(path)} is missing, expected ${issue.values.map((value) => nameOf(value)).join(' or ')}`,
          },
        ];
      return [
        {
          path,
          code: 'bad-value',
          message: `${labelOf(path)} is ${nameOf(issue.input)}, expected ${issue.values.map((value) => nameOf(value)).join(' or ')}`,
        },
      ];
    case 'invalid_format':
      return [
        {
          path,
          code: 'bad-value',
          message: `${labelOf(path)} is ${nameOf(issue.input)}, expected ${issue.pattern === undefined ? `a text of the form ${issue.format}` : `a text of the form ${issue.pattern}`}`,
        },
      ];
    case 'not_multiple_of':
      return [
        {
          path,
          code: 'bad-value',
          message: `${labelOf(path)} is ${nameOf(issue.input)}, expected a multiple of ${issue.divisor}`,
        },
      ];
    case 'invalid_key': {
      const key = String(issue.path.at(-1));
      const [first] = issue.issues.flatMap((inner) => problemsOf({ ...inner, path: [] }, schema, []));
      return [
        {
          path: path.slice(0, -1),
          key,
          code: 'bad-key',
          message: `the key ${JSON.stringify(key)} in ${labelOf(path.slice(0, -1))} is not right: ${first.message.replace(/^the file is /, 'it is ')}`,
        },
      ];
    }
    case 'invalid_element':
      return issue.issues.flatMap((inner) => problemsOf(inner, schema, path));
    case 'custom':
      // In the words of whoever checks it.
      return [
        {
          path,
          code: 'bad-value',
          message: `${labelOf(path)} is not right: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`,
        },
      ];
  }
}

function unknownKey(key: string, path: Path, known: readonly string[]): Problem {
  const near = nearestName(key, known);
  const suggestion = near !== undefined ? `did you mean ${near}?` : `the keys here are ${known.join(', ')}`;
  return {
    path,
    key,
    code: 'unknown-key',
    message: `there is no key ${JSON.stringify(key)} ${path.length === 0 ? 'at the top of the file' : `in ${labelOf(path)}`}`,
    suggestion,
  };
}

/** Of a union, the branch that got furthest speaks for it; when none got anywhere, the union says what it wants. */
function unionProblems(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  schema: z.ZodType,
  path: Path,
): readonly Problem[] {
  if ('discriminator' in issue && 'options' in issue)
    return discriminatorProblems(issue.input, String(issue.discriminator), issue.options ?? [], path);
  const further = issue.errors.filter(
    (issues) =>
      !issues.some(
        (inner) => inner.path.length === 0 && (inner.code === 'invalid_type' || inner.code === 'invalid_union'),
      ),
  );
  if (further.length > 0) return further[0].flatMap((inner) => problemsOf(inner, schema, path));
  const wanted = [...new Set(issue.errors.flatMap(typesWanted))].map((type) =>
    typeof issue.input === 'number' && type === 'a number' ? 'a finite number' : type,
  );
  return [
    {
      path,
      code: 'wrong-type',
      message: `${labelOf(path)} is ${nameOf(issue.input)}, expected ${wanted.join(' or ')}`,
    },
  ];
}

/** The types that branches of a union take, also of unions in it. */
function typesWanted(issues: readonly Issue[]): readonly string[] {
  return issues.flatMap((inner) => {
    if (inner.code === 'invalid_union') return inner.errors.flatMap(typesWanted);
    return inner.code === 'invalid_type' ? [nameOfType(inner.expected)] : [];
  });
}

/** One key says which branch of a union it is; `path` leads to it. */
function discriminatorProblems(
  input: unknown,
  key: string,
  options: readonly unknown[],
  path: Path,
): readonly Problem[] {
  const given =
    typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[key] : undefined;
  const expected = options.map((option) => nameOf(option)).join(', ');
  if (given === undefined)
    return [{ path, code: 'missing-key', message: `${labelOf(path)} is missing, expected one of ${expected}` }];
  const near = typeof given === 'string' ? nearestName(given, options.map(String)) : undefined;
  return [
    {
      path,
      code: 'bad-value',
      message: `${labelOf(path)} is ${nameOf(given)}, expected one of ${expected}`,
      ...(near === undefined ? {} : { suggestion: `did you mean ${near}?` }),
    },
  ];
}

function typeProblem(expected: string, input: unknown, path: Path): Problem {
  const wanted = nameOfType(expected);
  if (input === undefined)
    return { path, code: 'missing-key', message: `${labelOf(path)} is missing, expected ${wanted}` };
  // A text with `: ` in it is a mapping to YAML.
  const isUnquoted = expected === 'string' && input !== null && !Array.isArray(input);
  const quotes = isUnquoted ? { suggestion: 'put it in quotes' } : {};
  return { path, code: 'wrong-type', message: `${labelOf(path)} is ${nameOf(input)}, expected ${wanted}`, ...quotes };
}

function sizeOf(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  if (issue.origin === 'string') return 'text';
  const bound = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
  if (issue.origin === 'array')
    return issue.code === 'too_big'
      ? `${bound} entries at most`
      : bound === 1
        ? 'one entry at least'
        : `${bound} entries at least`;
  const direction = issue.code === 'too_small' ? 'more' : 'less';
  return issue.inclusive === false ? `${direction} than ${bound}` : `${bound} or ${direction}`;
}

function nameOfType(type: string): string {
  switch (type) {
    case 'object':
    case 'record':
      return 'a mapping (keys with values)';
    case 'array':
    case 'tuple':
      return 'a list';
    case 'string':
      return 'text';
    case 'boolean':
      return 'true or false';
    case 'int':
      return 'a whole number';
    case 'null':
      return 'null';
    default:
      return `a ${type}`;
  }
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? JSON.stringify(value) : 'a mapping';
}

/** A path for people: `world.objects[2].name`. */
export function labelOf(path: Path): string {
  if (path.length === 0) return 'the file';
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${part}`)).join('');
}

/** The keys that the schema has for the mapping at a path. */
function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  let at: readonly Definition[] = [definitionOf(schema)];
  for (const part of path) at = at.flatMap(unwrapped).flatMap((definition) => stepInto(definition, part));
  return [
    ...new Set(
      at
        .flatMap(unwrapped)
        .flatMap((definition) => Object.keys(definition.shape ?? definition.keyType?.def.entries ?? {})),
    ),
  ];
}

/** The parts of zod's definitions that lead inward. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  /** Of a mapping whose keys are some of a list. */
  readonly keyType?: { readonly def: { readonly entries?: Readonly<Record<string, unknown>> } };
  readonly options?: readonly z.ZodType[];
}

function definitionOf(schema: z.ZodType): Definition {
  return schema.def;
}

/** Without optional and nullable around it, and each branch of a union by itself. */
function unwrapped(definition: Definition): readonly Definition[] {
  if (definition.innerType !== undefined) return unwrapped(definitionOf(definition.innerType));
  if (definition.options !== undefined) return definition.options.map(definitionOf).flatMap(unwrapped);
  return [definition];
}

function stepInto(definition: Definition, part: string | number): readonly Definition[] {
  const inner = typeof part === 'number' ? definition.element : (definition.shape?.[part] ?? definition.valueType);
  return inner === undefined ? [] : [definitionOf(inner)];
}
