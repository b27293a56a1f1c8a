import * as answers from '../support/answers.js';
import { addTeam } from '../support/second-team.js';
import { dataOf, errorOf, useServer } from './setup.js';

const { client, call, server } = useServer({
  env: {
    PREVERIFIED_DOMAINS: 'kept.example.com',
    HELO_NAME: 'mail.posthorn.test',
    TRACKING_HOST: 'links.posthorn.test',
  },
});

describe('a domain of a team', () => {
  it('is created with the records to publish, changed, and deleted', async () => {
    const { domains } = client();
    const created = dataOf(
      await domains.create({ name: 'Shop.Example.com', region: 'eu-west-1', customReturnPath: 'bounces' }),
      answers.domain,
    );
    expect(created).toMatchObject({
      object: 'domain',
      name: 'shop.example.com',
      status: 'not_started',
      region: 'eu-west-1',
      open_tracking: false,
      click_tracking: false,
      capabilities: { sending: 'enabled', receiving: 'disabled' },
    });
    expect(created).not.toHaveProperty('tracking_subdomain');
    expect(created.records.slice(0, 3)).toEqual([
      {
        record: 'SPF',
        name: 'bounces.shop',
        type: 'MX',
        ttl: 'Auto',
        status: 'not_started',
        value: 'mail.posthorn.test',
        priority: 10,
      },
      {
        record: 'SPF',
        name: 'bounces.shop',
        type: 'TXT',
        ttl: 'Auto',
        status: 'not_started',
        value: expect.stringMatching(/^v=spf1 .*~all$/),
      },
      {
        record: 'DKIM',
        name: expect.stringMatching(/^[a-z0-9-]+\._domainkey\.shop$/),
        type: 'TXT',
        ttl: 'Auto',
        status: 'not_started',
        value: expect.stringMatching(/^p=MIIB/),
      },
    ]);

    const changed = await domains.update({
      id: created.id,
      openTracking: true,
      clickTracking: true,
      tls: 'enforced',
      trackingSubdomain: 'links',
      capabilities: { receiving: 'enabled' },
    });
    expect(dataOf(changed, answers.changedDomain)).toEqual({ object: 'domain', id: created.id });
    const shown = dataOf(await domains.get(created.id), answers.domain);
    expect(shown).toMatchObject({
      open_tracking: true,
      click_tracking: true,
      tracking_subdomain: 'links',
      region: 'eu-west-1',
      capabilities: { sending: 'enabled', receiving: 'enabled' },
    });
    expect(shown.records).toContainEqual(
      expect.objectContaining({ record: 'Tracking', type: 'CNAME', value: 'links.posthorn.test' }),
    );
    expect(shown.records).toContainEqual(expect.objectContaining({ record: 'Receiving', type: 'MX', name: 'shop' }));

    const listed = dataOf(await domains.list({ limit: 1 }), answers.domainList);
    expect(listed).toMatchObject({ has_more: true, data: [{ id: created.id, status: 'not_started' }] });

    expect(dataOf(await domains.remove(created.id), answers.deletedDomain)).toMatchObject({ deleted: true });
    expect(errorOf(await domains.get(created.id))).toMatchObject({ statusCode: 404 });
    expect(errorOf(await domains.remove(created.id))).toMatchObject({ statusCode: 404 });
    expect(dataOf(await domains.list()).data.map(({ id }) => id)).not.toContain(created.id);
    const again = dataOf(await domains.create({ name: 'shop.example.com' }), answers.domain);
    expect(again.id).not.toBe(created.id);
    expect(again).toMatchObject({ status: 'not_started', region: 'us-east-1' });
    expect(again.records[2]?.value).not.toBe(created.records[2]?.value);
  });

  it('belongs to one team, and two creates at once have one winner', async () => {
    const others = client(await addTeam(server(), 'Other'));
    const both = await Promise.all(
      [client(), others, client(), others].map((each) => each.domains.create({ name: 'race.example.com' })),
    );
    const won = both.filter(({ error }) => error === null);
    expect(won).toHaveLength(1);
    const { id } = dataOf(won[0]!);
    for (const lost of both.filter((result) => result !== won[0])) {
      expect(errorOf(lost)).toEqual({
        statusCode: 403,
        name: 'validation_error',
        message: 'The race.example.com domain has been registered already.',
      });
    }
    const winner = both.indexOf(won[0]!) % 2 === 0 ? client() : others;
    const loser = winner === others ? client() : others;
    expect(errorOf(await loser.domains.get(id))).toMatchObject({ statusCode: 404 });
    expect(errorOf(await loser.domains.update({ id, tls: 'enforced' }))).toMatchObject({ statusCode: 404 });
    expect(errorOf(await loser.domains.verify(id))).toMatchObject({ statusCode: 404 });
    expect(errorOf(await loser.domains.remove(id))).toMatchObject({ statusCode: 404 });
    dataOf(await winner.domains.remove(id));
    dataOf(await loser.domains.create({ name: 'race.example.com' }));
  });

  it.each([
    [{}, 'missing_required_field', '`name`'],
    [{ name: 'localhost' }, 'validation_error', '`name`'],
    [{ name: '192.0.2.1' }, 'validation_error', '`name`'],
    [{ name: '[192.0.2.1]' }, 'validation_error', '`name`'],
    [{ name: 'exa_mple.com' }, 'validation_error', '`name`'],
    [{ name: '-a.example.com' }, 'validation_error', '`name`'],
    [{ name: `${'a'.repeat(64)}.com` }, 'validation_error', '`name`'],
    [{ name: 'x.example.com/' }, 'validation_error', '`name`'],
    [{ name: 7 }, 'validation_error', '`name`'],
    [{ name: 'a.example.com', region: 'mars-1' }, 'invalid_region', '`region`'],
    [{ name: 'a.example.com', region: 1 }, 'invalid_region', '`region`'],
    [{ name: 'a.example.com', custom_return_path: '1send' }, 'validation_error', '`custom_return_path`'],
    [{ name: 'a.example.com', custom_return_path: 'send-' }, 'validation_error', '`custom_return_path`'],
    [{ name: 'a.example.com', custom_return_path: 'a'.repeat(64) }, 'validation_error', '`custom_return_path`'],
    [{ name: 'a.example.com', custom_return_path: 'a.b' }, 'validation_error', '`custom_return_path`'],
    [{ name: 'a.example.com', tracking_subdomain: 'send' }, 'validation_error', '`tracking_subdomain`'],
    [{ name: 'a.example.com', tls: 'sometimes' }, 'validation_error', '`tls`'],
    [{ name: 'a.example.com', open_tracking: 'yes' }, 'validation_error', '`open_tracking`'],
    [{ name: 'a.example.com', capabilities: ['sending'] }, 'validation_error', '`capabilities`'],
    [{ name: 'a.example.com', capabilities: { sending: true } }, 'validation_error', '`capabilities.sending`'],
    [{ name: 'a.example.com', capabilities: { sending: 'disabled' } }, 'validation_error', '`capabilities`'],
  ])('%j is refused, and the field is named', async (body, name, field) => {
    const answer = await call('POST', '/domains', { body });
    expect(answer).toMatchObject({ status: 422, body: { statusCode: 422, name } });
    expect((answer.body as { message: string }).message).toContain(field);
  });

  it('takes names of any script, as A-labels', async () => {
    const created = await client().domains.create({ name: 'bücher.example.com' });
    expect(dataOf(created)).toMatchObject({ name: 'xn--bcher-kva.example.com' });
  });

  it('keeps at least one capability, and its subdomains apart', async () => {
    const { id } = dataOf(await client().domains.create({ name: 'settings.example.com' }));
    const patch = (body: object) => call('PATCH', `/domains/${id}`, { body });
    expect(await patch({ capabilities: { sending: 'disabled' } })).toMatchObject({
      status: 422,
      body: { name: 'validation_error', message: expect.stringContaining('`capabilities`') },
    });
    expect(await patch({ tracking_subdomain: 'send' })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('`tracking_subdomain`') },
    });
    const { body: before } = await call('GET', `/domains/${id}`);
    expect(await patch({ tracking_subdomain: '' })).toMatchObject({ status: 200 });
    expect((await call('GET', `/domains/${id}`)).body).toEqual(before);
    expect(await patch({ tls: 1 })).toMatchObject({ status: 422, body: { message: expect.stringContaining('`tls`') } });
    expect(await patch({ region: 'eu-west-1', name: 'other.example.com' })).toMatchObject({ status: 200 });
    expect((await call('GET', `/domains/${id}`)).body).toMatchObject({
      region: 'us-east-1',
      name: 'settings.example.com',
    });
  });

  it('of the configuration stays: it is neither deleted nor taken, and a sandbox is nobody’s to change', async () => {
    const { domains } = client();
    const { data } = answers.pageDomainList.parse((await call('GET', '/dashboard-api/domains')).body);
    const idOf = (name: string) => data.find((domain) => domain.name === name)?.id ?? '';
    const kept = idOf('kept.example.com');
    const sandbox = idOf('resend.dev');
    expect(errorOf(await domains.remove(kept))).toMatchObject({ statusCode: 403, name: 'validation_error' });
    expect(errorOf(await domains.remove(sandbox))).toMatchObject({ statusCode: 403 });
    expect(errorOf(await domains.update({ id: sandbox, tls: 'enforced' }))).toMatchObject({ statusCode: 403 });
    expect(errorOf(await domains.create({ name: 'kept.example.com' }))).toMatchObject({ statusCode: 403 });
    dataOf(await domains.update({ id: kept, tls: 'enforced' }));
  });
});
