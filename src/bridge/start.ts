import { openChannel } from './channel.js';
import type { Offers } from './offer.js';
import { serve } from './serve.js';

/** What this needs of Node: major and minor version. */
const oldest = [20, 19] as const;

function isNewEnough(version: string): boolean {
  const [major, minor] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * The life of a bridge as a process: serves on the file descriptors that its two arguments name (from, to), which may
 * be one and the same, and ends when there is nobody at the other end.
 */
export function start(offers: Offers): void {
  if (!isNewEnough(process.versions.node)) {
    process.stderr.write(
      `edict: this is Node ${process.versions.node}, but ${oldest.join('.')} or newer is needed; install it and try again\n`,
    );
    process.exit(1);
  }
  // Ctrl-C in a terminal goes to both sides: it is the other one that decides what becomes of the batch.
  process.on('SIGINT', () => {});
  const [from, to] = process.argv.slice(2).map(Number);
  serve(openChannel(from, to), offers);
  // At once: threads of a batch that do not end are no reason to stay.
  process.exit(0);
}
