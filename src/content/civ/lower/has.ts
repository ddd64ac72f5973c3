import { and, not, or } from '../../../eval/ops/logic.js';
import type { Node } from '../../../ir/node.js';
import type { ObjectType, RelationName } from '../policy.js';
import { type GomKind, isGomKind } from '../world/gom-kinds.js';
import { type HasSource, hasTable } from './has-table.js';
import { known, wordOf } from './known.js';
import { relationSteps } from './relations.js';
import {
  type Subject,
  anyOf,
  byType,
  cityOn,
  gameOf,
  heldNode,
  ownerOf,
  plotOf,
  supposedNode,
  teamOf,
  truthNode,
} from './subject.js';

/** Whether an object has a thing, as the table of its kind says and overlays suppose. */
export function hasNode(subject: Subject, kind: string, id: string): Node {
  if (!isGomKind(kind)) return truthNode(subject.civ, false);
  return askHas(subject, { kind, id, word: wordOf(subject.civ, kind, id) });
}

interface Thing {
  readonly kind: GomKind;
  readonly id: string;
  readonly word: number;
}

function askHas(subject: Subject, thing: Thing): Node {
  return supposedHas(
    subject,
    thing,
    byType(subject, (type) => answerOf(subject, thing, hasTable[thing.kind][type], type)),
  );
}

function supposedHas(subject: Subject, { kind, word }: Thing, answer: Node): Node {
  return supposedNode(subject, known(subject.civ.questions, kind), word, answer);
}

function answerOf(subject: Subject, thing: Thing, source: HasSource, type: ObjectType): Node {
  const { civ } = subject;
  switch (source) {
    case 'never':
      return truthNode(civ, false);
    case 'stored':
      return stored(subject, thing);
    case 'stored and active':
      return civ.nodes.make(
        and,
        undefined,
        stored(subject, thing),
        civ.nodes.make(not, undefined, heldNode(subject, civ.inactive, thing.word)),
      );
    case 'stored or players':
      return storedOr(subject, thing, anyRelated(subject, thing, 'GAME', 'PLAYER'));
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
  }
}

function stored(subject: Subject, { kind, word }: Thing): Node {
  return heldNode(subject, known(subject.civ.holdings, kind), word);
}

function storedOr(subject: Subject, thing: Thing, other: Node): Node {
  return subject.civ.nodes.make(or, undefined, stored(subject, thing), other);
}

function anyRelated(
  subject: Subject,
  thing: Thing,
  from: ObjectType,
  to: ObjectType,
  ask = (member: Subject) => askHas(member, thing),
  relation: RelationName = 'ASSOCIATED',
): Node {
  return anyOf(subject, relationSteps(subject.civ, relation, from, to, 0, 'intended') ?? [], to, ask);
}
