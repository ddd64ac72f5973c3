import { type EnvironmentShape, shapeOf } from '../ir/environment.js';
import { type Heads, headsOf } from './heads.js';
import type { HostShown } from './host-rules.js';
import type { HostedInstances } from './hosted-instances.js';
import { InstanceError, type Seats } from './instances.js';

/** What agents see and do in instances that go by rules of a host. */
export function hostedSeats(instances: HostedInstances): Seats {
  const { count, environment, numbers, rules } = instances;
  const shape = shapeOf(environment);
  const heads = headsOf(shape);
  const rows = count * shape.agents;
  const shown = createShown(count, shape);
  const { observations, masks, rewards, live, terminated } = shown;
  return {
    // Agents are known by their places.
    agents: new Float64Array(rows),
    seat: () => undefined,
    seatAs: () => undefined,
    look() {
      rules.show(numbers, shown);
    },
    observe(into) {
      let rest = 0;
      // What is finite leaves 0 of itself, all else NaN for good.
      for (let i = 0; i < observations.length; i++) rest += observations[i] - observations[i];
      if (rest !== 0) {
        const error = notFinite(shape, environment.name, observations);
        // What `show` does not say again has to be as before, or nothing could be taken back.
        observations.set(into);
        throw error;
      }
      into.set(observations);
      for (let row = 0; row < rows; row++)
        if (live[row] !== 1) into.fill(0, row * shape.observationSize, (row + 1) * shape.observationSize);
    },
    masks(into) {
      into.set(masks);
      for (let row = 0; row < rows; row++) {
        if (live[row] !== 1) into.fill(0, row * shape.maskSize, (row + 1) * shape.maskSize);
        for (let head = 0; head < heads.count; head++) into[row * shape.maskSize + heads.offsets[head]] = 1;
      }
    },
    rewards(into) {
      into.set(rewards);
    },
    live(into) {
      into.set(live);
    },
    terminated(into) {
      into.set(terminated);
    },
    preferences(asked, into) {
      into.fill(0);
      rules.prefer?.(numbers, into);
      for (let row = 0; row < rows; row++) keepAllowed(heads, row, asked[row] === 1 && live[row] === 1, masks, into);
    },
    order(actions) {
      instances.order(actions);
    },
    withdraw: () => undefined,
    takeBack: () => undefined,
  };
}

function createShown(count: number, { agents, observationSize, maskSize }: EnvironmentShape): HostShown {
  const rows = count * agents;
  return {
    observations: new Float32Array(rows * observationSize),
    masks: new Uint8Array(rows * maskSize).fill(1),
    rewards: new Float64Array(rows),
    live: new Uint8Array(rows).fill(1),
    terminated: new Uint8Array(count),
  };
}

/** Of what is preferred, what can be done by those who are asked. */
function keepAllowed(
  { maskSize }: Heads,
  row: number,
  isAsked: boolean,
  masks: Uint8Array,
  preferences: Float32Array,
): void {
  for (let i = row * maskSize; i < (row + 1) * maskSize; i++) if (!isAsked || masks[i] === 0) preferences[i] = 0;
}

/** The error of the first number that agents cannot be given. */
function notFinite(shape: EnvironmentShape, name: string, observations: Float32Array): InstanceError {
  const at = observations.findIndex((value) => !Number.isFinite(value));
  const row = Math.floor(at / shape.observationSize);
  const what = nameOfNumber(shape, at % shape.observationSize);
  const message = `in environment ${name} ${what} is ${observations[at]} for agent ${row % shape.agents}, by the rules of the host; what agents are given is finite and less than 3.4e38, so let show keep it in bounds`;
  return new InstanceError(Math.floor(row / shape.agents), 'not-finite', message, what);
}

/** A number that is observed, for people: its name in its block, and its slot. */
function nameOfNumber({ blocks }: EnvironmentShape, place: number): string {
  const block = blocks.findLast(({ offset }) => offset <= place);
  if (block === undefined) return `number ${place}`;
  const { name, offset, slots, values } = block;
  if (slots === 0) return `${values[place - offset]} of block ${name}`;
  const width = values.length + 1;
  return `${['presence', ...values][(place - offset) % width]} of block ${name}, slot ${Math.floor((place - offset) / width)}`;
}
