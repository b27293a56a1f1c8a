import { domainOfAddress, type Mailbox } from '../../domain/shared/mailbox.js';
import type { ContentCheck, ContentFinding } from '../../domain/template/check/finding.js';
import { contentFindings } from '../../domain/template/check/rules.js';
import type { TemplateContent } from '../../domain/template/content.js';
import type { ContentReader } from '../ports/html-reader.js';
import { listDomains, type ListDomainsPorts } from '../sending-domain/read-domains.js';

export type ContentCheckPorts = ListDomainsPorts & {
  readonly recordSettings: { readonly registeredZoneOf: (name: string) => string };
  /** What nothing is published with (`TEMPLATE_CHECK_REFUSES`). */
  readonly checkRefuses: readonly ContentCheck[];
};

export interface ContentToCheck extends Pick<TemplateContent, 'subject' | 'html' | 'text' | 'variables'> {
  readonly from: Mailbox | null;
}

export interface CheckedFindings {
  readonly findings: readonly (ContentFinding & { readonly isRefused: boolean })[];
  /** Whether it can be published as it is. */
  readonly isRefused: boolean;
}

/** What the rules say of a content of a team, and whether this installation publishes it. */
export async function checkContent(
  ports: ContentCheckPorts,
  teamId: string,
  { from, ...content }: ContentToCheck,
  readContent: ContentReader,
): Promise<CheckedFindings> {
  const { registeredZoneOf } = ports.recordSettings;
  const [read = null, domains] = await Promise.all([
    readContent(content.html),
    listDomains(ports, { teamId, page: {} }),
  ]);
  const names = 'refused' in domains ? [] : domains.documents.map(({ name }) => name);
  const sender = from === null ? [] : [domainOfAddress(from.address)];
  const senderDomains = new Set([...sender, ...names].map(registeredZoneOf));
  const found = contentFindings({ ...content, read, senderDomains, registeredDomainOf: registeredZoneOf });
  const refuses = refusedBy(ports.checkRefuses);
  const findings = found.map((finding) => ({ ...finding, isRefused: refuses.has(finding.name) }));
  return { findings, isRefused: findings.some(({ isRefused }) => isRefused) };
}

/** Where something is refused, so is what cannot be checked for it. */
const refusedBy = (names: readonly ContentCheck[]): ReadonlySet<ContentCheck> =>
  new Set(names.length === 0 ? [] : [...names, 'unreadable']);
