import { printable } from '../content/diagnostics/quote.js';

/** A command as its sentences name it. */
export interface NamedCommand {
  /** `edict run` */
  readonly name: string;
  /** What its arguments are, by name. */
  readonly argumentsByName: ReadonlyMap<string, string>;
}

/** Says what is wrong and what to do, by the parts of Commander's text that the pattern finds. */
type Words = (command: NamedCommand, parts: readonly string[], guess: string | undefined) => string;

/** Commander gives texts and no parts; what is not known here is passed on as it is. */
const sentences: readonly (readonly [RegExp, Words])[] = [
  [
    /^unknown command '(.*)'$/,
    ({ name }, [given], guess) =>
      `${name} has no command ${JSON.stringify(given)}; ${guess ?? `${name} --help lists them`}`,
  ],
  [
    /^unknown option '(.*)'$/,
    ({ name }, [given], guess) => `${name} has no option ${given}; ${guess ?? `${name} --help lists them`}`,
  ],
  [
    /^missing required argument '(.*)'$/,
    ({ name, argumentsByName }, [argument]) =>
      `${name} needs <${argument}>, ${argumentsByName.get(argument) ?? 'which is missing'}; see ${name} --help`,
  ],
  [
    /^option '(.*)' argument missing$/,
    ({ name }, [flags]) => `${longName(flags)} needs a value, ${flags}; see ${name} --help`,
  ],
  [/^required option '(.*)' not specified$/, ({ name }, [flags]) => `${name} needs ${flags}; see ${name} --help`],
  [
    /^option '(.*)' cannot be used with option '(.*)'$/,
    (_command, [one, other]) => `${longName(one)} and ${longName(other)} exclude each other; leave one of them out`,
  ],
  [
    /^option '(.*)' argument '(.*)' is invalid\. Allowed choices are (.*)$/,
    (_command, [flags, given, choices]) =>
      `${longName(flags)} is ${JSON.stringify(given)}; give ${either(choices.split(', '))}`,
  ],
  [
    /^too many arguments.*\. Expected (\d+) arguments? but got (\d+)$/,
    ({ name }, [most, given]) =>
      `${name} takes ${most} argument${most === '1' ? '' : 's'}, and ${given} are given; put quotes around what has spaces in it, ` +
      `or see ${name} --help`,
  ],
];

/** Commander's `error: unknown option '--turn'`, with its guess on a second line, as one sentence of ours. */
export function usageSentence(text: string, command: NamedCommand): string {
  const lines = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const [first, ...rest] = lines.map((line) => printable(line.replace(/\.$/, '')));
  const hint = rest
    .join(' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  const guess = hint === '' ? undefined : `${hint.charAt(0).toLowerCase()}${hint.slice(1)}`;
  for (const [pattern, words] of sentences) {
    const found = pattern.exec(first);
    if (found !== null) return `edict: ${words(command, found.slice(1), guess)}`;
  }
  return `edict: ${first}; ${guess ?? `see ${command.name} --help`}`;
}

/** `--turns` of `-t, --turns <n>` */
function longName(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function either(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices[choices.length - 1]}`;
}
