import { z } from 'zod';
import { type DataOf, event, type EventIn, type EventOf, noMembers, streamNamed, streams } from '../shared/event.js';

const domainOrigin = z.enum(['sandbox', 'preverified', 'team']);
/** `sandbox`: open to every team, its mail never leaves the machine. `preverified`: the operator vouches for it. */
export type DomainOrigin = z.output<typeof domainOrigin>;

const domainTls = z.enum(['opportunistic', 'enforced']);
export type DomainTls = z.output<typeof domainTls>;

const domainCapabilities = z.object({ sending: z.boolean(), receiving: z.boolean() });
/** What the domain is for; at least one is on. */
export type DomainCapabilities = DataOf<typeof domainCapabilities>;

const domainSettings = z.object({
  /** `enforced`: mail is not sent to a server without TLS. */
  tls: domainTls.default('opportunistic'),
  openTracking: z.boolean().default(false),
  clickTracking: z.boolean().default(false),
  capabilities: domainCapabilities.default(() => ({ sending: true, receiving: false })),
  /** Labels in front of the name; null: none was chosen yet. */
  trackingSubdomain: z.string().nullable().default(null),
});
/** What its team may change. */
export type DomainSettings = DataOf<typeof domainSettings>;

const domainCreated = event('DomainCreated', {
  data: z.object({
    domainId: z.string(),
    /** A-labels, lower case. */
    name: z.string(),
    region: z.string(),
    origin: domainOrigin,
    /** The label in front of the name where bounces go: `send` of `send.example.com`. */
    returnPath: z.string().default('send'),
    ...domainSettings.shape,
  }),
  summary: ({ name, origin, region }) => `Domain ${name} created (${origin}, ${region})`,
});
export type DomainCreated = EventOf<typeof domainCreated>;

/** The settings as they are from now on. */
const domainUpdated = event('DomainUpdated', {
  data: domainSettings,
  summary: (settings) => `Settings changed: ${settingsOf(settings)}`,
});
export type DomainUpdated = EventOf<typeof domainUpdated>;

const dkimAlgorithm = z.enum(['rsa-sha256', 'ed25519-sha256']);
export type DkimAlgorithm = z.output<typeof dkimAlgorithm>;

/** RFC 6376, RFC 8463: a signing key. The private half lies in the KeyStore under `secretName`. */
const domainDkimKeyAdded = event('DomainDkimKeyAdded', {
  data: z.object({
    selector: z.string(),
    algorithm: dkimAlgorithm,
    /** A `spare` is shown so that DNS has it before it is needed; it signs nothing until it is selected. */
    role: z.enum(['active', 'spare']).default('active'),
    /** base64: the `p=` of the DNS record. RSA: the DER SubjectPublicKeyInfo. Ed25519: the 32 bytes of RFC 8463 §4. */
    publicKey: z.string(),
    secretName: z.string(),
  }),
  summary: ({ selector, algorithm, role }) => `DKIM key added with selector ${selector} (${algorithm}, ${role})`,
  // Part of making a domain, or of the rotation that was asked for.
  activity: 'never',
});
export type DomainDkimKeyAdded = EventOf<typeof domainDkimKeyAdded>;

/** The operator, or the schedule, wants the spare to take over once DNS shows it. */
const domainDkimRotationRequested = event('DomainDkimRotationRequested', {
  data: z.object({ by: z.enum(['operator', 'schedule']) }),
  summary: ({ by }) => `DKIM key rotation requested by the ${by}`,
});
export type DomainDkimRotationRequested = EventOf<typeof domainDkimRotationRequested>;

/** DNS shows the spare: it signs from now on, and the active key of its algorithm retires while its record stays. */
const domainDkimKeySelected = event('DomainDkimKeySelected', {
  data: z.object({ selector: z.string() }),
  summary: ({ selector }) => `DKIM key with selector ${selector} now signs`,
});

/** Nothing that it signed is under way any more: its record may go, and its private half is destroyed. */
const domainDkimKeyRetired = event('DomainDkimKeyRetired', {
  data: z.object({ selector: z.string() }),
  summary: ({ selector }) => `DKIM key with selector ${selector} retired: its DNS record can be removed`,
});

