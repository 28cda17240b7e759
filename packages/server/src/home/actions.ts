import { holds } from '@folkmoot/contract/core/permission-rules.ts';
import { refusals as core } from '@folkmoot/contract/core/problem.ts';
import { isSeen } from '@folkmoot/contract/core/text.ts';
import { canSeeHome, picturesOf, sectionsFor } from '@folkmoot/contract/home/rules.ts';
import { type FaqView, LIMITS, maxText, TEXTS } from '@folkmoot/contract/home/schema.ts';
import type { DraftView, SectionFields, SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import type { AttachmentView } from '@folkmoot/contract/media/schema.ts';
import { findMember } from '../communities/store.ts';
import type { CommandContext } from '../core/command.ts';
import type { Db } from '../core/db/db.ts';
import { assertAllowed, assertFound, refuse } from '../core/http/errors.ts';
import { cleanHtml, textOf } from '../core/http/html.ts';
import type { Me, Member, Sessions } from '../core/security/session.ts';
import { dropFromHome, homePictures, keepShown } from '../media/home-pictures-actions.ts';
import { findPicture, listShown, replaceDraftPictures } from './pictures-store.ts';
import { type EditedRow, findEdited, findHome, type HomeRow, lockHome, updateDraft } from './store.ts';
import { tellEditors } from './telling-actions.ts';

/** Finds who is a member: for reading, what sessions keep; in a command, its own transaction, which must wait for no other connection. */
type Members = Pick<Sessions, 'member'>;

/** Memberships as a command's transaction sees them. */
export const membersIn = (tx: Db): Members => ({ member: (serverId, userId) => findMember(tx, serverId, userId) });

export type Edited = { home: EditedRow; member: Member };

const mayEdit = (member: Member | undefined): member is Member =>
  member !== undefined && holds(member.permissions, ['MANAGE_HOME']);

/**
 * A home that a caller may see, with their membership.
 *
 * @throws Refused 404 if it is of a secret community, 403 of a private one, and they are not a member.
 */
export async function visibleHome(
  tx: Db,
  members: Members,
  serverId: string,
  me: Me | undefined,
): Promise<{ home: HomeRow; member: Member | undefined }> {
  const home = assertFound(await findHome(tx, serverId), core.notFound);
  const member = await memberWhoSees(members, home, me);
  return { home, member };
}

async function memberWhoSees(members: Members, home: HomeRow, me: Me | undefined): Promise<Member | undefined> {
  const member = me && (await members.member(home.serverId, me.userId));
  if (home.visibility === 'secret' && !member) refuse(core.notFound);
  assertAllowed(canSeeHome(home, member !== undefined));
  return member;
}

/**
 * A home with its draft, for somebody who may change it.
 *
 * @throws Refused as `visibleHome`; and 401 or 403 if they may see it but not change it.
 */
export async function editedHome(tx: Db, sessions: Sessions, serverId: string, me: Me | undefined): Promise<Edited> {
  const home = assertFound(await findEdited(tx, serverId), core.notFound);
  const member = await memberWhoSees(sessions, home, me);
  if (!me) refuse(core.signedOut);
  if (!mayEdit(member)) return refuse(core.forbidden);
  return { home, member };
}

/** The home of a community, locked: one change after the other. */
export async function lockedHome(tx: Db, serverId: string): Promise<EditedRow> {
  await lockHome(tx, serverId);
  return assertFound(await findEdited(tx, serverId), core.notFound);
}

/**
 * Sections with the pictures that they show.
 *
 * @param isNamed whether pictures have the names of their files, which their uploader chose.
 */
export function withPictures(
  sections: readonly SectionFields[],
  pictures: ReadonlyMap<string, AttachmentView>,
  isNamed: boolean,
): SectionView[] {
  return sections.map((section) => ({
    ...section,
    attachments: [...new Set(picturesOf(section))].flatMap((id) => {
      const picture = pictures.get(id);
      return picture ? [isNamed ? picture : { ...picture, fileName: '' }] : [];
    }),
  }));
}

/** The pictures that sections name, each once. */
export const picturesIn = (sections: readonly SectionFields[]): string[] => [...new Set(sections.flatMap(picturesOf))];

export async function draftView(tx: Db, home: EditedRow): Promise<DraftView> {
  const { version, publishedVersion, changedBy } = home;
  const pictures = await homePictures(tx, home.serverId, picturesIn(home.draft));
  const sections = withPictures(home.draft, pictures, true);
  return { version, publishedVersion, sections, changedAt: home.changedAt.toISOString(), changedBy };
}

/** Writes a locked home's draft, with everything that follows. Returns its new version. */
export async function writeDraft(
  command: CommandContext,
  home: EditedRow,
  sections: readonly SectionFields[],
  by: string,
): Promise<number> {
  const { tx, now } = command;
  const version = await updateDraft(tx, home.serverId, sections, by, now);
  await replaceDraftPictures(tx, home.serverId, sections);
  await keepShown(command, home.serverId, await listShown(tx, home.serverId));
  await tellEditors(command, home.serverId, version);
  return version;
}

/**
 * Rich text as it is stored. What is wrong with it once it is cleaned is noted in `fields`: cleaning makes links longer, and may
 * leave nothing.
 */
export function cleanedRich(html: string, field: string, fields: Record<string, string>): string {
  const clean = cleanHtml(html);
  if (clean.length > LIMITS.description) fields[field] ??= maxText(LIMITS.description);
  else if (!isSeen(textOf(clean))) fields[field] ??= TEXTS.required;
  return clean;
}

export function cleanedFaqs(faqs: readonly FaqView[], fields: Record<string, string>): FaqView[] {
  return faqs.map(({ title, description }, at) => ({
    title,
    description: cleanedRich(description, `faqs.${at}.description`, fields),
  }));
}

/** Whether somebody may see a picture of a home: who changes the page always, others as the published page shows it to them. */
export async function seesPicture(
  tx: Db,
  sessions: Sessions,
  { serverId, fileId }: { serverId: string; fileId: string },
  userId: string | undefined,
): Promise<boolean> {
  const picture = await findPicture(tx, serverId, fileId);
  if (!picture) return false;
  const member = userId === undefined ? undefined : await sessions.member(serverId, userId);
  if (mayEdit(member)) return true;
  if (picture.audience === null || picture.audience === 'nobody') return false;
  return member !== undefined || (picture.visibility === 'public' && picture.audience === 'everyone');
}

/**
 * Takes a picture out of a home's draft at once. Its bytes go once no page that is kept shows it.
 *
 * @throws Refused 404 for people outside, 403 without MANAGE_HOME, and 404 if the draft does not show it.
 */
export async function removeFromHome(
  command: CommandContext,
  { serverId, fileId }: { serverId: string; fileId: string },
  userId: string,
): Promise<{ version: number }> {
  const { tx } = command;
  const member = assertFound(await findMember(tx, serverId, userId), core.notFound);
  if (!mayEdit(member)) refuse(core.forbidden);
  const home = await lockedHome(tx, serverId);
  if (!home.draft.flatMap(picturesOf).includes(fileId)) refuse(core.notFound);
  const version = await writeDraft(
    command,
    home,
    home.draft.map((section) => without(section, fileId)),
    userId,
  );
  await dropFromHome(command, serverId, fileId);
  return { version };
}

function without(section: SectionFields, fileId: string): SectionFields {
  if (section.sectionType === 'PhotoGallery')
    return { ...section, json: { items: section.json.items.filter(({ id }) => id !== fileId) } };
  if (section.sectionType !== 'CardShowcase') return section;
  const items = section.json.items.map((card) => (card.image === fileId ? { ...card, image: null } : card));
  return { ...section, json: { items } };
}

/** The sections of a page that somebody gets: of the published one, those that are for them. */
export function readable(home: HomeRow, member: Member | undefined): SectionFields[] {
  return sectionsFor(home.published, member ? 'member' : 'visitor');
}
