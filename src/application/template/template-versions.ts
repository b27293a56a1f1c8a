import type { Actor, Recorded } from '../../domain/shared/recorded.js';
import type { TemplateEvent, TemplateVersion } from '../../domain/template/template.js';
import { query } from '../access/use-case.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { TemplateKey } from './template-streams.js';
import { loadTemplate } from './templates.js';

interface OneTemplate {
  readonly teamId: string;
  readonly key: TemplateKey;
}

export interface ShownVersion extends TemplateVersion {
  readonly publishedBy: Actor;
}

/** GET /dashboard-api/templates/{template}/versions, newest first. */
export const ListTemplateVersions = query({
  name: 'ListTemplateVersions',
  need: 'read-only',
  async run(ports: LogPorts & Pick<Ports, 'hash'>, { teamId, key }: OneTemplate) {
    const loaded = await loadTemplate(ports, teamId, key);
    return loaded === undefined ? undefined : versionsIn(loaded.events);
  },
});

function versionsIn(events: readonly Recorded[]): readonly ShownVersion[] {
  const published = events.flatMap(({ event, metadata: { actor, time } }) => {
    // A stream holds the events of its own category.
    const { type, data } = event as TemplateEvent;
    return type === 'TemplatePublished' ? [{ ...data, publishedAt: time, publishedBy: actor }] : [];
  });
  return published.toReversed();
}
