import type { Diagnostic } from '../../content/diagnostics/diagnostic.js';
import { EdictError } from '../../kernel/errors.js';
import { listOf } from '../native/case-content.js';

/** A file that is not what it should be (code `bad-scenario`), with every place. */
export class ScenarioFault extends EdictError {
  readonly diagnostics: readonly Diagnostic[];

  constructor(what: string, file: string, diagnostics: readonly Diagnostic[]) {
    super('bad-scenario', `${what}:\n${listOf(diagnostics)}`, file);
    this.name = 'ScenarioFault';
    this.diagnostics = diagnostics;
  }
}
