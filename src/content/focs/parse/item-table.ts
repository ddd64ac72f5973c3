import type { ItemKind } from '../syntax.js';
import { readConstruct, type Construct, type ParameterSpec } from './construct.js';
import { conditionLabels, tupleLabels } from './words.js';

/** What an item of a kind says, in any order. */
export interface ItemSpec {
  readonly kind: ItemKind;
  readonly fields: ReadonlyMap<string, ParameterSpec>;
  /** Labels that may come more than once. */
  readonly repeated: ReadonlySet<string>;
  readonly flags: ReadonlySet<string>;
}

const texts = 'name:text description:text';
const producible =
  'buildcost buildtime tags?:text* location? enqueuelocation? exclusions?:text* consumption?:any effectsgroups?:any';

/** As construct.ts reads them; `+Word` is a bare word of the item. */
const table: Readonly<Record<ItemKind, string>> = {
  Tech: `${texts} short_description:text category:text researchcost researchturns +Researchable +Unresearchable tags?:text* prerequisites?:text* unlock?:any
    effectsgroups?:any graphic?:text`,
  BuildingType: `${texts} captureresult?:CaptureResult +Producible +Unproducible ${producible} icon:text`,
  Species: `${texts} gameplay_description?:text +Playable +Native +CanProduceShips +CanColonize tags?:text* foci?:any preferredfocus?:text effectsgroups?:any
    combattargets? environments?:any graphic?:text`,
  SpeciesCensusOrdering: 'tag?:text',
  Special: `${texts} stealth? spawnrate? spawnlimit? capacity? location? effectsgroups?:any graphic?:text`,
  Part: `${texts} class:PartClass capacity? damage? shots? +NoDefaultCapacityEffect combattargets? mountableslottypes?:SlotType* ${producible} icon?:text
    +Producible +Unproducible`,
  Hull: `${texts} speed fuel stealth structure +NoDefaultFuelEffect +NoDefaultSpeedEffect +NoDefaultStealthEffect +NoDefaultStructureEffect slots?:any
    ${producible} icon?:text graphic?:text +Producible +Unproducible`,
  FieldType: `${texts} stealth tags?:text* effectsgroups?:any graphic:text`,
  ShipDesign: `${texts} uuid?:text +NoStringtableLookup hull:text parts:text* icon?:text model:text`,
  ShipDesignOrdering: 'uuid?:text',
  Statistic: 'name:text value:any',
  Article: 'name:text category:text short_description:text description:text icon:text',
  GameRule: `${texts} category?:text type:RuleType default:any min? max? allowed?:text*`,
  MonsterFleet: 'name:text ships:text* spawnrate? spawnlimit? location?',
  Fleet: 'name:text ships:text*',
  Item: 'type:UnlockType name:text',
  Category: 'name:text graphic:text colour:any',
};

const orderings: readonly ItemKind[] = ['SpeciesCensusOrdering', 'ShipDesignOrdering'];

export function readItemSpecs(): ItemSpec[] {
  return (Object.keys(table) as ItemKind[]).map((kind) => {
    const [parts] = readConstruct(kind, table[kind]).ways;
    const fields = new Map(parts.filter(({ want }) => want !== 'flag').map((part) => [part.label, part]));
    return {
      kind,
      fields,
      repeated: new Set(orderings.includes(kind) ? fields.keys() : []),
      flags: new Set(parts.filter(({ want }) => want === 'flag').map(({ label }) => label)),
    };
  });
}

/**
 * The parts of one entry of a list, in order, by the label of the list; with the word that begins one, where there is
 * such a word.
 */
export const entryTable: ReadonlyMap<string, { readonly word: string | undefined; readonly construct: Construct }> =
  new Map(
    (
      [
        ['environments', undefined, 'type:PlanetType environment:PlanetEnvironment'],
        ['foci', 'Focus', 'name:text description:text location? graphic?:text'],
        ['slots', 'Slot', 'type:SlotType position?:any'],
        ['unlock', 'Item', 'type:UnlockType name:text'],
        ['consumption', 'Special', 'name?:text consumption condition?'],
        ['parameters', undefined, 'tag:text data:any'],
      ] as const
    ).map(([label, word, line]) => [label, { word, construct: readConstruct(word ?? label, line) }]),
  );

/** Every label of an item or of a part of one. */
export function itemLabels(): Set<string> {
  const parts = [...entryTable.values()].flatMap(({ construct }) => [...construct.labels]);
  return new Set([
    ...readItemSpecs().flatMap(({ fields }) => [...fields.keys()]),
    ...parts,
    ...entryTable.keys(),
    ...conditionLabels,
    ...tupleLabels,
  ]);
}
