import { downloadAttachment, getAttachment, listAttachments } from '../../src/application/email/attachments.js';
import { eraseEmails } from '../../src/application/erasure/erase-emails.js';
import { accepting, idOf, mailTo } from '../support/accepting.js';
import { context, teamId, useWorld, world } from '../support/world.js';

const content = Buffer.from('a report');

describe('the content behind a link', () => {
  useWorld('example.com');
  let emailId: string;
  beforeEach(async () => {
    const attachment = { filename: 'a.pdf', contentType: 'application/pdf', contentId: null, source: { content } };
    emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'], { attachments: [attachment] })));
  });

  async function linked() {
    const list = await listAttachments(world.process(), { teamId, emailId, page: { limit: 20 } });
    if (list === undefined || 'refused' in list) throw new Error('no list');
    return list.documents[0]!;
  }

  /** What a download under this link gives, with so much memory left. */
  async function download({ attachment, link }: Awaited<ReturnType<typeof linked>>, memoryBytes = 1_000) {
    const count = async () => undefined;
    const query = {
      emailId,
      attachmentId: attachment.id,
      link,
      takeBytes: (bytes: number) => bytes <= memoryBytes,
      count,
    };
    return downloadAttachment(world.process(), query);
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
    const query = { teamId, emailId, attachmentId: before.attachment.id };
    expect(await getAttachment(world.process(), query)).toBeUndefined();
    const list = { teamId, emailId, page: { limit: 20 } };
    expect(await listAttachments(world.process(), list)).toEqual({
      documents: [],
      hasMore: false,
    });
  });

  it('is not read where there is no memory for it', async () => {
    expect(await download(await linked(), content.length)).toEqual({ refused: 'busy' });
  });
});
