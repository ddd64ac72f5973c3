import type { Reference, When } from '../syntax.js';
import { grouped } from '../../../cli/table.js';

const signs = { eq: '=', ne: '≠', lt: '<', gt: '>', le: '≤', ge: '≥' } as const;

/** Raw units of cash in one. */
export const cashUnit = 51_200;

const longest = 72;

export function whenText(when: When): string {
  const text = textOf(when);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function textOf(when: When): string {
  const sign = signs[when.op];
  switch (when.type) {
    case 'autopilot':
    case 'building':
      return `${when.type} of player ${when.player} ${sign} ${when.value}`;
    case 'cash':
      return `cash of player ${when.player} ${sign} ${grouped(when.value / cashUnit)}`;
    case 'computer':
      return `screen ${sign} ${when.screen}${when.line === undefined ? '' : ` line ${when.line}`}`;
    case 'count':
      return `count(${when.of.map(textOf).join('; ')}) ${sign} ${when.value}`;
    case 'destroyed':
      return `${referenceText(when.object)} destroyed ${sign} ${when.value}`;
    case 'distance':
      return `distance ${referenceText(when.from)} to ${referenceText(when.to)} ${sign} ${grouped(when.value)}`;
    case 'health':
    case 'speed':
      return `${when.type} of ${referenceText(when.object)} ${sign} ${grouped(when.value)}`;
    case 'identity':
      return `${referenceText(when.a)} ${sign} ${referenceText(when.b)}`;
    case 'message':
      return `message ${sign} ${when.id} page ${when.page}`;
    case 'owner':
      return `owner of ${referenceText(when.object)} ${sign} ${when.player === -1 ? 'nobody' : `player ${when.player}`}`;
    case 'score':
      return `score ${when.counter.which} of player ${when.counter.player} ${sign} ${when.value}`;
    case 'ships':
      return `ships of player ${when.player} ${sign} ${when.value}`;
    case 'target':
      return `target of ${referenceText(when.object)} ${sign} ${referenceText(when.target)}`;
    case 'time':
      return `time ${sign} ${timeText(when.duration)}${when.legacyStartTime ? ' (legacy)' : ''}`;
    case 'zoom':
      return `zoom ${sign} ${when.value}`;
  }
}

function referenceText({ by, index }: Reference): string {
  return `${by} ${index}`;
}

export function timeText(ticks: number): string {
  return `${grouped(ticks / 60, 2)}s`;
}
