import type { Handle, World } from './api.js';

/** Those who decide, by ascending id; empty where nobody plays. */
export function playersOf(world: World): readonly Handle[] {
  const { model, rules } = world.program;
  const kind = model.kinds.find(({ index }) => index === rules.timing.players);
  return kind === undefined ? [] : world.query({ kind: kind.name });
}

/**
 * Whether play is over, by what content says of it; never where it says nothing. It is asked of any player, since it is
 * about the world.
 */
export function overByContent(world: World): () => boolean {
  const { players } = world.program.rules.timing;
  const over = world.program.rules.expressions.find(({ name, scope }) => name === 'over' && scope.includes(players));
  let player: Handle | undefined;
  return () => {
    if (over === undefined) return false;
    if (player === undefined || !world.isLive(player)) player = playersOf(world).at(0);
    // Where all players are gone nobody can go on.
    return player === undefined || world.ask(over, player) === true;
  };
}
