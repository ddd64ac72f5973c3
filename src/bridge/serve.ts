import { EdictError } from '../kernel/errors.js';
import {
  type Channel,
  ChannelEndedError,
  openChannel,
  type Request,
  type Result,
  protocol,
  resultFrame,
} from './protocol.js';
import type { Offers } from './offer.js';
import { type Served, type Session, badRequest, openSession } from './bridge-session.js';

const nothing = new Uint8Array(0);

/** Errors of commands are answers. */
export function serve(channel: Channel, offers: Offers): void {
  const session = openSession(channel, offers);
  try {
    while (handleCommand(channel, session));
  } catch (error) {
    if (!isEnd(error)) throw error;
  } finally {
    session.served?.batch.close();
  }
}

/** False at the end. */
function handleCommand(channel: Channel, session: Session): boolean {
  const command = channel.readByte();
  if (command === -1) return false;
  const { served } = session;
  if (command === protocol.step && served !== undefined) step(channel, served);
  else if (command === protocol.call) call(channel, session);
  else if (command === protocol.ping) channel.writeByte(protocol.ping);
  else throw badRequest(`a bridge knows no command ${command} here; both sides must be of one version`);
  return true;
}

function step(channel: Channel, { batch, carrier, restartsAtOnce }: Served): void {
  carrier.takeActions();
  try {
    batch.step();
  } catch (error) {
    reportError(channel, error);
    return;
  }
  carrier.giveStep(restartsAtOnce && (batch.terminated.includes(1) || batch.truncated.includes(1)));
}

function call(channel: Channel, session: Session): void {
  const request = channel.readFrame() as Request;
  const bytes = request.do === 'load' ? new Uint8Array(request.bytes) : nothing;
  channel.read(bytes);
  session.served?.carrier.takeActions();
  let result: Result;
  try {
    result = session.answer(request, bytes);
  } catch (error) {
    reportError(channel, error);
    return;
  }
  if (session.served === undefined) channel.writeFrame(protocol.result, resultFrame(result));
  else session.served.carrier.giveResult(result);
  if (result.bytes !== undefined) channel.write(result.bytes);
}

/** Writes the stack of unexpected errors to standard error. */
function reportError(channel: Channel, error: unknown): void {
  if (isEnd(error)) throw error;
  const { code, message, culprit = null } = error instanceof EdictError ? error : faultOf(error);
  channel.writeFrame(protocol.error, { code, message, culprit });
}

function faultOf(error: unknown): EdictError {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof Error ? (error.stack ?? text) : text}\n`);
  const isMemory =
    error instanceof RangeError && /allocation failed|Invalid (?:typed )?array (?:buffer )?length/i.test(text);
  return isMemory
    ? new EdictError('out-of-memory', `there is not enough memory for this batch (${text}); ask for fewer instances`)
    : new EdictError(
        'internal',
        `something went wrong inside edict itself (${text}); please report it with what you did`,
      );
}

function isEnd(error: unknown): boolean {
  if (error instanceof ChannelEndedError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EPIPE' || code === 'ECONNRESET';
}

/** Of Node: major and minor version. */
const oldest = [20, 19] as const;

function isNewEnough(version: string): boolean {
  const [major, minor] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * Serves as a process on the file descriptors named by its two arguments (from, to), which may be one. Ends when the
 * other end is closed.
 */
export function start(offers: Offers): void {
  if (!isNewEnough(process.versions.node)) {
    process.stderr.write(
      `edict: this is Node ${process.versions.node}, but ${oldest.join('.')} or newer is needed; install it and try again\n`,
    );
    process.exit(1);
  }
  // Ctrl-C goes to both sides: the other decides.
  process.on('SIGINT', () => {});
  const [from, to] = process.argv.slice(2).map(Number);
  serve(openChannel(from, to), offers);
  process.exit(0);
}
