import { useTeam } from './setup.js';

const { call } = useTeam();

/** What each of so many requests at the same moment is answered. */
async function answers(count: number, ask: (at: number) => ReturnType<typeof call>) {
  const all = await Promise.all(Array.from({ length: count }, (_, at) => ask(at)));
  return { taken: all.filter(({ status }) => status < 300), refused: all.filter(({ status }) => status >= 300) };
}

const upload = () => {
  const body = new FormData();
  body.append('file', new File([`email,first_name\na@one.example.com,${'x'.repeat(98_000)}\n`], 'a.csv'));
  return call('POST', '/contacts/imports', { body });
};

describe('what a team keeps on disk', () => {
  it('is a megabyte of files of imports here, whether they come together or in sequence', async () => {
    const { taken, refused } = await answers(13, upload);
    // Several that fill it up together may all be refused.
    for (let room = 10 - taken.length; room > 0; room -= 1) taken.push(await upload());
    refused.push(await upload());
    expect(taken.map(({ status }) => status)).toEqual(Array(10).fill(201));
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({
          name: 'validation_error',
          message: expect.stringContaining('at most 1000000 bytes together (IMPORT_MEGABYTES_PER_TEAM)') as string,
        }),
      ]);
    }
  });

  it.each([
    ['templates', '/templates', (html: string, at: number) => ({ name: `Large ${at}`, html })],
    ['broadcasts', '/broadcasts', (html: string, at: number) => ({ name: `Large ${at}`, subject: 'News', html })],
  ])('is nine megabytes of templates and broadcasts here, whatever they are: %s', async (kind, path, of) => {
    const html = 'ä'.repeat(900_000);
    const { id: segment_id } = (await call('POST', '/segments', { body: { name: kind } })).body as { id: string };
    const { taken, refused } = await answers(8, (at) =>
      call('POST', path, {
        body: { ...of(html, at), ...(path === '/broadcasts' ? { segment_id, from: 'news@posthorn.test' } : {}) },
      }),
    );
    expect(taken.length).toBeLessThanOrEqual(4);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({ message: expect.stringContaining('CONTENT_MEGABYTES_PER_TEAM') as string }),
      ]);
    }
  });
});
