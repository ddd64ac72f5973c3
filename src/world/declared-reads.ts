import { EdictError } from '../kernel/errors.js';

/**
 * The columns and components of a system: what it declares, as properties of their own. Their prototype, which all
 * systems of a world share, refuses the other names of the world; so reading what is declared costs nothing more.
 */

const reader = Symbol('reader');

interface Reader {
  readonly system: string;
  readonly what: 'columns' | 'components';
}

interface Refusing {
  readonly [reader]: Reader;
}

/** `columns` and `others`: the names of what has values. */
export function createRefusals(columns: Iterable<string>, others: Iterable<string>): object {
  const refusals = Object.create(null) as object;
  for (const name of others) refuseReads(refusals, name, 'components');
  for (const name of columns) refuseReads(refusals, name, 'columns');
  return refusals;
}

/** `where` systems that declare it find it. */
export function refuseReads(refusals: object, name: string, where: Reader['what']): void {
  Object.defineProperty(refusals, name, {
    configurable: true,
    get(this: Refusing) {
      throw undeclared(this[reader], name, where);
    },
    set(this: Refusing) {
      const { system, what } = this[reader];
      throw new EdictError(
        'undeclared-write',
        `system ${system} writes ${what}.${name} and does not declare it; name ${name} in writes of the ` +
          'system, and write to elements of its arrays',
        system,
      );
    },
  });
}

function undeclared({ system, what }: Reader, name: string, where: Reader['what']): EdictError {
  const remedy =
    what === where
      ? `and does not declare it; name ${name} in reads or writes of the system`
      : `which is a ${where === 'columns' ? 'meter or property' : 'component'}; read ${where}.${name}`;
  return new EdictError(
    'undeclared-read',
    `system ${system} reads ${what}.${name}${what === where ? ' ' : ', '}${remedy}`,
    system,
  );
}

/** The values of the names are written later. */
export function declaredReads<Value>(refusals: object, by: Reader, names: readonly string[]): Record<string, Value> {
  const shown = Object.create(refusals) as Record<string, Value>;
  Object.defineProperty(shown, reader, { value: by });
  for (const name of names)
    Object.defineProperty(shown, name, { value: undefined, writable: true, enumerable: true, configurable: true });
  return shown;
}
