import { allDomains, allEmails, allLogs, allSuppressions, hrefOf, type Route } from '../ui/route';

export function MainMenu({ route }: { readonly route: Route }) {
  return (
    <nav className="menu" aria-label="Main">
      <a href={hrefOf(allEmails)} aria-current={currentIn(route, ['emails'], ['email', 'history'])}>
        Mails
      </a>
      <a href={hrefOf({ name: 'queue' })} aria-current={currentIn(route, ['queue'], [])}>
        Queue
      </a>
      <a href={hrefOf(allLogs)} aria-current={currentIn(route, ['logs'], ['log'])}>
        Logs
      </a>
      <a href={hrefOf(allDomains)} aria-current={currentIn(route, ['domains'], ['domain'])}>
        Domains
      </a>
      <a href={hrefOf(allSuppressions)} aria-current={currentIn(route, ['suppressions'], [])}>
        Suppressions
      </a>
      <a href={hrefOf({ name: 'usage' })} aria-current={currentIn(route, ['usage'], [])}>
        Usage
      </a>
    </nav>
  );
}

type Name = Route['name'];

/** `page`: the link leads to where we are; `true`: to the list that this is part of. */
function currentIn({ name }: Route, here: readonly Name[], below: readonly Name[]): 'page' | 'true' | undefined {
  if (here.includes(name)) return 'page';
  return below.includes(name) ? 'true' : undefined;
}
