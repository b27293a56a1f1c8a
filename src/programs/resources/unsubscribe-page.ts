import type { Served } from './served.js';
import { unsubscribePageStreams } from '../../domain/unsubscribe-page/events.js';

export const unsubscribePage = {
  streams: [unsubscribePageStreams],
  audit: { stateOf: (events) => events.at(-1)?.event.data },
  http: async () =>
    (await import('../../infrastructure/http/unsubscribe/unsubscribe-page.operations.js')).unsubscribeHttp,
} satisfies Served;
