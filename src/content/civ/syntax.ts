import type { Fault } from '../text/diagnostic.js';
import { within } from '../text/tree.js';

/**
 * How content is read: strictly, by its design, or as the shipped game reads it, so that existing content behaves the
 * same.
 */
export type Policy = 'intended' | 'compat';

/** In the order in which the game visits them. */
export const objectTypes = ['GAME', 'TEAM', 'PLAYER', 'CITY', 'UNIT', 'PLOT'] as const;
export type ObjectType = (typeof objectTypes)[number];

export const relationNames = ['ASSOCIATED', 'SAME_PLOT', 'NEAR', 'TRADE', 'WORKING'] as const;
export type RelationName = (typeof relationNames)[number];

export type ValueType = 'boolean' | 'number';

export type Place = Pick<XmlElement, 'line' | 'column'>;

/**
 * An element of a document as read by either policy. All is resolved: ids exist, types fit, and constants are folded.
 * Booleans are 0 and 1.
 */
export type CivExpression = CivShape & Place & { readonly type: ValueType };

export type CivShape =
  | { readonly node: 'literal'; readonly value: number }
  | { readonly node: 'option'; readonly of: 'GAME' | 'PLAYER' | 'BUG'; readonly id: string }
  | { readonly node: 'has'; readonly kind: string; readonly id: string }
  | NamedShape
  | (OperatorShape & Operands)
  | Integrator;

/** A tag (with TAG_), an attribute (with ATTRIBUTE_), a property, or a callback of the host. */
export interface NamedShape {
  readonly node: 'is' | 'attribute' | 'property' | 'callback';
  readonly name: string;
}

export interface Operands {
  readonly operands: readonly CivExpression[];
}

export type OperatorShape =
  | { readonly node: 'and' | 'or' | 'plus' | 'mult' | 'min' | 'max' }
  | { readonly node: 'iff' | 'minus' | 'div' | 'modulo' }
  | { readonly node: 'compare'; readonly comparison: '<' | '<=' | '==' | '!=' | '>=' | '>' }
  /** A condition, the value if true, and the value if false. */
  | { readonly node: 'if' }
  | { readonly node: 'not' | 'abs' | 'random' }
  | { readonly node: 'adapt'; readonly id: string };

/** A fold of one operand over related objects. */
export interface Integrator extends Operands {
  readonly node: 'integrate';
  /** AND, OR, SUM, MEAN, NUM, MIN, MAX, GEOMETRIC_MEAN, or one that a host registered. */
  readonly aggregator: string;
  readonly relation: RelationName;
  readonly objectType: ObjectType;
  readonly distance: number;
  /** Asks every object, like `Aggregate`; others stop when the answer is certain. */
  readonly wholly?: true | undefined;
}

export function operandsOf(expression: CivExpression): readonly CivExpression[] {
  return 'operands' in expression ? expression.operands : [];
}

export function nodesOf(expression: CivExpression): readonly CivExpression[] {
  return [...within([expression], operandsOf)];
}

export function expressionAt(shape: CivShape, type: ValueType, { line, column }: Place): CivExpression {
  return { ...shape, type, line, column };
}

export function literalAt(value: number, type: ValueType, place: Place): CivExpression {
  return expressionAt({ node: 'literal', value }, type, place);
}

export function textPlace({ textLine, textColumn }: XmlElement): Place {
  return { line: textLine, column: textColumn };
}

export const integerText = /^[+-]?\d+$/;

export interface CivIssue extends Place, Fault {
  readonly code:
    | 'unknown-tag'
    | 'type'
    | 'arity'
    | 'unknown-id'
    | 'impure'
    | 'never-true'
    | 'div-zero'
    | 'too-deep'
    /** Unknown to the shipped game, which does not report it. */
    | 'passed-over'
    | 'more-errors'
    | 'more-warnings';
  readonly severity: 'error' | 'lint';
  readonly path: string;
}

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** Of the element's `<`, from 1. */
  readonly line: number;
  readonly column: number;
  /** Of the first character of the text, from 1; without a text, the line of the element. */
  readonly textLine: number;
  readonly textColumn: number;
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

export function childText(element: XmlElement, name: string): string {
  return childOf(element, name)?.text ?? '';
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

export interface Spot {
  readonly element: XmlElement;
  readonly path: string;
}

/** The children, with the other fields of the spot. */
export function childSpots<At extends Spot>(spot: At): readonly At[] {
  const { element: parent, path } = spot;
  const { children } = parent;
  const counts = new Map<string, number>();
  for (const { name } of children) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return children.map((element) => {
    const { name } = element;
    if (counts.get(name) === 1) return { ...spot, element, path: joinPath(path, name) };
    const ordinal = (seen.get(name) ?? 0) + 1;
    seen.set(name, ordinal);
    return { ...spot, element, path: joinPath(path, `${name}[${ordinal}]`) };
  });
}

export function spotOf<At extends Spot>(spots: readonly At[], name: string): At | undefined {
  return spots.find(({ element }) => element.name === name);
}

/** Joins two paths; either may be empty. */
export function joinPath(path: string, step: string): string {
  return path === '' || step === '' ? path + step : `${path}/${step}`;
}
