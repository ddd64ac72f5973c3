import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files that several projects have, such as those of the package, are parsed once. */
const parsed = ts.createDocumentRegistry();

/** A project of one file that uses the package, as an editor opens it. */
export function editing(text: string) {
  const file = `${root}test/types/edited.ts`;
  const { sys } = ts;
  const service = ts.createLanguageService(
    {
      getCompilationSettings: () => ({
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: true,
        noEmit: true,
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        types: [],
      }),
      getScriptFileNames: () => [file],
      getScriptVersion: (name) => (name === file ? text : ''),
      getScriptSnapshot(name) {
        const found = name === file ? text : sys.readFile(name);
        return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      fileExists: (name) => name === file || sys.fileExists(name),
      readFile: (name) => sys.readFile(name),
      directoryExists: (name) => sys.directoryExists(name),
      getDirectories: (name) => sys.getDirectories(name),
    },
    parsed,
  );
  return {
    /** The documentation that an editor shows over the first place of a word. */
    shownOver: (word: string): string =>
      ts.displayPartsToString(service.getQuickInfoAtPosition(file, text.indexOf(word))?.documentation),
    /** The names that an editor offers at a place. */
    offeredAt: (place: string): readonly string[] =>
      service.getCompletionsAtPosition(file, text.indexOf(place), undefined)?.entries.map(({ name }) => name) ?? [],
    /** `at`: the word where an error stands, in a line counted from 1. */
    errors: () =>
      service.getSemanticDiagnostics(file).map(({ messageText, start = 0 }) => ({
        at: text.slice(start).split(/\W/)[0],
        line: text.slice(0, start).split('\n').length,
        message: ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0],
      })),
    /** How often the compiler has put types into generic ones, a measure of its work. */
    instantiations: (): number => service.getProgram()?.getInstantiationCount() ?? 0,
  };
}
