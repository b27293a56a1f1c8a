import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { DomainTls } from '../../../domain/sending-domain/events.js';
import type { DomainChanges } from '../../../domain/sending-domain/sending-domain.js';
import type { NewDomain } from '../../../application/sending-domain/manage-domains.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import { described, Field, type FieldRule, isEmpty, required } from '../edge/field.js';
import { trueOrFalse } from '../edge/rules.js';

export const noCapability = 'Invalid `capabilities` field. At least one of `sending` and `receiving` must be enabled.';
export const subdomainInUse =
  'Invalid `tracking_subdomain` field. It must differ from the subdomain that bounces go to.';

/** RFC 1123 §2.1, after IDNA: at least two labels, and the last is no number. */
const domainPattern =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const domainNameRule: FieldRule<string> = {
  schema: {
    type: 'string',
    'x-logged': true,
    description: 'A domain name of at least two labels. International names are converted to A-labels.',
  },
  parse(value, field) {
    const name = typeof value === 'string' ? asciiName(value.trim().replace(/\.$/, '')) : '';
    if (domainPattern.test(name) && isIP(name) === 0) return { value: name };
    return {
      problem: `Invalid \`${field}\` field. It must be a domain name of at least two labels, such as \`example.com\`.`,
    };
  },
};

/** The URL standard would also decode percent signs and read numbers as IPv4: only what needs IDNA goes through it. */
function asciiName(text: string): string {
  if (/^[\w.-]*$/.test(text)) return text.toLowerCase();
  return /^[\w.-]*$/.test(text.replace(/\P{ASCII}/gu, '')) ? domainToASCII(text) : '';
}

const regionRule: FieldRule<string> = {
  schema: {
    type: 'string',
    'x-logged': true,
    description: 'One of the server’s regions (default: the first region). You cannot change it later.',
  },
  parse(value, field) {
    return typeof value === 'string' && value !== ''
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a string.`, name: 'invalid_region' };
  },
};

const returnPathRule: FieldRule<string> = {
  schema: {
    type: 'string',
    'x-logged': true,
    maxLength: 63,
    default: 'send',
    description:
      'The subdomain of the return path, which receives bounces. It begins with a letter and ends with a letter or digit.',
  },
  parse(value, field) {
    const label = typeof value === 'string' ? value.toLowerCase() : '';
    if (/^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) return { value: label };
    return {
      problem: `Invalid \`${field}\` field. It must have at most 63 letters, digits and hyphens, begin with a letter and end with a letter or digit.`,
    };
  },
};

const trackingSubdomainRule: FieldRule<string> = {
  schema: {
    type: 'string',
    'x-logged': true,
    description: 'The subdomain of tracked links, such as `links`. You cannot remove it later.',
  },
  parse(value, field) {
    const labels = typeof value === 'string' ? value.toLowerCase() : '';
    const pattern = /^(?=.{1,120}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
    if (pattern.test(labels)) return { value: labels };
    return { problem: `Invalid \`${field}\` field. It must be a subdomain, such as \`links\`.` };
  },
};

const openTracking = described(
  trueOrFalse,
  'Whether opens are tracked. Tracking starts when the tracking subdomain is verified.',
);
const clickTracking = described(
  trueOrFalse,
  'Whether clicks are tracked. Tracking starts when the tracking subdomain is verified.',
);

const tlsRule: FieldRule<DomainTls> = {
  schema: {
    type: 'string',
    'x-logged': true,
    enum: ['opportunistic', 'enforced'],
    default: 'opportunistic',
    description:
      '`opportunistic`: TLS is used if the receiving server supports it. `enforced`: no email is sent without verified TLS.',
  },
  parse(value, field) {
    // Some clients write `Enforced`.
    const tls = typeof value === 'string' ? value.toLowerCase() : value;
    return tls === 'opportunistic' || tls === 'enforced'
      ? { value: tls }
      : { problem: `Invalid \`${field}\` field. It must be \`opportunistic\` or \`enforced\`.` };
  },
};

type Capabilities = NonNullable<DomainChanges['capabilities']>;

const enabledSchema = (description: string) => ({ type: 'string', enum: ['enabled', 'disabled'], description });

const capabilitiesRule: FieldRule<Capabilities> = {
  schema: {
    type: 'object',
    properties: {
      sending: enabledSchema('Whether the domain can send. A new domain has the default `enabled`.'),
      receiving: enabledSchema('Whether the domain can receive. A new domain has the default `disabled`.'),
    },
    description: 'The capabilities of the domain. At least one of them must be enabled.',
  },
  parse(value, field) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { problem: `Invalid \`${field}\` field. It must be an object with \`sending\` and \`receiving\`.` };
    }
    const given = Object.entries(value).filter(
      ([name, state]) => (name === 'sending' || name === 'receiving') && !isEmpty(state),
    );
    for (const [name, state] of given) {
      if (state !== 'enabled' && state !== 'disabled') {
        return { problem: `Invalid \`${field}.${name}\` field. It must be \`enabled\` or \`disabled\`.` };
      }
    }
    return { value: Object.fromEntries(given.map(([name, state]) => [name, state === 'enabled'])) };
  },
};

