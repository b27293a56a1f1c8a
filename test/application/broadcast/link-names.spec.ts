import { clickedLinksOf } from '../../../src/application/broadcast/clicked-links.js';
import { linkNames } from '../../../src/application/broadcast/link-names.js';
import { contentLinks } from '../../../src/application/tracking/content-links.js';
import { exportedRecipients } from '../../../src/application/export/exported-recipients.js';
import { linksIn } from '../../../src/infrastructure/html/read-links.js';
import { trackHtml } from '../../../src/infrastructure/tracking/tracked-html.js';
import { broadcastResultsProjection } from '../../../src/projections/broadcast-results/broadcast-results.projection.js';
import { merged } from '../../../src/domain/template/merge.js';
import { findPlaces } from '../../../src/infrastructure/html/find-places.js';
import { broadcastId, BroadcastStory } from '../../support/broadcasting.js';
import { readModel } from '../../support/read-model.js';
import { teamId } from '../../support/world.js';

const site = 'https://shop.example';

describe('the links of a content', () => {
  const names = (html: string) => [...contentLinks(linksIn(html))].map(([place, { url }]) => [place, url]);

  it.each([
    ['plain ones as a browser reads them', `<a href=" ${site} ">`, [[0, `${site}/`]]],
    ['with a tag in the query', `<a href="${site}/?m={{{EMAIL}}}">`, [[0, `${site}/?m={{{EMAIL}}}`]]],
    ['with a tag in the path', `<a href="${site}/u/{{{contact.id}}}/x">`, [[0, `${site}/u/{{{contact.id}}}/x`]]],
    ['that are one tag', '<a href="{{{contact.site|https://a.test}}}">', [[0, '{{{contact.site|https://a.test}}}']]],
    ['but those to leave', '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}"><a href="{{{UNSUBSCRIBE_URL}}}">', []],
    ['nor those of the server', '<a href="{{{VIEW_IN_BROWSER_URL}}}"><a href="{{{PREFERENCES_URL}}}">', []],
    ['but what leads to no page', '<a href="mailto:{{{EMAIL}}}"><a href="#x"><a href="">', []],
    ['but those without tracking', `<a href="${site}" data-track="off"><a href="${site}/2">`, [[1, `${site}/2`]]],
    [
      'in comments for Outlook',
      `<!--[if mso]><v:rect href="${site}/1"><![endif]--><a href="${site}/2">`,
      [
        [0, `${site}/1`],
        [1, `${site}/2`],
      ],
    ],
  ])('are read: %s', (_, html, expected) => {
    expect(names(html)).toEqual(expected);
  });

  it('have the same places for everyone, whatever their values are', () => {
    const html = `<a href="{{{contact.site}}}">1</a><a href="${site}/?m={{{EMAIL}}}">2</a><a href="${site}/3">3</a>`;
    const placesFor = (values: Record<string, string>) => {
      const filled = merged({ html, text: '', variables: [], ...findPlaces(html) }, values).html;
      const places: number[] = [];
      trackHtml(filled, {
        linkFor(_target, place) {
          places.push(place);
          return undefined;
        },
      });
      return places;
    };
    expect(placesFor({ 'contact.site': 'https://a.test', EMAIL: 'a@b.test' })).toEqual([0, 1, 2]);
    expect(placesFor({ 'contact.site': '', EMAIL: '"><a href="https://evil.test">' })).toEqual([1, 2]);
  });
});

describe('the links of results', () => {
  const html = `<a href="${site}/?mail={{{EMAIL}}}&amp;x=1">1</a><a href="${site}/plain">2</a><a href="${site}/plain#">2</a>`;

  async function clicked() {
    const story = await BroadcastStory.begin(html);
    const people = ['ann', 'bob', 'cy'];
    await story.queue();
    await story.freeze(await Promise.all(people.map((name) => story.member(`${name}@one.test`))));
    await story.endChunk(0, await story.open(0, 0, 1, 2));
    for (const [member, name] of people.entries()) {
      await story.hit(0, member, 'person', 0, `${site}/?mail=${name}%40one.test&x=1`);
    }
    await story.hit(0, 0, 'person', 1, `${site}/plain`);
    await story.hit(0, 0, 'person', 1, `${site}/plain`);
    const ports = story.world.process();
    const links = async () => {
      const readStore = await readModel(story.world, broadcastResultsProjection);
      const nameOf = await linkNames(ports, story.sentAs, linksIn);
      return clickedLinksOf({ readStore }, broadcastId, nameOf);
    };
    return { story, links };
  }
  const expected = [
    { url: `${site}/?mail={{{EMAIL}}}&x=1`, clicks: 3, uniqueClicks: 3 },
    { url: `${site}/plain`, clicks: 2, uniqueClicks: 1 },
  ];

  it('are one for all people where a merge tag makes them, and name none of them', async () => {
    const { links } = await clicked();
    expect(await links()).toEqual(expected);
  });

  it('are the same in the file of recipients, which names no address in a link', async () => {
    const { story } = await clicked();
    const readStore = await readModel(story.world, broadcastResultsProjection);
    const ports = { ...story.world.process(), readStore, linksIn };
    const { columns, pages } = exportedRecipients(ports, teamId, { broadcastId, recipientType: 'clicked' });
    const rows: (readonly unknown[])[] = [];
    for await (const page of pages(readStore)) rows.push(...page);
    const links = rows.map((row) => String(row[columns.indexOf('links')]).split(', '));
    const [tagged, plain] = [`${site}/?mail={{{EMAIL}}}&x=1`, `${site}/plain`];
    expect(links.toSorted((one, other) => other.length - one.length)).toEqual([[tagged, plain], [tagged], [tagged]]);
  });

  it('keep every click when people are erased', async () => {
    const { story, links } = await clicked();
    for (const name of ['ann', 'bob', 'cy']) {
      await story.erase(`${name}@one.test`);
      expect(await links()).toEqual(expected);
    }
  });

  it('are found by where they led in emails that numbered them otherwise', async () => {
    const { story } = await clicked();
    const nameOf = await linkNames(story.world.process(), story.sentAs, linksIn);
    expect(nameOf({ link: 0, url: `${site}/plain` })).toBe(`${site}/plain`);
    expect(nameOf({ link: 7, url: `${site}/?mail=dee%40one.test&x=1` })).toBe(`${site}/?mail={{{EMAIL}}}&x=1`);
    expect(nameOf({ link: 7, url: `${site}/gone?mail=dee%40one.test` })).toBe(`${site}/gone`);
    expect(nameOf({ link: 7, url: `${site}/u/dee%40one.test/x` })).toBe(`${site}/`);
    expect(nameOf({ link: 7, url: null })).toBeUndefined();
  });
});
