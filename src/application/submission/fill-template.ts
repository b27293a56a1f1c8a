import { contactMergeTags } from '../../domain/shared/contact-fields.js';
import { mergedLine, mergeValues, type MergeValues } from '../../domain/template/merge.js';
import { usedNames } from '../../domain/template/slots.js';
import type { PublishedTemplate } from '../template/published-templates.js';
import type { TemplateKey } from '../template/template-streams.js';
import type { EmailRequest, FillRefusal, TemplatedRequest } from './email-request.js';

export interface FillPorts {
  /** Undefined when the team has no such template; null while nothing of it was published. */
  readonly templateOf: (teamId: string, key: TemplateKey) => Promise<PublishedTemplate | null | undefined>;
  /** What the team calls who has the address. */
  readonly personOf: (teamId: string, address: string) => Promise<MergeValues>;
}

/** The whole email: its own sender, subject, addresses for replies and tracking win over those of the template. */
export async function fillTemplate(
  { templateOf, personOf }: FillPorts,
  teamId: string,
  { template, ...request }: TemplatedRequest,
): Promise<EmailRequest | FillRefusal> {
  const found = await templateOf(teamId, template.key);
  if (found === undefined) return { refused: 'unknown-template' };
  if (found === null) return { refused: 'unpublished-template' };
  const { used, content } = found;
  const from = request.from ?? content.from;
  const subject = request.subject ?? content.subject;
  if (from === null) return { refused: 'template-without', field: 'from' };
  if (subject === null) return { refused: 'template-without', field: 'subject' };
  const asked = request.subject === undefined ? content : { ...content, subject: '' };
  const track = request.track ?? content.track;
  const [only, ...others] = [...request.to, ...request.cc, ...request.bcc];
  // Where several people get the same, none of them is meant.
  const reserved = only === undefined || others.length > 0 ? {} : await aboutPerson(only.address);
  const checked = mergeValues(asked, template.variables, reserved);
  if ('refused' in checked) return checked;
  const { values } = checked;
  return {
    ...request,
    from,
    replyTo: request.replyTo.length === 0 ? (content.replyTo ?? []) : request.replyTo,
    subject: request.subject ?? mergedLine(content, subject, values),
    merge: { used, values },
    ...(track === undefined ? {} : { track }),
  };

  async function aboutPerson(address: string): Promise<MergeValues> {
    const isNamed = usedNames(asked).some((name) => contactMergeTags.includes(name));
    return { EMAIL: address, ...(isNamed ? await personOf(teamId, address) : {}) };
  }
}
