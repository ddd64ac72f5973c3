import type { Effect } from './effect.js';
import type { Node } from './node.js';
import type { HeardChange, TimingBook } from './occurrence.js';
import { type Program, type Rule, withWritten } from './rule.js';

export type PlainEffect = Exclude<Effect, { readonly kind: 'branch' }>;

/** An effect, or a jump where a condition is not true. */
export type EffectStep = { readonly effect: PlainEffect } | { readonly unless: Node | undefined; readonly to: number };

export interface HeardTypes {
  /** It may be listened to, or raises occurrences itself. */
  readonly mayHear: (effect: Effect) => boolean;
  /** Undefined where nothing listens to the change. */
  readonly typeOf: (change: HeardChange) => number | undefined;
}

/** `isRaising`: some effect raises occurrences. Undefined where none does and nothing listens. */
export function heardTypes({ types }: TimingBook, isRaising: boolean): HeardTypes | undefined {
  const byKey = new Map<string, number>();
  for (const { index, change } of types) if (change.by === 'effect') byKey.set(keyOf(change.what), index);
  if (byKey.size === 0 && !isRaising) return undefined;
  const hears = (what: string) => [...byKey.keys()].some((key) => key.startsWith(`${what} `));
  const heard = { create: hears('create'), destroy: hears('destroy'), give: hears('give'), move: hears('move') };
  const mayHear = (effect: Effect): boolean => {
    switch (effect.kind) {
      case 'modify':
        return byKey.size > 0 && (byKey.has(`gain ${effect.column}`) || byKey.has(`loss ${effect.column}`));
      case 'create':
      case 'destroy':
      case 'give':
        return heard[effect.kind];
      case 'move':
      case 'put':
        return heard.move;
      case 'raise':
        return true;
      case 'branch':
        return [...effect.then, ...effect.otherwise].some(mayHear);
      default:
        return false;
    }
  };
  return {
    mayHear,
    typeOf: (change) => byKey.get(keyOf(change)),
  };
}

function keyOf(change: HeardChange): string {
  return 'column' in change ? `${change.what} ${change.column}` : `${change.what} ${change.kind}`;
}

/** Itself, or an effect within it. */
export function raises(effect: Effect): boolean {
  switch (effect.kind) {
    case 'raise':
      return true;
    case 'branch':
      return [...effect.then, ...effect.otherwise].some(raises);
    case 'create':
      return [...(effect.then ?? []), ...(effect.inside ?? [])].some(raises);
    default:
      return false;
  }
}

/** Rules with heard or raising effects run one by one like structural ones; the program itself where there are none. */
export function heardProgram(program: Program): Program {
  const known = programs.get(program);
  if (known !== undefined) return known;
  const { timing, rules } = program.rules;
  const heard = heardTypes(
    timing,
    rules.some(({ effects }) => effects.some(raises)),
  );
  const made = heard === undefined ? program : withWritten(programHearing(program, heard.mayHear), program.written);
  programs.set(program, made);
  return made;
}

const programs = new WeakMap<Program, Program>();

function programHearing(program: Program, mayHear: (effect: Effect) => boolean): Program {
  const rules = program.rules.rules.map((rule) =>
    rule.effects.some(mayHear) ? { ...rule, structural: true, heard: true } : rule,
  );
  return { ...program, rules: { ...program.rules, rules } };
}

/** Consequences of a step are resolved before the next. */
export function stepsOf(effects: readonly Effect[]): readonly EffectStep[] {
  const steps: EffectStep[] = [];
  const add = (list: readonly Effect[]) => {
    for (const effect of list) {
      if (effect.kind !== 'branch') {
        steps.push({ effect });
        continue;
      }
      const test = steps.length;
      steps.push({ unless: undefined, to: 0 });
      add(effect.then);
      const leap = steps.length;
      steps.push({ unless: undefined, to: 0 });
      add(effect.otherwise);
      steps[test] = { unless: effect.condition, to: leap + 1 };
      steps[leap] = { unless: undefined, to: steps.length };
    }
  };
  add(effects);
  return steps;
}

/** All heard effects, in fixed order: saved occurrences name them by place, from 1. */
export function createEffectBook(
  rules: readonly Rule[],
  lists: readonly { readonly name: string; readonly effects: readonly Effect[]; readonly rule: () => Rule }[],
  heard: HeardTypes | undefined,
): EffectBook {
  const entries: HeardEffect[] = [];
  const places = new Map<PlainEffect, number>();
  const add = (effects: readonly Effect[], rule: () => Rule) => {
    for (const effect of effects) {
      if (effect.kind === 'branch') {
        add(effect.then, rule);
        add(effect.otherwise, rule);
        continue;
      }
      if (effect.kind !== 'raise' && heard?.mayHear(effect) === true && !places.has(effect)) {
        entries.push({ effect, rule });
        places.set(effect, entries.length);
      }
      if (effect.kind === 'create') add(effect.then ?? [], rule);
    }
  };
  for (const rule of rules) add(rule.effects, () => rule);
  for (const { effects, rule } of lists) add(effects, rule);
  return { placeOf: (effect) => places.get(effect) ?? 0, at: (place) => entries[place - 1] };
}

interface HeardEffect {
  readonly effect: PlainEffect;
  readonly rule: () => Rule;
}

export interface EffectBook {
  /** From 1; 0: nothing listens to it. */
  readonly placeOf: (effect: PlainEffect) => number;
  readonly at: (place: number) => HeardEffect | undefined;
}
