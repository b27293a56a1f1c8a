import { handle } from '../../../src/application/shared/handle.js';
import { EndpointChanges } from '../../../src/application/webhook/endpoint-changes.js';
import { type PartitionPorts, runPartition } from '../../../src/application/webhook/run-partition.js';
import { kidOf } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { webhook, type WebhookCommand } from '../../../src/domain/webhook/webhook.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import {
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../../src/projections/webhooks/webhook-log.projections.js';
import type {
  WebhookMessageDocument,
  WebhookProgressDocument,
} from '../../../src/projections/webhooks/webhooks.document.js';
import { webhooksProjection } from '../../../src/projections/webhooks/webhooks.projection.js';
import type { EncodedLog } from '../../support/encoded-log.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { idAt, teamId } from '../../support/recorded-events.js';
import { FakeSender, existingWebhook, webhookId, WebhookProcess, worldWithMails } from '../../support/webhooks.js';
import type { World } from '../../support/world.js';

/** The last digit of the ids of its endpoints. */
const partition = '1';
/** Row of the key of every endpoint's settings. */
const keyRow = idAt(800);
const context = { teamId, actor: { kind: 'api-key', id: 'k' }, correlationId: idAt(1) } as const;

interface Started {
  readonly process: WebhookProcess;
  readonly done: Promise<void>;
}

/** Endpoints 1 and 11, 21 and so on, their log and vault, and the processes that run them one after the other. */
export class PartitionStage {
  readonly sender = new FakeSender();
  readonly readStore = new MemoryReadStore();
  private folding: Promise<unknown> = Promise.resolve();
  private readonly started: Started[] = [];

  private constructor(
    readonly world: World,
    readonly log: EncodedLog,
  ) {}

  static async create(): Promise<PartitionStage> {
    const { world, log } = await worldWithMails(1);
    const anchor = streamName('webhook', webhookId(1));
    const keys = [Buffer.alloc(32, 5)];
    await world.keys.createRow({ row: keyRow, anchor, createdAt: '2026-03-02T10:00:00.000Z', keys });
    return new PartitionStage(world, log);
  }

  /** A process that runs the partition. */
  async run(overrides: Partial<PartitionPorts> = {}): Promise<WebhookProcess> {
    const { world } = this;
    const process = new WebhookProcess(world, this.sender, this.readStore);
    const changes = new EndpointChanges(world.store);
    const onFailure = (error: unknown): void => void process.reports.push(String(error));
    void changes.follow(await world.store.head(), process.stopping.signal, onFailure);
    const ports: PartitionPorts = {
      ...world.process(),
      ...process.ports,
      log: process.log,
      changes,
      whenProcessed: async () => {
        await this.fold();
        return true;
      },
      webhooks: shapeOf(webhooksProjection),
      progress: shapeOf(webhookProgressProjection),
      ...overrides,
    };
    await process.follow();
    this.started.push({ process, done: runPartition(ports, partition, process.stopping.signal, onFailure) });
    return process;
  }

  /** Ends them as a restart does: what they know is in the log. */
  async stop(): Promise<void> {
    for (const { process, done } of this.started.splice(0)) {
      process.stopping.abort();
      await done;
      await process.log.stop();
    }
  }

  /** Brings the documents up to the end of the log; one after the other, as the runner does. */
  fold(): Promise<unknown> {
    this.folding = this.folding.then(async () => {
      for (const projection of [webhooksProjection, webhookMessagesProjection, webhookProgressProjection]) {
        await readModel(this.world, projection, this.readStore);
      }
    });
    return this.folding;
  }

  async ask(command: WebhookCommand, number = 1): Promise<void> {
    const stream = streamName('webhook', webhookId(number));
    const keyRing = await this.world.keys.getMany([kidOf(keyRow, 0)]);
    const isNew = command.type === 'RegisterWebhook';
    const fresh = {
      stream,
      state: webhook.initial,
      expected: 'no-stream' as const,
      predecessor: null,
      events: [],
      keyRing,
    };
    const options = { personal: true, ...(isNew ? { loaded: fresh } : {}) };
    const handled = await handle(this.world.process(), webhook, stream, command, { context, region: null }, options);
    if ('refused' in handled) throw new Error(`the command was refused: ${handled.refused}`);
  }

  register(number = 1, settings: Parameters<typeof existingWebhook>[1] = {}): Promise<void> {
    return this.ask({ type: 'RegisterWebhook', webhook: existingWebhook(number, settings).webhook }, number);
  }

  change(
    changes: Extract<WebhookCommand, { type: 'ChangeWebhook' }>['changes'],
    status?: 'enabled' | 'disabled',
  ): Promise<void> {
    return this.ask({ type: 'ChangeWebhook', teamId, changes, ...(status === undefined ? {} : { status }) });
  }

  /** As the read store has them after the last fold. */
  async messages(): Promise<readonly WebhookMessageDocument[]> {
    const query = { equals: {}, orderBy: 'id', direction: 'asc', limit: 1_000 } as const;
    const { documents } = await this.readStore.list(shapeOf(webhookMessagesProjection), query);
    return documents.map(({ document }) => document as WebhookMessageDocument);
  }

  async progress(): Promise<WebhookProgressDocument | undefined> {
    return (await this.readStore.get(shapeOf(webhookProgressProjection), partition)) as
      | WebhookProgressDocument
      | undefined;
  }

  /** The mail of each request, in the order of the requests. */
  mails(): readonly string[] {
    return this.sender.sent.map(({ body }) => (JSON.parse(body) as { data: { email_id: string } }).data.email_id);
  }
}

/** From within a file of tests: a stage of its own for each of them. */
export function usePartitionStage(): () => PartitionStage {
  let stage: PartitionStage;
  beforeEach(async () => {
    stage = await PartitionStage.create();
  });
  afterEach(() => stage.stop());
  return () => stage;
}
