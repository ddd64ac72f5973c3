import { createInterface } from 'node:readline';
import { nearestName } from '../content/diagnostics/nearest-name.js';
import { printable, quoteText } from '../content/diagnostics/quote.js';
import type { World } from '../world/api.js';
import type { Decision } from '../world/timing-api.js';
import type { GameTable } from './play-table.js';
import type { PlayWords } from './play-words.js';
import type { Terminal } from './terminal.js';

/** Somebody at a terminal. */
interface Person {
  /** The place of the option that is chosen; why the game stops where none is: the person has enough, or has gone. */
  ask(world: World): Promise<number | 'quit' | 'gone'>;
  close(): void;
}

const help = `Type the number of an option, or its name or the beginning of it: pass, yes, no. An empty line passes, where one may.
  t or table  how it stands
  l or list   the options again
  q or quit   stop here
`;

/** A person who reads what is printed and types lines; where nobody takes part, nothing is read. */
export function personAt(terminal: Terminal, words: PlayWords, table: GameTable, takesPart: boolean): Person {
  const input = takesPart ? terminal.input : undefined;
  const reader = input === undefined ? undefined : createInterface({ input, crlfDelay: Infinity });
  const lines = reader?.[Symbol.asyncIterator]();
  // Told once; who asks again types ?.
  let knowsHow = false;
  let seen: string | undefined;
  return {
    ask,
    close: () => {
      reader?.close();
    },
  };

  async function ask(world: World): Promise<number | 'quit' | 'gone'> {
    const { decision } = world;
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
    // What has been seen need not be seen again.
    if (table.lines().join('\n') !== seen) showTable();
    terminal.out(`${terminal.outColors.bold(printable(words.question(decision)))}\n`);
    showOptions(decision);
    if (!knowsHow) terminal.out('a number or a name; ? for help, q to stop\n');
    knowsHow = true;
  }

  function showTable(): void {
    const lines = table.lines();
    seen = lines.join('\n');
    terminal.out(`${lines.map(printable).join('\n')}\n`);
  }

  function showOptions(decision: Decision): void {
    const { options } = decision;
    const width = String(options.length).length;
    for (const option of options)
      terminal.out(`  ${String(option.index + 1).padStart(width)}  ${printable(words.option(option, decision))}\n`);
  }
}

const commands: ReadonlyMap<string, 'help' | 'quit' | 'table' | 'again'> = new Map([
  ['?', 'help'],
  ['h', 'help'],
  ['help', 'help'],
  ['q', 'quit'],
  ['quit', 'quit'],
  ['exit', 'quit'],
  ['t', 'table'],
  ['table', 'table'],
  ['l', 'again'],
  ['list', 'again'],
]);

/** What a line means: the place of an option, what else is wished, or a sentence that says why it is none of these. */
function answerIn(typed: string, decision: Decision, words: PlayWords): number | string {
  const { options } = decision;
  if (/^\d+$/.test(typed)) {
    const index = Number(typed) - 1;
    return index >= 0 && index < options.length
      ? index
      : `there is no option ${typed}; ${options.length === 1 ? 'the only one is 1' : `they go from 1 to ${String(options.length)}`}`;
  }
  const passing = options.findIndex(({ name }) => name === 'pass');
  if (typed === '') return passing >= 0 ? passing : 'type the number of an option, or ? for help';
  const wanted = typed.toLowerCase();
  const texts = options.map((option) => words.option(option, decision));
  const exact = matching((name, text) => name === wanted || text === wanted);
  const command = commands.get(wanted);
  const found =
    exact.length > 0
      ? exact
      : command === undefined
        ? matching((name, text) => text.startsWith(wanted) || text.endsWith(`: ${wanted}`) || name.startsWith(wanted))
        : [];
  if (found.length === 1) return found[0];
  if (found.length > 1)
    return `${quoteText(typed)} may be ${found.map((index) => `${String(index + 1)} (${printable(texts[index])})`).join(' or ')}; type its number`;
  if (command !== undefined) return command;
  const near = nearestName(typed, [...new Set(options.map(({ name }) => name)), ...texts]);
  return `${quoteText(typed)} is none of the options; ${near === undefined ? 'type a number, or ? for help' : `did you mean ${quoteText(near)}?`}`;

  function matching(isIt: (name: string, text: string) => boolean): readonly number[] {
    return options.flatMap(({ index, name }) => (isIt(name.toLowerCase(), texts[index].toLowerCase()) ? [index] : []));
  }
}
