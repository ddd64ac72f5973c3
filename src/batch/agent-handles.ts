import { turnOf } from '../components/clock.js';
import type { WorldState } from '../components/state.js';
import { createFrame } from '../eval/interpreter.js';
import { type Frame, askingRule, sourceSlot } from '../ir/node.js';
import { kindAt } from '../model/model.js';
import { EdictError } from '../kernel/errors.js';
import { handleOf, resolve } from '../kernel/identity.js';
import type { Instances, Seats } from './instances-and-seats.js';

export interface AgentHandles extends Pick<Seats, 'agents' | 'seat' | 'seatAs'> {
  /** By row, in the current state; 0 for a destroyed object. */
  find(into: Int32Array): void;
}

export function createAgentHandles({ count: instances, stride, state, environment }: Instances): AgentHandles {
  const { kind, count } = environment.agents;
  const handles = new Float64Array(instances * count);
  return {
    agents: handles,
    seat(instance) {
      const ids = candidatesIn(instance);
      if (ids.length !== count) throw wrongCount(ids.length);
      for (let agent = 0; agent < count; agent++)
        handles[instance * count + agent] = handleOf(state.identity, ids[agent]) - instance * stride;
    },
    seatAs(from, to) {
      for (const instance of to) handles.copyWithin(instance * count, from * count, (from + 1) * count);
    },
    find(into) {
      const { identity } = state;
      for (let row = 0; row < handles.length; row++) {
        const id = handles[row] === 0 ? 0 : resolve(identity, handles[row] + Math.floor(row / count) * stride);
        into[row] = identity.kind[id] === kind ? id : 0;
      }
    },
  };

  function wrongCount(found: number): EdictError {
    const condition = environment.agents.where === undefined ? '' : ' that `where` is true of';
    const there = `${found} of the kind ${kindAt(state.model, kind).name}${condition}`;
    return new EdictError(
      'agents',
      `environment ${environment.name} is for ${count} agents, but the episode begins with ${there}; let worlds begin with as many, or change \`agents\``,
      environment.name,
    );
  }

  function candidatesIn(instance: number): readonly number[] {
    const { where } = environment.agents;
    const found: number[] = [];
    const frame = questionFrame(state);
    for (const id of idsIn(state, kind, instance, stride)) {
      frame.slots[sourceSlot] = id;
      if (where === undefined || frame.evaluate(where) === 1) found.push(id);
    }
    return found;
  }
}

export function questionFrame(state: WorldState): Frame {
  return Object.assign(createFrame(state, turnOf(state)), { rule: askingRule });
}

/** Objects of a kind in an instance, by ascending id. */
export function idsIn({ identity }: WorldState, kind: number, instance: number, stride: number): readonly number[] {
  const found: number[] = [];
  const end = Math.min((instance + 1) * stride, identity.kind.length);
  for (let id = instance * stride + 1; id < end; id++) if (identity.kind[id] === kind) found.push(id);
  return found;
}
