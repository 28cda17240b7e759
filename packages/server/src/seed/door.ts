import { insertAudit } from '../communities/audit-store.ts';
import { insertBan } from '../communities/bans-store.ts';
import { insertRequest } from '../communities/requests-store.ts';
import type { Db } from '../core/db/db.ts';
import { makePerson } from './builders.ts';
import { asking, banned } from './words/outsiders.ts';

const DAY = 86_400_000;

type Guild = { serverId: string; creatorId: string; stewardId: string };

/** A person with a pending request to join the guild, a banned one, and the audit log of the last weeks. */
export async function makeDoor(db: Db, { serverId, creatorId, stewardId }: Guild, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const outside = async ({ username, firstName, lastName }: typeof asking | typeof banned, at: Date) =>
    (await makePerson(db, { username, firstName, lastName, email: `${username}@alderwick.example`, at })).id;
  const waiting = await outside(asking, ago(3));
  const gone = await outside(banned, ago(60));
  const roles = { before: { roleType: 'MODERATOR' }, after: { roleType: 'ADMIN' } };
  await insertAudit(
    db,
    { serverId, actorId: creatorId, action: 'member.role', subjectId: stewardId, ...roles },
    ago(21),
  );
  const { reason } = banned;
  await insertBan(db, serverId, { userId: gone, reason, by: stewardId }, ago(9));
  await insertAudit(
    db,
    { serverId, actorId: stewardId, action: 'member.banned', subjectId: gone, after: { reason } },
    ago(9),
  );
  await insertRequest(db, serverId, waiting, asking.note, ago(1));
}
