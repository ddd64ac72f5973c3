import type { ContentSource } from '../../src/content/native/content-source.js';
import { defineContent } from '../../src/content/native/define.js';
import type { Program } from '../../src/ir/rule.js';
import { EdictError } from '../../src/kernel/errors.js';
import { contentOf } from './models.js';
import type { SizeOf } from './yardstick.js';

interface Group {
  readonly name: string;
  readonly effects: readonly unknown[];
}

/** Where the effects of an animal come apart: it moves, it eats, it dies or breeds. */
const cuts = [0, 1, 3, 5];

/** Wolf-sheep with three rules in place of the one that an animal lives by. The same work in three sweeps. */
export function separateProgram(model: string, size: SizeOf): Program {
  const content = contentOf(model, size);
  const classes = Object.entries(content.classes ?? {}).map(([name, of]) => [
    name,
    { ...of, groups: ((of.groups ?? []) as unknown as readonly Group[]).flatMap(cutGroup) },
  ]);
  return defineContent({ ...content, classes: Object.fromEntries(classes) as ContentSource['classes'] });
}

function cutGroup(group: Group): readonly Group[] {
  if (group.name !== 'live') return [group];
  const { name, effects } = group;
  if (effects.length !== cuts[cuts.length - 1])
    throw new EdictError(
      'benchmark',
      `the rule ${name} has ${String(effects.length)} effects; bench/agents/separate.ts cuts 5`,
    );
  return cuts
    .slice(1)
    .map((end, i) => ({ ...group, name: `${name} ${String(i + 1)}`, effects: effects.slice(cuts[i], end) }));
}
