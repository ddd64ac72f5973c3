import type { Link } from '../../../model/connection.js';
import type { Holding } from '../../../model/model.js';
import type { Scope } from './context.js';

/** Members of objects that are no values of a column: sets of words, lists of objects, flags. */

export function setNamed(name: string, { check }: Scope): Holding | undefined {
  return check.model.holdings.find((holding) => holding.name === name);
}

export function listNamed(name: string, { check }: Scope): Link | undefined {
  return check.model.links.find((link) => link.name === name);
}

/** Whether a flag has the name; it may not be known yet what it says. */
export function isFlag(name: string, { check: { names, model } }: Scope): boolean {
  return names !== undefined && (names.flags.has(name) || model.questions.some((question) => question.name === name));
}

export function isOtherMember(name: string, scope: Scope): boolean {
  return setNamed(name, scope) !== undefined || listNamed(name, scope) !== undefined || isFlag(name, scope);
}

/** For suggestions. */
export function otherMemberNames({ check: { model, names } }: Scope): readonly string[] {
  return [...[...model.holdings, ...model.links].map(({ name }) => name), ...(names?.flags.keys() ?? [])];
}
