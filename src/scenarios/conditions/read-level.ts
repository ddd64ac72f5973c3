import { documentLimits } from '../../content/antares/document/limits.js';
import { loadLevel } from '../../content/antares/level/load-level.js';
import type { Policy } from '../../content/antares/policy.js';
import { readDocument } from '../../content/antares/read-document.js';
import type { Level } from '../../content/antares/syntax.js';
import { readBytes } from '../../files/read-file.js';
import { isScenario, levelFileOf, levelOfScenario } from './level-document.js';
import { type LevelDiagnostic, levelDiagnostics } from './level-diagnostics.js';

/** A level from a file, or why there is none; hazards are warnings. */
export interface ReadLevel {
  /** Undefined where there are errors. */
  readonly level: Level | undefined;
  readonly errors: readonly LevelDiagnostic[];
  readonly warnings: readonly LevelDiagnostic[];
}

/** Reads a level, Procyon or JSON, or that of a scenario file. Throws where a file cannot be read at all. */
export function readLevel(file: string, policy: Policy): ReadLevel {
  const bytes = readBytes(file, documentLimits.bytes);
  const read = readDocument(file, bytes);
  if (!read.ok)
    return {
      level: undefined,
      errors: levelDiagnostics(file, bytes, 'error', [{ ...read.problem, path: '', code: 'syntax' }]),
      warnings: [],
    };
  const inScenario = isScenario(read.value);
  const levelFile = inScenario ? levelFileOf(file, read.value) : undefined;
  // A path that leads to a path is no level.
  if (levelFile !== undefined && levelFile !== file) return readLevel(levelFile, policy);
  const { level, problems, hazards } = loadLevel(inScenario ? levelOfScenario(file, read.value) : read.value, policy);
  return {
    level,
    errors: levelDiagnostics(file, bytes, 'error', problems),
    warnings: levelDiagnostics(file, bytes, 'warning', hazards),
  };
}
