/**
 * Thrown where somebody has to decide and nothing can wait: the turn is undone, and run again when the decision is
 * taken.
 */
export class DecisionNeeded extends Error {
  override readonly name = 'DecisionNeeded';
}
