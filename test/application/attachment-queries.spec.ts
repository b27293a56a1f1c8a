import { messageReader } from '../../src/infrastructure/message-reader/message-reader.js';
import { createAttachmentQueries } from '../../src/application/email/attachment-queries.js';
import {
  DownloadAttachmentQuery,
  GetAttachmentQuery,
  ListAttachmentsQuery,
} from '../../src/application/email/attachment.queries.js';
import { eraseEmails } from '../../src/application/erasure/erase-emails.js';
import { foldEmail } from '../../src/projections/emails/emails.projection.js';
import { accepting, idOf, mailTo } from '../support/accepting.js';
import { context, teamId, World } from '../support/world.js';

const content = Buffer.from('a report');

describe('the content behind a link', () => {
  let world: World;
  let emailId: string;
  beforeEach(async () => {
    world = await World.create();
    await world.addDomain('example.com');
    const attachment = { filename: 'a.pdf', contentType: 'application/pdf', contentId: null, source: { content } };
    emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'], { attachments: [attachment] })));
  });

  function queries() {
    const ports = world.process();
    return createAttachmentQueries({
      ports,
      blobs: world.blobs,
      sealer: ports.sealer,
      reader: messageReader,
      hash: ports.hash,
      foldEmail,
    });
  }

  async function linked() {
    const list = await queries().list(new ListAttachmentsQuery(teamId, emailId, { limit: 20 }));
    if (list === undefined || 'refused' in list) throw new Error('no list');
    return list.documents[0]!;
  }

  /** What a download under this link gives, with so much memory left. */
  async function download({ attachment, link }: Awaited<ReturnType<typeof linked>>, memoryBytes = 1_000) {
    const query = new DownloadAttachmentQuery(emailId, attachment.id, link, (bytes) => bytes <= memoryBytes);
    return queries().download(query);
  }

  it('is what was sent, for an hour', async () => {
    const before = await linked();
    expect(await download(before)).toMatchObject({ content });
    world.clock.advance(3_599_000);
    expect(await download(before)).toMatchObject({ content });
    world.clock.advance(1_000);
    expect(await download(before)).toEqual({ refused: 'link-invalid' });
    expect(await download(await linked())).toMatchObject({ content });
  });

  it('is not there any more once the mail was erased, and neither is the attachment', async () => {
    const before = await linked();
    await eraseEmails(world.process(), [emailId], context);
    expect(await download(before)).toBeUndefined();
    expect(await queries().get(new GetAttachmentQuery(teamId, emailId, before.attachment.id))).toBeUndefined();
    expect(await queries().list(new ListAttachmentsQuery(teamId, emailId, { limit: 20 }))).toEqual({
      documents: [],
      hasMore: false,
    });
  });

  it('is not read where there is no memory for it', async () => {
    expect(await download(await linked(), content.length)).toEqual({ refused: 'busy' });
  });
});
