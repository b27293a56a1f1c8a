import { useLive } from '../api/live';
import { AddDomain } from '../features/domains/add-domain';
import { DomainList } from '../features/domains/domain-list';
import { PageHeading } from '../ui/page-heading';
import { Loading, ProblemNotice } from '../ui/problem-notice';
import { allDomains, hrefOf } from '../ui/route';
import { Section } from '../ui/section';

/** `after`: the id of the last domain of the page before this one; `null` on the first page. */
export function DomainsRoute({ after }: { readonly after: string | null }) {
  const page = useLive(`domains after ${after}`, (api, signal) => api.domains(after, signal));
  const rows = page.value?.data ?? [];
  const last = rows.at(-1);
  return (
    <>
      <PageHeading key={after} title={after === null ? 'Domains' : 'Older domains'} />
      <ProblemNotice problem={page.problem} />
      {page.value === null ? (
        page.problem === null && <Loading what="domains" />
      ) : rows.length > 0 ? (
        <DomainList rows={rows} />
      ) : after !== null ? (
        <p>There are no older domains.</p>
      ) : (
        <p>
          There is no domain yet. Add the one that your mail comes from; the next page shows what to publish for it.
        </p>
      )}
      <nav className="pages" aria-label="Pages of domains">
        {after !== null && <a href={hrefOf(allDomains)}>Newest domains</a>}
        {page.value?.has_more === true && last !== undefined && (
          <a href={hrefOf({ name: 'domains', after: last.id })}>Older domains</a>
        )}
      </nav>
      {after === null && (
        <Section title="Add a domain" className="apart">
          <AddDomain />
        </Section>
      )}
    </>
  );
}
