import { places } from '../../content/timing/facts.js';
import { lowerScenario } from '../../content/timing/lower/lower-scenario.js';
import { problemsOf } from '../../content/timing/read/read-scenarios.js';
import type { Occurrence, Play, When } from '../../content/timing/syntax.js';
import { boundaries, payments, raisedBy } from '../../content/timing/walk.js';
import { EdictError } from '../../kernel/errors.js';
import type { ExecutorName } from '../../world/api.js';
import type { Decision, DecisionOption } from '../../world/timing-api.js';
import type { TriggerEvent } from '../../world/trigger-api.js';
import { lineOf, occurrenceText } from './log-lines.js';
import { openStage, playerIn, readEntities, readHonor, valuesIn, type EntityResult, type Stage } from './stage.js';

interface PlayOptions {
  /** Default: as worlds have it. */
  readonly executor?: ExecutorName;
}

/** What came of a scenario. */
export interface Played {
  /** What happened, line by line, in the words of the format. */
  readonly log: readonly string[];
  /** How entities stand at the end, by name. */
  readonly entities: Readonly<Record<string, EntityResult>>;
  readonly honor: Readonly<Record<string, number>>;
}

/**
 * Plays a scenario to its end, and decides as its players would. Throws `bad-scenario` for one that does not fit the
 * format, and what resolving throws: the message names the entry.
 */
export function playScenario(scenario: Play, { executor }: PlayOptions = {}): Played {
  demandSound(scenario);
  const stage = openStage(lowerScenario(scenario), executor);
  const decide = createDecider(stage, scenario);
  const { world } = stage;
  const log: string[] = [];
  let active = scenario.given?.active === undefined ? stage.program.players[0] : scenario.given.active;
  const listen = (event: TriggerEvent): void => {
    if (event.kind === 'apply') {
      const { name, values } = event.occurrence;
      if (name === boundaries.turnEnds) active = null;
      if (name === boundaries.turnBegins) active = stage.names.get(values[places.player]) ?? null;
    }
    const line = lineOf(stage, event);
    if (line !== undefined) log.push(line);
  };
  scenario.when.forEach((entry, i) => {
    naming(`when[${i}]`, () => {
      let isDone = begin(stage, entry, active, listen);
      while (!isDone) {
        const { decision } = world;
        isDone =
          decision === undefined
            ? world.resume({ listen })
            : world.decide(decide(decision), decision.player, { listen });
      }
    });
  });
  return { log, entities: readEntities(stage), honor: readHonor(stage) };
}

function demandSound(scenario: Play): void {
  const problems = problemsOf(scenario);
  if (problems.length === 0) return;
  const said = problems.map(({ message, suggestion }) =>
    suggestion === undefined ? message : `${message} (${suggestion})`,
  );
  throw new EdictError('bad-scenario', `the scenario does not fit its format: ${said.join('; ')}`);
}

/** Does what one entry says; false where somebody has to decide first. */
function begin(stage: Stage, entry: When, active: string | null, listen: (event: TriggerEvent) => void): boolean {
  const { world } = stage;
  const { timePoint, at = 'after', endPhase, beginPhase, endTurn, next, beginTurn, pay } = entry;
  const one = (occurrence: Occurrence): boolean =>
    world.raise(occurrence.type, valuesIn(stage, occurrence), { listen });
  const raised = raisedBy({ item: entry, path: [] }).map(({ item }) => item);
  if (entry.raise !== undefined && !Array.isArray(entry.raise)) return one(raised[0]);
  if (raised.length > 0)
    return world.raiseAll(
      raised.map((each) => ({ type: each.type, values: valuesIn(stage, each) })),
      { listen },
    );
  if (timePoint !== undefined) return world.pass(timePoint, at, [], { listen });
  if (endPhase !== undefined) return one({ type: boundaries.phaseEnds, name: endPhase });
  if (beginPhase !== undefined) return one({ type: boundaries.phaseBegins, name: beginPhase });
  if (beginTurn !== undefined) return one({ type: boundaries.turnBegins, player: beginTurn });
  if (endTurn !== undefined) {
    const values = [...valuesIn(stage, { type: boundaries.turnEnds, player: active })];
    if (next !== undefined && next !== null) values[places.nextPlayer] = playerIn(stage, next);
    return world.raise(boundaries.turnEnds, values, { listen });
  }
  if (pay === undefined) return true;
  const values = valuesIn(stage, { type: payments.pays, player: pay.player, amount: pay.cost });
  return world.pay(payments.pays, payments.paid, values, { listen });
}

function naming(entry: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    throw new EdictError(error.code, `${entry}: ${error.message.replace(/^edict: /, '')}`, error.culprit);
  }
}

/**
 * Answers decisions as a scenario says, with the place of the option that is taken. Each player has a queue; its first
 * entry that names an option is taken out of it and taken. Without one: the first option; no reaction; yes.
 */
function createDecider(stage: Stage, { given }: Play): (decision: Decision) => number {
  const queues = new Map(Object.entries(given?.decisions ?? {}).map(([player, entries]) => [player, [...entries]]));
  return (decision) => {
    const queue = queues.get(decision.player === null ? '' : (stage.names.get(decision.player) ?? '')) ?? [];
    const named = decision.options.map((option) => namesOf(stage, decision, option));
    for (const [at, entry] of queue.entries()) {
      const index = named.findIndex((names) => names.includes(entry));
      if (index < 0) continue;
      queue.splice(at, 1);
      return decision.options[index].index;
    }
    return usual(decision);
  };
}

/** What an option may be called: by its name, by what it answers; of a choice, also by the ability. */
function namesOf(stage: Stage, { kind }: Decision, option: DecisionOption): readonly string[] {
  const { program } = stage;
  const { name, ability, view } = option;
  const occurrence = view === undefined ? undefined : occurrenceText(stage, view);
  if (kind === 'group') return occurrence === undefined ? [name] : [occurrence];
  if (kind === 'choose') {
    if (name === 'no') return ['no', 'pass'];
    const id = ability === undefined ? undefined : program.model.abilities[ability];
    return id === undefined ? ['yes'] : ['yes', id, `${id}(${occurrence ?? ''})`];
  }
  return occurrence === undefined ? [name] : [name, `${name}(${occurrence})`];
}

function usual({ kind, options }: Decision): number {
  const wanted = kind === 'react' ? 'pass' : kind === 'choose' ? 'yes' : undefined;
  return (
    options.find(({ name, ability }) => name === wanted && (wanted === 'yes' || ability === undefined)) ?? options[0]
  ).index;
}
