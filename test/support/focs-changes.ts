import { setAvailable } from '../../src/components/availability.js';
import { writeCell } from '../../src/components/cells.js';
import { connect, disconnect } from '../../src/components/lanes.js';
import type { Column, ColumnType } from '../../src/model/model.js';
import { setNetwork } from '../../src/components/networks.js';
import { placementBy, put } from '../../src/components/place.js';
import { bear, destroy } from '../../src/state/object-life.js';
import { setOwner } from '../../src/components/ownership.js';
import { liveIds } from '../../src/components/live-objects.js';
import { setRelated } from '../../src/components/relations.js';
import { setSighted } from '../../src/components/sights.js';
import { setSeen } from '../../src/components/visibility.js';
import type { WorldState } from '../../src/components/state.js';
import type { GameModel } from '../../src/content/focs/model/create-game-model.js';
import { EdictError } from '../../src/kernel/errors.js';
import type { Choices } from './choices.js';

/** What a host may change between passes. Equal worlds and equal choices give equal changes. */
export function changeGame(state: WorldState, game: GameModel, choices: Choices): void {
  const all = [...liveIds(state)];
  const ofKind = (kind: number): readonly number[] => all.filter((id) => state.identity.kind[id] === kind);
  const nodes = ofKind(game.kinds.system);
  const empires = ofKind(game.kinds.empire);
  const objects = all.filter(
    (id) => ![game.kinds.galaxy, game.kinds.empire, game.kinds.design].includes(state.identity.kind[id]),
  );
  if (nodes.length === 0 || empires.length === 0 || objects.length === 0) return;
  const concerned = {
    state,
    game,
    choices,
    object: choices.pick(objects),
    any: choices.pick(all),
    node: choices.pick(nodes),
    other: choices.pick(nodes),
    empire: choices.pick(empires),
    rival: choices.pick(empires),
  };
  try {
    choices.pick(changes)(concerned);
  } catch (error) {
    // Not everything can be put everywhere.
    if (!(error instanceof EdictError)) throw error;
  }
}

interface Concerned {
  readonly state: WorldState;
  readonly game: GameModel;
  readonly choices: Choices;
  readonly object: number;
  readonly any: number;
  readonly node: number;
  readonly other: number;
  readonly empire: number;
  readonly rival: number;
}

type Change = (concerned: Concerned) => void;

const anyCell: Change = ({ state, choices, any }) => {
  const columns = state.model.columns.filter((column) => column.kinds[state.identity.kind[any]] === 1);
  if (columns.length > 0) write(state, choices, choices.pick(columns), any);
};

/** One of the columns that real content looks at most, of some objects. */
const columnOfSome: Change = ({ state, game, choices }) => {
  const chosen =
    state.model.columns[
      choices.oneIn(2)
        ? choices.pick([...game.meters.values()]).initial
        : game.column(
            choices.pick([
              'species',
              'focus',
              'planetType',
              'planetSize',
              'star',
              'lastTurnConquered',
              'lastTurnFocusChanged',
              'nextSystem',
              'aggressive',
              'design',
              'capital',
            ]),
          ).index
    ];
  for (const id of liveIds(state))
    if (chosen.kinds[state.identity.kind[id]] === 1 && choices.oneIn(4)) write(state, choices, chosen, id);
};

function write(state: WorldState, choices: Choices, column: Column, id: number): void {
  writeCell(state, column, id, valueOf(column.type, state, choices));
}

function valueOf(type: ColumnType, state: WorldState, choices: Choices): number {
  switch (type.name) {
    case 'number':
      return choices.pick([0, 1, 3, 5, 12.5, 0.1, -2.5, 118, 1e5]);
    case 'boolean':
      return choices.below(2);
    case 'entity':
      return choices.oneIn(3) ? 0 : choices.pick([...liveIds(state)]);
    case 'enumeration':
      return choices.between(0, state.model.enumerations[type.index].members.length);
    case 'class':
      return choices.between(0, state.model.classes.length);
    case 'kind':
      return choices.between(1, state.model.kinds.length);
  }
}

const changes: readonly Change[] = [
  anyCell,
  anyCell,
  columnOfSome,
  columnOfSome,
  columnOfSome,
  ({ state, choices, object, empire }) => {
    setOwner(state, object, choices.oneIn(4) ? 0 : empire);
  },
  ({ state, object, node }) => {
    const placement = placementBy(state, state.model.kinds[state.identity.kind[object] - 1], node);
    if (placement !== undefined) put(state, object, placement);
  },
  ({ state, choices, object }) => {
    put(state, object, { at: 'point', x: choices.between(0, 900), y: choices.between(0, 900) });
  },
  ({ state, choices, node, other }) => {
    (choices.oneIn(3) ? disconnect : connect)(state, node, other);
  },
  ({ state, choices, object, empire }) => {
    setSeen(state, empire, object, choices.oneIn(2));
  },
  ({ state, game, choices, node, empire }) => {
    setSighted(state, choices.pick(Object.values(game.sights)), empire, node, choices.oneIn(2));
  },
  ({ state, game, choices, node, empire }) => {
    setNetwork(state, game.networks.supply, empire, node, choices.below(4));
  },
  ({ state, game, choices, empire }) => {
    const kind = choices.pick(['Tech', 'Tech', 'BuildingType', 'Hull', 'Part'] as const);
    setAvailable(state, empire, game.classOf(kind, choices.pick(game.namesOf(kind))) ?? 0, choices.oneIn(2));
  },
  ({ state, game, choices, empire, rival }) => {
    setRelated(state, choices.pick(Object.values(game.relations)), empire, rival, choices.oneIn(2));
  },
  ({ state, object }) => {
    destroy(state, object);
  },
  ({ state, game, choices, object, empire }) => {
    const type = game.classOf('BuildingType', choices.pick(game.namesOf('BuildingType'))) ?? 0;
    bear(state, {
      kind: game.kinds.building,
      class: type,
      name: '',
      owner: choices.oneIn(4) ? 0 : empire,
      place: { at: 'object', object },
      created: 1,
    });
  },
];
