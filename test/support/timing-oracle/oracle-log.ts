import { answers } from './candidates.js';
import { chooseCandidate } from './decide.js';
import { resolve, timePoint } from './resolve.js';
import type { Scenario, Step } from './scenario.js';
import {
  type Happening,
  OutOfScope,
  type Question,
  type Stage,
  copyOf,
  happening,
  isThere,
  openStage,
} from './stage.js';

export interface Told {
  readonly log: readonly string[];
  readonly entities: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly honor: Readonly<Record<string, number>>;
  /** Questions that players were asked. */
  readonly decisionsAsked: readonly Question[];
}

/**
 * Plays a scenario as plainly as its rules are written: objects, recursion, everything looked at every time. Throws
 * OutOfScope where it has no end within reason, or asks what the rules do not say.
 */
export function oracleLog(scenario: Scenario): Told {
  const stage = openStage(scenario);
  for (const step of scenario.when) play(stage, step);
  const { log, entities, honor, asked } = stage;
  return {
    log,
    entities: Object.fromEntries([...entities].map(([name, state]) => [name, Object.fromEntries(state)])),
    honor: Object.fromEntries(honor),
    decisionsAsked: asked,
  };
}

function play(stage: Stage, step: Step): void {
  if ('raise' in step) {
    const batch = 'type' in step.raise ? [step.raise] : step.raise;
    resolve(
      stage,
      batch.map((each) => happening(each)),
    );
  } else if ('timePoint' in step) timePoint(stage, step.timePoint, step.at ?? 'after');
  else if ('pay' in step) pay(stage, step.pay.player, step.pay.cost);
  else resolve(stage, [boundaryOf(stage, step)]);
}

/** A step boundary: it happens like anything else, and changes what time it is. */
function boundaryOf(
  stage: Stage,
  step: Exclude<Step, { raise: unknown } | { timePoint: unknown } | { pay: unknown }>,
): Happening {
  const { log } = stage;
  if ('endPhase' in step) {
    return happening(
      { type: 'PhaseEnds', name: step.endPhase },
      {
        boundary: () => {
          log.push(`phase ends ${step.endPhase}`);
          stage.phase = undefined;
        },
      },
    );
  }
  if ('beginPhase' in step) {
    return happening(
      { type: 'PhaseBegins', name: step.beginPhase },
      {
        boundary: () => {
          log.push(`phase begins ${step.beginPhase}`);
          stage.phase = step.beginPhase;
        },
      },
    );
  }
  if ('beginTurn' in step) {
    return happening(
      { type: 'TurnBegins', player: step.beginTurn },
      {
        boundary: () => {
          log.push(`turn begins ${step.beginTurn}`);
          stage.active = step.beginTurn;
        },
      },
    );
  }
  const { active } = stage;
  if (active === undefined) throw new OutOfScope('no turn to end');
  return happening(
    { type: 'TurnEnds', player: active },
    {
      boundary: () => {
        log.push(`turn ends ${active}`);
        [stage.active, stage.next, stage.phase] = [undefined, step.next, undefined];
        for (const each of stage.abilities) {
          const {
            ability: { class: kind, next, until, printed },
          } = each;
          if ((next === true || kind === 'delayed') && until !== 'game' && printed !== true) each.isGone = true;
        }
      },
    },
  );
}

/** The payer takes one source of gold after the other, whatever its step, until the cost is reached. */
function pay(stage: Stage, player: string, cost: number): void {
  const payment = happening({ type: 'payGold', player });
  let paid = 0;
  const sourcesOf = () =>
    stage.abilities.filter(
      ({ ability, isGone }) =>
        ability.gold !== undefined &&
        ability.controller === player &&
        !isGone &&
        isThere(stage, ability) &&
        answers(stage, ability, payment),
    );
  for (let sources = sourcesOf(); paid < cost && sources.length > 0; sources = sourcesOf()) {
    const { ability, standing } = chooseCandidate(
      stage,
      player,
      sources.map((each) => ({ standing: each, ability: each.ability, occurrence: payment })),
    );
    const gold = ability.interfered === true ? 0 : (ability.gold ?? 0);
    payment.used.add(copyOf(ability));
    if (ability.next === true) standing.isGone = true;
    stage.log.push(`gold ${ability.id} ${gold}`);
    paid += gold;
  }
  stage.log.push(paid < cost ? 'not paid' : `paid ${cost}`);
  if (paid >= cost) resolve(stage, [happening({ type: 'paidGold', player })]);
}
