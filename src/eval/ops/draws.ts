import { header } from '../../kernel/arena.js';
import { beginDraw, endDraw, foldDraw } from '../../kernel/random.js';
import { drawColumns, instanceColumns, instanceDrawColumns, leadColumns } from '../columns/draws.js';
import { type Operation, applying, entityType, isAbsent, numberType, signature, unary } from '../operation.js';
import { call, leaf } from '../record.js';
import { rowByRow } from '../columns/by-row.js';
import { emitInstance, emitLead } from '../emit/emit-instance.js';
import { missing } from '../../ir/node.js';

interface DrawData {
  /** Number of the place in the rule's text: two draws of one rule are two draws. */
  readonly site: number;
  /** Slots that are bound where it stands: each object of them, by id and generation, draws for itself. */
  readonly slots: number;
}

/** No order of evaluation changes it. */
export const draw: Operation<DrawData> = {
  name: 'draw',
  type: signature([], numberType),
  text: (data) => `${data.site} ${data.slots}`,
  document: { meaning: 'a number in [0, 1) for this turn, rule, place and object', families: 'Ext' },
  print: leaf(() => 'random()'),
  facts: () => ['population', 'clock'],
  draws: () => true,
  slots: (data) => (2 ** data.slots - 1) | 0,
  evaluate(node, frame) {
    const { arena, identity } = frame.state;
    const key = beginDraw(arena.header[header.seedLow], arena.header[header.seedHigh]);
    foldDraw(key, frame.turn);
    foldDraw(key, frame.rule);
    foldDraw(key, node.data.site);
    for (let i = 0; i < node.data.slots; i++) {
      const id = frame.slots[i];
      foldDraw(key, id);
      foldDraw(key, identity.generation[id]);
    }
    return endDraw(key);
  },
  columns: drawColumns,
};

/** Each evaluation is a draw of its own, so that it matters how often and in which order it is asked. */
export const streamDraw: Operation = {
  name: 'streamDraw',
  type: signature([numberType], numberType),
  document: {
    meaning:
      "the next whole number of the asker's stream, modulo a number; 0, and nothing drawn, unless that is above 0",
    absent: 'when the number is',
    families: 'X',
  },
  print: call('random'),
  ofWorld: true,
  draws: () => true,
  sequential: true,
  evaluate: (node, frame) => unary(node, frame, (limit) => (limit > 0 ? frame.next() % limit : 0)),
  columns: rowByRow,
};

/**
 * What is said of instances that lie in one world, side by side. No text of content names these: `confine` puts them
 * where a rule would see across.
 */

interface InstanceData {
  /** Rows of an instance. */
  readonly stride: number;
}

/**
 * Stands for the instance that an object belongs to: its first row, whoever is there. None counts as of the first one.
 */
export const instance: Operation<InstanceData> = {
  name: 'instance',
  type: signature([entityType], entityType),
  document: {
    meaning: 'stands for the instance that an object belongs to, where several lie in one world',
    absent: 'never',
    families: '',
  },
  text: ({ stride }) => String(stride),
  ...applying((_frame, { stride }, id) => (isAbsent(id) ? id : firstRow(id, stride))),
  columns: instanceColumns,
  emit: emitInstance,
};

function firstRow(id: number, stride: number): number {
  return id - (id % stride) + 1;
}

export const lead: Operation<InstanceData> = {
  name: 'lead',
  type: signature([entityType], numberType),
  document: {
    meaning: 'by how many turns the world is ahead of the instance that an object belongs to',
    absent: 'when it is',
    families: '',
  },
  text: ({ stride }) => String(stride),
  facts: () => ['clock'],
  ...applying(({ state }, { stride }, id) =>
    isAbsent(id) ? missing : (state.instances?.lead[Math.floor(id / stride)] ?? 0),
  ),
  columns: leadColumns,
  emitRows: emitLead,
};

interface InstanceDrawData extends InstanceData {
  readonly site: number;
  readonly slots: number;
  /** The slot whose object says which instance draws. */
  readonly of: number;
}

/** By the seed and the turn of the instance, and ids as they are there. */
export const instanceDraw: Operation<InstanceDrawData> = {
  name: 'instanceDraw',
  type: signature([], numberType),
  document: { meaning: "`draw`, as it would be in a world of the instance's own", families: '' },
  text: ({ site, slots, of, stride }) => `${site} ${slots} ${of} ${stride}`,
  facts: () => ['population', 'clock'],
  draws: () => true,
  slots: ({ slots, of }) => (2 ** slots - 1) | (1 << of) | 0,
  evaluate(node, frame) {
    const { site, slots, of, stride } = node.data;
    const {
      identity: { generation },
      instances,
    } = frame.state;
    const index = Math.floor(frame.slots[of] / stride);
    const key = beginDraw(instances?.seedLow[index] ?? 0, instances?.seedHigh[index] ?? 0);
    foldDraw(key, frame.turn - (instances?.lead[index] ?? 0));
    foldDraw(key, frame.rule);
    foldDraw(key, site);
    for (let i = 0; i < slots; i++) {
      const id = frame.slots[i];
      foldDraw(key, id % stride);
      foldDraw(key, generation[id]);
    }
    return endDraw(key);
  },
  columns: instanceDrawColumns,
};
