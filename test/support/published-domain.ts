import { generateKeyPairSync } from 'node:crypto';
import type {
  PublishedDomain,
  PublishedKey,
  RecordSettings,
} from '../../src/application/sending-domain/records/published-domain.js';
import { registeredZoneOf } from '../../src/infrastructure/dns/registered-zone.js';
import { inStrings, type Zone } from './name-server.js';

function rsaPublicKey(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

export const activeKey: PublishedKey = {
  selector: 'ph1',
  algorithm: 'rsa-sha256',
  publicKey: rsaPublicKey(),
  role: 'active',
};

export const ed25519Key: PublishedKey = {
  selector: 'ph2',
  algorithm: 'ed25519-sha256',
  publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  role: 'active',
};

/** Key of another domain, or of another time. */
export const otherPublicKey = rsaPublicKey();

export const sampleDomain: PublishedDomain = {
  name: 'example.com',
  returnPathLabel: 'send',
  region: 'eu-west-1',
  capabilities: { sending: true, receiving: true },
  trackingSubdomain: 'links',
  formerTrackingSubdomains: [],
  certificatesRuledAt: null,
  dkimKeys: [activeKey, ed25519Key],
};

export const sampleSettings: RecordSettings = {
  returnPathHost: 'bounces.{region}.posthorn.test',
  spfValue: 'v=spf1 mx include:spf.posthorn.test ~all',
  trackingHost: 'links.{region}.posthorn.test',
  inboundHost: 'in.{region}.posthorn.test',
  trackingAuthority: 'authority.example.net',
  regions: ['us-east-1', 'eu-west-1'],
  ownPolicy: null,
  takesReports: false,
  registeredZoneOf,
};

/** What the operator of the samples publishes. */
const operatorZone: Zone = {
  'bounces.eu-west-1.posthorn.test': { A: ['192.0.2.25'] },
  'in.eu-west-1.posthorn.test': { AAAA: ['2001:db8::25'] },
  'spf.posthorn.test': { TXT: ['v=spf1 ip4:192.0.2.0/24 -all'] },
};

/** Every record of {@link sampleDomain}, as its owner should publish it. */
export const verifiedZone: Zone = {
  ...operatorZone,
  'example.com': { NS: ['ns2.example.net', 'ns1.example.net'], MX: [[10, 'in.eu-west-1.posthorn.test']] },
  'send.example.com': { MX: [[10, 'bounces.eu-west-1.posthorn.test']], TXT: [sampleSettings.spfValue] },
  'ph1._domainkey.example.com': { TXT: [inStrings(`p=${activeKey.publicKey}`)] },
  'ph2._domainkey.example.com': { TXT: [`v=DKIM1; k=ed25519; p=${ed25519Key.publicKey}`] },
  'links.example.com': { CNAME: ['links.eu-west-1.posthorn.test'] },
};
