import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client';
import { FieldForm } from '../../kit/field-form';
import { broadcastMessages as words } from '../../messages/broadcasts';
import { Loaded } from '../../ui/loaded';
import { RoomLink } from '../../ui/room-link';
import { useSegmentChoices } from '../contacts/members';
import { segmentsQuery } from '../contacts/queries';
import { Because, Callout } from '../../kit/callout';
import { taggedField } from './tagged-field';

/** A draft to go on with on its own page. */
export default function AddForm() {
  const navigate = useNavigate();
  const query = useQuery(segmentsQuery);
  const options = useSegmentChoices(query.data?.data ?? []);
  return (
    <Loaded query={query}>
      {({ data: segments }) =>
        segments.length === 0 ? (
          <Callout
            tone="calm"
            title={words.noSegments}
            actions={
              <RoomLink to="/segments?create=true" isButton>
                {words.createSegment}
              </RoomLink>
            }
          >
            <Because>{words.noSegmentsHint}</Because>
          </Callout>
        ) : (
          <FieldForm
            initial={{ name: '', segment_id: segments[0]?.id ?? '', from: '', subject: '' }}
            fields={[
              { name: 'name', label: words.name, hint: words.nameHint, maxLength: 200 },
              { name: 'segment_id', label: words.segment, hint: words.segmentHint, options },
              { name: 'from', label: words.from, hint: words.fromHint, isVerbatim: true },
              taggedField('subject', {
                label: words.subject,
                description: words.subjectHint,
                maxLength: 998,
                required: true,
                withAsterisk: false,
              }),
            ]}
            send={(values) => call('POST /broadcasts', { body: values })}
            list="GET /dashboard-api/broadcasts"
            said={words.createdNow}
            submit={words.create}
            onDone={({ id }) => void navigate({ to: '/broadcasts/$id', params: { id }, replace: true })}
          />
        )
      }
    </Loaded>
  );
}
