import { EdictError } from '../kernel/errors.js';

/** Does something; what is thrown on purpose gives something else, and everything else is thrown on. */
export function catching<Result, Other = Result>(
  act: () => Result,
  otherwise: (error: EdictError) => Other,
): Result | Other {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    return otherwise(error);
  }
}

/** The sentence of an error without the library's name. */
export function bare(error: EdictError): string {
  return error.message.replace(/^edict: /, '');
}

/** Does something; an error in it is told in other words. */
export function retelling<Result>(act: () => Result, tell: (sentence: string, error: EdictError) => string): Result {
  return catching(act, (error) => {
    throw new EdictError(error.code, tell(bare(error), error), error.culprit);
  });
}
