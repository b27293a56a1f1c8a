import { readFile, standingsIn } from './read-file.js';

/** Each line is a row of the file; behind it who stands where. */
type Case = readonly [name: string, file: string, standings: readonly string[]];

/** Headers as the services write them; the people are made up. */
const services: readonly Case[] = [
  [
    'klaviyo',
    'Email,Klaviyo ID,First Name,Last Name,Email Marketing Consent,Email Marketing Consent Timestamp,SMS Marketing Consent\na@e.example,1,A,B,SUBSCRIBED,2024-01-02 10:00:00,\nb@e.example,2,,,NEVER_SUBSCRIBED,,\nc@e.example,3,,,UNSUBSCRIBED,,\nd@e.example,4,,,,,SUBSCRIBED\n',
    ['a: subscribed', 'b: unconfirmed', 'c: unsubscribed', 'd: unconfirmed'],
  ],
  [
    'hubspot',
    'Record ID,First Name,Last Name,Email,Lead Status,Marketing contact status,Unsubscribed from all email,Email hard bounce reason\n1,A,,a@e.example,NEW,Marketing contact,,\n2,A,,b@e.example,,Non-marketing contact,,\n3,A,,c@e.example,,Marketing contact,true,\n4,A,,d@e.example,,Marketing contact,false,UNKNOWN_USER\n',
    ['a: subscribed', 'b: unconfirmed', 'c: unsubscribed', 'd: bounced'],
  ],
  [
    'shopify',
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Phone,Accepts SMS Marketing,Note,Tax Exempt,Tags\n\'1,A,B,a@e.example,yes,,no,,no,"vip, x"\n\'2,A,B,b@e.example,no,,yes,,no,\n',
    ['a: subscribed', 'b: unconfirmed'],
  ],
  [
    'substack',
    'email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at\na@e.example,false,,other,false,2025-01-01T00:00:00.000Z,\nb@e.example,true,,yearly,true,2025-01-01T00:00:00.000Z,\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'beehiiv',
    'Email,Status,Created At,Subscription Tier\na@e.example,Active,2025-10-10 10:10:10,free\nb@e.example,Inactive,2025-10-10 10:10:10,free\nc@e.example,Pending,2025-10-10 10:10:10,\nd@e.example,Needs Approval,,\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unconfirmed', 'd: unconfirmed'],
  ],
  [
    'kit',
    'first_name,email_address,state,created_at,tags\nA,a@e.example,active,2025-03-03,x\nB,b@e.example,cancelled,2025-03-03,\nC,c@e.example,bounced,2025-03-03,\nD,d@e.example,complained,,\nE,e@e.example,inactive,,\n',
    ['a: subscribed', 'b: unsubscribed', 'c: bounced', 'd: complained', 'e: unsubscribed'],
  ],
  [
    'listmonk',
    'uuid,email,name,attributes,status,created_at,updated_at\nu,a@e.example,Ann Ahl,"{""city"": ""Ulm""}",enabled,,\nu,b@e.example,B,"{}",blocklisted,,\nu,c@e.example,C,"{}",disabled,,\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unsubscribed'],
  ],
  [
    'activecampaign',
    'Contact ID,Email,First Name,Last Name,Phone,Status,Tags\n1,a@e.example,A,B,,Active,\n2,b@e.example,,,,Unconfirmed,\n3,c@e.example,,,,Unsubscribed,\n4,d@e.example,,,,Bounced,\n',
    ['a: subscribed', 'b: unconfirmed', 'c: unsubscribed', 'd: bounced'],
  ],
  [
    'mailerlite',
    'Subscriber,Sent,Opens,Clicks,Subscribed,Unsubscribed\na@e.example,10,2,1,2023-01-01 10:00:00,\nb@e.example,10,2,1,2023-01-01 10:00:00,2023-02-01 10:00:00\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'brevo',
    'CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;DOUBLE_OPT-IN;OPT_IN;EMAIL_BLACKLISTED;SMS_BLACKLISTED;ADDED_TIME\n1;a@e.example;A;B;1;Yes;No;Yes;12-04-2022 09:30:11\n2;b@e.example;A;B;;;No;No;12-04-2022 09:30:11\n3;c@e.example;A;B;;No;No;No;12-04-2022 09:30:11\n4;d@e.example;A;B;1;Yes;Yes;No;12-04-2022 09:30:11\n',
    ['a: subscribed', 'b: subscribed', 'c: unconfirmed', 'd: unsubscribed'],
  ],
  [
    'ghost',
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n1,a@e.example,Ann Ahl,,true,false,,2024-01-15T10:00:00.000Z,,vip,\n2,b@e.example,,,false,false,,2024-01-15T10:00:00.000Z,,,\n3,c@e.example,,,true,false,,2024-01-15T10:00:00.000Z,2024-02-15T10:00:00.000Z,,\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unsubscribed'],
  ],
  [
    'buttondown',
    'email,type,creation_date,tags\na@e.example,regular,2023-01-01,x\nb@e.example,unactivated,2023-01-01,x\nc@e.example,unsubscribed,2023-01-01,x\nd@e.example,undeliverable,2023-01-01,\n',
    ['a: subscribed', 'b: unconfirmed', 'c: unsubscribed', 'd: bounced'],
  ],
  [
    'systeme-io',
    'Prénom;Nom;Adresse e\u002dmail;Téléphone;Désinscrit\nÉlodie;Le Gall;a@e.example;;Non\nLea;Left;b@e.example;;Oui\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
];

