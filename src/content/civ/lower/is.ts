import { compare } from '../../../eval/ops/compare.js';
import type { Node } from '../../../ir/node.js';
import { anarchyTag, plotTags, unitTags } from '../expression/tags.js';
import type { ObjectType } from '../policy.js';
import { tagKind } from '../world/create-civ-model.js';
import { known, wordOf } from './known.js';
import { type Subject, byType, cityOn, heldNode, nobody, ownerOf, plotOf, supposedNode, truthNode } from './subject.js';

/** Whether an object is what a tag (with TAG_) says, as the tables say and overlays suppose. */
export function isNode(subject: Subject, tag: string): Node {
  const { civ } = subject;
  return supposedNode(
    subject,
    known(civ.questions, tagKind),
    wordOf(civ, tagKind, tag),
    byType(subject, (type) => answerOf(subject, tag, type)),
  );
}

type TagSource = 'never' | 'stored' | 'plot' | 'city' | 'owned' | 'has city';

const ofUnits: Partial<Record<ObjectType, TagSource>> = { UNIT: 'stored' };
const ofPlots: Partial<Record<ObjectType, TagSource>> = { PLOT: 'stored', UNIT: 'plot' };

/** Where objects of each type have a tag from; everything else is never so. */
const tagTable: ReadonlyMap<string, Partial<Record<ObjectType, TagSource>>> = new Map([
  ...unitTags.map((tag) => [tag, ofUnits] as const),
  ...plotTags.map((tag) => [tag, ofPlots] as const),
  ['TAG_OWNED', { PLOT: 'owned', UNIT: 'plot' }],
  ['TAG_CITY', { PLOT: 'has city', UNIT: 'plot' }],
  [anarchyTag, { PLAYER: 'stored', CITY: 'stored', PLOT: 'city', UNIT: 'plot' }],
]);

function answerOf(subject: Subject, tag: string, type: ObjectType): Node {
  const { civ } = subject;
  switch (tagTable.get(tag)?.[type] ?? 'never') {
    case 'never':
      return truthNode(civ, false);
    case 'stored':
      return heldNode(subject, known(civ.holdings, tagKind), wordOf(civ, tagKind, tag));
    case 'plot':
      return isNode(plotOf(subject), tag);
    case 'city':
      return isNode(cityOn(subject), tag);
    case 'owned':
      return isSomebody(ownerOf(subject));
    case 'has city':
      return isSomebody(cityOn(subject));
  }
}

function isSomebody({ civ, object }: Subject): Node {
  return civ.nodes.make(compare, { comparison: '!=' }, object, nobody(civ));
}
