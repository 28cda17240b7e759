export function InviteDialog(_: { community: unknown }) { return null; }
