/** The room of the page on which people leave and choose. */
export const unsubscribePageMessages = {
  intro:
    'What people see when they follow the unsubscribe link of an email. Every change is saved as a version, and consent records name the version that was shown.',
  saved: 'Unsubscribe page saved',
  look: 'Appearance',
  color: 'Color',
  colorHint: 'For buttons and checkboxes, for example #0f766e. Leave it empty for the default blue.',
  pickColor: 'Pick a color',
  logo: 'Logo',
  logoHint: 'PNG, JPEG, GIF or WebP, up to 48 KB. Shown above the title.',
  chooseLogo: 'Choose an image',
  removeLogo: 'Remove logo',
  logoTooLarge: 'This file is larger than 48 KB. Choose a smaller image.',
  logoNoImage: 'This file is not a PNG, JPEG, GIF or WebP image. Choose another file.',
  words: 'Text',
  wordsIntro:
    'Buttons and questions are translated already. Visitors see the text of their language, or the English one where you left it empty.',
  language: 'Language',
  languages: { en: 'English', de: 'German', fr: 'French', es: 'Spanish' },
  written: (name: string) => `${name} – edited`,
  title: 'Title',
  text: 'Text',
  textHint: 'Below the title. An empty line starts a paragraph. Optional.',
  preview: 'Preview',
  previewPage: 'Page',
  previewPages: { unsubscribe: 'Unsubscribe', preferences: 'Preferences' },
  frame: (page: string, language: string) => `Preview: ${page}, ${language}`,
} as const;
