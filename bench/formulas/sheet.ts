import { type Amount, amountText } from './amount.js';

export type SheetModification = 'SET' | 'MULTIPLY' | 'DIVIDE' | 'ADD' | 'MAX' | 'MIN';

export interface SheetModifier {
  readonly modification: SheetModification;
  readonly amount: Amount;
}

export interface SheetVariable {
  readonly name: string;
  readonly modifiers: readonly SheetModifier[];
}

/** An object that can be granted. */
export interface SheetObject {
  readonly scope: string;
  readonly key: string;
  readonly modifiers: readonly { readonly variable: string; readonly modifier: SheetModifier }[];
}

/** Generated content: global numbers with modifiers, of which each reads only what stands before it. */
export interface Sheet {
  /** Channels, which hosts write. */
  readonly inputs: readonly string[];
  /** Made again each time, because a million of them need not be kept. */
  variables(): Iterable<SheetVariable>;
  readonly objects: readonly SheetObject[];
}

/** A sheet as content is written. */
export interface SheetText {
  readonly lines: string[];
  readonly objects: { scope: string; key: string; tokens: string[] }[];
}

export function sheetText({ inputs, variables, objects }: Sheet): SheetText {
  const lines = ['DEFAULTVARIABLEVALUE:NUMBER|0'];
  for (const name of inputs) lines.push(`CHANNEL:PC|NUMBER=${name}`);
  for (const { name } of variables()) lines.push(`GLOBAL:NUMBER=${name}`);
  for (const { name, modifiers } of variables())
    for (const modifier of modifiers) lines.push(modifierText(name, modifier));
  return {
    // As files give them: parts of one long text.
    lines: lines.join('\n').split('\n'),
    objects: objects.map(({ scope, key, modifiers }) => ({
      scope,
      key,
      tokens: modifiers.map(({ variable, modifier }) => modifierText(variable, modifier)),
    })),
  };
}

function modifierText(variable: string, { modification, amount }: SheetModifier): string {
  return `MODIFY:${variable}|${modification}|${amountText(amount)}`;
}