describe('an export of another service', () => {
  it.each(services)(
    '%s is known by its header, and who left or never agreed is not subscribed',
    (id, file, expected) => {
      expect(readFile(file).plan?.service?.id).toBe(id);
      expect(standingsIn(file)).toEqual(expected);
    },
  );

  const mailchimp = 'Email Address,First Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP';
  it.each([
    ['subscribed', 'LAST_CHANGED', 'subscribed_members_export.csv', 'a: subscribed'],
    ['unsubscribed', 'UNSUB_TIME,UNSUB_REASON', 'x.csv', 'a: unsubscribed'],
    ['cleaned', 'CLEAN_TIME,CLEAN_CAMPAIGN_ID', 'x.csv', 'a: bounced'],
    ['never agreed', 'LAST_CHANGED', 'nonsubscribed_members_export_8f1.csv', 'a: unconfirmed'],
  ])('of Mailchimp is a file for each status: %s', (_name, more, fileName, expected) => {
    const file = `${mailchimp},${more},LEID,EUID,TAGS\na@e.example,A,2,2023-04-21 11:16:57,192.0.2.10,,,2023-06-06 12:56:15,,,\n`;
    expect(readFile(file, { fileName }).plan?.service?.id).toBe('mailchimp');
    expect(standingsIn(file, { fileName })).toEqual([expected]);
    // Columns that are named by hand change nothing in it.
    const columnMap = { email: 'Email Address' };
    if (expected !== 'a: subscribed')
      expect(standingsIn(file, { fileName, settings: { columnMap } })).toEqual([expected]);
  });

  it('brings tags, the names apart, and when and from where somebody agreed', () => {
    const file = `${mailchimp},TAGS\na@e.example,A,2,2023-04-21 11:16:57,192.0.2.10,2023-04-21 11:17:30,,"""VIP"",""Blog readers"""\nb@e.example,B,2,,,2018-02-12 10:54:27,2001:db8::1,\n`;
    expect(readFile(file).rows).toMatchObject([
      { tags: ['VIP', 'Blog readers'], saidAt: '2023-04-21T11:16:57.000Z', ip: '192.0.2.10' },
      { tags: [], saidAt: '2018-02-12T10:54:27.000Z', ip: '2001:db8::1' },
    ]);
  });

  it.each([
    ['my-list-unsubscribed.csv', 'unsubscribed'],
    ['my-list-marked-as-spam.csv', 'complained'],
    ['my-list-bounced.csv', 'bounced'],
    ['my-list-unconfirmed.csv', 'unconfirmed'],
    ['Abgemeldete.csv', 'unsubscribed'],
    ['my-list-active.csv', 'says nothing'],
    ['my-list-all.csv', 'says nothing'],
    ['subscribed.csv', 'says nothing'],
  ])('of which only the name of the file says who they are: %s', (fileName, expected) => {
    expect(standingsIn('Name,Email\nA,a@e.example\n', { fileName })).toEqual([`a: ${expected}`]);
  });

  it.each(['contacts without unsubscribed.csv', 'not bounced members.csv', 'bounced and active people.csv'])(
    'asks where the name of the file may mean either: %s',
    (fileName) => {
      const file = 'Name,Email\nA,a@e.example\n';
      expect(standingsIn(file, { fileName })).toEqual(['unanswered-file-name']);
      expect(standingsIn(file, { fileName, settings: { standing: 'subscribed' } })).toEqual(['a: subscribed']);
      expect(standingsIn(file, { fileName, settings: { standing: 'bounced' } })).toEqual(['a: bounced']);
    },
  );
});

