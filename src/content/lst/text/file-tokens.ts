import type { LineKind } from './line.js';

/** Tokens of a `.pcc` file that name a file of lines. */
export const lineFiles: ReadonlyMap<string, LineKind> = new Map([
  ['DATACONTROL', 'control'],
  ['VARIABLE', 'variable'],
  ['GLOBALMODIFIER', 'modifier'],
]);

/** Tokens that name a file of objects, and their scope; of `DYNAMIC` each line says it. */
export const objectFiles: ReadonlyMap<string, string | undefined> = new Map([
  ['EQUIPMENT', 'EQUIPMENT'],
  ['EQUIPMOD', 'EQUIPMENT.PART'],
  ['SAVE', 'SAVE'],
  ['SIZE', 'SIZE'],
  ['SKILL', 'SKILL'],
  ['STAT', 'STAT'],
  ['DYNAMIC', undefined],
]);

/** The token of a `.pcc` file that names another one. */
export const includeToken = 'PCC';

/** What a `.pcc` file says of itself to people and to menus: accepted, and of no effect. */
export const informationTokens: ReadonlySet<string> = new Set(
  (
    'BOOKTYPE CAMPAIGN COPYRIGHT COVER DESC GAMEMODE GENRE HELP HIDETYPE INFOTEXT ISLICENSED ISMATURE ' +
    'ISOGL KEY LICENSE LOGO OPTION PUBNAMELONG PUBNAMESHORT PUBNAMEWEB RANK SETTING SHOWINMENU SOURCEDATE ' +
    'SOURCELONG SOURCESHORT SOURCEWEB STATUS TYPE URL'
  ).split(' '),
);

/** Tokens of a `.pcc` file that name files of objects which have no scope here. */
export const otherFiles: ReadonlySet<string> = new Set(
  (
    'ABILITY ABILITYCATEGORY ALIGNMENT ARMORPROF BIOSET CLASS COMPANIONMOD DATATABLE DEITY DOMAIN FEAT ' +
    'KIT LANGUAGE LSTEXCLUDE RACE SHIELDPROF SPELL TEMPLATE WEAPONPROF'
  ).split(' '),
);

export const fileTokens: readonly string[] = [...lineFiles.keys(), ...objectFiles.keys(), includeToken];

/** Lines of an object file that begin with one of these say where the content comes from. */
export const sourceTokens: ReadonlySet<string> = new Set(['SOURCELONG', 'SOURCESHORT', 'SOURCEWEB', 'SOURCEDATE']);
