/** Values that no call expects, as hosts without types may pass them by mistake or on purpose. */
export interface HostileValue {
  readonly name: string;
  readonly make: () => unknown;
}

function trapped(): never {
  throw new TypeError('a trap of the test');
}

const traps: ProxyHandler<object> = {
  get: trapped,
  has: trapped,
  ownKeys: trapped,
  getPrototypeOf: trapped,
  getOwnPropertyDescriptor: trapped,
  set: trapped,
  defineProperty: trapped,
  deleteProperty: trapped,
  isExtensible: trapped,
  preventExtensions: trapped,
  setPrototypeOf: trapped,
};

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** Every key that is asked for is there, and throws when it is read. */
const throwingGetters: readonly string[] = [
  'kind',
  'class',
  'in',
  'x',
  'name',
  'type',
  'value',
  'model',
  'header',
  'length',
  'run',
  'listen',
  'format',
  'toString',
  'valueOf',
  'toJSON',
  'index',
  'op',
  'node',
];

export const hostileValues: readonly HostileValue[] = [
  ...[undefined, null, true, 0, -1, NaN, Infinity, 1.5, '', 'x', '__proto__', 'constructor', 'toString'].map(
    (value) => ({ name: typeof value === 'string' ? `'${value}'` : String(value), make: () => value }),
  ),
  { name: 'a symbol', make: () => Symbol('hostile') },
  { name: '10n', make: () => 10n },
  { name: '{}', make: () => ({}) },
  { name: '[]', make: () => [] },
  { name: '[[]]', make: () => [[]] },
  { name: '[undefined, null, a symbol]', make: () => [undefined, null, Symbol('inside')] },
  { name: 'a list with a hole', make: () => Array<unknown>(2) },
  { name: '() => 1', make: () => () => 1 },
  { name: 'a trapped proxy', make: () => new Proxy({}, traps) },
  { name: 'a trapped list', make: () => new Proxy([1], traps) },
  { name: 'a revoked proxy', make: revoked },
  {
    name: 'throwing getters',
    make: () =>
      Object.defineProperties(
        {},
        Object.fromEntries(throwingGetters.map((key) => [key, { get: trapped, enumerable: true }])),
      ),
  },
  { name: 'a list of throwing getters', make: () => Object.defineProperty([1], 0, { get: trapped, enumerable: true }) },
  { name: 'no prototype', make: () => Object.create(null) as unknown },
  { name: 'a million characters', make: () => 'x'.repeat(1_000_000) },
  { name: 'a typed array', make: () => new Float64Array(2) },
  { name: 'bytes', make: () => Uint8Array.of(69, 68, 73, 67, 84) },
  { name: 'a date', make: () => new Date(0) },
  { name: 'a map', make: () => new Map([['x', 1]]) },
];

/** Arguments of a call that are taken as a whole: of what the package made itself, nothing inside is replaced. */
function isOpened(value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype;
}

/** Something of a call's arguments, replaced. */
export interface Mutation {
  readonly label: string;
  readonly args: readonly unknown[];
}

/**
 * Sound arguments with one thing in them replaced by each hostile value: an argument, or a part of one that the host
 * wrote, however deep.
 * What is `opaque` is replaced as a whole only.
 */
export function* mutationsOf(args: readonly unknown[], opaque: ReadonlySet<unknown>): Generator<Mutation> {
  for (const path of pathsIn(args, [], opaque)) yield* replacedBy(args, path, hostileValues);
}

/** Sound arguments with one of those in them that `isMeant` knows replaced by each of some values. */
export function* swapped(
  args: readonly unknown[],
  opaque: ReadonlySet<unknown>,
  isMeant: (value: unknown) => boolean,
  values: readonly HostileValue[],
): Generator<Mutation> {
  for (const path of pathsIn(args, [], opaque))
    if (isMeant(path.reduce(partOf, args))) yield* replacedBy(args, path, values);
}

function partOf(value: unknown, key: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[key];
}

function* replacedBy(
  args: readonly unknown[],
  path: readonly string[],
  values: readonly HostileValue[],
): Generator<Mutation> {
  for (const { name, make } of values)
    yield { label: `${path.join('.')} := ${name}`, args: replaced(args, path, make()) as readonly unknown[] };
}

function* pathsIn(value: unknown, path: readonly string[], opaque: ReadonlySet<unknown>): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (!isOpened(value) || opaque.has(value) || path.length > 4) return;
  for (const key of Object.keys(value))
    yield* pathsIn((value as Readonly<Record<string, unknown>>)[key], [...path, key], opaque);
  if (!Array.isArray(value)) yield [...path, 'someUnknownKey'];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  const inner = (value as Readonly<Record<string, unknown>>)[key];
  const next = rest.length === 0 ? by : replaced(inner, rest, by);
  if (Array.isArray(value)) return Object.assign([...(value as readonly unknown[])], { [key]: next });
  return { ...(value as object), [key]: next };
}