/** POST /domains/claim */
export class ClaimDomainBody {
  @Field(domainNameRule, required) name!: string;
  @Field(regionRule) region: string | undefined;
  @Field(returnPathRule) custom_return_path: string | undefined;
  @Field(openTracking) open_tracking: boolean | undefined;
  @Field(clickTracking) click_tracking: boolean | undefined;
  @Field(trackingSubdomainRule) tracking_subdomain: string | undefined;
}

/** POST /domains */
export class CreateDomainBody {
  @Field(domainNameRule, required) name!: string;
  @Field(regionRule) region: string | undefined;
  @Field(returnPathRule) custom_return_path: string | undefined;
  @Field(openTracking) open_tracking: boolean | undefined;
  @Field(clickTracking) click_tracking: boolean | undefined;
  @Field(tlsRule) tls: DomainTls | undefined;
  @Field(capabilitiesRule) capabilities: Capabilities | undefined;
  @Field(trackingSubdomainRule) tracking_subdomain: string | undefined;
}

/** PATCH /domains/{id} */
export class UpdateDomainBody {
  @Field(openTracking) open_tracking: boolean | undefined;
  @Field(clickTracking) click_tracking: boolean | undefined;
  @Field(tlsRule) tls: DomainTls | undefined;
  @Field(capabilitiesRule) capabilities: Capabilities | undefined;
  @Field(trackingSubdomainRule) tracking_subdomain: string | undefined;
}

/**
 * The domain that a body asks for: what it leaves out is as by default, in the first of the regions where it names
 * none. A claim cannot ask for all of it.
 */
export function newDomain(
  body: ClaimDomainBody & Partial<CreateDomainBody>,
  { regions }: { readonly regions: readonly string[] },
): NewDomain {
  const { name, tls = 'opportunistic' } = body;
  const capabilities = { sending: true, receiving: false, ...body.capabilities };
  const region = body.region ?? regions[0] ?? '';
  if (!regions.includes(region)) {
    throw new ApiError(422, 'invalid_region', `Invalid \`region\` field. It must be one of ${listed(regions)}.`);
  }
  const returnPath = body.custom_return_path ?? 'send';
  const trackingSubdomain = body.tracking_subdomain ?? null;
  if (trackingSubdomain === returnPath) throw invalid(subdomainInUse);
  if (!capabilities.sending && !capabilities.receiving) throw invalid(noCapability);
  const tracking = { openTracking: body.open_tracking ?? false, clickTracking: body.click_tracking ?? false };
  return { name, region, returnPath, tls, ...tracking, capabilities, trackingSubdomain };
}

/** What a body changes; a member that it does not name stays as it is. */
export function domainChanges(body: UpdateDomainBody): DomainChanges {
  const { tls, capabilities } = body;
  return {
    ...(tls === undefined ? {} : { tls }),
    ...(body.open_tracking === undefined ? {} : { openTracking: body.open_tracking }),
    ...(body.click_tracking === undefined ? {} : { clickTracking: body.click_tracking }),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(body.tracking_subdomain === undefined ? {} : { trackingSubdomain: body.tracking_subdomain }),
  };
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
