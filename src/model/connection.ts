/**
 * A connection leads from an object to other objects, in an order and possibly to some of them several times: "the
 * cities of a player", "the plots near a unit". It is a row of steps; each takes the objects that the one before has
 * found, one after the other, and what it finds for each stands side by side.
 */
export type Step =
  /** Every object of a kind, by ascending id, whatever it starts from; only where it is the first step. */
  | { readonly by: 'objects'; readonly kind: number }
  /** The one faction that it belongs to. */
  | { readonly by: 'owner' }
  /** What it is attached to. */
  | { readonly by: 'parent' }
  /** What its reference property leads to. */
  | { readonly by: 'reference'; readonly column: number }
  /** What is attached to it, of a kind, by ascending id. */
  | { readonly by: 'attached'; readonly kind: number }
  /** Of what stored owner it is, of a kind, by ascending id. */
  | { readonly by: 'owned'; readonly kind: number }
  /** Whose reference property leads to it, of a kind, by ascending id. */
  | { readonly by: 'referrers'; readonly column: number; readonly kind: number }
  /** The objects of its list of a link, in the order of the list, repeats kept. */
  | { readonly by: 'listed'; readonly link: number }
  /** The objects that have it in their list of a link, each once, by ascending id. */
  | { readonly by: 'listing'; readonly link: number }
  /**
   * The objects on a grid at most so many columns and rows away from the one at whose point it is: by column (from the
   * left), then by row. What lies several times around a wrapped grid comes as often.
   */
  | { readonly by: 'square'; readonly grid: number; readonly distance: number }
  /** Keeps those of a kind. */
  | { readonly by: 'kind'; readonly kind: number }
  /** Keeps those whose boolean property is true. */
  | { readonly by: 'having'; readonly column: number }
  /** Takes out the object that the whole connection started from. */
  | { readonly by: 'others' }
  /** Keeps the first of several times the same object. */
  | { readonly by: 'once' }
  /** Puts all by ascending id. */
  | { readonly by: 'sorted' };

/** A connection from objects of one kind. Several may share a name: one for each kind that it leads from and to. */
export interface Connection {
  readonly index: number;
  readonly name: string;
  /** The kind of the object that it starts from; 0: any. */
  readonly from: number;
  /** The kind of what it leads to; 0: any. */
  readonly to: number;
  readonly steps: readonly Step[];
}

/** An ordered list of objects that an object of one kind keeps, repeats allowed; what is destroyed leaves all lists. */
export interface Link {
  readonly index: number;
  readonly name: string;
  /** Kinds of the objects that keep one. */
  readonly kinds: readonly number[];
  /** The kind of what is listed; 0: any. */
  readonly to: number;
}

/**
 * Objects of a kind at whole coordinates of a plane of limited size: the one at column x and row y has the place (x,
 * y), each from 0.
 */
export interface Grid {
  readonly index: number;
  readonly name: string;
  readonly kind: number;
  readonly width: number;
  readonly height: number;
  /** Beyond the last column comes the first. */
  readonly wrapX: boolean;
  readonly wrapY: boolean;
}

/** Steps as texts of operations show them: `[owner, owned 4]`. */
export function stepsText(steps: readonly Step[]): string {
  return `[${steps.map((step) => [step.by, ...numbersOf(step)].join(' ')).join(', ')}]`;
}

function numbersOf(step: Step): readonly number[] {
  switch (step.by) {
    case 'objects':
    case 'attached':
    case 'owned':
    case 'kind':
      return [step.kind];
    case 'reference':
    case 'having':
      return [step.column];
    case 'referrers':
      return [step.column, step.kind];
    case 'listed':
    case 'listing':
      return [step.link];
    case 'square':
      return [step.grid, step.distance];
    default:
      return [];
  }
}
