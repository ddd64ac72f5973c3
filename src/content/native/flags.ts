import type { Flag, FlagBranch } from '../../ir/names.js';
import { makeNode } from '../../eval/make-node.js';
import { booleanType } from '../../eval/operation.js';
import { applies } from '../../eval/ops/logic.js';
import { childrenOf } from '../expression/children.js';
import type { Library } from '../expression/compile-expression.js';
import { parseExpression } from '../expression/parse.js';
import type { Expression } from '../expression/syntax.js';
import { quoteText } from '../diagnostics/quote.js';
import type { Declarations } from './declarations.js';
import { longestExpression } from './expression-length.js';
import { type Knowing, askedContext, compileText } from './expression-text.js';
import { type Loading, reportError } from './loading.js';
import type { LoweredModel } from './lower-model.js';
import { type Circle, neededFirst } from './needed-first.js';
import type { ExpressionSource } from './schema.js';
import type { Place } from './source-tree.js';

type Flags = Readonly<Record<string, ExpressionSource>>;

/** One condition of a flag, and where it stands. */
interface Draft {
  readonly flag: string;
  readonly by: FlagBranch['by'];
  readonly index: number;
  readonly kind: number;
  readonly source: Flags;
  /** Other flags that it names. */
  readonly needs: readonly string[];
}

/**
 * Lowers the flags, what is needed first: the conditions of one stand inside those of another. Each comes out as soon
 * as it is done, and what takes them must let later ones know of it.
 */
export function* lowerFlags(
  declarations: Declarations,
  known: LoweredModel & Pick<Knowing, 'library' | 'names'>,
  loading: Loading,
): Generator<Flag> {
  const { model } = known;
  const questions = new Map(model.questions.map(({ name, index }) => [name, index]));
  const find = flagFinder(questions, known.library, loading);
  const drafts = new Map([...questions.keys()].map((name): [string, Draft[]] => [name, []]));
  // Classes first: the condition of a class stands instead of that of its kind.
  declarations.classes.forEach(({ name, source }, i) => {
    if (!loading.damage.names.has(name)) addDrafts('class', i + 1, model.classes[i].kind, source.flags);
  });
  for (const { index } of model.kinds) addDrafts('kind', index, index, declarations.kinds[index - 1].source.flags);
  for (const name of inOrder(drafts, loading)) {
    const found = drafts.get(name) ?? [];
    // What needs a lost one is lost with it, and not to blame.
    const isSound = !found.some(({ needs }) => needs.some((need) => loading.damage.names.has(need)));
    const branches = isSound
      ? found.map((draft) => lowerBranch(draft, { ...known, loading })).filter((branch) => branch !== undefined)
      : [];
    if (branches.length === found.length) yield { name, question: questions.get(name) ?? 0, branches };
    else loading.damage.names.add(name);
  }

  function addDrafts(by: FlagBranch['by'], index: number, kind: number, source: Flags = {}): void {
    for (const flag of Object.keys(source)) {
      drafts.get(flag)?.push({ flag, by, index, kind, source, needs: find(source[flag]) });
    }
  }
}

function lowerBranch({ flag, by, index, kind, source }: Draft, knowing: Knowing): FlagBranch | undefined {
  const { loading } = knowing;
  const compiled = compileText(
    { container: source, key: flag, text: source[flag] },
    booleanType,
    askedContext(knowing, [kind]),
    loading,
  );
  if (compiled === undefined) return undefined;
  const { file, line, column } = compiled.place();
  return {
    by,
    index,
    kind,
    node: makeNode(applies, undefined, compiled.node),
    text: compiled.text,
    origin: { file, line, column },
  };
}

/** The flags that texts name, also in the functions that they call. */
function flagFinder(
  flags: Pick<ReadonlySet<string>, 'has'>,
  { functions }: Library,
  { limits }: Loading,
): (text: ExpressionSource) => readonly string[] {
  const namedIn = (expression: Expression): readonly string[] => {
    const nodes = [expression];
    const found = new Set<string>();
    const called = new Set<string>();
    for (const node of nodes) {
      if (node.kind === 'member' && flags.has(node.member)) found.add(node.member);
      if (node.kind === 'call' && node.receiver === undefined) called.add(node.function);
      for (const child of childrenOf(node)) nodes.push(child);
    }
    for (const name of called) for (const flag of ofFunctions.get(name) ?? []) found.add(flag);
    return [...found];
  };
  const ofFunctions = new Map<string, readonly string[]>();
  // Their bodies hold no calls of other functions of content.
  for (const [name, { body }] of functions) ofFunctions.set(name, namedIn(body));
  return (text) => {
    const parsed = parseExpression(String(text), { depth: limits.expressionDepth, length: longestExpression });
    // What cannot be read is reported when it is compiled.
    return parsed.ok ? namedIn(parsed.expression) : [];
  };
}

// --- order

/**
 * Names in an order in which what is needed comes first, without those that need one another in a circle or need such:
 * each circle is reported once.
 */
function inOrder(drafts: ReadonlyMap<string, readonly Draft[]>, loading: Loading): readonly string[] {
  const needsOf = (flag: string): readonly Needed[] =>
    (drafts.get(flag) ?? []).flatMap((draft) => draft.needs.map((name) => ({ name, draft })));
  const { order, lost } = neededFirst(drafts.keys(), needsOf, (circle, { draft }) =>
    reportCircle(circle, placeOf(draft, loading), loading),
  );
  for (const name of lost) loading.damage.names.add(name);
  return order;
}

interface Needed {
  readonly name: string;
  readonly draft: Draft;
}

function placeOf({ source, flag }: Draft, { places }: Loading): Place {
  return places.ofValue(source, flag);
}

function reportCircle({ names: [first, ...rest], isCut }: Circle, place: Place, loading: Loading): void {
  reportError(loading, place, {
    code: 'flag-loop',
    message: `the flag ${quoteText(first)} needs ${rest.map(quoteText).join(', which needs ')}${isCut ? ' and so on' : ''}, expected flags that do not need themselves`,
    suggestion: 'remove one flag of the circle from the condition of another',
  });
}
