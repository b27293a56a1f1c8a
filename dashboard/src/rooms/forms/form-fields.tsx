import { useQuery } from '@tanstack/react-query';
import { choicesAmong } from '../../kit/choices';
import type { Field } from '../../kit/field-form';
import { joinFormMessages as words } from '../../messages/join-forms';
import { Many } from '../contacts/many';
import { segmentsQuery, topicsQuery } from '../contacts/queries';
import type { FormValues } from './form-values';
import { SenderField } from './sender-field';

type Name = keyof FormValues;

const name: Field<Name> = { name: 'name', label: words.name, hint: words.nameHint, maxLength: 100 };
const from: Field<Name> = { name: 'from', render: (props: object) => <SenderField {...props} /> };
const origins: Field<Name> = {
  name: 'origins',
  label: words.origins,
  hint: words.originsHint,
  isOptional: true,
  isLong: true,
  isVerbatim: true,
};
const redirect: Field<Name> = {
  name: 'redirect_url',
  label: words.redirect,
  hint: words.redirectHint,
  placeholder: 'https://www.example.com/thanks',
  maxLength: 2_000,
  isOptional: true,
  isVerbatim: true,
};
const enabled: Field<Name> = { name: 'enabled', label: words.enabled, hint: words.enabledHint, isSwitch: true };

/** With what the team has to choose from. */
export function useFormFields() {
  const topics = choicesAmong(useQuery(topicsQuery).data?.data ?? []);
  const segments = choicesAmong((useQuery(segmentsQuery).data?.data ?? []).filter(({ filtered }) => !filtered));
  const many = (field: Name, label: string, hint: string | undefined, options: typeof topics): Field<Name> => ({
    name: field,
    render: (props: object) => (
      <Many label={label} {...(hint === undefined ? {} : { hint })} options={options} {...props} />
    ),
  });
  return {
    name,
    from,
    origins,
    redirect,
    enabled,
    confirmed: many('confirmed', words.confirmed, words.confirmedHint, topics),
    direct: many('direct', words.direct, words.directHint, topics),
    segments: many('segments', words.segments, undefined, segments),
  };
}
