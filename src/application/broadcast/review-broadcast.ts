import { hasRest } from '../../domain/broadcast/ab-test.js';
import type { SentAs } from '../../domain/broadcast/events.js';
import { findingsOf } from '../../domain/insight/rules.js';
import type { BodyReference } from '../../domain/shared/accepted-email.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import { isContentCheck } from '../../domain/shared/content-checks.js';
import type { ContentCheck, ContentFinding } from '../../domain/template/check/finding.js';
import { shownParts } from '../../domain/template/sections.js';
import { command, query } from '../access/use-case.js';
import { propertyFallbacks } from '../contact-property/contact-properties.js';
import { gatherFacts, type GatherPorts } from '../insight/gather-facts.js';
import { withReplyTo } from '../insight/get-insights.js';
import type { ContentReader, HtmlReader } from '../ports/html-reader.js';
import type { MailComposer } from '../ports/mail-composer.js';
import type { SpamFilter } from '../ports/spam-filter.js';
import { ownMessageId } from '../submission/prepare-email.js';
import { checkContent, type ContentCheckPorts } from '../template/check-content.js';
import { getSegment } from '../segment/segments.js';
import { getTopic } from '../topic/topics.js';
import { waysToLeave } from '../unsubscribe/leave-link.js';
import { type AudienceCount, type CountPorts, countAudience } from './audience-count.js';
import {
  type BroadcastContent,
  hasLeaveLink,
  htmlAsWritten,
  namesWithoutFallback,
  openBroadcastContent,
} from './broadcast-content.js';
import { conditionsOf } from './conditions.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { sentEarlier } from './chain.js';
import { askingOnce, checkLinks, type LinkPorts } from './check-links.js';
import { Exclusion } from './exclusion.js';
import { textsFor, unknownReader } from './preview-broadcast.js';
import { ofAudience } from './review-audience.js';
import {
  byVariant,
  noLeaveLink,
  ofInsight,
  ofRule,
  ofSpam,
  ofUnsendable,
  type ReviewFinding,
} from './review-finding.js';
import { ofForeignTags, ofLackedValues, ofLongLinks, ofOldBlocks, ofUnseenSections } from './review-tags.js';
import { openContents, type Said } from './variant-content.js';
import {
  draftSendableAs,
  type SendBroadcast,
  sendBroadcast,
  type SendPorts,
  type SendResult,
} from './send-broadcast.js';

type ReviewPorts = SendPorts &
  CountPorts &
  GatherPorts &
  ContentCheckPorts &
  LinkPorts & {
    readonly composer: MailComposer;
    /** Null where there is none. */
    readonly spamFilter: SpamFilter | null;
  };

/** POST /dashboard-api/broadcasts/{id}/review. */
export interface ReviewBroadcast {
  readonly teamId: string;
  readonly broadcastId: string;
  readonly readContent: ContentReader;
  readonly readHtml: HtmlReader;
  readonly publicUrl: string;
  /** Only what takes no time: no link is asked, no one is counted, and the email is not composed. */
  readonly isQuick?: boolean;
}

export interface Review {
  /** The dashboard does not send it as it is. */
  readonly blocks: boolean;
  /** What blocks comes first. */
  readonly findings: readonly ReviewFinding[];
  /** Null where there is no segment, and in a quick review. */
  readonly audience: AudienceCount | null;
}

export const ReviewBroadcast = query({ name: 'ReviewBroadcast', need: 'member', run: reviewBroadcast });

/** What is known to be wrong with it before it is sent. Nothing is stored, and nothing is sent. */
async function reviewBroadcast(
  ports: ReviewPorts,
  asked: ReviewBroadcast,
): Promise<Review | { readonly refused: 'not-found' }> {
  const { teamId, broadcastId, isQuick = false } = asked;
  const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
  if (loaded === undefined) return { refused: 'not-found' };
  const said = loaded.state.sentAs ?? loaded.state;
  const { segmentId, topicId, excluding } = said;
  const sendable = await draftSendableAs(ports, teamId, said);
  const about = topicId === null ? undefined : await getTopic(ports, { teamId, topicId });
  const topic = about === undefined ? null : { id: about.id, isOptOut: about.defaultSubscription === 'opt_out' };
  const exclusion =
    excluding === undefined
      ? undefined
      : await Exclusion.of(
          ports,
          { ...said, excluding },
          await sentEarlier(ports, { id: broadcastId, excluding }, undefined),
        );
  const [found, ofTest, audience] = await Promise.all([
    reviewContents(ports, asked, said),
    ruleReview(ports, teamId, said),
    segmentId === null || isQuick
      ? undefined
      : countAudience(
          ports,
          teamId,
          segmentId,
          topic,
          exclusion,
          await bareNames(ports, teamId, said),
          await conditionsOf(ports, teamId, await openContents(ports, said)),
        ),
  ]);
  const segment = segmentId === null ? undefined : await getSegment(ports, { teamId, segmentId });
  const ofWhom =
    audience === undefined || segment === undefined
      ? []
      : [
          ...ofAudience(audience, segment.createdAt, ports.clock.now()),
          ...ofLackedValues(audience.lacked, audience.isExact),
          ...(audience.isExact ? ofUnseenSections(audience.shownTo) : []),
        ];
  const ofDraft = 'refused' in sendable ? [ofUnsendable(sendable)] : [];
  const findings = [...ofDraft, ...ofTest, ...found, ...ofWhom].toSorted(
    (one, other) => Number(other.blocks) - Number(one.blocks),
  );
  return { blocks: findings.some(({ blocks }) => blocks), findings, audience: audience ?? null };
}

