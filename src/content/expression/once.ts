import type { IParserConfig } from 'chevrotain';

export function once<Value>(build: () => Value): () => Value {
  let built: { readonly value: Value } | undefined;
  return () => (built ??= { value: build() }).value;
}

/** Of a parser from which only the failure's place is taken: the library's sentences list tokens by class names. */
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
