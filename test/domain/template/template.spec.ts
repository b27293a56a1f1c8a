import type { BodyReference } from '../../../src/domain/shared/accepted-email.js';
import { kidOf } from '../../../src/domain/shared/personal.js';
import { template, templateAlias, type TemplateEvent } from '../../../src/domain/template/template.js';
import { specOf } from '../../support/decider-spec.js';
import { idAt } from '../../support/recorded-events.js';

const { given } = specOf(template);
const ref = (number: number): BodyReference => ({
  blobId: idAt(number),
  kid: kidOf(idAt(1), 0),
  sizeBytes: 100,
  digest: 'd'.repeat(64),
});
const first = { name: 'Receipt', alias: 'receipt', content: ref(2) };
const created: TemplateEvent = { type: 'TemplateCreated', data: { ...first, teamId: 'a', duplicateOf: null } };
const changed: TemplateEvent = { type: 'TemplateChanged', data: { ...first, content: ref(3) } };
const publishedAs = (version: number, content: BodyReference): TemplateEvent => ({
  type: 'TemplatePublished',
  data: { version, content },
});
const publish = (content: BodyReference) => ({ type: 'PublishTemplate', teamId: 'a', content }) as const;
const restore = (version: number) => ({ type: 'RestoreTemplate', teamId: 'a', version }) as const;
const change = (draft: object) => ({ type: 'ChangeTemplate', teamId: 'a', draft }) as const;

describe('a template', () => {
  it('changes as a draft, where something is different', () => {
    given(created)
      .when(change({ content: ref(3) }))
      .then(changed);
    given(created)
      .when(change({ name: 'Receipt' }))
      .thenNothing();
    given(created)
      .when(change({ alias: null }))
      .then({ type: 'TemplateChanged', data: { ...first, alias: null } });
  });

  it('is published in versions, each once, and only as it was looked at', () => {
    given(created)
      .when(publish(ref(2)))
      .then(publishedAs(1, ref(2)));
    given(created, publishedAs(1, ref(2)))
      .when(publish(ref(2)))
      .thenNothing();
    given(created, publishedAs(1, ref(2)), changed)
      .when(publish(ref(3)))
      .then(publishedAs(2, ref(3)));
    given(created, changed)
      .when(publish(ref(2)))
      .thenRefused('changed');
  });

  it('is restored from a version that was published', () => {
    const before = [created, publishedAs(1, ref(2)), changed];
    given(...before)
      .when(restore(1))
      .then({ type: 'TemplateRestored', data: { version: 1, content: ref(2) } });
    given(...before)
      .when(restore(2))
      .thenRefused('unknown-version');
  });

  it('is as one that does not exist once it is deleted, and to another team', () => {
    const remove = { type: 'DeleteTemplate', teamId: 'a' } as const;
    given(created).when(remove).then({ type: 'TemplateDeleted', data: {} });
    for (const command of [remove, publish(ref(2)), restore(1), change({ name: 'Other' })]) {
      given(created, { type: 'TemplateDeleted', data: {} }).when(command).thenRefused('not-found');
      given(created)
        .when({ ...command, teamId: 'b' })
        .thenRefused('not-found');
    }
  });
});

describe('an alias', () => {
  const alias = specOf(templateAlias);
  const taken = { type: 'TemplateAliasTaken', data: { templateId: 'one' } } as const;

  it('is one template’s until it is freed, or its holder does not use it', () => {
    const take = { type: 'TakeAlias', templateId: 'two' } as const;
    alias.given(taken).when(take).thenRefused('taken');
    const two = { type: 'TemplateAliasTaken', data: { templateId: 'two' } } as const;
    alias
      .given(taken)
      .when({ ...take, insteadOf: 'one' })
      .then(two);
    alias.given(taken, { type: 'TemplateAliasFreed', data: {} }).when(take).then(two);
    alias.given(taken).when({ type: 'FreeAlias', templateId: 'two' }).thenNothing();
  });
});
