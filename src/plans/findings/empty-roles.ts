import { termOf } from '../../eval/term-book.js';
import { type Node, sourceSlot, targetSlot } from '../../ir/node.js';
import { quoted } from '../never-true.js';
import { nodesOfAction } from './action-nodes.js';
import { type Finding, type Subject, titleOf } from './finding.js';
import { type Present, presentFor, presentIn, subjectOf, usesOfLists } from './list-roles.js';
import type { Studied } from './rule-writes.js';

/** Expressions of triggers, actions and abilities about a subject or direct object that nothing ever fills. */
export function emptyRoles(studied: Studied): readonly Finding[] {
  const { triggers, timing } = studied.program.rules;
  const found = new Map<string, Finding>();
  const look = (nodes: readonly Node[], present: Present, owner: Subject, where: string): void => {
    for (const role of rolesMissed(nodes, present, studied)) {
      const key = JSON.stringify([role, owner.what, owner.name, owner.origin]);
      if (!found.has(key)) found.set(key, findingOf(role, owner, where));
    }
  };
  for (const [list, { owner, present }] of usesOfLists(triggers, timing)) {
    for (const action of triggers.lists.at(list)?.actions ?? []) {
      const { ofList, before, after } = nodesOfAction(action);
      const own = presentFor({ ...action, swaps: false }, present);
      const where = `its action ${quoted(action.name)}`;
      // Without a direct object an expression of the list may mean the subject.
      look(ofList, { ...present, direct: present.direct || present.subject }, owner, where);
      look(before, own, owner, where);
      look(after, presentFor(action, present), owner, where);
    }
  }
  for (const ability of timing.abilities) {
    const present = presentIn(ability, timing);
    const { controller, live, condition, on, yields } = ability;
    const nodes = [controller, live, condition, yields, ...on.map(({ where }) => where)];
    look(
      nodes.filter((node) => node !== undefined),
      present,
      subjectOf(ability),
      'one of its conditions',
    );
  }
  return [...found.values()];
}

type Role = 'source' | 'target';

function rolesMissed(nodes: readonly Node[], { subject, direct }: Present, { book }: Studied): readonly Role[] {
  const free = nodes.reduce((bits, node) => bits | termOf(book, node).free, 0);
  return [
    ...(!subject && (free & (1 << sourceSlot)) !== 0 ? ['source' as const] : []),
    ...(!direct && (free & (1 << targetSlot)) !== 0 ? ['target' as const] : []),
  ];
}

function findingOf(role: Role, of: Subject, where: string): Finding {
  const key = role === 'source' ? 'subject' : 'direct';
  const name = of.what === 'ability' && role === 'source' ? 'self' : role;
  return {
    code: 'empty-role',
    of,
    message: `${where} uses ${quoted(name)}, but nothing fills this role in ${titleOf(of)}: everything read from it is absent`,
    suggestion: advice[of.what] ?? `name an object under ${quoted(key)}, of the action or of what it belongs to`,
  };
}

const advice: Partial<Record<Subject['what'], string>> = {
  ability: 'give the ability a carrier, or read the object from a field of the occurrence',
  occurrence:
    'declare a field `player` (the source) or `subject` (the target) of the occurrence, or name another under these keys',
};
