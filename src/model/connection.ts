/**
 * A connection leads from an object to others, in order, with possible repeats: "the cities of a player". Each step
 * maps every object of the one before and concatenates the results.
 */
export type Step =
  /** Every object of a kind, by ascending id, from any start; only as first step. */
  | { readonly by: 'objects'; readonly kind: number }
  /** Its only owner. */
  | { readonly by: 'owner' }
  | { readonly by: 'parent' }
  /** The target of its reference property. */
  | { readonly by: 'reference'; readonly column: number }
  /** Objects of a kind attached to it, by ascending id. */
  | { readonly by: 'attached'; readonly kind: number }
  /** Objects of a kind with it as stored owner, by ascending id. */
  | { readonly by: 'owned'; readonly kind: number }
  /** Objects of a kind whose reference property leads to it, by ascending id. */
  | { readonly by: 'referrers'; readonly column: number; readonly kind: number }
  /** Its list of a link, in order, repeats kept. */
  | { readonly by: 'listed'; readonly link: number }
  /** The objects whose list of a link contains it, each once, by ascending id. */
  | { readonly by: 'listing'; readonly link: number }
  /** The other ends of its edges in a graph, in the order of the edges; parallel edges repeat them. */
  | { readonly by: 'linked'; readonly graph: number }
  /**
   * The objects on a grid at most `distance` steps away from its cell, as the grid counts them: by column (from the
   * left), then by row. A neighbourhood larger than a wrapped grid repeats objects.
   */
  | { readonly by: 'square'; readonly grid: number; readonly distance: number }
  /** Keeps those of a kind. */
  | { readonly by: 'kind'; readonly kind: number }
  /** Keeps those whose boolean property is true. */
  | { readonly by: 'having'; readonly column: number }
  /** Removes the start of the whole connection. */
  | { readonly by: 'others' }
  /** Keeps the first of repeats. */
  | { readonly by: 'once' }
  /** By ascending id. */
  | { readonly by: 'sorted' };

/** `index`: of kinds and classes from 1, of all others from 0. */
export interface Named {
  readonly index: number;
  readonly name: string;
}

/** A connection from objects of one kind. Several may share a name, one for each pair of kinds. */
export interface Connection extends Named {
  /** Kind of the start; 0: any. */
  readonly from: number;
  /** Kind of the results; 0: any. */
  readonly to: number;
  readonly steps: readonly Step[];
}

/** An ordered list of objects kept by an object, repeats allowed; destroyed objects leave all lists. */
export interface Link extends Named {
  /** Kinds that keep one. */
  readonly kinds: readonly number[];
  /** Kind of the listed objects; 0: any. */
  readonly to: number;
}

/** A network of content: edges between objects of a kind, parallel ones allowed, none from an object to itself. */
export interface Graph extends Named {
  readonly kind: number;
  /** Edges lead from their first end alone. */
  readonly directed: boolean;
}

/** Cells of one grid. */
export const mostPoints = 16_777_216;

/**
 * How steps from cell to cell are counted: also diagonally, only along columns and rows, from hexagon to hexagon (odd
 * rows lie half a column further right), or along one column or one row.
 */
export type Neighbourhood = (typeof neighbourhoods)[number];
export const neighbourhoods = ['moore', 'vonNeumann', 'hexagonal', 'axes'] as const;

/** At whole coordinates of a bounded plane: column x and row y are the place (x, y), from 0. */
export interface Grid extends Named {
  readonly kind: number;
  readonly width: number;
  readonly height: number;
  /** The first column follows the last. */
  readonly wrapX: boolean;
  readonly wrapY: boolean;
  readonly neighbourhood: Neighbourhood;
  /** A world begins with an object at each cell. */
  readonly makesCells: boolean;
  /** Of these objects; 0: none. */
  readonly class: number;
}

/** Of a grid that says nothing else. */
export const usualGrid = { neighbourhood: 'moore', makesCells: false, class: 0 } as const;

/** Where the last row is next to the first, hexagons fit together only if there are as many odd rows as even ones. */
export function fitsTogether({
  neighbourhood,
  height,
  wrapY,
}: Pick<Grid, 'neighbourhood' | 'height' | 'wrapY'>): boolean {
  return neighbourhood !== 'hexagonal' || !wrapY || height % 2 === 0;
}

export function stepsText(steps: readonly Step[]): string {
  return `[${steps.map(stepText).join(', ')}]`;
}

function stepText(step: Step): string {
  const { by, column, kind, link, grid, distance, graph }: StepNumbers = step;
  return [by, column, kind, link, grid, distance, graph].filter((part) => part !== undefined).join(' ');
}

/** All that a step may have. */
export type StepNumbers = { readonly by: string } & Readonly<
  Partial<Record<'column' | 'kind' | 'link' | 'grid' | 'distance' | 'graph', number>>
>;
