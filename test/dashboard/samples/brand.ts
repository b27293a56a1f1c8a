/** A team that has said nothing of it. */
export const noBrand = {
  ...{ object: 'brand', version: 0, color: null, text_color: null, background_color: null, ground_color: null },
  ...{ font: null, radius: null, language: null, logo_url: null, logo_alt: null, logo_width: null, social: [] },
  ...{ footer_reason: null, footer_address: null, footer_label: null },
};

const brand = {
  ...noBrand,
  ...{ version: 2, color: '#0f766e', footer_address: 'Example Ltd, 1 High Street' },
  social: [{ name: 'LinkedIn', url: 'https://linkedin.com/company/example' }],
};

export const answers = (): Record<string, object> => ({
  'GET /dashboard-api/brand': brand,
  'GET /dashboard-api/social-icons': { object: 'list', has_more: false, data: [] },
});

export const samples = [['brand', '/settings/brand', 'iframe[title^="Preview"]']] as const;
