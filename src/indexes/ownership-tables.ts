import type { Model } from '../model/model.js';

/** By kind, how its objects are owned. `nobody`: no live kind. */
export const ownershipRule = { nobody: 0, inherited: 1, faction: 2, stored: 3, through: 4 } as const;

export interface OwnershipTables {
  readonly rule: Uint8Array;
  /** By kind: the kind of the objects through which it is owned, else 0. */
  readonly through: Uint8Array;
  /** By kind: 1 where another kind is owned through it. */
  readonly passesOn: Uint8Array;
  readonly hasThrough: boolean;
  /** Some kind cannot be owned and can hang on something. */
  readonly hasInherited: boolean;
}

/** One entry for every number that a row's kind can have. */
const kindNumbers = 256;

export function ownershipTables({ kinds }: Model): OwnershipTables {
  const rule = new Uint8Array(kindNumbers);
  const through = new Uint8Array(kindNumbers);
  const passesOn = new Uint8Array(kindNumbers);
  for (const { index, faction, ownership } of kinds) {
    if (faction) rule[index] = ownershipRule.faction;
    else if (ownership.rule === 'none') rule[index] = ownershipRule.inherited;
    else rule[index] = ownershipRule[ownership.rule];
    if (faction || ownership.rule !== 'through') continue;
    through[index] = ownership.kind;
    passesOn[ownership.kind] = 1;
  }
  return {
    rule,
    through,
    passesOn,
    hasThrough: passesOn.includes(1),
    hasInherited: kinds.some((kind) => rule[kind.index] === ownershipRule.inherited && kind.attachesTo.length > 0),
  };
}
