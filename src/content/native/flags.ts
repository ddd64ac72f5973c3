import type { Flag, FlagBranch } from '../../compile/names.js';
import { makeNode } from '../../compile/make-node.js';
import { booleanType } from '../../compile/operation.js';
import { applies } from '../../compile/operations/logic.js';
import { childrenOf } from '../expression/children.js';
import type { Library } from '../expression/compile-expression.js';
import { parseExpression } from '../expression/parse.js';
import type { Expression } from '../expression/syntax.js';
import { quoteText } from '../diagnostics/quote.js';
import type { Declarations } from './declarations.js';
import { type Knowing, askedContext, compileText } from './expression-text.js';
import { type Loading, reportError } from './loading.js';
import type { LoweredModel } from './lower-model.js';
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
 * Lowers the flags, what is needed first: the conditions of one stand inside those of another. Each comes out as soon as it is done, and what takes them must let later
 * ones know of it.
 */
export function* lowerFlags(declarations: Declarations, known: LoweredModel & Pick<Knowing, 'library' | 'names'>, loading: Loading): Generator<Flag> {
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
    const branches = isSound ? found.map((draft) => lowerBranch(draft, { ...known, loading })).filter((branch) => branch !== undefined) : [];
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
  const compiled = compileText({ container: source, key: flag, text: source[flag] }, booleanType, askedContext(knowing, [kind]), loading);
  if (compiled === undefined) return undefined;
  const { file, line, column } = compiled.place();
  return { by, index, kind, node: makeNode(applies, undefined, compiled.node), text: compiled.text, origin: { file, line, column } };
}

/** The flags that texts name, also in the functions that they call. */
function flagFinder(flags: Pick<ReadonlySet<string>, 'has'>, { functions }: Library, { limits }: Loading): (text: ExpressionSource) => readonly string[] {
  const namedIn = (expression: Expression): readonly string[] => {
    const nodes = [expression];
    const found: string[] = [];
    for (const node of nodes) {
      if (node.kind === 'member' && flags.has(node.member)) found.push(node.member);
      if (node.kind === 'call' && node.receiver === undefined) found.push(...ofFunctions.get(node.function) ?? []);
      nodes.push(...childrenOf(node));
    }
    return [...new Set(found)];
  };
  const ofFunctions = new Map<string, readonly string[]>();
  // Their bodies hold no calls of other functions of content.
  for (const [name, { body }] of functions) ofFunctions.set(name, namedIn(body));
  return (text) => {
    const parsed = parseExpression(String(text), { depth: limits.expressionDepth });
    // What cannot be read is reported when it is compiled.
    return parsed.ok ? namedIn(parsed.expression) : [];
  };
}

// --- order ------------------------------------------------------------------------------------------------------------

/** Names in an order in which what is needed comes first, without those that need one another in a circle or need such: each circle is reported once. */
function inOrder(drafts: ReadonlyMap<string, readonly Draft[]>, loading: Loading): readonly string[] {
  const order: string[] = [];
  const done = new Set<string>();
  const lost = new Set<string>();
  // A stack of its own: flags may need one another in very long rows.
  const path: { readonly name: string; readonly needs: readonly Need[]; next: number }[] = [];
  const open = new Set<string>();
  const enter = (name: string): void => {
    path.push({ name, needs: needsOf(drafts.get(name) ?? []), next: 0 });
    open.add(name);
  };
  for (const start of drafts.keys()) {
    if (!done.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const need = top.needs.at(top.next++);
      if (need === undefined) {
        done.add(top.name);
        open.delete(top.name);
        path.pop();
        const above = path.at(-1);
        if (!lost.has(top.name)) order.push(top.name);
        else if (above !== undefined) lost.add(above.name);
      } else if (open.has(need.name)) {
        const names = path.map(({ name }) => name);
        const circle = names.slice(names.indexOf(need.name));
        reportCircle(circle, placeOf(need.draft, loading), loading);
        for (const name of circle) lost.add(name);
      } else if (!done.has(need.name)) {
        enter(need.name);
      } else if (lost.has(need.name)) {
        lost.add(top.name);
      }
    }
  }
  for (const name of lost) loading.damage.names.add(name);
  return order;
}

interface Need {
  readonly name: string;
  readonly draft: Draft;
}

function needsOf(drafts: readonly Draft[]): readonly Need[] {
  return drafts.flatMap((draft) => draft.needs.map((name) => ({ name, draft })));
}

function placeOf({ source, flag }: Draft, { places }: Loading): Place {
  return places.ofValue(source, flag);
}

const mostShown = 8;

function reportCircle(circle: readonly string[], place: Place, loading: Loading): void {
  const [first, ...rest] = circle;
  reportError(loading, place, {
    code: 'flag-loop',
    message: `the flag ${quoteText(first)} needs ${[...rest, first].slice(0, mostShown).map(quoteText).join(', which needs ')}${circle.length > mostShown ? ' and so on' : ''}, expected flags that do not need themselves`,
    suggestion: 'remove one flag of the circle from the condition of another',
  });
}
