import type { Position } from '../../../src/domain/shared/recorded.js';
import type { WebhookMessageDocument } from '../../../src/projections/webhooks/webhooks.document.js';
import type { EncodedLog } from '../../support/encoded-log.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { waitFor } from '../../support/wait-for.js';
import { FakeSender, messageDocuments, WebhookProcess, worldWithMails } from '../../support/webhooks.js';
import type { World } from '../../support/world.js';

/** What the tests of an endpoint begin with. A test may put another world in its place. */
export interface EndpointStage {
  world: World;
  log: EncodedLog;
  /** The end of the log, behind three delivered mails. */
  head: Position;
  sender: FakeSender;
  /** A process that follows the log; it is ended after the test. */
  start(
    readStore?: MemoryReadStore,
    attempts?: ConstructorParameters<typeof WebhookProcess>[3],
  ): Promise<WebhookProcess>;
  /** Types of the messages that were sent, in order. */
  types(): readonly string[];
  mails(): readonly string[];
  /** So many messages have been sent. */
  until(count: number): Promise<unknown>;
  settledUpTo(endpoint: { position(): Position | undefined }, position: Position): Promise<unknown>;
  documentOf(messageId: string): Promise<WebhookMessageDocument>;
}

/** From within a file of tests: a stage of its own for each of them. */
export function useEndpointStage(): EndpointStage {
  const processes: WebhookProcess[] = [];
  // Filled before each test.
  const given = {} as Pick<EndpointStage, 'world' | 'log' | 'head' | 'sender'>;
  const stage: EndpointStage = Object.assign(given, {
    async start(readStore = new MemoryReadStore(), attempts: ConstructorParameters<typeof WebhookProcess>[3] = {}) {
      const process = new WebhookProcess(stage.world, stage.sender, readStore, attempts);
      processes.push(process);
      await process.follow();
      return process;
    },
    types: () => stage.sender.sent.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    mails: () =>
      stage.sender.sent.map(({ body }) => (JSON.parse(body) as { data: { email_id: string } }).data.email_id),
    until: (count: number) =>
      waitFor(
        async () => stage.sender.sent.length,
        (sent) => sent >= count,
      ),
    settledUpTo: (endpoint: { position(): Position | undefined }, position: Position) =>
      waitFor(
        async () => endpoint.position() ?? '',
        (reached) => reached >= position,
      ),
    async documentOf(id: string) {
      const shape = processes[0]!.ports.messages;
      return (await (await messageDocuments(stage.world)).get(shape, id)) as WebhookMessageDocument;
    },
  } satisfies Omit<EndpointStage, keyof typeof given>);
  beforeEach(async () => {
    Object.assign(stage, await worldWithMails(3), { sender: new FakeSender() });
  });
  afterEach(() => Promise.all(processes.splice(0).map((process) => process.crash())));
  return stage;
}
