import { EdictError } from '../kernel/errors.js';
import { functionGiven } from '../kernel/given.js';
import type { World } from './api.js';
import { insideOf } from './core.js';
import { type DecisionLog, type LoggedDecision, demandLog, demandSame, demandStart } from './decision-log.js';
import { optionsGiven } from './options.js';
import { type PlayOptions, goOn } from './play-out.js';

export interface ReplayOptions extends Pick<PlayOptions, 'listen'> {
  /** Told of each decision that is about to be taken, while it can still be looked at. */
  readonly decides?: (decision: LoggedDecision) => void;
}

/**
 * Decides again what a log says, on a world as it was where the log begins. Throws `bad-log`, `foreign-log` (of other
 * content), `log-differs` (a world that is elsewhere than where the log begins, decisions that do not come up, or a
 * state at the end that is not the log's); what has been done by then stays done.
 */
export function replay(world: World, log: DecisionLog, given: ReplayOptions = {}): void {
  insideOf(world);
  const options = optionsGiven('replay', given, ['listen', 'decides']);
  functionGiven('listen', options.listen, 'a function that is told of events');
  functionGiven('decides', options.decides, 'a function that is told of decisions');
  demandLog(log);
  if (log.content !== world.program.fingerprint)
    throw new EdictError(
      'foreign-log',
      'the log is of other content; replay it with the content that it was written with',
    );
  demandStart(world, log);
  const heard = options.listen === undefined ? undefined : { listen: options.listen };
  for (const [place, decision] of log.decisions.entries()) {
    goOn(world, log.time, options);
    demandSame(world, decision, place);
    options.decides?.(decision);
    world.decide(decision.index, undefined, heard);
  }
  goOn(world, log.time, options);
  const hash = world.hash();
  if (hash !== log.hash)
    throw new EdictError(
      'log-differs',
      `the log ends in the state ${log.hash}, and its decisions have led to ${hash}; replay it on the world that it began in, with the same version of edict`,
      hash,
    );
}
