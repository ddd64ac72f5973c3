import { type Candidate, nameOfCandidate } from './candidates.js';
import { type Happening, type Stage, nameOf } from './stage.js';

/** Which of several a player takes; where there is one, nobody is asked. */
export function chooseCandidate(stage: Stage, player: string, candidates: readonly Candidate[]): Candidate {
  return candidates.length === 1
    ? candidates[0]
    : ask(
        stage,
        player,
        candidates.map((candidate) => ({ value: candidate, names: namesOf(candidate) })),
        candidates[0],
      );
}

export function chooseOccurrence(stage: Stage, player: string, occurrences: readonly Happening[]): Happening {
  return occurrences.length === 1
    ? occurrences[0]
    : ask(
        stage,
        player,
        occurrences.map((value) => ({ value, names: [nameOf(value)] })),
        occurrences[0],
      );
}

/** A reaction, or nothing for a pass. */
export function chooseReaction(stage: Stage, player: string, candidates: readonly Candidate[]): Candidate | undefined {
  if (candidates.length === 0) return undefined;
  return ask(
    stage,
    player,
    [...candidates.map((value) => ({ value, names: namesOf(value) })), { value: undefined, names: ['pass'] }],
    undefined,
  );
}

/** Whether the controller does what an ability leaves to it. */
export function isAgreed(stage: Stage, candidate: Candidate, orderer: string): boolean {
  return ask(
    stage,
    candidate.ability.controller ?? orderer,
    [
      { value: true, names: ['yes', ...namesOf(candidate)] },
      { value: false, names: ['no', 'pass'] },
    ],
    true,
  );
}

interface Option<Value> {
  readonly value: Value;
  readonly names: readonly string[];
}

/** Takes the first word of the queue that names an option, and the first option that it names. */
function ask<Value>(stage: Stage, player: string, options: readonly Option<Value>[], fallback: Value): Value {
  stage.asked.push({ player, options: options.map(({ names }) => names[names.length - 1]) });
  const queue = stage.decisions.get(player) ?? [];
  const at = queue.findIndex((word) => options.some(({ names }) => names.includes(word)));
  if (at < 0) return fallback;
  const [word] = queue.splice(at, 1);
  return (options.find(({ names }) => names.includes(word)) ?? { value: fallback }).value;
}

function namesOf(candidate: Candidate): readonly string[] {
  return [candidate.ability.id, nameOfCandidate(candidate)];
}
