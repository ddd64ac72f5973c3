import type { GameModel, PartFacts } from '../model/game-model.js';
import { classNamed, named } from './content-names.js';
import { isPredefined } from './designs.js';
import { type ImportedGame, setCell } from './imported-game.js';

/** What is true of designs: most of it follows from their hull and parts. */
export function fillDesigns(made: ImportedGame): void {
  for (const design of made.allDesigns) {
    const id = made.designs.get(design.id) ?? 0;
    const who = `design ${design.id}`;
    const names = design.parts.filter((part) => part !== '');
    const parts = names.map((name) => named(made.game.parts, 'part', name, who));
    setCell(made, 'id', id, design.id);
    setCell(made, 'hull', id, classNamed(made.game, 'Hull', design.hull, who));
    // Players give designs of their own any name; only those of content are asked for by name.
    setCell(made, 'designName', id, isPredefined(design) ? (made.game.word('designName', design.name) ?? 0) : 0);
    setCell(made, 'predefined', id, Number(isPredefined(design)));
    setCell(made, 'monster', id, Number(design.isMonster));
    setCell(made, 'armed', id, Number(isArmed(parts)));
    countParts(made, id, names, parts);
    markTags(made, id, [...(made.game.hullTags.get(design.hull) ?? []), ...parts.flatMap(({ tags }) => tags)]);
  }
}

/** A weapon that hits, or fighters and a bay to launch them from. */
function isArmed(parts: readonly PartFacts[]): boolean {
  const has = (wanted: string): boolean => parts.some(({ partClass }) => partClass === wanted);
  return (
    parts.some(({ partClass, capacity }) => partClass === 'ShortRange' && capacity > 0) ||
    (has('FighterHangar') && has('FighterBay'))
  );
}

function countParts(
  { game, state }: ImportedGame,
  id: number,
  names: readonly string[],
  parts: readonly PartFacts[],
): void {
  const count = (columns: GameModel['partCounts'], key: string): void => {
    const column = columns.get(key);
    if (column !== undefined) state.cells[column.index][id]++;
  };
  for (const name of names) count(game.partCounts, name);
  for (const { partClass } of parts) count(game.partClassCounts, partClass);
  if (game.allParts !== undefined) state.cells[game.allParts.index][id] = parts.length;
}

function markTags({ game, state }: ImportedGame, id: number, tags: readonly string[]): void {
  for (const [tag, column] of game.designTags) {
    if (tag === '' ? tags.length > 0 : tags.includes(tag)) state.cells[column.index][id] = 1;
  }
}
