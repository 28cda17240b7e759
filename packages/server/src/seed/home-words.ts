/*
 * What the homes of the demo world's communities say: what makes each of them worth a visit. `NextEvents` and `NewMembers` show
 * what is there.
 */

export type DemoItem = { title: string; description: string; isHouseRules?: boolean };
export type DemoLink = { title: string; url: string; date?: string };
/** `picture` is one of the covers that the product ships, `person` a username. */
export type DemoCard = {
  title: string;
  subtitle: string;
  bio: string;
  link?: string;
  picture: string | null;
  person: string | null;
};

export type DemoSection = { title: string; audience?: 'members' } & (
  | { of: 'NextEvents'; count: 3 | 6 }
  | { of: 'NewMembers' }
  | { of: 'Faq' }
  | { of: 'PhotoGallery'; pictures: { picture: string; alt: string }[] }
  | { of: 'CardShowcase'; cards: DemoCard[] }
  | { of: 'Accordion'; items: DemoItem[] }
  | { of: 'Links'; links: DemoLink[] }
  | { of: 'CallToAction'; line: string; button: string; url: string }
);

export type DemoHome = { slug: string; faqs?: { title: string; description: string }[]; sections: DemoSection[] };

export const homes: DemoHome[] = [
  {
    slug: 'alderwick-makers-guild',
    faqs: [
      {
        title: 'Do I need to know how to make anything?',
        description:
          '<p>No. Most members started with a one-evening induction. Come to a Saturday open workshop, and someone will hand you an apron.</p>',
      },
      {
        title: 'What does membership cost?',
        description:
          '<p>Eighteen pounds a month, or nine if that is too much. Nobody asks why. Clay, paper and timber are at cost price.</p>',
      },
      {
        title: 'Can I bring children?',
        description:
          '<p>On Saturdays, from eight years up, with an adult who stays. The wood shop is for people over fourteen.</p>',
      },
      {
        title: 'Is the building step-free?',
        description:
          '<p>The ground floor is, with the kilns, the wood shop and the kitchen. The print room is up one flight of stairs. <a href="mailto:hello@alderwick.example">Write to us</a> and we will bring a press down.</p>',
      },
    ],
    sections: [
      { of: 'NextEvents', title: 'Coming up', count: 3 },
      {
        of: 'PhotoGallery',
        title: 'From the workshops',
        pictures: [
          { picture: 'kiln', alt: 'Shelves of pots beside the open kiln' },
          { picture: 'dye', alt: 'Skeins of dyed wool in madder, weld and woad' },
          { picture: 'pegboard', alt: 'Tools on a pegboard, each with its outline' },
          { picture: 'letterpress', alt: 'Wooden letters locked up in a chase' },
          { picture: 'joinery', alt: 'A dovetail joint, not quite closed' },
        ],
      },
      {
        of: 'CardShowcase',
        title: 'Makers in residence',
        cards: [
          {
            title: 'Ines Carvalho',
            subtitle: 'Kilns and glazes',
            bio: 'Runs the glaze lab and keeps the firing log. Ask her about tenmoku, or about what not to sand.',
            link: 'https://glazelog.example/',
            picture: 'grain',
            person: 'ines',
          },
          {
            title: 'Elspeth Muir',
            subtitle: 'Letterpress',
            bio: 'Third-generation printer. Looks after 140 cases of wood and metal type and one stubborn Arab press.',
            link: 'https://muiranddaughter.example/',
            picture: 'letterpress',
            person: 'elspeth',
          },
          {
            title: 'Sol Abernathy',
            subtitle: 'Thread and dye',
            bio: 'Grows madder, weld and woad behind the long shed, then puts it on wool.',
            link: 'https://solabernathy.example/',
            picture: 'dye',
            person: 'sol',
          },
        ],
      },
      { of: 'Faq', title: 'Good to know' },
      {
        of: 'Links',
        title: 'Elsewhere',
        links: [
          { title: 'Members’ handbook', url: 'https://handbook.alderwick.example/' },
          { title: 'How we throw a bowl, in six minutes', url: 'https://vimeo.com/76979871' },
          { title: 'Rules and minutes', url: 'https://minutes.alderwick.example/', date: '2026-05-02' },
          { title: '“The town that kept its kilns”', url: 'https://post.alderwick.example/kilns' },
        ],
      },
      {
        of: 'Accordion',
        title: 'House rules',
        items: [
          {
            title: 'How we share the building',
            isHouseRules: true,
            description:
              '<ul><li>Leave a bench cleaner than you found it.</li><li>Nobody works a machine alone, or tired.</li><li>Ask before you move somebody’s work, even if it is in your way.</li><li>If you break it, say so. Nobody minds; the next person would.</li></ul>',
          },
          {
            title: 'When something goes wrong',
            description:
              '<p>Talk to a keyholder. Their names are on the board by the kettle, and any of them will listen.</p>',
          },
        ],
      },
      { of: 'NewMembers', title: 'New at the guild', audience: 'members' },
      {
        of: 'CallToAction',
        title: 'Saturdays, ten till four. The kettle is on.',
        line: 'The open workshop is free for a first visit. Wear something you do not mind getting slip on.',
        button: 'Book a first visit',
        url: 'https://alderwick.example/first-visit',
      },
    ],
  },
  {
    slug: 'riverside-growers',
    sections: [
      { of: 'NextEvents', title: '', count: 3 },
      {
        of: 'PhotoGallery',
        title: 'On the plots',
        pictures: [
          { picture: 'show', alt: 'Vegetables laid out for the September show' },
          { picture: 'contour', alt: 'The river bends around the plots' },
        ],
      },
      {
        of: 'Accordion',
        title: 'Before you ask for a plot',
        items: [
          {
            title: 'How long is the waiting list?',
            description: '<p>Eleven names, and about four plots fall free each autumn.</p>',
          },
          {
            title: 'Can I help without a plot?',
            description:
              '<p>Please do. Sunday mornings are for the shared beds, and everybody takes something home.</p>',
          },
        ],
      },
      { of: 'NewMembers', title: '' },
    ],
  },
  {
    slug: 'alderwick-cycle-co-op',
    sections: [
      { of: 'NextEvents', title: 'Next rides', count: 6 },
      {
        of: 'Links',
        title: 'Routes we keep',
        links: [
          { title: 'Friday night loop, 28 km', url: 'https://routes.alderwick.example/friday' },
          { title: 'The heron ride, 45 km', url: 'https://routes.alderwick.example/heron' },
        ],
      },
      { of: 'NewMembers', title: 'New riders' },
    ],
  },
  {
    slug: 'common-choir',
    sections: [
      {
        of: 'CallToAction',
        title: 'Tuesdays at seven, in the long shed.',
        line: 'Your first three evenings are free. Nobody will ask you to sing alone.',
        button: 'Tell us you are coming',
        url: 'https://choir.alderwick.example/first-evening',
      },
      { of: 'NextEvents', title: '', count: 3 },
      {
        of: 'Accordion',
        title: 'Singing with us',
        items: [
          {
            title: 'Do I have to read music?',
            description: '<p>No. We learn by ear, and there are sheets for people who like them.</p>',
          },
        ],
      },
      { of: 'NewMembers', title: '' },
    ],
  },
  {
    slug: 'repair-network-north',
    sections: [
      { of: 'NextEvents', title: 'The next Saturdays', count: 3 },
      {
        of: 'PhotoGallery',
        title: 'Mended last month',
        pictures: [
          { picture: 'repair', alt: 'A radio, a lamp and a bicycle wheel on a bench' },
          { picture: 'mending', alt: 'A darned elbow in blue wool' },
        ],
      },
      { of: 'NewMembers', title: '' },
    ],
  },
];
