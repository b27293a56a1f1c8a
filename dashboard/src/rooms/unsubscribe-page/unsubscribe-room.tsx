import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { read } from '../../api/reading';
import { useMay } from '../../api/session';
import { unsubscribePageMessages as words } from '../../messages/unsubscribe-page';
import { Loaded, Outline } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { valuesOf } from './page-values';

/** For those who may change something; others see the page alone. */
const PageForm = lazy(() => import('./page-form'));
const Preview = lazy(async () => ({ default: (await import('./preview')).Preview }));

/** How the page looks on which people leave and choose, shown as a visitor sees it. */
export function UnsubscribeRoom() {
  const mayChange = useMay('PATCH /dashboard-api/unsubscribe-page');
  return (
    <Page intro={words.intro}>
      <Loaded query={useQuery(read('GET /dashboard-api/unsubscribe-page'))}>
        {(page) => (
          <Suspense fallback={<Outline />}>
            {mayChange ? <PageForm page={page} /> : <Preview values={valuesOf(page)} languages={page.languages} />}
          </Suspense>
        )}
      </Loaded>
    </Page>
  );
}
