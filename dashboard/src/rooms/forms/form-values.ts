import type { Answer } from '../../api/operations';

export type JoinForm = Answer<'GET /dashboard-api/forms/{id}'>;

/** The languages of what visitors read. */
export const formLanguages = ['en', 'de', 'fr', 'es'] as const;
export type FormLanguage = (typeof formLanguages)[number];
/** A form's own words; an empty text is none. */
export type Wording = Readonly<Record<'title' | 'text' | 'button' | 'thanks', string>>;
export type Wordings = Readonly<Record<FormLanguage, Wording>>;

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
  readonly texts: Wordings;
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
  texts: wordingsOf({}),
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
    texts: wordingsOf(form.texts),
  };
}

/** A topic that stands in both lists is confirmed. */
export function bodyOf(values: FormValues) {
  const { name, confirmed, direct, segments, origins, redirect_url: url, from, enabled } = values;
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
    texts: textsIn(values.texts),
  };
}

/** As the server takes them: null where there is none. */
export function textsIn({ en, de, fr, es }: Wordings) {
  const of = ({ title, text, button, thanks }: Wording) => ({
    title: orNull(title),
    text: orNull(text),
    button: orNull(button),
    thanks: orNull(thanks),
  });
  return { en: of(en), de: of(de), fr: of(fr), es: of(es) };
}

export const isWritten = (wording: Wording): boolean => Object.values(wording).some((text) => text.trim() !== '');

/** What a visitor of this language reads, where the form has words of its own. */
export const wordingFor = (texts: Wordings, language: FormLanguage): Wording =>
  isWritten(texts[language]) ? texts[language] : texts.en;

function wordingsOf({ en, de, fr, es }: JoinForm['texts']): Wordings {
  const of = (texts: typeof en): Wording => ({
    title: texts?.title ?? '',
    text: texts?.text ?? '',
    button: texts?.button ?? '',
    thanks: texts?.thanks ?? '',
  });
  return { en: of(en), de: of(de), fr: of(fr), es: of(es) };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
