import type { Ask } from './asking.js';
import type { Facts, Type } from './facts.js';
import { type Issue, error } from './issues.js';
import { type Wanted, strictLiteral } from './literals.js';
import * as ask from './questions.js';
import { type Rule, rules } from './strict-rules.js';
import { type Xml, childPaths } from './xml.js';

/** What an expression is loaded for. */
export interface Purpose {
  readonly facts: Facts;
  /** Aggregators that the case registers. */
  readonly registered: readonly string[];
  readonly pure: boolean;
}

/** What came of a document: its issues in order, and what it asks unless one of them is an error. */
export interface Loaded {
  readonly issues: readonly Issue[];
  readonly ask: Ask | undefined;
}

interface Position {
  readonly element: Xml;
  readonly path: string;
  readonly wanted: Wanted;
  readonly scope: readonly Type[];
}

/** Reads a holder as it is announced: everything in it must mean something. */
export function loadStrict(holder: Xml, wanted: Wanted, scope: readonly Type[], purpose: Purpose): Loaded {
  const issues: Issue[] = [];
  const asked = loadHolder({ element: holder, path: '', wanted, scope }, purpose, issues);
  return { issues, ask: issues.some(({ severity }) => severity === 'error') ? undefined : asked };
}

function loadHolder(
  { element: { children, text }, path, wanted, scope }: Position,
  purpose: Purpose,
  issues: Issue[],
): Ask | undefined {
  if (children.length + Number(text !== '') !== 1) return fail(issues, error('arity', path));
  if (children.length === 0) return loadText(text, path, wanted, purpose, issues);
  return load({ element: children[0], path: children[0].tag, wanted, scope }, purpose, issues);
}

/** What does not load asks nothing. */
function fail(issues: Issue[], issue: Issue): Ask | undefined {
  issues.push(issue);
  return undefined;
}

function loadText(text: string, path: string, wanted: Wanted, { facts }: Purpose, issues: Issue[]): Ask | undefined {
  const said = strictLiteral(text, wanted, facts);
  return typeof said === 'number' ? ask.literal(said) : fail(issues, error(said, path));
}

function load(position: Position, purpose: Purpose, issues: Issue[]): Ask | undefined {
  const {
    element: { tag },
    path,
    wanted,
  } = position;
  const rule = Object.hasOwn(rules, tag) ? rules[tag] : undefined;
  if (rule === undefined) return fail(issues, error('unknown-tag', path));
  if (rule.gives !== 'either' && rule.gives !== wanted) return fail(issues, error('type', path));
  if (purpose.pure && rule.impure === true) return fail(issues, error('impure', path));
  return loadKnown(position, rule, purpose, issues);
}

function loadKnown(position: Position, rule: Rule, purpose: Purpose, issues: Issue[]): Ask | undefined {
  const { element, path, wanted, scope } = position;
  const { children, text } = element;
  const places = childPaths(path, element);
  const isParameter = ({ tag }: Xml): boolean => rule.parameters.some(({ name }) => name === tag);
  const operands = children.flatMap((child, i) => (isParameter(child) ? [] : [{ element: child, path: places[i] }]));
  if (!countsFit(rule, operands.length, element)) return fail(issues, error('arity', path));
  const repeated = rule.parameters.some(({ name, optional }) => {
    const times = children.filter(({ tag }) => tag === name).length;
    return times > 1 || (times === 0 && optional !== true);
  });
  if (repeated && !(rule.text === 'name' && children.length === 0)) return fail(issues, error('arity', path));
  const at = { element, path, places, wanted, scope, facts: purpose.facts, registered: purpose.registered };
  const problem = rule.check?.(at);
  if (problem !== undefined) return fail(issues, problem);
  const inner = rule.inside?.(at) ?? scope;
  const asks =
    operands.length === 0 && text !== '' && rule.text === 'literal'
      ? [loadText(text, path, rule.operandType(0, at), purpose, issues)]
      : operands.map((operand, i) =>
          load({ ...operand, wanted: rule.operandType(i, at), scope: inner }, purpose, issues),
        );
  issues.push(...(rule.lints?.(at) ?? []));
  const sound = asks.filter((each) => each !== undefined);
  return sound.length === asks.length ? rule.make(at, sound) : undefined;
}

/** Text counts as an operand wherever it is not what the node itself is about. */
function countsFit(
  { least, most, text: takes }: Rule,
  operands: number,
  { text, children: { length: children } }: Xml,
): boolean {
  if (takes === 'name') return operands === 0 && (text === '' || children === 0);
  if (text === '') return operands >= least && operands <= most;
  return takes === 'literal' && children === 0;
}
