import { EdictError } from '../kernel/errors.js';

/** Only errors that are thrown on purpose. */
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

export function bare(error: EdictError): string {
  return error.message.replace(/^edict: /, '');
}

export function rewording<Result>(act: () => Result, tell: (sentence: string, error: EdictError) => string): Result {
  return catching(act, (error) => {
    throw new EdictError(error.code, tell(bare(error), error), error.culprit);
  });
}
