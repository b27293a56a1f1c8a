import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import { canonicalJson } from '../shared/json.js';
import { type DkimKey, keyInRole, retireKey, selectKey } from './dkim-keys.js';
import type {
  CheckedRecord,
  DomainCapabilities,
  DomainChecked,
  DomainCreated,
  DomainDeleted,
  DomainDeliveryFell,
  DomainDkimKeyAdded,
  DomainDkimRotationRequested,
  DomainPassShareFell,
  DomainSettings,
  SendingDomainEvent,
} from './events.js';
import { formerSubdomains } from './tracking-subdomain.js';
import { evolveVerification, type Finding, nextStatus, unverified, type Verification } from './verification.js';

export type SendingDomainCommand =
  | { readonly type: 'CreateDomain'; readonly domain: DomainCreated['data'] }
  | { readonly type: 'UpdateDomain'; readonly changes: DomainChanges }
  | { readonly type: 'AddDkimKey'; readonly key: DomainDkimKeyAdded['data'] }
  | { readonly type: 'RequestDkimRotation'; readonly by: DomainDkimRotationRequested['data']['by'] }
  | { readonly type: 'SelectDkimKey'; readonly selector: string }
  | { readonly type: 'RetireDkimKey'; readonly selector: string }
  | { readonly type: 'VouchForDomain' }
  | { readonly type: 'RequestCheck' }
  | RecordCheck
  /** `at`: ISO 8601. */
  | { readonly type: 'NoteFalls'; readonly falls: readonly DomainDeliveryFell['data'][]; readonly at: string }
  /** `at`: ISO 8601. */
  | { readonly type: 'NotePassFall'; readonly fall: DomainPassShareFell['data']; readonly at: string }
  | { readonly type: 'DeleteDomain'; readonly reason: DomainDeleted['data']['reason'] };

export interface DomainChanges extends Partial<Omit<DomainSettings, 'capabilities'>> {
  readonly capabilities?: Partial<DomainCapabilities>;
}

interface RecordCheck {
  readonly type: 'RecordCheck';
  readonly findings: readonly Finding[];
  /** ISO 8601. */
  readonly at: string;
  /** How long a record may be missing before that is final. */
  readonly patienceMs: number;
}

export interface ActiveDomain {
  readonly status: 'active';
  /** The settings as they are now. */
  readonly domain: DomainCreated['data'];
  readonly dkimKeys: readonly DkimKey[];
  /** Subdomains of tracked links in earlier email, the latest first. */
  readonly formerTrackingSubdomains: readonly string[];
  /** ISO 8601: the spare is to take over since then; null: no rotation was requested. */
  readonly rotationRequestedAt: string | null;
  readonly verification: Verification;
  readonly falls: KnownFalls;
  /** ISO 8601: when a fall of what passes DMARC was last written down; null: never. */
  readonly passFellAt: string | null;
}

export type SendingDomainState =
  | { readonly status: 'none' }
  | ActiveDomain
  /** Its keys are to be destroyed. */
  | {
      readonly status: 'deleted';
      readonly domain: DomainCreated['data'];
      readonly dkimKeys: readonly DkimKey[];
      readonly reason: DomainDeleted['data']['reason'];
    };

/** `subdomain-in-use`: links and bounces cannot share a name. */
export type SendingDomainRefusal = 'not-found' | 'no-capability' | 'subdomain-in-use' | 'unknown-key';

/** How often a check that found nothing new is written down all the same. */
const knownCheckEveryMs = 86_400_000;

/** A domain that mail is sent from: its proof in DNS, and the keys that sign for it. */
export const sendingDomain: Decider<
  SendingDomainCommand,
  SendingDomainState,
  SendingDomainEvent,
  SendingDomainRefusal
> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'CreateDomain') {
      return state.status === 'none' ? [{ type: 'DomainCreated', data: command.domain }] : [];
    }
    if (state.status === 'deleted' && command.type === 'DeleteDomain') return [];
    return state.status === 'active' ? decideActive(command, state) : refuse('not-found');
  },

  evolve(state, event, at) {
    if (event.type === 'DomainCreated') {
      const nothingYet = {
        dkimKeys: [],
        formerTrackingSubdomains: [],
        rotationRequestedAt: null,
        verification: unverified(at),
        falls: {},
        passFellAt: null,
      };
      return { status: 'active', domain: event.data, ...nothingYet };
    }
    return state.status === 'active' ? evolveActive(state, event, at) : state;
  },
};

function decideActive(
  command: Exclude<SendingDomainCommand, { type: 'CreateDomain' }>,
  state: ActiveDomain,
): Decision<SendingDomainEvent, SendingDomainRefusal> {
  const keyUnder = (selector: string) => state.dkimKeys.find((key) => key.selector === selector);
  switch (command.type) {
    case 'UpdateDomain':
      return decideUpdate(command.changes, state);
    case 'AddDkimKey':
      return keyUnder(command.key.selector) ? [] : [{ type: 'DomainDkimKeyAdded', data: command.key }];
    case 'RequestDkimRotation':
      if (state.rotationRequestedAt !== null) return [];
      if (keyInRole(state.dkimKeys, 'rsa-sha256', 'spare') === undefined) return refuse('unknown-key');
      return [{ type: 'DomainDkimRotationRequested', data: { by: command.by } }];
    case 'SelectDkimKey': {
      const key = keyUnder(command.selector);
      if (key === undefined || key.role === 'retired' || key.role === 'retiring') return refuse('unknown-key');
      return key.role === 'active' ? [] : [{ type: 'DomainDkimKeySelected', data: { selector: key.selector } }];
    }
    case 'RetireDkimKey': {
      const key = keyUnder(command.selector);
      if (key === undefined || key.role === 'active') return refuse('unknown-key');
      return key.role === 'retired' ? [] : [{ type: 'DomainDkimKeyRetired', data: { selector: key.selector } }];
    }
    case 'VouchForDomain':
      return state.verification.vouched ? [] : [{ type: 'DomainVerified', data: { by: 'operator' } }];
    case 'RequestCheck':
      return [{ type: 'DomainCheckRequested', data: {} }];
    case 'RecordCheck':
      return decideCheck(command, state);
    case 'NoteFalls':
      return newFalls(command.falls, state.falls, command.at);
    case 'NotePassFall':
      return isKnown(state.passFellAt, command.at) ? [] : [{ type: 'DomainPassShareFell', data: command.fall }];
    case 'DeleteDomain':
      return [{ type: 'DomainDeleted', data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

function decideUpdate(
  changes: DomainChanges,
  { domain }: ActiveDomain,
): Decision<SendingDomainEvent, SendingDomainRefusal> {
  const before = settingsOf(domain);
  const after = { ...before, ...changes, capabilities: { ...before.capabilities, ...changes.capabilities } };
  if (!after.capabilities.sending && !after.capabilities.receiving) return refuse('no-capability');
  if (after.trackingSubdomain === domain.returnPath) return refuse('subdomain-in-use');
  return sameJson(before, after) ? [] : [{ type: 'DomainUpdated', data: after }];
}

function decideCheck(
  { findings, at, patienceMs }: RecordCheck,
  { domain, verification }: ActiveDomain,
): readonly SendingDomainEvent[] {
  const next = (capability: 'sending' | 'receiving') => {
    const needed = findings.flatMap(({ record, neededFor }) => (neededFor === capability ? [record] : []));
    const state = verification[capability];
    return domain.capabilities[capability] ? nextStatus(state, needed, at, patienceMs) : state.status;
  };
  const records: readonly CheckedRecord[] = findings.map(({ record }) => record);
  const data: DomainChecked['data'] = { sending: next('sending'), receiving: next('receiving'), records };
  const { sending, receiving, checkAwaited, lastCheckedAt } = verification;
  const known = { sending: sending.status, receiving: receiving.status, records: verification.records };
  const isRecent = lastCheckedAt !== null && Date.parse(at) - Date.parse(lastCheckedAt) < knownCheckEveryMs;
  return !checkAwaited && isRecent && sameJson(known, data) ? [] : [{ type: 'DomainChecked', data }];
}

function settingsOf(domain: DomainCreated['data']): DomainSettings {
  const { tls, openTracking, clickTracking, capabilities, trackingSubdomain } = domain;
  const { sending, receiving } = capabilities;
  return { tls, openTracking, clickTracking, capabilities: { sending, receiving }, trackingSubdomain };
}

const sameJson = (left: object, right: object): boolean => canonicalJson(left) === canonicalJson(right);

function evolveActive(
  state: ActiveDomain,
  event: Exclude<SendingDomainEvent, DomainCreated>,
  at: string,
): SendingDomainState {
  const { domain, dkimKeys, verification } = state;
  switch (event.type) {
    case 'DomainUpdated': {
      const changed = { ...domain, ...event.data };
      return {
        ...state,
        domain: changed,
        formerTrackingSubdomains: formerSubdomains(
          state.formerTrackingSubdomains,
          domain.trackingSubdomain,
          event.data.trackingSubdomain,
        ),
        verification: evolveVerification(verification, event, at, domain),
      };
    }
    case 'DomainDkimKeyAdded':
      return { ...state, dkimKeys: [...dkimKeys, { ...event.data, since: at }] };
    case 'DomainDkimRotationRequested':
      return { ...state, rotationRequestedAt: at };
    case 'DomainDkimKeySelected': {
      const { selector } = event.data;
      // Ed25519 changes automatically, as soon as DNS shows the next key.
      const isAsked = dkimKeys.some((key) => key.selector === selector && key.algorithm === 'rsa-sha256');
      const rotationRequestedAt = isAsked ? null : state.rotationRequestedAt;
      return { ...state, dkimKeys: selectKey(dkimKeys, selector, at), rotationRequestedAt };
    }
    case 'DomainDkimKeyRetired':
      return { ...state, dkimKeys: retireKey(dkimKeys, event.data.selector, at) };
    case 'DomainVerified':
    case 'DomainCheckRequested':
    case 'DomainChecked':
      return { ...state, verification: evolveVerification(verification, event, at, domain) };
    case 'DomainDeliveryFell':
      return { ...state, falls: evolveFalls(state.falls, event, at) };
    case 'DomainPassShareFell':
      return { ...state, passFellAt: at };
    case 'DomainDeleted':
      return { status: 'deleted', domain, dkimKeys, reason: event.data.reason };
    default:
      return unreachable(event);
  }
}

/** By group and measure, ISO 8601: when a fall was last written down. */
type KnownFalls = Readonly<Record<string, string>>;

/** One fall is in the windows of seven days in a row: that is one fall, and one notice. */
const againAfterMs = 7 * 86_400_000;

const nameOf = ({ group, measure }: DomainDeliveryFell['data']): string => `${group} ${measure}`;

/** Those that were not written down in the seven days before `at`. */
function newFalls(
  falls: readonly DomainDeliveryFell['data'][],
  known: KnownFalls,
  at: string,
): readonly DomainDeliveryFell[] {
  return falls.flatMap((data) =>
    isKnown(known[nameOf(data)] ?? null, at) ? [] : [{ type: 'DomainDeliveryFell', data }],
  );
}

const isKnown = (last: string | null, at: string): boolean =>
  last !== null && Date.parse(at) - Date.parse(last) < againAfterMs;

function evolveFalls(known: KnownFalls, { data }: DomainDeliveryFell, at: string): KnownFalls {
  return { ...known, [nameOf(data)]: at };
}
