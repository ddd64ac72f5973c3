import { isMainThread } from 'node:worker_threads';
import type { BatchSource } from '../batch/api.js';
import { environmentNames, openEnvironment } from '../environments/open-environment.js';
import { fillName, offerFill, offerOf } from './offer.js';
import { start } from './serve.js';

/** Worker threads import this module, even when it is bundled into one file. */
export function sourceOf(environment: string): BatchSource {
  return {
    ...openEnvironment(environment),
    module: { url: import.meta.url, export: 'sourceOf', argument: environment },
  };
}

if (isMainThread) {
  start({
    names: () => environmentNames,
    open: (environment, options) =>
      environment === fillName ? offerFill(options) : offerOf(sourceOf(environment), options),
  });
}
