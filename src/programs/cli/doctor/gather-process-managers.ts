import type { ProcessManagerFacts } from '../../../application/doctor/facts.js';
import { dayMs } from '../../../application/doctor/units.js';
import type { EventCodec } from '../../../application/ports/event-codec.js';
import type { EventFilter, EventStore } from '../../../application/ports/event-store.js';
import { claimChecker } from '../../../application/sending-domain/claims/claim-checker.js';
import { domainFinisher } from '../../../application/sending-domain/domain-finisher.js';
import { erasureFinisher } from '../../../application/erasure/erasure-finisher.js';
import { exporter, exportKeptForMs } from '../../../application/export/exporter-facts.js';
import { retirementFinisher } from '../../../application/retention/retirement-finisher.js';
import { accountNotifier } from '../../../application/people/account-notifier.js';
import { webhookNotifier } from '../../../application/webhook/webhook-notifier.js';
import { webhookKeyFinisher } from '../../../application/webhook/webhook-key-finisher.js';
import { suppressor } from '../../../application/suppression/suppressor.js';
import { submissionOpener } from '../../../application/submission/submission-opener.js';
import { mailPolicy, submissionPolicy } from '../../../application/retention/policies.js';
import { previousSecretForMs } from '../../../domain/webhook/webhook.js';
import type { ProcessManagerEvent } from '../../../domain/process-manager/events.js';
import type { Position, Recorded } from '../../../domain/shared/recorded.js';
import { idOf, streamName } from '../../../domain/shared/stream-name.js';
import type { Config } from '../../../infrastructure/config/config.js';
import type { EventLogFigures } from '../../../infrastructure/event-store/event-log-figures.js';

interface Source {
  readonly store: Pick<EventStore, 'readLast'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly figures: EventLogFigures;
}

interface Followed {
  readonly name: string;
  readonly filter: EventFilter;
  readonly afterMs: number;
}

/** Those that ought to run, and any other that has ever saved its position. */
export async function gatherProcessManagers(source: Source, config: Config): Promise<readonly ProcessManagerFacts[]> {
  const running = followed(config);
  const names = new Set(running.map(({ name }) => name));
  for (const stream of source.figures.streamsOf('processmanager')) names.add(idOf(stream));
  const facts: ProcessManagerFacts[] = [];
  for (const name of [...names].sort()) {
    facts.push(
      await factsOf(
        source,
        name,
        running.find((manager) => manager.name === name),
      ),
    );
  }
  return facts;
}

function followed({ retentionDays, submissionRetentionMs }: Config): readonly Followed[] {
  const managers: Followed[] = [
    submissionOpener,
    erasureFinisher,
    retirementFinisher,
    domainFinisher,
    claimChecker,
    webhookNotifier,
    accountNotifier,
    suppressor,
  ].map((manager) => ({
    ...manager,
    afterMs: 0,
  }));
  managers.push({ ...exporter, afterMs: exportKeptForMs });
  managers.push({ ...webhookKeyFinisher, afterMs: previousSecretForMs });
  managers.push(retaining(submissionPolicy, submissionRetentionMs));
  if (retentionDays !== null) managers.push(retaining(mailPolicy, retentionDays * dayMs));
  return managers;
}

function retaining({ name, category }: typeof mailPolicy | typeof submissionPolicy, afterMs: number): Followed {
  return { name, filter: { categories: [category] }, afterMs };
}

async function factsOf(
  { store, codec, figures }: Source,
  name: string,
  manager: Followed | undefined,
): Promise<ProcessManagerFacts> {
  const stored = await store.readLast(streamName('processmanager', name));
  // Nothing else is in these streams.
  const [last] = codec.decode(stored === undefined ? [] : [stored]) as Recorded<ProcessManagerEvent>[];
  const position = last?.event.type === 'ProcessManagerAdvanced' ? last.event.data.position : undefined;
  return {
    name,
    savedAt: last?.metadata.time ?? null,
    position: position ?? null,
    undoneSince: undoneSince(figures, position, manager),
    afterMs: manager?.afterMs ?? 0,
  };
}

function undoneSince(
  figures: EventLogFigures,
  position: Position | undefined,
  manager: Followed | undefined,
): string | null {
  if (manager === undefined) return null;
  const { categories = [], types } = manager.filter;
  return figures.firstAfter(position, categories, types)?.at ?? null;
}
