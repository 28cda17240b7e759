import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inOrder } from '@folkmoot/contract/home/rules.ts';
import { Sections } from '@folkmoot/contract/home/sections-schema.ts';
import type { Config } from '../core/config.ts';
import type { Db } from '../core/db/db.ts';
import { keyFor, partKey } from '../core/files/file-keys.ts';
import { createFiles, type Files } from '../core/files/files.ts';
import { newId } from '../core/id.ts';
import { publishPictures, replaceDraftPictures } from '../home/pictures-store.ts';
import { lockHome, publishDraft, updateDraft, updateFaqs } from '../home/store.ts';
import { type DemoSection, homes } from './home-words.ts';
import { type Ids, idOf } from './ids.ts';
import { communities } from './words/communities.ts';

const COVER = { width: 1200, height: 900 } as const;

type Around = { serverId: string; ownerId: string; ids: Ids; now: Date; files: Files; covers: string | undefined };

/** The homes of the demo world's communities, with pictures of the covers that the product ships. */
export async function makeHomes(db: Db, config: Config, ids: Ids, now: Date): Promise<void> {
  const files = createFiles(config);
  const places = [join(config.webDist, 'art/covers'), join(import.meta.dirname, '../../../web/public/art/covers')];
  const covers = places.find((folder) => existsSync(folder));
  for (const { slug, faqs = [], sections } of homes) {
    const server = await db.selectFrom('servers').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
    const [owner = ''] = communities.find((community) => community.slug === slug)?.members ?? [];
    const around = { serverId: server.id, ownerId: idOf(ids, owner), ids, now, files, covers };
    const sent = [];
    for (const [order, section] of sections.entries()) {
      const json = await contentOf(db, section, around);
      const { title, of: sectionType, audience = 'everyone' } = section;
      if (json) sent.push({ clientId: newId(), sectionType, title, order, json, audience });
    }
    const page = inOrder(Sections.parse(sent as never));
    await lockHome(db, server.id);
    if (faqs.length > 0) await updateFaqs(db, server.id, faqs);
    await updateDraft(db, server.id, page, around.ownerId, now);
    await replaceDraftPictures(db, server.id, page);
    await publishDraft(db, server.id, around.ownerId, now);
    await publishPictures(db, server.id);
  }
}

/** What a section is of; undefined for a gallery without pictures. */
async function contentOf(db: Db, section: DemoSection, around: Around): Promise<object | undefined> {
  switch (section.of) {
    case 'NextEvents':
      return { count: section.count };
    case 'Accordion':
      return { items: section.items };
    case 'Links':
      return { items: section.links };
    case 'CallToAction':
      return { line: section.line, button: section.button, url: section.url };
    case 'PhotoGallery': {
      const items = [];
      for (const { picture, alt } of section.pictures) {
        const id = await makePicture(db, picture, around);
        if (id) items.push({ id, alt });
      }
      return items.length > 0 ? { items } : undefined;
    }
    case 'CardShowcase': {
      const items = [];
      for (const { picture, person, ...card } of section.cards) {
        const image = picture === null ? null : ((await makePicture(db, picture, around)) ?? null);
        items.push({ ...card, image, personId: person === null ? null : idOf(around.ids, person) });
      }
      return { items };
    }
    default:
      return {};
  }
}

/** One of our covers as an upload of the community's creator; undefined where the web client's files are not there. */
async function makePicture(
  db: Db,
  name: string,
  { serverId, ownerId, now, files, covers }: Around,
): Promise<string | undefined> {
  if (covers === undefined) return undefined;
  const id = newId();
  const key = keyFor(id);
  const put = async (path: string, part: 'original' | 'large' | 'thumb') => ({
    size: await files.store(join(covers, path), partKey(key, part)),
    mimeType: 'image/webp',
  });
  const variants = {
    original: await put(`${name}.webp`, 'original'),
    large: await put(`${name}.webp`, 'large'),
    thumb: await put(`800/${name}.webp`, 'thumb'),
  };
  await db
    .insertInto('files')
    .values({
      ...{ id, key, owner_id: ownerId, type: 'section', file_name: `${name}.webp`, declared_type: 'image/webp' },
      ...{ mime_type: 'image/webp', file_type: 'image', size: variants.original.size, state: 'ready', ...COVER },
      ...{ variants: JSON.stringify(variants), used_by: serverId, claimed_at: now, created_at: now, expires_at: now },
    })
    .execute();
  return id;
}
