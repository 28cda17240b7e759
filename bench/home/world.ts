import { inOrder } from '../../packages/contract/src/home/rules.ts';
import { Sections } from '../../packages/contract/src/home/sections-schema.ts';
import type { Db } from '../../packages/server/src/core/db/db.ts';
import { newId } from '../../packages/server/src/core/id.ts';
import { publishPictures, replaceDraftPictures } from '../../packages/server/src/home/pictures-store.ts';
import { lockHome, publishDraft, updateDraft, updateFaqs } from '../../packages/server/src/home/store.ts';
import { addMembers, makeCommunity, makePerson } from '../../packages/server/src/seed/builders.ts';

/** How many communities have a home, and what each of them shows. */
export const HOME_SIZE = { homes: 16, members: 60, events: 6, pictures: 12, cards: 6, faqs: 10 };

export type MadeHome = { serverId: string; slug: string };

/** Makes public communities, each with members, events to come, FAQs, and a page with a section of every type. */
export async function makeHomes(db: Db): Promise<MadeHome[]> {
  const made: MadeHome[] = [];
  for (let n = 1; n <= HOME_SIZE.homes; n += 1) {
    const owner = await makePerson(db);
    const slug = `bench-home-${n}`;
    const { id: serverId } = await makeCommunity(db, owner.id, { slug });
    const people: string[] = [];
    for (let at = 0; at < HOME_SIZE.members; at += 1) people.push((await makePerson(db)).id);
    await addMembers(db, serverId, people);
    await insertEvents(db, serverId, owner.id, slug);
    const pictures = await insertPictures(db, serverId, owner.id);
    await publish(db, serverId, owner.id, pageOf(pictures, people));
    made.push({ serverId, slug });
  }
  return made;
}

const RICH = `<p>${'Leave a bench cleaner than you found it. '.repeat(6)}</p>`;

function pageOf(pictures: readonly string[], people: readonly string[]) {
  const sections = [
    { sectionType: 'NextEvents', title: 'Coming up', json: { count: 6 } },
    {
      sectionType: 'PhotoGallery',
      title: 'From the workshops',
      json: { items: pictures.map((id) => ({ id, alt: 'A shelf' })) },
    },
    {
      sectionType: 'CardShowcase',
      title: 'Makers',
      json: {
        items: people.slice(0, HOME_SIZE.cards).map((personId, at) => ({
          ...{ title: 'A maker', subtitle: 'Kilns', bio: 'Keeps the firing log.', link: 'https://maker.example/' },
          ...{ image: pictures[at] ?? null, personId },
        })),
      },
    },
    { sectionType: 'Faq', title: 'Good to know', json: {} },
    {
      sectionType: 'Links',
      title: 'Elsewhere',
      json: { items: [1, 2, 3, 4].map((at) => ({ title: `Page ${at}`, url: `https://guild.example/${at}` })) },
    },
    {
      sectionType: 'Accordion',
      title: 'House rules',
      json: { items: [1, 2, 3].map((at) => ({ title: `Rule ${at}`, description: RICH })) },
    },
    {
      sectionType: 'CallToAction',
      title: 'Come on Saturday',
      json: { line: 'Aprons are here.', button: 'See how', url: 'https://guild.example/' },
    },
    { sectionType: 'NewMembers', title: 'New here', json: {} },
  ];
  return inOrder(Sections.parse(sections.map((section, order) => ({ ...section, order, clientId: newId() })) as never));
}

async function publish(db: Db, serverId: string, ownerId: string, page: ReturnType<typeof pageOf>): Promise<void> {
  const now = new Date();
  await lockHome(db, serverId);
  const faqs = Array.from({ length: HOME_SIZE.faqs }, (_, at) => ({ title: `Question ${at}?`, description: RICH }));
  await updateFaqs(db, serverId, faqs);
  await updateDraft(db, serverId, page, ownerId, now);
  await replaceDraftPictures(db, serverId, page);
  await publishDraft(db, serverId, ownerId, now);
  await publishPictures(db, serverId);
}

async function insertPictures(db: Db, serverId: string, ownerId: string): Promise<string[]> {
  const now = new Date();
  const ids = Array.from({ length: HOME_SIZE.pictures }, () => newId());
  const variants = JSON.stringify({
    original: { size: 240_000, mimeType: 'image/webp' },
    large: { size: 120_000, mimeType: 'image/webp' },
    thumb: { size: 20_000, mimeType: 'image/webp' },
  });
  await db
    .insertInto('files')
    .values(
      ids.map((id) => ({
        ...{ id, key: `bench/${id}`, owner_id: ownerId, type: 'section' as const, file_name: 'shelf.webp' },
        ...{ declared_type: 'image/webp', mime_type: 'image/webp', file_type: 'image' as const, size: 240_000 },
        ...{ state: 'ready' as const, width: 1200, height: 900, variants, used_by: serverId },
        ...{ claimed_at: now, created_at: now, expires_at: now },
      })),
    )
    .execute();
  return ids;
}

async function insertEvents(db: Db, serverId: string, creatorId: string, slug: string): Promise<void> {
  const at = Date.now();
  await db
    .insertInto('events')
    .values(
      Array.from({ length: HOME_SIZE.events }, (_, n) => {
        const startAt = new Date(at + (n + 20) * 86_400_000);
        return {
          ...{ id: newId(), creator_id: creatorId, server_id: serverId, alias: `${slug}-${n}`, name: `Evening ${n}` },
          ...{ summary: 'An evening at the ropeworks.', description: RICH, status: 'published' as const },
          ...{ start_at: startAt, end_at: new Date(startAt.getTime() + 7_200_000), time_zone: 'Europe/London' },
          ...{ in_person_address: '14 Tannery Row', capacity: 100, published_at: new Date(at), search_text: 'evening' },
          ...{ created_at: new Date(at), updated_at: new Date(at), content_changed_at: new Date(at) },
        };
      }),
    )
    .execute();
}