/** The operator vouches for the domain: whatever DNS says, it may send. */
const domainVerified = event('DomainVerified', {
  data: z.object({ by: z.literal('operator') }),
  summary: ({ by }) => `Verified by the ${by}`,
});
export type DomainVerified = EventOf<typeof domainVerified>;

/** A check was asked for: the 72 hours of a domain that is not verified start again. */
const domainCheckRequested = event('DomainCheckRequested', {
  data: noMembers,
  summary: 'Check of the DNS records requested',
});
export type DomainCheckRequested = EventOf<typeof domainCheckRequested>;

const findingStatus = z.enum(['verified', 'missing', 'different', 'unanswered']);
/** `unanswered`: the name servers gave no usable answer, which is not the same as no record. */
export type FindingStatus = z.output<typeof findingStatus>;

const checkedRecord = z.object({
  /** Which of the expected records: the same in every check. */
  key: z.string(),
  status: findingStatus,
  /** What is published, as text; no addresses of persons. */
  found: z.array(z.string()),
  /** What is wrong, and the values that its words need. */
  advice: z.array(z.object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })),
});
/** What DNS shows for one record. */
export type CheckedRecord = DataOf<typeof checkedRecord>;

const capabilityStatus = z.enum(['not_started', 'pending', 'verified', 'temporary_failure', 'failed']);
/** `temporary_failure`: it was verified, and a record of it is gone since. */
export type CapabilityStatus = z.output<typeof capabilityStatus>;

/** DNS was asked. Written where an answer was awaited or something differs from the check before, and once a day. */
const domainChecked = event('DomainChecked', {
  data: z.object({ sending: capabilityStatus, receiving: capabilityStatus, records: z.array(checkedRecord) }),
  summary({ sending, receiving, records }) {
    const each = records.map(({ key, status, advice }) => {
      const codes = advice.map(({ code }) => code);
      return codes.length === 0 ? `${key} ${status}` : `${key} ${status} (${codes.join(', ')})`;
    });
    return `DNS checked: ${[`sending ${sending}`, `receiving ${receiving}`, ...each].join(', ')}`;
  },
  activity: 'never',
});
export type DomainChecked = EventOf<typeof domainChecked>;

const share = z.object({ count: z.number(), of: z.number() });
const fellIn = {
  delivered: 'Fewer emails delivered',
  deferred: 'More emails deferred',
  complained: 'More spam complaints',
};

/** What a group of receivers makes of its email got worse beyond chance: seven days against the four weeks before. */
const domainDeliveryFell = event('DomainDeliveryFell', {
  data: z.object({
    group: z.enum(['gmail', 'microsoft', 'yahoo', 'apple', 'other']),
    measure: z.enum(['delivered', 'deferred', 'complained']),
    now: share,
    before: share,
  }),
  summary: ({ group, measure, now, before }) =>
    `${fellIn[measure]} (receivers: ${group}): ${now.count} of ${now.of}, before ${before.count} of ${before.of}`,
  activity: 'server-too',
});
export type DomainDeliveryFell = EventOf<typeof domainDeliveryFell>;

/** Receivers report that less of the email in its name passes DMARC: seven days against the four weeks before. */
const domainPassShareFell = event('DomainPassShareFell', {
  data: z.object({ now: share, before: share }),
  summary: ({ now, before }) =>
    `Fewer messages passed DMARC: ${now.count} of ${now.of}, before ${before.count} of ${before.of}`,
  activity: 'server-too',
});
export type DomainPassShareFell = EventOf<typeof domainPassShareFell>;

const deletedBecause = {
  asked: '',
  claimed: ': another team verified the name',
  'claim-ended': ': its claim was not completed',
} as const;

/**
 * Deleted with its keys. `claimed`: another team proved that the name is theirs. `claim-ended`: it never got the name.
 */
const domainDeleted = event('DomainDeleted', {
  data: z.object({ reason: z.enum(['asked', 'claimed', 'claim-ended']) }),
  summary: ({ reason }) => `Deleted${deletedBecause[reason]}`,
  activity: 'server-too',
});
export type DomainDeleted = EventOf<typeof domainDeleted>;

