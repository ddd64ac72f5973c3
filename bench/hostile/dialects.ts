import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentLimits } from '../../src/content/antares/parse/document.js';
import { loadLevel } from '../../src/content/antares/level/load-level.js';
import { readDocument } from '../../src/content/antares/parse/read-document.js';
import { checkDocument } from '../../src/content/civ/parse/check-document.js';
import { usedNames } from '../../src/content/civ/parse/declared-names.js';
import { xmlLimits, readXml } from '../../src/content/civ/parse/read-xml.js';
import { loadGame } from '../../src/content/focs/game.js';
import { defaultTextLimits } from '../../src/content/focs/parse/text/text-limits.js';
import { loadCampaign } from '../../src/content/lst/load-campaign.js';
import { fixtureCampaign } from '../../src/content/lst/parse/campaign-text.js';
import { l5rFormat } from '../../src/content/l5r/scenarios/l5r-format.js';
import { EdictError } from '../../src/kernel/errors.js';
import { type HostileCase, outcomeOf } from './case.js';

type LineOf = (index: number) => string;

/** As many lines as fit into so many characters. */
function linesOf(characters: number, line: LineOf): readonly string[] {
  return Array.from({ length: Math.floor(characters / (1 + line(999_999).length)) }, (_, i) => line(i));
}

// --- FreeOrion's content
// ----------------------------------------------------------------------------------------------

const special = (name: string, rest: string): string => `Special name = "${name}" description = "" ${rest}`;

/** The text of one file of content, in so many characters. */
const games: Readonly<Record<string, (characters: number) => string>> = {
  items: (size) => linesOf(size, (i) => special(`S${String(i)}`, '')).join('\n'),
  'items of one name': (size) => linesOf(size, () => special('S', '')).join('\n'),
  'items with wrong names': (size) =>
    linesOf(size, (i) =>
      special(
        `S${String(i)}`,
        `effectsgroups = EffectsGroup scope = HasSpecial name = "X${String(i)}" effects = Destroy`,
      ),
    ).join('\n'),
  'wrong items': (size) => linesOf(size, () => 'Specail name = "S"').join('\n'),
  groups: (size) =>
    linesOf(size, (i) =>
      special(`S${String(i)}`, 'effectsgroups = EffectsGroup scope = Ship effects = SetIndustry value = Value + 1'),
    ).join('\n'),
  'one wide condition': (size) =>
    special(
      'S',
      `effectsgroups = EffectsGroup scope = Or [ ${linesOf(size - 200, () => 'Ship').join('\n')} ] effects = Destroy`,
    ),
  'one wide value': (size) =>
    special(
      'S',
      `effectsgroups = EffectsGroup scope = Ship effects = SetIndustry value = max(${linesOf(size - 200, () => '1,').join('')}1)`,
    ),
  macros: (size) => linesOf(size, (i) => `M${String(i)}\n'''Ship'''\n`).join('\n'),
  'macros that call macros': (size) =>
    `${linesOf(size / 2, (i) => `M${String(i)}\n'''[[M${String(i + 1)}]]'''\n`).join('\n')}\n${special('S', '[[M0]]')}`,
  'macros that double': () =>
    `M0\n'''x'''\n${Array.from({ length: 40 }, (_, i) => `M${String(i + 1)}\n'''[[M${String(i)}]][[M${String(i)}]]'''\n`).join('\n')}${special('S', '[[M40]]')}`,
  'macros that are not there': (size) => linesOf(size, (i) => special(`S${String(i)}`, `[[X${String(i)}]]`)).join('\n'),
  'calls of one macro': (size) =>
    `M\n'''stealth = 1'''\n${linesOf(size, (i) => special(`S${String(i)}`, '[[M]]')).join('\n')}`,
  includes: (size) => linesOf(size, (i) => `#include "x${String(i)}.inf"`).join('\n'),
};

const gameCases: readonly HostileCase[] = Object.entries(games).map(([name, textOf]) => ({
  format: 'focs',
  name,
  prepare(share, folder) {
    mkdirSync(join(folder, 'specials'));
    writeFileSync(join(folder, 'specials', 'hostile.focs.txt'), textOf(defaultTextLimits.file * 0.9 * share));
    return () => {
      const { errors, warnings } = loadGame(folder);
      return outcomeOf(errors, warnings);
    };
  },
}));

// --- XML of expressions
// -----------------------------------------------------------------------------------------------

