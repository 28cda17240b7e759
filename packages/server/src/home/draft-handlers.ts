import { isDeepStrictEqual } from 'node:util';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import * as api from '@folkmoot/contract/home/api.ts';
import { inOrder, peopleOf, picturesOf } from '@folkmoot/contract/home/rules.ts';
import { LIMITS, refusals, TEXTS } from '@folkmoot/contract/home/schema.ts';
import { bytesOf, type SectionFields, Sections } from '@folkmoot/contract/home/sections-schema.ts';
import { refusals as media } from '@folkmoot/contract/media/schema.ts';
import { audit } from '../communities/actions.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertFound, refuse, refuseStale } from '../core/http/errors.ts';
import { type Binding, handle } from '../core/http/handle.ts';
import { claimForHome, keepShown } from '../media/home-pictures-actions.ts';
import { cleanedRich, draftView, lockedHome, writeDraft } from './actions.ts';
import { listMembersAmong } from './live-store.ts';
import { listShown, publishPictures } from './pictures-store.ts';
import { type EditedRow, findEdited, findPage, publishDraft } from './store.ts';
import { tellMembers } from './telling-actions.ts';

/** Calls that change the draft of a home, and publish it. */
export function draftHandlers(): Binding[] {
  return [
    handle(api.saveHome, async (call) => {
      const { tx, me, member, body } = call;
      const { serverId } = member;
      const home = await lockedHome(tx, serverId);
      const fields: Record<string, string> = {};
      const sent = body.sections.map((section, at) => cleaned(section, at, fields));
      const sections = inOrder(sent);
      const isSame = isDeepStrictEqual(sections, home.draft);
      // A save whose answer was lost is sent again with the version that it has replaced.
      if (isSame) return { message: TEXTS.saved, data: await draftView(tx, home) };
      if (body.version !== home.version) refuseStale(refusals.stale, await draftView(tx, home));
      await checkPeople(tx, home, sent, fields);
      await checkPictures(call, home, sent, me.userId, fields);
      if (Object.keys(fields).length > 0) refuse(core.invalid, fields);
      if (bytesOf(sections) > LIMITS.bytes) refuse(refusals.tooLarge);
      await writeDraft(call, home, sections, me.userId);
      return { message: TEXTS.saved, data: await draftNow(tx, serverId) };
    }),

    handle(api.publishHome, async (call) => {
      const { tx, me, member, body, now } = call;
      const { serverId } = member;
      const home = await lockedHome(tx, serverId);
      if (body.version !== home.version) refuseStale(refusals.stale, await draftView(tx, home));
      const { version } = home;
      if (version === home.publishedVersion)
        return { message: TEXTS.nothingNew, data: { version, publishedAt: home.publishedAt.toISOString() } };
      needWhole(home.draft);
      await publishDraft(tx, serverId, me.userId, now);
      await publishPictures(tx, serverId);
      await keepShown(call, serverId, await listShown(tx, serverId));
      await audit(call, {
        serverId,
        actorId: me.userId,
        action: 'server.home-published',
        subjectId: serverId,
        before: { version: home.publishedVersion },
        after: { version, sections: home.draft.length },
      });
      tellMembers(call, serverId);
      return { message: TEXTS.published, data: { version, publishedAt: now.toISOString() } };
    }),

    handle(api.restoreHome, async (call) => {
      const { tx, me, member, body } = call;
      const { serverId } = member;
      const home = await lockedHome(tx, serverId);
      const sections = assertFound(await findPage(tx, serverId, body.version), core.notFound);
      if (body.draftVersion !== undefined && body.draftVersion !== home.version)
        refuseStale(refusals.stale, await draftView(tx, home));
      if (!isDeepStrictEqual(sections, home.draft)) await writeDraft(call, home, sections, me.userId);
      return { message: TEXTS.restored, data: await draftNow(tx, serverId) };
    }),
  ];
}

async function draftNow(tx: Db, serverId: string) {
  return draftView(tx, assertFound(await findEdited(tx, serverId), core.notFound));
}

/** A section as it is stored. */
function cleaned(section: SectionFields, at: number, fields: Record<string, string>): SectionFields {
  if (section.sectionType !== 'Accordion') return section;
  const items = section.json.items.map((item, index) => ({
    ...item,
    description: cleanedRich(item.description, `sections.${at}.items.${index}.description`, fields),
  }));
  return { ...section, json: { items } };
}

/** People whom a card newly shows must be members. Somebody who has left since is only not shown. */
async function checkPeople(
  tx: Db,
  home: EditedRow,
  sections: readonly SectionFields[],
  fields: Record<string, string>,
): Promise<void> {
  const before = new Set([...home.draft, ...home.published].flatMap(peopleOf));
  const added = [...new Set(sections.flatMap(peopleOf))].filter((id) => !before.has(id));
  if (added.length === 0) return;
  const members = new Set(await listMembersAmong(tx, home.serverId, added));
  for (const [at, section] of sections.entries())
    if (section.sectionType === 'CardShowcase')
      for (const [index, { personId }] of section.json.items.entries())
        if (personId !== null && !before.has(personId) && !members.has(personId))
          fields[`sections.${at}.items.${index}.personId`] = TEXTS.notMember;
}

/** Pictures must be the home's own, or new uploads of the person who saves, which become its own. */
async function checkPictures(
  call: CommandContext,
  { serverId }: EditedRow,
  sections: readonly SectionFields[],
  ownerId: string,
  fields: Record<string, string>,
): Promise<void> {
  const ids = [...new Set(sections.flatMap(picturesOf))];
  const usable = await claimForHome(call, { ids, ownerId, serverId });
  for (const [at, section] of sections.entries()) {
    const says = (index: number, field: string, id: string | null) => {
      if (id !== null && !usable.has(id))
        fields[`sections.${at}.items.${index}.${field}`] = media.pictureNotUsable.message;
    };
    if (section.sectionType === 'PhotoGallery')
      for (const [index, { id }] of section.json.items.entries()) says(index, 'id', id);
    if (section.sectionType === 'CardShowcase')
      for (const [index, { image }] of section.json.items.entries()) says(index, 'image', image);
  }
}

/** A gallery may have lost its last picture since it was saved: then it cannot be published. */
function needWhole(draft: readonly SectionFields[]): void {
  const read = Sections.safeParse(draft);
  if (read.success) return;
  const wrong = read.error.issues.map(({ path, message }) => [['sections', ...path].join('.'), message]);
  refuse(core.invalid, Object.fromEntries(wrong));
}
