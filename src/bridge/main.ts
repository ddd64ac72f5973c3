import { environmentNames, openEnvironment } from '../environments/open-environment.js';
import { offerOf } from './environment-offer.js';
import { fillName, offerFill } from './fill.js';
import { start } from './start.js';

start({
  names: () => environmentNames,
  open: (environment, options) => (environment === fillName ? offerFill(options) : offerOf(openEnvironment(environment), options)),
});
