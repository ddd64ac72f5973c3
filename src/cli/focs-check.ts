import { formatDiagnostics } from '../content/diagnostics/format.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { type LoadedGame, loadGame } from '../content/focs/game.js';
import { EdictError } from '../kernel/errors.js';
import type { Context } from './context.js';
import { counted } from './census.js';
import type { Terminal } from './terminal.js';
