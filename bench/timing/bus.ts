import { type Answer, type CellName, cardCount, cellNames } from './answers.js';

/** A card as a program that does nothing else would have it. */
export type Card = Record<CellName, number>;

interface Happening {
  readonly id: number;
  readonly type: number;
  readonly card: Card;
  amount: number;
}

interface Listener {
  readonly where: (happening: Happening) => boolean;
  readonly run: (happening: Happening) => void;
}

type Listeners = Readonly<Record<Answer['at'], Listener[]>>;

export interface Bus {
  readonly cards: readonly Card[];
  raise(type: number, card: number, amount: number): void;
  /** Occurrences there have been. */
  count(): number;
  /** By card, then by cell. */
  cells(): readonly number[];
}

/**
 * An event bus as one writes it for a game of cards: listeners by type and point in a map, closures for what they ask
 * and do. Of those that want to answer the first one goes, each once for an occurrence, and after each all are asked
 * again, because it may have changed what they ask for. No decisions, no nesting that could be interrupted, nothing to
 * copy or put back.
 * `change`: what each occurrence itself does.
 */
export function createBus(answers: readonly Answer[], change: ((happening: Happening) => void) | undefined): Bus {
  const cards = Array.from({ length: cardCount }, (): Card => ({ harm: 0, fame: 0, luck: 0 }));
  const listeners = new Map<number, Listeners>();
  for (const answer of answers) {
    const list = listeners.get(answer.type) ?? { before: [], when: [], after: [] };
    listeners.set(answer.type, list);
    list[answer.at].push(listenerOf(answer));
  }
  let count = 0;
  return {
    cards,
    raise(type, card, amount) {
      const happening: Happening = { id: ++count, type, card: cards[card], amount };
      const list = listeners.get(type);
      if (list !== undefined) respond(list.before, happening);
      // Nothing is left of it.
      if (happening.amount <= 0) return;
      change?.(happening);
      if (list === undefined) return;
      respond(list.when, happening);
      respond(list.after, happening);
    },
    count: () => count,
    cells: () => cards.flatMap((card) => cellNames.map((name) => card[name])),
  };
}

function respond(listeners: readonly Listener[], happening: Happening): void {
  if (listeners.length === 0) return;
  const used: Listener[] = [];
  for (;;) {
    const next = listeners.find((listener) => !used.includes(listener) && listener.where(happening));
    if (next === undefined) return;
    used.push(next);
    next.run(happening);
  }
}

function listenerOf({ asks, cell, adds }: Answer): Listener {
  return {
    where: ({ amount }) => amount === asks,
    run:
      adds === 'amount'
        ? ({ card, amount }) => {
            card[cell] += amount;
          }
        : ({ card }) => {
            card[cell] += adds;
          },
  };
}