const documents: Readonly<Record<string, (characters: number) => string>> = {
  'empty elements': (size) => `<a>${'<b/>'.repeat(size / 4 - 10)}</a>`,
  elements: (size) =>
    `<a>${linesOf(Math.min(size, (32_000_000 * size) / xmlLimits.length), (i) => `<b><Type>T${String(i)}</Type></b>`).join('\n')}</a>`,
  conditions: (size) =>
    `<a>${linesOf(size, (i) => `<b><Type>T${String(i)}</Type><TrainCondition><Has><GOMType>GOM_TECH</GOMType><ID>TECH_${String(i)}</ID></Has></TrainCondition></b>`).join('\n')}</a>`,
  'wrong conditions': (size) =>
    `<a>${linesOf(size, (i) => `<b><Type>T${String(i)}</Type><TrainCondition><Hsa/></TrainCondition></b>`).join('\n')}</a>`,
  'one wide condition': (size) =>
    `<a><b><Type>T</Type><TrainCondition><And>${linesOf(size - 200, () => '<Has><GOMType>GOM_TECH</GOMType><ID>T</ID></Has>').join('\n')}</And></TrainCondition></b></a>`,
  'wrong parts of one condition': (size) =>
    `<a><b><Type>T</Type><TrainCondition><And>${linesOf(size - 200, () => '<Hsa/>').join('\n')}</And></TrainCondition></b></a>`,
  manipulators: (size) =>
    `<a>${linesOf(size, () => '<b><Type>BUILDING_A</Type><PropertyManipulators><PropertySource><Active>1</Active></PropertySource></PropertyManipulators></b>').join('\n')}</a>`,
  'deep elements': (size) => `<a>${linesOf(size, () => `${'<b>'.repeat(990)}${'</b>'.repeat(990)}`).join('\n')}</a>`,
  attributes: (size) => `<a ${linesOf(size, (i) => `k${String(i)}=""`).join(' ')}/>`,
  'one text': (size) => `<a>${'x'.repeat(size - 10)}</a>`,
};

const documentCases: readonly HostileCase[] = Object.entries(documents).map(([name, textOf]) => ({
  format: 'xml',
  name,
  prepare(share) {
    const text = textOf(xmlLimits.length * 0.99 * share);
    return () => {
      const { root, problem } = readXml(text, 'hostile.xml');
      if (root === undefined) return outcomeOf([problem], []);
      const { issues } = checkDocument(root, usedNames([root]), 'intended');
      return outcomeOf(
        issues.filter(({ severity }) => severity === 'error'),
        issues.filter(({ severity }) => severity !== 'error'),
      );
    };
  },
}));

// --- Procyon
// ----------------------------------------------------------------------------------------------------------

const level = 'players: [{type: "human"}, {type: "cpu"}]\nbases:\n  ship: {maxHealth: 100, maxSpeed: 2.0}\n';
const initials = 'initials:\n  * {base: "ship", owner: 0, position: [0, 0]}\n';
const condition = (rest: string): string => `  * {when: {type: "time", op: "ge", duration: "0s"}, action: [${rest}]}`;

/** Lines that hold so many values each, of which a document may have only so many. */
function valuesIn(size: number, values: number, line: LineOf): readonly string[] {
  const share = size / documentLimits.bytes;
  return linesOf(size, line).slice(0, Math.floor((documentLimits.values * share) / values) - 20);
}

const levels: Readonly<Record<string, (characters: number) => string>> = {
  conditions: (size) =>
    `${level}${initials}conditions:\n${valuesIn(size, 9, () => condition('{type: "win", player: 0}')).join('\n')}\n`,
  'wrong conditions': (size) =>
    `${level}${initials}conditions:\n${valuesIn(size, 2, () => '  * {wehn: 1}').join('\n')}\n`,
  initials: (size) =>
    `${level}initials:\n${valuesIn(size, 6, (i) => `  * {base: "ship", owner: 0, position: [${String(i)}, 0]}`).join('\n')}\nconditions: []\n`,
  'initials of wrong bases': (size) =>
    `${level}initials:\n${valuesIn(size, 6, (i) => `  * {base: "shpi${String(i)}", owner: 0, position: [0, 0]}`).join('\n')}\nconditions: []\n`,
  bases: (size) =>
    `players: [{type: "human"}]\nbases:\n${valuesIn(size - 200, 3, (i) => `  ship${String(i)}: {maxHealth: 100, maxSpeed: 2.0}`).join('\n')}\ninitials: []\nconditions: []\n`,
  'values of nothing': (size) => `a: [${'0,'.repeat((documentLimits.values * size) / documentLimits.bytes - 10)}0]\n`,
  'lists of nothing': (size) => `a: [${'[],'.repeat((documentLimits.values * size) / documentLimits.bytes - 10)}[]]\n`,
  'one condition of many actions': (size) =>
    `${level}${initials}conditions:\n${condition(valuesIn(size, 3, () => '{type: "win", player: 0}').join(', '))}\n`,
  'wrong actions': (size) =>
    `${level}${initials}conditions:\n${condition(valuesIn(size, 2, () => '{type: "wni"}').join(', '))}\n`,
};

