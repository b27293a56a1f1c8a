import { useTeam } from './setup.js';

const { call, client } = useTeam('strict');

interface Check {
  readonly refused: boolean;
  readonly findings: readonly { readonly name: string; readonly place: unknown; readonly refused: boolean }[];
}
const html =
  '<div style="display:none">Your order</div>\n<p>Hello {{{NAME}}}</p>\n<img src="http://example.com/a.png">';

async function create(): Promise<string> {
  const { data } = await client().templates.create({ name: 'Receipt', html });
  return data?.id ?? '';
}

describe('the check of a template', () => {
  it('says what is wrong with the draft, and with what is not saved yet', async () => {
    const id = await create();
    const { status, body } = await call('GET', `/templates/${id}/check`);
    const { findings, refused } = body as Check;
    expect([status, refused]).toEqual([200, true]);
    expect(findings.map(({ name, place }) => [name, place])).toEqual([
      ['unknown-variables', { part: 'html', line: 2, column: 10 }],
      ['secure-links', { part: 'html', line: 3, column: 1 }],
      ['alt-texts', { part: 'html', line: 3, column: 1 }],
    ]);
    expect(findings.map((each) => each.refused)).toEqual([false, false, true]);
    const changed = await call('POST', `/dashboard-api/templates/${id}/check`, {
      body: { html: html.replace('<img', '<img alt="A"'), variables: [{ key: 'NAME', type: 'string' }] },
    });
    expect(changed.body).toMatchObject({ refused: false, findings: [{ name: 'secure-links' }] });
    expect(await call('GET', '/templates/nothing/check')).toMatchObject({ status: 404 });
  });

  it('keeps a draft from being published that this installation refuses, until it is corrected', async () => {
    const id = await create();
    expect(await call('POST', `/templates/${id}/publish`)).toMatchObject({
      status: 422,
      body: { name: 'validation_error', message: expect.stringMatching(/alt-texts: The image .* has no `alt`/) },
    });
    await client().templates.update(id, { html: html.replace('<img', '<img alt="A"') });
    expect(await call('POST', `/templates/${id}/publish`)).toMatchObject({ status: 200 });
  });
});
