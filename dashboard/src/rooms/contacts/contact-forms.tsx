import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import { choicesAmong } from '../../kit/choices';
import { type Field, FieldForm } from '../../kit/field-form';
import { byContactField, contactFieldLabels, contactFieldNames } from '../../messages/contact-fields';
import { contactMessages as words } from '../../messages/contacts';
import { Loaded } from '../../ui/loaded';
import type { Contact } from './documents';
import { type Making, useSegmentMaking, useTopicMaking } from './making';
import { Many } from './many';
import { propertiesIn, PropertyInputs, type Typed } from './property-inputs';
import { propertiesQuery, segmentsQuery, topicsQuery } from './queries';

const saved = { list: 'GET /dashboard-api/contacts', said: words.saved } as const;
const email = { name: 'email', label: words.email, maxLength: 254, isVerbatim: true } as const;
const texts = contactFieldNames.map(
  (name) => ({ name, label: contactFieldLabels[name], maxLength: 255, isOptional: true }) as const,
);
const noTyped: Typed = {};
const none: string[] = [];
const textOrNull = (typed: string) => (typed.trim() === '' ? null : typed.trim());

const empty = {
  email: '',
  ...byContactField(() => ''),
  unsubscribed: false,
  segments: none,
  yes: none,
  no: none,
  properties: noTyped,
};

export function AddForm({ onDone }: { readonly onDone: () => void }) {
  const segments = choicesAmong((useQuery(segmentsQuery).data?.data ?? []).filter(({ filtered }) => !filtered));
  const topics = choicesAmong(useQuery(topicsQuery).data?.data ?? []);
  const properties = useQuery(propertiesQuery).data?.data ?? [];
  const newSegment = useSegmentMaking();
  const newTopic = useTopicMaking();
  const many = <Name extends 'segments' | 'yes' | 'no'>(
    name: Name,
    label: string,
    options: typeof topics,
    making: Making | undefined,
  ): readonly Field<Name>[] =>
    options.length === 0 && making === undefined
      ? []
      : [{ name, render: (props: object) => <Many label={label} options={options} making={making} {...props} /> }];
  return (
    <FieldForm
      initial={empty}
      fields={[
        { ...email, hint: words.unsubscribedHint },
        ...texts,
        {
          name: 'properties',
          render: (props: object) => <PropertyInputs properties={properties} {...props} />,
        },
        ...many('segments', words.segments, segments, newSegment),
        ...many('yes', words.yesTo, topics, newTopic),
        ...many('no', words.noTo, topics, undefined),
        { name: 'unsubscribed', label: words.unsubscribed, isSwitch: true },
      ]}
      send={async ({ yes, no, unsubscribed, segments: segmentIds, properties: typed, ...person }) => {
        const said = [
          ...yes.map((id) => ({ id, subscription: 'opt_in' as const })),
          ...no.map((id) => ({ id, subscription: 'opt_out' as const })),
        ];
        const given = propertiesIn(typed, {}, properties);
        return call('POST /contacts', {
          body: {
            email: person.email.trim(),
            // What is left empty is not said: the address may have a contact already, which keeps what it has.
            ...Object.fromEntries(
              contactFieldNames.flatMap((name) => {
                const text = textOrNull(person[name]);
                return text === null ? [] : [[name, text] as const];
              }),
            ),
            ...(unsubscribed ? { unsubscribed } : {}),
            ...(segmentIds.length > 0 ? { segments: segmentIds } : {}),
            ...(said.length > 0 ? { topics: said } : {}),
            ...(Object.keys(given).length > 0 ? { properties: given } : {}),
          },
        });
      }}
      submit={words.add}
      onDone={onDone}
      {...saved}
    />
  );
}

interface EditFormProps {
  readonly contact: Contact;
  readonly onDone: () => void;
}

export function EditForm({ contact, onDone }: EditFormProps) {
  const { id } = contact;
  const before = Object.fromEntries(Object.entries(contact.properties).map(([key, { value }]) => [key, String(value)]));
  return (
    <Loaded query={useQuery(propertiesQuery)}>
      {({ data: properties }) => (
        <FieldForm
          initial={{
            email: contact.email,
            ...byContactField((name) => contact[name] ?? ''),
            properties: before,
          }}
          fields={[
            email,
            ...texts,
            {
              name: 'properties',
              render: (props: object) => <PropertyInputs properties={properties} {...props} />,
            },
          ]}
          send={async ({ email: address, properties: typed, ...person }) =>
            call('PATCH /contacts/{contact}', {
              path: { contact: id },
              body: {
                email: address.trim(),
                ...byContactField((name) => textOrNull(person[name])),
                properties: propertiesIn(typed, before, properties),
              },
            })
          }
          onDone={onDone}
          {...saved}
        />
      )}
    </Loaded>
  );
}
