import type { Offers } from './offer.js';
import { fillName, offerFill } from './fill.js';
import { start } from './start.js';
import { EdictError } from '../kernel/errors.js';

const offers: Offers = {
  names: () => [],
  open(environment, options) {
    if (environment === fillName) return offerFill(options);
    throw new EdictError('unknown-environment', `there is no environment ${JSON.stringify(environment)}`, environment);
  },
};

start(offers);
