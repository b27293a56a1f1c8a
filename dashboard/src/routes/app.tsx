import { useMemo, useState } from 'react';
import { forgetApiKey, keepApiKey, useApiKey } from '../api/api-key';
import { type Connection, ConnectionContext } from '../api/live';
import { apiWith } from '../api/request';
import { KeyPrompt } from '../features/access/key-prompt';
import { Brand } from '../ui/brand';
import { DeliveryHeld } from './delivery-held';
import { DomainRoute } from './domain-route';
import { DomainsRoute } from './domains-route';
import { EmailRoute } from './email-route';
import { EmailsRoute } from './emails-route';
import { HistoryRoute } from './history-route';
import { LogRoute } from './log-route';
import { LogsRoute } from './logs-route';
import { QueueRoute } from './queue-route';
import { SuppressionsRoute } from './suppressions-route';
import { UsageRoute } from './usage-route';
import { allEmails, hrefOf, type Route, useRoute } from '../ui/route';
import { MainMenu } from './main-menu';

/** Asks for a key where there is none (or the server refuses it), then shows the route under one header. */
export function App() {
  const key = useApiKey();
  const route = useRoute();
  const [refusal, setRefusal] = useState<string | null>(null);

  const connection = useMemo<Connection | null>(() => {
    if (key === null) return null;
    return {
      api: apiWith(key),
      onRefused: (problem) => {
        setRefusal(problem.message);
        forgetApiKey();
      },
    };
  }, [key]);

  if (key === null || connection === null) {
    const keep = (accepted: string): void => {
      setRefusal(null);
      keepApiKey(accepted);
    };
    return <KeyPrompt refusal={refusal} onAccepted={keep} />;
  }
  return (
    <ConnectionContext value={connection}>
      <header className="bar">
        <a className="bar-home" href={hrefOf(allEmails)}>
          <Brand />
        </a>
        <MainMenu route={route} />
        <button type="button" className="quiet" onClick={forgetApiKey}>
          Forget key
        </button>
      </header>
      <DeliveryHeld />
      <main>
        <RouteView route={route} apiKey={key} />
      </main>
    </ConnectionContext>
  );
}

function RouteView({ route, apiKey }: { readonly route: Route; readonly apiKey: string }) {
  switch (route.name) {
    case 'emails':
      return <EmailsRoute after={route.after} lastEvent={route.lastEvent} apiKey={apiKey} />;
    case 'email':
      return <EmailRoute key={route.id} id={route.id} />;
    case 'history':
      return <HistoryRoute key={route.id} id={route.id} at={route.at} />;
    case 'logs': {
      const { status, method, apiKey: loggedKey } = route;
      return <LogsRoute after={route.after} filter={{ status, method, apiKey: loggedKey }} />;
    }
    case 'log':
      return <LogRoute key={route.id} id={route.id} />;
    case 'domains':
      return <DomainsRoute after={route.after} />;
    case 'domain':
      return <DomainRoute key={route.id} id={route.id} />;
    case 'suppressions':
      return <SuppressionsRoute after={route.after} origin={route.origin} />;
    case 'queue':
      return <QueueRoute />;
    case 'usage':
      return <UsageRoute />;
    case 'unknown':
      return (
        <p>
          There is no such page. <a href={hrefOf(allEmails)}>Recent mails</a>
        </p>
      );
  }
}
