import { didYouMean } from '../content/text/nearest-name.js';
import { printable, quoteText } from '../content/text/quote.js';
import {
  type Agent,
  firstAgent,
  randomAgent,
  playersOf,
  type Outlook,
  type PlayOptions,
  goOn,
  type DecisionLog,
  type LoggedDecision,
  loggedDecision,
  logOf,
  startOf,
} from '../world/play-out.js';
import type { World, CellValue, Handle, ObjectView } from '../world/api.js';
import type { DecisionOption, Decision, TriggerEvent } from '../world/events-api.js';
import { kept } from '../kernel/maps.js';
import { usageError } from './command.js';
import { playWords, type PlayWords } from './play-words.js';
import { type Terminal, grouped } from './terminal.js';
import { createInterface } from 'node:readline';
import type { Column } from '../model/model.js';

export type Seat = 'person' | 'random' | 'first';

const knownSeats: readonly Seat[] = ['person', 'random', 'first'];

/** `person,random`, in the order of the players. */
export function seatsIn(text: string): readonly Seat[] {
  return text.split(',').map((part) => {
    const name = part.trim();
    const seat = knownSeats.find((each) => each === name);
    if (seat !== undefined) return seat;
    const hint = didYouMean(name, knownSeats) ?? `give ${knownSeats.join(', ')}, with commas between them`;
    throw usageError(`--agents is ${JSON.stringify(text)}, and there is no agent ${JSON.stringify(name)}; ${hint}`);
  });
}

/** Equal seeds, games and places of players make equal decisions. */
export function agentsFor(chosen: readonly Seat[], players: number, seed: string, game: number): readonly Agent[] {
  return Array.from({ length: Math.max(players, 1) }, (_, place) =>
    (chosen[place] ?? chosen.at(-1)) === 'random' ? randomAgent(`${seed}/${game}/${place}`) : firstAgent(),
  );
}

export interface GamePlan {
  readonly seats: readonly Seat[];
  readonly seed: string;
  readonly turns: number;
  readonly isOver: PlayOptions['isOver'];
  readonly shows: boolean;
}

export interface PlayedGame {
  /** `log`: a replay ended before the game. */
  readonly end: Exclude<Outlook, 'decision'> | 'quit' | 'gone' | 'log';
  readonly ticks: number;
  readonly log: DecisionLog;
}

export async function playGame(
  terminal: Terminal,
  world: World,
  { seats, seed, turns, isOver, shows }: GamePlan,
): Promise<PlayedGame> {
  const words = playWords(world);
  const players = playersOf(world);
  const agents = agentsFor(seats, players.length, seed, 1);
  const person = personAt(terminal, world, words, seats.includes('person'));
  const course = courseOf(terminal, world, shows);
  const decisions: LoggedDecision[] = [];
  const logStart = startOf(world);
  const start = world.triggers.time;
  try {
    let end: PlayedGame['end'] | 'decision' = goOn(world, start + turns, { isOver, listen: course.listen });
    while (end === 'decision') {
      const place = Math.max(0, players.indexOf(world.events.decider));
      const index = (seats[place] ?? seats.at(-1)) === 'person' ? await person.ask() : agents[place](world.events);
      if (typeof index === 'string') {
        end = index;
        break;
      }
      decisions.push(loggedDecision(world, index));
      course.decided(index);
      world.events.decide(index, undefined, { listen: course.listen });
      end = goOn(world, start + turns, { isOver, listen: course.listen });
    }
    return { end, ticks: world.triggers.time - start, log: logOf(world, logStart, decisions) };
  } finally {
    person.close();
  }
}

export function courseOf(terminal: Terminal, world: World, shows: boolean) {
  if (!shows) return { listen: undefined, decided: (_index: number): void => {} };
  const words = playWords(world);
  let time = NaN;
  let taken: DecisionOption | undefined;
  return {
    listen: (event: TriggerEvent): void => {
      if (event.kind === 'start' && event.ability === taken?.ability && event.source === taken.source) {
        taken = undefined;
        return;
      }
      const text = words.event(event);
      if (text === undefined) return;
      showTime();
      terminal.out(`  ${printable(text)}\n`);
    },
    decided: (index: number): void => {
      const { decision } = world.events;
      const option = decision?.options[index];
      if (decision === undefined || option === undefined) return;
      showTime();
      taken = decision.kind === 'choose' && option.name === 'no' ? undefined : option;
      terminal.out(`${printable(words.decided(option, decision))}\n`);
    },
  };

  function showTime(): void {
    if (world.triggers.time === time) return;
    time = world.triggers.time;
    terminal.out(`${terminal.outColors.bold(`turn ${time}`)}\n`);
  }
}

const help = `Type the number of an option, or its name or the beginning of it: pass, yes, no. An empty line passes, where one may.
  t or table  how it stands
  l or list   the options again
  q or quit   stop here
`;

