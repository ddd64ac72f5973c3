import { readState } from '../../src/content/focs/state/read-state.js';
import { createSession } from '../../src/content/focs/turn/game-session.js';
import { answerAlone } from '../child.js';
import { lookAtMemory } from '../look.js';
import { type Timing, timingOf } from '../measure.js';
import { gameIn } from './case.js';

export interface LoadAsked {
  readonly content: string;
  readonly state: string;
  /** Loads after the first one, and how many before them do not count. */
  readonly rounds: number;
  readonly warmups: number;
}

export interface LoadFound {
  readonly groups: number;
  readonly objects: number;
  /** Milliseconds from the start of the process to the first game, and of later ones. */
  readonly cold: number;
  readonly warm: Timing;
  /**
   * Bytes that a game takes, heap and arrays; that a session of a state adds after a pass; and of them those of the
   * buffer with the state.
   */
  readonly game: number;
  readonly session: number;
  readonly arena: number;
  /** The most that the process had of the machine's memory, up to the first game. */
  readonly peak: number;
}

/** Needs a process of its own, with `--expose-gc`. */
function load({ content, state, rounds, warmups }: LoadAsked): LoadFound {
  const atStart = bytesInUse();
  const paused = performance.now();
  const game = gameIn(content);
  const cold = performance.now();
  const peak = process.resourceUsage().maxRSS * 1_024;
  const withGame = bytesInUse();
  const samples: number[] = [];
  for (let i = 0; i < warmups + rounds; i++) {
    const start = performance.now();
    gameIn(content);
    if (i >= warmups) samples.push(performance.now() - start);
  }
  const source = readState(state);
  const beforeSession = bytesInUse();
  const session = createSession(game, source);
  session.runPass('c');
  return {
    groups: game.groups,
    objects: source.objects.length,
    cold: cold - paused + processStart,
    warm: timingOf(samples),
    game: withGame - atStart,
    session: bytesInUse() - beforeSession,
    arena: session.state.arena.buffer.byteLength,
    peak,
  };
}

function bytesInUse(): number {
  const { heapUsed, arrayBuffers } = lookAtMemory();
  return heapUsed + arrayBuffers;
}

/** What it took to start the process and read the modules; the first look at the memory does not count. */
const processStart = performance.now();

answerAlone<LoadAsked>(load);
