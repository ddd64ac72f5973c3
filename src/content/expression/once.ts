import type { IParserConfig } from 'chevrotain';

export function once<Value>(build: () => Value): () => Value {
  let built: { readonly value: Value } | undefined;
  return () => (built ??= { value: build() }).value;
}

/** Messages are not used: the library's list tokens by class names. */
export const placeOnly: IParserConfig = {
  maxLookahead: 1,
  recoveryEnabled: false,
  errorMessageProvider: {
    buildMismatchTokenMessage: () => '',
    buildNotAllInputParsedMessage: () => '',
    buildNoViableAltMessage: () => '',
    buildEarlyExitMessage: () => '',
  },
};
