import type { Expression } from '../syntax.js';
import { quote } from '../wording.js';
import { nearestKnown } from './nearest.js';
import { isOtherMember, listNamed } from './other-members.js';
import type { Scope } from './scope.js';

/** Connections and lists of the content that are shown where nothing is near. */
const mostShown = 6;

/** A name that stands where a collection should, and the object beside it. */
interface Beside {
  readonly name: string;
  readonly object: string;
}

/**
 * What was most likely meant by an expression that is no collection: a connection or list of the content in the form in
 * which it is asked, such as
 * `towns(self)` or `self.trade`, or one of `known`, the names that the language has there; where nothing is near, all
 * of these. `signatures` is how the collections of the language are written.
 */
export function intendedCollection(
  expression: Expression,
  known: readonly string[],
  signatures: readonly string[],
  scope: Scope,
): string {
  const found = besideIn(expression, scope);
  const own = namesIn(scope);
  if (found !== undefined && own.includes(found.name)) return `write ${quote(formOf(found.name, found.object, scope))}`;
  if (found !== undefined && scope.check.context.model.kindByName.has(found.name) && expression.kind === 'name')
    return `write ${quote(`objects(${found.name})`)}`;
  const near =
    found === undefined || isKnown(found.name, scope) ? undefined : nearestKnown(scope, found.name, [...known, ...own]);
  if (found !== undefined && near !== undefined)
    return `did you mean ${quote(isAsAsked(expression, near, scope) ? near : formOf(near, found.object, scope))}?`;
  const forms = own.slice(0, mostShown).map((name) => formOf(name, objectIn(scope), scope));
  return `write one of ${[...signatures, ...forms].map(quote).join(', ')}${own.length > forms.length ? ' and so on' : ''}`;
}

function namesIn({
  check: {
    context: { model },
  },
}: Scope): readonly string[] {
  return [...model.connections.map(({ name }) => name), ...model.links.map(({ name }) => name)];
}

/** Whether a name is that of something else, so that it is not misspelt. */
function isKnown(name: string, scope: Scope): boolean {
  const { columnByName, kindByName } = scope.check.context.model;
  return scope.names.has(name) || columnByName.has(name) || kindByName.has(name) || isOtherMember(name, scope);
}

/** Whether nothing but the name is wrong. */
function isAsAsked(expression: Expression, near: string, scope: Scope): boolean {
  if (!namesIn(scope).includes(near)) return true;
  return listNamed(near, scope) === undefined
    ? expression.kind === 'call' && expression.receiver === undefined
    : expression.kind === 'member';
}

function formOf(name: string, object: string, scope: Scope): string {
  return listNamed(name, scope) === undefined ? `${name}(${object})` : `${object}.${name}`;
}

function besideIn(expression: Expression, scope: Scope): Beside | undefined {
  if (expression.kind === 'name') return { name: expression.name, object: objectIn(scope) };
  if (expression.kind === 'member') return { name: expression.member, object: shortly(expression.object) };
  if (expression.kind !== 'call') return undefined;
  const {
    function: name,
    receiver,
    arguments: [first],
  } = expression;
  const object = receiver ?? first;
  return { name, object: object === undefined ? objectIn(scope) : shortly(object) };
}

/** The text of an object that is said in a word or two, and `x` for any other. */
function shortly(expression: Expression): string {
  if (expression.kind === 'name') return expression.name;
  return expression.kind === 'member' && expression.object.kind === 'name'
    ? `${expression.object.name}.${expression.member}`
    : 'x';
}

/** An object that has a name here. */
function objectIn({ names }: Scope): string {
  return names.has('self') ? 'self' : ([...names.keys()].at(0) ?? 'x');
}