/** Names of merge tags that leave a hole in what anyone gets. */
async function bareNames(ports: ReviewPorts, teamId: string, said: Said): Promise<readonly string[]> {
  const fallbacks = await propertyFallbacks(ports, teamId);
  const contents = await openContents(ports, said);
  return [...new Set(contents.flatMap((content) => namesWithoutFallback(content, fallbacks)))].slice(0, mostNames);
}
/** More are not counted. */
const mostNames = 50;

/** Whether the rule of its A/B test has something to count. */
async function ruleReview(
  ports: ReviewPorts,
  teamId: string,
  { content, test }: Pick<SentAs, 'content' | 'test'>,
): Promise<readonly ReviewFinding[]> {
  if (test === undefined || !hasRest(test)) return [];
  const { from } = await openBroadcastContent(ports, content);
  if (from === null) return [];
  const domain = await ports.senderRules.domains.verified(teamId, domainOfAddress(from.address));
  if (domain === undefined) return [];
  const found = ofRule(test.winnerBy, domain.name, domain.tracking ?? { opens: false, clicks: false });
  return found === undefined ? [] : [found];
}

/** Both contents where there are two: what was found in one alone says in which. Each link is asked once. */
async function reviewContents(
  { linkChecker, ...others }: ReviewPorts,
  asked: ReviewBroadcast,
  { content, test, topicId }: Pick<SentAs, 'content' | 'test' | 'topicId'>,
): Promise<readonly ReviewFinding[]> {
  const ports = { ...others, linkChecker: linkChecker && askingOnce(linkChecker) };
  const review = async (reference: BodyReference): Promise<readonly ReviewFinding[]> => {
    const says = await openBroadcastContent(ports, reference);
    // What was not written yet is one finding, and not one of each rule.
    if (says.html === '' && says.text === '') return [];
    return contentReview(ports, asked, says, topicId);
  };
  const ofA = await review(content);
  return test === undefined ? ofA : byVariant(ofA, await review(test.content));
}

/** Said by {@link ofUnsendable}, or not about broadcasts. */
const leftOut: readonly string[] = ['unknown-variables', 'unused-variables'];
/** What the editor writes has a fallback for each; a colleague without code could not change it. */
const ofClients: readonly ContentCheck[] = ['html-support', 'css-support', 'unsafe-elements'];
/** Errors stop it everywhere, and so does an email that some readers see nothing of. */
const blocking: readonly ContentCheck[] = ['plain-text'];

async function contentReview(
  ports: ReviewPorts,
  { teamId, readContent, readHtml, publicUrl, isQuick = false }: ReviewBroadcast,
  content: BroadcastContent,
  topicId: string | null,
): Promise<readonly ReviewFinding[]> {
  const { from, subject, text, previewText } = content;
  const html = htmlAsWritten(content);
  const reading = readContent(html);
  const checked = await checkContent(ports, teamId, { from, subject, html, text, variables: [] }, () => reading);
  const isWritten = content.document != null;
  const isLeftOut = ({ name, severity }: ContentFinding): boolean =>
    leftOut.includes(name) ||
    (name === 'preheader' && previewText !== null) ||
    (isWritten && severity === 'note' && ofClients.includes(name));
  const ofContent = checked.findings.filter((finding) => !isLeftOut(finding)).map(ofCheck);
  const [ofBlocks, ofMail, ofLinks] = await Promise.all([
    ofOldBlocks(ports, teamId, content),
    isQuick ? [] : mailReview(ports, { teamId, readHtml, publicUrl, topicId }, content),
    isQuick ? [] : reading.then((read) => checkLinks(ports, teamId, read?.links ?? [], publicUrl)),
  ]);
  const trackedAt = from === null ? undefined : await trackingOrigin(ports, teamId, from.address, publicUrl);
  const read = await reading;
  const long = ofLongLinks(read?.links ?? [], trackedAt);
  // What everyone gets has it: a section may be left out.
  const least = { ...content, ...shownParts(content, {}) };
  const readLeast = content.conditions === undefined ? read : await readContent(least.html);
  const ofLeaving = hasLeaveLink(least, readLeast) ? [] : [noLeaveLink];
  return [...ofLeaving, ...ofForeignTags(content), ...ofContent, ...ofBlocks, ...long, ...ofLinks, ...ofMail];
}

