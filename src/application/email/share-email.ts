import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Ports } from '../shared/ports.js';
import { isValidLink, type LinkSignature, signLink } from '../shared/signed-link.js';
import type { GetEmailPorts, GetEmailResult } from './get-email.js';
import { openEmail, openTeamEmail, readBody, type ReadEmailPorts, takeBody, type TakeBytes } from './read-email.js';

/** POST /emails/{id}/share: a link that opens the mail without an API key, for so long. Undefined: not this team's, or erased. */
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

export type ShareEmailPorts = ReadEmailPorts & Pick<Ports, 'hash' | 'clock'>;

@QueryHandler(ShareEmailQuery)
export class ShareEmailHandler implements IQueryHandler<ShareEmailQuery> {
  constructor(private readonly ports: ShareEmailPorts) {}

  execute(query: ShareEmailQuery): Promise<ShareEmailResult> {
    return shareEmail(this.ports, query);
  }
}

export async function shareEmail(
  ports: ShareEmailPorts,
  { teamId, emailId, lifeMs }: ShareEmailQuery,
): Promise<ShareEmailResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  if (found === undefined || found.document.erased) return undefined;
  const path = sharedPath(emailId);
  return { path, link: signLink(ports.hash, path, Math.floor((ports.clock.now() + lifeMs) / 1000)) };
}

/** What a link of `ShareEmailQuery` opens, without an API key. Undefined: erased since. */
export class GetSharedEmailQuery extends Query<GetSharedEmailResult> {
  constructor(
    readonly emailId: string,
    readonly link: LinkSignature,
    /** For the body. */
    readonly takeBytes: TakeBytes,
  ) {
    super();
  }
}
export type GetSharedEmailResult = GetEmailResult | { readonly refused: 'invalid-link' };

export type GetSharedEmailPorts = GetEmailPorts & Pick<Ports, 'hash' | 'clock'>;

@QueryHandler(GetSharedEmailQuery)
export class GetSharedEmailHandler implements IQueryHandler<GetSharedEmailQuery> {
  constructor(private readonly ports: GetSharedEmailPorts) {}

  execute(query: GetSharedEmailQuery): Promise<GetSharedEmailResult> {
    return getSharedEmail(this.ports, query);
  }
}

export async function getSharedEmail(
  ports: GetSharedEmailPorts,
  { emailId, link, takeBytes }: GetSharedEmailQuery,
): Promise<GetSharedEmailResult> {
  if (!isValidLink(ports.hash, sharedPath(emailId), link, ports.clock.now())) return { refused: 'invalid-link' };
  const found = await openEmail(ports, emailId);
  if (found === undefined || found.document.erased) return undefined;
  if (!takeBody(found, takeBytes)) return { refused: 'busy' };
  return { email: found.document, body: await readBody(ports, found) };
}

/** Where a shared mail is shown. */
function sharedPath(emailId: string): string {
  return `/share/${emailId}`;
}
