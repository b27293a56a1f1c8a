import type { Category, StreamName } from '../../../domain/shared/stream-name.js';
import type { Config } from '../../../infrastructure/config/config.js';
import type { Engines } from '../../engines/backend.js';
import { type BaseOptions, createBase } from './base.js';
import { contentServices } from './content.js';
import { type ObservingOptions, observingServices } from './observing.js';
import { type PeopleOptions, peopleServices } from './people.js';
import { type SendingOptions, sendingServices } from './sending.js';
import { webhookServices } from './webhooks.js';

/** Everything that use cases stand on. A use case that needs what no part has does not compile in `http.ts`. */
export type Services = ReturnType<typeof createServices>;

type ServiceOptions = BaseOptions & SendingOptions & PeopleOptions & ObservingOptions;

export function createServices(engines: Engines, config: Config, options: ServiceOptions) {
  const base = createBase(engines, config, options);
  const sending = sendingServices(base, config, options);
  const people = peopleServices(base, sending, config, options);
  const observing = observingServices(base, config, options);
  const { domains, publishedTemplates } = sending;
  /** What holds something of the log in memory, and forgets it when another process has written. */
  const caches: readonly Cache[] = [
    { categories: ['apikey'], forget: (stream) => people.apiKeys.forget(stream) },
    { categories: ['domain', 'domainname'], forget: (stream) => domains.forget(stream) },
    { categories: ['template', 'templatealias'], forget: (stream) => publishedTemplates.forget(stream) },
    { categories: ['user', 'session', 'team'], forget: (stream) => people.people.forget(stream) },
  ];
  return {
    ...base,
    ...sending,
    ...people,
    ...observing,
    ...contentServices(base, config),
    ...webhookServices(base, config),
    caches,
  };
}

interface Cache {
  readonly categories: readonly Category[];
  readonly forget: (stream: StreamName) => void;
}
