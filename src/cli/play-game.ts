import { printable } from '../content/diagnostics/quote.js';
import type { World } from '../world/api.js';
import { type DecisionLog, type LoggedDecision, loggedDecision, logOf, startOf } from '../world/decision-log.js';
import { playersOf, type Outlook, type PlayOptions, goOn } from '../world/play-out.js';
import type { DecisionOption } from '../world/timing-api.js';
import type { TriggerEvent } from '../world/trigger-api.js';
import { personAt } from './play-person.js';
import { type Seat, agentsFor } from './play-seats.js';
import { gameTable } from './play-table.js';
import { playWords } from './play-words.js';
import type { Terminal } from './terminal.js';

export interface GamePlan {
  readonly seats: readonly Seat[];
  readonly seed: string;
  /** Ticks at most. */
  readonly turns: number;
  readonly isOver: PlayOptions['isOver'];
  /** Shows what happens. */
  readonly shows: boolean;
}

/** One game, as far as it was played. */
export interface PlayedGame {
  /** `log`: it was played again, and its log ends before it is over. */
  readonly end: Exclude<Outlook, 'decision'> | 'quit' | 'gone' | 'log';
  readonly ticks: number;
  readonly log: DecisionLog;
}

/** Plays one game, in which persons may take part. */
export async function playGame(
  terminal: Terminal,
  world: World,
  { seats, seed, turns, isOver, shows }: GamePlan,
): Promise<PlayedGame> {
  const words = playWords(world);
  const players = playersOf(world);
  const agents = agentsFor(seats, players.length, seed, 1);
  const person = personAt(terminal, words, gameTable(world, words.object), seats.includes('person'));
  const course = courseOf(terminal, world, shows);
  const decisions: LoggedDecision[] = [];
  const logStart = startOf(world);
  const start = world.time;
  try {
    let end: PlayedGame['end'] | 'decision' = goOn(world, start + turns, { isOver, listen: course.listen });
    while (end === 'decision') {
      const place = Math.max(0, players.indexOf(world.decider));
      const index = (seats[place] ?? seats.at(-1)) === 'person' ? await person.ask(world) : agents[place](world);
      if (typeof index === 'string') {
        end = index;
        break;
      }
      decisions.push(loggedDecision(world, index));
      course.decided(index);
      world.decide(index, undefined, { listen: course.listen });
      end = goOn(world, start + turns, { isOver, listen: course.listen });
    }
    return { end, ticks: world.time - start, log: logOf(world, logStart, decisions) };
  } finally {
    person.close();
  }
}

interface Course {
  readonly listen: ((event: TriggerEvent) => void) | undefined;
  readonly decided: (index: number) => void;
}

/** Prints what is decided, and below each decision what follows from it; nothing where it is not to be shown. */
export function courseOf(terminal: Terminal, world: World, shows: boolean): Course {
  if (!shows) return { listen: undefined, decided: () => {} };
  const words = playWords(world);
  let time = NaN;
  let taken: DecisionOption | undefined;
  return {
    listen(event) {
      if (event.kind === 'start' && event.ability === taken?.ability && event.source === taken.source) {
        // That it starts was said when it was decided.
        taken = undefined;
        return;
      }
      const text = words.event(event);
      if (text === undefined) return;
      tellTime();
      terminal.out(`  ${printable(text)}\n`);
    },
    decided(index) {
      const { decision } = world;
      const option = decision?.options[index];
      if (decision === undefined || option === undefined) return;
      tellTime();
      taken = decision.kind === 'choose' && option.name === 'no' ? undefined : option;
      terminal.out(`${printable(words.decided(option, decision))}\n`);
    },
  };

  function tellTime(): void {
    if (world.time === time) return;
    time = world.time;
    terminal.out(`${terminal.outColors.bold(`turn ${String(time)}`)}\n`);
  }
}
