import type { Ask } from './asking.js';
import type { Facts, Type } from './facts.js';
import { types } from './facts.js';
import { lenientLiteral } from './literals.js';
import { loadLenient } from './load-lenient.js';
import { literal } from './questions.js';
import { type Xml, childText } from './xml.js';

/** The three stages, in the order in which a document lists what belongs to them. */
export const stages = ['Source', 'Interaction', 'Propagator'] as const;
export type Stage = (typeof stages)[number];

export type Policy = 'intended' | 'compat';

/** The numbers that stand in a manipulator. */
export type Numbers = (name: string) => number;

/** A manipulator that was read. */
export interface Manipulator {
  readonly stage: Stage;
  /** What it does, without the prefix of its stage. */
  readonly does: string;
  /** The property of a source or propagator; the source property of an interaction. */
  readonly property: string;
  readonly second: string;
  readonly attribute: string;
  readonly to: Type | undefined;
  readonly relation: string | undefined;
  readonly distance: number;
  readonly active: Ask;
  readonly amount: Ask;
  readonly numbers: Numbers;
  readonly targetTo: Type | undefined;
  readonly targetRelation: string;
  readonly targetDistance: number;
  readonly condition: Ask;
}

/** What asks of a manipulator come from: absent is what is always so. */
export type ReadHolder = (manipulator: Xml, tag: string, wanted: 'bool' | 'int') => Ask;

/** Reads holders as the shipped game does. */
export const lenientHolders =
  (facts: Facts): ReadHolder =>
  (manipulator, tag, wanted) => {
    const holder = manipulator.children.find((child) => child.tag === tag);
    return holder === undefined ? literal(wanted === 'bool' ? 1 : 0) : loadLenient(holder, wanted, facts);
  };

/** The manipulators of a document in their order: sources, interactions, propagators. */
export function readManipulators(root: Xml, facts: Facts, holder: ReadHolder): readonly Manipulator[] {
  return stages.flatMap((stage) =>
    root.children
      .filter(({ tag }) => tag === `Property${stage}`)
      .map((element) => manipulatorOf(element, stage, facts, holder)),
  );
}

/** The type that a name is of. */
export function typeOf(name: string | undefined): Type | undefined {
  return types.find((type) => `GAMEOBJECT_${type}` === name);
}

function manipulatorOf(element: Xml, stage: Stage, facts: Facts, holder: ReadHolder): Manipulator {
  const text = (tag: string): string => childText(element, tag) ?? '';
  const numbers: Numbers = (tag) => lenientLiteral(text(tag), 'int', facts);
  const does = text(`Property${stage}Type`).replace(`PROPERTY${stage.toUpperCase()}_`, '');
  return {
    stage,
    does,
    property: text(stage === 'Interaction' ? 'SourcePropertyType' : 'PropertyType'),
    second: text('TargetPropertyType'),
    attribute: text('AttributeType').replace(/^ATTRIBUTE_/, ''),
    to: typeOf(text('GameObjectType')),
    relation: childText(element, 'RelationType'),
    distance: numbers('iDistance'),
    active: holder(element, 'Active', 'bool'),
    amount: does === 'CONSTANT' ? holder(element, 'iAmountPerTurn', 'int') : literal(0),
    numbers,
    targetTo: typeOf(text('TargetObjectType')),
    targetRelation: text('TargetRelationType'),
    targetDistance: numbers('iTargetDistance'),
    condition: holder(element, 'TargetCondition', 'bool'),
  };
}
