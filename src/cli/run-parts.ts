import type { FlowReport, FlowState } from '../world/flow-report.js';
import type { Failure } from '../world/most-failed.js';
import type { GrowthReport } from '../world/profile-world.js';
import type { RuleReport, RuleState } from '../world/rule-report.js';
import type { VariableReport, VariableState } from '../world/variable-report.js';
import type { Covered } from './run-covered.js';
import { counted, grouped } from './terminal.js';

const ruleTitles: Readonly<Record<RuleState, string>> = {
  unused: 'no object carries them',
  'never active': 'never active',
  'empty scope': 'active, with nobody in scope',
  'changed nothing': 'fired, and changed nothing',
  works: 'at work',
};

export const coveredRules: Covered<RuleReport> = {
  title: 'rules',
  heads: ['active', 'targets', 'writes', 'changed'],
  cellsOf: ({ active, targets, wrote, changed }) => [active, targets, wrote, changed],
  nameOf: ({ rule }) => rule,
  timeOf: ({ milliseconds }) => milliseconds,
  groupOf: ({ state }) => state,
  groups: new Map(Object.entries(ruleTitles)),
  noteOf: ({ blocked }) => blockedText(blocked, 'source'),
  both: (a, b) => ({
    ...a,
    ...farthestOf(a, b, ruleTitles),
    ...sums(a, b, [
      'sources',
      'active',
      'targets',
      'fired',
      'wrote',
      'changed',
      'tests',
      'visits',
      'created',
      'milliseconds',
    ]),
  }),
};

const flowTitles: Readonly<Record<FlowState, string>> = {
  unused: 'no object could carry them',
  'not carried': 'never carried',
  'no receivers': 'carried, leading to no object with the property',
  'not active': 'not active',
  'no targets': 'active, without targets',
  'changed nothing': 'nothing flowed',
  works: 'at work',
};

const flowNouns = { carrier: 'carrier', active: 'receiver', target: 'target' } as const;

export const coveredFlows: Covered<FlowReport> = {
  title: 'flows',
  heads: ['carriers', 'receivers', 'targets', 'changed'],
  cellsOf: ({ carriers, receivers, targets, changed }) => [carriers, receivers, targets, changed],
  nameOf: ({ flow }) => flow,
  timeOf: ({ milliseconds }) => milliseconds,
  groupOf: ({ state }) => state,
  groups: new Map(Object.entries(flowTitles)),
  noteOf: ({ blocked }) => (blocked === null ? '' : blockedText(blocked, flowNouns[blocked.part])),
  both: (a, b) => ({
    ...a,
    ...farthestOf(a, b, flowTitles),
    ...sums(a, b, ['candidates', 'carriers', 'receivers', 'targets', 'changed', 'milliseconds']),
  }),
};

export const coveredGrowths: Covered<GrowthReport> = {
  title: 'growth',
  heads: ['objects', 'changed'],
  cellsOf: ({ objects, changed }) => [objects, changed],
  nameOf: ({ meter }) => meter,
  timeOf: ({ milliseconds }) => milliseconds,
  groupOf: ({ objects, changed }) => (changed > 0 ? 'works' : objects > 0 ? 'changed nothing' : 'unused'),
  groups: new Map([
    ['unused', 'no object has a result'],
    ['changed nothing', 'changed nothing'],
    ['works', 'at work'],
  ]),
  noteOf: () => '',
  both: (a, b) => ({ ...a, ...sums(a, b, ['objects', 'changed', 'milliseconds']) }),
};

const variableTitles: Readonly<Record<VariableState, string>> = {
  unused: 'no object has them',
  unmodified: 'no modifier in force',
  'not solved': 'modified, and never solved again',
  'changed nothing': 'solved, and changed nothing',
  works: 'at work',
  input: 'set by hosts',
};

export const coveredVariables: Covered<VariableReport> = {
  title: 'variables',
  heads: ['objects', 'modified', 'solved', 'changed'],
  cellsOf: ({ objects, modified, solved, changed }) => [objects, modified, solved, changed],
  nameOf: ({ variable }) => variable,
  timeOf: ({ milliseconds }) => milliseconds,
  groupOf: ({ state }) => state,
  groups: new Map(Object.entries(variableTitles)),
  noteOf: () => '',
  both: (a, b) => ({
    ...a,
    state: farther(a.state, b.state, variableTitles),
    ...sums(a, b, ['objects', 'modified', 'solved', 'changed', 'milliseconds']),
  }),
};

function blockedText(blocked: Failure<string> | null, noun: string): string {
  if (blocked === null) return '';
  const { part, text, failed, asked } = blocked;
  const whom =
    asked === 1 ? `its only ${noun}` : `${failed === asked ? 'all' : `${grouped(failed)} of`} ${counted(asked, noun)}`;
  const condition = part === 'exclude' ? `exclude ${text}` : text;
  // A condition of the scope may hold for objects that another one leaves out.
  return `${condition}: ${['include', 'exclude'].includes(part) ? 'leaves no target' : 'fails'} for ${whom}`;
}

interface Blockable<State extends string, Blocked> {
  readonly state: State;
  readonly blocked: Blocked | null;
}

/** The state that comes later in the titles, and what blocked one of that state. */
function farthestOf<State extends string, Blocked>(
  a: Blockable<State, Blocked>,
  b: Blockable<State, Blocked>,
  titles: Readonly<Record<State, string>>,
): Blockable<State, Blocked> {
  const state = farther(a.state, b.state, titles);
  return { state, blocked: [a, b].find((each) => each.state === state && each.blocked !== null)?.blocked ?? null };
}

function farther<State extends string>(a: State, b: State, titles: Readonly<Record<State, string>>): State {
  const order = Object.keys(titles);
  return order.indexOf(b) > order.indexOf(a) ? b : a;
}

function sums<Name extends string>(
  a: Readonly<Record<Name, number>>,
  b: Readonly<Record<Name, number>>,
  names: readonly Name[],
): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Readonly<Record<Name, number>>;
}
