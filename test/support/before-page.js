import beforeRun from './before-run.js';
import freshBundle from './fresh-bundle.js';

/** Before the suites of the page without a browser: its script. */
export default function beforePage() {
  beforeRun();
  freshBundle('api-types', 'page-in-node');
}
