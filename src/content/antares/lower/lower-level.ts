import { makeNode, makeNodeOf } from '../../../eval/make-node.js';
import { holds } from '../../../eval/ops/holds.js';
import { and } from '../../../eval/ops/logic.js';
import type { Node } from '../../../ir/node.js';
import type { Program } from '../../../ir/program.js';
import { noRules } from '../../../ir/rule.js';
import {
  plainPolicy,
  type ActionList,
  type Action as KernelAction,
  type Trigger,
  type TriggerPolicy,
  type TriggerTiming,
} from '../../../ir/trigger.js';
import { hashString } from '../../../kernel/hash.js';
import { needsDirect } from '../level/forms.js';
import { memberPath } from '../level/loading.js';
import type { Action, Filter, Policy } from '../syntax.js';
import { conditionName, type LevelModel } from '../world/level-model.js';
import { lowerDeed } from './actions/deed.js';
import {
  createLists,
  directNode,
  hasAttribute,
  isNobody,
  isSomebody,
  ownerOfDirect,
  subjectNode,
  type Kit,
} from './actions/kit.js';
import { booleanNode, compareNode, lowerReference, notNode, orNode, ownerNode } from './nodes.js';
import { lowerWhen } from './when.js';

/** Delays are looked at every third tick, conditions every second and a half. */
const levelTiming: TriggerTiming = Object.freeze({ granularity: 3, period: 90 });

/** Sweeps inside one another that the engine has room for on its stack, near enough: it has no limit of its own. */
const engineDepth = 4096;

const policies: Readonly<Record<Policy, TriggerPolicy>> = Object.freeze({
  compat: Object.freeze({
    ties: 'last',
    trailing: 'lost',
    capacity: 120,
    zero: 'same-step',
    missingDirect: 'error',
    depth: engineDepth,
    tellsDropped: false,
  }),
  sound: plainPolicy,
});

/** A level as a program: one trigger a condition, in their order. `file`: what messages call its text. */
export function lowerLevel(model: LevelModel, file = ''): Program {
  const { lists, ofConditions } = lowerLists(model);
  const triggers = model.level.conditions.map(
    ({ at, disabled, persistent, subject, direct, when }, index): Trigger =>
      Object.freeze({
        index,
        name: conditionName(index),
        looks: 'sweep',
        armed: !disabled,
        persistent,
        when: lowerWhen(model, when),
        subject: subject === undefined ? undefined : lowerReference(model, subject),
        direct: direct === undefined ? undefined : lowerReference(model, direct),
        list: ofConditions[index],
        origin: { file, line: at.line, column: at.column },
      }),
  );
  let fingerprint: string | undefined;
  return {
    model: model.model,
    rules: { ...noRules, triggers: { triggers, lists, policy: policies[model.policy], timing: levelTiming } },
    // Made when it is asked for: only saved worlds name it.
    get fingerprint() {
      return (fingerprint ??= fingerprintOf(model));
    },
  };
}

/** A hash of what a level means under its policy. Where things stand in their file does not count. */
function fingerprintOf({ level, policy }: LevelModel): string {
  return hashString(JSON.stringify(['edict levels 1', policy, level], meaning));
}

function meaning(key: string, value: unknown): unknown {
  if (key === 'at' || key === 'path') return undefined;
  // What is handed through to the host may have any names.
  return key === 'fields' ? JSON.stringify(value, plain) : plain(key, value);
}

/** What JSON has no words for, in words of our own. */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  if (typeof value === 'bigint') return { integer: String(value) };
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return { number: Object.is(value, -0) ? '-0' : String(value) };
  return value;
}

export interface LoweredLists {
  /** Of conditions, of what becomes of bodies, of groups, and of parts of actions. */
  readonly lists: readonly ActionList[];
  readonly ofConditions: readonly number[];
}

/**
 * Lowers all actions of a level. Lists are named after where they are written (`conditions[3].action`), those of parts
 * of actions after what they do.
 */
export function lowerLists(model: LevelModel): LoweredLists {
  const lists = createLists();
  const { conditions, bases } = model.level;
  const ofConditions = conditions.map(({ path, action }) => lists.ofContent(`${path}.action`, action));
  const destroyLists = new Map<number, number>();
  for (const { name, destroyAction } of bases.values()) {
    const index = model.classes.get(name);
    if (index !== undefined && destroyAction.length > 0)
      destroyLists.set(index, lists.ofContent(`${memberPath('bases', name)}.destroyAction`, destroyAction));
  }
  const kit: Kit = { model, lists, destroyLists, deeds: new Map() };
  return { lists: lists.finish((action) => lowerAction(kit, action)), ofConditions };
}

function lowerAction(kit: Kit, action: Action): KernelAction {
  const { model } = kit;
  const { subject, direct } = action.override;
  return {
    name: action.type,
    subject: subject && lowerReference(model, subject),
    direct: direct && lowerReference(model, direct),
    filter: lowerFilter(model, action.filter),
    swaps: action.reflexive,
    silent: false,
    needsDirect: needsDirect(action),
    fields: action.fields,
    deed: lowerDeed(kit, action),
  };
}

/** Over the roles before they are swapped; undefined where it lets everything through. */
function lowerFilter(model: LevelModel, filter: Filter | undefined): Node | undefined {
  if (filter === undefined) return undefined;
  const asked = [
    ...Array.from(filter.tags, ([tag, wanted]) => (wanted ? hasTag(model, tag) : notNode(hasTag(model, tag)))),
    ...Array.from(filter.attributes, (attribute) => hasAttribute(model, directNode, attribute)),
  ];
  const parts = [
    ...(filter.owner === 'any' ? [] : [ownersNode(filter.owner)]),
    // Also one that must not have a tag must be there.
    ...(asked.length > 0 ? [isSomebody(directNode), ...asked] : []),
  ];
  return parts.length === 0 ? undefined : makeNodeOf(and, undefined, parts);
}

function hasTag({ holdings, words }: LevelModel, tag: string): Node {
  const word = words.tags.get(tag);
  return word === undefined ? booleanNode(false) : makeNode(holds, { holding: holdings.tags, word }, directNode);
}

/** Owners are looked at only where there are both roles. Nobody is the same as nobody. */
function ownersNode(wanted: 'same' | 'different'): Node {
  const isWanted = compareNode(wanted === 'same' ? 'eq' : 'ne', ownerNode(subjectNode), ownerOfDirect);
  return orNode(isNobody(subjectNode), isNobody(directNode), isWanted);
}
