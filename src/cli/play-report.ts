import { printable } from '../content/diagnostics/quote.js';
import type { PlayedGame } from './play-game.js';
import type { PlayedGames, Spread } from './play-many.js';
import { grouped, right, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

/** What was played, for people. */
interface GameTitle {
  readonly file: string;
  readonly seed: string;
  /** As they were given. */
  readonly agents: string;
}

type Roles = PlayedGames['roles'];

const ends: Readonly<Record<PlayedGame['end'], string>> = {
  over: 'over',
  time: 'not over yet: the turns that were asked for have passed',
  quit: 'stopped',
  gone: 'stopped, because nothing more was typed',
  log: 'not over yet: the log ends here',
};

export function gameText({ end, ticks, log }: PlayedGame, roles: Roles): string {
  const count = `${counted(ticks, 'turn')} and ${counted(log.decisions.length, 'decision')}`;
  return `\n${ends[end]}, after ${count}${rolesText(roles)}\nstate ${log.hash}\n`;
}

export function gameJson({ file, seed, agents }: GameTitle, { end, ticks, log }: PlayedGame, roles: Roles) {
  return { file, seed, agents, end, turns: ticks, decisions: log.decisions, roles, hash: log.hash };
}

export function gamesText(
  { file, seed, agents }: GameTitle,
  { games, over, decisions, turns, roles, seconds }: PlayedGames,
  { outColors: colors }: Terminal,
): string {
  const [head, ...rows] = tableLines(
    [
      ['', right('least'), right('mean'), right('most'), right('in all')],
      rowOf('decisions', decisions),
      rowOf('turns', turns),
    ],
    '  ',
  );
  const unfinished = games - over;
  const ended = `${grouped(over)} over${unfinished === 0 ? '' : `, ${grouped(unfinished)} not: the turns that were asked for have passed`}`;
  const rate =
    seconds === 0
      ? ''
      : `\n${grouped(games / seconds, 0)} games and ${grouped(decisions.total / seconds, 0)} decisions a second`;
  return `${printable(`${file}, seed ${seed}, agents ${agents}`)}\n\n${colors.bold(head)}\n${rows.join('\n')}\n\n${counted(games, 'game')}: ${ended}${rolesText(roles)}${rate}\n`;
}

export function gamesJson(
  { file, seed, agents }: GameTitle,
  { games, over, decisions, turns, roles, seconds }: PlayedGames,
) {
  const rounded = ({ least, mean, most, total }: Spread) => ({
    least,
    mean: Math.round(mean * 1_000) / 1_000,
    most,
    total,
  });
  return {
    file,
    seed,
    agents,
    games,
    over,
    decisions: rounded(decisions),
    turns: rounded(turns),
    roles,
    gamesPerSecond: Math.round(games / seconds),
    decisionsPerSecond: Math.round(decisions.total / seconds),
  };
}

function rowOf(what: string, { least, mean, most, total }: Spread) {
  return [what, right(least), right(grouped(mean, 1)), right(most), right(total)];
}

function rolesText(roles: Roles): string {
  return Object.entries(roles)
    .map(([role, counts]) => {
      const names = Object.entries(counts);
      return `; ${printable(role)}: ${names.map(([name, count]) => (names.length === 1 && count === 1 ? printable(name) : `${printable(name)} ${grouped(count)}`)).join(', ')}`;
    })
    .join('');
}

export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
