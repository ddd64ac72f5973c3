import type { EngineRange } from './engine.js';
import { answerTo, obey } from './engine-calls.js';
import type { Hand } from './hand.js';
import type { LocalEngine } from './local-engine.js';
import { type Call, command } from './worker-channel.js';

/**
 * The thread of a batch as one of its hands: it does what it is told when it is waited for, so that others who were
 * told the same do it beside.
 */
export function ownHand(engine: LocalEngine, range: EngineRange): Hand {
  const called = { engine, snapshots: new Map() };
  let told: number = command.none;
  let asked: Call | undefined;
  let answer: unknown;
  return {
    range,
    tell(given) {
      told = given;
    },
    ask(call) {
      told = command.call;
      asked = call;
    },
    outcome() {
      const what = told;
      told = command.none;
      answer = undefined;
      try {
        if (what === command.call && asked !== undefined) answer = answerTo(called, asked);
        else if (what !== command.none) obey(called, what);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    },
    answer: () => answer,
    close() {
      engine.close();
    },
  };
}
