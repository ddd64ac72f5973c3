import { compare } from '../../../eval/ops/compare.js';
import { integerPercentage } from '../../../eval/ops/integers.js';
import { choose } from '../../../eval/ops/logic.js';
import type { Node } from '../../../ir/node.js';
import type { CivExpression } from '../expression/syntax.js';
import { derivedAttributes } from '../world/civ-columns.js';
import { type CivModel, changedOptions } from '../world/create-civ-model.js';
import type { ObjectType } from '../policy.js';
import { hasNode } from './has.js';
import { relationSteps } from './relations.js';
import {
  type Subject,
  byType,
  columnNode,
  foldOf,
  gameOf,
  heldNode,
  known,
  numberNode,
  ownerOf,
  supposedNode,
  truthNode,
  wordOf,
} from './subject.js';

/** The value of an attribute (with ATTRIBUTE_); 0 of objects that have none. */
export function attributeNode(subject: Subject, name: string): Node {
  const { civ } = subject;
  return supposedNode(
    subject,
    known(civ.questions, name),
    0,
    byType(subject, (type) => attributeOf(subject, name, type)),
  );
}

function attributeOf(subject: Subject, name: string, type: ObjectType): Node {
  const { civ } = subject;
  if (derivedAttributes.get(name) === type) {
    const counted = name === 'ATTRIBUTE_TEAMS' ? 'TEAM' : 'PLAYER';
    const steps = relationSteps(civ, 'ASSOCIATED', 'GAME', counted, 0, 'intended') ?? [];
    return foldOf(subject, 'count', steps, truthNode(civ, true));
  }
  const column = civ.columns.attributes.get(name);
  return column === undefined ? numberNode(civ, 0) : columnNode(subject, column);
}

/** The value of an option, as a condition or a number. */
export function optionNode(
  subject: Subject,
  { of, id, type }: Extract<CivExpression, { readonly node: 'option' }>,
): Node {
  const { civ } = subject;
  switch (of) {
    case 'BUG': {
      const value = civ.declaration.bugOptions.get(id) ?? 0;
      return type === 'number' ? numberNode(civ, value) : truthNode(civ, value !== 0);
    }
    case 'PLAYER': {
      const value = columnNode(ownerOf(subject), known(civ.columns.playerOptions, id));
      return type === 'number' ? value : civ.nodes.make(compare, { comparison: '!=' }, value, numberNode(civ, 0));
    }
    case 'GAME': {
      const isSet = hasNode(gameOf(subject), 'OPTION', id);
      const declared = civ.declaration.options.get(id) ?? 0;
      if (type === 'boolean') return isSet;
      return declared === 0 || declared === 1
        ? asNumber(civ, isSet, numberNode(civ, 1))
        : numberedOption(subject, id, declared);
    }
  }
}

/**
 * One that is declared as another number than 0 and 1 is that number until somebody sets it or takes it away, or
 * supposes so.
 */
function numberedOption(subject: Subject, id: string, declared: number): Node {
  const { civ } = subject;
  const game = gameOf(subject);
  const word = wordOf(civ, 'OPTION', id);
  const held = (holding: string): Node => heldNode(game, known(civ.holdings, holding), word);
  const set = civ.nodes.make(choose, undefined, held(changedOptions), numberNode(civ, 1), numberNode(civ, declared));
  return supposedNode(game, known(civ.questions, 'OPTION'), word, asNumber(civ, held('OPTION'), set));
}

/** A number where a condition is true, else 0. */
function asNumber(civ: CivModel, condition: Node, value: Node): Node {
  return civ.nodes.make(choose, undefined, condition, value, numberNode(civ, 0));
}

const whole = 100;

/** Types of objects whose owner's handicap counts. */
const handicapped: ReadonlySet<ObjectType> = new Set<ObjectType>(['PLAYER', 'CITY', 'UNIT']);

/**
 * A number by the speed of the game, the size of its world, and the handicap of who owns the object; truncated after
 * each.
 */
export function adaptNode(subject: Subject, id: string, value: Node): Node {
  const { civ } = subject;
  const { gamespeed, worldsize } = civ.declaration.adapt;
  const common = [gamespeed, worldsize].reduce(
    (adapted, percents) => scaled(civ, adapted, numberNode(civ, percents.get(id) ?? whole)),
    value,
  );
  const percent = handicapPercent(ownerOf(subject), id);
  const byHandicap = civ.nodes.make(
    choose,
    undefined,
    civ.nodes.make(compare, { comparison: '==' }, percent, numberNode(civ, whole)),
    common,
    scaled(civ, common, percent),
  );
  const countsForNobody = percent === numberNode(civ, whole);
  return byType(subject, (type) => (handicapped.has(type) && !countsForNobody ? byHandicap : common));
}

/** A percentage of a number, truncated. */
function scaled(civ: CivModel, value: Node, percent: Node): Node {
  return percent === numberNode(civ, whole) ? value : civ.nodes.make(integerPercentage, undefined, value, percent);
}

/** By the handicap that a player stores, which overlays leave alone. */
function handicapPercent(player: Subject, id: string): Node {
  const { civ } = player;
  const holding = known(civ.holdings, 'HANDICAP');
  const rows = (civ.declaration.types.HANDICAP ?? []).map((handicap) => ({
    handicap,
    percent: civ.declaration.adapt.handicap.get(handicap)?.get(id) ?? whole,
  }));
  if (rows.every(({ percent }) => percent === whole)) return numberNode(civ, whole);
  return rows.reduceRight(
    (rest, { handicap, percent }) =>
      civ.nodes.make(
        choose,
        undefined,
        heldNode(player, holding, wordOf(civ, 'HANDICAP', handicap)),
        numberNode(civ, percent),
        rest,
      ),
    numberNode(civ, whole),
  );
}
