/**
 * The only kind of error that Edict throws on purpose. `message` starts with `edict: ` and states the problem, the
 * expectation and the remedy in one sentence. `code` is stable, for programs. `culprit` names the rule, object or file
 * at fault.
 */
export class EdictError extends Error {
  readonly code: string;
  readonly culprit: string | undefined;

  constructor(code: string, message: string, culprit?: string) {
    super(`edict: ${message}`);
    this.name = 'EdictError';
    this.code = code;
    this.culprit = culprit;
  }
}

/** The message as it was given. */
export function messageOf({ message }: EdictError): string {
  return message.slice('edict: '.length);
}

/** The same error, whose message begins with `who`. */
export function about(who: string, error: EdictError, culprit = error.culprit): EdictError {
  return new EdictError(error.code, `${who}: ${messageOf(error)}`, culprit);
}

/** Ids, variables of objects, words of holdings, entries of lists, frames and delays, edges of networks. */
export type Room = 'places' | 'cells' | 'words' | 'links' | 'frames' | 'edges';

/** A turn without room is undone, and run again where the world may grow. */
export class WorldFullError extends EdictError {
  readonly what: Room;

  constructor(count: number, culprit?: string, what: Room = 'places') {
    const cause = culprit === undefined ? '' : ` while ${culprit} created an object`;
    super(
      'world-full',
      `the world is full: all ${count} ${what} are taken${cause}; reserve more ${what === 'places' ? 'objects' : what}`,
      culprit,
    );
    this.name = 'WorldFullError';
    this.what = what;
  }
}

/** An EdictError of `action` without culprit gets this one. */
export function blaming<T>(who: string, culprit: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw blamed(error, who, culprit);
  }
}

/** The error of `blaming`; other errors as they are. */
export function blamed(error: unknown, who: string, culprit: string): unknown {
  // The world makes room, whatever the culprit.
  if (!(error instanceof EdictError) || error instanceof WorldFullError || error.culprit !== undefined) return error;
  return about(who, error, culprit);
}

/** For a loaded state that no world could have. */
export function damaged(what: string): EdictError {
  return new EdictError('damaged-file', `the saved world is damaged: ${what}; save it again`);
}
