import { turnOf } from '../components/clock.js';
import { leavesOf } from '../ir/effect-nodes.js';
import { sourceSlot } from '../ir/node.js';
import type { Rule } from '../ir/rule.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { carries } from '../meaning/rule-sources.js';
import type { WorldCore } from './core.js';
import type { Handle } from './host-values.js';
import { followAnswers } from './past-answers.js';
import { mostShown, readsIn, toldClauses, writesAround } from './past-cells.js';
import { areTrue, clauseOf, conditionsIn, unlimitedFrame, wordingOf } from './past-clauses.js';
import { demandKnown, repeatedTurn } from './repeat-turn.js';
import { isTarget, scopeSteps } from './rule-clauses.js';
import type { Clause, PastClause } from './past-api.js';
import type { Kept, PastVerdict, WhyNotOutcome } from './why-not-api.js';

const purpose = 'ask why a rule did not fire';

interface Handles {
  readonly source: Handle;
  /** Undefined: none is given. */
  readonly target: Handle | undefined;
}

/** Runs the last turn twice: to learn what the clauses read, and who wrote that and what came of the effects. */
export function whyNotRule(core: WorldCore, rule: Rule, handles: Handles): PastVerdict {
  const found = lookWithin(core, rule, handles);
  const { kept, keptCount, isNegated, isClaimed, ...written } = resultsIn(core, rule, handles, found);
  const stopped = found.outcome !== 'fired' ? undefined : isClaimed ? 'claimed' : isNegated ? 'negated' : undefined;
  return {
    of: 'rule',
    rule: rule.name,
    turn: turnOf(core.state),
    phase: rule.phase,
    priority: rule.priority,
    ...found,
    outcome: stopped ?? found.outcome,
    clauses: toldClauses(found.clauses, written),
    kept,
    keptCount,
    writes: written.writes,
    writeCount: written.writeCount,
  };
}

type Found = Pick<PastVerdict, 'outcome' | 'targets' | 'clauses' | 'scope'>;

function nothingFound(outcome: WhyNotOutcome): Found {
  return { outcome, targets: 0, clauses: [], scope: [] };
}

function lookWithin(core: WorldCore, rule: Rule, { source, target }: Handles): Found {
  const { twin, run } = repeatedTurn(core, purpose);
  demandKnown(core, twin, [source, target ?? source]);
  let found = nothingFound('not reached');
  twin.moments.set(rule, {
    source,
    ask: () => {
      found = lookNow(twin, rule, source, target);
    },
  });
  run();
  return found;
}

/** In the middle of the turn. */
function lookNow({ state, program }: WorldCore, rule: Rule, source: number, target: number | undefined): Found {
  const frame = unlimitedFrame(state);
  frame.rule = rule.index;
  const id = resolve(state.identity, source);
  if (id === 0) return nothingFound('no such object');
  if (!carries(rule.carrier, id, frame)) return nothingFound('not carried');
  // Passes take what was made before them in the turn.
  if (state.created[id] >= frame.turn) return nothingFound('too young');
  frame.slots[sourceSlot] = id;
  const wording = wordingOf(program, 'source');
  const clausesIn = (part: Clause['part']): readonly PastClause[] =>
    rule[part].flatMap((node, alternative) =>
      conditionsIn(node, frame, wording).map((each) => clauseOf(part, each, frame, wording, alternative)),
    );
  const clauses = clausesIn('activation');
  if (!areTrue(clauses)) return { outcome: 'not active', targets: 0, clauses, scope: [] };
  if (target === undefined) {
    const { steps: scope, targets } = scopeSteps(rule, frame, wording);
    return { outcome: targets.length > 0 ? 'fired' : 'empty scope', targets: targets.length, clauses, scope };
  }
  const other = resolve(state.identity, target);
  if (other === 0) return { ...nothingFound('no such object'), clauses };
  const isIn = isTarget(rule, other, frame);
  return {
    outcome: isIn ? 'fired' : 'not in scope',
    targets: Number(isIn),
    clauses: [...clauses, ...clausesIn('include'), ...clausesIn('exclude')],
    scope: [],
  };
}

/** What came of the rule: what it wrote, and what kept its effects from happening. */
function resultsIn(core: WorldCore, rule: Rule, { source, target }: Handles, { clauses, targets }: Found) {
  const isMeant = (object: number | null) => target === undefined || object === target;
  let kept: Kept[] = [];
  let [keptCount, claimedCount, stopped, applied] = [0, 0, 0, 0];
  const keep = (each: Kept): void => {
    if (keptCount++ < mostShown) kept.push(each);
  };
  const written = writesAround(core, {
    purpose,
    reads: readsIn(clauses),
    arrange(twin, isNow) {
      twin.moments.set(rule, { source, ask: isNow });
      twin.asks.claimed = claimsOf(twin, rule, source, (claim) => {
        if (!isMeant(claim.object)) return;
        claimedCount++;
        keep(claim);
      });
      const answers = followAnswers(twin, ({ row, fate, kept: found }) => {
        if (!answers.isOf(rule, source, row) || !isMeant(found.object)) return;
        if (fate === 'apply') applied++;
        else {
          stopped++;
          keep(found);
        }
      });
      twin.asks.events = answers.watch;
      return () => {
        kept = [];
        [keptCount, claimedCount, stopped, applied] = [0, 0, 0, 0];
        answers.restart();
      };
    },
    isOwn: (write, { state: { identity } }) =>
      write.rule === rule.name &&
      handleOf(identity, write.source) === source &&
      isMeant(handleOf(identity, write.object)),
  });
  const { machine } = core;
  const hearsAll = machine !== undefined && leavesOf(rule.effects).every(machine.mayHear);
  return {
    ...written,
    kept,
    keptCount,
    isClaimed: claimedCount > 0 && claimedCount >= targets,
    isNegated: hearsAll && stopped > 0 && applied === 0 && written.writeCount === 0,
  };
}

/** Calls `refused` for each target of a rule and source that another rule or source had claimed. */
function claimsOf(
  { state: { identity } }: WorldCore,
  rule: Rule,
  source: number,
  refused: (kept: Kept) => void,
): NonNullable<WorldCore['asks']['claimed']> {
  const claimants = new Map<number, Pick<Kept, 'by' | 'source'>>();
  return (by, sourceId, targetId, isFree) => {
    if (by.claims !== rule.claims) return;
    const object = handleOf(identity, targetId);
    const claimant = handleOf(identity, sourceId);
    if (isFree) claimants.set(object, { by: by.name, source: claimant });
    else if (by === rule && claimant === source)
      refused({ how: 'claimed', object, by: null, source: null, ...claimants.get(object) });
  };
}
