import { ownTroublesIn } from '../../application/delivery/trouble/own-trouble.js';
import { type Trouble, type TroubleChange, troubleInWords } from '../../application/delivery/trouble/trouble.js';
import { TroubleNotices } from '../../application/delivery/trouble/trouble-notices.js';
import { Troubles } from '../../application/delivery/trouble/troubles.js';
import type { SendingHost } from '../../application/insight/sending-host.js';
import { sendNotice } from '../../application/notice/send-notice.js';
import { delay } from '../../application/shared/delay.js';
import type { Config } from '../../infrastructure/config/config.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import type { Services } from './services/services.js';

/** Names, PTR records and block lists change rarely. */
const lookEveryMs = 3_600_000;

export interface DeliveryHealth {
  note(change: TroubleChange): void;
  open(): readonly Trouble[];
  /** Looks up now and then what DNS says of this server, where it sends to receivers itself. */
  look(signal: AbortSignal): Promise<void>;
  stop(): void;
}

/** What keeps email from leaving this process: a line and a notice when it begins, and when it is over. */
export function watchDeliveryHealth(
  config: Pick<Config, 'deliveryMode' | 'mx'>,
  services: Services,
  logger: Logger,
): DeliveryHealth {
  const { clock, ids } = services.ports;
  const notices = new TroubleNotices({
    notify: async (words) => {
      const teamId = services.firstTeamId;
      const to = await services.noticeRecipients(teamId);
      await sendNotice(services, { teamId, to, ...words, cause: { eventId: ids.next() } });
    },
    onFailure: services.onFailure,
  });
  const troubles = new Troubles(clock, {
    onBegun(trouble) {
      const { problem, remedy } = troubleInWords(trouble.kind);
      logger.warn({ trouble: trouble.kind, ...trouble.fields }, `${problem}: email is not delivered. ${remedy}`);
      notices.begun(trouble);
    },
    onEnded(trouble, lastedMs) {
      logger.warn({ trouble: trouble.kind, lastedMs }, troubleInWords(trouble.kind).ended);
      notices.ended(trouble);
    },
  });
  return {
    note: (change) => troubles.note(change),
    open: () => troubles.open(),
    async look(signal) {
      // Receivers in private networks, as in a test, ask for no public names.
      if (config.deliveryMode.kind !== 'mx' || config.mx.allowPrivate) return;
      while (!signal.aborted) {
        await noteOwn(services.sendingHost, troubles).catch(services.onFailure);
        await delay(lookEveryMs, signal);
      }
    },
    stop: () => notices.stop(),
  };
}

async function noteOwn(sendingHost: Pick<SendingHost, 'facts'>, troubles: Troubles): Promise<void> {
  for (const { kind, seen } of ownTroublesIn(await sendingHost.facts())) {
    if (seen === null) troubles.note({ state: 'ended', place: kind });
    else troubles.note({ state: 'begun', place: kind, kind, fields: { reason: seen } });
  }
}
