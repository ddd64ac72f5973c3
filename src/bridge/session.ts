import type { Batch } from '../batch/api.js';
import { EdictError } from '../kernel/errors.js';
import { fileCarrier, inlineCarrier, mappedCarrier } from './carrier.js';
import type { Carrier } from './carrier.js';
import type { Channel } from './channel.js';
import { mapFile, mappedIfPossible } from './map-file.js';
import type { Offer, Offers } from './offer.js';
import { protocol } from './protocol.js';
import type { Result } from './protocol.js';
import type { Request } from './request.js';
import { openSnapshots } from './snapshots.js';
import type { Snapshots } from './snapshots.js';
import { layoutOf } from './views.js';

/** What one bridge serves in its life: first nothing, then an offer, then its batch. */
export interface Session {
  /** The batch, and how its views get across; undefined until it is made. */
  readonly served: Served | undefined;
  /** `bytes`: what came behind the request. */
  answer(request: Request, bytes: Uint8Array): Result;
}

export interface Served {
  readonly batch: Batch;
  readonly carrier: Carrier;
  readonly snapshots: Snapshots;
  /**
   * Whether episodes begin anew in the step that ends them, so that their final observations are views of their own.
   */
  readonly restartsAtOnce: boolean;
}

export function openSession(channel: Channel, offers: Offers): Session {
  let offer: Offer | undefined;
  let restartsAtOnce = false;
  let served: Served | undefined;

  const create = ({ transport, file, log }: Request & { do: 'create' }): unknown => {
    if (offer === undefined || served !== undefined)
      throw new EdictError('bad-request', 'a batch is made once, behind open');
    const mapped =
      transport === 'mapped'
        ? mapFile(file, offer.bytes)
        : transport === 'shared'
          ? mappedIfPossible(file, offer.bytes)
          : undefined;
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
    return {
      transport: carrier.transport,
      instances,
      agents,
      places: layout.places,
      actions: layout.actions,
      outputs: layout.outputs,
      finals: layout.finals,
      all: layout.all,
    };
  };

  return {
    get served() {
      return served;
    },
    answer(request, bytes) {
      switch (request.do) {
        case 'names':
          return unchanged(offers.names());
        case 'open':
          offer = offers.open(request.environment, request.options);
          restartsAtOnce = request.options.autoreset === 'same-step';
          return unchanged({ protocol: protocol.version, shape: offer.shape, bytes: offer.bytes });
        case 'create':
          // The other side knows only now where views lie: it asks for them where they are not all 0.
          return unchanged(create(request));
        default:
          if (served === undefined)
            throw new EdictError('bad-request', `${request.do} needs a batch, and none is made yet`);
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
      throw new EdictError(
        'bad-request',
        `there is no request ${JSON.stringify((request as { do?: unknown }).do)}; both sides of a bridge must be of one version`,
      );
  }
}

function changed(value: unknown): Result {
  return { value, views: true };
}

function unchanged(value: unknown): Result {
  return { value, views: false };
}
