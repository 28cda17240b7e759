/** A person in an address book, as Google's People API has them; only the fields that a caller asks for are sent. */
export type Person = {
  resourceName: string;
  etag: string;
  names?: { displayName: string; givenName: string; familyName?: string; metadata: object }[];
  emailAddresses?: { value: string; metadata: object; type?: string }[];
};

/** The made-up accounts that somebody may be signed in with at Google, and how many contacts each has. */
export const ACCOUNTS = [
  { address: 'maren.holt@mail.example', contacts: 2_300 },
  { address: 'the.choir@mail.example', contacts: 1_200 },
  { address: 'brand.new@mail.example', contacts: 0 },
] as const;

const GIVEN = [
  ...[
    'Bea',
    'Åsa',
    'Kofi',
    'Łucja',
    'Sol',
    'Ömer',
    'Mina',
    'Zoë',
    'Piet',
    'Nguyễn',
    'Cass',
    'Íñigo',
    'Rowan',
    'Дмитро',
  ],
  ...['Imani', 'Élodie', 'Jun', 'Γιώργος', 'Wren', '美咲', 'Elspeth', 'José', 'Gwen', 'עדי', 'Mateo', 'عائشة', 'Nadia'],
  ...['Aaliyah', 'Abel', 'Ada', 'Agnes', 'Alba', 'Alistair', 'Amara', 'Anselm', 'Anouk', 'Arlo', 'Astrid', 'Basil'],
  ...['Beatriz', 'Bram', 'Briony', 'Callum', 'Carys', 'Chidi', 'Clio', 'Cosmo', 'Daphne', 'Diego', 'Dilys', 'Edda'],
  ...['Emrys', 'Esme', 'Farah', 'Felix', 'Fenna', 'Finlay', 'Freya', 'Gaia', 'Gideon', 'Greta', 'Hamish', 'Hana'],
  ...['Hugo', 'Ida', 'Ilse', 'Ines', 'Isaac', 'Ivo', 'Jorah', 'Juno', 'Kaito', 'Keziah', 'Lars', 'Leila', 'Linnea'],
  ...['Lorcan', 'Maeve', 'Malik', 'Marit', 'Milo', 'Nils', 'Noor', 'Olive', 'Otto', 'Priya', 'Quinn', 'Rafael', 'Runa'],
  ...['Saskia', 'Selin', 'Silas', 'Tamsin', 'Teo', 'Uma', 'Viggo', 'Willa', 'Xanthe', 'Yara', 'Yusuf', 'Zadie'],
];
const FAMILY = [
  ...['Lindqvist', 'Abernathy', 'Okafor', 'Ødegård', 'Whitlock', 'Müller', 'Mensah', 'de Groot', 'Živković', 'Ashdown'],
  ...[
    'Carvalho',
    'O’Shea',
    'Haddad',
    'Nuñez',
    'Muir',
    'Шевченко',
    'Park',
    'Παπαδόπουλος',
    'Pritchard',
    '田中',
    'Clarke',
  ],
  ...['Bäcker', 'Halloran', 'Łukasik', 'Ruiz', 'van der Meer', 'Vandermeer', 'Yılmaz', 'Sørensen'],
];

/** Every so many contacts there is one with this peculiarity. */
const EVERY = { withoutName: 17, withoutAddress: 13, twoAddresses: 9, threeAddresses: 45, onlyOneName: 23 };

/** An address book: always the same people, of whom some have several addresses, no name, or no address. */
export function makeBook(size: number): Person[] {
  return Array.from({ length: size }, (_, n) => {
    const isOneOf = (every: number) => n % every === every - 1;
    const given = GIVEN[n % GIVEN.length] ?? '';
    const family = isOneOf(EVERY.onlyOneName) ? '' : (FAMILY[(n * 7) % FAMILY.length] ?? '');
    const addresses = isOneOf(EVERY.threeAddresses) ? 3 : isOneOf(EVERY.twoAddresses) ? 2 : 1;
    return makePerson(n, {
      ...(isOneOf(EVERY.withoutName) ? {} : { given, family }),
      addresses: isOneOf(EVERY.withoutAddress)
        ? []
        : ['post', 'work', 'old'].slice(0, addresses).map((kind) => `${plain(given)}.${n}@${kind}.example`),
    });
  });
}

export type Fields = { given?: string; family?: string; addresses: readonly string[] };

/** One person, as the API writes them: what is not there is left out. */
export function makePerson(n: number, { given = '', family = '', addresses }: Fields): Person {
  const id = `c${(n + 1).toString().padStart(12, '0')}`;
  const metadata = (primary: boolean) => ({ ...(primary && { primary }), source: { type: 'CONTACT', id } });
  return {
    resourceName: `people/${id}`,
    etag: `%E${n}`,
    ...(given !== '' && {
      names: [
        {
          ...{ displayName: `${given} ${family}`.trim(), givenName: given },
          ...(family !== '' && { familyName: family }),
          metadata: metadata(true),
        },
      ],
    }),
    ...(addresses.length > 0 && {
      emailAddresses: addresses.map((value, at) => ({ value, metadata: metadata(at === 0) })),
    }),
  };
}

/** What of a name can stand in front of an `@` everywhere. */
function plain(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
  return ascii === '' ? 'somebody' : ascii;
}
