import { compare } from '../../../eval/ops/compare.js';
import { and, not, or } from '../../../eval/ops/logic.js';
import type { Node } from '../../../ir/node.js';
import { anarchyTag, plotTags, unitTags } from '../expression/names.js';
import type { ObjectType, RelationName } from '../policy.js';
import { tagKind } from '../world/create-civ-model.js';
import { isGomKind } from '../world/gom-kinds.js';
import { type HasSource, hasTable } from './has-table.js';
import { relationSteps } from './relations.js';
import {
  type Subject,
  byType,
  cityOn,
  foldOf,
  gameOf,
  heldNode,
  known,
  memberOf,
  nobody,
  ownerOf,
  plotOf,
  supposedNode,
  teamOf,
  truthNode,
  wordOf,
} from './subject.js';

/** Beside what a kind of things has: whether a plot has an owner, or a city. */
type TagSource = HasSource | 'owned' | 'settled';

type TagRow = Partial<Readonly<Record<ObjectType, TagSource>>>;

const ofUnits: TagRow = { UNIT: 'stored' };
const ofPlots: TagRow = { PLOT: 'stored', UNIT: 'plot' };

/** Where objects of each type have a tag (with TAG_) from; everything else is never so. */
const tagTable: ReadonlyMap<string, TagRow> = new Map([
  ...unitTags.map((tag) => [tag, ofUnits] as const),
  ...plotTags.map((tag) => [tag, ofPlots] as const),
  ['TAG_OWNED', { PLOT: 'owned', UNIT: 'plot' }],
  ['TAG_CITY', { PLOT: 'settled', UNIT: 'plot' }],
  [anarchyTag, { PLAYER: 'stored', CITY: 'stored', PLOT: 'city', UNIT: 'plot' }],
]);

/** What is had: a thing of some kind, or a tag. */
interface Thing {
  readonly kind: string;
  readonly word: number;
  readonly sources: TagRow;
}

/** Whether an object has a thing, or a tag, as the table of its kind says and overlays suppose. */
export function hasNode(subject: Subject, kind: string, id: string): Node {
  const sources = kind === tagKind ? tagTable.get(id) : isGomKind(kind) ? hasTable[kind] : undefined;
  if (sources === undefined && kind !== tagKind) return truthNode(subject.civ, false);
  return askHas(subject, { kind, word: wordOf(subject.civ, kind, id), sources: sources ?? {} });
}

function askHas(subject: Subject, thing: Thing): Node {
  return supposedHas(
    subject,
    thing,
    byType(subject, (type) => answerOf(subject, thing, type)),
  );
}

function supposedHas(subject: Subject, { kind, word }: Thing, answer: Node): Node {
  return supposedNode(subject, known(subject.civ.questions, kind), word, answer);
}

function answerOf(subject: Subject, thing: Thing, type: ObjectType): Node {
  const { civ } = subject;
  const { nodes } = civ;
  switch (thing.sources[type] ?? 'never') {
    case 'never':
      return truthNode(civ, false);
    case 'stored':
      return stored(subject, thing);
    case 'stored and active': {
      const inactive = heldNode(subject, civ.inactive, thing.word);
      return nodes.make(and, undefined, stored(subject, thing), nodes.make(not, undefined, inactive));
    }
    case 'stored or players':
      return nodes.make(or, undefined, stored(subject, thing), anyRelated(subject, thing, 'GAME', 'PLAYER'));
    case 'players':
      return anyRelated(subject, thing, 'GAME', 'PLAYER');
    case 'teams':
      return anyRelated(subject, thing, 'GAME', 'TEAM');
    case 'members':
      return anyRelated(subject, thing, 'TEAM', 'PLAYER');
    case 'cities':
      return anyRelated(subject, thing, 'PLAYER', 'CITY', (city) => supposedHas(city, thing, stored(city, thing)));
    case 'units':
      return anyRelated(subject, thing, 'PLAYER', 'UNIT');
    case 'working plots':
      return anyRelated(subject, thing, 'CITY', 'PLOT', undefined, 'WORKING');
    case 'units there':
      return anyRelated(subject, thing, 'PLOT', 'UNIT');
    case 'game':
      return askHas(gameOf(subject), thing);
    case 'team':
      return askHas(teamOf(subject), thing);
    case 'owner':
      return askHas(ownerOf(subject), thing);
    case 'plot':
      return askHas(plotOf(subject), thing);
    case 'city':
      return askHas(cityOn(type === 'PLOT' ? subject : plotOf(subject)), thing);
    case 'owned':
      return isSomebody(ownerOf(subject));
    case 'settled':
      return isSomebody(cityOn(subject));
  }
}

function isSomebody({ civ, object }: Subject): Node {
  return civ.nodes.make(compare, { comparison: '!=' }, object, nobody(civ));
}

function stored(subject: Subject, { kind, word }: Thing): Node {
  return heldNode(subject, known(subject.civ.holdings, kind), word);
}

function anyRelated(
  subject: Subject,
  thing: Thing,
  from: ObjectType,
  to: ObjectType,
  ask = (member: Subject) => askHas(member, thing),
  relation: RelationName = 'ASSOCIATED',
): Node {
  const steps = relationSteps(subject.civ, relation, from, to, 0, 'intended') ?? [];
  return foldOf(subject, 'any', steps, ask(memberOf(subject, to)));
}
