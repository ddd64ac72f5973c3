import { instanceColumns, leadColumns } from '../columns/instance.js';
import { instanceDrawColumns } from '../columns/instance-draw.js';
import { emitInstance, emitLead } from '../emit/emit-instance.js';
import { beginDraw, endDraw, foldDraw } from '../../kernel/random.js';
import { missing } from '../../ir/node.js';
import { type Operation, applying, entityType, isAbsent, numberType, signature } from '../operation.js';

/**
 * What is said of instances that lie in one world, side by side. No text of content names these: `confine` puts them
 * where a rule would see across.
 */

export interface InstanceData {
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

export interface InstanceDrawData extends InstanceData {
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
