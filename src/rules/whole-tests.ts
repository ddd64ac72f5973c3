import { type Code, js } from '../eval/emit/code.js';
import { type Emission, isTrue } from '../eval/emit/emission.js';
import { kindColumn } from '../eval/emit/parts.js';
import { isNotFound } from '../eval/columns/rows.js';
import type { Test } from '../match/selection-plan.js';
import { classAt } from '../model/model.js';
import type { TargetTests } from './whole-plan.js';

/** Goes on to the next object of the loop where the test fails. */
export function emitTest(emission: Emission, { term, wanted }: Test): void {
  const { value, absence } = emission.of(term);
  switch (wanted) {
    case 'true':
      return emission.add(js`if (!(${isTrue({ value, absence })})) continue;`);
    case 'false':
      return emission.add(js`if (!(${present(absence)} && ${value} === 0)) continue;`);
    case 'clear':
      return emission.add(js`if (${isTrue({ value, absence })} || ${notFound(absence)}) continue;`);
    case 'found':
      return emission.add(js`if (${notFound(absence)}) continue;`);
  }
}

function present(absence: Code | undefined): Code {
  return js`${absence ?? 0} === 0`;
}

function notFound(absence: Code | undefined): Code {
  return js`${absence ?? 0} === ${isNotFound}`;
}

/** The same where the object is none, or of another kind or class. Returns its possible kinds; none: unknown. */
export function emitKind(emission: Emission, id: Code, { kind, class: of, kinds }: TargetTests): readonly number[] {
  const { model } = emission;
  emission.add(js`if (${id} === 0) continue;`);
  if (kind !== 0) emission.add(js`if (${kindColumn(emission)}[${id}] !== ${kind}) continue;`);
  if (of !== 0) emission.add(js`if (${emission.once(js`frame.state.class`)}[${id}] !== ${of}) continue;`);
  if (kind !== 0) return [kind];
  if (of !== 0) return [classAt(model, of).kind];
  if (kinds.length > 0) {
    const some = Uint8Array.from({ length: model.kinds.length + 1 }, (_, each) => Number(kinds.includes(each)));
    emission.add(
      js`if (${emission.thing(`kinds ${kinds.join(' ')}`, some)}[${kindColumn(emission)}[${id}]] !== 1) continue;`,
    );
  }
  return kinds;
}