function personAt(terminal: Terminal, world: World, words: PlayWords, takesPart: boolean) {
  const tableNow = gameTable(world, words.object);
  const input = takesPart ? terminal.input : undefined;
  const reader = input === undefined ? undefined : createInterface({ input, crlfDelay: Infinity });
  const lines = reader?.[Symbol.asyncIterator]();
  let knowsHow = false;
  let seen: string | undefined;
  return {
    ask,
    close: () => {
      reader?.close();
    },
  };

  /** Returns the option, or the reason to stop. */
  async function ask(): Promise<number | 'quit' | 'gone'> {
    const { decision } = world.events;
    if (decision === undefined) return 'gone';
    show(decision);
    for (;;) {
      terminal.out('> ');
      const line = await lines?.next();
      if (line === undefined || line.done === true) return 'gone';
      const typed = line.value.trim();
      const answer = answerIn(typed, decision, words);
      if (typeof answer !== 'string') return answer;
      if (answer === 'quit') return 'quit';
      if (answer === 'table') showTable();
      else if (answer === 'help') terminal.out(help);
      else if (answer === 'again') showOptions(decision);
      else terminal.out(`${answer}\n`);
    }
  }

  function show(decision: Decision): void {
    terminal.out('\n');
    if (tableNow() !== seen) showTable();
    terminal.out(`${terminal.outColors.bold(printable(words.question(decision)))}\n`);
    showOptions(decision);
    if (!knowsHow) terminal.out('a number or a name; ? for help, q to stop\n');
    knowsHow = true;
  }

  function showTable(): void {
    seen = tableNow();
    terminal.out(`${seen.split('\n').map(printable).join('\n')}\n`);
  }

  function showOptions(decision: Decision): void {
    const { options } = decision;
    const width = String(options.length).length;
    for (const option of options)
      terminal.out(`  ${String(option.index + 1).padStart(width)}  ${printable(words.option(option, decision))}\n`);
  }
}

const commands: Readonly<Record<string, readonly string[]>> = {
  help: ['?', 'h', 'help'],
  quit: ['q', 'quit', 'exit'],
  table: ['t', 'table'],
  again: ['l', 'list'],
};

/** Returns the option, a command, or an error. */
function answerIn(typed: string, decision: Decision, words: PlayWords): number | string {
  const { options } = decision;
  if (/^\d+$/.test(typed)) {
    const index = Number(typed) - 1;
    return index >= 0 && index < options.length
      ? index
      : `there is no option ${typed}; ${options.length === 1 ? 'the only one is 1' : `they go from 1 to ${options.length}`}`;
  }
  const passing = options.findIndex(({ name }) => name === 'pass');
  if (typed === '') return passing >= 0 ? passing : 'type the number of an option, or ? for help';
  const wanted = typed.toLowerCase();
  const texts = options.map((option) => words.option(option, decision));
  const exact = matching((name, text) => name === wanted || text === wanted);
  const command = Object.keys(commands).find((name) => commands[name].includes(wanted));
  const found =
    exact.length > 0
      ? exact
      : command === undefined
        ? matching((name, text) => text.startsWith(wanted) || text.endsWith(`: ${wanted}`) || name.startsWith(wanted))
        : [];
  if (found.length === 1) return found[0];
  if (found.length > 1)
    return `${quoteText(typed)} may be ${found.map((index) => `${index + 1} (${printable(texts[index])})`).join(' or ')}; type its number`;
  if (command !== undefined) return command;
  const near = didYouMean(typed, [...new Set(options.map(({ name }) => name)), ...texts]);
  return `${quoteText(typed)} is not an option; ${near ?? 'type a number, or ? for help'}`;

  function matching(isIt: (name: string, text: string) => boolean): readonly number[] {
    return options.flatMap(({ index, name }) => (isIt(name.toLowerCase(), texts[index].toLowerCase()) ? [index] : []));
  }
}

/** Lines of each player; equal changes share one. */
const mostShown = 12;

/** For each player its meters, and changes of its objects since the start. */
function gameTable(world: World, object: (handle: Handle) => string): () => string {
  const columns = world.program.model.columns.filter(
    ({ role, type }) => role === 'meter' || type.name === 'enumeration' || type.name === 'boolean',
  );
  const first = new Map(world.query().map((handle) => [handle, world.describe(handle).values]));
  return () => {
    const players = playersOf(world);
    const views = world
      .query()
      .filter((handle) => !players.includes(handle))
      .map((handle) => world.describe(handle));
    return players
      .flatMap((player) => {
        const own = views.filter(({ owners, parent }) => owners.includes(player) || parent === player);
        return linesOf(player, own);
      })
      .join('\n');
  };

  function linesOf(player: Handle, own: readonly ObjectView[]): readonly string[] {
    const alike = new Map<string, string[]>();
    for (const view of own) {
      const values = changesOf(view);
      if (values !== '') kept(alike, values, (): string[] => []).push(object(view.handle));
    }
    const changed = [...alike].map(([values, names]) => `    ${values}: ${names.join(', ')}`);
    const more = changed.length > mostShown ? [`    … and ${grouped(changed.length - mostShown)} more`] : [];
    return [
      `  ${object(player)}: ${valuesText(world.describe(player).values, ({ role }) => role === 'meter')}`,
      ...changed.slice(0, mostShown),
      ...more,
    ];
  }

  function changesOf({ handle, values }: ObjectView): string {
    const before = first.get(handle) ?? {};
    return valuesText(values, ({ name }) => values[name] !== before[name]);
  }

  function valuesText(values: ObjectView['values'], isShown: (column: Column) => boolean): string {
    return columns
      .filter((column) => values[column.name] !== undefined && isShown(column))
      .map(({ name }) => `${name} ${valueText(values[name])}`)
      .join(', ');
  }
}

function valueText(value: CellValue): string {
  if (typeof value === 'number') return grouped(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? 'none');
}
