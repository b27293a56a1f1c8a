import { findContact } from '../../../src/application/contact/find-contact.js';
import { changeOneContact, deleteContact } from '../../../src/application/contact/manage-contacts.js';
import { putContact } from '../../../src/application/contact/write-contact.js';
import { settleAddress } from '../../../src/application/contact/settle-address.js';
import { handle } from '../../../src/application/shared/handle.js';
import { createSuppressedAddresses } from '../../../src/application/suppression/suppressed-addresses.js';
import { createSuppressor } from '../../../src/application/suppression/suppressor.js';
import { leave } from '../../../src/application/unsubscribe/leave.js';
import { leaveToken } from '../../../src/application/unsubscribe/leave-link.js';
import { contactAddress } from '../../../src/domain/contact/contact-address.js';
import type { ConsentMeans } from '../../../src/domain/contact/events.js';
import { email } from '../../../src/domain/email/email.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { topic } from '../../../src/domain/topic/topic.js';
import { topicsProjection } from '../../../src/projections/topics/topics.projection.js';
import { accepting, idOf, mailTo } from '../accepting.js';
import { MemoryReadStore } from '../memory-read-store.js';
import { notes } from '../process-managers.js';
import { readModel } from '../read-model.js';
import { context, teamId, World } from '../world.js';
import type { Said, Scope } from './step.js';

const topicIds = ['', '0195d6a0-0000-7000-8000-0000000000e1', '0195d6a0-0000-7000-8000-0000000000e2'] as const;
export const topicOf = (scope: Scope): string | null => (scope === 0 ? null : topicIds[scope]);
const topics = topicIds.slice(1).map((id) => ({ id, defaultSubscription: 'opt_in' as const }));
const consentsOf = ({ about, choice }: Said) =>
  choice === 'nothing' ? [] : [{ topicId: topicOf(about), isSubscribed: choice === 'yes' }];
const visitor = { ip: '192.0.2.7', userAgent: null };
const provenance = { context, region: null };
const policy = { fullMails: 3, fullSpanMs: 1, fullForMs: 1, rememberedForMs: 1 };

/** What a server does with each step, over a log in memory. */
export class ConsentSystem {
  readonly #readStore = new MemoryReadStore();

  private constructor(readonly world: World) {}

  static async begin(): Promise<ConsentSystem> {
    const world = await World.create();
    await world.addDomain('example.com');
    const system = new ConsentSystem(world);
    const shown = { name: 'News', description: null, defaultSubscription: 'opt_in', visibility: 'public' } as const;
    for (const { id } of topics) {
      const created = { type: 'CreateTopic', topic: { teamId, ...shown } } as const;
      await handle(world.process(), topic, streamName('topic', id), created, provenance);
    }
    await readModel(world, topicsProjection, system.#readStore);
    return system;
  }

  get #ports() {
    const ownWrites = { note: () => undefined, settled: async () => undefined };
    const dailyLimits = { joinAgain: async () => undefined };
    return { ...this.world.process(), readStore: this.#readStore, ownWrites, dailyLimits };
  }

  tick(): void {
    this.world.clock.advance(1_000);
  }

  /** `row`: the id of the row of an import that says so. */
  async write(address: string, means: ConsentMeans, says: Said, row?: string) {
    const occasion = { means, emailId: null, pageVersion: null, importId: null, visitor: null };
    const write = { fields: { email: address }, consents: consentsOf(says), occasion };
    const from = row === undefined ? provenance : { ...provenance, cause: { id: row, position: null } };
    const written = await putContact(this.#ports, teamId, write, from);
    if ('refused' in written) throw new Error(written.refused);
    return written.outcome;
  }

  async move(id: string, address: string, says: Said): Promise<void> {
    const change = { context, key: { id }, fields: { email: address }, consents: consentsOf(says) };
    await changeOneContact(this.#ports, change);
  }

  async halfMove(contactId: string, address: string): Promise<void> {
    const settled = await settleAddress(this.#ports, teamId, address, provenance);
    if ('refused' in settled) throw new Error(settled.refused);
    const { names, held } = settled;
    const isGone = held === undefined || held.state === null || held.state === 'deleted';
    const insteadOf = isGone ? (names.state.contactId ?? undefined) : undefined;
    const taking = { type: 'TakeAddress', teamId, contactId, insteadOf } as const;
    await handle(this.#ports, contactAddress, names.stream, taking, provenance);
  }

  async remove(id: string): Promise<void> {
    await deleteContact(this.#ports, { context, key: { id } });
  }

  async idAt(address: string): Promise<string | undefined> {
    return (await findContact(this.#ports, teamId, { address }))?.id;
  }

  async accept(address: string, scope: Scope): Promise<string> {
    const mail = mailTo([address], { about: { topicId: topicOf(scope) } });
    return idOf(await accepting(this.world, { topics }).send(mail));
  }

  /** Whether a mail of a broadcast to this contact goes to the address now. */
  async goes(address: string, scope: Scope, contactId: string): Promise<boolean> {
    const ports = this.#ports;
    const subscription = { topicId: topicOf(scope), isOptOut: false, isLinked: true };
    const suppressed = createSuppressedAddresses(ports, ports.hash, () => false);
    const mail = { teamId, address, retryClass: 'bulk', subscription, contactId } as const;
    return (await suppressed.reason(mail)) === undefined;
  }

  async leave(emailId: string, choice: Parameters<typeof leave>[1]['choice']): Promise<void> {
    const token = leaveToken(this.#ports.hash, { emailId, recipient: 0 });
    const said = await leave(this.#ports, { token, choice, formToken: null, visitor, correlationId: 'request-1' });
    if ('refused' in said) throw new Error(said.refused);
  }

  chosen(wants: boolean): Parameters<typeof leave>[1]['choice'] {
    const shown = topicIds.slice(1);
    return { getsMarketing: wants, shown, subscribed: wants ? shown : [] };
  }

  async complain(emailId: string): Promise<void> {
    const ports = this.#ports;
    const command = { type: 'RecordComplaint', recipient: 0 } as const;
    await handle(ports, email, streamName('email', emailId), command, provenance);
    const suppressor = createSuppressor(ports, policy);
    await notes(this.world, suppressor);
    await suppressor.act();
  }
}
