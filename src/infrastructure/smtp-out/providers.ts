/** What a receiver tolerates, and what we begin with. */
export interface ProviderLimits {
  readonly startConnections: number;
  readonly maxConnections: number;
  readonly mailsPerConnection: number;
}

interface Provider extends ProviderLimits {
  /** Suffixes of the MX hosts' names, on a label boundary. */
  readonly suffixes: readonly string[];
}

const unknownReceiver: ProviderLimits = { startConnections: 2, maxConnections: 20, mailsPerConnection: 100 };

/**
 * Start values of receivers that publish what they take, or whose habits are widely known. `docs/delivery.md` names the
 * sources; what a receiver answers counts more than any line here.
 */
const providers: readonly Provider[] = [
  // Sender guidelines of Google: few connections, and fewer after the first deferral.
  { suffixes: ['google.com', 'googlemail.com'], startConnections: 5, maxConnections: 20, mailsPerConnection: 50 },
  // Outlook.com and Exchange Online count connections of one address.
  {
    suffixes: ['protection.outlook.com', 'mx.microsoft'],
    startConnections: 5,
    maxConnections: 10,
    mailsPerConnection: 50,
  },
  // Sender hub of Yahoo (also AOL): a connection is closed after about twenty mails.
  { suffixes: ['yahoodns.net'], startConnections: 5, maxConnections: 10, mailsPerConnection: 20 },
  { suffixes: ['mail.icloud.com', 'apple.com'], startConnections: 2, maxConnections: 10, mailsPerConnection: 5 },
  // Postmaster page of Comcast: 25 connections of one address.
  { suffixes: ['comcast.net'], startConnections: 5, maxConnections: 25, mailsPerConnection: 1_000 },
  // Two connections of one address are documented for senders to Orange.
  { suffixes: ['orange.fr', 'wanadoo.fr'], startConnections: 1, maxConnections: 2, mailsPerConnection: 50 },
];

/** By the most preferred hosts: a set is a provider's when all of these are. */
export function limitsOf(hosts: readonly (readonly string[])[]): ProviderLimits {
  const best = hosts[0] ?? [];
  const isIts = (host: string, suffix: string): boolean => host === suffix || host.endsWith(`.${suffix}`);
  const provider = providers.find(
    ({ suffixes }) => best.length > 0 && best.every((host) => suffixes.some((suffix) => isIts(host, suffix))),
  );
  return provider ?? unknownReceiver;
}
