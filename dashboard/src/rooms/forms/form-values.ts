import type { Answer } from '../../api/operations';

export type JoinForm = Answer<'GET /dashboard-api/forms/{id}'>;

/** As they stand in the inputs. */
export interface FormValues {
  readonly name: string;
  readonly confirmed: string[];
  readonly direct: string[];
  readonly segments: string[];
  /** One a line. */
  readonly origins: string;
  readonly redirect_url: string;
  readonly from: string;
  readonly enabled: boolean;
}

export const emptyForm: FormValues = {
  name: '',
  confirmed: [],
  direct: [],
  segments: [],
  origins: '',
  redirect_url: '',
  from: '',
  enabled: true,
};

export function valuesOf(form: JoinForm): FormValues {
  const chosen = (isDouble: boolean) =>
    form.topics.filter(({ double_opt_in: each }) => each === isDouble).map(({ topic_id: id }) => id);
  return {
    name: form.name,
    confirmed: chosen(true),
    direct: chosen(false),
    segments: [...form.segments],
    origins: form.origins.join('\n'),
    redirect_url: form.redirect_url ?? '',
    from: form.from ?? '',
    enabled: form.enabled,
  };
}

/** A topic that stands in both lists is confirmed. */
export function bodyOf({ name, confirmed, direct, segments, origins, redirect_url: url, from, enabled }: FormValues) {
  return {
    name,
    topics: [
      ...confirmed.map((id) => ({ topic_id: id, double_opt_in: true })),
      ...direct.filter((id) => !confirmed.includes(id)).map((id) => ({ topic_id: id, double_opt_in: false })),
    ],
    segments,
    origins: origins.split(/[\s,]+/).filter((each) => each !== ''),
    redirect_url: orNull(url),
    from: orNull(from),
    enabled,
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
