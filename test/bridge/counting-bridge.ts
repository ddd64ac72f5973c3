// A bridge to counting batches, as src/bridge/bridge-main.ts is one to environments: tests of the other side start it.
import { fillName, offerFill } from '../../src/bridge/offer.js';
import { start } from '../../src/bridge/serve.js';
import { EdictError } from '../../src/kernel/errors.js';
import { offerCounting } from './counting-batch.js';

start({
  names: () => ['counting'],
  open(environment, options) {
    if (environment === 'counting') return offerCounting(options);
    if (environment === fillName) return offerFill(options);
    throw new EdictError(
      'unknown-environment',
      `there is no environment ${environment}; known is counting`,
      environment,
    );
  },
});
