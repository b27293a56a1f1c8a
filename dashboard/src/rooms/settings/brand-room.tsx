import { lazy, Suspense } from 'react';
import { useMay } from '../../api/session';
import { brandMessages as words } from '../../messages/brand';
import { Loaded, Outline } from '../../ui/loaded';
import { Page } from '../../ui/page';
import { useBeginning } from '../broadcasts/editor/use-beginning';

const BrandForm = lazy(() => import('./brand-form'));
const BrandSample = lazy(async () => ({ default: (await import('./brand-form')).BrandSample }));

/** How emails and pages of the team look; who may not change it sees an email that looks so. */
export function BrandRoom() {
  const Shown = useMay('PATCH /dashboard-api/brand') ? BrandForm : BrandSample;
  return (
    <Page intro={words.intro}>
      <Loaded query={useBeginning()}>
        {(beginning) => (
          <Suspense fallback={<Outline />}>
            <Shown beginning={beginning} />
          </Suspense>
        )}
      </Loaded>
    </Page>
  );
}
