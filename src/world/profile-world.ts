import { type Profile, createProfile } from '../meaning/profile.js';
import type { World } from './api.js';
import { insideOf } from './core.js';
import { type FlowReport, askFlows, flowReports, idleFlows } from './flow-report.js';
import { repeatedTurn } from './repeat-turn.js';
import { type RuleReport, askRules, idleRules, ruleReports } from './rule-report.js';
import { type VariableReport, variableReports } from './variable-report.js';

/** What the parts of a content did in the profiled turns, in the order of the content. */
export interface WorldProfile {
  /** In the order of the turn. */
  readonly rules: readonly RuleReport[];
  readonly flows: readonly FlowReport[];
  readonly growths: readonly GrowthReport[];
  readonly variables: readonly VariableReport[];
}

/** What the growth formula of a meter did in the profiled turns. */
export interface GrowthReport {
  readonly meter: string;
  /** Objects with a result, and those whose meter got another value by it, summed over turns. */
  readonly objects: number;
  readonly changed: number;
  readonly milliseconds: number;
}

/**
 * Notes from now on what each rule, flow, growth formula and variable of a world does, and how long it takes. The
 * returned function reports. It runs the last turn again on a copy if a rule or flow found nobody to act on. A world
 * has one profile: a second call ends the first.
 */
export function profileWorld(world: World): () => WorldProfile {
  const { core } = insideOf(world);
  const profile = createProfile(core.program, core.state);
  core.profile = profile;
  if (core.solver !== undefined) core.solver.counts.solved = profile.variables.now.solved;
  return () => {
    const idle = { rules: idleRules(core, profile), flows: idleFlows(core, profile) };
    const isAsked = profile.turns > 0 && core.beforeTurn !== undefined && idle.rules.length + idle.flows.length > 0;
    const blocks = isAsked ? blocksIn(core, idle, profile) : { rules: new Map(), flows: new Map() };
    return {
      rules: ruleReports(core, profile, blocks.rules),
      flows: flowReports(core, profile, blocks.flows),
      growths: core.program.rules.growths.map(({ column }, place) => {
        const { grown, changed, milliseconds } = profile.growths.counts;
        return {
          meter: core.state.model.columns[column].name,
          objects: grown[place],
          changed: changed[place],
          milliseconds: milliseconds[place],
        };
      }),
      variables: variableReports(core, profile),
    };
  };
}

type Core = ReturnType<typeof insideOf>['core'];

function blocksIn(
  core: Core,
  { rules, flows }: { readonly rules: ReturnType<typeof idleRules>; readonly flows: ReturnType<typeof idleFlows> },
  profile: Profile,
) {
  const { twin, run } = repeatedTurn(core, 'profile its rules');
  const blocks = {
    rules: askRules(twin, rules, ({ index }) => profile.rules.counts.active[index] > 0),
    flows: askFlows(twin, flows),
  };
  run();
  return blocks;
}

/** As `profileWorld`, of rules alone. */
export function profileRules(world: World): () => readonly RuleReport[] {
  const report = profileWorld(world);
  return () => report().rules;
}
