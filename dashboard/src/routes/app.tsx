import { useMemo, useState } from 'react';
import { forgetApiKey, keepApiKey, useApiKey } from '../api/api-key';
import { type Connection, ConnectionContext } from '../api/live';
import { apiWith } from '../api/request';
import { KeyPrompt } from '../features/access/key-prompt';
import { Brand } from '../ui/brand';
import { EmailRoute } from './email-route';
import { EmailsRoute } from './emails-route';
import { hrefOf, type Route, useRoute } from '../ui/route';

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
        <a className="bar-home" href={hrefOf({ name: 'emails', after: null })}>
          <Brand />
        </a>
        <button type="button" className="quiet" onClick={forgetApiKey}>
          Forget key
        </button>
      </header>
      <main>
        <RouteView route={route} apiKey={key} />
      </main>
    </ConnectionContext>
  );
}

function RouteView({ route, apiKey }: { readonly route: Route; readonly apiKey: string }) {
  switch (route.name) {
    case 'emails':
      return <EmailsRoute after={route.after} apiKey={apiKey} />;
    case 'email':
      return <EmailRoute key={route.id} id={route.id} />;
    case 'unknown':
      return (
        <p>
          There is no such page. <a href={hrefOf({ name: 'emails', after: null })}>Recent mails</a>
        </p>
      );
  }
}
