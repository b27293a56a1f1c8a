/** Words about tracking opens and clicks: of the panel of a domain. */
export const trackingWords = {
  title: 'Open and click tracking',
  intro:
    'Shows which emails are opened and which links are followed. Scanners and mail proxies are counted separately.',
  opens: 'Track opens',
  opensHint: 'Adds an invisible image to HTML emails.',
  clicks: 'Track clicks',
  clicksHint: 'Links in HTML emails go through the tracking host.',
  subdomain: 'Tracking subdomain',
  example: 'links',
  subdomainHint: (host: string) => `Tracked links use ${host}. Earlier emails keep the host they were sent with.`,
  subdomainStays: 'The tracking subdomain can be changed, but not removed. To stop tracking, turn both switches off.',
  subdomainNeeded: 'Tracking needs a subdomain for its links, for example links.',
  saved: 'Tracking settings saved',
  off: 'Nothing is tracked.',
  noSubdomain: 'Nothing is tracked: there is no tracking subdomain',
  noSubdomainHint: 'Tracked links need a host of their own. Choose a subdomain, then add its DNS record.',
  notVerified: (host: string) => `Nothing is tracked yet: ${host} is not verified`,
  notVerifiedHint: (host: string) =>
    `Emails are sent without tracking until DNS shows the CNAME record of ${host}. Add it under DNS records, then select Verify.`,
  tracking: {
    both: 'Tracking opens and clicks',
    opens: 'Tracking opens',
    clicks: 'Tracking clicks',
  },
  trackingHint: (host: string) => `Through ${host}, in emails accepted since it was verified.`,
} as const;