const levelCases: readonly HostileCase[] = Object.entries(levels).map(([name, textOf]) => ({
  format: 'procyon',
  name,
  prepare(share) {
    const bytes = Buffer.from(textOf(documentLimits.bytes * 0.99 * share));
    return () => {
      const read = readDocument('hostile.pn', bytes);
      if (!read.ok) return `refused: ${read.problem.message}`;
      const { problems, hazards } = loadLevel(read.value, 'sound');
      return outcomeOf(problems, hazards);
    };
  },
}));

// --- campaigns
// --------------------------------------------------------------------------------------------------------

const number = 'DEFAULTVARIABLEVALUE:NUMBER|0';

/** Lines of a campaign; so many characters in all. Its files have no other limit than that of all. */
const campaigns: Readonly<Record<string, (characters: number) => readonly string[]>> = {
  variables: (size) => [number, ...linesOf(size, (i) => `GLOBAL:V${String(i)}`)],
  modifiers: (size) => [number, 'GLOBAL:V', ...linesOf(size, (i) => `MODIFY:V|ADD|${String(i)}`)],
  'variables of variables': (size) => [
    number,
    ...linesOf(size, (i) => `GLOBAL:V${String(i)}`).slice(0, size / 50),
    ...linesOf(size / 2, (i) => `MODIFY:V${String(i + 1)}|ADD|V${String(i)}`).slice(0, size / 50 - 1),
  ],
  'functions of functions': (size) => [
    number,
    ...linesOf(size, (i) => `FUNCTION:f${String(i)}\tVALUE:f${String(i + 1)}(arg(0))+1`),
  ],
  'functions that double': () => [
    number,
    'GLOBAL:V',
    'FUNCTION:f0\tVALUE:arg(0)+1',
    ...Array.from({ length: 40 }, (_, i) => `FUNCTION:f${String(i + 1)}\tVALUE:f${String(i)}(1)+f${String(i)}(2)`),
    'MODIFY:V|SET|f40(1)',
  ],
  'formulas of a function': (size) => [
    number,
    'GLOBAL:V',
    `FUNCTION:f\tVALUE:${'arg(0)+'.repeat(900)}1`,
    ...linesOf(size, (i) => `MODIFY:V|ADD|f(${String(i)})`),
  ],
  'wrong names': (size) => [
    number,
    ...linesOf(size / 2, (i) => `GLOBAL:Value${String(i)}`),
    ...linesOf(size / 2, (i) => `MODIFY:Vlaue${String(i)}|ADD|1`),
  ],
  'wrong lines': (size) => linesOf(size, (i) => `GLOABL:V${String(i)}`),
  'wide formulas': (size) => [
    number,
    'GLOBAL:V',
    ...linesOf(size, (i) => `MODIFY:V|ADD|${'V+'.repeat(900)}${String(i)}`),
  ],
};

const campaignCharacters = 8_000_000;

const campaignCases: readonly HostileCase[] = Object.entries(campaigns).map(([name, linesFor]) => ({
  format: 'lst',
  name,
  prepare(share) {
    const text = fixtureCampaign(linesFor(campaignCharacters * share));
    return () => {
      const loaded = loadCampaign(text);
      return outcomeOf(loaded.ok ? [] : loaded.problems, loaded.warnings);
    };
  },
}));

// --- timing scenarios
// -------------------------------------------------------------------------------------------------

const timings: Readonly<Record<string, LineOf>> = {
  scenarios: (i) => `{"id":"s${String(i)}","given":{"players":["A"]},"when":[]}`,
  'wrong scenarios': (i) => `{"id":"s${String(i)}","givne":{}}`,
  'scenarios of one id': () => '{"id":"s","given":{"players":["A"]},"when":[]}',
};

const timingCases: readonly HostileCase[] = Object.entries(timings).map(([name, line]) => ({
  format: 'timing/1',
  name,
  prepare(share) {
    const text = `{"format":"timing/1","scenarios":[${linesOf(12_000_000 * share, line).join(',\n')}]}`;
    return () => {
      try {
        return `${String(l5rFormat.load({ file: 'hostile.json', text }).length)} scenarios`;
      } catch (error) {
        if (error instanceof EdictError) return `refused: ${error.message.slice(0, 80)}`;
        throw error;
      }
    };
  },
}));

/** The worst files that we know of in the languages of games. */
export const dialectCases: readonly HostileCase[] = [
  ...gameCases,
  ...documentCases,
  ...levelCases,
  ...campaignCases,
  ...timingCases,
];
