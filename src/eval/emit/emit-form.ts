import type { Form } from '../form.js';
import type { Term } from '../term.js';
import { js } from './code.js';
import { type Emission, type Emitted, graverCode } from './emission.js';

/** What the code of a form needs of an emission. */
export type FormEmission = Pick<Emission, 'keep' | 'thing' | 'inFrame'>;

/** What a form makes of one argument or two; absent where one is. */
export function emitForm(form: Form, args: readonly Term[], emission: Emission): Emitted {
  const a = emission.of(args[0]);
  return args.length === 1 ? formOfOne(form, a, emission) : formOfTwo(form, a, emission.of(args[1]), emission);
}

function formOfOne(form: Form, a: Emitted, emission: Emission): Emitted {
  return form.counts === true && emission.inFrame
    ? formOfTwo(form, a, a, emission)
    : { ...form.template(emission, a, a), absence: a.absence };
}

/** The same of two values that are there already. */
export function formOfTwo(
  { meaning, template, counts }: Form,
  a: Emitted,
  b: Emitted,
  emission: FormEmission,
): Emitted {
  const absence = a === b ? a.absence : graverCode(a.absence, b.absence, emission);
  if (counts !== true || !emission.inFrame) return { ...template(emission, a, b), absence };
  const call = js`${emission.thing('', meaning)}(${a.value}, ${b.value}, frame.mishaps)`;
  return { value: emission.keep(absence === undefined ? call : js`${absence} === 0 ? ${call} : 0`), absence };
}

/** One argument after the other, as operations of two inside one another would. */
export function emitLeftFold({ args: [first, ...rest] }: Term, emission: Emission, form: Form): Emitted {
  return rest.reduce<Emitted>((folded, arg) => formOfTwo(form, folded, emission.of(arg), emission), emission.of(first));
}
