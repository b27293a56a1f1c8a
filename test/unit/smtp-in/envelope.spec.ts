import { apiKey, closeAll, submissionWorld } from './setup.js';

afterEach(closeAll);

const message = 'From: a@example.com\r\nSubject: Hello\r\n\r\nHi\r\n';

describe('RCPT', () => {
  it.each([
    ['a@localhost', '553 5.1.3 The domain needs at least two labels, as in example.com'],
    ['a@intranet', '553 5.1.3 The domain needs at least two labels, as in example.com'],
    ['a@[127.0.7.1]', '553 5.1.3 An IP address in place of the domain is not accepted'],
    ['a@[IPv6:::1]', '553 5.1.3 An IP address in place of the domain is not accepted'],
    ['a@example.1', '553 5.1.3 The domain does not end with a top-level domain, as in example.com'],
    ['a@-x.example', /^501 5\.1\.3 A label of the domain is empty/],
    ['a@example.com.', /^501 5\.1\.3 A label of the domain is empty/],
    [`${'l'.repeat(65)}@example.com`, '501 5.1.3 The part before the @ has more than 64 octets'],
    ['=?utf-8?q?j=C3=BCrgen?=@example.com', /^553 5\.1\.3 The address has an encoded word .* with SMTPUTF8/],
    ['j\u00fcrgen@example.com', '553 5.6.7 The part before the @ is not ASCII: only SMTP with SMTPUTF8 accepts that'],
    ['postmaster', '501 5.1.3 An address needs an @ with a domain after it'],
    ['', '501 5.1.3 An address needs an @ with a domain after it'],
  ])('refuses <%s> alone, and the others get the message', async (wrong, reply) => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.ask('MAIL FROM:<a@example.com>');
    expect(await client.ask('RCPT TO:<b@example.net>')).toMatch(/^250/);
    const said = await client.ask(`RCPT TO:<${wrong}>`);
    if (typeof reply === 'string') expect(said).toBe(reply);
    else expect(said).toMatch(reply);
    expect(await client.ask('RCPT TO:<c..d@docomo.example>')).toMatch(/^250/);
    expect(await client.ask('DATA')).toMatch(/^354/);
    expect(await client.ask(`${message}.`)).toMatch(/^250/);
    expect(world.mails[0]?.submission.envelope.recipients).toEqual([
      { address: 'b@example.net' },
      { address: '"c..d"@docomo.example' },
    ]);
    expect(world.refusals.get('recipient-not-valid')).toBe(1);
  });
});

describe('MAIL', () => {
  it.each(['<root>', '<root@(none)>', '<root@my_app>', '<jürgen@localhost>', '<>'])(
    'takes the sender %s',
    async (path) => {
      const world = await submissionWorld();
      const client = await world.connect('SMTP_465_PORT');
      await client.logIn(apiKey);
      expect(await client.ask(`MAIL FROM:${path}`)).toBe('250 2.1.0 Accepted');
      expect(await client.ask('RCPT TO:<b@example.net>')).toMatch(/^250/);
      expect(await client.ask('DATA')).toMatch(/^354/);
      expect(await client.ask(`${message}.`)).toMatch(/^250/);
    },
  );

  it('refuses what was not offered, and goes on', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    expect(await client.ask('MAIL FROM:<a@example.com> FOO=1')).toBe(
      '555 5.5.4 A parameter of MAIL or RCPT is not supported; use those that EHLO offers',
    );
    expect(await client.ask('MAIL FROM:<a@example.com> SIZE=1 SIZE=2')).toMatch(/^501 5\.5\.4 /);
    expect(await client.ask('MAIL FROM:<a@example.com> SIZE=41943041')).toMatch(/^552 5\.3\.4 /);
    expect(await client.ask('MAIL FROM:<a@example.com> SIZE=1')).toMatch(/^250/);
    expect(await client.ask('RCPT TO:<b@example.net> SMTPUTF8')).toMatch(/^555 5\.5\.4 /);
    expect(await client.ask('RCPT TO:<b@example.net>')).toMatch(/^250/);
  });
});

describe('EHLO', () => {
  it.each(['my laptop', 'name_with(odd)signs', '[127.0.0.1', 'jürgens-büro'])('takes %s', async (name) => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.reply();
    expect(await client.ask(`EHLO ${name}`)).toMatch(/^250-/);
    expect(await client.ask(`HELO ${name}`)).toMatch(/^250 /);
    expect(await client.ask('EHLO')).toMatch(/^501 /);
  });
});