/** Services that have no entry, and files of people: by the names of columns and what stands in them. */
const others: readonly Case[] = [
  [
    'addresses under another name than the usual one',
    'Mail,Address,City\nyes,a@e.example,Ulm\nyes,b@e.example,Bonn\n',
    ['a: says nothing', 'b: says nothing'],
  ],
  [
    'CiviCRM',
    'Email,First Name,No Bulk Emails (User Opt Out),Do Not Email,On Hold\na@e.example,A,No,No,No\nb@e.example,B,Yes,No,No\nc@e.example,C,No,Yes,No\nd@e.example,D,No,No,On Hold Bounce\ne@e.example,E,No,No,On Hold Opt Out\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unsubscribed', 'd: bounced', 'e: unsubscribed'],
  ],
  [
    'SparkPost suppressions',
    'recipient,type,source,description\na@e.example,non_transactional,Bounce Rule,x\nb@e.example,transactional,Manually Added,\nc@e.example,non_transactional,Spam Complaint,\nd@e.example,non_transactional,List Unsubscribe,\n',
    ['a: bounced', 'b: unsubscribed', 'c: complained', 'd: unsubscribed'],
  ],
  ['Mailgun bounces', 'address,code,error,created_at\na@e.example,550,no such user,x\n', ['a: bounced']],
  [
    'Keap',
    'Email,Email Status\na@e.example,Marketable: Confirmed\nb@e.example,Non-marketable: Opted out\nc@e.example,Non-marketable: Hard bounce\nd@e.example,Marketable: Unconfirmed\n',
    ['a: subscribed', 'b: unsubscribed', 'c: bounced', 'd: unconfirmed'],
  ],
  [
    'Doppler in Spanish',
    'EMAIL,NOMBRE,ESTADO\na@e.example,A,Activo\nb@e.example,B,Removido por desuscripción\nc@e.example,C,Removido por rebote\n',
    ['a: subscribed', 'b: unsubscribed', 'c: bounced'],
  ],
  [
    'Acumbamail, with the kind of a bounce in brackets',
    'email,estado\na@e.example,Activo\nb@e.example,Dado de baja\nc@e.example,Rebotado (hard)\nd@e.example,Queja\n',
    ['a: subscribed', 'b: unsubscribed', 'c: bounced', 'd: complained'],
  ],
  [
    'people who were invited, or get receipts alone',
    'Email,Status\na@e.example,normal\nb@e.example,invitable\nc@e.example,Transactional Only\nd@e.example,новый\n',
    ['a: subscribed', 'b: unconfirmed', 'c: unconfirmed', 'd: unconfirmed'],
  ],
  [
    'Sarbacane, returned by post as French says it',
    'Adresse email;Désabonné;NPAI;Plainte\na@e.example;0;0;0\nb@e.example;1;0;0\nc@e.example;0;1;0\nd@e.example;0;0;1\n',
    ['a: subscribed', 'b: unsubscribed', 'c: bounced', 'd: complained'],
  ],
  [
    'Dynamics 365',
    'Email,Do not allow Bulk Emails\na@e.example,Allow\nb@e.example,Do Not Allow\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'Marketo',
    'Email Address,Unsubscribed,Marketing Suspended,Black Listed,Email Invalid\na@e.example,0,0,0,0\nb@e.example,0,1,0,0\nc@e.example,0,0,1,0\nd@e.example,0,0,0,1\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unsubscribed', 'd: bounced'],
  ],
  [
    'Omnisend, with the time of a status',
    'Email,Email status,Email status date\na@e.example,subscribed,2024-01-02\nb@e.example,nonSubscribed,\nc@e.example,unsubscribed,2024-02-03\n',
    ['a: subscribed', 'b: unconfirmed', 'c: unsubscribed'],
  ],
  [
    'iContact',
    'email,status\na@e.example,normal\nb@e.example,donotcontact\nc@e.example,bounced\nd@e.example,pending\n',
    ['a: subscribed', 'b: unsubscribed', 'c: bounced', 'd: unconfirmed'],
  ],
  [
    'Finnish',
    'Sähköposti;Etunimi;Peruttu\na@e.example;A;Ei\nb@e.example;B;Kyllä\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'Czech, Turkish, Portuguese, Russian and German in one column',
    'E-mail;Status\na@e.example;nepotvrzen\nb@e.example;Onay bekliyor\nc@e.example;Sem consentimento\nd@e.example;Недоступен\ne@e.example;neu\nf@e.example;přihlášen\n',
    ['a: unconfirmed', 'b: unconfirmed', 'c: unconfirmed', 'd: bounced', 'e: unconfirmed', 'f: subscribed'],
  ],
  [
    'Constant Contact',
    'Email address,Email status,Email permission status,Confirmed Opt-Out Date\na@e.example,Active,Express,\nb@e.example,Active,Express,2023-01-01\nc@e.example,Active,Implied,\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unconfirmed'],
  ],
  [
    'Campaign Monitor',
    'Email Address,Name,Date Subscribed,State\na@e.example,A B,2023-01-01,Active\nb@e.example,A B,2023-01-01,Unsubscribed\nc@e.example,A B,2023-01-01,Bounced\nd@e.example,A B,2023-01-01,Deleted\n',
    ['a: subscribed', 'b: unsubscribed', 'c: bounced', 'd: unsubscribed'],
  ],
  [
    'AWeber',
    'Email,Name,Status,Unsubscribe Date\na@e.example,A B,Subscribed,\nb@e.example,A B,Unsubscribed (Unsubscribe link),2023-03-01\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'Mailjet: a yes to what is pending',
    'email,IsExcludedFromCampaigns,IsOptInPending,IsSpamComplaining\na@e.example,false,false,false\nb@e.example,true,false,false\nc@e.example,false,true,false\nd@e.example,false,false,true\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unsubscribed', 'd: complained'],
  ],
  [
    'Action Network',
    'email,can2_subscription_status\na@e.example,subscribed\nb@e.example,bouncing\n',
    ['a: subscribed', 'b: bounced'],
  ],
  [
    'AWeber, with an end',
    'Name,Email,Add Date,Ad Tracking,Stop Time,Stop Status\nA,a@e.example,01/02/24,,,\nB,b@e.example,01/02/24,,03/04/24,unsubscribed\nC,c@e.example,01/02/24,,03/04/24,undeliverable\n',
    ['a: subscribed', 'b: unsubscribed', 'c: bounced'],
  ],
  [
    'Wix',
    'Email 1,Email subscriber status,SMS subscriber status\na@e.example,Subscribed,Never subscribed\nb@e.example,Never subscribed,\nc@e.example,Unsubscribed,\n',
    ['a: subscribed', 'b: unconfirmed', 'c: unsubscribed'],
  ],
  [
    'Squarespace',
    'Email,Accepts Marketing,Subscriber Since\na@e.example,TRUE,2023-01-01\nb@e.example,FALSE,\n',
    ['a: subscribed', 'b: unconfirmed'],
  ],
  [
    'CleverReach: zero is no time',
    'email;activated;deactivated;bounced\na@e.example;1610000000;0;0\nb@e.example;1610000000;1620000000;0\nc@e.example;0;0;0\nd@e.example;1610000000;0;1620000000\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unsubscribed', 'd: bounced'],
  ],
  [
    'Mailcoach: a time is yes, then',
    'email,subscribed_at,unsubscribed_at\na@e.example,2023-01-01 10:00:00,\nb@e.example,2023-01-01 10:00:00,2023-01-03 10:00:00\nc@e.example,,\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unconfirmed'],
  ],
  [
    'a CRM',
    'Email,HasOptedOutOfEmail,HasOptedOutOfFax\na@e.example,0,1\nb@e.example,1,0\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  ['do not contact', 'Email,Do Not Contact\na@e.example,0\nb@e.example,1\n', ['a: subscribed', 'b: unsubscribed']],
  [
    'inverted',
    'email,subscribed\na@e.example,true\nb@e.example,false\nc@e.example,\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unconfirmed'],
  ],
  [
    'double opt-in',
    'email,subscribed,confirmed_at\na@e.example,true,2024-01-01\nb@e.example,true,\n',
    ['a: subscribed', 'b: unconfirmed'],
  ],
  [
    'German',
    'E-Mail;Vorname;Anmeldestatus;Abgemeldet am\na@e.example;A;angemeldet;\nb@e.example;A;angemeldet;01.02.2023\nc@e.example;A;ausstehend;\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unconfirmed'],
  ],
  [
    'French',
    'Adresse e-mail;Prénom;Abonné\na@e.example;A;oui\nb@e.example;A;non\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'Spanish',
    'Correo electrónico,Nombre,Apellidos,Estado,Fecha de baja\na@e.example,A,B,Activo,\nb@e.example,A,B,Baja,01/02/2023\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'Italian',
    'Nome;Cognome;Email;Iscritto;Disiscritto il\nA;B;a@e.example;sì;\nA;B;b@e.example;no;\nA;B;c@e.example;sì;03/04/2023\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unsubscribed'],
  ],
  [
    'Portuguese',
    'Nome,E-mail,Situação,Descadastrado\nA,a@e.example,,não\nA,b@e.example,,sim\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'Dutch',
    'E-mailadres;Voornaam;Uitgeschreven\na@e.example;A;nee\nb@e.example;A;ja\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'Polish',
    'Adres e-mail;Imię;Zgoda na newsletter\na@e.example;A;tak\nb@e.example;A;nie\nc@e.example;A;\n',
    ['a: subscribed', 'b: unconfirmed', 'c: unconfirmed'],
  ],
  ['Czech', 'E-mail;Jméno;Odhlášen\na@e.example;A;ne\nb@e.example;A;ano\n', ['a: subscribed', 'b: unsubscribed']],
  ['Swedish', 'Förnamn,E-post,Nyhetsbrev\nA,a@e.example,Ja\nA,b@e.example,Nej\n', ['a: subscribed', 'b: unconfirmed']],
  ['Russian', 'Имя;Почта;Подписан\nА;a@e.example;да\nБ;b@e.example;нет\n', ['a: subscribed', 'b: unsubscribed']],
  [
    'Japanese',
    'メールアドレス,名前,配信停止\na@e.example,山田 太郎,いいえ\nb@e.example,山田 太郎,はい\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'words for nothing',
    'email,unsubscribed\na@e.example,NULL\nb@e.example,\\N\nc@e.example,FALSE\nd@e.example,WAHR\ne@e.example,0000-00-00 00:00:00\n',
    ['a: says nothing', 'b: says nothing', 'c: subscribed', 'd: unsubscribed', 'e: says nothing'],
  ],
  ['no word for a status', 'email,status\na@e.example,active\nb@e.example,bounced\n', ['a: subscribed', 'b: bounced']],
  [
    'postmark suppressions',
    'Recipient,Reason,Origin,CreatedAt\na@e.example,HardBounce,Recipient,2024-01-01T00:00:00Z\nb@e.example,SpamComplaint,Recipient,2024-01-01T00:00:00Z\nc@e.example,ManualSuppression,Customer,2024-01-01T00:00:00Z\n',
    ['a: bounced', 'b: complained', 'c: unsubscribed'],
  ],
  [
    'ses suppressions',
    'EmailAddress,Reason,LastUpdateTime\na@e.example,BOUNCE,2024-01-01\nb@e.example,COMPLAINT,2024-01-01\n',
    ['a: bounced', 'b: complained'],
  ],
  [
    'types that tell who left',
    'id,email_address,subscriber_type,creation_date\n1,a@e.example,regular,2024-01-01\n2,b@e.example,unsubscribed,2024-01-01\n3,c@e.example,unactivated,2024-01-01\n4,d@e.example,undeliverable,2024-01-01\n5,e@e.example,premium,2024-01-01\n6,f@e.example,complained,2024-01-01\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unconfirmed', 'd: bounced', 'e: subscribed', 'f: complained'],
  ],
  [
    'patreon',
    'Name,Email,Patron Status,Last Charge Status\nA,a@e.example,Active patron,Paid\nB,b@e.example,Former patron,Paid\n',
    ['a: says nothing', 'b: says nothing'],
  ],
  [
    'mailchimp in German',
    'E-Mail-Adresse,Status\na@e.example,Angemeldet\nb@e.example,Abgemeldet\nc@e.example,Bereinigt\n',
    ['a: subscribed', 'b: unsubscribed', 'c: bounced'],
  ],
  [
    'Drip: whether they may be written to',
    'email,status,email_marketable,sms_marketable\na@e.example,active,TRUE,FALSE\nb@e.example,active,FALSE,TRUE\nc@e.example,undeliverable,FALSE,FALSE\nd@e.example,removed,FALSE,FALSE\n',
    ['a: subscribed', 'b: unconfirmed', 'c: bounced', 'd: unsubscribed'],
  ],
  [
    'Mailman 2',
    'member address,nomail,nomail reason,digest\na@e.example,off,,off\nb@e.example,on,[B],off\nc@e.example,on,[U],off\n',
    ['a: subscribed', 'b: bounced', 'c: unsubscribed'],
  ],
  [
    'Mailman 2, with the reason in brackets',
    'Member Address,Member name,mod,nomail [reason],digest\na@e.example,A,off,off,off\nb@e.example,B,off,on [B],off\nc@e.example,C,off,on [U],off\nd@e.example,D,off,on [?],on\n',
    ['a: subscribed', 'b: bounced', 'c: unsubscribed', 'd: unsubscribed'],
  ],
  ...['Delivery', 'delivery status', 'Email Delivery', 'Reception', 'options'].map(
    (name): Case => [
      `a list's ${name} by words and reasons`,
      `Email,${name}\na@e.example,enabled\nb@e.example,digest\nc@e.example,suspended\nd@e.example,disabled (by bounce)\ne@e.example,disabled (by user)\nf@e.example,Disabled: by admin\ng@e.example,nomail\n`,
      [
        ...['a: subscribed', 'b: subscribed', 'c: unsubscribed', 'd: bounced', 'e: unsubscribed'],
        ...['f: unsubscribed', 'g: unsubscribed'],
      ],
    ],
  ),
  [
    'Mailman 3, members of an enumeration and roles',
    'email,role,delivery_status\na@e.example,member,DeliveryStatus.enabled\nb@e.example,member,DeliveryStatus.by_bounces\nc@e.example,member,<DeliveryStatus.by_user: 2>\nd@e.example,nonmember,DeliveryStatus.enabled\n',
    ['a: subscribed', 'b: bounced', 'c: unsubscribed', 'd: unconfirmed'],
  ],
  [
    'Sympa',
    'email,reception,suspend,bounce\na@e.example,mail,0,\nb@e.example,nomail,0,\nc@e.example,digest,1,\nd@e.example,not_me,0,550 user unknown\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unsubscribed', 'd: bounced'],
  ],
  [
    'a column of any name in which NOMAIL stands',
    'email,settings of the member\na@e.example,MAIL\nb@e.example,NOMAIL\nc@e.example,DIGEST\n',
    ['a: subscribed', 'b: unsubscribed', 'c: subscribed'],
  ],
  [
    'a list in German',
    'Adresse,Name,Nachrichtenempfang\na@e.example,A,aktiviert\nb@e.example,B,deaktiviert (durch Rückläufer)\nc@e.example,C,ausgesetzt\n',
    ['a: subscribed', 'b: bounced', 'c: unsubscribed'],
  ],
  [
    'delivery that is disabled, and who did it',
    'email,delivery_disabled\na@e.example,no\nb@e.example,by bounce\nc@e.example,by user\n',
    ['a: subscribed', 'b: bounced', 'c: unsubscribed'],
  ],
  [
    'Mailman 3',
    'email,delivery_status,subscription_mode,delivery_mode\na@e.example,enabled,as_address,regular\nb@e.example,by_bounces,as_address,regular\nc@e.example,by_user,as_address,regular\nd@e.example,by_moderator,as_address,regular\n',
    ['a: subscribed', 'b: bounced', 'c: unsubscribed', 'd: unsubscribed'],
  ],
  [
    'CleverReach in German',
    'E-Mail;Registriert;Aktiviert;Deaktiviert\na@e.example;02.01.2024 10:00;02.01.2024 10:05;\nb@e.example;02.01.2024 10:00;02.01.2024 10:05;02.02.2024 10:00\nc@e.example;02.01.2024 10:00;;\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unconfirmed'],
  ],
  [
    'rapidmail',
    'E-Mail;Status;Aktiviert am\na@e.example;aktiv;02.01.2024\nb@e.example;abgemeldet;02.01.2024\nc@e.example;neu;\nd@e.example;Hardbounce;\ne@e.example;Beschwerde;\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unconfirmed', 'd: bounced', 'e: complained'],
  ],
  [
    'Marketing Cloud',
    'Email Address,Status,Date Unsubscribed,Bounce Count\na@e.example,Active,,0\nb@e.example,Unsubscribed,3/4/2024,0\nc@e.example,Held,,3\n',
    ['a: subscribed', 'b: unsubscribed', 'c: bounced'],
  ],
  [
    'Wix, with what became of the last email',
    'Email 1,Email subscriber status,Email deliverability status\na@e.example,subscribed,Valid\nb@e.example,subscribed,Bounced\nc@e.example,subscribed,Reported Spam\nd@e.example,pending,Valid\n',
    ['a: subscribed', 'b: bounced', 'c: complained', 'd: unconfirmed'],
  ],
  [
    'SendGrid bounces, with the code of the last answer',
    'status,reason,email,created\n5.1.1,"550 5.1.1 user unknown",a@e.example,1700000000\n4.2.2,"452 mailbox full",b@e.example,1700000000\n',
    ['a: bounced', 'b: bounced'],
  ],
  [
    'Postmark suppressions by their API',
    'EmailAddress,SuppressionReason,Origin\na@e.example,HardBounce,Recipient\nb@e.example,SpamComplaint,Recipient\nc@e.example,ManualSuppression,Customer\n',
    ['a: bounced', 'b: complained', 'c: unsubscribed'],
  ],
  [
    'Turkish',
    'E-posta;Ad;Abonelik durumu\na@e.example;A;Abone\nb@e.example;A;Abonelikten ayrıldı\nc@e.example;A;Beklemede\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unconfirmed'],
  ],
  [
    'Italian, with more than one word',
    'Indirizzo email;Stato iscrizione\na@e.example;Iscritto\nb@e.example;Disiscritto\nc@e.example;In attesa di conferma\n',
    ['a: subscribed', 'b: unsubscribed', 'c: unconfirmed'],
  ],
  [
    'a status of a German compound',
    'E-Mail;Kontaktstatus\na@e.example;aktiv\nb@e.example;gesperrt\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'a column of any name that tells who left',
    'address;level\na@e.example;member\nb@e.example;opted out\n',
    ['a: subscribed', 'b: unsubscribed'],
  ],
  [
    'other words that people left something else',
    'Email,Order status,SMS state,Comment\na@e.example,cancelled,unsubscribed,unsubscribed by phone last year after a long talk with us\n',
    ['a: says nothing'],
  ],
];

