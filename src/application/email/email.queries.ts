import { Query } from '@nestjs/cqrs';
import type { Audit } from '../audit/audit-resource.js';
import type { CapturedMessage } from '../ports/captured-mail.js';
import type { EmailBody } from '../ports/mail-composer.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { LinkSignature } from '../shared/signed-link.js';
import type { EmailDocument, LastEvent } from '../../projections/emails/emails.document.js';
import type { TimelineEntry } from '../../projections/emails/email-timeline.js';

/** GET /emails/{id}: folded from its stream, so it shows every write already answered. Undefined: not this team's. */
export class GetEmailQuery extends Query<GetEmailResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
  ) {
    super();
  }
}
/** `body` is undefined once it was erased. */
export type GetEmailResult = { readonly email: EmailDocument; readonly body: EmailBody | undefined } | undefined;

/** GET /emails, newest first; with `lastEvent` only the mails whose last event it is. Waits up to `LIST_PATIENCE_MS` for the team's own last write. */
export class ListEmailsQuery extends Query<ListEmailsResult> {
  constructor(
    readonly teamId: string,
    readonly page: PageRequest,
    readonly lastEvent?: LastEvent,
  ) {
    super();
  }
}
export type ListEmailsResult = Page<EmailDocument>;

/** POST /emails/{id}/share: a link that shows the mail to whoever holds it, for so long. Undefined: not this team's, or erased. */
export class ShareEmailQuery extends Query<ShareEmailResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
    readonly lifeMs: number,
  ) {
    super();
  }
}
export type ShareEmailResult = { readonly path: string; readonly link: LinkSignature } | undefined;

/** What a link of `ShareEmailQuery` opens, without an API key. Undefined: erased since. */
export class GetSharedEmailQuery extends Query<GetSharedEmailResult> {
  constructor(
    readonly emailId: string,
    readonly link: LinkSignature,
  ) {
    super();
  }
}
export type GetSharedEmailResult = GetEmailResult | { readonly refused: 'invalid-link' };

/** Everything that happened to a mail, oldest first. */
export class GetEmailTimelineQuery extends Query<GetEmailTimelineResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
  ) {
    super();
  }
}
export type GetEmailTimelineResult = readonly TimelineEntry[] | undefined;

/** Everything that happened to a mail, who did it and why, and how it stood; up to `at` (ISO 8601, UTC), where given. */
export class GetEmailHistoryQuery extends Query<GetEmailHistoryResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
    readonly at?: string,
  ) {
    super();
  }
}
export type GetEmailHistoryResult = Audit<EmailDocument> | undefined;

/** What the catcher received of a mail. */
export class GetCapturedMailQuery extends Query<GetCapturedMailResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
  ) {
    super();
  }
}
export type GetCapturedMailResult = readonly CapturedMessage[] | undefined;

/** All of one message of {@link GetCapturedMailQuery}. `hold` reserves its memory; `busy`: it could not. */
export class GetCapturedMessageQuery extends Query<GetCapturedMessageResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
    readonly number: number,
    readonly hold: (bytes: number) => boolean,
  ) {
    super();
  }
}
export type GetCapturedMessageResult = Buffer | 'busy' | undefined;