/** Where tracked links of the sender begin. @returns undefined where they are not tracked. */
async function trackingOrigin(
  ports: ReviewPorts,
  teamId: string,
  address: string,
  publicUrl: string,
): Promise<string | undefined> {
  const domain = await ports.senderRules.domains.verified(teamId, domainOfAddress(address));
  if (domain?.tracking?.clicks !== true) return undefined;
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${domain.tracking.host}${port === '' ? '' : `:${port}`}`;
}

const ofCheck = ({ name, severity, seen, why, fix, place }: ContentFinding): ReviewFinding => {
  // A template has no field of its own for it; a broadcast has.
  const isSetting = name === 'preheader';
  const remedy = isSetting ? 'Write a preview text in the settings.' : fix;
  const blocks = severity === 'error' || blocking.includes(name);
  return { name, blocks, seen, why, remedy, place: isSetting ? { part: 'preview_text' } : place };
};

/** As it is composed for somebody of whom nothing is known: what the insights and a spam filter say of it. */
async function mailReview(
  ports: ReviewPorts,
  asked: Pick<ReviewBroadcast, 'teamId' | 'readHtml' | 'publicUrl'> & { readonly topicId: string | null },
  content: BroadcastContent,
): Promise<readonly ReviewFinding[]> {
  const { teamId, readHtml, publicUrl, topicId } = asked;
  const { from } = content;
  if (from === null) return [];
  const domain = await ports.senderRules.domains.verified(teamId, domainOfAddress(from.address));
  if (domain === undefined) return [];
  const leaveUrl = `${publicUrl}/unsubscribe/preview`;
  const { subject, ...texts } = await textsFor(ports, teamId, { content, reader: unknownReader, given: {}, leaveUrl });
  const body = { ...(texts.html === '' ? {} : { html: texts.html }), ...(texts.text ? { text: texts.text } : {}) };
  // The link to leave is this server's own: its host is nothing that who writes could change.
  const judged = texts.html === '' ? body : { ...body, html: texts.html.replaceAll(leaveUrl, '#') };
  const headers = waysToLeave(publicUrl, 'preview').map(([name, value]): [string, string] => [name, value]);
  const replyTo = [...(content.replyTo ?? [])];
  const message = await ports.composer.compose({
    messageId: ownMessageId(ports.ids.next(), domain.name),
    date: new Date(ports.clock.now()).toISOString(),
    content: { from, replyTo, subject, headers, tags: [] },
    to: [{ name: null, address: 'reader@example.com' }],
    ...{ cc: [], body, attachments: [], signingKeys: [] },
  });
  const facts = await gatherFacts(
    ports,
    {
      ...{ teamId, domainId: domain.domainId, from, body: judged, topicId, bytes: message.length, attachments: [] },
      headers: withReplyTo([], replyTo),
      ...{ isBulk: true, hasOwnUnsubscribeLinks: true, attempts: [], triedAt: undefined },
    },
    readHtml,
  );
  const insights = findingsOf(facts).filter(
    ({ check, group }) => (group === 'attention' || group === 'improvement') && !isContentCheck(check),
  );
  const spam = ports.spamFilter === null ? undefined : ofSpam(await ports.spamFilter.judge(message));
  return [...insights.map(ofInsight), ...(spam === undefined ? [] : [spam])];
}

/** POST /dashboard-api/broadcasts/{id}/send: what the page sends. */
export interface SendReviewedBroadcast extends SendBroadcast {
  readonly review: Omit<ReviewBroadcast, 'teamId' | 'broadcastId' | 'isQuick'>;
}
type ReviewBlocks = { readonly refused: 'review-blocks'; readonly findings: readonly ReviewFinding[] };

/** As {@link sendBroadcast}, where nothing that its review finds blocks it. What was reviewed is what is sent. */
export const SendReviewedBroadcast = command({
  name: 'SendReviewedBroadcast',
  need: 'member',
  async run(ports: ReviewPorts, { review: how, ...send }: SendReviewedBroadcast): Promise<SendResult | ReviewBlocks> {
    const { context, broadcastId } = send;
    const loaded = await broadcastOfTeam(ports, context.teamId, broadcastId);
    if (loaded === undefined) return { refused: 'not-found' };
    const review = await reviewBroadcast(ports, { ...how, teamId: context.teamId, broadcastId });
    if ('refused' in review) return review;
    const findings = review.findings.filter(({ blocks }) => blocks);
    if (findings.length > 0) return { refused: 'review-blocks', findings };
    return sendBroadcast(ports, { ...send, seen: loaded.state });
  },
});
