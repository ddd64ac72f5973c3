import type { Term } from '../term.js';
import { type Code, js, lines, sourceOf } from './code.js';
import {
  type Begun,
  type Block,
  type Bound,
  type FillLoop,
  type Known,
  type SharedLoop,
  type Writer,
  blockIn,
} from './emission.js';

interface OpenLoop extends Begun {
  readonly loop: SharedLoop;
  /** Where it stands. */
  readonly block: Block;
  readonly place: number;
  /** What had been forgotten when it began. */
  readonly since: number;
  readonly declared: Code[];
  /** Terms that are the same for all members, before the loop; and its body, which knows what was known there. */
  readonly before: Block;
  readonly body: Block;
}

export interface OpenLoops {
  /** Returns the number of objects looked at. */
  join(loop: SharedLoop, term: Term, fill: FillLoop): Code;
  readonly noteForgotten: (isStale: (term: Term) => boolean) => void;
  /** Where a term stands that is the same for all members of the loop that is being filled. */
  readonly outside: (term: Term) => Block | undefined;
}

/**
 * In frames. A loop stays open as long as its block does: an aggregate over the same members joins it, unless something
 * that it reads was written in between.
 */
export function createOpenLoops(writer: Writer, bindings: Map<number, Bound>): OpenLoops {
  const byBlock = new Map<Block, OpenLoop[]>();
  const forgotten: ((term: Term) => boolean)[] = [];
  let filled: OpenLoop | undefined;
  return {
    join(loop, term, fill) {
      const open = openFor(loop, term) ?? begin(loop);
      const outer = bindings.get(loop.slot);
      const saved = filled;
      filled = open;
      bindings.set(loop.slot, {
        value: open.member,
        kinds: loop.kind === 0 ? [] : [loop.kind],
        offset: open.offset,
      });
      try {
        writer.at(open.body, () => {
          fill(open.member, (initial) => {
            const name = writer.name();
            open.declared.push(js`let ${name} = ${initial};`);
            return name;
          });
        });
      } finally {
        filled = saved;
        if (outer === undefined) bindings.delete(loop.slot);
        else bindings.set(loop.slot, outer);
      }
      open.block.statements[open.place] = codeOf(open, writer);
      return open.looked;
    },
    noteForgotten: (isStale) => void forgotten.push(isStale),
    outside: (term) =>
      filled === undefined || term.heavy || term.sequential || ((term.free >>> filled.loop.slot) & 1) === 1
        ? undefined
        : filled.before,
  };

  function openFor({ name }: SharedLoop, term: Term): OpenLoop | undefined {
    for (let at: Block | undefined = writer.here; at !== undefined; at = at.outer)
      for (const open of byBlock.get(at) ?? [])
        if (open.loop.name === name && forgotten.slice(open.since).every((isStale) => !isStale(term))) return open;
    return undefined;
  }

  function begin(loop: SharedLoop): OpenLoop {
    const begun = loop.begin();
    const block = writer.here;
    const before: Block = { ...blockIn(block.outer), known: copied(block.known), derived: new Map(block.derived) };
    const open: OpenLoop = {
      ...begun,
      loop,
      block,
      place: block.statements.length,
      since: forgotten.length,
      declared: [],
      before,
      body: blockIn(before),
    };
    writer.add(js``);
    byBlock.set(block, [...(byBlock.get(block) ?? []), open]);
    return open;
  }
}

/** What its block learns later is not known where it stands. */
function copied(known: ReadonlyMap<Term, Known>): Map<Term, Known> {
  return new Map(
    [...known].map(([term, { emitted, derived, consumer }]) => [
      term,
      { emitted, derived: new Map(derived), consumer },
    ]),
  );
}

/** Calls that get the frame find the member in its slot. */
function codeOf({ loop: { slot }, before, declared, body, member, around }: OpenLoop, writer: Writer): Code {
  const filled = lines(body.statements);
  const head = lines([...before.statements, ...declared]);
  if (!/\bframe\b(?!\.)/.test(sourceOf(filled))) return lines([head, around(filled)]);
  const slots = writer.once(js`frame.slots`);
  const saved = writer.name();
  const loop = around(js`${slots}[${slot}] = ${member};\n${filled}`);
  return js`${head}
const ${saved} = ${slots}[${slot}];
try { ${loop} } finally { ${slots}[${slot}] = ${saved}; }`;
}
