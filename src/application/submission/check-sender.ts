import type { RecipientRole } from '../../domain/shared/accepted-email.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import type { SendingDomains, VerifiedDomain } from '../sending-domain/sending-domains.js';
import type { Principal } from '../shared/context.js';
import type { EmailRequest, SenderRefusal } from './accept-emails.command.js';
import { recipientsOf } from './compose-accepted.js';

export interface SenderRules {
  readonly domains: SendingDomains;
  /** Names of the sandbox domains, where the simulators live. */
  readonly sandboxDomains: readonly string[];
  /** Everything goes to the catcher anyway. */
  readonly captureMode: boolean;
}

/** May this key send this mail? Answers the domain that signs it, or why not. */
export async function checkSender(
  rules: SenderRules,
  principal: Principal,
  request: Pick<EmailRequest, 'from' | RecipientRole>,
): Promise<VerifiedDomain | SenderRefusal> {
  const domain = domainOfAddress(request.from.address);
  const verified = await rules.domains.verified(principal.teamId, domain);
  if (verified === undefined) return { refused: 'domain-not-verified', domain };
  if (principal.domainId !== null && principal.domainId !== verified.domainId) {
    return { refused: 'domain-not-allowed-for-key', domain };
  }
  if (verified.sandbox && !rules.captureMode && !recipientsOf(request).every(isSimulator(rules.sandboxDomains))) {
    return { refused: 'sandbox-recipient', domain };
  }
  return verified;
}

const simulators = new Set(['delivered', 'bounced', 'complained', 'suppressed']);

/** `delivered@`, `delivered+label@` and so on, at any sandbox domain. */
function isSimulator(sandboxDomains: readonly string[]) {
  return ({ mailbox }: { readonly mailbox: { readonly address: string } }): boolean => {
    const localPart = mailbox.address.slice(0, mailbox.address.lastIndexOf('@'));
    const [base = ''] = localPart.toLowerCase().split('+');
    return simulators.has(base) && sandboxDomains.includes(domainOfAddress(mailbox.address));
  };
}
