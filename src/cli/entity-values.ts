import type { Program } from '../ir/program.js';

/** Says whether a value that an action tells, by the rule, text and name, is an object. */
export function entityValues({ rules }: Program): (rule: string, text: string, name: string) => boolean {
  const names = new Set<string>();
  for (const list of rules.triggers.lists) {
    for (const { deed } of list.actions) {
      if (deed.by !== 'effects') continue;
      for (const effect of deed.effects) {
        if (effect.kind !== 'message') continue;
        for (const { name, value } of effect.values)
          if (value.type.name === 'entity') names.add(keyOf(list.name, effect.text, name));
      }
    }
  }
  return (rule, text, name) => names.has(keyOf(rule, text, name));
}

function keyOf(...parts: readonly string[]): string {
  return parts.join('\0');
}
