import type { Batch, BatchSnapshot } from '../batch/api.js';
import { EdictError } from '../kernel/errors.js';
import { fileCarrier, inlineCarrier, mappedCarrier, type Carrier, layoutOf } from './carrier.js';
import type { Channel } from './channel.js';
import { mapFile, mappedIfPossible } from './map-file.js';
import type { Offer, Offers } from './offer.js';
import { type Request, type Result, protocol } from './protocol.js';

export interface Served {
  readonly batch: Batch;
  readonly carrier: Carrier;
  readonly snapshots: Snapshots;
  /** Episodes begin anew in the step that ends them, so that their final observations are views of their own. */
  readonly restartsAtOnce: boolean;
}

export type Session = ReturnType<typeof openSession>;

/** What one bridge serves in its life: first nothing, then an offer, then its batch. */
export function openSession(channel: Channel, offers: Offers) {
  let offer: Offer | undefined;
  let restartsAtOnce = false;
  let served: Served | undefined;

  const create = ({ transport, file, log }: Request & { do: 'create' }): unknown => {
    if (offer === undefined || served !== undefined) throw badRequest('a batch is made once, behind open');
    const map = transport === 'mapped' ? mapFile : transport === 'shared' ? mappedIfPossible : undefined;
    const mapped = map?.(file, offer.bytes);
    const batch = offer.create(mapped, log ?? undefined);
    const layout = layoutOf(batch);
    if (layout.all.end > offer.bytes)
      throw new EdictError(
        'bad-layout',
        `the views of a batch of ${offer.shape.name} end at byte ${layout.all.end}, but ${offer.bytes} were said`,
      );
    const carrier =
      mapped !== undefined
        ? mappedCarrier(channel)
        : transport === 'inline'
          ? inlineCarrier(channel, layout)
          : fileCarrier(channel, file, layout);
    served = { batch, carrier, snapshots: openSnapshots(batch), restartsAtOnce };
    const { instances, agents } = batch;
    const { memory: _memory, ...told } = layout;
    return { transport: carrier.transport, instances, agents, ...told };
  };

  return {
    get served(): Served | undefined {
      return served;
    },
    /** `bytes`: what came behind the request. */
    answer(request: Request, bytes: Uint8Array): Result {
      switch (request.do) {
        case 'names':
          return unchanged(offers.names());
        case 'open':
          offer = offers.open(request.environment, request.options);
          restartsAtOnce = request.options.autoreset === 'same-step';
          return unchanged({ protocol: protocol.version, shape: offer.shape, bytes: offer.bytes });
        case 'create':
          // The other side asks for views that are not all 0.
          return unchanged(create(request));
        default:
          if (served === undefined) throw badRequest(`${request.do} needs a batch, and none is made yet`);
          return answerOf(served, request, bytes);
      }
    },
  };
}

type BatchRequest = Exclude<Request, { do: 'names' | 'open' | 'create' }>;

function answerOf({ batch, snapshots }: Served, request: BatchRequest, bytes: Uint8Array): Result {
  switch (request.do) {
    case 'reset':
      batch.reset(request.seed ?? undefined, request.mask === null ? undefined : Uint8Array.from(request.mask));
      return changed(null);
    case 'look':
      return changed(null);
    case 'snapshot':
      return unchanged(snapshots.take());
    case 'restore':
      snapshots.restore(request.snapshot);
      return changed(null);
    case 'release':
      snapshots.release(request.snapshot);
      return unchanged(null);
    case 'save':
      return { ...unchanged(null), bytes: batch.save() };
    case 'load':
      batch.load(bytes);
      return changed(null);
    case 'fork':
      batch.fork(request.from, request.to);
      return changed(null);
    case 'hash':
      return unchanged(batch.hash(request.instance));
    case 'log':
      return unchanged(batch.log());
    default:
      throw badRequest(
        `there is no request ${JSON.stringify((request as { do?: unknown }).do)}; both sides of a bridge must be of one version`,
      );
  }
}

export function badRequest(why: string): EdictError {
  return new EdictError('bad-request', why);
}

function changed(value: unknown): Result {
  return { value, views: true };
}

function unchanged(value: unknown): Result {
  return { value, views: false };
}

type Snapshots = ReturnType<typeof openSnapshots>;

/** Snapshots that the other side knows by number. */
export function openSnapshots(batch: Batch) {
  const held = new Map<number, BatchSnapshot>();
  // Never given twice, so that one that was released is not taken for another.
  let next = 1;
  // Kept for the next, so that a search that takes and releases them in turn allocates nothing.
  let spare: BatchSnapshot | undefined;

  const find = (number: number): BatchSnapshot => {
    const snapshot = held.get(number);
    if (snapshot !== undefined) return snapshot;
    throw new EdictError(
      'unknown-snapshot',
      `this batch holds no snapshot ${number}: it was released or is of another batch; take one with snapshot()`,
      String(number),
    );
  };
  return {
    take(): { readonly number: number; readonly bytes: number } {
      const snapshot = batch.snapshot(spare);
      spare = undefined;
      const number = next++;
      held.set(number, snapshot);
      return { number, bytes: snapshot.bytes };
    },
    restore: (number: number): void => batch.restore(find(number)),
    release(number: number): void {
      spare = find(number);
      held.delete(number);
    },
  };
}
