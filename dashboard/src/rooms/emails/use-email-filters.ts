import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery, domainsQuery } from '../../api/queries';
import { choicesAmong, choicesOf } from '../../kit/choices';
import type { Filter } from '../../kit/list-filters';
import { emails as words } from '../../messages/emails';
import { replyKinds } from '../../messages/reply-kinds';
import { topicsQuery } from '../contacts/queries';
import type { filterNames, Filters } from './parameters';
import { isPlain, templateQuery } from './queries';
import { listed, wordOf } from './states';

type Name = (typeof filterNames)[number];

const ofReason: Filter<Name> = {
  name: 'bounce_reason',
  label: words.bounceReason,
  options: choicesOf(replyKinds),
};

const ofKind = (isPlainList: boolean): Filter<Name> => {
  const { transactional, broadcast, all } = words.kinds;
  const options = isPlainList ? { broadcast, all } : { transactional, broadcast };
  return {
    name: 'kind',
    label: words.kind,
    ...(isPlainList ? { noneLabel: words.kindIs(transactional) } : {}),
    options: choicesOf(options),
  };
};

const statuses = listed.map((value) => ({ value, label: wordOf(value) }));

/** What is asked for only where it can be an answer. */
type Asked = Partial<Readonly<Record<'status' | 'topic' | 'template' | 'bounce_reason', string>>>;

/**
 * One of a single domain or key would narrow nothing. A topic or a template is named where the address
 * asks for one.
 */
export function useEmailFilters(asked: Asked & Filters): readonly Filter<Name>[] {
  const { status, topic, template, bounce_reason: reason } = asked;
  const domains = useQuery(domainsQuery).data?.data ?? [];
  const keys = useQuery(apiKeysQuery).data?.data ?? [];
  const ofDomain: Filter<Name> = {
    name: 'domain',
    label: words.domain,
    options: domains.map(({ name }) => ({ value: name, label: name })),
  };
  const ofKey: Filter<Name> = { name: 'api_key', label: words.apiKey, options: choicesAmong(keys) };
  const isAboutTopic = topic !== undefined;
  const topics = useQuery({ ...topicsQuery, enabled: isAboutTopic }).data?.data ?? [];
  const ofTopic: Filter<Name> = { name: 'topic', label: words.topic, options: choicesAmong(topics) };
  const [templateId = '', version] = template?.split(':') ?? [];
  const named = useQuery({ ...templateQuery(templateId), enabled: templateId !== '' });
  const label = words.templateVersion(named.data?.name ?? words.template, version);
  const ofTemplate: Filter<Name> = {
    name: 'template',
    label: words.template,
    options: template === undefined ? [] : [{ value: template, label }],
  };
  const isAboutBounces = status === 'bounced' || reason !== undefined;
  return [
    { name: 'search', label: words.search },
    { name: 'status', label: words.status, options: statuses },
    ofKind(isPlain(asked)),
    { since: 'from', until: 'to' },
    ...(domains.length > 1 ? [ofDomain] : []),
    ...(keys.length > 1 ? [ofKey] : []),
    ...(isAboutTopic ? [ofTopic] : []),
    ...(template === undefined ? [] : [ofTemplate]),
    ...(isAboutBounces ? [ofReason] : []),
    { name: 'tag', label: words.tag, isWhole: true },
  ];
}