export const sendingDomainStreams = streams('domain', [
  domainCreated,
  domainUpdated,
  domainDkimKeyAdded,
  domainDkimRotationRequested,
  domainDkimKeySelected,
  domainDkimKeyRetired,
  domainVerified,
  domainCheckRequested,
  domainChecked,
  domainDeliveryFell,
  domainPassShareFell,
  domainDeleted,
]);
export type SendingDomainEvent = EventIn<typeof sendingDomainStreams>;

/** In `domainname-<keyed hash>`: one holder of a name. It carries what is needed to open the holder's stream. */
const reserved = event('Reserved', {
  data: z.object({ owner: streamNamed, teamId: z.string(), opens: domainCreated.data }),
  summary: ({ opens, owner }) => `Name ${opens.name} reserved for ${owner}`,
});
export type Reserved = EventOf<typeof reserved>;

const released = event('Released', {
  data: z.object({ owner: streamNamed }),
  summary: ({ owner }) => `Name released by ${owner}`,
});
export type Released = EventOf<typeof released>;

/** Another team wants the name; `opens` is the domain that it gets, which holds nothing until then. */
const nameClaimed = event('NameClaimed', {
  data: reserved.data.extend({
    claimId: z.string(),
    /** In a TXT record of the name it proves who rules over the name's DNS. */
    token: z.string(),
    /** ISO 8601. */
    expiresAt: z.string(),
  }),
  summary: ({ opens, owner, expiresAt }) => `Name ${opens.name} claimed for ${owner}, until ${expiresAt}`,
});
export type NameClaimed = EventOf<typeof nameClaimed>;

const nameClaimCheckRequested = event('NameClaimCheckRequested', {
  data: z.object({ claimId: z.string() }),
  summary: ({ claimId }) => `Check of claim ${claimId} requested`,
});
export type NameClaimCheckRequested = EventOf<typeof nameClaimCheckRequested>;

const claimBlock = z.enum(['grace_period', 'recent_owner_activity', 'pending_scheduled_emails']);
export type ClaimBlock = z.output<typeof claimBlock>;

/** The proof is there, and the name does not move yet. */
const nameClaimBlocked = event('NameClaimBlocked', {
  data: z.object({ claimId: z.string(), reason: claimBlock }),
  summary: ({ claimId, reason }) => `Claim ${claimId} verified, but blocked: ${reason}`,
});

/** In one append with the holder's `Released` and the claimant's `Reserved`. */
const nameClaimCompleted = event('NameClaimCompleted', {
  data: z.object({ claimId: z.string() }),
  summary: ({ claimId }) => `Claim ${claimId} completed`,
});
export type NameClaimCompleted = EventOf<typeof nameClaimCompleted>;

const claimEnd = z.enum(['expired', 'superseded', 'canceled', 'failed']);
/** `superseded`: by a later claim of the same team, or another team's that was completed first. */
export type ClaimEnd = z.output<typeof claimEnd>;

const nameClaimEnded = event('NameClaimEnded', {
  data: z.object({ claimId: z.string(), outcome: claimEnd }),
  summary: ({ claimId, outcome }) => `Claim ${claimId} ended: ${outcome}`,
});
export type NameClaimEnded = EventOf<typeof nameClaimEnded>;

export const domainNameStreams = streams('domainname', [
  reserved,
  released,
  nameClaimed,
  nameClaimCheckRequested,
  nameClaimBlocked,
  nameClaimCompleted,
  nameClaimEnded,
]);
export type DomainNameEvent = EventIn<typeof domainNameStreams>;

function settingsOf({ tls, openTracking, clickTracking, capabilities, trackingSubdomain }: DomainSettings): string {
  const on = (isOn: boolean): string => (isOn ? 'on' : 'off');
  return [
    `TLS ${tls}`,
    `sending ${on(capabilities.sending)}`,
    `receiving ${on(capabilities.receiving)}`,
    `open tracking ${on(openTracking)}`,
    `click tracking ${on(clickTracking)}`,
    `tracking subdomain ${trackingSubdomain ?? 'none'}`,
  ].join(', ');
}

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly domain: true;
    readonly domainname: true;
  }
}
