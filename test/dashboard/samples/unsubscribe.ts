const object = 'unsubscribe_page';

export const unsubscribePage = {
  object,
  version: 3,
  color: '#0f766e',
  logo: null,
  texts: { en: { title: 'Your emails from us', text: 'Choose what you want to hear about.' } },
  languages: ['en', 'de', 'fr', 'es'],
};

export const answers = (): Record<string, object> => ({
  'GET /dashboard-api/unsubscribe-page': unsubscribePage,
  'POST /dashboard-api/unsubscribe-page/preview': {
    object: `${object}_preview`,
    html: '<!doctype html><html lang="en"><title>Page</title><h1>Your emails from us</h1>',
  },
});

export const samples = [
  ['unsubscribe-page', '/unsubscribe-page', 'iframe[title="Preview: Unsubscribe, English"]'],
] as const;
