import { sameType } from '../eval/operation.js';
import type { Effect, MessageEffect, Modification, Recipient } from '../ir/effect.js';
import { mostNested, nestingOf } from '../ir/effect-nodes.js';
import type { Node } from '../ir/node.js';
import type { Raised } from '../ir/occurrence.js';
import {
  type Reading,
  type Shape,
  ascending,
  checked,
  indexOf,
  listOf,
  modelIn,
  orNone,
  text,
  whole,
  word,
} from '../ir/shape.js';
import { never, optional, record, tagged } from '../ir/record-shape.js';
import { expression, runningIn } from '../ir/expression-shape.js';
import type { Type } from '../model/model.js';

/** The effects that the native format has. */
type NativeEffect = Exclude<Effect, { readonly kind: 'lane' | 'sight' }>;

const entity = expression({ slots: 2, type: 'entity' });
const number = expression({ slots: 2, type: 'number' });
const condition = expression({ slots: 2, type: 'boolean' });
const ofClass = expression({ slots: 2, type: 'class' });
const any = expression({ slots: 2 });

export const raised: Shape<Raised> = checked(
  record<Raised>({ type: indexOf('occurrence'), values: listOf(orNone(any)) }),
  ({ type, values }, { occurrences }) => {
    const { name, fields } = occurrences[type];
    const odd = values.findIndex((value, place) => {
      const field = fields[place];
      return value !== undefined && (field === undefined || !sameType(field.type, value.type));
    });
    return odd < 0 ? undefined : `value ${odd} for no field of ${name}`;
  },
);

const common = {
  recipient: word<Recipient>('target', 'source', 'empires'),
  stacking: whole(0, 2 ** 31 - 1),
  label: text,
};

const base = { ...common, holder: optional<Node | undefined>(entity) };

/** Effects within a branch. */
const inner: Shape<readonly Effect[]> = {
  write: (value, to) => listOf(effect).write(value, to),
  read: (json, from) => listOf(effect).read(json, from),
};

const modifications: readonly Modification[] = ['set', 'add', 'multiply', 'divide', 'minimum', 'maximum'];

const messageValue = record<MessageEffect['values'][number]>({ name: text, value: any });

export const effect: Shape<Effect> = checked(
  tagged<NativeEffect, 'kind'>('kind', {
    modify: {
      ...base,
      column: indexOf('column'),
      modification: word(...modifications),
      amount: expression({ slots: 2, running: true }),
    },
    step: { ...base, column: indexOf('column'), by: number },
    create: {
      ...base,
      class: ofClass,
      count: number,
      initial: listOf(record({ column: indexOf('column'), value: any })),
      bare: never(),
      into: never(),
      owner: never(),
      inside: never(),
      then: never(),
    },
    destroy: base,
    availability: { ...base, class: ofClass, available: condition },
    hold: { ...base, holding: indexOf('holding'), word: any, held: condition },
    give: { ...base, owner: entity },
    bind: { ...base, role: number, object: entity },
    become: {
      ...base,
      class: ofClass,
      columns: ascending(indexOf('column')),
      holdings: ascending(indexOf('holding')),
    },
    move: { ...base, to: entity },
    put: { ...base, keepsLane: never(), x: number, y: number },
    message: { ...base, text, values: listOf(messageValue) },
    raise: { ...base, occurrences: listOf(raised) },
    branch: { ...common, condition, then: inner, otherwise: inner },
  }),
  faultOf,
);

function faultOf(found: NativeEffect, from: Reading): string | undefined {
  const { columns, enumerations, holdings } = modelIn(from);
  switch (found.kind) {
    case 'modify': {
      const { type } = columns[found.column];
      if (!isOfCell(found.amount, type, from)) return 'an amount of another type than its column';
      return found.modification !== 'set' && type.name !== 'number'
        ? `${found.modification} of a value that is not a number`
        : undefined;
    }
    case 'step': {
      const { type } = columns[found.column];
      const isOrdered = type.name === 'enumeration' && enumerations[type.index].order !== 'none';
      return isOrdered ? undefined : 'a step along no order';
    }
    case 'create': {
      const isOdd = found.initial.some(({ column, value }) => !sameType(columns[column].type, value.type));
      return isOdd ? 'an initial value of another type than its column' : undefined;
    }
    case 'hold': {
      const words = { name: 'enumeration', index: holdings[found.holding].words } as const;
      return sameType(found.word.type, words) ? undefined : 'a word of another enumeration than its holding';
    }
    case 'give':
    case 'move':
    case 'put':
      return found.recipient === 'empires' ? `${found.kind} of empires` : undefined;
    case 'branch':
      return nestingOf(found) > mostNested ? 'branches that are nested too deep' : undefined;
    case 'message': {
      const isOdd = found.values.some(({ value }) => !tellable.has(value.type.name));
      return isOdd ? 'a value that a message cannot show' : undefined;
    }
    default:
      return undefined;
  }
}

/** An amount and the value that it starts from. */
export function isOfCell(amount: Node, type: Type, from: Reading): boolean {
  return sameType(amount.type, type) && sameType(runningIn(from, amount) ?? type, type);
}

const tellable: ReadonlySet<string> = new Set(['number', 'boolean', 'entity']);
