import BroadcastContent from './editor/broadcast-content';
import type { Broadcast } from './queries';

/** What a broadcast says: the editor while it is a draft, a preview of it afterwards. */
export default function ContentTab({ broadcast }: { readonly broadcast: Broadcast }) {
  return <BroadcastContent broadcast={broadcast} />;
}
