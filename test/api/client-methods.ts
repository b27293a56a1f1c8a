import type { ErrorResponse, Resend } from 'resend';
import { small } from './setup.js';

/** What every method of the official client resolves to. */
export interface ClientResult {
  readonly data: unknown;
  readonly error: ErrorResponse | null;
  readonly headers?: Readonly<Record<string, string>> | null;
}

export interface ClientMethod {
  /** Calls it with arguments that are in order, but for `id`, which stands wherever it takes one. */
  call(resend: Resend, id: string): Promise<ClientResult>;
  /** `full`: not with a key that may only send. */
  readonly access: 'sending' | 'full';
  readonly takesId: boolean;
}

const method = (access: ClientMethod['access'], takesId: boolean, call: ClientMethod['call']): ClientMethod => ({
  access,
  takesId,
  call,
});

/** Every method of the client's `emails`, `batch`, `apiKeys`, `suppressions`, `webhooks` and `logs`. */
export const servedMethods: Readonly<Record<string, ClientMethod>> = {
  'emails.send': method('sending', false, (resend) => resend.emails.send(small)),
  'emails.create': method('sending', false, (resend) => resend.emails.create(small)),
  'emails.list': method('full', false, (resend) => resend.emails.list()),
  'emails.metrics': method('full', false, (resend) => resend.emails.metrics()),
  'emails.get': method('full', true, (resend, id) => resend.emails.get(id)),
  'emails.update': method('full', true, (resend, id) => resend.emails.update({ id, scheduledAt: 'in 1 hour' })),
  'emails.cancel': method('full', true, (resend, id) => resend.emails.cancel(id)),
  'emails.share': method('full', true, (resend, id) => resend.emails.share(id)),
  'emails.attachments.list': method('full', true, (resend, emailId) => resend.emails.attachments.list({ emailId })),
  'emails.attachments.get': method('full', true, (resend, id) => resend.emails.attachments.get({ emailId: id, id })),
  'emails.receiving.list': method('full', false, (resend) => resend.emails.receiving.list()),
  'emails.receiving.get': method('full', true, (resend, id) => resend.emails.receiving.get(id)),
  'emails.receiving.forward': method('full', true, (resend, emailId) =>
    resend.emails.receiving.forward({ emailId, to: small.to, from: small.from }),
  ),
  'emails.receiving.attachments.list': method('full', true, (resend, emailId) =>
    resend.emails.receiving.attachments.list({ emailId }),
  ),
  'emails.receiving.attachments.get': method('full', true, (resend, id) =>
    resend.emails.receiving.attachments.get({ emailId: id, id }),
  ),
  'batch.send': method('sending', false, (resend) => resend.batch.send([small])),
  'batch.create': method('sending', false, (resend) => resend.batch.create([small])),
  'apiKeys.create': method('full', false, (resend) => resend.apiKeys.create({ name: 'Of the suite' })),
  'apiKeys.list': method('full', false, (resend) => resend.apiKeys.list()),
  'apiKeys.update': method('full', true, (resend, id) => resend.apiKeys.update(id, { name: 'Renamed' })),
  'apiKeys.remove': method('full', true, (resend, id) => resend.apiKeys.remove(id)),
  'suppressions.add': method('full', false, (resend) => resend.suppressions.add({ email: 'ann@example.com' })),
  'suppressions.list': method('full', false, (resend) => resend.suppressions.list()),
  'suppressions.get': method('full', true, (resend, id) => resend.suppressions.get(id)),
  'suppressions.remove': method('full', true, (resend, id) => resend.suppressions.remove(id)),
  'suppressions.batch.add': method('full', false, (resend) =>
    resend.suppressions.batch.add({ emails: ['ann@example.com'] }),
  ),
  'suppressions.batch.remove': method('full', false, (resend) =>
    resend.suppressions.batch.remove({ emails: ['ann@example.com'] }),
  ),
  'webhooks.create': method('full', false, (resend) =>
    resend.webhooks.create({ endpoint: 'https://hooks.example.com/', events: ['email.complained'] }),
  ),
  'webhooks.list': method('full', false, (resend) => resend.webhooks.list()),
  'webhooks.get': method('full', true, (resend, id) => resend.webhooks.get(id)),
  'webhooks.update': method('full', true, (resend, id) => resend.webhooks.update(id, { status: 'disabled' })),
  'webhooks.remove': method('full', true, (resend, id) => resend.webhooks.remove(id)),
  'webhooks.rotateSigningSecret': method('full', true, (resend, id) => resend.webhooks.rotateSigningSecret(id)),
  'webhooks.events.list': method('full', true, (resend, webhookId) => resend.webhooks.events.list({ webhookId })),
  'webhooks.events.get': method('full', true, (resend, id) =>
    resend.webhooks.events.get({ webhookId: id, eventId: id }),
  ),
  'webhooks.events.replay': method('full', true, (resend, id) =>
    resend.webhooks.events.replay({ webhookId: id, eventId: id }),
  ),
  'webhooks.events.attempts.list': method('full', true, (resend, id) =>
    resend.webhooks.events.attempts.list({ webhookId: id, eventId: id }),
  ),
  'logs.list': method('full', false, (resend) => resend.logs.list()),
  'logs.get': method('full', true, (resend, id) => resend.logs.get(id)),
};

/** Private to the client's own classes, by its type declarations, or no request. */
const internalMethods = new Set([
  // Asks no server.
  'webhooks.verify',
  'emails.receiving.forwardPassthrough',
  'emails.receiving.forwardWrapped',
  'emails.receiving.downloadRaw',
]);

/** The methods that an object of the client has, those of its parts included: `attachments.list` of `emails`. */
export function methodsOf(part: object, path: string): readonly string[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(part))
    .filter((name) => name !== 'constructor')
    .map((name) => `${path}.${name}`)
    .filter((name) => !internalMethods.has(name));
  const parts = Object.entries(part).filter(([name, value]) => name !== 'resend' && typeof value === 'object');
  return [...own, ...parts.flatMap(([name, value]: [string, object]) => methodsOf(value, `${path}.${name}`))];
}
