import type { RoleType } from '@folkmoot/contract/core/permissions.ts';

export type DemoPerson = {
  username: string;
  firstName: string;
  lastName: string;
  /** A file of the avatar set, or null for initials. */
  avatar: string | null;
  /** Role in the Makers' Guild. */
  role: RoleType;
  /** What they do there, in a few words. */
  job: string;
};

function portrait(
  username: string,
  firstName: string,
  lastName: string,
  job: string,
  role: RoleType = 'MEMBER',
): DemoPerson {
  return { username, firstName, lastName, avatar: `${username}.svg`, role, job };
}

function initials(
  username: string,
  firstName: string,
  lastName: string,
  job: string,
  role: RoleType = 'MEMBER',
): DemoPerson {
  return { username, firstName, lastName, avatar: null, role, job };
}

/** Everybody in the demo world. The last twelve have no portrait, and names that test a layout. */
export const people: DemoPerson[] = [
  portrait('maren', 'Maren', 'Oduya', 'Warden of the guild, chairs the moot', 'CREATOR'),
  portrait('ines', 'Ines', 'Carvalho', 'Steward, kilns and glazes', 'ADMIN'),
  portrait('elspeth', 'Elspeth', 'Muir', 'Letterpress printer, Muir & Daughter', 'ADMIN'),
  portrait('tomasz', 'Tomasz', 'Wieczorek', 'Kiln tech', 'MODERATOR'),
  portrait('otis', 'Otis', 'Campbell', 'Runs the Repair Café', 'MODERATOR'),
  portrait('gwen', 'Gwen', 'Pritchard', 'Treasurer, darns everything', 'MODERATOR'),
  portrait('hal', 'Hal', 'Braithwaite', 'Woodturner, keeper of the swap table'),
  portrait('amara', 'Amara', 'Nwosu', 'Small pots, large shelves'),
  portrait('yuki', 'Yuki', 'Tanabe', 'Wheel tutor'),
  portrait('dev', 'Dev', 'Raman', 'Electronics bench, mostly amplifiers'),
  portrait('saoirse', 'Saoirse', 'Kelleher', 'Studio pottery, bench 4'),
  portrait('bea', 'Bea', 'Lindqvist', 'Knits, mends, sings alto'),
  portrait('farah', 'Farah', 'Siddiqui', 'Tiles and patterns'),
  portrait('luca', 'Luca', 'Bianchi', 'Posters and wood type'),
  portrait('nadia', 'Nadia', 'Haddad', 'Bookbinder'),
  portrait('rowan', 'Rowan', 'Ashdown', 'Screen prints and zines'),
  portrait('priya', 'Priya', 'Menon', 'Linocut, paper orders'),
  portrait('kofi', 'Kofi', 'Mensah', 'Bicycles, and the night rides'),
  portrait('jun', 'Jun', 'Park', 'Synths and small robots'),
  portrait('theo', 'Theo', 'Vandermeer', 'Chairs, hand tools only'),
  portrait('wren', 'Wren', 'Halloran', 'Baskets, new this spring'),
  portrait('mateo', 'Mateo', 'Ruiz', 'Furniture from old floors'),
  portrait('ana', 'Ana', 'Petrova', 'Embroidery and blinking lights'),
  portrait('sol', 'Sol', 'Abernathy', 'Thread and dye'),
  portrait('imani', 'Imani', 'Clarke', 'Weaver'),
  portrait('piet', 'Piet', 'de Groot', 'Rope, boats, the canal trust'),
  portrait('mina', 'Mina', 'Okafor', 'Sashiko and patchwork'),
  portrait('cass', 'Cass', 'Whitlock', 'Leather and boot repair'),
  initials('nour', 'نور الدين', 'الخطيب', 'Calligraphy and gilding'),
  initials('sakura', 'さくら', '三木', 'Kintsugi'),
  initials('maximiliana', 'Maximiliana-Josefine', 'von Hohenstein-Wartenberg', 'Bees, candles, hymns'),
  initials('oluwadamilola', 'Oluwadamilola', 'Ogunbanwo-Featherstonehaugh', 'Minutes and membership'),
  initials('sian', 'Siân', 'Llewelyn', 'Spoons'),
  initials('zsofi', 'Zsófia', 'Kőszegi', 'Willow, rush and patience'),
  initials('alasdair', 'Alasdair', 'MacGillivray', 'Alarms, gutters, Saturdays'),
  initials('bronagh', 'Bronagh', "O'Dubhghaill", 'Fiddles, and the clamps for them'),
  initials('des', 'Des', 'Achebe', 'Drives the number 7, trues wheels'),
  initials('linh', 'Linh', 'Trần', 'Soldering iron, third year'),
  initials('ted', 'Ted', 'Bagshaw', 'Saw sharpener, since 1961'),
  initials('freya', 'Freya', 'Okonjo-Smith', 'Apprentice, prints and wood'),
];
