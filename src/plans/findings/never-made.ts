import { constantValue } from '../../eval/node-shape.js';
import { termOf } from '../../eval/term-book.js';
import { leavesOf } from '../../ir/effect-nodes.js';
import type { CreateEffect, Effect } from '../../ir/effect.js';
import type { Node } from '../../ir/node.js';
import { everyStep } from '../../ir/start.js';
import type { Class } from '../../model/model.js';
import { possibleOf, quoted } from '../never-true.js';
import type { Finding } from './finding.js';
import type { Studied } from './rule-writes.js';

/**
 * Classes that can never have an object. Only for content that begins its own world, or if the caller knows of which
 * classes the host makes objects (`others`).
 */
export function neverMade(studied: Studied, others: ReadonlySet<string> | undefined): readonly Finding[] {
  const { model, rules } = studied.program;
  if (rules.start === undefined && others === undefined) return [];
  const made = classesMade(studied);
  const isMade = ({ index, name }: Class) => made.has(index) || others?.has(name) === true;
  return model.classes
    .filter((each) => !isMade(each))
    .map(({ name, origin }) => ({
      code: 'never-made',
      of: { what: 'class', name, origin },
      message: `no object of the class ${quoted(name)} can ever exist: no step of \`start\`, no effect and no availability creates one`,
      suggestion: 'create one, make the class available, or remove it',
    }));
}

function classesMade(studied: Studied): ReadonlySet<number> {
  const { model, rules } = studied.program;
  const made = new Set<number>();
  const effects: readonly (readonly Effect[])[] = [
    ...rules.rules.map((rule) => rule.effects),
    ...rules.passes.flatMap((pass) => pass.rules.map((rule) => rule.effects)),
    ...rules.triggers.lists.flatMap(({ actions }) =>
      actions.flatMap(({ task }) => (task.by === 'effects' ? [task.effects] : [])),
    ),
  ];
  for (const node of effects.flatMap(nodesOfClasses)) for (const each of classesOf(node, studied)) made.add(each);
  for (const step of everyStep(rules.start ?? [])) if (step.does === 'create' && step.class !== 0) made.add(step.class);
  for (const grid of model.grids) if (grid.makesCells && grid.class !== 0) made.add(grid.class);
  // Granted together with the object that it is part of.
  for (const { index, home } of model.classes) if (home?.together === true) made.add(index);
  return made;
}

function nodesOfClasses(effects: readonly Effect[]): readonly Node[] {
  return leavesOf(effects).flatMap((effect) => {
    switch (effect.kind) {
      case 'create':
        return nodesOfCreation(effect);
      case 'become':
      case 'availability':
        return [effect.class];
      default:
        return [];
    }
  });
}

function nodesOfCreation({ class: of, bare, inside = [], then = [] }: CreateEffect): readonly Node[] {
  return [...(bare === undefined ? [of] : []), ...inside.flatMap(nodesOfCreation), ...nodesOfClasses(then)];
}

/** Of a computed class all that it may be. */
function classesOf(node: Node, { program: { model }, book }: Studied): readonly number[] {
  const term = termOf(book, node);
  const value = constantValue(term);
  if (value !== undefined) return [value];
  const { least, most } = possibleOf(term, { model, kinds: new Map() });
  return model.classes.map(({ index }) => index).filter((index) => index >= least && index <= most);
}