describe('a file of an unknown program', () => {
  it('is judged by its name at once, however long that is', () => {
    const before = process.cpuUsage().user;
    const fileName = `${'1.'.repeat(40_000)} x.csv`;
    expect(standingsIn('email\na@e.example\n', { fileName })).toEqual(['a: says nothing']);
    expect(process.cpuUsage().user - before).toBeLessThan(2_000_000);
  });

  it('reads no consent from a column that is to be ignored', () => {
    const file = 'email,level,newsletter\na@e.example,opted out,no\nb@e.example,member,yes\n';
    const ignoredColumns = ['level', 'newsletter'];
    expect(standingsIn(file, { settings: { ignoredColumns } })).toEqual(['a: says nothing', 'b: says nothing']);
  });

  it.each(others)('%s', (_name, file, expected) => expect(standingsIn(file)).toEqual(expected));

  it.each([
    ['a word that is none', 'email,consent\na@e.example,perhaps\n', 'consent'],
    ['a status of its own words', 'email,Status\na@e.example,Gold\n', 'Status'],
    ['codes', 'email,gdpr_consent\na@e.example,2\n', 'gdpr_consent'],
    [
      'several newsletters',
      'email,Newsletter daily,Newsletter weekly\na@e.example,yes,no\n',
      'Newsletter daily, Newsletter weekly',
    ],
    ['an empty column of yeses', 'email,opt_in\na@e.example,\n', 'opt_in'],
    ['a no about emails', 'email,Keep me updated\na@e.example,no\n', 'Keep me updated'],
    ['codes of a status', 'email,member_status_id\na@e.example,o\n', 'member_status_id'],
    ['reasons alone', 'email,disabled reason\na@e.example,user\n', 'disabled reason'],
    [
      'a list that was left, of somebody whom the map says nothing of',
      'email,globalUnsubscribe,unsubscribedChannelIds\na@e.example,,[27]\n',
      'unsubscribedChannelIds',
    ],
    ['letters of a list', 'email,nomail\na@e.example,U\n', 'nomail'],
    ['counts alone', 'email,bounce_count\na@e.example,3\n', 'bounce_count'],
    ['a topic that the team has not', 'email,topic: News\na@e.example,opt_in\n', 'topic: News'],
  ])('asks where it cannot tell who agreed: %s', (_name, file, columns) => {
    expect(standingsIn(file)).toEqual([`asks: ${columns}`]);
    const ignoredColumns = columns.split(', ');
    expect(standingsIn(file, { settings: { ignoredColumns } })).toEqual(['a: says nothing']);
    expect(standingsIn(file, { settings: { standing: 'unsubscribed' } })).toEqual(['a: unsubscribed']);
  });

  it.each([
    'email,globalUnsubscribe,unsubscribedChannelIds,Unsubscribe reason\na@e.example,,[],\n',
    'email,Order Status,Payment status\na@e.example,pending,paid\n',
    'email,State\na@e.example,CA\n',
    'email,Delivery,Options,Role\na@e.example,express,gift wrap,owner\n',
    'email,Delivery status\na@e.example,canceled\n',
    'email,Patron Status\na@e.example,Active patron\n',
    'email,Unsubscribe link,SMS opt-in,Push subscribed\na@e.example,https://x.example/u,yes,no\n',
    'email,Mailing Street,Mailing City,Mailing State/Province,Mailing Country\na@e.example,1 Main St,Oslo,OK,NO\n',
    'email,No. of contacts,Nonprofit\na@e.example,0,no\n',
    'email,Subscription plan,Subscription price\na@e.example,yearly,12\n',
  ])('asks nothing about columns of other things: %s', (file) =>
    expect(standingsIn(file)).toEqual(['a: says nothing']),
  );

  it("asks where some of a column is a list's no, and the rest of something else", () =>
    expect(standingsIn('email,Delivery\na@e.example,home\nb@e.example,suspended\n')).toEqual(['asks: Delivery']));

  it('asks for what a map passes over', () => {
    const file = 'E-mail,Unsubscribed,Left on\na@e.example,true,\n';
    const map = (more: object) => ({ settings: { columnMap: { email: 'E-mail', ...more } } });
    expect(standingsIn(file, map({}))).toEqual(['asks: Unsubscribed, Left on']);
    expect(standingsIn(file, map({ consents: { unsubscribed: ['Unsubscribed', 'Left on'] } }))).toEqual([
      'a: unsubscribed',
    ]);
    expect(
      standingsIn(
        file,
        map({
          properties: { u: { column: 'Unsubscribed', type: 'string' }, l: { column: 'Left on', type: 'string' } },
        }),
      ),
    ).toEqual(['a: says nothing']);
  });

  it('fails a row whose word is none, also far behind those that it was judged by', () => {
    const file = `email,unsubscribed\n${'a@e.example,no\n'.repeat(300)}b@e.example,perhaps\n`;
    const { plan, refused } = readFile(file);
    expect(refused).toBeUndefined();
    expect(plan?.columnMap.consents).toEqual({ unsubscribed: ['unsubscribed'] });
    expect(
      standingsIn('email,unsubscribed\nb@e.example,perhaps\n', {
        settings: { columnMap: { consents: { unsubscribed: ['unsubscribed'] } } },
      }),
    ).toEqual(['fails: `perhaps` does not say who agreed: unsubscribed is neither true nor false']);
  });

  it('tells names apart', () => {
    const names = (name: string) => {
      const [row] = readFile(`name,email\n"${name}",a@e.example\n`).rows;
      return row !== undefined && 'fields' in row ? [row.fields.firstName, row.fields.lastName] : [];
    };
    expect(names('Ann Ahl')).toEqual(['Ann', 'Ahl']);
    expect(names('Ahl, Ann')).toEqual(['Ann', 'Ahl']);
    expect(names('Ann')).toEqual(['Ann', undefined]);
    expect(names('Mary Ann Ahl')).toEqual(['Mary Ann', 'Ahl']);
    expect(names('Ludwig van Beethoven')).toEqual(['Ludwig', 'van Beethoven']);
    expect(names('山田 太郎')).toEqual(['太郎', '山田']);
  });
});
