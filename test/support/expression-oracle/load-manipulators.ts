import type { Ask } from './asking.js';
import { havers } from './asking.js';
import { type Facts, type Type, types } from './facts.js';
import { type Issue, error } from './issues.js';
import { loadStrict } from './load-strict.js';
import {
  type Manipulator,
  type Policy,
  type Stage,
  lenientHolders,
  readManipulators,
  stages,
  typeOf,
} from './manipulators.js';
import { literal } from './questions.js';
import { leads, relations } from './relations.js';
import { type Xml, childPaths, childText, joined } from './xml.js';

/** Manipulators and what is wrong with them. */
export interface LoadedManipulators {
  readonly issues: readonly Issue[];
  readonly manipulators: readonly Manipulator[];
}

const kinds: Readonly<Record<Stage, readonly string[]>> = {
  Source: ['CONSTANT', 'CONSTANT_LIMITED', 'DECAY', 'ATTRIBUTE_CONSTANT'],
  Interaction: ['CONVERT_CONSTANT', 'CONVERT_PERCENT', 'INHIBITED_GROWTH'],
  Propagator: ['SPREAD', 'DIFFUSE', 'GATHER'],
};

/** Loads a document of manipulators for objects of some types. */
export function loadManipulators(root: Xml, facts: Facts, policy: Policy, scope: readonly Type[]): LoadedManipulators {
  if (policy === 'compat') {
    // Nobody says what becomes of a property that there is not; with it nothing flows.
    const known = (manipulator: Manipulator): boolean =>
      namedProperties(manipulator).every((name) => facts.data.types.PROPERTY?.includes(name) === true);
    return { issues: [], manipulators: readManipulators(root, facts, lenientHolders(facts)).filter(known) };
  }
  const issues: Issue[] = [];
  const asks = new Map<string, Ask>();
  const paths = childPaths(root.tag, root);
  for (const stage of stages) {
    root.children.forEach((element, i) => {
      if (element.tag === `Property${stage}`)
        issues.push(
          ...issuesOf({ element, path: paths[i], stage, facts, scope }, (tag, ask) =>
            asks.set(`${String(i)} ${tag}`, ask),
          ),
        );
    });
  }
  const manipulators = readManipulators(
    root,
    facts,
    (element, tag, wanted) =>
      asks.get(`${String(root.children.indexOf(element))} ${tag}`) ?? literal(wanted === 'bool' ? 1 : 0),
  );
  return { issues, manipulators };
}

function namedProperties({ stage, property, second }: Manipulator): readonly string[] {
  return stage === 'Interaction' ? [property, second] : [property];
}

interface Found {
  readonly element: Xml;
  readonly path: string;
  readonly stage: Stage;
  readonly facts: Facts;
  readonly scope: readonly Type[];
}

function issuesOf(found: Found, keep: (tag: string, ask: Ask) => void): readonly Issue[] {
  const { element, path, stage, facts, scope } = found;
  const places = childPaths(path, element);
  const unknown = element.children.flatMap(({ tag, text }, i) =>
    isKnown(found, tag, text) ? [] : [error('unknown-id', places[i])],
  );
  if (unknown.length > 0) return [unknown[0]];
  const missing = (tag: string): boolean => childText(element, tag) === undefined;
  if (
    (!missing('RelationType') && missing('GameObjectType')) ||
    (stage === 'Propagator' && missing('TargetRelationType'))
  )
    return [error('arity', path)];
  const receivers = typeOf(childText(element, 'GameObjectType'));
  const targets = typeOf(childText(element, 'TargetObjectType'));
  const own = receivers === undefined ? scope : [receivers];
  const unfit = unfitTag(element, own, scope, facts);
  if (unfit !== undefined) return [error('type', joined(path, unfit))];
  const holders = [
    ['Active', 'bool', own],
    ...(childText(element, 'PropertySourceType') === 'PROPERTYSOURCE_CONSTANT'
      ? [['iAmountPerTurn', 'int', own] as const]
      : []),
    ...(stage === 'Propagator'
      ? [['TargetCondition', 'bool', targets === undefined ? types : [targets]] as const]
      : []),
  ] as const;
  return holders.flatMap(([tag, wanted, whose]) => {
    const holder = element.children.find((child) => child.tag === tag);
    if (holder === undefined) return [];
    const { issues, ask } = loadStrict(holder, wanted, whose, { facts, registered: [], pure: true });
    if (ask !== undefined) keep(tag, ask);
    return issues.map((issue) => ({
      ...issue,
      path: issue.path === '' ? joined(path, tag) : `${path}/${tag}/${issue.path}`,
    }));
  });
}

/** What is known and leads, or belongs, to nothing that it is asked of. */
function unfitTag(
  element: Xml,
  receivers: readonly Type[],
  carriers: readonly Type[],
  facts: Facts,
): string | undefined {
  const attribute = childText(element, 'AttributeType');
  const reaches = (relation: string, target: string, from: readonly Type[]): boolean => {
    const name = childText(element, relation);
    const to = typeOf(childText(element, target));
    return (
      name === undefined ||
      from.some((start) => (to === undefined ? types : [to]).some((end) => leads(name, start, end)))
    );
  };
  if (
    attribute !== undefined &&
    !receivers.some((type) => havers(facts, attribute.replace(/^ATTRIBUTE_/, '')).includes(type))
  )
    return 'AttributeType';
  if (!reaches('RelationType', 'GameObjectType', carriers)) return 'RelationType';
  return reaches('TargetRelationType', 'TargetObjectType', receivers) ? undefined : 'TargetRelationType';
}

function isKnown({ stage, facts }: Found, tag: string, text: string): boolean {
  switch (tag) {
    case `Property${stage}Type`:
      return kinds[stage].some((kind) => text === `PROPERTY${stage.toUpperCase()}_${kind}`);
    case 'PropertyType':
    case 'SourcePropertyType':
    case 'TargetPropertyType':
      return facts.data.types.PROPERTY?.includes(text) === true;
    case 'GameObjectType':
    case 'TargetObjectType':
      return typeOf(text) !== undefined;
    case 'RelationType':
    case 'TargetRelationType':
      return relations.includes(text);
    case 'AttributeType':
      return havers(facts, text.replace(/^ATTRIBUTE_/, '')).length > 0;
    default:
      return true;
  }
}
